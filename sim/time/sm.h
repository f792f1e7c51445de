// SPDX-License-Identifier: Apache-2.0
// One SM with a clock: resident blocks, schedulers, scoreboard, pipes, the queue to memory, L1. Runs
// by itself up to a given cycle; what it asks of the memory behind it lies in `requests` until the
// caller has had it served. What instructions do is sim/sm's; the counters are the same as without
// a clock.
#ifndef LOCKSTEP_TIME_SM_H
#define LOCKSTEP_TIME_SM_H

#include "sim/sm/block.h"
#include "sim/time/memory.h"
#include "sim/time/micro_time.h"

typedef enum Stall {
#define STALL(id, name, doc) STALL_##id,
#include "sim/time/stall.def"
#undef STALL
    STALL_COUNT
} Stall;

typedef struct StallInfo {
    const char *name; // ncu's
    const char *doc;
} StallInfo;

extern const StallInfo stall_info[STALL_COUNT];

// Warp cycles by what the warp waited for, before it issued the micro-op.
typedef struct StallCount {
    uint64_t cycles[STALL_COUNT];
} StallCount;

typedef struct SmCounts {
    uint64_t l1_reads, l1_read_hits; // sectors
    uint64_t active_cycles;          // with a resident warp
    uint64_t warp_cycles;            // resident warps, summed over cycles
    uint64_t issued;                 // machine instructions
} SmCounts;

typedef struct Sm Sm;

// An SM without blocks. resident: how many blocks fit; at most gpu->warps_per_sm warps in all.
Sm *sm_create(const Launch *launch, const ProgramTime *program, uint32_t number,
              uint32_t resident);
void sm_destroy(Sm *sm);

uint32_t sm_resident_blocks(const Sm *sm);

// A block to run from cycle `at` on. There must be a place for it; blocks begin in the order given.
void sm_give(Sm *sm, uint64_t block, Cycle at);
// The cycles at which blocks ended since the last call, earliest first; each left a place.
uint32_t sm_take_ended(Sm *sm, const Cycle **ended);

// Runs until cycle `until`, which must be at most a round trip to L2 ahead. stalls [code_count].
void sm_run(Sm *sm, Worker *worker, StallCount *stalls, Cycle until);

// When the last instruction so far was issued or reply came; false: it still has blocks.
bool sm_is_idle(const Sm *sm);
Cycle sm_last(const Sm *sm);

// What waits to be done in the order of cycles among all SMs: requests, and accesses that are
// ordered between blocks. Number i of those before `until`, oldest first.
uint32_t sm_pending(const Sm *sm, Cycle until);
Cycle sm_pending_at(const Sm *sm, uint32_t i);
// Has the memory serve number i (or performs the ordered access and has that served).
void sm_serve(Sm *sm, Worker *worker, MemoryTime *memory, uint32_t i);
// Forgets the first `count` of them, and lets warps go on that waited for them.
void sm_finish_phase(Sm *sm, uint32_t count);

const SmCounts *sm_counts(const Sm *sm);
// The block that stopped with a fault, or NULL.
const Block *sm_faulted(const Sm *sm);

#endif
