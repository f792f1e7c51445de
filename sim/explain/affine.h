// SPDX-License-Identifier: Apache-2.0
// What the lanes of warps hold, as a formula: `32·w + lane`. Pure.
#ifndef LOCKSTEP_EXPLAIN_AFFINE_H
#define LOCKSTEP_EXPLAIN_AFFINE_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Of one warp: values at the lanes that have one.
typedef struct LaneValues {
    uint32_t warp; // its number in the block
    uint32_t lanes;
    int64_t at[32];
} LaneValues;

// base + by_warp·w + by_lane·(lane % run) + by_run·(lane / run); with a run of 32 the last term is
// zero and `lane % run` is the lane.
typedef struct Affine {
    int64_t base, by_warp, by_lane, by_run;
    uint32_t run; // 32, 16, 8, 4 or 2
} Affine;

// The formula that all lanes of the warps follow; false: none is found, or there are too few lanes
// to tell one from chance. The terms of w are only told from two warps on; those of the lanes are
// taken from the first warp.
bool affine_fit(const LaneValues *values, uint32_t count, Affine *affine);

// "32·w + lane", "lane % 16", "2·(lane / 8) + 1", "7"
void affine_put(const Affine *affine, Text *out);

#endif
