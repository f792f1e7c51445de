// SPDX-License-Identifier: Apache-2.0
// How long resources were busy in a run that is over: the basis of a profiler's percentages of a
// peak. Nothing is counted for it while warps run.
#ifndef LOCKSTEP_TIME_BUSY_H
#define LOCKSTEP_TIME_BUSY_H

#include "sim/time/memory.h"
#include "sim/time/micro_time.h"

// Adds the time for which the executions [code_count] kept the schedulers' pipes busy. The code is
// the program's.
void busy_add_pipes(BusyTime *busy, const ProgramTime *program, const Micro *code, const Gpu *gpu,
                    const ExecutionCount *executed, uint32_t code_count);

// Adds the busy time of L2 and device memory.
void busy_add_memory(BusyTime *busy, const MemoryTime *memory);

#endif
