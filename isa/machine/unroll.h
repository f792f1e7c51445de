// SPDX-License-Identifier: Apache-2.0
// Parts of unit_unroll: what ptxas unrolls, and how far.
#ifndef LOCKSTEP_MACHINE_UNROLL_H
#define LOCKSTEP_MACHINE_UNROLL_H

#include "isa/machine/flow.h"
#include "isa/machine/live.h"
#include "isa/machine/op.h"

typedef struct UnrollLoop {
    uint32_t first, end; // ops of the block
    uint32_t test;       // the comparison that the closing branch reads
    Value counter, bound;
    int64_t step;
    LaneOp below;             // counter `below` limit: rounds are left
    LaneOp above;             // bound above a literal: the limit does not wrap
    LaneOp done;              // counter `done` bound: none left
    bool is_down;             // to zero; else up to bound
    uint32_t rounds, at_once; // if known; else 0
    uint64_t start;           // the counter before the first, if known
} UnrollLoop;

typedef struct Unroll {
    Unit *unit;
    Flow *flow;
    Live *live;
    Op *ops;            // as they were
    uint32_t *writes;   // [register], in the whole unit
    bool *is_kept;      // [label]: nounroll
    bool *is_divergent; // [register]
    uint32_t *reads;    // [register], in the whole unit
    Value *now;         // [register]: its value at this point of the copies
    uint32_t *copy;     // [register]: the copy in which `now` was given
    uint32_t copy_count;
    const UnrollLoop *known; // the loop of the copies, if their counters are literals
    uint32_t done;           // the rounds before the copies, if so
} Unroll;

// Compares integers of 32 or 64 bits; false: the function is no such comparison.
bool unroll_compare(LaneOp function, uint64_t a, uint64_t b, bool *holds);

// Whether it is r = r + literal, in all active lanes.
bool unroll_is_induction(const Unroll *work, const Op *op, int64_t *step);

// Whether the block is a loop to be unrolled.
bool unroll_find(const Unroll *work, const FlowBlock *block, UnrollLoop *loop);

// Whether the body of a loop (ops first to end, the loop's test included) is short enough for four
// rounds at once.
bool unroll_is_short(const Unit *unit, const Op *ops, uint32_t first, uint32_t end);

// How many of a loop's known number of rounds run at once: all, some, or 1.
uint32_t unroll_rounds_at_once(const Unit *unit, const Op *ops, uint32_t first, uint32_t end,
                               uint32_t rounds);

// The one op that sets the counter of the loop `block` outside, which each way into the loop
// passes; NULL: there is none.
Op *unroll_start(const Unroll *work, uint32_t block, Value counter);

// Sets `rounds` and `start` of the loop `block` if they are known.
void unroll_count_rounds(const Unroll *work, uint32_t block, UnrollLoop *loop);

#endif
