// SPDX-License-Identifier: Apache-2.0
#include "sim/check/shadow.h"

#include "isa/base/heap.h"

#include <stdlib.h>
#include <string.h>

#define WORD_SHIFT 2u

// --- accesses

AccessRef access_add(AccessLog *log, Access access)
{
    if (log->count == log->room) {
        log->items = heap_room(log->items, log->count, &log->room, sizeof(Access));
    }
    log->items[log->count++] = access;
    return log->count << 5;
}

Stamp access_stamp(const AccessLog *log, AccessRef ref)
{
    if (ref == 0) {
        return (Stamp){0};
    }
    const Access *access = &log->items[(ref >> 5) - 1];
    return (Stamp){.when = access->when,
                   .is_atomic = access->is_atomic,
                   .is_async = access->is_async,
                   .is_together = access->is_together,
                   .lane = ref & 31u,
                   .warp = access->warp,
                   .pc = access->pc};
}

void access_keep_marked(AccessLog *log, uint32_t *places)
{
    uint32_t kept = 0;
    places[0] = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        if (places[i + 1] != 0) {
            log->items[kept++] = log->items[i];
            places[i + 1] = kept;
        }
    }
    log->count = kept;
}

// --- memory

// Slabs grow, so that many small shadows stay small.
static size_t slab_bytes(uint32_t index)
{
    enum { SMALL = 4096, DOUBLINGS = 6 };
    return (size_t)SMALL << (index < DOUBLINGS ? index : DOUBLINGS);
}

void *shadow_pool_take(ShadowPool *pool, size_t size_bytes)
{
    if (pool->count > 0 && pool->used + size_bytes > slab_bytes(pool->at)) {
        pool->at++;
        pool->used = 0;
    }
    if (pool->at == pool->count) {
        pool->slabs = heap_room(pool->slabs, pool->count, &pool->room, sizeof *pool->slabs);
        pool->slabs[pool->count] = heap_resize(NULL, slab_bytes(pool->count), 1);
        pool->count++;
    }
    void *memory = pool->slabs[pool->at] + pool->used;
    pool->used += size_bytes;
    return memset(memory, 0, size_bytes);
}

void shadow_pool_reset(ShadowPool *pool)
{
    enum { KEPT = 8 };
    while (pool->count > KEPT) {
        free(pool->slabs[--pool->count]);
    }
    pool->at = 0;
    pool->used = 0;
}

void shadow_pool_destroy(ShadowPool *pool)
{
    for (uint32_t i = 0; i < pool->count; i++) {
        free(pool->slabs[i]);
    }
    free(pool->slabs);
    *pool = (ShadowPool){0};
}

// --- pages

Page *shadow_page(Shadow *shadow, uint64_t number)
{
    uint32_t *hint = &shadow->hints[number % SHADOW_HINTS];
    if (*hint < shadow->table.count && shadow_page_at(shadow, *hint)->number == number) {
        return shadow_page_at(shadow, *hint);
    }
    uint32_t before = shadow->table.count;
    *hint = page_table_add(&shadow->table, number);
    Page *page = shadow_page_at(shadow, *hint);
    if (shadow->table.count > before) {
        page->shift = WORD_SHIFT;
    }
    return page;
}

AccessRef *shadow_plane(Shadow *shadow, Page *page, Plane plane)
{
    if (page->planes[plane] == NULL) {
        page->planes[plane] =
            shadow_pool_take(shadow->pool, (SHADOW_PAGE_BYTES >> page->shift) * sizeof(AccessRef));
    }
    return page->planes[plane];
}

uint16_t *shadow_values(Shadow *shadow, Page *page)
{
    if (page->values == NULL) {
        page->values =
            shadow_pool_take(shadow->pool, (SHADOW_PAGE_BYTES >> page->shift) * sizeof(uint16_t));
    }
    return page->values;
}

void shadow_split(Shadow *shadow, Page *page)
{
    Page words = *page;
    *page = (Page){.number = words.number, .shift = 0};
    for (uint32_t plane = 0; plane < PLANE_COUNT; plane++) {
        for (uint32_t i = 0; words.planes[plane] != NULL && i < SHADOW_PAGE_BYTES; i++) {
            shadow_plane(shadow, page, plane)[i] = words.planes[plane][i >> WORD_SHIFT];
        }
    }
    for (uint32_t i = 0; words.values != NULL && i < SHADOW_PAGE_BYTES; i++) {
        shadow_values(shadow, page)[i] = words.values[i >> WORD_SHIFT];
    }
}

void shadow_init(Shadow *shadow, ShadowPool *pool)
{
    *shadow = (Shadow){.pool = pool};
    page_table_init(&shadow->table, sizeof(Page));
}

void shadow_clear(Shadow *shadow)
{
    page_table_clear(&shadow->table);
}

void shadow_destroy(Shadow *shadow)
{
    page_table_destroy(&shadow->table);
}

// --- what is not referred to

// places[i]: of the access with reference i << 5; 0: nothing refers to it.
static void mark(const Shadow *shadow, uint32_t *places)
{
    for (uint32_t i = 0; i < shadow_page_count(shadow); i++) {
        const Page *page = shadow_page_at(shadow, i);
        for (uint32_t plane = 0; plane < PLANE_COUNT; plane++) {
            const AccessRef *refs = page->planes[plane];
            for (uint32_t k = 0; refs != NULL && k < SHADOW_PAGE_BYTES >> page->shift; k++) {
                places[refs[k] >> 5] = 1;
            }
        }
    }
}

static void renumber(const Shadow *shadow, const uint32_t *places)
{
    for (uint32_t i = 0; i < shadow_page_count(shadow); i++) {
        const Page *page = shadow_page_at(shadow, i);
        for (uint32_t plane = 0; plane < PLANE_COUNT; plane++) {
            AccessRef *refs = page->planes[plane];
            for (uint32_t k = 0; refs != NULL && k < SHADOW_PAGE_BYTES >> page->shift; k++) {
                refs[k] = places[refs[k] >> 5] << 5 | (refs[k] & 31u);
            }
        }
    }
}

void shadow_collect(AccessLog *log, Shadow *const *shadows, uint32_t count)
{
    uint32_t *places = heap_allocate((size_t)log->count + 1, sizeof(uint32_t));
    for (uint32_t i = 0; i < count; i++) {
        mark(shadows[i], places);
    }
    access_keep_marked(log, places);
    for (uint32_t i = 0; i < count; i++) {
        renumber(shadows[i], places);
    }
    free(places);
}
