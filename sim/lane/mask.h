// SPDX-License-Identifier: Apache-2.0
// Lane masks: bit i is lane i. Visit the lanes of a mask from the lowest with
// for (uint32_t rest = mask; rest != 0; rest &= rest - 1) { lane_lowest(rest) ... }.
#ifndef LOCKSTEP_LANE_MASK_H
#define LOCKSTEP_LANE_MASK_H

#include <stdint.h>

#define FULL_MASK 0xffffffffu

// Population count without the host's instruction, which the baseline may lack.
static inline uint32_t lanes_in(uint32_t mask)
{
    mask -= (mask >> 1) & 0x55555555u;
    mask = (mask & 0x33333333u) + ((mask >> 2) & 0x33333333u);
    return (((mask + (mask >> 4)) & 0x0f0f0f0fu) * 0x01010101u) >> 24;
}

// The mask must not be empty.
static inline uint32_t lane_lowest(uint32_t mask)
{
    return (uint32_t)__builtin_ctz(mask);
}

#endif
