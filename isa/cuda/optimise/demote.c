// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimise/demote.h"

bool demote_holds(const IrLoop *loop, const IrBlock *block)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        if (loop->blocks[i] == block) {
            return true;
        }
    }
    return false;
}

// Values that have no type belong to what reads their results, in their own block.
static bool has_distant_result(const IrInstruction *at)
{
    for (const IrUse *use = at->uses; at->type == IR_VOID && use != NULL; use = use->next) {
        if (use->user->block != at->block) {
            return true;
        }
    }
    return false;
}

bool demote_is_copyable(const IrBlock *block, bool is_convergent_allowed)
{
    for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
        if (at->op == IR_LOCAL || at->op == IR_ALLOCA || at->op == IR_SWITCH ||
            (!is_convergent_allowed && (ir_is_convergent(at) || at->op == IR_ASM)) ||
            has_distant_result(at)) {
            return false;
        }
    }
    return true;
}

uint32_t demote_size(const IrLoop *loop, bool is_convergent_allowed)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        if (!demote_is_copyable(loop->blocks[i], is_convergent_allowed)) {
            return UINT32_MAX;
        }
        for (const IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            bool is_free = at->op == IR_PHI || at->op == IR_BITS || at->op == IR_JUMP ||
                           at->op == IR_SYMBOL || at->op == IR_BUILTIN || at->op == IR_INDEX;
            size += !is_free;
        }
    }
    return size;
}

static IrMemory form_of(IrType type)
{
    switch (type) {
    case IR_I1: return IR_MEMORY_BOOL;
    case IR_I16: return IR_MEMORY_B16;
    case IR_I64: return IR_MEMORY_B64;
    case IR_F32: return IR_MEMORY_F32;
    case IR_F64: return IR_MEMORY_F64;
    case IR_POINTER: return IR_MEMORY_POINTER;
    default: return IR_MEMORY_B32;
    }
}

static IrInstruction *local_for(IrFunction *function, const IrInstruction *value)
{
    IrInstruction *local = ir_create(function, IR_LOCAL, IR_POINTER, value->location);
    local->space = IR_SPACE_LOCAL;
    local->size_bytes = local->align_bytes = ir_memory_bytes(form_of(value->type));
    ir_insert_before(function->entry->first, local);
    return local;
}

static void store_before(IrInstruction *at, IrInstruction *local, IrInstruction *value)
{
    IrInstruction *store = rewrite_binary(at, IR_STORE, IR_VOID, local, value);
    store->memory = form_of(value->type);
    store->align_bytes = local->align_bytes;
}

static IrInstruction *load_before(IrInstruction *at, IrInstruction *local,
                                  const IrInstruction *value)
{
    IrInstruction *load = rewrite_unary(at, IR_LOAD, value->type, local);
    load->space = value->space;
    load->memory = form_of(value->type);
    load->align_bytes = local->align_bytes;
    return load;
}

static void demote_phi(IrFunction *function, IrInstruction *phi)
{
    IrInstruction *local = local_for(function, phi);
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        store_before(phi->targets[i]->last, local, ir_operand(phi, i));
    }
    ir_replace(phi, load_before(rewrite_after_phis(phi->block), local, phi));
    ir_remove(phi);
}

static IrInstruction *place_of_use(const IrUse *use)
{
    return use->user->op == IR_PHI ? use->user->targets[rewrite_operand_index(use)]->last
                                   : use->user;
}

static void demote_value(IrFunction *function, IrInstruction *value)
{
    IrInstruction *local = NULL;
    for (IrUse *use = value->uses, *next; use != NULL; use = next) {
        next = use->next;
        IrInstruction *place = place_of_use(use);
        if (place->block == value->block) {
            continue;
        }
        if (local == NULL) {
            local = local_for(function, value);
        }
        ir_set_operand(use->user, rewrite_operand_index(use), load_before(place, local, value));
    }
    if (local != NULL) {
        store_before(value->next, local, value);
    }
}

void demote_loop(IrFunction *function, const IrLoop *loop)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        while (loop->blocks[i]->first->op == IR_PHI) {
            demote_phi(function, loop->blocks[i]->first);
        }
    }
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            if (at->type != IR_VOID) {
                demote_value(function, at);
            }
        }
    }
}

static void copy_terminator(IrFunction *function, const IrInstruction *from, IrBlock *to,
                            IrBlock **map)
{
    IrInstruction *made = ir_create(function, from->op, IR_VOID, from->location);
    made->targets =
        arena_alloc(function->module->arena, (from->target_count + 1) * sizeof(IrBlock *));
    for (uint32_t i = 0; i < from->operand_count; i++) {
        IrInstruction *value = ir_operand(from, i);
        ir_add_operand(made, value->block == from->block ? value->scratch : value);
    }
    ir_append(to, made);
    for (uint32_t i = 0; i < from->target_count; i++) {
        IrBlock *old = from->targets[i],
                *target = map[old->number] != NULL ? map[old->number] : old;
        made->targets[made->target_count++] = target;
        ir_add_predecessor(target, to);
        for (IrInstruction *phi = old->first; target == old && phi->op == IR_PHI; phi = phi->next) {
            IrInstruction *value = flow_phi_value(phi, from->block);
            ir_add_phi_operand(phi, value->block == from->block ? value->scratch : value, to);
        }
    }
}

static void copy_block(IrFunction *function, const IrBlock *from, IrBlock *to, IrBlock **map)
{
    for (IrInstruction *at = from->first; at != NULL; at = at->next) {
        if (ir_is_terminator(at)) {
            copy_terminator(function, at, to, map);
            break;
        }
        IrInstruction *made = ir_clone(function, at);
        for (uint32_t i = 0; i < made->operand_count; i++) {
            IrInstruction *value = ir_operand(made, i);
            if (value->block == from) {
                ir_set_operand(made, i, value->scratch);
            }
        }
        at->scratch = made;
        ir_append(to, made);
    }
}

IrBlock *demote_copy(IrFunction *function, IrBlock *const *blocks, uint32_t count, IrBlock **map,
                     IrBlock *place)
{
    for (uint32_t i = 0; i < count; i++) {
        place = ir_block_after(function, place);
        map[blocks[i]->number] = place;
    }
    for (uint32_t i = 0; i < count; i++) {
        copy_block(function, blocks[i], map[blocks[i]->number], map);
    }
    for (uint32_t i = 0; i < count; i++) {
        for (IrInstruction *at = blocks[i]->first; at != NULL; at = at->next) {
            at->scratch = NULL;
        }
    }
    return place;
}
