// SPDX-License-Identifier: Apache-2.0
// The short way of instructions that only compute: one machine instruction of a warp that nobody
// records, on GPUs that issue one a cycle. Leaves everything else to sm.c.
#include "sim/time/sm_state.h"
#include "sim/time/sm_wake.h"

static bool is_possible(const Sm *sm, const TimedWarp *warp)
{
    return sm->tape == NULL && warp->left == 0 && !warp->is_suspended &&
           sm->gpu->compute_capability >= 50 && sm->gpu->issue_width <= 1;
}

static void take(double *free_at, double now, float busy)
{
    *free_at = (*free_at > now ? *free_at : now) + (double)busy;
}

// What the warp does next: micro-ops that take no time, and stops, are left to sm.c.
static void go_on(Sm *sm, uint32_t slot, Cycle earliest)
{
    TimedWarp *warp = &sm->warps[slot];
    const MicroTime *next = &sm->program->micros[warp->execution->pc];
    if (next->class == TIME_FREE || next->waits_for_more) {
        sm_set_state(sm, slot, WARP_SLEEPS);
        sm_go_on(sm, slot, earliest, READY_WAIT);
        return;
    }
    Ready ready = latest_wait(warp, next, ready_at(earliest, READY_WAIT));
    if (ready >= READY_UNKNOWN) {
        sm_set_state(sm, slot, WARP_SLEEPS);
        sm_prepare(sm, slot, earliest, READY_WAIT);
        return;
    }
    warp->pc = warp->execution->pc;
    block_announce_step(warp->block, warp->index);
    sm_sleep(sm, slot, ready_cycle(ready), stall_of(ready_reason(ready)));
}

PlainIssue sm_issue_plain(Sm *sm, uint32_t slot, Scheduler *scheduler, const MicroTime *time)
{
    TimedWarp *warp = &sm->warps[slot];
    if (!is_possible(sm, warp)) {
        return PLAIN_NOT;
    }
    double now = cycle_real(sm->now), *pipe = &scheduler->pipes[sm_pipe(scheduler, time)];
    double busy = time->lanes > 0 && scheduler->lanes > *pipe ? scheduler->lanes : *pipe;
    if (busy >= now + 1) {
        account_untaped(sm, warp, sm->now);
        sm_sleep(sm, slot, cycle_floor(busy), STALL_MATH_PIPE);
        return PLAIN_HELD;
    }
    if (!block_step_plain(warp->block, sm->worker, warp->index)) {
        return PLAIN_NOT;
    }
    account_untaped(sm, warp, sm->now);
    scheduler->free_at = sm->now + sm->issue_cycles;
    scheduler->last = slot;
    warp->turn = ++sm->turns;
    take(pipe, now, time->interval);
    take(&scheduler->lanes, now, time->lanes);
    sm->stalls[warp->pc].cycles[STALL_SELECTED] += warp->since <= sm->now; // a cycle counts once
    warp->since = sm->now + 1;
    warp->slow_left = 0;
    sm->last = sm->now > sm->last ? sm->now : sm->last;
    sm->counts.issued++;
    Ready ready = ready_at(sm->now, (ReadyReason)0) + time->ready_after;
    for (uint32_t i = 0; i < time->result_count; i++) {
        warp->ready[time->results[i]] = ready;
    }
    go_on(sm, slot, sm->now + sm->issue_cycles);
    return PLAIN_ISSUED;
}
