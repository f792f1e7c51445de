// SPDX-License-Identifier: Apache-2.0
// The rest of a launch whose clock has stopped: blocks that run without one, and what they would
// have added to its time. Leaves out when a clock stops (sample.h, cut.h).
#ifndef LOCKSTEP_DEVICE_REST_H
#define LOCKSTEP_DEVICE_REST_H

#include "sim/device/cycles.h"
#include "sim/device/schedule.h"

// Blocks from `first` on.
typedef struct RestBlocks {
    uint64_t first;
    const BegunBlock *begun; // [begun_count]: first, first + 1, ...; no SM was given those behind
    uint64_t begun_count;
    uint64_t resident; // that the GPU holds at a time
} RestBlocks;

// What the rest adds, where that does not follow from the part that it is of the launch.
typedef struct RestTime {
    double factor;         // by how much more the whole launch executes than what was timed
    double cycles, active; // active: of all SMs, with a resident block
    double error;          // how far `cycles` may be off, as a part of them
    MemoryCount memory;
} RestTime;

// Whether the kernel prints, allocates, launches, or takes other blocks' places: what its first
// blocks do then says little of the others.
bool rest_is_special(const MachineProgram *program);

// Runs the rest; adds to the counts and to all of the result but its time.
void rest_run(const Launch *launch, const CycleOptions *options, const RestBlocks *rest,
              CycleResult *result, ExecutionCount *executed, AccessCount *accesses, Text *output);

// What was counted with a clock becomes what the whole launch would have counted.
void rest_extend(LaunchTime *time, StallCount *stalls, uint32_t code_count, const RestTime *rest);

// Multiplies by the factor, rounded.
void rest_scale_memory(MemoryCount *counts, double factor);

#endif
