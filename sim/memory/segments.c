// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/segments.h"

#include "isa/base/bits.h"
#include "sim/memory/footprint.h"

#define SECTOR_BYTES 32
#define LINE_BYTES   128

typedef struct SegmentList {
    Segment *at;
    uint32_t count;
} SegmentList;

static void add_segment(SegmentList *list, uint64_t address, uint32_t size_bytes, uint32_t lanes)
{
    if (list->count < SEGMENT_MAX) {
        list->at[list->count++] = (Segment){address, size_bytes, lanes};
    }
}

uint32_t segments_request_lanes(CoalesceRule rule, uint32_t width_bytes)
{
    switch (rule) {
    case COALESCE_STRICT:
    case COALESCE_SEGMENTS: return 16;
    case COALESCE_LINES:
    case COALESCE_UNCACHED: return width_bytes <= 4 ? 32 : 128 / width_bytes;
    case COALESCE_SECTORS: break;
    }
    return 32;
}

uint32_t segments_granule(CoalesceRule rule, GlobalAccess access, bool is_cached)
{
    return rule == COALESCE_LINES && access == GLOBAL_LOAD && is_cached ? LINE_BYTES : SECTOR_BYTES;
}

bool segments_is_strict(const uint64_t address[32], uint32_t lanes, uint32_t first_lane,
                        uint32_t width_bytes)
{
    if (width_bytes < 4) {
        return false;
    }
    uint32_t leader = bits_lowest(lanes);
    uint64_t base = address[leader] - (leader - first_lane) * width_bytes;
    if (base % (width_bytes == 4 ? 64 : 128) != 0) {
        return false;
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (address[lane] != base + (lane - first_lane) * width_bytes) {
            return false;
        }
    }
    return true;
}

static void add_one_a_lane(SegmentList *list, const uint64_t address[32], uint32_t lanes)
{
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        add_segment(list, address[lane] / SECTOR_BYTES * SECTOR_BYTES, SECTOR_BYTES,
                    UINT32_C(1) << lane);
    }
}

// cc 1.0, 1.1. Source: CUDA C Programming Guide 5.5, G.3.2.
static void add_strict(SegmentList *list, const uint64_t address[32], uint32_t lanes,
                       uint32_t first_lane, uint32_t width_bytes)
{
    if (!segments_is_strict(address, lanes, first_lane, width_bytes)) {
        add_one_a_lane(list, address, lanes);
        return;
    }
    uint32_t leader = bits_lowest(lanes);
    uint64_t base = address[leader] - (leader - first_lane) * width_bytes;
    if (width_bytes < 16) {
        add_segment(list, base, 16 * width_bytes, lanes);
        return;
    }
    uint32_t low = segments_lane_mask(first_lane, 8);
    add_segment(list, base, LINE_BYTES, lanes & low);
    add_segment(list, base + LINE_BYTES, LINE_BYTES, lanes & ~low);
}

uint32_t segments_largest(uint32_t width_bytes)
{
    return width_bytes >= 4 ? 128 : 32 * width_bytes;
}

Segment segments_shrink(uint64_t first, uint64_t last, uint32_t size_bytes)
{
    while (size_bytes > SECTOR_BYTES && first / (size_bytes / 2) == last / (size_bytes / 2)) {
        size_bytes /= 2;
    }
    return (Segment){first / size_bytes * size_bytes, size_bytes, 0};
}

// cc 1.2, 1.3: the lowest waiting lane's segment serves all lanes in it. Source: CUDA C Programming
// Guide 5.5, G.3.2.2.
static void add_shrinking(SegmentList *list, const uint64_t address[32], uint32_t lanes,
                          uint32_t width_bytes)
{
    uint32_t largest = segments_largest(width_bytes);
    for (uint32_t waiting = lanes; waiting != 0;) {
        uint64_t segment = address[bits_lowest(waiting)] / largest;
        uint64_t first = UINT64_MAX, last = 0;
        uint32_t served = 0;
        for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            if (address[lane] / largest == segment) {
                served |= UINT32_C(1) << lane;
                first = address[lane] < first ? address[lane] : first;
                last = address[lane] > last ? address[lane] : last;
            }
        }
        Segment found = segments_shrink(first, last + width_bytes - 1, largest);
        add_segment(list, found.address, found.size_bytes, served);
        waiting &= ~served;
    }
}

static uint32_t find_segment(const SegmentList *list, uint32_t start, uint64_t address)
{
    while (start < list->count && list->at[start].address != address) {
        start++;
    }
    return start;
}

// One segment for each distinct granule, in the order of the lanes.
static void add_granules(SegmentList *list, const uint64_t address[32], uint32_t lanes,
                         uint32_t granule)
{
    uint32_t start = list->count;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t base = address[lane] / granule * granule;
        uint32_t found = find_segment(list, start, base);
        if (found == list->count) {
            add_segment(list, base, granule, 0);
        }
        list->at[found].lanes |= UINT32_C(1) << lane;
    }
}

// The lowest lane for each address.
static uint32_t lanes_of_a_round(const uint64_t address[32], uint32_t waiting)
{
    uint32_t chosen = 0;
    for (uint32_t rest = waiting; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint32_t others = chosen;
        while (others != 0 && address[bits_lowest(others)] != address[lane]) {
            others &= others - 1;
        }
        chosen |= others == 0 ? UINT32_C(1) << lane : 0;
    }
    return chosen;
}

// Atomics: lanes on equal addresses wait for the next round. Before cc 5.0 a round takes each
// address once.
static void add_rounds(SegmentList *list, CoalesceRule rule, const uint64_t address[32],
                       uint32_t lanes)
{
    for (uint32_t waiting = lanes; waiting != 0;) {
        uint32_t round = rule == COALESCE_SECTORS ? footprint_pass(address, waiting)
                                                  : lanes_of_a_round(address, waiting);
        add_granules(list, address, round, SECTOR_BYTES);
        waiting &= ~round;
    }
}

static bool is_atomic(GlobalAccess access)
{
    return access == GLOBAL_ATOMIC || access == GLOBAL_REDUCE;
}

uint32_t coalesce_segments(CoalesceRule rule, GlobalAccess access, const uint64_t address[32],
                           uint32_t mask, uint32_t width_bytes, bool is_cached,
                           Segment segments[SEGMENT_MAX])
{
    SegmentList list = {segments, 0};
    uint32_t request_lanes = segments_request_lanes(rule, width_bytes);
    bool is_first_generation = rule == COALESCE_STRICT || rule == COALESCE_SEGMENTS;
    for (uint32_t lane = 0; lane < 32; lane += request_lanes) {
        uint32_t lanes = mask & segments_lane_mask(lane, request_lanes);
        if (lanes == 0) {
            continue;
        }
        if (is_atomic(access) && is_first_generation) {
            add_one_a_lane(&list, address, lanes);
        } else if (is_atomic(access)) {
            add_rounds(&list, rule, address, lanes);
        } else if (rule == COALESCE_STRICT) {
            add_strict(&list, address, lanes, lane, width_bytes);
        } else if (rule == COALESCE_SEGMENTS) {
            add_shrinking(&list, address, lanes, width_bytes);
        } else {
            add_granules(&list, address, lanes, segments_granule(rule, access, is_cached));
        }
    }
    return list.count;
}
