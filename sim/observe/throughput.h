// SPDX-License-Identifier: Apache-2.0
// Shares of a peak, in percent, of a launch that ran with a clock: how much of the time resources
// were busy. "Active" relates to the cycles in which SMs held a block, "elapsed" to the whole
// launch. The GPU's parameters give the peaks; 0 if the GPU has no such resource.
#ifndef LOCKSTEP_OBSERVE_THROUGHPUT_H
#define LOCKSTEP_OBSERVE_THROUGHPUT_H

#include "sim/observe/counters.h"

// Cycles of all schedulers while their SMs were active.
double scheduler_cycles(const CounterLaunch *launch, const LaunchTime *time);

// Machine instructions that the schedulers could have issued while their SMs were active.
double issue_slots(const CounterLaunch *launch, const LaunchTime *time);

// Of a pipe, of L1 with shared memory: over active cycles.
double pipe_share(const CounterLaunch *launch, const LaunchTime *time, MachinePipe pipe);
double l1_share(const CounterLaunch *launch, const LaunchTime *time);
// The same of the engine of bulk copies.
double engine_share(const CounterLaunch *launch, const LaunchTime *time);

// Of the slices of L2 and of device memory's partitions: relative to the launch less
// `launch_cycles`, since a rate is what they can sustain; and the busiest one of them alone.
double l2_share(const CounterLaunch *launch, const LaunchTime *time);
double l2_fullest_share(const CounterLaunch *launch, const LaunchTime *time);
double dram_share(const CounterLaunch *launch, const LaunchTime *time);
double dram_fullest_share(const CounterLaunch *launch, const LaunchTime *time);

// As ncu's SM Busy, of an active SM's cycles: the larger of issue and the pipes, without those of
// memory. Of elapsed cycles, it is within 16 % of sm__instruction_throughput as recorded on an H200
// (traces/h200: 20 launches of four programs).
double sm_share(const CounterLaunch *launch, const LaunchTime *time);

// As in ncu's speed of light, relative to elapsed cycles: the larger of issue and the pipes; the
// largest of L1, L2 and device memory (in percent of its nominal bandwidth); L2 alone.
double compute_throughput(const CounterLaunch *launch, const LaunchTime *time);
double memory_throughput(const CounterLaunch *launch, const LaunchTime *time);
double l2_throughput(const CounterLaunch *launch, const LaunchTime *time);

#endif
