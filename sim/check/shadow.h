// SPDX-License-Identifier: Apache-2.0
// What threads last did to each word of memory, in pages of 256 bytes that exist once they are
// touched. A page keeps words until somebody accesses part of a word, then bytes. A warp's access
// is logged once, and words refer to it by 4 bytes. Leaves out: what stays of a unit that has ended
// (sim/check/history.h).
#ifndef LOCKSTEP_CHECK_SHADOW_H
#define LOCKSTEP_CHECK_SHADOW_H

#include "sim/check/order.h"
#include "sim/check/page_table.h"

// --- accesses

typedef struct Access {
    uint32_t unit; // plus 1, where units are joined; else 0
    uint32_t when; // tick of its unit
    uint32_t is_atomic : 1, is_async : 1, is_of_block : 1, is_together : 1, warp : 9, pc : 18;
} Access;

// An access's place in the log plus 1, and 5 bits of lane; 0: no access. Of two accesses in a log,
// the later one has the larger reference.
typedef uint32_t AccessRef;
#define ACCESS_LOG_MAX ((1u << 26) - 2) // references stay below 1 << 31

typedef struct AccessLog {
    Access *items;
    uint32_t count, room;
    uint32_t limit; // when to look for those that no word refers to any more
} AccessLog;

// Its reference for lane 0.
AccessRef access_add(AccessLog *log, Access access);
Stamp access_stamp(const AccessLog *log, AccessRef ref);
// Keeps the accesses i with places[i + 1] != 0, in order, and makes that the place of each plus 1.
void access_keep_marked(AccessLog *log, uint32_t *places);

// --- pages

typedef enum Plane {
    PLANE_WRITER,  // wrote by a plain store
    PLANE_READER,  // the last one
    PLANE_CHANGER, // wrote by an access that is ordered with others of its kind
    PLANE_BEFORE,  // a reader or changer that the last one does not follow, as far as is known
    PLANE_COUNT
} Plane;

typedef struct Page {
    uint64_t number;
    AccessRef *planes[PLANE_COUNT]; // [cells]; NULL: no accesses
    uint16_t *values;               // mixed from the written values; NULL: no writes
    uint32_t shift;                 // a cell is 1 << shift bytes
} Page;

// Memory for planes, given back as a whole.
typedef struct ShadowPool {
    char **slabs;
    uint32_t count, room, at; // slabs before `at` are full
    size_t used;              // of the slab `at`
} ShadowPool;

#define SHADOW_HINTS 64u

typedef struct Shadow {
    ShadowPool *pool;
    PageTable table;              // of Page
    uint32_t hints[SHADOW_HINTS]; // pages that were used recently
} Shadow;

void *shadow_pool_take(ShadowPool *pool, size_t size_bytes); // zeroed
void shadow_pool_reset(ShadowPool *pool);
void shadow_pool_destroy(ShadowPool *pool);

void shadow_init(Shadow *shadow, ShadowPool *pool);
void shadow_clear(Shadow *shadow); // its planes stay the pool's
void shadow_destroy(Shadow *shadow);

// Valid until the next page is asked for.
Page *shadow_page(Shadow *shadow, uint64_t number);

// Its pages, in the order in which they were touched first.
static inline uint32_t shadow_page_count(const Shadow *shadow)
{
    return shadow->table.count;
}

static inline Page *shadow_page_at(const Shadow *shadow, uint32_t index)
{
    return (Page *)shadow->table.pages + index;
}

AccessRef *shadow_plane(Shadow *shadow, Page *page, Plane plane);
uint16_t *shadow_values(Shadow *shadow, Page *page);
// From words to bytes: each byte of a word is as its word was.
void shadow_split(Shadow *shadow, Page *page);

// Drops accesses that no word of the shadows refers to; their order stays. What is left may be all.
void shadow_collect(AccessLog *log, Shadow *const *shadows, uint32_t count);

#endif
