// SPDX-License-Identifier: Apache-2.0
// Block barriers: the lanes that have arrived at each of the sixteen, and at those where the warps
// of a warpgroup wait for each other. This is bookkeeping of lane
// masks only; the caller makes warps wait and releases them. Rule: PTX ISA 9.0, "bar, barrier": a
// barrier counts whole warps, in multiples of the warp size.
#ifndef LOCKSTEP_WARP_BARRIER_H
#define LOCKSTEP_WARP_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#define BARRIER_COUNT     16u
#define BARRIER_GROUPS    BARRIER_COUNT // the one of the first warpgroup
#define BARRIER_ALL       24u           // with those of eight warpgroups
#define BARRIER_WARPS_MAX 64u
#define BARRIER_NONE      UINT32_MAX

#define GROUP_WARPS 4u // of a warpgroup

typedef struct Barrier {
    uint32_t arrived[BARRIER_WARPS_MAX]; // lanes of each warp
    uint32_t arrived_count;              // lanes of all warps together
    uint32_t expected_threads;           // 0: all live threads of the block
    uint32_t reduce_count;               // lanes whose predicate held
    bool reduce_all, reduce_any;
    bool is_busy; // a lane has arrived since it last completed
} Barrier;

// Memory that was never reset must be zero. Costs nothing if no lane arrived since the last reset.
void barrier_reset(Barrier *barrier);

// Lanes of a warp arrive, `truth` of them with a predicate that holds (bar.red).
void barrier_arrive(Barrier *barrier, uint32_t warp, uint32_t lanes, uint32_t truth,
                    uint32_t expected_threads);

// Whether every expected lane has arrived. live[warp]: lanes that have not exited; a barrier does
// not wait for lanes that have.
bool barrier_is_complete(const Barrier *barrier, const uint32_t *live, uint32_t warp_count);

// A cheaper test: false if the barrier cannot be complete with this many live threads in the block.
static inline bool barrier_may_be_complete(const Barrier *barrier, uint32_t live_threads)
{
    return barrier->expected_threads != 0 || barrier->arrived_count >= live_threads;
}

#endif
