// SPDX-License-Identifier: Apache-2.0
// What has the same value in every turn is computed in front of the loop: pure instructions, and
// loads of what nobody writes in the whole kernel. Other loads move when nothing in the loop may
// write and the loop's head makes them in the first turn anyway.
#include "isa/cuda/optimise/demote.h"

static bool is_fixed_outside(const IrLoop *loop, const IrInstruction *at)
{
    for (uint32_t i = 0; i < at->operand_count; i++) {
        const IrBlock *block = ir_operand(at, i)->block;
        if (block != NULL && demote_holds(loop, block)) {
            return false;
        }
    }
    return true;
}

static bool writes(const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (const IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            if (ir_may_write(at) || at->op == IR_ASM) {
                return true;
            }
        }
    }
    return false;
}

static bool is_movable(const IrLoop *loop, const IrInstruction *at, bool has_writes)
{
    if (at->op == IR_PHI || at->op == IR_RESULT || at->op == IR_UNDEFINED) {
        return false;
    }
    if (at->op == IR_LOAD) {
        IrSpace space = ir_operand(at, 0)->space;
        bool is_parameter = space == IR_SPACE_PARAMETER;
        return !at->is_volatile && at->vector <= 1 &&
               (is_parameter ||
                (at->block == loop->head && (!has_writes || space == IR_SPACE_CONSTANT)));
    }
    return ir_is_pure(at);
}

// A block in front of the head that goes nowhere else.
static IrBlock *make_preheader(IrFunction *function, const IrLoop *loop)
{
    IrBlock *head = loop->head;
    if (loop->preheader != NULL) {
        return loop->preheader;
    }
    IrBlock *outside = NULL;
    for (uint32_t i = 0; i < head->predecessor_count; i++) {
        if (!demote_holds(loop, head->predecessors[i])) {
            if (outside != NULL) {
                return NULL; // several ways in, which PHIs tell apart
            }
            outside = head->predecessors[i];
        }
    }
    if (outside == NULL || flow_count_edges(outside, head) != 1) {
        return NULL;
    }
    IrBlock *made = ir_block_after(function, outside);
    ir_jump(made, head, outside->last->location);
    ir_retarget(outside, head, made);
    for (uint32_t i = head->predecessor_count; i-- > 0;) {
        if (head->predecessors[i] == outside) {
            return NULL;
        }
    }
    for (IrInstruction *phi = head->first; phi->op == IR_PHI; phi = phi->next) {
        for (uint32_t i = 0; i < phi->target_count; i++) {
            if (phi->targets[i] == outside) {
                phi->targets[i] = made;
            }
        }
    }
    return made;
}

static bool hoist(IrFunction *function, const IrLoop *loop)
{
    bool is_changed = false, has_writes = writes(loop);
    IrBlock *before = NULL;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (IrInstruction *at = loop->blocks[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            if (!is_movable(loop, at, has_writes) || !is_fixed_outside(loop, at)) {
                continue;
            }
            if (before == NULL) {
                before = make_preheader(function, loop);
            }
            if (before == NULL) {
                return is_changed;
            }
            ir_move_before(before->last, at);
            is_changed = true;
        }
    }
    return is_changed;
}

bool hoist_invariants(IrFunction *function)
{
    bool is_changed = false;
    for (bool is_again = true; is_again;) {
        Arena arena = {0};
        is_again = false;
        ir_dominators(function);
        const IrLoops *loops = ir_loops(&arena, function);
        for (uint32_t i = 0; i < loops->count && !is_again; i++) {
            is_again = hoist(function, loops->loops[i]);
        }
        is_changed = is_changed || is_again;
        arena_clear(&arena);
    }
    return is_changed;
}
