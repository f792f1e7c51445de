// SPDX-License-Identifier: Apache-2.0
// The strips of a timeline's rows (strip.def), for figures and the page.
#ifndef LOCKSTEP_FIGURE_STRIP_H
#define LOCKSTEP_FIGURE_STRIP_H

#include "isa/machine/program.h"
#include "sim/observe/counts.h"

typedef enum Strip {
#define KIND(letter, color, word) STRIP_##letter,
#define WAIT(id, fill, word)
#include "sim/figure/strip.def"
#undef KIND
#undef WAIT
#define KIND(letter, color, word)
#define WAIT(id, fill, word) STRIP_##id,
#include "sim/figure/strip.def"
#undef KIND
#undef WAIT
    STRIP_COUNT
} Strip;

typedef struct StripInfo {
    char letter;      // of a kind; 0: a wait
    const char *fill; // as in a figure
    const char *word;
} StripInfo;

extern const StripInfo strip_info[STRIP_COUNT];

Strip strip_of_micro(const Micro *micro);
Strip strip_of_stall(Stall stall);

#endif
