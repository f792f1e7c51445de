// SPDX-License-Identifier: Apache-2.0
#include "sim/check/shadow.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define WORD_SHIFT 2u

static uint32_t slot_of(const Shadow *shadow, uint64_t number)
{
    uint32_t mask = shadow->slot_count - 1;
    uint32_t at = (uint32_t)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
    while (shadow->slots[at] != 0 && shadow->pages[shadow->slots[at] - 1].number != number) {
        at = (at + 1) & mask;
    }
    return at;
}

static void grow(Shadow *shadow)
{
    shadow->room = shadow->room == 0 ? 64 : shadow->room * 2;
    shadow->pages = realloc(shadow->pages, shadow->room * sizeof(Page));
    free(shadow->slots);
    shadow->slot_count = shadow->room * 2;
    shadow->slots = heap_allocate(shadow->slot_count, sizeof(uint32_t));
    if (shadow->pages == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < shadow->count; i++) {
        shadow->slots[slot_of(shadow, shadow->pages[i].number)] = i + 1;
    }
}

static Page *page_of(Shadow *shadow, uint64_t number)
{
    if (shadow->last < shadow->count && shadow->pages[shadow->last].number == number) {
        return &shadow->pages[shadow->last];
    }
    if (shadow->count == shadow->room) {
        grow(shadow);
    }
    uint32_t at = slot_of(shadow, number);
    if (shadow->slots[at] == 0) {
        Cell *cells = heap_allocate(SHADOW_PAGE_BYTES >> WORD_SHIFT, sizeof(Cell));
        shadow->pages[shadow->count] = (Page){number, WORD_SHIFT, cells};
        shadow->slots[at] = ++shadow->count;
    }
    shadow->last = shadow->slots[at] - 1;
    return &shadow->pages[shadow->last];
}

// Each byte of a word is as its word was.
static void split(Page *page)
{
    Cell *cells = heap_allocate(SHADOW_PAGE_BYTES, sizeof(Cell));
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        cells[i] = page->cells[i >> WORD_SHIFT];
    }
    free(page->cells);
    page->cells = cells;
    page->shift = 0;
}

Cell *shadow_cells(Shadow *shadow, uint64_t address, uint32_t width_bytes, uint32_t *count)
{
    Page *page = page_of(shadow, address / SHADOW_PAGE_BYTES);
    if (page->shift != 0 && width_bytes < 4) {
        split(page);
    }
    *count = width_bytes >> page->shift;
    return &page->cells[address % SHADOW_PAGE_BYTES >> page->shift];
}

void shadow_clear(Shadow *shadow)
{
    for (uint32_t i = 0; i < shadow->count; i++) {
        free(shadow->pages[i].cells);
    }
    shadow->count = 0;
    if (shadow->slots != NULL) {
        memset(shadow->slots, 0, shadow->slot_count * sizeof(uint32_t));
    }
}

void shadow_destroy(Shadow *shadow)
{
    shadow_clear(shadow);
    free(shadow->pages);
    free(shadow->slots);
    *shadow = (Shadow){0};
}
