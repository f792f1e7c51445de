// SPDX-License-Identifier: Apache-2.0
// Makes the flow graph small: branches on constants and to a single target, blocks that only jump,
// chains of blocks, branches decided by an earlier one, jumps whose target is known from their
// origin.
#include "isa/cuda/optimize/flow.h"

static bool has_phis(const IrBlock *block)
{
    return block->first != NULL && block->first->op == IR_PHI;
}

void flow_set_target(IrBlock *block, IrBlock *to)
{
    // One edge to `to` stays: its PHIs keep the operand of that edge.
    IrInstruction *last = block->last;
    bool is_kept = false;
    for (uint32_t i = 0; i < last->target_count; i++) {
        if (last->targets[i] == to && !is_kept) {
            is_kept = true;
        } else {
            ir_remove_predecessor(last->targets[i], block);
        }
    }
    SourceLocation at = last->location;
    last->target_count = 0;
    ir_remove(last);
    ir_jump(block, to, at);
    to->predecessor_count--; // ir_jump added the edge that stayed
}

static bool fold_branch(IrBlock *block)
{
    IrInstruction *last = block->last;
    uint64_t value;
    if (last->op == IR_BRANCH && last->targets[0] == last->targets[1]) {
        return flow_merge_equal_edges(block);
    }
    if ((last->op != IR_BRANCH && last->op != IR_SWITCH)) {
        return false;
    }
    if (ir_operand(last, 0)->op == IR_UNDEFINED) {
        flow_set_target(block, last->targets[last->target_count - 1]);
        return true;
    }
    if (!rewrite_integer(ir_operand(last, 0), &value)) {
        return false;
    }
    if (last->op == IR_BRANCH) {
        flow_set_target(block, last->targets[value != 0 ? 0 : 1]);
        return true;
    }
    IrType type = ir_operand(last, 0)->type;
    uint32_t found = 0;
    for (uint32_t i = 0; i + 1 < last->target_count && found == 0; i++) {
        if (((uint64_t)last->cases[i] & rewrite_mask(type)) == value) {
            found = i + 1;
        }
    }
    flow_set_target(block, last->targets[found]);
    return true;
}

// A branch on NOT x goes the other way on x.
static bool turn_branch(IrBlock *block)
{
    IrInstruction *last = block->last;
    if (last->op != IR_BRANCH || ir_operand(last, 0)->op != IR_NOT) {
        return false;
    }
    IrBlock *then = last->targets[0];
    ir_set_operand(last, 0, ir_operand(ir_operand(last, 0), 0));
    last->targets[0] = last->targets[1];
    last->targets[1] = then;
    return true;
}

// The block's only successor has no other predecessor: one block.
static bool merge_with_next(IrBlock *block)
{
    IrInstruction *last = block->last;
    if (last->op != IR_JUMP) {
        return false;
    }
    IrBlock *next = last->targets[0];
    if (next == block || next->predecessor_count != 1 || next == block->function->entry) {
        return false;
    }
    while (has_phis(next)) {
        IrInstruction *phi = next->first;
        if (ir_operand(phi, 0) == phi) {
            return false; // an unreachable circle
        }
        ir_replace(phi, ir_operand(phi, 0));
        ir_remove(phi);
    }
    ir_move_all_before(last, next);
    ir_remove(last);
    flow_move_terminator(next, block);
    block->had_call |= next->had_call;
    if (next->unroll != UNROLL_DEFAULT && block->unroll == UNROLL_DEFAULT) {
        block->unroll = next->unroll;
        block->unroll_count = next->unroll_count;
    }
    flow_drop_block(next);
    return true;
}

// Searched from both ends: the switch that many empty blocks hang on is the first predecessor of
// their common target, or became the last one when such a block was skipped.
static bool is_predecessor(const IrBlock *block, const IrBlock *wanted)
{
    uint32_t count = block->predecessor_count;
    for (uint32_t i = 0; 2 * i < count; i++) {
        if (block->predecessors[i] == wanted || block->predecessors[count - 1 - i] == wanted) {
            return true;
        }
    }
    return false;
}

// A block that only jumps: its predecessors jump straight to its target, unless a PHI would no
// longer know where control came from.
static bool skip_empty(IrBlock *block)
{
    IrInstruction *last = block->last;
    if (last->op != IR_JUMP || block->first != last || block == block->function->entry) {
        return false;
    }
    IrBlock *to = last->targets[0];
    if (to == block || block->unroll != UNROLL_DEFAULT) {
        return false;
    }
    for (uint32_t i = 0; has_phis(to) && i < block->predecessor_count; i++) {
        if (is_predecessor(to, block->predecessors[i]) ||
            flow_count_edges(block->predecessors[i], block) > 1) {
            return false;
        }
    }
    if (has_phis(to) && flow_is_loop_entry(block, to)) {
        return false;
    }
    shown_skip(block);
    while (block->predecessor_count > 0) {
        IrBlock *from = block->predecessors[0];
        for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
            ir_add_phi_operand(phi, flow_phi_value(phi, block), from);
        }
        ir_retarget(from, block, to);
    }
    ir_remove_block(block);
    return true;
}

static bool simplify_block(IrBlock *block)
{
    return fold_branch(block) || turn_branch(block) || merge_with_next(block) || skip_empty(block);
}

bool simplify_flow(IrFunction *function)
{
    bool is_changed = false, is_again = true;
    while (is_again) {
        is_again = false;
        ir_order(function);
        for (IrBlock *block = function->entry, *next; block != NULL; block = next) {
            next = block->next;
            if (simplify_block(block)) {
                is_again = true;
                if (next != NULL && next->last == NULL) {
                    next = block; // the old one was merged into this one, which ends anew
                }
            }
        }
        if (!is_again) {
            is_again = thread_jumps(function);
        }
        is_changed = is_changed || is_again;
    }
    return is_changed;
}
