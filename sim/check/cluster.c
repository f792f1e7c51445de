// SPDX-License-Identifier: Apache-2.0
// Shared memory of another block of the cluster: it exists until that block's last thread exits,
// which must therefore come after every access by others.
#include "sim/check/unit.h"

#include "isa/base/heap.h"
#include "sim/warp/step.h"

#include <stdio.h>

static bool has_ended(const BlockContext *context, const Warp *but, uint32_t lanes)
{
    for (uint32_t i = 0; i < context->unit->block_warps; i++) {
        const Warp *warp = block_warp(context->block, i);
        if ((warp == but ? warp->live & ~lanes : warp->live) != 0) {
            return false;
        }
    }
    return true;
}

static void report(BlockContext *context, CheckSide here, const BlockContext *owner)
{
    CheckFinding finding = {.kind = CHECK_CLUSTER_EXIT,
                            .program = context->unit->launch->program,
                            .here = here,
                            .space = PTX_SPACE_SHARED,
                            .count = 1};
    snprintf(finding.detail, sizeof finding.detail, "block (%u,%u,%u) may have exited",
             owner->place[0], owner->place[1], owner->place[2]);
    findings_add(&context->unit->findings, &finding);
}

void cluster_access(const LaneAccess *access)
{
    BlockContext *context = access->context;
    UnitCheck *unit = context->unit;
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        uint64_t slot = access->address[lane] / SHARED_WINDOW_BYTES;
        if (slot == 0 || slot - 1 == context->rank) {
            continue;
        }
        BlockContext *owner = &unit->blocks[slot - 1];
        if (owner->visits == NULL) {
            owner->visits = heap_allocate(unit->warp_count, sizeof(Stamp));
        }
        uint32_t warp = unit_warp(context, access->warp);
        owner->visits[warp] =
            (Stamp){.when = unit->order.tick, .lane = lane, .warp = warp, .pc = access->pc};
        if (has_ended(owner, NULL, 0)) {
            report(context, side_of(context, access->warp, access->pc, lane), owner);
        }
    }
}

void cluster_exit(BlockContext *context, const Warp *warp, uint32_t on)
{
    UnitCheck *unit = context->unit;
    if (context->visits == NULL || !has_ended(context, warp, on)) {
        return;
    }
    for (uint32_t i = 0; i < unit->warp_count; i++) {
        bool is_before = context->visits[i].when == 0;
        for (uint32_t w = 0; w < unit->block_warps && !is_before; w++) {
            uint32_t own = context->rank * unit->block_warps + w;
            is_before = order_has(&unit->order, context->visits[i], own, 0);
        }
        if (!is_before) {
            report(context, side_of_stamp(unit, context->visits[i], false), context);
        }
    }
}
