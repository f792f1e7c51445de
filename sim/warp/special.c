// SPDX-License-Identifier: Apache-2.0
// Values of special registers, lane by lane. Clocks are counted by the caller of the executor; in a
// run without time they stand still at the number of instructions (see block.c).
#include "sim/warp/warp.h"

#include <string.h>

static uint32_t lane_mask_of(PtxSpecial special, uint32_t lane)
{
    uint32_t equal = 1u << lane;
    switch (special) {
    case PTX_SPECIAL_LANEMASK_EQ: return equal;
    case PTX_SPECIAL_LANEMASK_LT: return equal - 1;
    case PTX_SPECIAL_LANEMASK_LE: return equal | (equal - 1);
    case PTX_SPECIAL_LANEMASK_GT: return ~(equal | (equal - 1));
    default: return ~(equal - 1);
    }
}

static uint32_t clusters_along(const Launch *launch, uint32_t axis)
{
    return launch->grid[axis] / launch->cluster[axis];
}

static uint32_t cluster_blocks(const Launch *launch)
{
    return launch->cluster[0] * launch->cluster[1] * launch->cluster[2];
}

// Special registers that are the same in all lanes of a warp.
static uint64_t uniform_special(const Warp *warp, const WarpPlace *place, PtxSpecial special)
{
    const Launch *launch = place->launch;
    switch (special) {
    case PTX_SPECIAL_NTID_X:
    case PTX_SPECIAL_NTID_Y:
    case PTX_SPECIAL_NTID_Z: return launch->block[special - PTX_SPECIAL_NTID_X];
    case PTX_SPECIAL_CTAID_X:
    case PTX_SPECIAL_CTAID_Y:
    case PTX_SPECIAL_CTAID_Z: return place->block[special - PTX_SPECIAL_CTAID_X];
    case PTX_SPECIAL_NCTAID_X:
    case PTX_SPECIAL_NCTAID_Y:
    case PTX_SPECIAL_NCTAID_Z: return launch->grid[special - PTX_SPECIAL_NCTAID_X];
    case PTX_SPECIAL_CLUSTERID_X:
    case PTX_SPECIAL_CLUSTERID_Y:
    case PTX_SPECIAL_CLUSTERID_Z:
        return place->block[special - PTX_SPECIAL_CLUSTERID_X] /
               launch->cluster[special - PTX_SPECIAL_CLUSTERID_X];
    case PTX_SPECIAL_NCLUSTERID_X:
    case PTX_SPECIAL_NCLUSTERID_Y:
    case PTX_SPECIAL_NCLUSTERID_Z:
        return clusters_along(launch, special - PTX_SPECIAL_NCLUSTERID_X);
    case PTX_SPECIAL_CLUSTER_CTAID_X:
    case PTX_SPECIAL_CLUSTER_CTAID_Y:
    case PTX_SPECIAL_CLUSTER_CTAID_Z:
        return place->block[special - PTX_SPECIAL_CLUSTER_CTAID_X] %
               launch->cluster[special - PTX_SPECIAL_CLUSTER_CTAID_X];
    case PTX_SPECIAL_CLUSTER_NCTAID_X:
    case PTX_SPECIAL_CLUSTER_NCTAID_Y:
    case PTX_SPECIAL_CLUSTER_NCTAID_Z:
        return launch->cluster[special - PTX_SPECIAL_CLUSTER_NCTAID_X];
    case PTX_SPECIAL_IS_EXPLICIT_CLUSTER: return cluster_blocks(launch) > 1;
    case PTX_SPECIAL_CLUSTER_CTARANK: return place->cluster_rank;
    case PTX_SPECIAL_CLUSTER_NCTARANK: return cluster_blocks(launch);
    case PTX_SPECIAL_WARPID: return warp->index;
    case PTX_SPECIAL_NWARPID: return launch->gpu->warps_per_sm;
    case PTX_SPECIAL_SMID: return place->sm;
    case PTX_SPECIAL_NSMID: return launch->gpu->sm_count;
    case PTX_SPECIAL_CLOCK:
    case PTX_SPECIAL_CLOCK64:
    case PTX_SPECIAL_GLOBALTIMER:
    case PTX_SPECIAL_GLOBALTIMER_LO: return place->clock;
    case PTX_SPECIAL_CLOCK_HI:
    case PTX_SPECIAL_GLOBALTIMER_HI: return place->clock >> 32;
    case PTX_SPECIAL_TOTAL_SMEM_SIZE: return launch->shared_bytes;
    case PTX_SPECIAL_AGGR_SMEM_SIZE:
        return (uint64_t)launch->shared_bytes + launch->gpu->shared_reserved_bytes;
    case PTX_SPECIAL_DYNAMIC_SMEM_SIZE: return launch->dynamic_shared_bytes;
    default: return 0; // grid id, environment, performance monitors
    }
}

static uint32_t lane_special(const Warp *warp, PtxSpecial special, uint32_t lane)
{
    switch (special) {
    case PTX_SPECIAL_TID_X:
    case PTX_SPECIAL_TID_Y:
    case PTX_SPECIAL_TID_Z: return warp->thread[special - PTX_SPECIAL_TID_X][lane];
    case PTX_SPECIAL_LANEID: return lane;
    default: return lane_mask_of(special, lane);
    }
}

static bool is_per_lane(PtxSpecial special)
{
    return special <= PTX_SPECIAL_TID_Z || special == PTX_SPECIAL_LANEID ||
           (special >= PTX_SPECIAL_LANEMASK_EQ && special <= PTX_SPECIAL_LANEMASK_GT);
}

void warp_special(const Warp *warp, const WarpPlace *place, PtxSpecial special, bool is_wide,
                  void *row, uint32_t mask)
{
    uint32_t *narrow = row;
    uint64_t *wide = row;
    if (special <= PTX_SPECIAL_TID_Z && mask == FULL_MASK && !is_wide) {
        memcpy(row, warp->thread[special - PTX_SPECIAL_TID_X], ROW_BYTES);
        return;
    }
    bool varies = is_per_lane(special);
    uint64_t value = varies ? 0 : uniform_special(warp, place, special);
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        if (varies) {
            value = lane_special(warp, special, lane);
        }
        if (is_wide) {
            wide[lane] = value;
        } else {
            narrow[lane] = (uint32_t)value;
        }
    }
}
