// SPDX-License-Identifier: Apache-2.0
// Which instructions find their pipe free, and which go in pairs (dual issue).
#include "sim/time/sm_state.h"

Cycle sm_busy_until(const Sm *sm, const TimedWarp *warp, const Scheduler *scheduler,
                    const MicroTime *time)
{
    if (sm_is_queued(time)) {
        Cycle wait = sm_queue_wait(sm, scheduler, sm->now);
        return wait > 0 ? sm->now + wait : 0;
    }
    if (sm_is_slow(warp)) {
        double free_at = scheduler->pipes[sm_slow_pipe(warp)];
        return free_at >= cycle_real(sm->now) + 1 ? cycle_floor(free_at) : 0;
    }
    if (time->class == TIME_PRODUCT) {
        return 0;
    }
    double at = scheduler->pipes[sm_pipe(scheduler, time)];
    at = time->lanes > 0 && scheduler->lanes > at ? scheduler->lanes : at;
    return at >= cycle_real(sm->now) + 1 ? cycle_floor(at) : 0;
}

static bool can_pair(const MicroTime *time)
{
    return time->issues == 1 && (sm_is_queued(time) || time->class == TIME_FIXED);
}

static bool are_there(const TimedWarp *warp, const uint16_t *slots, uint32_t count, Cycle now)
{
    for (uint32_t i = 0; i < count; i++) {
        Ready ready = warp->ready[slots[i]];
        if (ready >= READY_UNKNOWN || ready_cycle(ready) > now) {
            return false;
        }
    }
    return true;
}

bool sm_is_second(const Sm *sm, uint32_t slot, const Scheduler *scheduler, const MicroTime *first)
{
    const TimedWarp *warp = &sm->warps[slot];
    const MicroTime *second = &sm->program->micros[warp->pc];
    return warp->state == WARP_SLEEPS && warp->left == 0 && can_pair(first) && can_pair(second) &&
           !(sm_is_queued(first) && sm_is_queued(second)) &&
           are_there(warp, second->sources, second->source_count, sm->now) &&
           are_there(warp, second->results, second->result_count, sm->now) &&
           sm_busy_until(sm, warp, scheduler, second) == 0;
}
