// SPDX-License-Identifier: Apache-2.0
// Pack expansion in a comma-separated list (arguments, initializers, template arguments):
//     for (pack_begin(front, &expansion); pack_next(front, &expansion);) item = parse(...)
// runs once if no "..." follows the item, otherwise once for each element, and leaves the cursor
// after "...".
#ifndef LOCKSTEP_CUDA_PACK_H
#define LOCKSTEP_CUDA_PACK_H

#include "isa/cuda/syntax/front.h"

typedef struct PackExpansion {
    uint32_t first, end; // the pattern's tokens
    uint32_t count, next;
    uint32_t reading; // front->reading around the expansion
    bool is_expansion;
    Symbol **packs;
    uint32_t *saved;
    uint32_t pack_count;
} PackExpansion;

// Begins with the item at the cursor, if "..." follows it.
void pack_begin(Front *front, PackExpansion *expansion);
// Begins with the tokens from `first` to `end`: the pattern of a fold expression.
void pack_begin_range(Front *front, PackExpansion *expansion, uint32_t first, uint32_t end);
// Makes the packs stand for one of their elements, counted from 1; 0: for what they stood for
// before the expansion.
void pack_select(const PackExpansion *expansion, uint32_t element);
// Where the item at the cursor ends: at ',', a closing token or "...". The cursor stays.
uint32_t pack_item_end(Front *front);
// Goes to the next element; false after the last one.
bool pack_next(Front *front, PackExpansion *expansion);

#endif
