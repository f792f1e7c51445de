// SPDX-License-Identifier: Apache-2.0
// Which warp is served next when warps contend for one word by atomics whose results they wait for.
// If a slice of L2 is overloaded, waiting requests are served fairly: SMs in turn, the warps of an
// SM in turn, lane by lane. A warp with few lanes therefore returns soon, which makes
// compare-and-swap loops fast: the tries of kernels/microbench (cas_tries) are half as many as with
// one queue for each level, SMs and warps. Implemented as tags of fair queueing (Demers et al.,
// SIGCOMM 1989), with a heap for each slice; the order does not depend on how it is queried.
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
    double tag; // of the one that went last
} ContenderQueue;

typedef struct Contention {
    ContenderQueue *queues; // [slices]
    uint32_t slice_count;
    uint32_t *waiting; // [SMs]: its warps that wait
    uint32_t *active;  // slices that have a waiter
    uint32_t active_count;
    uint64_t next_number;
} Contention;

void contention_init(Contention *contention, uint32_t slices, uint32_t sms, Arena *arena);
void contention_destroy(Contention *contention);

// A warp with so many lanes waits for a slice.
void contention_add(Contention *contention, uint32_t slice, uint32_t sm, uint32_t warp,
                    uint32_t lanes);
// Removes and returns the next one. At least one must wait for the slice.
Contender contention_take(Contention *contention, uint32_t slice);

#endif
