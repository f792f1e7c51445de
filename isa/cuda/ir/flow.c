// SPDX-License-Identifier: Apache-2.0
// Blocks, their places in the layout, and the edges between them.
#include "isa/cuda/ir/ir.h"

#include <string.h>

static IrBlock *create_block(IrFunction *function)
{
    IrBlock *made = arena_alloc(function->module->arena, sizeof *made);
    made->function = function;
    made->number = function->block_count++;
    return made;
}

IrBlock *ir_block(IrFunction *function)
{
    if (function->last_block != NULL) {
        return ir_block_after(function, function->last_block);
    }
    IrBlock *made = create_block(function);
    function->entry = function->last_block = made;
    return made;
}

IrBlock *ir_block_after(IrFunction *function, IrBlock *where)
{
    IrBlock *made = create_block(function);
    made->previous = where;
    made->next = where->next;
    if (where->next != NULL) {
        where->next->previous = made;
    } else {
        function->last_block = made;
    }
    where->next = made;
    return made;
}

void ir_add_predecessor(IrBlock *block, IrBlock *predecessor)
{
    block->predecessors =
        arena_room(block->function->module->arena, (void *)block->predecessors,
                   block->predecessor_count, &block->predecessor_room, sizeof(IrBlock *));
    block->predecessors[block->predecessor_count++] = predecessor;
}

static void remove_phi_operand(IrInstruction *phi, const IrBlock *predecessor)
{
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        if (phi->targets[i] == predecessor) {
            ir_remove_operand(phi, i);
            return;
        }
    }
}

void ir_remove_predecessor(IrBlock *block, IrBlock *predecessor)
{
    for (uint32_t i = 0; i < block->predecessor_count; i++) {
        if (block->predecessors[i] == predecessor) {
            memmove((void *)&block->predecessors[i], (void *)&block->predecessors[i + 1],
                    (block->predecessor_count - i - 1) * sizeof(IrBlock *));
            block->predecessor_count--;
            break;
        }
    }
    for (IrInstruction *phi = block->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        remove_phi_operand(phi, predecessor);
    }
}

// A terminator with room for `count` targets, which it has not yet.
static IrInstruction *terminator(IrBlock *block, IrOp op, uint32_t count, SourceLocation at)
{
    IrInstruction *made = ir_create(block->function, op, IR_VOID, at);
    made->targets = arena_alloc(block->function->module->arena, count * sizeof(IrBlock *));
    ir_append(block, made);
    return made;
}

static void add_target(IrInstruction *instruction, IrBlock *to)
{
    instruction->targets[instruction->target_count++] = to;
    ir_add_predecessor(to, instruction->block);
}

void ir_jump(IrBlock *block, IrBlock *to, SourceLocation at)
{
    add_target(terminator(block, IR_JUMP, 1, at), to);
}

void ir_branch(IrBlock *block, IrInstruction *condition, IrBlock *then, IrBlock *otherwise,
               SourceLocation at)
{
    IrInstruction *branch = terminator(block, IR_BRANCH, 2, at);
    ir_add_operand(branch, condition);
    add_target(branch, then);
    add_target(branch, otherwise);
}

void ir_switch(IrBlock *block, IrInstruction *value, IrBlock *const *targets, const int64_t *values,
               uint32_t value_count, SourceLocation at)
{
    IrInstruction *made = terminator(block, IR_SWITCH, value_count + 1, at);
    ir_add_operand(made, value);
    made->cases = arena_alloc(block->function->module->arena, (value_count + 1) * sizeof(int64_t));
    add_target(made, targets[0]);
    for (uint32_t i = 0; i < value_count; i++) {
        made->cases[i] = values[i];
        add_target(made, targets[i + 1]);
    }
}

IrInstruction *ir_phi(IrBlock *block, IrType type, SourceLocation at)
{
    IrInstruction *made = ir_create(block->function, IR_PHI, type, at);
    IrInstruction *place = block->first;
    while (place != NULL && place->op == IR_PHI) {
        place = place->next;
    }
    if (place != NULL) {
        ir_insert_before(place, made);
    } else {
        ir_append(block, made);
    }
    return made;
}

static void move_edge(IrBlock *from, IrBlock *to, IrBlock *block)
{
    for (uint32_t i = 0; i < from->predecessor_count; i++) {
        if (from->predecessors[i] == block) {
            memmove((void *)&from->predecessors[i], (void *)&from->predecessors[i + 1],
                    (from->predecessor_count - i - 1) * sizeof(IrBlock *));
            from->predecessor_count--;
            break;
        }
    }
    ir_add_predecessor(to, block);
}

void ir_retarget(IrBlock *block, IrBlock *from, IrBlock *to)
{
    IrInstruction *last = block->last;
    for (uint32_t i = 0; i < last->target_count && from != to; i++) {
        if (last->targets[i] == from) {
            last->targets[i] = to;
            move_edge(from, to, block);
        }
    }
}

void ir_remove_block(IrBlock *block)
{
    IrFunction *function = block->function;
    IrInstruction *last = block->last;
    if (last != NULL && ir_is_terminator(last)) {
        for (uint32_t i = 0; i < last->target_count; i++) {
            ir_remove_predecessor(last->targets[i], block);
        }
        last->target_count = 0;
    }
    while (block->last != NULL) {
        IrInstruction *at = block->last;
        if (at->uses != NULL) {
            IrInstruction *undefined = ir_undefined(function, at->type);
            if (at->type == IR_POINTER) {
                undefined->space = IR_SPACE_GENERIC;
            }
            ir_replace(at, undefined);
        }
        ir_remove(at);
    }
    if (block->previous != NULL) {
        block->previous->next = block->next;
    } else {
        function->entry = block->next;
    }
    if (block->next != NULL) {
        block->next->previous = block->previous;
    } else {
        function->last_block = block->previous;
    }
}

// Finds a block in a list, from `hint` on.
static uint32_t find_block(IrBlock *const *blocks, uint32_t count, const IrBlock *wanted,
                           uint32_t hint)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = hint + i < count ? hint + i : hint + i - count;
        if (blocks[at] == wanted) {
            return at;
        }
    }
    return count;
}

void ir_split_edge(IrBlock *from, IrBlock *to, uint32_t *hint)
{
    IrBlock *middle = ir_block_after(from->function, from);
    IrInstruction *last = from->last;
    last->targets[find_block(last->targets, last->target_count, to, 0)] = middle;
    ir_add_predecessor(middle, from);
    IrInstruction *jump = terminator(middle, IR_JUMP, 1, last->location);
    jump->targets[jump->target_count++] = to;
    uint32_t place = find_block(to->predecessors, to->predecessor_count, from, *hint);
    to->predecessors[place] = middle;
    for (IrInstruction *phi = to->first; phi != NULL && phi->op == IR_PHI; phi = phi->next) {
        phi->targets[find_block(phi->targets, phi->operand_count, from, place)] = middle;
    }
    *hint = place;
}
