// SPDX-License-Identifier: Apache-2.0
// How each generation cuts a warp's global access into transactions: for the rules of
// this room and for what explains them; the transactions themselves are handed out by
// coalesce_segments().
#ifndef LOCKSTEP_MEMORY_SEGMENTS_H
#define LOCKSTEP_MEMORY_SEGMENTS_H

#include "sim/memory/coalesce.h"

// Lanes that make one request: the whole warp, half or a quarter of it.
uint32_t segments_request_lanes(CoalesceRule rule, uint32_t width_bytes);

// Bytes of the pieces that requests are cut into under the rules from cc 2.0 on: 128 or 32.
uint32_t segments_granule(CoalesceRule rule, GlobalAccess access, bool is_cached);

// cc 1.0, 1.1: whether the lanes of one half-warp meet the conditions. `first_lane` is 0 or 16.
bool segments_is_strict(const uint64_t address[32], uint32_t lanes, uint32_t first_lane,
                        uint32_t width_bytes);

// cc 1.2, 1.3: the largest transaction for this word size, and the smallest that holds bytes first
// to last of one such transaction.
uint32_t segments_largest(uint32_t width_bytes);
Segment segments_shrink(uint64_t first, uint64_t last, uint32_t size_bytes);

static inline uint32_t segments_lane_mask(uint32_t first_lane, uint32_t lane_count)
{
    uint32_t lanes = lane_count == 32 ? UINT32_MAX : (UINT32_C(1) << lane_count) - 1;
    return lanes << first_lane;
}

#endif
