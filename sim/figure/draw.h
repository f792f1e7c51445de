// SPDX-License-Identifier: Apache-2.0
// Inside of sim/figure: a figure in the making, and what all panels share.
#ifndef LOCKSTEP_FIGURE_DRAW_H
#define LOCKSTEP_FIGURE_DRAW_H

#include "sim/figure/figure.h"
#include "sim/figure/svg.h"

// Half a slide of 1920 pixels, with a margin.
#define FIGURE_WIDTH  960.0
#define FIGURE_NARROW 660.0 // no figure is narrower
#define FIGURE_MARGIN 24.0

typedef struct Figure {
    const FigureWish *wish;
    const Report *report;
    const SourceText *sources;
    uint32_t source_count;
    const ReportLaunch *launch; // that is drawn, with its program, recording and GPU
    const MachineProgram *program;
    const Recording *recording;
    const Gpu *gpu;
    Arena arena;
    Text drawing;
    double width, height;
    const char *title, *description; // in the arena
    Text *trouble;
} Figure;

// Panels: each fills drawing, height, title and description, or says in `trouble` why it cannot.
#define PANEL(id, name, needs_clock, draw, keys, doc) bool draw(Figure *figure);
#include "sim/figure/panel.def"
#undef PANEL

// figure.c
// Makes a launch the one that is drawn. False: it has no recording.
bool figure_take_launch(Figure *figure, uint32_t index);
// Title, and below it the line's number and text, or the kernel's name. Returns the y below.
double figure_heading(Figure *figure, const char *title, uint32_t line);
// Muted text in lines of at most `columns` characters. Returns the y below.
double figure_paragraph(Figure *figure, double x, double y, uint32_t columns, const char *text);
// A square with a word after it. Returns the x after both.
double figure_key(Figure *figure, double x, double y, Look look, const char *word);
// The text of a line of the program without its indentation; "" where it is not known.
const char *figure_source(Figure *figure, uint32_t line);

// find.c
// An access that was recorded.
typedef struct FoundAccess {
    Access access;
    uint32_t step;          // of the recording
    uint32_t line;          // of the program; 0: none
    uint32_t visit, visits; // of the warp; visits 0: not counted
} FoundAccess;

// The visit that is wished of an access to one of the spaces (bit = AccessSpace) at the line;
// without a line the recorded access that is furthest from its ideal. Takes the first launch that
// has it. False, with trouble.
// what: "accessed shared memory".
bool find_access(Figure *figure, uint32_t spaces, const char *what, FoundAccess *found);
// "no recorded warp accessed shared memory on line 12", then the nearest lines with an access to
// one of the spaces; no spaces: with a branch.
void find_refuse(Figure *figure, const char *what, uint32_t spaces);
// Whether the micro-op is on the line of the wish.
bool find_is_on_line(const Figure *figure, uint32_t pc);

// array.c
// An array of shared memory as the accesses of the recorded warps show it.
typedef struct ArrayShape {
    const char *name; // NULL: not known
    uint64_t base, size_bytes;
    uint32_t columns, rows; // in words of 4 bytes; columns 0: one-dimensional
} ArrayShape;

// The array that the access is to: wish->columns, or the pitch that most accesses to it suggest.
ArrayShape array_shape(Figure *figure, const Access *access);
// What a recorded step accessed in shared memory. False: nothing.
bool array_access_of(const Figure *figure, const RecordedStep *step, Access *access);

// walk.c
// Steps of one warp: from the branch on the line of the wish (visit chooses) until its lanes have
// met again; without a branch there from the line on; without a line all.
typedef struct Walk {
    uint32_t *steps; // of the recording
    uint32_t count;
    uint32_t frame;       // call depth of the code that is followed: calls from there are one line
    uint32_t branch_line; // 0: none
    bool is_met;          // the last step is the first with all lanes together
    const uint8_t *paths; // BranchPath of each recorded stack entry
} Walk;

bool walk_find(Figure *figure, Walk *walk);
// Where the warp is in the code that is followed: a pc, of the call while it is in a callee.
uint32_t walk_pc(const Figure *figure, const Walk *walk, const RecordedStep *step);
// The line of a pc; 0: none, or past the end.
uint32_t walk_line(const Figure *figure, uint32_t pc);
// The text, cut where it would leave the figure.
const char *figure_shortened(Figure *figure, const char *text, size_t limit);
// Blanks before the text of a line.
uint32_t figure_indent(Figure *figure, uint32_t line);

// A lane of a step: how it looks, and in a word.
typedef struct LaneLook {
    const char *fill, *word;
} LaneLook;
LaneLook lane_look(const Figure *figure, const Walk *walk, const RecordedStep *step, uint32_t on,
                   uint32_t lane);

#endif
