// SPDX-License-Identifier: Apache-2.0
#include "sim/check/history.h"

#include "isa/base/bits.h"
#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_SHIFT = 2, WORD_BYTES = 4 };

// --- pages

void history_init(History *history)
{
    *history = (History){0};
    page_table_init(&history->table, sizeof(PastPage));
}

void history_clear(History *history)
{
    page_table_clear(&history->table);
    shadow_pool_reset(&history->pool);
    memset(history->spare, 0, sizeof history->spare);
}

void history_destroy(History *history)
{
    page_table_destroy(&history->table);
    shadow_pool_destroy(&history->pool);
    *history = (History){0};
}

PastPage *history_page(History *history, uint64_t number)
{
    uint32_t index = page_table_add(&history->table, number);
    return (PastPage *)history->table.pages + index;
}

// --- memory of cells

static void **spare_of(History *history, uint32_t size_bytes)
{
    return &history->spare[bits_lowest(size_bytes) - bits_lowest(SHADOW_PAGE_BYTES / 2)];
}

// Cells of the new size, if that is another one.
static void *resize(History *history, void *cells, uint32_t old_bytes, uint32_t new_bytes)
{
    if (cells != NULL && old_bytes == new_bytes) {
        return cells;
    }
    if (cells != NULL) {
        void **spare = spare_of(history, old_bytes);
        *(void **)cells = *spare;
        *spare = cells;
    }
    void **spare = spare_of(history, new_bytes), *taken = *spare;
    if (taken == NULL) {
        return shadow_pool_take(&history->pool, new_bytes);
    }
    *spare = *(void **)taken;
    return taken;
}

static inline uint32_t cell_count(uint32_t shift)
{
    return SHADOW_PAGE_BYTES >> shift;
}

// --- planes

static uint32_t plane_bytes(const PastPlane *plane)
{
    return cell_count(plane->shift) * (plane->is_wide ? 4u : 2u);
}

static inline AccessRef cell_at(const PastPlane *plane, uint32_t i)
{
    if (plane->is_wide) {
        return ((const AccessRef *)plane->cells)[i];
    }
    uint32_t cell = ((const uint16_t *)plane->cells)[i];
    return cell == 0 ? 0 : plane->base + cell;
}

static inline AccessRef ref_at(const PastPlane *plane, uint32_t byte)
{
    AccessRef ref = cell_at(plane, byte >> plane->shift);
    return ref == 0 || plane->shift == 0 ? ref : ref + (byte % WORD_BYTES >> plane->step);
}

AccessRef past_access(const PastPage *page, Plane plane, uint32_t byte)
{
    const PastPlane *past = &page->planes[plane];
    return past->cells == NULL ? 0 : ref_at(past, byte);
}

static void read_words(const PastPlane *plane, AccessRef *refs)
{
    if (plane->is_wide) {
        memcpy(refs, plane->cells, cell_count(WORD_SHIFT) * sizeof *refs);
        return;
    }
    const uint16_t *cells = plane->cells;
    for (uint32_t i = 0; i < cell_count(WORD_SHIFT); i++) {
        refs[i] = cells[i] + (cells[i] == 0 ? 0 : plane->base);
    }
}

// How the lanes of each word's bytes follow from its first one: PastPlane.step. 3: not at all.
static uint32_t find_step(const AccessRef *refs)
{
    for (uint32_t step = 0; step <= WORD_SHIFT; step++) {
        uint32_t unlike = 0;
        for (uint32_t i = 0; i < SHADOW_PAGE_BYTES && unlike == 0; i++) {
            AccessRef first = refs[i & ~3u];
            unlike |= refs[i] ^ (first == 0 ? 0 : first + (i % WORD_BYTES >> step));
        }
        if (unlike == 0) {
            return step;
        }
    }
    return WORD_SHIFT + 1;
}

static void write_cells(PastPlane *plane, const AccessRef *refs)
{
    uint32_t count = cell_count(plane->shift);
    if (plane->is_wide) {
        memcpy(plane->cells, refs, count * sizeof *refs);
        return;
    }
    uint16_t *cells = plane->cells;
    for (uint32_t i = 0; i < count; i++) {
        cells[i] = (uint16_t)(refs[i] - (refs[i] == 0 ? 0 : plane->base));
    }
}

// One less than the first access, so that no cell becomes 0.
static AccessRef base_of(const AccessRef *refs, uint32_t count)
{
    AccessRef base = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        base = refs[i] - 1 < base ? refs[i] - 1 : base; // 0 is the largest
    }
    return base;
}

// refs: of cells of this shift, at least one of them an access.
static void write_plane(History *history, PastPlane *plane, uint32_t shift, uint32_t step,
                        const AccessRef *refs)
{
    uint32_t old_bytes = plane_bytes(plane);
    AccessRef last = 0;
    for (uint32_t i = 0; i < cell_count(shift); i++) {
        last = refs[i] > last ? refs[i] : last;
    }
    plane->base = base_of(refs, cell_count(shift));
    plane->is_wide = last - plane->base > UINT16_MAX;
    plane->shift = (uint8_t)shift;
    plane->step = (uint8_t)step;
    plane->cells = resize(history, plane->cells, old_bytes, plane_bytes(plane));
    write_cells(plane, refs);
}

static void keep_plane(History *history, PastPlane *plane, uint32_t shift, const AccessRef *refs)
{
    uint32_t step = shift == 0 ? find_step(refs) : WORD_SHIFT;
    if (shift != 0 || step > WORD_SHIFT) {
        write_plane(history, plane, shift, step, refs);
        return;
    }
    AccessRef words[SHADOW_PAGE_BYTES / WORD_BYTES];
    for (uint32_t i = 0; i < cell_count(WORD_SHIFT); i++) {
        words[i] = refs[i * WORD_BYTES];
    }
    write_plane(history, plane, WORD_SHIFT, step, words);
}

