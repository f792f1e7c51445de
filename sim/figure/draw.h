// SPDX-License-Identifier: Apache-2.0
// Inside of sim/figure: a figure in the making, and what all panels share.
#ifndef LOCKSTEP_FIGURE_DRAW_H
#define LOCKSTEP_FIGURE_DRAW_H

#include "sim/figure/figure.h"
#include "sim/figure/svg.h"

// Half a slide of 1920 pixels, with a margin.
#define FIGURE_WIDTH  960.0
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

// Panels: each fills drawing, height, title and description, or says in `trouble` why it can not.
#define PANEL(id, name, needs_clock, draw, doc) bool draw(Figure *figure);
#include "sim/figure/panel.def"
#undef PANEL

// figure.c
// Makes a launch the one that is drawn. False: it has no recording.
bool figure_take_launch(Figure *figure, uint32_t index);
// Title, and below it the line's number and text, or the kernel's name. Returns the y below.
double figure_heading(Figure *figure, const char *title, uint32_t line);
// Muted text in lines of at most `columns` characters. Returns the y below.
double figure_paragraph(Figure *figure, double x, double y, uint32_t columns, const char *text);
// A square with a word behind it. Returns the x behind both.
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
// Whether the micro-op stands on the line of the wish.
bool find_is_on_line(const Figure *figure, uint32_t pc);

#endif
