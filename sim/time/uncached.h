// SPDX-License-Identifier: Apache-2.0
// Device memory of GPUs without L2: the SMs of a cluster share a way to the partitions, on which
// their requests stay in order. Each enters the queue of its partition when there is room; until
// then it holds back all that follow it, also those to idle partitions: partition camping. The
// partitions admit clusters in turn. Leaves out the width of the way there.
#ifndef LOCKSTEP_TIME_UNCACHED_H
#define LOCKSTEP_TIME_UNCACHED_H

#include "isa/base/arena.h"
#include "sim/gpu/gpu.h"
#include "sim/time/controller.h"

// Requests in their order.
typedef struct RequestQueue {
    ControllerRequest *requests; // a ring
    uint32_t first, count, room; // room: a power of two
} RequestQueue;

typedef struct Uncached {
    const Gpu *gpu;
    Arena *arena;
    ControllerTimes times;
    Controller *partitions; // [partition_count]
    RequestQueue *ways;     // [way_count]: of clusters to the partitions
    Server *replies;        // [way_count]: back to them
    RequestQueue *answers;  // [sm_count]: served, and not taken yet
    uint32_t *turns;        // [partition_count]: way that is admitted next
    uint32_t partition_count, way_count, sms_per_way;
    double reply_cycles; // of a sector
} Uncached;

void uncached_init(Uncached *memory, const Gpu *gpu, Arena *arena);

// Takes a request of an SM, no earlier than any before it.
void uncached_send(Uncached *memory, uint32_t sm, const MemoryRequest *request);
// Goes on until all requests are served that nothing sent at `until` or later can hold up.
void uncached_advance(Uncached *memory, double until);
// The next request of this SM that was served; false: none. Other SMs may be asked at the same
// time.
bool uncached_answer(Uncached *memory, uint32_t sm, MemoryRequest *request);
// Serves a request at once, past those that wait.
void uncached_serve_now(Uncached *memory, uint32_t sm, MemoryRequest *request);

#endif
