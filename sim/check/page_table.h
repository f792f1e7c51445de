// SPDX-License-Identifier: Apache-2.0
// Pages of memory by number: an array in the order in which they were touched first, and a hash
// table of indices into it. Leaves out: what a page holds.
#ifndef LOCKSTEP_CHECK_PAGE_TABLE_H
#define LOCKSTEP_CHECK_PAGE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#define SHADOW_PAGE_BYTES 256u

typedef struct PageTable {
    void *pages; // each begins with its number, a uint64_t: address / SHADOW_PAGE_BYTES
    size_t page_bytes;
    uint32_t count, room;
    uint32_t *slots; // by hash: index into pages, plus 1
    uint32_t slot_count;
} PageTable;

void page_table_init(PageTable *table, size_t page_bytes);
void page_table_clear(PageTable *table);
void page_table_destroy(PageTable *table);

// The page's index; if it is new, all of it but its number is zero. Pages may move.
uint32_t page_table_add(PageTable *table, uint64_t number);
const void *page_table_find(const PageTable *table, uint64_t number); // NULL: never touched
// The page will be asked for soon: of its slot first, then of itself.
void page_table_expect_slot(const PageTable *table, uint64_t number);
void page_table_expect_page(const PageTable *table, uint64_t number);

#endif
