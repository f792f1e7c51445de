// SPDX-License-Identifier: Apache-2.0
// How often a loop with its test at the end runs: found by running its test on constants, or as an
// expression of values from before the loop. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_TRIP_COUNT_H
#define LOCKSTEP_CUDA_TRIP_COUNT_H

#include "isa/cuda/optimize/loop.h"

// Rounds of a loop whose test depends on constants only, at most `limit`; 0: not known. Needs
// loop_mark and loop_ends_in_test. Other exits may make it fewer.
uint32_t trip_count_constant(const IrLoop *loop, uint32_t limit);

// A counter that steps by a constant, or up by a value, until it meets a bound; neither changes in
// the loop.
typedef struct TripCount {
    IrInstruction *start, *bound; // of I32 or I64
    int64_t step;                 // 1 if there is a pace
    IrInstruction *pace;          // the step of a grid-stride loop; NULL: `step`
    IrCompare compare; // the loop goes on while the counter after its step compares so with bound
    bool is_guarded;   // before the loop the start compares so with bound
} TripCount;

// Whether a branch on the path to the loop is taken only if the first round's test holds.
bool trip_count_is_guarded(const IrLoop *loop, const TripCount *count);
// Makes one test of two: `i < a && base + i < b` is i < min(a, b - base). Needs loop_mark and
// loop_ends_in_test.
void trip_count_merge_tests(const IrLoop *loop);
bool trip_count_find(const IrLoop *loop, TripCount *count);
// The number of rounds, computed before `at`; of the counter's type.
IrInstruction *trip_count_make(const TripCount *count, IrInstruction *at);

#endif
