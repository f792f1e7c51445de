// SPDX-License-Identifier: Apache-2.0
// A choice of whatif.h written into the program: the text of a source with one shared array padded,
// or with the last index of each of its elements permuted. Works on the text alone: it knows
// comments and strings, but no macros. Text in, text out; no file is opened.
#ifndef LOCKSTEP_EXPLAIN_REWRITE_H
#define LOCKSTEP_EXPLAIN_REWRITE_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct RewriteWish {
    const char *text;  // of the source
    uint32_t line;     // of the access: the declaration meant is the last one before it
    const char *array; // "tile"
    uint32_t elements; // that each row gets more; 0: permute the columns
} RewriteWish;

// Appends the new source. NULL; else why it cannot be written, as a sentence without a full stop
// (*line: where), and `out` is unchanged.
const char *rewrite_source(const RewriteWish *wish, uint32_t *line, Text *out);

#endif
