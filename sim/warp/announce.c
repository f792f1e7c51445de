// SPDX-License-Identifier: Apache-2.0
// Hints to the host's caches about a warp that is stepped soon. They change nothing.
#include "sim/warp/executor.h"

void block_announce_warp(const Block *block, uint32_t index)
{
    const Warp *warp = &block->warps[index];
    __builtin_prefetch(warp, 1);
    __builtin_prefetch(&warp->splits, 1);
}

static void announce_row(const Warp *warp, Operand operand)
{
    const char *row = warp_operand(warp, operand);
    __builtin_prefetch(row, 1);
    __builtin_prefetch(row + LANE_COUNT * sizeof(uint32_t) / 2, 1);
}

void block_announce_step(const Block *block, uint32_t index)
{
    const Warp *warp = &block->warps[index];
    const Operation *operation = &block->operations[warp->pc];
    if (warp->ahead > 0) { // it has been performed
        return;
    }
    __builtin_prefetch(&warp_split(warp)->state, 1);
    announce_row(warp, operation->d);
    announce_row(warp, operation->a);
    announce_row(warp, operation->b);
    announce_row(warp, operation->c);
    if (operation->guard != OPERAND_ALL_LANES) {
        __builtin_prefetch(warp_operand(warp, operation->guard));
    }
}
