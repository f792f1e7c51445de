// SPDX-License-Identifier: Apache-2.0
// A value that only one way out of a block needs is computed on that way, as LLVM's MachineSink.cpp
// does: threads that a guard sends past the body do not compute what the body alone uses.
#include "isa/cuda/optimize/flow.h"

// What may be computed later. `is_written`: something between its place and the block's end writes.
static bool is_movable(const IrInstruction *at, bool is_written)
{
    if (at->op == IR_LOAD) {
        return !at->is_volatile && at->type != IR_VOID && !is_written &&
               ir_operand(at, 0)->space != IR_SPACE_PARAMETER;
    }
    return ir_is_pure(at) && at->op != IR_PHI && at->op != IR_RESULT && at->op != IR_ARGUMENT &&
           at->op != IR_UNSET && !ir_is_convergent(at);
}

// Where the value must be there for this use.
static const IrBlock *place_of(const IrUse *use)
{
    return use->user->op == IR_PHI ? use->user->targets[rewrite_operand_index(use)]
                                   : use->user->block;
}

static bool is_used_behind_only(const IrInstruction *at, const IrBlock *block)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        const IrBlock *place = place_of(use);
        if (place == NULL || !ir_dominates(block, place)) {
            return false;
        }
    }
    return at->uses != NULL;
}

// The successor that alone needs the value; it is reached from this block alone. Or NULL.
static IrBlock *way_of(const IrInstruction *at)
{
    const IrInstruction *last = at->block->last;
    for (uint32_t i = 0; i < last->target_count; i++) {
        IrBlock *to = last->targets[i];
        if (to != at->block && to->predecessor_count == 1 && is_used_behind_only(at, to)) {
            return to;
        }
    }
    return NULL;
}

// From the last one up, so that what a value is computed from can follow it.
static bool sink_from(IrBlock *block)
{
    bool is_changed = false, is_written = false;
    if (block->last->target_count < 2) {
        return false;
    }
    for (IrInstruction *at = block->last->previous, *previous; at != NULL; at = previous) {
        previous = at->previous;
        IrBlock *to = is_movable(at, is_written) ? way_of(at) : NULL;
        if (to != NULL) {
            IrInstruction *where = rewrite_after_phis(to);
            shown_sink(at, where);
            ir_carry_before(where, at);
            is_changed = true;
        }
        is_written = is_written || ir_may_write(at);
    }
    return is_changed;
}

bool sink_values(IrFunction *function)
{
    bool is_changed = false;
    ir_dominators(function);
    for (bool is_moving = true; is_moving;) {
        is_moving = false;
        for (IrBlock *block = function->entry; block != NULL; block = block->next) {
            is_moving = sink_from(block) || is_moving;
        }
        is_changed = is_changed || is_moving;
    }
    return is_changed;
}
