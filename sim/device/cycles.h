// SPDX-License-Identifier: Apache-2.0
// Runs all blocks of a launch on SMs with a clock. SMs run side by side for a phase no longer than
// a round trip to L2; what they asked for meanwhile is then served in the order of cycles, so that
// no reply can come too late and any number of host threads gives the same cycles and bytes.
#ifndef LOCKSTEP_DEVICE_CYCLES_H
#define LOCKSTEP_DEVICE_CYCLES_H

#include "sim/device/pool.h"
#include "sim/time/sm.h"

typedef struct CycleOptions {
    Pool *pool;
    uint32_t blocks_per_sm; // that fit by occupancy
    void (*progress)(void *context, uint64_t blocks_done, uint64_t blocks);
    void *progress_context;
} CycleOptions;

// Of one launch.
typedef struct CycleResult {
    Cycle cycles; // from the first block's start to the last reply
    SmCounts sms; // summed
    MemoryCounts memory;
    uint64_t blocks_done;
    Fault fault; // kind FAULT_NONE: none
} CycleResult;

// executed, accesses and stalls [code_count] are added to.
CycleResult cycles_run(const Launch *launch, const CycleOptions *options, ExecutionCount *executed,
                       AccessCount *accesses, StallCount *stalls);

#endif
