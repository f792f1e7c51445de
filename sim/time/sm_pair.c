// SPDX-License-Identifier: Apache-2.0
// Which instructions go in pairs (dual issue).
#include "sim/time/sm_ready.h"

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
