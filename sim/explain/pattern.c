// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/pattern.h"

#include "isa/base/bits.h"

#define WARP_LANES 32u

// The difference of the addresses of two active lanes that are `distance` lanes apart and in the
// same run, or in different ones. 0 when there are no such lanes.
static int64_t difference_of(const Access *access, uint32_t run, uint32_t distance,
                             bool is_within_run)
{
    for (uint32_t lane = 0; lane + distance < WARP_LANES; lane++) {
        uint32_t other = lane + distance;
        bool is_within = lane / run == other / run;
        if (access->lanes >> lane & access->lanes >> other & 1 && is_within == is_within_run) {
            return (int64_t)(access->address[other] - access->address[lane]);
        }
    }
    return 0;
}

static uint64_t expected(const Access *access, const Pattern *pattern, uint32_t first,
                         uint32_t lane)
{
    int64_t runs = (int64_t)(lane / pattern->run) - (int64_t)(first / pattern->run);
    int64_t steps = (int64_t)(lane % pattern->run) - (int64_t)(first % pattern->run);
    return access->address[first] + (uint64_t)(runs * pattern->jump + steps * pattern->stride);
}

static bool fits(const Access *access, const Pattern *pattern)
{
    uint32_t first = bits_lowest(access->lanes);
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (access->address[lane] != expected(access, pattern, first, lane)) {
            return false;
        }
    }
    return true;
}

Pattern access_pattern(const Access *access)
{
    Pattern pattern = {.lowest = UINT64_MAX};
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[bits_lowest(rest)];
        pattern.lowest = address < pattern.lowest ? address : pattern.lowest;
        pattern.highest = address > pattern.highest ? address : pattern.highest;
    }
    bool is_alone = (access->lanes & (access->lanes - 1)) == 0;
    for (uint32_t run = WARP_LANES; run >= 2 && !is_alone; run /= 2) {
        pattern.run = run;
        pattern.stride = difference_of(access, run, 1, true);
        pattern.jump = difference_of(access, run, run, false);
        if (fits(access, &pattern)) {
            pattern.is_regular = true;
            break;
        }
    }
    return pattern;
}

static uint64_t size_of(int64_t distance)
{
    return distance < 0 ? (uint64_t)-distance : (uint64_t)distance;
}

uint64_t pattern_pitch(const Pattern *pattern, uint32_t width_bytes)
{
    if (!pattern->is_regular) {
        return 0;
    }
    uint64_t stride = size_of(pattern->stride), jump = size_of(pattern->jump);
    return stride > width_bytes ? stride : jump > width_bytes ? jump : 0;
}
