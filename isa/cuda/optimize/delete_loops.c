// SPDX-License-Identifier: Apache-2.0
// Loops that end by themselves, have no effect and compute nothing that is read behind them: one
// round is left of each, which remove_dead takes (LLVM's LoopDeletion). Leaves out loops whose
// number of rounds is not known before them, as nvcc does.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/trip_count.h"

#define ROUNDS_MAX (1u << 20) // that the test is followed for

static bool is_read_outside(const IrInstruction *at)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        if (loop_is_outside(use->user->block)) {
            return true;
        }
    }
    return false;
}

static bool computes_nothing(const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (const IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            bool is_flow = at->op == IR_JUMP || at->op == IR_BRANCH || at->op == IR_SWITCH;
            if ((ir_has_effect(at) && !is_flow && at->op != IR_ASSUME) || at->is_volatile ||
                is_read_outside(at)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_useless(IrFunction *function, const IrLoop *loop)
{
    TripCount count;
    loop_mark(function, loop);
    return loop->latch != NULL && loop_ends_in_test(loop) && !loop_has_other_exit(loop) &&
           computes_nothing(loop) &&
           (trip_count_constant(loop, ROUNDS_MAX) != 0 || trip_count_find(loop, &count));
}

static bool delete_all(IrFunction *function)
{
    Arena arena = {0};
    bool is_changed = false;
    IrLoops *loops = loop_analyze(&arena, function);
    LoopsAround around = loops_around(&arena, function);
    for (uint32_t i = 0; i < loops->count; i++) {
        IrLoop *loop = loops->loops[i];
        if (!loop_is_around(around, loop) && is_useless(function, loop)) {
            flow_set_target(loop->latch, loop_exit(loop));
            loop_changed(around, loop);
            is_changed = true;
        }
    }
    arena_clear(&arena);
    return is_changed;
}

// A loop that only a deleted one has read from goes next.
bool delete_loops(IrFunction *function)
{
    bool is_changed = false;
    while (delete_all(function)) {
        remove_dead(function);
        simplify_flow(function);
        is_changed = true;
    }
    return is_changed;
}
