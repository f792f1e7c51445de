// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/repair.h"

#include "isa/cuda/optimize/rewrite.h"

void repair_init(Repair *repair, IrFunction *function)
{
    *repair = (Repair){.function = function, .block_count = function->block_count};
    repair->at_end = arena_alloc(&repair->arena, repair->block_count * sizeof(RepairSlot));
    repair->at_start = arena_alloc(&repair->arena, repair->block_count * sizeof(RepairSlot));
}

void repair_clear(Repair *repair)
{
    arena_clear(&repair->arena);
}

void repair_begin(Repair *repair, const IrInstruction *like)
{
    repair->stamp++;
    repair->type = like->type;
    repair->space = like->space;
    repair->location = like->location;
    repair->phi_count = 0;
}

void repair_define(Repair *repair, const IrBlock *block, IrInstruction *value)
{
    repair->at_end[block->number] = (RepairSlot){repair->stamp, value};
}

static IrInstruction *make_phi(Repair *repair, IrBlock *block)
{
    IrInstruction *phi = ir_phi(block, repair->type, repair->location);
    phi->space = repair->space;
    repair->phis = arena_room(&repair->arena, (void *)repair->phis, repair->phi_count,
                              &repair->phi_room, sizeof *repair->phis);
    repair->phis[repair->phi_count++] = phi;
    repair->at_start[block->number] = (RepairSlot){repair->stamp, phi};
    return phi;
}

static IrInstruction *find(Repair *repair, IrBlock *block, bool is_at_start)
{
    for (uint32_t steps = 0; steps <= repair->block_count; steps++) {
        if (!is_at_start && repair->at_end[block->number].stamp == repair->stamp) {
            return repair->at_end[block->number].value;
        }
        if (repair->at_start[block->number].stamp == repair->stamp) {
            return repair->at_start[block->number].value;
        }
        if (block->predecessor_count > 1) {
            return make_phi(repair, block);
        }
        if (block->predecessor_count == 0) {
            break;
        }
        block = block->predecessors[0];
        is_at_start = false;
    }
    return ir_undefined(repair->function, repair->type);
}

static IrInstruction *repair_value_at_end(Repair *repair, IrBlock *block)
{
    return find(repair, block, false);
}

static IrInstruction *repair_value_at_start(Repair *repair, IrBlock *block)
{
    return find(repair, block, true);
}

// The one value that the PHI stands for, or NULL.
static IrInstruction *only_value(const IrInstruction *phi)
{
    IrInstruction *one = NULL;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        IrInstruction *value = ir_operand(phi, i);
        if (value != phi && one != NULL && value != one) {
            return NULL;
        }
        one = value == phi ? one : value;
    }
    return one;
}

static bool drop_trivial(Repair *repair)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < repair->phi_count; i++) {
        IrInstruction *phi = repair->phis[i];
        IrInstruction *one = phi->block == NULL ? NULL : only_value(phi);
        if (one != NULL) {
            ir_replace(phi, one);
            ir_remove(phi);
            is_changed = true;
        }
    }
    return is_changed;
}

void repair_finish(Repair *repair)
{
    for (uint32_t i = 0; i < repair->phi_count; i++) { // grows on the way
        IrInstruction *phi = repair->phis[i];
        for (uint32_t p = 0; p < phi->block->predecessor_count; p++) {
            IrBlock *from = phi->block->predecessors[p];
            ir_add_phi_operand(phi, repair_value_at_end(repair, from), from);
        }
    }
    while (drop_trivial(repair)) {
    }
}

static IrBlock *block_of_use(const IrUse *use)
{
    const IrInstruction *user = use->user;
    return user->op == IR_PHI ? user->targets[rewrite_operand_index(use)] : user->block;
}

RepairUses repair_find_uses(Repair *repair, const IrInstruction *value, RepairFilter filter)
{
    RepairUses uses = {arena_alloc(&repair->arena, (value->use_count + 1) * sizeof(IrUse *)), 0};
    for (IrUse *use = value->uses; use != NULL; use = use->next) {
        const IrBlock *block = block_of_use(use);
        if (block != NULL && filter(block)) {
            uses.list[uses.count++] = use;
        }
    }
    return uses;
}

void repair_uses(Repair *repair, RepairUses uses)
{
    for (uint32_t i = 0; i < uses.count; i++) {
        IrInstruction *user = uses.list[i]->user;
        IrBlock *block = block_of_use(uses.list[i]);
        ir_set_operand(user, rewrite_operand_index(uses.list[i]),
                       user->op == IR_PHI ? repair_value_at_end(repair, block)
                                          : repair_value_at_start(repair, block));
    }
}
