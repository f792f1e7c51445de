// SPDX-License-Identifier: Apache-2.0
// Costs of access patterns that were seen before. The cost of a warp access (sim/memory) depends on
// the distances between its addresses and on the position of the first one within the unit after
// which the rule repeats; loops and blocks use few such patterns many times. A cache of a pure
// function: it changes no result.
#ifndef LOCKSTEP_WARP_COST_CACHE_H
#define LOCKSTEP_WARP_COST_CACHE_H

#include "sim/lane/address.h"
#include "sim/memory/coalesce.h"
#include "sim/memory/copy.h"
#include "sim/memory/shared.h"

#define COST_CACHE_ENTRIES 64u
#define COST_CACHE_COPIES  32u

typedef struct CostEntry {
    uint32_t delta[32]; // of the lanes in mask, from the lowest one; else 0
    uint32_t mask;      // 0: the entry is free
    uint32_t kind;      // access, width and the like
    uint32_t place;     // the first address within the unit that the rule repeats after
    uint32_t refused;   // hash of the latest pattern that was not kept: it is when it comes back
    union {
        SharedCost shared;
        GlobalCost global;
    };
} CostEntry;

typedef struct CopyCost {
    SharedCost shared;
    GlobalCost timed;   // the sectors that the clock takes: a load's; nothing if no lane reads
    GlobalCost counted; // the sectors that are counted
} CopyCost;

typedef struct CopyEntry {
    uint32_t from_delta[32], to_delta[32]; // as CostEntry's, from the lowest lane
    uint32_t lanes, reads;                 // lanes 0: the entry is free
    uint32_t kind;                         // width, around L1
    uint32_t from_place, to_place;         // within a line
    CopyCost cost;
} CopyEntry;

typedef struct CostCache {
    CostEntry entries[COST_CACHE_ENTRIES];
    CopyEntry copies[COST_CACHE_COPIES];
    const AddressTable *addresses;
} CostCache;

// How far all addresses of an access can be moved, in bytes (a power of two), so that it costs the
// same: by multiples of this.
uint32_t cost_cache_shared_unit(SharedRule rule, uint32_t width_bytes);
uint32_t cost_cache_global_unit(CoalesceRule rule, GlobalAccess access);

// As shared_cost and coalesce. The mask is not empty.
SharedCost cost_cache_shared(CostCache *cache, SharedRule rule, SharedAccess access,
                             const uint32_t address[32], uint32_t mask, uint32_t width_bytes);
GlobalCost cost_cache_global(CostCache *cache, CoalesceRule rule, GlobalAccess access,
                             const uint64_t address[32], uint32_t mask, uint32_t width_bytes,
                             bool is_cached);
// As copy_cost, or copy_cost_around and copy_sectors_around, with coalesce. Lanes are not empty.
CopyCost cost_cache_copy(CostCache *cache, CoalesceRule rule, const CopyAccess *copy,
                         bool is_around);

#endif
