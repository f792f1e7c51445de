// SPDX-License-Identifier: Apache-2.0
#include "sim/check/page_table.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

void page_table_init(PageTable *table, size_t page_bytes)
{
    *table = (PageTable){.page_bytes = page_bytes};
}

static inline void *page_at(const PageTable *table, uint32_t index)
{
    return (char *)table->pages + index * table->page_bytes;
}

static inline uint64_t number_at(const PageTable *table, uint32_t index)
{
    return *(const uint64_t *)page_at(table, index);
}

static inline uint32_t first_slot(const PageTable *table, uint64_t number)
{
    return (uint32_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (table->slot_count - 1);
}

static uint32_t slot_of(const PageTable *table, uint64_t number)
{
    uint32_t mask = table->slot_count - 1, at = first_slot(table, number);
    while (table->slots[at] != 0 && number_at(table, table->slots[at] - 1) != number) {
        at = (at + 1) & mask;
    }
    return at;
}

static void grow(PageTable *table)
{
    table->room = table->room == 0 ? 16 : table->room * 2;
    table->pages = heap_resize(table->pages, table->room, table->page_bytes);
    free(table->slots);
    table->slot_count = table->room * 2;
    table->slots = heap_allocate(table->slot_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < table->count; i++) {
        table->slots[slot_of(table, number_at(table, i))] = i + 1;
    }
}

uint32_t page_table_add(PageTable *table, uint64_t number)
{
    if (table->count == table->room) {
        grow(table);
    }
    uint32_t at = slot_of(table, number);
    if (table->slots[at] == 0) {
        void *page = memset(page_at(table, table->count), 0, table->page_bytes);
        *(uint64_t *)page = number;
        table->slots[at] = ++table->count;
    }
    return table->slots[at] - 1;
}

const void *page_table_find(const PageTable *table, uint64_t number)
{
    uint32_t slot = table->count == 0 ? 0 : table->slots[slot_of(table, number)];
    return slot == 0 ? NULL : page_at(table, slot - 1);
}

void page_table_expect_slot(const PageTable *table, uint64_t number)
{
    if (table->slot_count != 0) {
        __builtin_prefetch(&table->slots[first_slot(table, number)]);
    }
}

void page_table_expect_page(const PageTable *table, uint64_t number)
{
    uint32_t slot = table->slot_count == 0 ? 0 : table->slots[first_slot(table, number)];
    if (slot != 0) {
        __builtin_prefetch(page_at(table, slot - 1));
    }
}

void page_table_clear(PageTable *table)
{
    enum { KEPT = 4096 };
    if (table->slot_count > KEPT) {
        page_table_destroy(table);
    } else if (table->count > 0) {
        memset(table->slots, 0, table->slot_count * sizeof(uint32_t));
    }
    table->count = 0;
}

void page_table_destroy(PageTable *table)
{
    free(table->pages);
    free(table->slots);
    *table = (PageTable){.page_bytes = table->page_bytes};
}
