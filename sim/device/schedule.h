// SPDX-License-Identifier: Apache-2.0
// Runs all blocks of a launch on host threads, counting and without any notion of time. The same
// bytes, counts, output and fault for any number of threads, because
//  * ordered accesses are made in turns that do not depend on threads (turns.h);
//  * everything else of a block depends on its index and on memory that no other block of the
//  launch
//    writes (plain accesses of two blocks to the same bytes, one of them a store, are a race, here
//    as in CUDA, and their outcome may depend on threads);
//  * counts are sums, collected by each thread for itself and added at the end.
// After a fault, units after the culprit may have run ahead of their turn up to their first ordered
// access, or to their end when they have none. Their plain stores are then in memory and their
// executions among the counts, more or fewer with more or fewer threads; with one thread there are
// none. The fault itself, all that its predecessors did, and the output do not depend on threads.
#ifndef LOCKSTEP_DEVICE_SCHEDULE_H
#define LOCKSTEP_DEVICE_SCHEDULE_H

#include "isa/base/text.h"
#include "sim/check/check.h"
#include "sim/device/pool.h"
#include "sim/device/recorders.h"
#include "sim/device/turns.h"
#include "sim/lockstep.h"

// A block that another driver was given.
typedef struct BegunBlock {
    Block *block; // begun and kept by that driver; NULL: it has ended
    bool is_left; // or was not begun after all
} BegunBlock;

typedef struct ScheduleOptions {
    const BlockEngine *engine;
    Pool *pool;
    Recorders *recorders;     // of chosen blocks; NULL: none
    LaunchCheck *check;       // NULL: the launch is not checked
    uint64_t first_block;     // blocks before it have run; 0 with clusters
    const BegunBlock *begun;  // [begun_count]: from first_block on, what another driver has made of
    uint64_t begun_count;     // them. 0 with clusters
    uint32_t resident_blocks; // that the GPU holds at a time, at least 1
    uint64_t max_instructions; // of all blocks together, checked when a turn ends; 0: no limit
    LockstepEngine executes;   // micro-ops
    // Called on the calling thread, at most ten times a second, and at the end. May be NULL.
    void (*progress)(void *context, uint64_t blocks_done, uint64_t blocks);
    void *progress_context;
} ScheduleOptions;

typedef struct ScheduleResult {
    TurnEnd end;              // never TURN_GOES_ON
    uint64_t last_unit;       // units after it are no part of the outcome
    uint64_t blocks_done;     // blocks whose work is part of the outcome
    uint64_t blocks_canceled; // of these, never begun: other blocks took them over (cancel.h)
    Fault fault;              // kind FAULT_NONE when FINISHED
    uint64_t lost_prints;     // calls of printf that the buffer did not keep
} ScheduleResult;

// Machine code for the blocks of a launch, where the host and the engine allow it; else NULL. The
// caller destroys it. Only for blocks that another driver begins: schedule_run() does it for
// others.
struct NativeSource *schedule_translate(const Launch *launch, LockstepEngine engine);

// executed and accesses [code_count] are added to; what blocks printed is appended to `output` in
// block order (of a launch that faulted: blocks that had their turn).
ScheduleResult schedule_run(const Launch *launch, const ScheduleOptions *options,
                            ExecutionCount *executed, AccessCount *accesses, Text *output);

#endif
