// SPDX-License-Identifier: Apache-2.0
// Addresses of shared memory in other blocks of a cluster: mapa and getctarank.
#include "sim/warp/executor.h"

static uint64_t mapped(uint64_t address, uint64_t rank)
{
    uint64_t base = address >= SHARED_WINDOW_BASE ? SHARED_WINDOW_BASE : 0;
    uint64_t slot = rank < CLUSTER_RANK_MAX ? rank + 1 : CLUSTER_RANK_MAX + 1;
    return base + slot * SHARED_WINDOW_BYTES + (address - base) % SHARED_WINDOW_BYTES;
}

static uint32_t rank_of(const Block *block, uint64_t address)
{
    uint64_t base = address >= SHARED_WINDOW_BASE ? SHARED_WINDOW_BASE : 0;
    uint64_t slot = (address - base) / SHARED_WINDOW_BYTES;
    return slot == 0 ? block->place.cluster_rank : (uint32_t)(slot - 1);
}

Outcome exec_map_cluster(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    bool is_wide = (micro->flags & MICRO_WIDE_ADDRESS) != 0;
    const uint32_t *narrow = warp_row(warp, micro->a), *rank = warp_row(warp, micro->b);
    const uint64_t *wide = warp_row64(warp, micro->a);
    uint32_t *narrow_d = warp_row(warp, micro->d);
    uint64_t *wide_d = warp_row64(warp, micro->d);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t address = is_wide ? wide[lane] : narrow[lane];
        if (micro->function == PTX_GETCTARANK) {
            narrow_d[lane] = rank_of(block, address);
        } else if (is_wide) {
            wide_d[lane] = mapped(address, rank[lane]);
        } else {
            narrow_d[lane] = (uint32_t)mapped(address, rank[lane]);
        }
    }
    return OUTCOME_NEXT;
}
