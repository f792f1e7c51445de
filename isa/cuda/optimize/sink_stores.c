// SPDX-License-Identifier: Apache-2.0
// Stores that all ways into a block end with become one: with their addresses (sink_chain.c), or
// into one pointer that was computed before, from two ways, or from before a branch and its one
// side (as LLVM's InstCombine does). Only what stands last moves, so no other access, barrier or
// atomic is passed.
#include "isa/cuda/optimize/sink.h"

#define SAME_DEPTH 4u // of addresses

static bool is_old(const Sinking *sinking)
{
    return sinking->function->module->compute_capability < LLVM_SINCE;
}

// What nvcc did before LLVM is not known: stores into one place, whoever computes its address.
static bool have_one_pointer(const Sinking *sinking)
{
    const Group *group = &sinking->group;
    if (is_old(sinking)) {
        return sink_is_common(group, 0);
    }
    if (group->count != 2) {
        return false;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        if (!sink_is_computed_before(ir_operand(group->members[i], 0), group->from[i])) {
            return false;
        }
    }
    return sink_is_common(group, 0);
}

// The store that the block ends with, or NULL. What nobody uses any more goes.
static IrInstruction *last_store(IrBlock *block)
{
    IrInstruction *at = block->last->previous;
    while (at != NULL && at->use_count == 0 && !ir_has_effect(at)) {
        IrInstruction *previous = at->previous;
        ir_remove(at);
        at = previous;
    }
    return at != NULL && at->op == IR_STORE ? at : NULL;
}

// Each of group.from ends with a store, all of one form.
static bool find_stores(Group *group)
{
    group->depth = SAME_DEPTH;
    for (uint32_t i = 0; i < group->count; i++) {
        group->members[i] = last_store(group->from[i]);
        if (group->members[i] == NULL) {
            return false;
        }
    }
    return group->members[0]->operand_count == 2 && sink_have_equal_form(group);
}

static void move_stores(const Group *group, IrBlock *merge)
{
    sink_group(group, merge);
    for (uint32_t i = 0; i < group->count; i++) {
        ir_remove(group->members[i]);
    }
}

static bool has_other_return(const IrBlock *merge)
{
    for (const IrBlock *block = merge->function->entry; block != NULL; block = block->next) {
        if (block != merge && block->last->op == IR_RETURN) {
            return true;
        }
    }
    return false;
}

// Nothing but one of several returns.
static bool is_return(const IrBlock *block)
{
    return block->first == block->last && block->last->op == IR_RETURN && has_other_return(block);
}

// The way's store is all that it does to memory, and it reads none.
static bool is_pure_before(const IrBlock *block, const IrInstruction *store)
{
    for (const IrInstruction *at = block->first; at != store; at = at->next) {
        if (!ir_is_pure(at) && !(at->op == IR_LOAD && ir_operand(at, 0)->op == IR_PARAMETER)) {
            return false;
        }
    }
    return true;
}

// The store that the block ends with but for pure operations and a branch.
static IrInstruction *store_before(const IrBlock *block)
{
    IrInstruction *at = block->last->previous;
    while (at != NULL && ir_is_pure(at) && at->op != IR_PHI) {
        at = at->previous;
    }
    return at != NULL && at->op == IR_STORE ? at : NULL;
}

// *p = a; if (c) { *p = b; }: one store of what the two ways bring.
static bool sink_overwritten(Sinking *sinking, IrBlock *side, IrBlock *merge)
{
    if (side->predecessor_count != 1 || side->last->op != IR_JUMP ||
        merge->predecessor_count != 2 || merge == side || is_old(sinking)) {
        return false;
    }
    Group *group = &sinking->group;
    IrBlock *head = side->predecessors[0];
    IrInstruction *second = last_store(side);
    IrInstruction *first = head->last->op == IR_BRANCH && flow_count_edges(head, merge) == 1
                               ? store_before(head)
                               : NULL;
    if (first == NULL || second == NULL || first->operand_count != 2 ||
        !rewrite_same_form(first, second) ||
        !rewrite_same(ir_operand(first, 0), ir_operand(second, 0)) ||
        !is_pure_before(side, second) || (is_return(merge) && side->first != second)) {
        return false;
    }
    group->count = 2;
    group->depth = 0;
    group->members[0] = first;
    group->from[0] = head;
    group->members[1] = second;
    group->from[1] = side;
    move_stores(group, merge);
    return true;
}

bool sink_stores(Sinking *sinking, IrBlock *merge)
{
    Group *group = &sinking->group;
    if (!sink_is_joined(merge) || is_return(merge)) {
        for (uint32_t i = 0; i < merge->predecessor_count; i++) {
            if (sink_overwritten(sinking, merge->predecessors[i], merge)) {
                return true;
            }
        }
        return false;
    }
    group->count = merge->predecessor_count;
    for (uint32_t i = 0; i < group->count; i++) {
        group->from[i] = merge->predecessors[i];
    }
    if (!find_stores(group)) {
        return false;
    }
    if (sink_chain(sinking, merge, NULL)) {
        return true;
    }
    if (!have_one_pointer(sinking)) {
        return false;
    }
    move_stores(group, merge);
    return true;
}

// ---- returns

static bool add_way(Group *group, IrBlock *from)
{
    if (from->last->op != IR_JUMP && from->last->op != IR_RETURN) {
        return false;
    }
    group->from[group->count++] = from;
    return true;
}

// nvcc has one return: the ways to it are those to every return.
static bool find_ways_to_return(Group *group, IrFunction *function, uint32_t *return_count)
{
    group->count = 0;
    *return_count = 0;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        if (block->last->op != IR_RETURN) {
            continue;
        }
        ++*return_count;
        if (block->first != block->last || block == function->entry) {
            add_way(group, block);
            continue;
        }
        for (uint32_t i = 0; i < block->predecessor_count; i++) {
            if (!add_way(group, block->predecessors[i])) {
                return false;
            }
        }
    }
    return group->count >= 2;
}

static void go_to(IrBlock *from, IrBlock *merge)
{
    SourceLocation at = from->last->location;
    IrBlock *old = from->last->op == IR_JUMP ? from->last->targets[0] : NULL;
    ir_remove(from->last);
    ir_jump(from, merge, at);
    if (old != NULL && old->predecessor_count == 0) {
        ir_remove_block(old);
    }
}

bool sink_join_returns(Sinking *sinking)
{
    Group *group = &sinking->group;
    IrFunction *function = sinking->function;
    uint32_t return_count;
    if (function->result != IR_VOID || !find_ways_to_return(group, function, &return_count) ||
        return_count < 2 || !find_stores(group) ||
        !(sink_chain(sinking, NULL, NULL) || have_one_pointer(sinking))) {
        return false;
    }
    IrBlock *merge = ir_block(function);
    ir_append(merge, ir_create(function, IR_RETURN, IR_VOID, group->from[0]->last->location));
    for (uint32_t i = 0; i < group->count; i++) {
        go_to(group->from[i], merge);
    }
    return true;
}
