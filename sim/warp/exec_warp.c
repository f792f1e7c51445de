// SPDX-License-Identifier: Apache-2.0
// Instructions that exchange values between the lanes of a warp (collective.h), and which of the
// lanes must wait for others.
#include "sim/warp/collective.h"
#include "sim/warp/executor.h"
#include "sim/warp/split.h"

// What the instructions that meet have in common: PTX ISA 9.0, "shfl.sync": threads wait until all
// members "have executed shfl.sync with the same qualifiers and same membermask value".
static uint32_t qualifiers(const Micro *micro)
{
    return (uint32_t)micro->kind << 24 | (uint32_t)micro->type << 16 | micro->function;
}

// A lane outside of its own mask never meets others: an H200 stops with an illegal instruction.
// (Undefined in the PTX ISA. If no lane has to wait, the values are exchanged all the same.)
static Outcome not_a_member(Block *block, const Warp *warp, uint32_t lane, uint32_t members)
{
    return fault_raise(block, warp, FAULT_ILLEGAL, 1u << lane,
                       "lane %u executes it with member mask 0x%x, which does not name it", lane,
                       members);
}

// Whether all lanes that the member masks name are here. If not, lanes of one mask start to wait,
// and the others try again by themselves. From cc 7.0 on; earlier GPUs exchange values between the
// lanes that execute the instruction together and ignore the mask.
static Outcome meet(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    if (!block->is_independent || on == warp->live || micro->e == ROW_NONE) {
        return OUTCOME_NEXT;
    }
    const uint32_t *mask = warp_row(warp, micro->e);
    uint32_t members = 0, strangers = 0;
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        members |= mask[lane];
        strangers |= ~mask[lane] & 1u << lane;
    }
    if ((members & warp->live & ~on) == 0) {
        return OUTCOME_NEXT;
    }
    if (strangers != 0) {
        return not_a_member(block, warp, lane_lowest(strangers), mask[lane_lowest(strangers)]);
    }
    uint32_t same = 0, wanted = mask[lane_lowest(on)];
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        uint32_t lane = lane_lowest(rest);
        same |= (uint32_t)(mask[lane] == wanted) << lane;
    }
    split_wait_members(warp, same, wanted, qualifiers(micro));
    return OUTCOME_WAITS;
}

Outcome exec_collective(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    Outcome outcome = meet(block, warp, micro, on);
    if (outcome != OUTCOME_NEXT || on == 0 || micro->kind == MICRO_WARP_BARRIER) {
        return outcome;
    }
    if (micro->kind == MICRO_SHUFFLE && on == FULL_MASK && collective_shuffle_all(warp, micro)) {
        return OUTCOME_NEXT;
    }
    Collective collective;
    collective.lanes = collective.truth = 0;
    collective_read(&collective, warp, micro, on);
    collective_compute(&collective, micro);
    collective_write(&collective, warp, micro, on);
    return OUTCOME_NEXT;
}

Outcome exec_activemask(Block *block, Warp *warp, const Micro *micro, uint32_t on)
{
    (void)block;
    uint32_t *d = warp_row(warp, micro->d);
    for (uint32_t rest = on; rest != 0; rest &= rest - 1) {
        d[lane_lowest(rest)] = on;
    }
    return OUTCOME_NEXT;
}
