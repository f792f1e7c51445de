// SPDX-License-Identifier: Apache-2.0
// The time that a micro-op takes on an SM of one GPU, decoded once per launch: the registers that
// it waits for and writes, the pipe that it occupies and for how long, and when its result is
// ready. Leaves out what depends on addresses: memory_time.h computes an access.
#ifndef LOCKSTEP_TIME_MICRO_TIME_H
#define LOCKSTEP_TIME_MICRO_TIME_H

#include "isa/base/arena.h"
#include "isa/machine/program.h"
#include "sim/gpu/gpu.h"
#include "sim/observe/counts.h"
#include "sim/time/cycle.h"

// How the result of a micro-op becomes known.
typedef enum TimeClass {
    TIME_FREE,    // no machine instruction: what it makes is ready when its operands are
    TIME_FIXED,   // `latency` after issue
    TIME_TILE,    // likewise, by the size of a matrix multiplication
    TIME_MIO,     // through the queue to shared memory and shuffles, then `latency`
    TIME_MEMORY,  // an access: shared, local, global or generic, as its addresses turn out
    TIME_BARRIER, // when the barrier lets the warp go
    TIME_CLUSTER, // when the cluster's does
    TIME_BRANCH,  // the warp goes on `latency` later
    TIME_SLEEP,   // as long as it says
    TIME_GROUP,   // of asynchronous copies: it begins one, or waits until they have arrived
    TIME_PRODUCT, // of a warpgroup: it waits for its tensor core while the warp goes on
    TIME_TENSOR,  // work that the tensor core does in its order, or an mbarrier that waits for it
    TIME_FENCE    // when the warp's writes have arrived
} TimeClass;

// What readers of a result wait for until it is ready. At the same cycle, the later one counts.
typedef enum ReadyReason {
    READY_WAIT,
    READY_SHORT,
    READY_LONG,
    READY_COPY_GROUP, // cp.async
    READY_BULK_COPY,  // in a group, or at an mbarrier
    READY_MBARRIER,
    READY_CONSTANT,
    READY_BRANCH,
    READY_MEMBAR,
    READY_BARRIER,
    READY_WARPGROUP, // its products
    READY_TENSOR,    // tensor memory
    READY_FIRST      // instruction of a launch
} ReadyReason;

// Groups of asynchronous copies that a scoreboard tells apart, of cp.async and of bulk copies each;
// older ones share one more slot.
enum { COPY_GROUPS = 8, GROUP_SLOTS = COPY_GROUPS + 1 };

// Scoreboard slots: one for each register row of a frame, then one for each predicate, then those
// of the two kinds of groups, if there are any.
typedef struct MicroTime {
    uint8_t class;       // TimeClass
    uint8_t pipe;        // MachinePipe
    uint8_t issues;      // machine instructions
    uint8_t held;        // Stall while its queue has no room
    uint8_t slow_issues; // of the machine instructions: hold the scheduler for one cycle more
    uint8_t source_count, result_count;
    bool forgets_l1;      // afterwards L1 holds nothing
    float shorter_cycles; // that a fence takes less than others after accesses
    bool is_shared;       // a load, store or atomic of shared memory
    bool is_commit;       // of a warpgroup's products
    bool is_movable;      // runs on ALU, or on FMA as a multiplication: where it can begin sooner
    uint8_t reason;       // ReadyReason of its result, unless its addresses tell
    uint16_t sources[MICRO_OPERANDS_MAX];
    uint16_t results[MICRO_OPERANDS_MAX];
    float interval;        // cycles an instruction, also of a sequence, holds its part of the pipe
    float lanes;           // cycles it holds the lanes that fp32 and integers share; 0: it does not
    float latency;         // cycles until the result can be used
    float gap;             // cycles between the machine instructions of a sequence
    uint16_t guard;        // slot of the predicate that decides whether it does anything
    uint16_t guard_cycles; // by which it needs that predicate sooner than its other sources
    // What follows from the rest:
    bool is_plain;       // one machine instruction whose result is ready `latency` later
    bool waits_for_more; // than for its operands
    uint8_t wait_count;  // sources and results, each once
    uint16_t waits[MICRO_OPERANDS_MAX];
    uint32_t ready_after; // is_plain: its Ready (sm_state.h), less that of the cycle it is issued
} MicroTime;

typedef struct ProgramTime {
    MicroTime *micros;   // [code_count]
    uint32_t slot_count; // of a warp's scoreboard
    uint32_t group_slot; // the first of groups; slot_count: there are no asynchronous copies
} ProgramTime;

// Cycles for which a warp instruction holds its scheduler's part of a pipe.
double pipe_interval(const Gpu *gpu, MachinePipe pipe);

// How often a sequence of machine instructions holds its pipe: two pipes share its work.
static inline uint32_t sequence_holds(uint32_t issues)
{
    return (issues + 1) / 2;
}

// Decodes a program for a GPU.
ProgramTime program_time(const MachineProgram *program, const Gpu *gpu, Arena *arena);

#endif
