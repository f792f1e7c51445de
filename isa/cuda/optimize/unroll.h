// SPDX-License-Identifier: Apache-2.0
// What the parts of unroll_loops share. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_UNROLL_H
#define LOCKSTEP_CUDA_UNROLL_H

#include "isa/cuda/optimize/trip_count.h"

// A value of the loop that is used after it, and what it is in each copy.
typedef struct UnrollValue {
    IrInstruction *value;
    uint32_t block;         // loop->blocks[block] defines it
    IrInstruction **copies; // [0] is value itself; of a head's PHI: what it stands for
} UnrollValue;

typedef struct Unroll {
    Arena arena;
    IrFunction *function;
    IrLoop *loop;
    IrBlock *exit;
    uint32_t count;    // rounds in one body: the original and count - 1 copies
    IrBlock **latches; // of each copy
    IrBlock **heads;
    IrBlock ***blocks;     // [copy][i]: of loop->blocks[i]
    IrInstruction **phis;  // of the head
    IrInstruction ***next; // [copy][phi]: its value for the round after that copy
    uint32_t phi_count;
    UnrollValue *values;
    uint32_t value_count;
} Unroll;

// Puts count - 1 copies of the body after the original; each latch goes to the next one's head or
// leaves, the last one goes back to the first. loop_mark must hold; the copies are marked too.
void unroll_copy(Unroll *unroll, IrFunction *function, IrLoop *loop, uint32_t count);
// The test at the end of copy `i` is dropped: it always goes on to `to`.
void unroll_drop_test(Unroll *unroll, uint32_t i, IrBlock *to);
// Uses after the loop get the value of the copy they come from. Clears the arena.
void unroll_finish(Unroll *unroll);

// Neither unrolled again here, nor, when it was asked for, by ptxas (`.pragma "nounroll"`), as nvcc
// has it: what it unrolls by itself ptxas may unroll further.
void unroll_settle(IrBlock *head, bool is_final);

// For a number of rounds that is only known at run time: a loop of `count` copies, and one for the
// remaining rounds. False: it has another form.
bool unroll_at_run_time(IrFunction *function, IrLoop *loop, uint32_t count);

#endif
