// SPDX-License-Identifier: Apache-2.0
// What a scheduler asks again and again until a warp issues: which of the ready ones it is, and
// whether its pipe or queue has room.
#ifndef LOCKSTEP_TIME_SM_READY_H
#define LOCKSTEP_TIME_SM_READY_H

#include "isa/base/bits.h"
#include "sim/time/sm_state.h"

// Cycles of work in front of the load/store unit before the schedulers of GPUs before Volta hold
// back more; since then each has a queue of QUEUE_ROOM accesses (Huerta et al. 2025).
#define QUEUE_CYCLES 24.0

// Cycles until the scheduler's queue to memory has room; 0: it has.
static inline Cycle sm_queue_wait(const Sm *sm, const Scheduler *scheduler, Cycle now)
{
    double ahead = sm->gpu->compute_capability >= 70
                       ? scheduler->queued[scheduler->queue_next] - cycle_real(now)
                       : sm->lsu.free_at - cycle_real(now) - QUEUE_CYCLES;
    return ahead > 0 ? cycle_floor(ahead) + 1 : 0;
}

// Until when a resource of the warp's instruction is busy; 0: none is. A pipe that becomes free
// within this cycle is free.
static inline Cycle sm_busy_until(const Sm *sm, const TimedWarp *warp, const Scheduler *scheduler,
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

// The one of the ready warps that issues next. The first GPUs: round robin (Wong et al., ISPASS
// 2010). Later ones: the warp that issued last for as long as it can, then the oldest block, and of
// its warps the one whose last issue is longest ago. Taking the oldest of them would starve the
// youngest: an H200 issues 3.25, 3.81 and 3.84 dependent additions per cycle from a block's 17, 20
// and 24 warps (docs/timing-model.md), nearly as many as even turns allow.
static inline uint32_t sm_choose(const Sm *sm, const Scheduler *scheduler, uint64_t ready)
{
    if (sm->gpu->compute_capability < 20) {
        uint64_t after = ready & ~((UINT64_C(2) << scheduler->last) - 1);
        return bits_lowest_64(after != 0 ? after : ready);
    }
    if ((ready >> scheduler->last & 1) != 0) {
        return scheduler->last;
    }
    uint32_t first = bits_lowest_64(ready);
    for (uint64_t rest = ready & (ready - 1); rest != 0; rest &= rest - 1) {
        uint32_t slot = bits_lowest_64(rest);
        const TimedWarp *a = &sm->warps[slot], *b = &sm->warps[first];
        bool is_before = a->age != b->age ? a->age < b->age : a->turn < b->turn;
        first = is_before ? slot : first;
    }
    return first;
}

#endif
