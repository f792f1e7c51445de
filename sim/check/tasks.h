// SPDX-License-Identifier: Apache-2.0
// Races between what the host asked the device to do: kernels, copies and fills of several streams.
// A task has a slot until all later ones follow it; which slots a task follows is its issuer's to
// say. Leaves out: streams and events, and what the host itself does with memory.
#ifndef LOCKSTEP_CHECK_TASKS_H
#define LOCKSTEP_CHECK_TASKS_H

#include "sim/check/finding.h"
#include "sim/check/shadow.h"

#define TASK_SLOTS 64u

// What a kernel did to global memory.
typedef struct TaskKernel {
    const MachineProgram *program; // NULL: none
    uint32_t launch;
    uint32_t grid[3], cluster[3], block[3], block_warps;
    Shadow global;
    ShadowPool pool;
    AccessLog log;
} TaskKernel;

typedef struct TaskRange {
    uint64_t begin, end;
    bool is_write;
} TaskRange;

typedef struct Task {
    bool is_open;
    const char *name; // "a copy"
    TaskKernel kernel;
    TaskRange *ranges;
    uint32_t range_count, range_room;
} Task;

typedef struct CheckTasks {
    Task slots[TASK_SLOTS];
    uint32_t current; // slot plus 1; 0: nothing runs that others could race with
    uint64_t known;   // slots that it follows
} CheckTasks;

// A task begins in a free slot, after those of `known` (bit: slot). What follows is what it did.
void tasks_begin(CheckTasks *tasks, uint32_t slot, uint64_t known, const char *name);
// Takes over what the kernel did, and adds what races with it.
void tasks_kernel(CheckTasks *tasks, TaskKernel *kernel, CheckFindings *to);
// True when something was found.
bool tasks_range(CheckTasks *tasks, uint64_t address, uint64_t size_bytes, bool is_write,
                 CheckFindings *to);
void tasks_end(CheckTasks *tasks);
// All that begins from now on follows these slots.
void tasks_forget(CheckTasks *tasks, uint64_t slots);

#endif
