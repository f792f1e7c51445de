// SPDX-License-Identifier: Apache-2.0
// Indices that the compiler checks (isa/cuda/ir/generate_index.c): the lanes that call are about to
// access an array beyond its elements.
#include "sim/check/unit.h"

#include "sim/check/registers.h"
#include "sim/warp/frame.h"

#include <stdio.h>
#include <string.h>

bool index_is_check(const Micro *micro)
{
    return micro->kind == MICRO_SYSTEM_CALL && micro->function == SYSTEM_INDEX;
}

// The lanes whose index is known; of the others the access is reported (uninit-address).
static uint32_t lanes_known(const BlockContext *context, const Warp *warp, const Micro *micro,
                            uint32_t on)
{
    WarpCheck *check = registers_of(context, warp);
    if (!check->is_suspect || micro->guard == PREDICATE_NONE) {
        return on;
    }
    registers_reserve(check, warp);
    return on & ~*registers_predicate(check, warp, (Row)micro->guard);
}

static uint64_t argument(const Warp *warp, const MachineCall *call, uint32_t index, uint32_t lane)
{
    uint64_t value = 0;
    frame_read(warp, warp_frame(warp)->local_base + call->arguments[index].from_offset, lane,
               &value, sizeof value);
    return value;
}

void index_call(BlockContext *context, const Warp *warp, uint32_t pc, uint32_t on)
{
    UnitCheck *unit = context->unit;
    const Micro *micro = &unit->launch->program->code[pc];
    const MachineCall *call = &unit->launch->program->calls[micro->target];
    uint32_t lanes = checks(unit, CHECKER_MEMORY) ? lanes_known(context, warp, micro, on) : 0;
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        char detail[256] = "";
        uint64_t address = argument(warp, call, 1, lane);
        const MemoryRegion *region = device_memory_find(unit->launch->memory, address);
        if (region != NULL) {
            uint64_t offset = address - region->base;
            snprintf(detail, sizeof detail, "index %lld is outside of %.*s",
                     (long long)argument(warp, call, 0, lane), (int)(region->size_bytes - offset),
                     (const char *)region->bytes + offset);
        }
        report_at(context, CHECK_INDEX_BOUNDS, warp, pc, 1u << lane, detail);
    }
}
