// SPDX-License-Identifier: Apache-2.0
// How long resources were taken in a run that is over: what a profiler's percentages of a peak are
// made of. Nothing is counted for it while warps run.
#ifndef LOCKSTEP_TIME_BUSY_H
#define LOCKSTEP_TIME_BUSY_H

#include "sim/time/memory.h"
#include "sim/time/micro_time.h"

// Adds what the executions [code_count] took of the schedulers' pipes. The code is the program's.
void busy_add_pipes(BusyTime *busy, const ProgramTime *program, const Micro *code, const Gpu *gpu,
                    const ExecutionCount *executed, uint32_t code_count);

// Adds what accesses to shared memory take of it when no lane's guard holds: a wavefront each,
// since compute capability 7.0 (l1tex__data_pipe_lsu_wavefronts_mem_shared.sum of reduce_sequential
// in traces/h200/reduction.csv counts all 3.2 million, though lanes are on in 0.7 million of them).
// The clock does not have them wait for each other.
void busy_add_idle(BusyTime *busy, const Micro *code, const Gpu *gpu,
                   const ExecutionCount *executed, const AccessCount *accesses,
                   uint32_t code_count);

// Adds what L2 and device memory were taken.
void busy_add_memory(BusyTime *busy, const MemoryTime *memory);

#endif