// --- values

static uint32_t values_bytes(const PastValues *values)
{
    return cell_count(values->shift) * (values->is_wide ? 2u : 1u);
}

static inline uint16_t value_at(const PastValues *values, uint32_t i)
{
    return values->is_wide ? ((const uint16_t *)values->cells)[i]
                           : ((const uint8_t *)values->cells)[i];
}

bool past_has_equal(const PastPage *a, const PastPage *b, uint32_t byte)
{
    return a->values.cells != NULL && b->values.cells != NULL &&
           value_at(&a->values, byte >> a->values.shift) ==
               value_at(&b->values, byte >> b->values.shift);
}

// The largest cells whose bytes have the same value.
static uint32_t find_value_shift(const uint16_t *values)
{
    uint32_t in_halves = 0, in_words = 0;
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i += 2) {
        in_halves |= (uint32_t)(values[i] ^ values[i + 1]);
        in_words |= (uint32_t)(values[i] ^ values[i & ~3u]);
    }
    return in_halves != 0 ? 0 : in_words != 0 ? 1 : WORD_SHIFT;
}

// Threads that write single bytes leave values of 8 bits (sim/check/races.c).
static bool are_bytes(const uint16_t *values)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < SHADOW_PAGE_BYTES; i++) {
        all |= values[i];
    }
    return all <= UINT8_MAX;
}

static void keep_values(History *history, PastValues *values, uint32_t shift, const uint16_t *from)
{
    PastValues form = {.shift = (uint8_t)(shift == 0 ? find_value_shift(from) : shift)};
    form.is_wide = form.shift != 0 || !are_bytes(from);
    form.cells = resize(history, values->cells, values_bytes(values), values_bytes(&form));
    if (shift != 0) {
        memcpy(form.cells, from, cell_count(shift) * sizeof *from);
    }
    for (uint32_t i = 0; i < cell_count(form.shift) && shift == 0; i++) {
        uint16_t value = from[i << form.shift];
        if (form.is_wide) {
            ((uint16_t *)form.cells)[i] = value;
        } else {
            ((uint8_t *)form.cells)[i] = (uint8_t)value;
        }
    }
    *values = form;
}

// --- a page

static bool is_of_words(const PastPage *page)
{
    bool is_so = page->values.cells == NULL || page->values.shift == WORD_SHIFT;
    for (uint32_t i = 0; i < HISTORY_PLANES; i++) {
        const PastPlane *plane = &page->planes[i];
        is_so &= plane->cells == NULL || (plane->shift == WORD_SHIFT && plane->step == WORD_SHIFT);
    }
    return is_so;
}

void past_open(const PastPage *page, bool wants_words, Past *past)
{
    past->shift = wants_words && is_of_words(page) ? WORD_SHIFT : 0;
    for (uint32_t i = 0; i < HISTORY_PLANES; i++) {
        const PastPlane *plane = &page->planes[i];
        past->has[i] = plane->cells != NULL;
        if (past->has[i] && past->shift != 0) {
            read_words(plane, past->refs[i]);
        }
        for (uint32_t k = 0; past->has[i] && past->shift == 0 && k < SHADOW_PAGE_BYTES; k++) {
            past->refs[i][k] = ref_at(plane, k);
        }
    }
    const PastValues *values = &page->values;
    past->has_values = values->cells != NULL;
    if (past->has_values && past->shift != 0) {
        memcpy(past->values, values->cells, cell_count(past->shift) * sizeof *past->values);
        return;
    }
    for (uint32_t k = 0; past->has_values && k < SHADOW_PAGE_BYTES; k++) {
        past->values[k] = value_at(values, k >> values->shift);
    }
}

void past_keep(History *history, PastPage *page, const Past *past)
{
    for (uint32_t i = 0; i < HISTORY_PLANES; i++) {
        if (past->has[i]) {
            keep_plane(history, &page->planes[i], past->shift, past->refs[i]);
        }
    }
    if (past->has_values) {
        keep_values(history, &page->values, past->shift, past->values);
    }
}

// --- what is not referred to

static void mark(const PastPlane *plane, uint32_t *places)
{
    for (uint32_t i = 0; plane->cells != NULL && i < SHADOW_PAGE_BYTES; i++) {
        places[ref_at(plane, i) >> 5] = 1;
    }
}

// Places only come nearer to each other, and neighbors stay neighbors: the form stays.
static void renumber(PastPlane *plane, const uint32_t *places)
{
    AccessRef refs[SHADOW_PAGE_BYTES];
    for (uint32_t i = 0; plane->cells != NULL && i < cell_count(plane->shift); i++) {
        AccessRef ref = cell_at(plane, i);
        refs[i] = places[ref >> 5] << 5 | (ref & 31u);
    }
    if (plane->cells != NULL) {
        plane->base = base_of(refs, cell_count(plane->shift));
        write_cells(plane, refs);
    }
}

void history_collect(AccessLog *log, History *history)
{
    uint32_t *places = heap_allocate((size_t)log->count + 1, sizeof(uint32_t));
    PastPage *pages = history->table.pages;
    for (uint32_t i = 0; i < history->table.count; i++) {
        for (uint32_t plane = 0; plane < HISTORY_PLANES; plane++) {
            mark(&pages[i].planes[plane], places);
        }
    }
    access_keep_marked(log, places);
    for (uint32_t i = 0; i < history->table.count; i++) {
        for (uint32_t plane = 0; plane < HISTORY_PLANES; plane++) {
            renumber(&pages[i].planes[plane], places);
        }
    }
    free(places);
}
