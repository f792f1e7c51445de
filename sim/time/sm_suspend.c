// SPDX-License-Identifier: Apache-2.0
// Warps that mbarrier.try_wait suspends: they issue when the phase is complete, or when they have
// waited for as long as a GPU lets them (sim/warp/exec_mbarrier.c). They look as often as a loop of
// tests would, which takes no issue slot: an H200 goes on after a try_wait as long after the
// arrival as after a test_wait that is repeated (traces/h200/probes/tries.txt).
#include "sim/time/sm_record.h"
#include "sim/time/sm_state.h"
#include "sim/time/sm_wake.h"

static void sleep_until(Sm *sm, uint32_t slot, Cycle cycle)
{
    sm->warps[slot].eligible = cycle;
    sm_set_state(sm, slot, WARP_SLEEPS);
    add_wake(sm, slot, cycle);
}

// Cycles of a loop that repeats a test.
static Cycle next_look(const Sm *sm)
{
    const Gpu *gpu = sm->gpu;
    double branch = gpu->lat_branch > 0 ? gpu->lat_branch : 2 * gpu->lat_alu;
    return sm->now + cycle_ceil(gpu->lat_mbarrier + branch + gpu->issue_cycles);
}

void sm_suspend(Sm *sm, uint32_t slot)
{
    TimedWarp *warp = &sm->warps[slot];
    if (warp->execution->pc != sm->step.pc || warp->execution->active != sm->step.active) {
        sm_prepare(sm, slot, sm->now + 1, READY_WAIT); // other lanes of the warp go on
        return;
    }
    if (sm->tape != NULL) {
        sm_record_wake(sm, slot, RECORDED_NONE);
    }
    warp->is_suspended = true;
    warp->stall = STALL_MBARRIER;
    sleep_until(sm, slot, next_look(sm));
}

bool sm_stays_suspended(Sm *sm, uint32_t slot)
{
    const TimedWarp *warp = &sm->warps[slot];
    if (!warp->is_suspended || !block_try_suspends(warp->block, warp->index)) {
        return false;
    }
    sleep_until(sm, slot, next_look(sm));
    return true;
}

void sm_record_arrival(Sm *sm, uint32_t by)
{
    const Micro *micro = sm->step.micro;
    if (micro == NULL || (micro->kind != MICRO_MBARRIER && sm->step.access.mbarrier_count == 0)) {
        return;
    }
    uint32_t first = sm->warps[by].block_slot * sm->warps_per_block;
    for (uint32_t slot = first; slot < first + sm->warps_per_block; slot++) {
        const TimedWarp *warp = &sm->warps[slot];
        if (warp->is_suspended && !block_try_suspends(warp->block, warp->index)) {
            sm_record_wake(sm, slot, by);
        }
    }
}
