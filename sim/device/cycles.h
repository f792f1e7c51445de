// SPDX-License-Identifier: Apache-2.0
// Runs all blocks of a launch on SMs with a clock. SMs run side by side for a phase no longer than
// a round trip to L2; what they asked for meanwhile is then served in the order of cycles, so that
// no reply can come too late and any number of host threads gives the same cycles and bytes.
#ifndef LOCKSTEP_DEVICE_CYCLES_H
#define LOCKSTEP_DEVICE_CYCLES_H

#include "isa/base/text.h"
#include "sim/device/pool.h"
#include "sim/device/recorders.h"
#include "sim/time/sm.h"

typedef struct CycleOptions {
    Pool *pool;
    Recorders *recorders;   // of SMs; NULL: none
    LaunchCheck *check;     // NULL: the launch is not checked
    uint32_t blocks_per_sm; // that fit by occupancy
    bool is_sampled;        // blocks of a large grid are left out (sample.h)
    uint64_t clock_limit;   // the clock stops after so much work (cut.h); 0: it does not
    uint64_t
        max_instructions; // micro-ops of all blocks together, checked between phases; 0: no limit
    // Called on the calling thread, at most ten times a second, and at the end. May be NULL.
    void (*progress)(void *context, uint64_t blocks_done, uint64_t blocks);
    void *progress_context;
} CycleOptions;

typedef struct CycleResult {
    LaunchTime time;          // up to the fault, if there was one
    uint64_t last_unit;       // units after it are no part of the outcome
    uint64_t blocks_done;     // that ended
    uint64_t blocks_canceled; // of these, never begun (cancel.h)
    Fault fault;              // kind FAULT_NONE: all blocks ended
    uint64_t lost_prints;     // calls of printf that the buffer did not keep
} CycleResult;

// executed, accesses and stalls [code_count] are added to, and stalls are part of the result; what
// blocks printed is appended to `output` in block order. Clusters must fit
// (clusters_fit).
CycleResult cycles_run(const Launch *launch, const CycleOptions *options, ExecutionCount *executed,
                       AccessCount *accesses, StallCount *stalls, Text *output);

#endif
