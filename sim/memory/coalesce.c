// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/coalesce.h"

#include "isa/base/bits.h"
#include "sim/memory/footprint.h"
#include "sim/memory/segments.h"

#define ALL_LANES    UINT32_MAX
#define SECTOR_BYTES 32u
#define LINE_BYTES   128u

static bool is_atomic(GlobalAccess access)
{
    return access == GLOBAL_ATOMIC || access == GLOBAL_REDUCE;
}

static void count_transactions(GlobalCost *cost, uint32_t size_bytes, uint32_t count)
{
    cost->sectors += count * (size_bytes / SECTOR_BYTES);
    cost->transactions32 += size_bytes == 32 ? count : 0;
    cost->transactions64 += size_bytes == 64 ? count : 0;
    cost->transactions128 += size_bytes == 128 ? count : 0;
}

// The ideal is ncu's (memory_l2_theoretical_sectors_global_ideal, checked on an H200): every active
// lane has its own bytes, side by side, unless the lanes share so many that fewer sectors are
// touched.
static void count_bytes(GlobalCost *cost, uint32_t bytes_used, uint32_t touched_sectors,
                        uint32_t lane_bytes)
{
    uint32_t filled = (lane_bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    cost->bytes_used = bytes_used;
    cost->touched_sectors = touched_sectors;
    cost->ideal_sectors = filled < touched_sectors ? filled : touched_sectors;
}

// Pieces of granule_bytes that bytes first to last touch.
static uint32_t count_pieces(uint64_t first, uint64_t last, uint32_t granule_bytes)
{
    return (uint32_t)(last / granule_bytes - first / granule_bytes) + 1;
}

// moved: sectors that the access moves.
static GlobalCost cost_of_footprint(const Footprint *found, uint32_t moved, uint32_t mask,
                                    uint32_t width_bytes)
{
    GlobalCost cost = {.requests = 1, .lines = found->lines};
    count_transactions(&cost, SECTOR_BYTES, moved);
    count_bytes(&cost, found->addresses * width_bytes, found->sectors,
                bits_count(mask) * width_bytes);
    return cost;
}

static GlobalCost cost_of_sectors(GlobalAccess access, const uint64_t address[32], uint32_t mask,
                                  uint32_t width_bytes)
{
    Footprint found = footprint(address, mask, width_bytes);
    uint32_t moved =
        is_atomic(access) ? footprint_rounds(address, mask, found.sectors) : found.sectors;
    return cost_of_footprint(&found, moved, mask, width_bytes);
}

GlobalCost coalesce_near(uint64_t first, const int32_t delta[32], int32_t lowest, uint32_t mask,
                         uint32_t width_bytes)
{
    Footprint found = footprint_near(first, delta, lowest, mask);
    return cost_of_footprint(&found, found.sectors, mask, width_bytes);
}

static void count_requests(GlobalCost *cost, CoalesceRule rule, GlobalAccess access,
                           const uint64_t address[32], uint32_t mask, uint32_t width_bytes)
{
    uint32_t request_lanes = segments_request_lanes(rule, width_bytes);
    for (uint32_t lane = 0; lane < 32; lane += request_lanes) {
        uint32_t lanes = mask & segments_lane_mask(lane, request_lanes);
        if (lanes == 0) {
            continue;
        }
        cost->requests++;
        if (rule == COALESCE_STRICT) {
            bool is_met =
                !is_atomic(access) && segments_is_strict(address, lanes, lane, width_bytes);
            cost->coalesced += is_met;
            cost->uncoalesced += !is_met;
        }
    }
}

static GlobalCost cost_of_segments(CoalesceRule rule, GlobalAccess access,
                                   const uint64_t address[32], uint32_t mask, uint32_t width_bytes,
                                   bool is_cached)
{
    GlobalCost cost = {0};
    Segment segments[SEGMENT_MAX];
    uint32_t count =
        coalesce_segments(rule, access, address, mask, width_bytes, is_cached, segments);
    for (uint32_t at = 0; at < count; at++) {
        count_transactions(&cost, segments[at].size_bytes, 1);
    }
    bool is_through_l1 = segments_granule(rule, access, is_cached) == LINE_BYTES;
    cost.lines = is_through_l1 ? count : 0;
    count_requests(&cost, rule, access, address, mask, width_bytes);
    Footprint found = footprint(address, mask, width_bytes);
    count_bytes(&cost, found.addresses * width_bytes, found.sectors,
                bits_count(mask) * width_bytes);
    return cost;
}

// Whether lane i accesses address[0] + i * width_bytes in every lane, without wrapping around.
static bool is_linear(const uint64_t address[32], uint32_t width_bytes)
{
    uint64_t differs = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        differs |= address[lane] ^ (address[0] + lane * width_bytes);
    }
    return differs == 0 && address[31] >= address[0];
}

