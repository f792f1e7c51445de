// SPDX-License-Identifier: Apache-2.0
// A clock that stops when a launch has done a given amount of work: whoever looks at the first
// steps of a kernel need not wait for the rest to be timed. The rest, with what has begun, runs
// without a clock: counts and memory are those of the whole launch, and its time follows from the
// pace so far.
#ifndef LOCKSTEP_DEVICE_CUT_H
#define LOCKSTEP_DEVICE_CUT_H

#include "sim/device/rest.h"
#include "sim/time/memory.h"

// How far the launch was when a phase ended.
typedef struct CutPoint {
    Cycle at;
    uint64_t instructions;
} CutPoint;

typedef struct Cut {
    uint64_t limit; // warp instructions and sectors of L2 in all; 0: the clock does not stop
    CutPoint *points;
    uint32_t count, room;
} Cut;

// Clocks go on to the end where a kernel reads them, or tries or waits for what other threads do
// (compare-and-swap, exchange, volatile loads, tests of mbarriers); where blocks are in clusters,
// are checked, or do what rest_is_special() names; and in a sample.
void cut_init(Cut *cut, const Launch *launch, const CycleOptions *options);
void cut_destroy(Cut *cut);

// Whether the clock stops at the end of this phase.
bool cut_is_due(Cut *cut, Cycle now, uint64_t instructions, const MemoryTime *memory);

// Runs the rest (`launch` must be the one that the blocks were begun with), and adds to the result
// what it would have added. From here on the launch may be translated.
void cut_finish(const Cut *cut, Launch *launch, const CycleOptions *options, const RestBlocks *rest,
                CycleResult *result, ExecutionCount *executed, AccessCount *accesses,
                StallCount *stalls, Text *output);

#endif
