// SPDX-License-Identifier: Apache-2.0
// What chosen warps of one launch did, step by step: masks, reconvergence stacks, accesses, waits
// and, when asked for, values. Plain data in order of time, bounded by the choice; every picture,
// page and stepper reads this and nothing else of a running kernel. Leaves out: how any of it is
// shown, and sums (sim/observe has those).
#ifndef LOCKSTEP_RECORD_RECORDING_H
#define LOCKSTEP_RECORD_RECORDING_H

#include "isa/base/arena.h"
#include "sim/observe/counts.h"
#include "sim/record/track.h"
#include "sim/warp/step.h"

#define RECORDED_NONE UINT32_MAX
#define RECORDED_ANY  UINT64_MAX

#define RECORDED_LOCAL_BYTES (UINT32_C(1) << 20) // of a thread's memory; what is behind is left out

// Which warps of a launch are recorded, and how much of them.
typedef struct RecordingChoice {
    uint64_t first_block, block_count; // indices of blocks, x fastest
    uint32_t sm;                       // only blocks that run on this SM; RECORDED_NONE: on any
    uint32_t warp;                     // only this warp of each block; RECORDED_NONE: all
    // Not 0: of the chosen blocks only so many are recorded, from the first to the last one at
    // equal distances, and of their warps whole ones are kept that differ.
    uint32_t spread_blocks;
    uint32_t max_steps; // of all warps together; what comes later is counted, not kept
    bool wants_values;  // registers, predicates, shared and local memory too
} RecordingChoice;

typedef struct RecordedBlock {
    uint64_t index; // x fastest
    uint32_t sm;
    uint64_t begun, ended; // cycles; without a clock the block's steps are numbered instead
} RecordedBlock;

typedef struct RecordedWarp {
    uint32_t block;   // index into blocks
    uint32_t number;  // in its block
    uint32_t entered; // lanes it started with
} RecordedWarp;

// A stretch of cycles in which a warp did not issue, before the step that lists it.
typedef struct RecordedWait {
    uint64_t from, until; // cycles
    Stall stall;
    uint32_t producer; // index of the step whose result it waited for, or RECORDED_NONE
} RecordedWait;

// A memory access of a step, and where it was served.
typedef struct RecordedAccess {
    StepAccess access;
    uint64_t done; // cycle at which the last lane's data was there; 0: no clock
    uint32_t l1_sectors, l2_sectors,
        dram_sectors; // sectors found in L1, in L2, fetched from memory; 0 without a clock
} RecordedAccess;

// A change of a value, in the order of steps; the values before are those of the change before it
// (zero at the start). The step made it, unless is_before: then the value was so before the step
// without one of this recording, as special registers are when a warp starts and shared memory is
// when warps that are not recorded write it.
typedef enum RecordedPlace {
    RECORDED_ROW,
    RECORDED_PREDICATE,
    RECORDED_SHARED,
    RECORDED_LOCAL // stored by the step, also if it was so before
} RecordedPlace;

typedef struct RecordedChange {
    RecordedPlace place;
    bool is_before;
    uint32_t index; // ROW: of the warp's rows (32 lanes of 32 bits); PREDICATE; SHARED: word of the
                    // block's memory; LOCAL: 32 * word of each thread's memory + lane
    uint32_t count; // values: 32 of a row, 1 of a predicate (the mask), n words of shared memory or
                    // of the same word of n lanes
    uint32_t value; // index of the first into values
} RecordedChange;

typedef struct RecordedStep {
    uint32_t warp;               // index into warps
    uint32_t pc;                 // index into program->code
    uint32_t active, on;         // lanes of the running entry; of these, those whose guard held
    uint32_t live;               // lanes that had not ended before the step
    uint32_t split;              // which of the warp's splits ran (0 on GPUs without)
    uint32_t stack, stack_count; // SimtEntry entries[stack..]: the running split's stack before the
                                 // step, top last
    uint32_t access;             // index into accesses, or RECORDED_NONE
    uint32_t wait, wait_count;   // waits before it issued, then those (from >= issued) between its
                                 // machine instructions
    uint32_t change, change_count;
    uint32_t row_base, predicate_base; // of the running frame: row r of a micro-op is row_base + r
    uint32_t local_base;               // and byte b of its part of a thread's memory local_base + b
    uint64_t issued;                   // cycle; without a clock the number of the step in its block
    uint64_t ended;                    // cycle at which it had issued all its machine instructions
    StepState state;
} RecordedStep;

typedef struct Recording {
    RecordingChoice choice;
    bool has_clock;
    RecordedBlock *blocks;
    RecordedWarp *warps;
    RecordedStep *steps; // by `issued`, then SM, then order of execution
    SimtEntry *entries;
    RecordedAccess *accesses;
    RecordedWait *waits;
    RecordedChange *changes;
    uint32_t *values;
    uint32_t block_count, warp_count, step_count, entry_count, access_count, wait_count,
        change_count, value_count;
    uint64_t steps_left_out; // of chosen warps, beyond max_steps
    const SmTrack *track;    // the SM of the first chosen block; NULL: no clock
} Recording;

#endif
