// SPDX-License-Identifier: Apache-2.0
// What both sides of a branch begin with is done once before it, as LLVM 7's SimplifyCFG does for
// GPUs from cc 2.0 to before cc 10.0: equal instructions on equal operands, in step from the heads
// of both sides, accesses and atomics among them. Nothing is passed, and each lane does what it did
// before.
#include "isa/cuda/optimize/flow.h"

// What exchanges values among lanes, or has text that nobody reads here, stays on its side.
static bool may_hoist(const IrInstruction *at)
{
    switch (at->op) {
    case IR_LOAD:
    case IR_STORE:
    case IR_ATOMIC: return true;
    case IR_PHI:
    case IR_UNSET: return false;
    default: return ir_is_pure(at);
    }
}

static bool are_equal(const IrInstruction *a, const IrInstruction *b)
{
    if (!rewrite_same_form(a, b) || a->element != b->element) {
        return false;
    }
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!rewrite_same(ir_operand(a, i), ir_operand(b, i))) {
            return false;
        }
    }
    return true;
}

// `a` before the branch, for both.
static void join(IrInstruction *before, IrInstruction *a, IrInstruction *b)
{
    a->is_no_wrap = a->is_no_wrap && b->is_no_wrap;
    a->is_readonly = a->is_readonly && b->is_readonly;
    a->is_copied = a->is_copied && b->is_copied;
    ir_move_before(before, a);
    ir_replace(b, a);
    ir_remove(b);
}

static bool is_only_way(const IrBlock *side, const IrBlock *from)
{
    return side->predecessor_count == 1 && side != from;
}

static bool hoist_from(IrBlock *block)
{
    IrBlock *then = block->last->targets[0], *otherwise = block->last->targets[1];
    bool is_changed = false;
    if (!is_only_way(then, block) || !is_only_way(otherwise, block)) {
        return false;
    }
    while (may_hoist(then->first) && are_equal(then->first, otherwise->first)) {
        join(block->last, then->first, otherwise->first);
        is_changed = true;
    }
    return is_changed;
}

bool hoist_common(IrFunction *function)
{
    bool is_changed = false;
    uint32_t capability = function->module->compute_capability;
    if (capability < LLVM_SINCE || capability >= NEW_LLVM_SINCE) {
        return false;
    }
    ir_order(function);
    for (IrBlock *block = function->last_block; block != NULL; block = block->previous) {
        if (block->last->op == IR_BRANCH) {
            is_changed = hoist_from(block) || is_changed;
        }
    }
    return is_changed;
}