GlobalCost coalesce(CoalesceRule rule, GlobalAccess access, const uint64_t address[32],
                    uint32_t mask, uint32_t width_bytes, bool is_cached)
{
    if (mask == 0) {
        return (GlobalCost){0};
    }
    if (mask == ALL_LANES && is_linear(address, width_bytes)) {
        return coalesce_linear(rule, access, address[0], width_bytes, is_cached);
    }
    return rule == COALESCE_SECTORS
               ? cost_of_sectors(access, address, mask, width_bytes)
               : cost_of_segments(rule, access, address, mask, width_bytes, is_cached);
}

static GlobalCost linear_strict(uint64_t base, uint32_t width_bytes, bool is_serial)
{
    uint32_t alignment = width_bytes == 4 ? 64 : 128;
    GlobalCost cost = {.requests = 2};
    if (is_serial || width_bytes < 4 || base % alignment != 0) {
        cost.uncoalesced = 2;
        count_transactions(&cost, SECTOR_BYTES, 32);
        return cost;
    }
    cost.coalesced = 2;
    count_transactions(&cost, width_bytes == 4 ? 64 : 128, width_bytes == 16 ? 4 : 2);
    return cost;
}

static GlobalCost linear_shrinking(uint64_t base, uint32_t width_bytes)
{
    GlobalCost cost = {.requests = 2};
    uint32_t largest = segments_largest(width_bytes);
    for (uint32_t half = 0; half < 2; half++) {
        uint64_t first = base + half * 16 * width_bytes;
        uint64_t end = first + 16 * width_bytes;
        while (first != end) {
            uint64_t next = (first / largest + 1) * largest;
            uint64_t piece_end = end - first < next - first ? end : next;
            count_transactions(&cost, segments_shrink(first, piece_end - 1, largest).size_bytes, 1);
            first = piece_end;
        }
    }
    return cost;
}

static GlobalCost linear_granules(CoalesceRule rule, uint64_t base, uint32_t width_bytes,
                                  uint32_t granule_bytes)
{
    GlobalCost cost = {0};
    uint32_t request_bytes = segments_request_lanes(rule, width_bytes) * width_bytes;
    for (uint32_t offset = 0; offset < 32 * width_bytes; offset += request_bytes) {
        uint64_t first = base + offset;
        count_transactions(&cost, granule_bytes,
                           count_pieces(first, first + request_bytes - 1, granule_bytes));
        cost.requests++;
    }
    if (rule == COALESCE_SECTORS) {
        cost.lines = count_pieces(base, base + 32 * width_bytes - 1, LINE_BYTES);
    } else if (granule_bytes == LINE_BYTES) {
        cost.lines = cost.transactions128;
    }
    return cost;
}

GlobalCost coalesce_linear(CoalesceRule rule, GlobalAccess access, uint64_t base,
                           uint32_t width_bytes, bool is_cached)
{
    bool is_serial = is_atomic(access);
    GlobalCost cost;
    if (rule == COALESCE_STRICT) {
        cost = linear_strict(base, width_bytes, is_serial);
    } else if (rule == COALESCE_SEGMENTS && is_serial) {
        cost = (GlobalCost){.requests = 2};
        count_transactions(&cost, SECTOR_BYTES, 32);
    } else if (rule == COALESCE_SEGMENTS) {
        cost = linear_shrinking(base, width_bytes);
    } else {
        cost = linear_granules(rule, base, width_bytes, segments_granule(rule, access, is_cached));
    }
    count_bytes(&cost, 32 * width_bytes,
                count_pieces(base, base + 32 * width_bytes - 1, SECTOR_BYTES), 32 * width_bytes);
    return cost;
}
