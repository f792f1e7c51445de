// SPDX-License-Identifier: Apache-2.0
// What the passes on loops share: membership, preheaders, copies of a loop's body.
// Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_LOOP_H
#define LOCKSTEP_CUDA_LOOP_H

#include "isa/cuda/optimize/flow.h"

// Dominators and loops; each loop gets a preheader and one latch where it has none.
IrLoops *loop_analyze(Arena *arena, IrFunction *function);
// Calls `visit` for each loop that has a preheader and a latch, after loop_mark. Returns whether
// one of the calls changed anything: they may not change which blocks loops have.
typedef bool LoopVisit(const IrLoops *loops, const IrLoop *loop);
bool loop_visit(IrFunction *function, LoopVisit *visit);
// From now on, until the next call, `inside` means this loop and copies of its blocks.
void loop_mark(IrFunction *function, const IrLoop *loop);
static inline bool loop_is_inside(const IrBlock *block)
{
    return block->mark == block->function->loop_mark;
}
static inline bool loop_is_outside(const IrBlock *block)
{
    return !loop_is_inside(block);
}
// A constant, or defined outside. Needs loop_mark.
bool loop_is_invariant(const IrInstruction *value);
// The next value of a PHI of the head that steps by a literal; NULL: it is no such counter.
IrInstruction *loop_counter_next(const IrLoop *loop, const IrInstruction *phi, int64_t *step);
// What a value computed from counters and invariants is in the first round, computed in the
// preheader. Needs loop_mark.
IrInstruction *loop_first_value(const IrLoop *loop, IrInstruction *value);
// The latch ends in a branch between the head and a block outside. Needs loop_mark and the latch.
bool loop_ends_in_test(const IrLoop *loop);
// The block outside that the latch's test leaves to.
IrBlock *loop_exit(const IrLoop *loop);
// Which loops enclose one that was changed since the loops were found: their description is out of
// date.
typedef struct LoopsAround {
    bool *is_around; // by the number of the head
} LoopsAround;

LoopsAround loops_around(Arena *arena, const IrFunction *function);
void loop_changed(LoopsAround around, const IrLoop *loop);
static inline bool loop_is_around(LoopsAround around, const IrLoop *loop)
{
    return around.is_around[loop->head->number];
}
bool loop_is_innermost(const IrLoops *loops, const IrLoop *loop);
// Does any block other than the latch leave the loop (or end the function)?
bool loop_has_other_exit(const IrLoop *loop);
// Is there one edge out of it, and does nothing in it end the function?
bool loop_has_one_exit(const IrLoop *loop);
// A new block on the edges from `from` to `to`.
IrBlock *loop_split_edge(IrBlock *from, IrBlock *to);

// A copy of the loop's blocks for another round. Before: values[] of the head's PHIs are set (by
// number) to what they are in this round. Back edges of the copy go to the original head, edges out
// to the same blocks, whose PHIs get operands for them.
typedef struct LoopCopy {
    IrInstruction **values; // by the original's number; NULL: itself
    IrBlock **blocks;
    uint32_t value_count, block_count;
} LoopCopy;

void loop_copy_init(LoopCopy *copy, Arena *arena, const IrFunction *function);
void loop_copy_make(LoopCopy *copy, IrFunction *function, const IrLoop *loop);
IrInstruction *loop_copy_value(const LoopCopy *copy, IrInstruction *value);
IrBlock *loop_copy_block(const LoopCopy *copy, IrBlock *block);

#endif
