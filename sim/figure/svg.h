// SPDX-License-Identifier: Apache-2.0
// Vector graphics as text: rectangles, lines, curves, words, the hatches of palette.def, one arrow
// head. Lengths are in pixels of the figure's own size and are written with at most two decimals,
// so that a figure has the same bytes on every computer. Words are escaped; fonts are whatever the
// viewer has of the usual ones. Leaves out: what is drawn.
#ifndef LOCKSTEP_FIGURE_SVG_H
#define LOCKSTEP_FIGURE_SVG_H

#include "isa/base/text.h"

#include <stdint.h>

// "#17222d"; as a fill also a hatch, "url(#fell)".
#define COLOR(name, value)                                      extern const char COLOR_##name[];
#define HATCH(name, id, background, stripes, degrees, distance) extern const char HATCH_##name[];
#include "sim/figure/palette.def"
#undef COLOR
#undef HATCH
extern const char HATCH_OFF[]; // dots: predicated off

// How a shape looks; what is NULL or 0 is left out.
typedef struct Look {
    const char *fill;    // NULL: none
    const char *stroke;  // NULL: none
    double stroke_width; // 0: 1
    double radius;       // of a rectangle's corners
    const char *dash;    // "6 3"
    bool has_arrow;      // at the end of a line or curve
    const char *data;    // attributes for whoever reads the figure: "data-lane=\"3\""
    const char *tip;     // a title element
} Look;

typedef enum Anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END } Anchor;

typedef struct Words {
    double size;      // 0: 14
    const char *fill; // NULL: INK
    Anchor anchor;
    bool is_bold, is_mono;
} Words;

void svg_rect(Text *out, double x, double y, double width, double height, Look look);
void svg_line(Text *out, double x1, double y1, double x2, double y2, Look look);
// From top to bottom in the shape of an S: leaves and arrives upright.
void svg_curve(Text *out, double x1, double y1, double x2, double y2, Look look);
void svg_words(Text *out, double x, double y, Words words, const char *format, ...)
    TEXT_PRINTF(5, 6);

// A whole figure around a drawing. title and description are for screen readers and are escaped.
void svg_document(Text *out, double width, double height, const char *title,
                  const char *description, const Text *drawing);

// A length: "12", "12.5", "-0.25".
void svg_number(Text *out, double value);

#endif
