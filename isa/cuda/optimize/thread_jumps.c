// SPDX-License-Identifier: Apache-2.0
// Jump threading: a block that only branches on a PHI (or on its comparison with a constant) is
// bypassed on the paths where the PHI's value is a constant. Blocks with anything else in them,
// loop heads, and PHIs with other uses stay. So do the ends of loops: a lane that leaves by itself,
// `while (!done) if (got the lock) { ...; done = true; }`, would no longer wait for its warp there.
#include "isa/cuda/optimize/flow.h"

// The block's condition for one way in: 0, 1, or -1 when that way does not decide it.
static int decided(const IrBlock *block, const IrBlock *from)
{
    const IrInstruction *condition = ir_operand(block->last, 0);
    uint64_t value;
    bool is_inverted = false;
    while (condition->op == IR_NOT && condition->block == block) {
        condition = ir_operand(condition, 0);
        is_inverted = !is_inverted;
    }
    if (condition->op != IR_PHI || condition->block != block) {
        return -1;
    }
    const IrInstruction *given = flow_phi_value(condition, from);
    if (given == NULL || !rewrite_integer(given, &value)) {
        return -1;
    }
    return (value != 0) != is_inverted;
}

static bool is_used_here_only(const IrBlock *block, const IrInstruction *value)
{
    for (const IrUse *use = value->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        bool is_edge = user->op == IR_PHI && user->block != block &&
                       user->targets[rewrite_operand_index(use)] == block;
        if (user->block != block && !is_edge) {
            return false;
        }
    }
    return true;
}

static bool is_threadable(const IrBlock *block)
{
    if (block->last->op != IR_BRANCH || block->first->op != IR_PHI) {
        return false;
    }
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        if (block->predecessors[i]->order >= block->order) {
            return false; // a loop's head
        }
    }
    for (uint32_t i = 0; i < block->last->target_count; i++) {
        if (block->last->targets[i]->order <= block->order) {
            return false; // its end
        }
    }
    for (const IrInstruction *at = block->first; at != block->last; at = at->next) {
        if ((at->op != IR_PHI && at->op != IR_NOT) || !is_used_here_only(block, at)) {
            return false;
        }
    }
    return true;
}

// What a value of `block` is on the way from `from`.
static IrInstruction *value_on_way(const IrBlock *block, IrInstruction *value, const IrBlock *from)
{
    if (value->block != block) {
        return value;
    }
    return value->op == IR_PHI ? flow_phi_value(value, from) : NULL;
}

static bool can_pass(const IrBlock *block, const IrBlock *from, const IrBlock *to)
{
    if (flow_count_edges(from, block) != 1) {
        return false;
    }
    for (const IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
        if (value_on_way(block, flow_phi_value(phi, block), from) == NULL) {
            return false;
        }
        if (flow_phi_value(phi, from) != NULL) {
            return false; // a second edge of a PHI from one block
        }
    }
    return to != block;
}

static void pass_by(IrBlock *block, IrBlock *from, IrBlock *to)
{
    for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
        ir_add_phi_operand(phi, value_on_way(block, flow_phi_value(phi, block), from), from);
    }
    for (IrInstruction *phi = block->first; phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = 0; i < phi->operand_count; i++) {
            if (phi->targets[i] == from) {
                ir_remove_operand(phi, i);
                break;
            }
        }
    }
    ir_retarget(from, block, to);
}

static bool thread_block(IrBlock *block)
{
    bool is_changed = false;
    if (!is_threadable(block)) {
        return false;
    }
    for (uint32_t i = block->predecessor_count; i-- > 0;) {
        IrBlock *from = block->predecessors[i];
        int way = decided(block, from);
        if (way < 0) {
            continue;
        }
        IrBlock *to = block->last->targets[way == 1 ? 0 : 1];
        if (can_pass(block, from, to)) {
            pass_by(block, from, to);
            is_changed = true;
        }
    }
    return is_changed;
}

bool thread_jumps(IrFunction *function)
{
    bool is_changed = false;
    ir_order(function);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        is_changed = thread_block(block) || is_changed;
    }
    return is_changed;
}
