// SPDX-License-Identifier: Apache-2.0
// The thread and block of an access, and findings about one place.
#include "sim/check/unit.h"

#include <string.h>

void place_in_grid(const uint32_t grid[3], const uint32_t cluster[3], uint64_t unit, uint32_t rank,
                   uint32_t place[3])
{
    for (int axis = 0; axis < 3; axis++) {
        uint32_t clusters = grid[axis] / cluster[axis];
        place[axis] = (uint32_t)(unit % clusters) * cluster[axis] + rank % cluster[axis];
        unit /= clusters;
        rank /= cluster[axis];
    }
}

void place_in_block(const uint32_t block[3], uint32_t thread, uint32_t place[3])
{
    place[0] = thread % block[0];
    place[1] = thread / block[0] % block[1];
    place[2] = thread / block[0] / block[1];
}

static CheckSide side_at(const UnitCheck *unit, uint32_t rank, uint32_t pc, uint32_t thread)
{
    const Launch *launch = unit->launch;
    CheckSide side = {.pc = pc, .warp = thread / LANE_COUNT};
    place_in_grid(launch->grid, launch->cluster, unit->index, rank, side.block);
    place_in_block(launch->block, thread, side.thread);
    return side;
}

CheckSide side_of(const BlockContext *context, const Warp *warp, uint32_t pc, uint32_t lane)
{
    return side_at(context->unit, context->rank, pc, warp->index * LANE_COUNT + lane);
}

CheckSide side_of_stamp(const UnitCheck *unit, Stamp stamp, bool is_store)
{
    uint32_t rank = stamp.warp / unit->block_warps, warp = stamp.warp % unit->block_warps;
    CheckSide side = side_at(unit, rank, stamp.pc, warp * LANE_COUNT + stamp.lane);
    side.is_store = is_store;
    side.is_atomic = stamp.is_atomic;
    return side;
}

void report_at(BlockContext *context, CheckKind kind, const Warp *warp, uint32_t pc, uint32_t lanes,
               const char *detail)
{
    UnitCheck *unit = context->unit;
    CheckFinding finding = {.kind = kind,
                            .program = unit->launch->program,
                            .here = side_of(context, warp, pc, lane_lowest(lanes)),
                            .count = 1};
    strncpy(finding.detail, detail, sizeof finding.detail - 1);
    findings_add(&unit->findings, &finding);
}
