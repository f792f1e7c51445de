// SPDX-License-Identifier: Apache-2.0
// Races between the tasks that the host gave to the device: kernels, copies and fills of several
// streams. A task has a slot until all later tasks are ordered after it; the caller says which
// slots a task comes after. Leaves out: streams and events, and the host's own memory accesses.
#ifndef LOCKSTEP_CHECK_TASKS_H
#define LOCKSTEP_CHECK_TASKS_H

#include "sim/check/finding.h"
#include "sim/check/history.h"

#define TASK_SLOTS 64u

// What a kernel did to global memory.
typedef struct TaskKernel {
    const MachineProgram *program; // NULL: none
    uint32_t launch;
    uint32_t grid[3], cluster[3], block[3], block_warps;
    History global;
    AccessLog log;
} TaskKernel;

typedef struct TaskRange {
    uint64_t begin, end;
    bool is_write;
} TaskRange;

typedef struct Task {
    bool is_open;
    const char *name; // "a copy"
    uint64_t known;   // slots that it is ordered after, and its own
    TaskKernel kernel;
    TaskRange *ranges;
    uint32_t range_count, range_room;
} Task;

typedef struct CheckTasks {
    Task slots[TASK_SLOTS];
    uint32_t current; // slot plus 1; 0: nothing runs that others could race with
    uint64_t known;   // slots that it is ordered after
} CheckTasks;

// Begins a task in a free slot, ordered after the slots of `known` (bit: slot). The calls up to
// tasks_end() say what the task did.
void tasks_begin(CheckTasks *tasks, uint32_t slot, uint64_t known, const char *name);
// Adds what races with what the kernel did.
void tasks_compare(const CheckTasks *tasks, const TaskKernel *kernel, CheckFindings *to);
// Takes that over for later tasks, in place of an earlier kernel of this task.
void tasks_keep(CheckTasks *tasks, const TaskKernel *kernel);
// True when something was found.
bool tasks_range(CheckTasks *tasks, uint64_t address, uint64_t size_bytes, bool is_write,
                 CheckFindings *to);
void tasks_end(CheckTasks *tasks);
// Host code accesses memory beside all tasks that are open. Adds what races with it, said to be at
// `place` (NULL: only asks, true when something would be). *seen: slots of the kernels that it is
// ordered after, because it reads what they wrote by atomics or volatile stores.
bool tasks_host(const CheckTasks *tasks, const TaskRange *range, const char *place, uint64_t *seen,
                CheckFindings *to);
// All tasks that begin from now on are ordered after these slots.
void tasks_forget(CheckTasks *tasks, uint64_t slots);

// --- for those who compare kernels

// Two accesses to one byte.
typedef struct TaskClash {
    AccessRef here, other;
    uint64_t address;
} TaskClash;

// A finding at a kernel's access.
CheckFinding task_finding(CheckKind kind, const TaskKernel *kernel, AccessRef ref, bool is_write);
// "kernel 'produce' (line 12) writes " and what.
void task_describe(const TaskKernel *kernel, AccessRef ref, bool is_write, const char *what,
                   char *out, size_t room);
void task_kernel_clear(TaskKernel *kernel);

#endif
