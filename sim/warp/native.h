// SPDX-License-Identifier: Apache-2.0
// Machine code of the host in place of the run loop: what both sides know of each other. sim/native
// translates a program; the run loop enters the translation where there is one and goes on from
// where it was left. The code performs parts of the program, each from its first micro-op to its
// last, in the order and with the effects of the run loop; whatever it has no instructions for it
// leaves to the functions of this room. A worker has a NativeState, which the code addresses by the
// offsets of its fields.
#ifndef LOCKSTEP_WARP_NATIVE_H
#define LOCKSTEP_WARP_NATIVE_H

#include "sim/warp/pattern.h"

// Micro-ops that run one after another, and are counted together.
typedef struct NativePart {
    uint32_t first, end;
} NativePart;

typedef struct NativeState NativeState;

// A translation. Workers share it, and nothing changes it.
typedef struct NativeCode {
    const NativePart *parts;
    uint32_t part_count;
    // [code_count]: where the micro-op begins a part, else NULL: for warps with all 32 lanes
    // active, and for others.
    const void **full, **partial;
    // Runs from `at` on until something is left to the caller.
    void (*enter)(NativeState *state, const void *at);
} NativeCode;

// Where a launch gets its translation from. Returns NULL if there is none; any thread may ask.
typedef struct NativeSource {
    const NativeCode *(*obtain)(struct NativeSource *source, const Launch *launch);
    uint64_t after; // micro-ops that a worker executes before it asks
} NativeSource;

// How often a part was begun.
typedef struct NativeRuns {
    uint64_t full;             // with all lanes active
    uint64_t partial, threads; // with fewer: how many, summed
} NativeRuns;

// Of a micro-op.
typedef struct NativeSite {
    uint64_t off;     // active lanes whose guard did not hold, summed
    uint64_t taken;   // of branches
    Pattern *pattern; // of the last access
    uint64_t last;    // where in the host's memory the one before lay, if its pattern was known
    // Of shared memory: how many more accesses need not look for their pattern, because those do
    // not come back; accesses whose lanes have a bank each, and these lanes, summed.
    int64_t patternless;
    uint64_t spread, spread_lanes;
} NativeSite;

// The narrow part of slow_filter.
typedef struct NativeSlow {
    uint64_t near, mask;
} NativeSlow;

// Constants that vector instructions read.
typedef struct NativeConstants {
    NativeSlow slow[SLOW_OP_COUNT];
    uint32_t nan_f32, sign_f32, one_f32, two_31, most_s32, one, shift_most;
    // Which elements of two vectors make up one: every second, from 0 or 1 on; of each four those
    // from 0 and 1, or 2 and 3; one of each in turn, of the first or second half. The lanes'
    // numbers.
    alignas(64) uint32_t every2[2][16], every4[2][16], in_turn32[2][16], lanes[2][16];
    uint64_t in_turn64[2][8];
} NativeConstants;

// Values of NativeSite.patternless: until a pattern is looked for again; where it always is.
#define NATIVE_PATTERNLESS 256
#define NATIVE_PATTERNED   (INT64_MIN / 2)

struct NativeState {
    // set before the code is entered
    uint32_t *rows, *predicates;
    const uint32_t *constants;
    int64_t left; // micro-ops that it may still execute; also what is left afterwards
    uint32_t active, active_count, reconverge;
    // set by the code
    uint32_t pc;                       // where the warp goes on
    uint32_t uncount_from, uncount_to; // micro-ops that were counted and not performed
    uint32_t outcome;                  // of the micro-op at pc, or OUTCOME_NEXT
    // of the running block
    Block *block;
    Warp *warp;
    uint8_t *shared;
    int64_t shared_bytes;
    const NativeCode *code;
    NativeConstants values;
    alignas(64) uint32_t address[LANE_COUNT], room[LANE_COUNT]; // of a scattered access; any use
    // Behind it: NativeSite [code_count], NativeRuns [part_count].
    NativeSite sites[];
};

static inline NativeRuns *native_runs(NativeState *state, uint32_t code_count)
{
    return (NativeRuns *)(void *)(state->sites + code_count);
}

#define NATIVE_PATTERN_NONE UINT32_MAX // pc of a pattern that is nobody's

// Gives the worker a state to run `code` with.
void native_begin(Worker *worker, const NativeCode *code, uint32_t code_count);
// Adds what was counted to the worker's own counts.
void native_catch_up(Worker *worker, uint32_t code_count);
void native_end(Worker *worker);

// Runs the warp from its pc on, at most `limit` micro-ops. False: it did nothing, and the run loop
// must perform the next one. *outcome: as the run loop's, of the micro-op at the warp's pc.
bool native_run(Block *block, Warp *warp, uint64_t limit, Outcome *outcome);

// What the code calls. Performs the micro-op at pc; false if the warp cannot simply go on at the
// next one: then state->outcome says why.
bool native_perform(NativeState *state, uint32_t pc);

#endif
