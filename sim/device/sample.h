// SPDX-License-Identifier: Apache-2.0
// The blocks of a launch that a clock need not time, because others at a steady rate tell how long
// they take. They are a whole number of waves, so that the last blocks fill the GPU as they would
// without them, and run without a clock: counts, memory and output are those of all blocks.
#ifndef LOCKSTEP_DEVICE_SAMPLE_H
#define LOCKSTEP_DEVICE_SAMPLE_H

#include "sim/device/cycles.h"
#include "sim/device/steady.h"
#include "sim/time/memory.h"

typedef struct Sample {
    bool is_wanted;       // and no decision was made so far
    uint64_t block_count; // of the launch
    uint64_t left_out;    // blocks that run without the clock
    double cycles, error; // that they add; how far these may be off, as a part of them
    double active;        // cycles of all SMs in which they are resident
    MemoryCount memory;   // that they would have counted
    MemoryCount before;   // the first of the steady waves, and how many blocks had ended then
    uint64_t ended_before, active_before; // active: cycles of all SMs
    Cycle cycle_before;
    Steady steady;
} Sample;

// Nothing is sampled that prints, is recorded beyond the first wave, or has clusters.
void sample_init(Sample *sample, const Launch *launch, const CycleOptions *options,
                 uint64_t wave_blocks);

// After a phase, in which blocks ended (steady_end_block): how many of the blocks that were not
// given to an SM, `remaining`, are left out. active: cycles up to now in which SMs had blocks.
uint64_t sample_choose(Sample *sample, const MemoryTime *memory, Cycle now, uint64_t active,
                       uint64_t remaining);

// Runs the blocks that were left out, and adds to the result what they would have added.
void sample_finish(const Sample *sample, const Launch *launch, const CycleOptions *options,
                   CycleResult *result, ExecutionCount *executed, AccessCount *accesses,
                   StallCount *stalls, Text *output);

#endif
