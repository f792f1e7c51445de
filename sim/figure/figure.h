// SPDX-License-Identifier: Apache-2.0
// Figures for slides: one panel of what was recorded of a launch, as a vector graphic that looks
// like the teaching page and needs nothing beside it. Every number is that of the report, of
// sim/explain or of the recording; nothing is run here. The same report gives the same bytes.
// Leaves out: which warps are recorded, and files, which are the caller's.
#ifndef LOCKSTEP_FIGURE_FIGURE_H
#define LOCKSTEP_FIGURE_FIGURE_H

#include "sim/explain/explain.h"
#include "sim/report/print.h"

typedef enum FigurePanel {
#define PANEL(id, name, needs_clock, draw, keys, doc) PANEL_##id,
#include "sim/figure/panel.def"
#undef PANEL
    PANEL_COUNT
} FigurePanel;

typedef struct PanelInfo {
    const char *name;
    bool needs_clock;
    const char *keys; // that it takes, a blank between them
    const char *doc;
} PanelInfo;

extern const PanelInfo panel_info[PANEL_COUNT];

typedef enum FigureKind { FIGURE_ANY, FIGURE_LOAD, FIGURE_STORE } FigureKind;

// What is to be drawn. Numbers that are 0 were not said: the panel chooses.
typedef struct FigureWish {
    FigurePanel panel;
    const char *file; // whose lines are meant
    uint32_t line, visit;
    uint32_t columns;     // of a two-dimensional array
    uint32_t threads;     // of a row of threads
    uint32_t rows;        // maximum number of rows in a table
    uint32_t from, until; // cycles
    FigureKind kind;      // of accesses
} FigureWish;

// Reads "PANEL", "PANEL:line=14,visit=2". If it is invalid: false, with the reason and the valid
// panels or keys in `trouble` (lines of text).
bool figure_wish_read(const char *text, FigureWish *wish, Text *trouble);

// "  banks     lanes, banks ..." a line a panel, then the keys.
void figure_describe(Text *out);

// Draws the first launch of the report that has what is wished. False, with the reason and lines
// that can be drawn in `trouble`, when none has.
bool figure_print(const Report *report, const FigureWish *wish, const SourceText *sources,
                  uint32_t source_count, Text *out, Text *trouble);

#endif
