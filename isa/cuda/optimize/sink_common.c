// SPDX-License-Identifier: Apache-2.0
// Operations that all ways into a block end with are done once in it: an operation whose results a
// PHI joins moves after a PHI of the one operand that differs, and so do loads and stores
// (sink_chain.c, sink_stores.c). Only what stands last moves, so no other access, barrier or atomic
// is passed.
#include "isa/cuda/optimize/sink.h"

// A block that hands its PHIs on to those of the next one.
static bool is_handed_on(const IrInstruction *value)
{
    return value->op == IR_PHI && rewrite_after_phis(value->block) == value->block->last &&
           value->block->last->op == IR_JUMP && value->use_count == 1 &&
           value->uses->user->op == IR_PHI;
}

static bool brings_other(const IrInstruction *value, const IrInstruction *load)
{
    if (!is_handed_on(value)) {
        return !rewrite_same_form(value, load);
    }
    for (uint32_t i = 0; i < value->operand_count; i++) {
        const IrInstruction *operand = ir_operand(value, i);
        if (is_handed_on(operand) || !rewrite_same_form(operand, load)) {
            return true;
        }
    }
    return false;
}

// LLVM has one PHI instead of two. Loads that meet other values there stay.
static bool meets_others(const IrInstruction *phi)
{
    const IrInstruction *outer = is_handed_on(phi) ? phi->uses->user : phi;
    for (uint32_t i = 0; i < outer->operand_count; i++) {
        if (outer != phi && brings_other(ir_operand(outer, i), ir_operand(phi, 0))) {
            return true;
        }
    }
    return false;
}

// An operation with one operand that differs, or more than that at once.
static bool sink_phi(Sinking *sinking, IrBlock *merge, IrInstruction *phi)
{
    Group *group = &sinking->group;
    group->depth = 0;
    group->count = phi->operand_count;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        group->members[i] = ir_operand(phi, i);
        group->from[i] = phi->targets[i];
    }
    bool stays = group->members[0]->op == IR_LOAD && meets_others(phi);
    if (!stays && sink_chain(sinking, merge, phi)) {
        return true;
    }
    if (!sink_may(group)) {
        return false;
    }
    ir_replace(phi, sink_group(group, merge));
    ir_remove(phi);
    for (uint32_t i = 0; i < group->count; i++) {
        ir_remove(group->members[i]);
    }
    return true;
}

bool sink_is_joined(const IrBlock *merge)
{
    for (uint32_t i = 0; i < merge->predecessor_count; i++) {
        const IrBlock *from = merge->predecessors[i];
        if (from->last->op != IR_JUMP || from->order >= merge->order) {
            return false;
        }
    }
    return merge->predecessor_count >= 2;
}

static bool sink_into(Sinking *sinking, IrBlock *merge)
{
    for (IrInstruction *phi = merge->first; sink_is_joined(merge) && phi->op == IR_PHI;
         phi = phi->next) {
        if (sink_phi(sinking, merge, phi)) {
            return true;
        }
    }
    return sink_stores(sinking, merge);
}

static Group make_group(Arena *arena, uint32_t room)
{
    return (Group){.members = arena_alloc(arena, room * sizeof(IrInstruction *)),
                   .from = arena_alloc(arena, room * sizeof(IrBlock *))};
}

bool sink_common(IrFunction *function)
{
    Sinking sinking = {.arena = {0}, .function = function};
    sinking.group = make_group(&sinking.arena, function->block_count);
    ir_dominators(function);
    bool is_changed = sink_join_returns(&sinking);
    if (is_changed) {
        ir_dominators(function);
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        while (sink_into(&sinking, block)) {
            is_changed = true;
        }
    }
    arena_clear(&sinking.arena);
    return is_changed;
}
