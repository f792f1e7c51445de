// SPDX-License-Identifier: Apache-2.0
// Lane masks: bit i is lane i. Visit the lanes of a mask from the lowest with
// for (uint32_t rest = mask; rest != 0; rest &= rest - 1) { lane_lowest(rest) ... }.
#ifndef LOCKSTEP_LANE_MASK_H
#define LOCKSTEP_LANE_MASK_H

#include "isa/base/bits.h"

#define FULL_MASK 0xffffffffu

static inline uint32_t lanes_in(uint32_t mask)
{
    return bits_count(mask);
}

// The mask must not be empty.
static inline uint32_t lane_lowest(uint32_t mask)
{
    return bits_lowest(mask);
}

#endif
