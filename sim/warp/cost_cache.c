// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/cost_cache.h"

#include "sim/lane/mask.h"
#include "sim/memory/footprint.h"

#include <string.h>

// Banks are words of 4 bytes, or of the access if it is wider, numbered cyclically: moving all
// addresses by one word rotates the banks and changes no cost. Kepler's banks pair words within 256
// bytes.
uint32_t cost_cache_shared_unit(SharedRule rule, uint32_t width_bytes)
{
    if (rule == SHARED_KEPLER_32 || rule == SHARED_KEPLER_64) {
        return 256;
    }
    return width_bytes > 4 ? width_bytes : 4;
}

// Sectors are of 32 bytes and lines of 128; the older rules have blocks of up to 256 for a
// half-warp. Atomics depend on the banks of their lines.
uint32_t cost_cache_global_unit(CoalesceRule rule, GlobalAccess access)
{
    bool is_atomic = access == GLOBAL_ATOMIC || access == GLOBAL_REDUCE;
    return rule != COALESCE_SECTORS ? 512 : is_atomic ? FOOTPRINT_PERIOD_BYTES : 128;
}

typedef struct CostKey {
    uint32_t mask, kind, place;
} CostKey;

static CostEntry *entry_of(CostCache *cache, CostKey key, uint32_t delta1, uint32_t delta16,
                           uint32_t delta31)
{
    uint32_t hash = delta1 * 0x9e3779b1u ^ delta31 * 0x85ebca6bu ^ delta16 * 0xc2b2ae35u ^
                    (key.mask + key.kind * 31 + key.place) * 0x27d4eb2fu;
    return &cache->entries[(hash ^ hash >> 15) % COST_CACHE_ENTRIES];
}

static bool is_key_of(const CostEntry *entry, CostKey key)
{
    return entry->mask == key.mask && entry->kind == key.kind && entry->place == key.place;
}

static void set_key(CostEntry *entry, CostKey key)
{
    entry->mask = key.mask;
    entry->kind = key.kind;
    entry->place = key.place;
}

SharedCost cost_cache_shared(CostCache *cache, SharedRule rule, SharedAccess access,
                             const uint32_t address[32], uint32_t mask, uint32_t width_bytes)
{
    uint32_t filled[32], first = address[lane_lowest(mask)];
    const uint32_t *pattern = address;
    if (mask != FULL_MASK) { // lanes that are off count as if they were at the first address
        for (uint32_t lane = 0; lane < 32; lane++) {
            filled[lane] = (mask >> lane & 1u) != 0 ? address[lane] : first;
        }
        pattern = filled;
    }
    CostKey key = {mask, (uint32_t)access << 8 | width_bytes,
                   first & (cost_cache_shared_unit(rule, width_bytes) - 1)};
    CostEntry *entry =
        entry_of(cache, key, pattern[1] - first, pattern[16] - first, pattern[31] - first);
    if (is_key_of(entry, key) && cache->addresses->matches32(pattern, first, entry->delta)) {
        return entry->shared;
    }
    set_key(entry, key);
    for (uint32_t lane = 0; lane < 32; lane++) {
        entry->delta[lane] = pattern[lane] - first;
    }
    entry->shared = shared_cost(rule, access, address, mask, width_bytes);
    return entry->shared;
}

// Stores a pattern; false if its addresses are too far apart for that.
static bool keep_deltas(CostEntry *entry, const uint64_t pattern[32], uint64_t first)
{
    uint64_t high = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t distance = pattern[lane] - first;
        entry->delta[lane] = (uint32_t)distance;
        high |= distance + 0x80000000u;
    }
    return high >> 32 == 0;
}

#define KIND_GLOBAL (1u << 31)

GlobalCost cost_cache_global(CostCache *cache, CoalesceRule rule, GlobalAccess access,
                             const uint64_t address[32], uint32_t mask, uint32_t width_bytes,
                             bool is_cached)
{
    uint64_t filled[32], first = address[lane_lowest(mask)];
    const uint64_t *pattern = address;
    if (mask != FULL_MASK) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            filled[lane] = (mask >> lane & 1u) != 0 ? address[lane] : first;
        }
        pattern = filled;
    }
    uint32_t kind = KIND_GLOBAL | (uint32_t)is_cached << 16 | (uint32_t)access << 8 | width_bytes;
    CostKey key = {mask, kind, (uint32_t)(first & (cost_cache_global_unit(rule, access) - 1))};
    CostEntry *entry = entry_of(cache, key, (uint32_t)(pattern[1] - first),
                                (uint32_t)(pattern[16] - first), (uint32_t)(pattern[31] - first));
    if (is_key_of(entry, key) && cache->addresses->matches64(pattern, first, entry->delta)) {
        return entry->global;
    }
    set_key(entry, key);
    if (!keep_deltas(entry, pattern, first)) {
        entry->mask = 0;
    }
    entry->global = coalesce(rule, access, address, mask, width_bytes, is_cached);
    return entry->global;
}
