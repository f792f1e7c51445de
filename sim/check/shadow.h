// SPDX-License-Identifier: Apache-2.0
// What a unit's threads last did to each word of memory, in pages of 256 bytes that exist once they
// are touched. A page keeps words until somebody accesses part of a word, then bytes.
#ifndef LOCKSTEP_CHECK_SHADOW_H
#define LOCKSTEP_CHECK_SHADOW_H

#include "sim/check/order.h"

#define SHADOW_PAGE_BYTES 256u

// `writer` wrote by a plain store, `changer` by an access that is ordered with others of its kind.
// `reader` is the last one; `reader_before` one whose read it does not follow, as far as is known.
typedef struct Cell {
    Stamp writer, changer, reader, reader_before;
    uint32_t value; // of what was written, as races.c mixes it
} Cell;

typedef struct Page {
    uint64_t number; // address / SHADOW_PAGE_BYTES
    uint32_t shift;  // a cell is 1 << shift bytes
    Cell *cells;
} Page;

typedef struct Shadow {
    Page *pages; // in the order in which they were touched first
    uint32_t count, room;
    uint32_t *slots; // by hash: index into pages, plus 1
    uint32_t slot_count;
    uint32_t last; // most recently used; a hint
} Shadow;

void shadow_clear(Shadow *shadow); // frees all
void shadow_destroy(Shadow *shadow);

// The cells of [address, address + width_bytes), of one page; *count of them. width_bytes is a
// power of two and the address a multiple of it.
Cell *shadow_cells(Shadow *shadow, uint64_t address, uint32_t width_bytes, uint32_t *count);

#endif
