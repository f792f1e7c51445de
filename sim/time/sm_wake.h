// SPDX-License-Identifier: Apache-2.0
// Which warps of an SM wake at which cycle: a ring of slots, one a cycle, and a map of those that
// are not empty. Warps that sleep longer than the ring is long are put in again at its end.
#ifndef LOCKSTEP_TIME_SM_WAKE_H
#define LOCKSTEP_TIME_SM_WAKE_H

#include "isa/base/bits.h"
#include "sim/time/sm_state.h"

static inline void add_wake(Sm *sm, uint32_t slot, Cycle cycle)
{
    Cycle last = sm->now + WAKE_SLOTS - 1;
    uint32_t at = (uint32_t)((cycle < last ? cycle : last) % WAKE_SLOTS);
    sm->wake[at] |= UINT64_C(1) << slot;
    sm->wake_map[at / 64] |= UINT64_C(1) << at % 64;
}

static inline void wake_now(Sm *sm)
{
    uint32_t at = (uint32_t)(sm->now % WAKE_SLOTS);
    uint64_t woken = sm->wake[at];
    sm->wake[at] = 0;
    sm->wake_map[at / 64] &= ~(UINT64_C(1) << at % 64);
    for (uint64_t rest = woken; rest != 0; rest &= rest - 1) {
        uint32_t slot = bits_lowest_64(rest);
        TimedWarp *warp = &sm->warps[slot];
        if (warp->state != WARP_SLEEPS) {
            continue;
        }
        if (warp->eligible > sm->now) { // further away than there are slots
            add_wake(sm, slot, warp->eligible);
        } else {
            sm_set_state(sm, slot, WARP_READY);
            sm->ready |= UINT64_C(1) << slot;
        }
    }
}

// Puts the warp to sleep until `cycle`.
static inline void sm_sleep(Sm *sm, uint32_t slot, Cycle cycle, Stall stall)
{
    TimedWarp *warp = &sm->warps[slot];
    warp->eligible = cycle;
    warp->stall = (uint8_t)stall;
    if (cycle <= sm->now) {
        sm_set_state(sm, slot, WARP_READY);
        sm->ready |= UINT64_C(1) << slot;
    } else {
        sm_set_state(sm, slot, WARP_SLEEPS);
        add_wake(sm, slot, cycle);
    }
}

// sm_account() of an SM without a tape.
static inline void account_untaped(Sm *sm, TimedWarp *warp, Cycle until)
{
    uint64_t *cycles = sm->stalls[warp->pc].cycles;
    Cycle eligible = warp->eligible < until ? warp->eligible : until;
    if (eligible > warp->since) {
        cycles[warp->stall] += eligible - warp->since;
        warp->since = eligible;
    }
    if (until > warp->since) {
        cycles[STALL_NOT_SELECTED] += until - warp->since;
        warp->since = until;
    }
}

static inline Stall stall_of(ReadyReason reason)
{
    static const uint8_t stalls[] = {
        [READY_WAIT] = STALL_WAIT,           [READY_SHORT] = STALL_SHORT,
        [READY_LONG] = STALL_LONG,           [READY_COPY_GROUP] = STALL_COPY_GROUP,
        [READY_BULK_COPY] = STALL_BULK_COPY, [READY_MBARRIER] = STALL_MBARRIER,
        [READY_CONSTANT] = STALL_CONSTANT,   [READY_BRANCH] = STALL_BRANCH,
        [READY_MEMBAR] = STALL_MEMBAR,       [READY_BARRIER] = STALL_BARRIER,
        [READY_WARPGROUP] = STALL_WARPGROUP, [READY_TENSOR] = STALL_TENSOR,
        [READY_FIRST] = STALL_INSTRUCTION};
    return (Stall)stalls[reason];
}

// When everything is there that the micro-op reads and writes, at least `ready`.
static inline Ready latest_wait(const TimedWarp *warp, const MicroTime *time, Ready ready)
{
    for (uint32_t i = 0; i < time->wait_count; i++) {
        Ready at = warp->ready[time->waits[i]];
        ready = at > ready ? at : ready;
    }
    Ready guard = guard_ready(warp, time);
    return guard > ready ? guard : ready;
}

// Whether a warp wakes at this cycle, as far as wake_now() has not woken it.
static inline bool wakes_now(const Sm *sm)
{
    return sm->wake[sm->now % WAKE_SLOTS] != 0;
}

// The first cycle after now at which a warp wakes, at most `until`.
static inline Cycle next_wake(const Sm *sm, Cycle until)
{
    uint32_t from = (uint32_t)((sm->now + 1) % WAKE_SLOTS);
    for (uint32_t step = 0; step <= WAKE_SLOTS / 64; step++) {
        uint32_t word = (from / 64 + step) % (WAKE_SLOTS / 64);
        uint64_t map = sm->wake_map[word];
        if (step == 0) {
            map &= ~UINT64_C(0) << from % 64;
        } else if (step == WAKE_SLOTS / 64) {
            map &= (UINT64_C(1) << from % 64) - 1;
        }
        if (map != 0) {
            uint32_t at = word * 64 + bits_lowest_64(map);
            Cycle cycle = sm->now + 1 + (at + WAKE_SLOTS - from) % WAKE_SLOTS;
            return cycle < until ? cycle : until;
        }
    }
    return until;
}

#endif
