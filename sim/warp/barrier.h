// SPDX-License-Identifier: Apache-2.0
// Block barriers: who has arrived at each of the sixteen. Pure bookkeeping of lane masks; who waits
// and what happens when a barrier completes is the caller's. Rule: PTX ISA 9.0, "bar, barrier": a
// barrier counts whole warps, in multiples of the warp size.
#ifndef LOCKSTEP_WARP_BARRIER_H
#define LOCKSTEP_WARP_BARRIER_H

#include <stdbool.h>
#include <stdint.h>

#define BARRIER_COUNT     16u
#define BARRIER_WARPS_MAX 64u
#define BARRIER_NONE      UINT32_MAX

typedef struct Barrier {
    uint32_t arrived[BARRIER_WARPS_MAX]; // lanes of each warp
    uint32_t arrived_count;              // lanes of all warps together
    uint32_t expected_threads;           // 0: all live threads of the block
    uint32_t reduce_count;               // lanes whose predicate held
    bool reduce_all, reduce_any;
    bool is_busy; // someone has arrived since it last completed
} Barrier;

void barrier_reset(Barrier *barrier);

// Lanes of a warp arrive, `truth` of them with a predicate that holds (bar.red).
void barrier_arrive(Barrier *barrier, uint32_t warp, uint32_t lanes, uint32_t truth,
                    uint32_t expected_threads);

// Whether all that it waits for have arrived. live[warp]: lanes that have not ended; lanes that end
// are waited for no longer.
bool barrier_is_complete(const Barrier *barrier, const uint32_t *live, uint32_t warp_count);

// Cheaper: false when it cannot be complete with this many live threads in the block.
static inline bool barrier_may_be_complete(const Barrier *barrier, uint32_t live_threads)
{
    return barrier->expected_threads != 0 || barrier->arrived_count >= live_threads;
}

#endif
