// SPDX-License-Identifier: Apache-2.0
// Who goes on next when warps contend for one word by atomics whose results they wait for. Where a
// slice of L2 has more to do than it can, what waits for it is served fairly: SMs in turn, of an SM
// its warps in turn, lane by lane. A warp with few lanes is therefore back soon, which is what
// compare-and-swap loops live from: the tries of kernels/microbench (cas_tries) are half as many as
// in one queue for each level, SMs and warps. Kept as tags of fair queueing (Demers et al.,
// SIGCOMM 1989), with a heap for each slice; the order is the same however it is asked for.
#ifndef LOCKSTEP_TIME_CONTENTION_H
#define LOCKSTEP_TIME_CONTENTION_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct Contender {
    double tag;      // who has the lowest is next,
    uint64_t number; // then who came first
    uint32_t sm, warp;
} Contender;

typedef struct ContenderQueue {
    Contender *heap;
    uint32_t count, room;
    double tag; // of who went last
} ContenderQueue;

typedef struct Contention {
    ContenderQueue *queues; // [slices]
    uint32_t slice_count;
    uint32_t *waiting; // [SMs]: its warps that wait
    uint32_t *active;  // slices that somebody waits for
    uint32_t active_count;
    uint64_t next_number;
} Contention;

void contention_init(Contention *contention, uint32_t slices, uint32_t sms, Arena *arena);
void contention_destroy(Contention *contention);

// A warp with so many lanes waits for a slice.
void contention_add(Contention *contention, uint32_t slice, uint32_t sm, uint32_t warp,
                    uint32_t lanes);
// Who is next, and waits no longer. Somebody must wait for the slice.
Contender contention_take(Contention *contention, uint32_t slice);

#endif
