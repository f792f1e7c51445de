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

static uint32_t hash_of(CostKey key, uint32_t delta1, uint32_t delta16, uint32_t delta31)
{
    return delta1 * 0x9e3779b1u ^ delta31 * 0x85ebca6bu ^ delta16 * 0xc2b2ae35u ^
           (key.mask + key.kind * 31 + key.place) * 0x27d4eb2fu;
}

static CostEntry *entry_of(CostCache *cache, uint32_t hash)
{
    return &cache->entries[(hash ^ hash >> 15) % COST_CACHE_ENTRIES];
}

// Whether a pattern is to be kept. Those that data decide do not come back: only a second time
// counts.
static bool is_welcome(CostEntry *entry, uint32_t hash)
{
    bool is_second = entry->refused == hash;
    entry->refused = hash;
    return is_second || entry->mask == 0;
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

// Lanes that are off count as if they were at the first address.
static const uint64_t *filled64(const uint64_t row[32], uint32_t lanes, uint64_t first,
                                uint64_t room[32])
{
    if (lanes == FULL_MASK) {
        return row;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        room[lane] = (lanes >> lane & 1u) != 0 ? row[lane] : first;
    }
    return room;
}

static const uint32_t *filled32(const uint32_t row[32], uint32_t lanes, uint32_t first,
                                uint32_t room[32])
{
    if (lanes == FULL_MASK) {
        return row;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        room[lane] = (lanes >> lane & 1u) != 0 ? row[lane] : first;
    }
    return room;
}

SharedCost cost_cache_shared(CostCache *cache, SharedRule rule, SharedAccess access,
                             const uint32_t address[32], uint32_t mask, uint32_t width_bytes)
{
    uint32_t room[32], first = address[lane_lowest(mask)];
    const uint32_t *pattern = filled32(address, mask, first, room);
    CostKey key = {mask, (uint32_t)access << 8 | width_bytes,
                   first & (cost_cache_shared_unit(rule, width_bytes) - 1)};
    uint32_t hash = hash_of(key, pattern[1] - first, pattern[16] - first, pattern[31] - first);
    CostEntry *entry = entry_of(cache, hash);
    if (is_key_of(entry, key) && cache->addresses->matches32(pattern, first, entry->delta)) {
        return entry->shared;
    }
    if (!is_welcome(entry, hash)) {
        return shared_cost(rule, access, address, mask, width_bytes);
    }
    set_key(entry, key);
    for (uint32_t lane = 0; lane < 32; lane++) {
        entry->delta[lane] = pattern[lane] - first;
    }
    entry->shared = shared_cost(rule, access, address, mask, width_bytes);
    return entry->shared;
}

// Stores a pattern; false if its addresses are too far apart for that.
static bool keep_deltas(uint32_t delta[32], const uint64_t pattern[32], uint64_t first)
{
    uint64_t high = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t distance = pattern[lane] - first;
        delta[lane] = (uint32_t)distance;
        high |= distance + 0x80000000u;
    }
    return high >> 32 == 0;
}

#define KIND_GLOBAL (1u << 31)

GlobalCost cost_cache_global(CostCache *cache, CoalesceRule rule, GlobalAccess access,
                             const uint64_t address[32], uint32_t mask, uint32_t width_bytes,
                             bool is_cached)
{
    uint64_t room[32], first = address[lane_lowest(mask)];
    const uint64_t *pattern = filled64(address, mask, first, room);
    uint32_t kind = KIND_GLOBAL | (uint32_t)is_cached << 16 | (uint32_t)access << 8 | width_bytes;
    CostKey key = {mask, kind, (uint32_t)(first & (cost_cache_global_unit(rule, access) - 1))};
    uint32_t hash = hash_of(key, (uint32_t)(pattern[1] - first), (uint32_t)(pattern[16] - first),
                            (uint32_t)(pattern[31] - first));
    CostEntry *entry = entry_of(cache, hash);
    if (is_key_of(entry, key) && cache->addresses->matches64(pattern, first, entry->delta)) {
        return entry->global;
    }
    if (!is_welcome(entry, hash)) {
        return coalesce(rule, access, address, mask, width_bytes, is_cached);
    }
    set_key(entry, key);
    if (!keep_deltas(entry->delta, pattern, first)) {
        entry->mask = 0;
    }
    entry->global = coalesce(rule, access, address, mask, width_bytes, is_cached);
    return entry->global;
}

static CopyCost copy_cost_of(CoalesceRule rule, const CopyAccess *copy, bool is_around)
{
    CopyCost cost = {.shared = is_around ? copy_cost_around(copy) : copy_cost(copy)};
    if (copy->reads == 0) {
        return cost;
    }
    cost.timed =
        coalesce(rule, GLOBAL_LOAD, copy->from, copy->reads, copy->width_bytes, !is_around);
    cost.counted = cost.timed;
    if (is_around) {
        copy_sectors_around(copy, &cost.counted);
    }
    return cost;
}

#define COPY_PERIOD_BYTES 128u // a line: banks, sectors and pieces repeat after it

CopyCost cost_cache_copy(CostCache *cache, CoalesceRule rule, const CopyAccess *copy,
                         bool is_around)
{
    uint64_t from_room[32],
        from_first = copy->reads == 0 ? 0 : copy->from[lane_lowest(copy->reads)];
    uint32_t to_room[32], to_first = copy->to[lane_lowest(copy->lanes)];
    const uint64_t *from = filled64(copy->from, copy->reads, from_first, from_room);
    const uint32_t *to = filled32(copy->to, copy->lanes, to_first, to_room);
    uint32_t kind = (uint32_t)is_around << 16 | copy->width_bytes;
    uint32_t from_place = (uint32_t)from_first & (COPY_PERIOD_BYTES - 1);
    uint32_t to_place = to_first & (COPY_PERIOD_BYTES - 1);
    uint32_t hash = (uint32_t)(from[31] - from_first) * 0x9e3779b1u ^
                    (uint32_t)(from[8] - from_first) * 0x85ebca6bu ^
                    (to[1] - to_first) * 0xc2b2ae35u ^
                    ((from_place << 7 | to_place) + copy->lanes + kind) * 0x27d4eb2fu;
    CopyEntry *entry = &cache->copies[(hash ^ hash >> 15) % COST_CACHE_COPIES];
    if (entry->lanes == copy->lanes && entry->reads == copy->reads && entry->kind == kind &&
        entry->from_place == from_place && entry->to_place == to_place &&
        cache->addresses->matches64(from, from_first, entry->from_delta) &&
        cache->addresses->matches32(to, to_first, entry->to_delta)) {
        return entry->cost;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        entry->to_delta[lane] = to[lane] - to_first;
    }
    entry->lanes = keep_deltas(entry->from_delta, from, from_first) ? copy->lanes : 0;
    entry->reads = copy->reads;
    entry->kind = kind;
    entry->from_place = from_place;
    entry->to_place = to_place;
    entry->cost = copy_cost_of(rule, copy, is_around);
    return entry->cost;
}
