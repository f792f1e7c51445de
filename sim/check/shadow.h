// SPDX-License-Identifier: Apache-2.0
// What threads last did to each word of memory, in pages of 256 bytes that exist once they are
// touched. A page keeps words until somebody accesses part of a word, then bytes. A warp's access
// is logged once, and words refer to it by 4 bytes, so that the shadow of memory that is read and
// written takes less than 3 bytes a byte.
#ifndef LOCKSTEP_CHECK_SHADOW_H
#define LOCKSTEP_CHECK_SHADOW_H

#include "sim/check/order.h"

#include <stddef.h>

#define SHADOW_PAGE_BYTES 256u

// --- accesses

typedef struct Access {
    uint32_t unit; // plus 1, where units are joined; else 0
    uint32_t when; // tick of its unit
    uint32_t is_atomic : 1, is_async : 1, is_of_block : 1, warp : 9, pc : 18;
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

// --- pages

typedef enum Plane {
    PLANE_WRITER,  // wrote by a plain store
    PLANE_CHANGER, // by an access that is ordered with others of its kind
    PLANE_READER,  // the last one
    PLANE_BEFORE,  // a reader or changer that the last one does not follow, as far as is known
    PLANE_COUNT
} Plane;

typedef struct Page {
    uint64_t number : 60;           // address / SHADOW_PAGE_BYTES
    uint64_t shift : 4;             // a cell is 1 << shift bytes
    AccessRef *planes[PLANE_COUNT]; // [cells]; NULL: no accesses
    uint16_t *values;               // mixed from the written values; NULL: no writes
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
    Page *pages; // in the order in which they were touched first
    uint32_t count, room;
    uint32_t *slots; // by hash: index into pages, plus 1
    uint32_t slot_count;
    uint32_t hints[SHADOW_HINTS]; // pages that were used recently
} Shadow;

void shadow_pool_reset(ShadowPool *pool);
void shadow_pool_destroy(ShadowPool *pool);

void shadow_init(Shadow *shadow, ShadowPool *pool);
void shadow_clear(Shadow *shadow); // its planes stay the pool's
void shadow_destroy(Shadow *shadow);

// Valid until the next page is asked for.
Page *shadow_page(Shadow *shadow, uint64_t number);
const Page *shadow_find(const Shadow *shadow, uint64_t number); // NULL: never touched
// The page will be asked for soon: of its slot first, then of itself.
void shadow_expect_slot(const Shadow *shadow, uint64_t number);
void shadow_expect_page(const Shadow *shadow, uint64_t number);
AccessRef *shadow_plane(Shadow *shadow, Page *page, Plane plane);
uint16_t *shadow_values(Shadow *shadow, Page *page);
// From words to bytes: each byte of a word is as its word was.
void shadow_split(Shadow *shadow, Page *page);

// Drops accesses that no word of the shadows refers to; their order stays. What is left may be all.
void shadow_collect(AccessLog *log, Shadow *const *shadows, uint32_t count);

#endif
