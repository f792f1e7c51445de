// SPDX-License-Identifier: Apache-2.0
// How long resources were taken in a run that is over: what a profiler's percentages of a peak are
// made of. Nothing is counted for it while warps run.
#ifndef LOCKSTEP_TIME_BUSY_H
#define LOCKSTEP_TIME_BUSY_H

#include "sim/time/memory.h"
#include "sim/time/micro_time.h"

// Adds what the executions [code_count] took of the schedulers' pipes.
void busy_add_pipes(BusyTime *busy, const ProgramTime *program, const ExecutionCount *executed,
                    uint32_t code_count);

// Adds what L2 and device memory were taken.
void busy_add_memory(BusyTime *busy, const MemoryTime *memory);

#endif
