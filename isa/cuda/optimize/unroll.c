// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/unroll.h"

#include "isa/cuda/optimize/repair.h"

static bool is_used_outside(const IrInstruction *at)
{
    for (const IrUse *use = at->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        const IrBlock *block =
            user->op == IR_PHI ? user->targets[rewrite_operand_index(use)] : user->block;
        if (loop_is_outside(block)) {
            return true;
        }
    }
    return false;
}

static void collect_values(Unroll *unroll)
{
    const IrLoop *loop = unroll->loop;
    uint32_t count = 0;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            count += is_used_outside(at);
        }
    }
    unroll->values = arena_alloc(&unroll->arena, (count + 1) * sizeof *unroll->values);
    for (uint32_t i = 0; i < loop->block_count; i++) {
        for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
            if (is_used_outside(at)) {
                UnrollValue *value = &unroll->values[unroll->value_count++];
                value->value = at;
                value->block = i;
                value->copies =
                    arena_alloc(&unroll->arena, unroll->count * sizeof(IrInstruction *));
                value->copies[0] = at;
            }
        }
    }
}

static void collect_phis(Unroll *unroll)
{
    uint32_t count = 0;
    for (IrInstruction *phi = unroll->loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        count++;
    }
    unroll->phis = arena_alloc(&unroll->arena, (count + 1) * sizeof(IrInstruction *));
    unroll->next = arena_alloc(&unroll->arena, unroll->count * sizeof(IrInstruction **));
    for (uint32_t i = 0; i < unroll->count; i++) {
        unroll->next[i] = arena_alloc(&unroll->arena, (count + 1) * sizeof(IrInstruction *));
    }
    for (IrInstruction *phi = unroll->loop->head->first; phi->op == IR_PHI; phi = phi->next) {
        unroll->phis[unroll->phi_count] = phi;
        unroll->next[0][unroll->phi_count++] = flow_phi_value(phi, unroll->loop->latch);
    }
}

static void copy_once(Unroll *unroll, LoopCopy *copy, uint32_t round)
{
    IrLoop *loop = unroll->loop;
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        copy->values[unroll->phis[p]->number] = unroll->next[round - 1][p];
    }
    loop_copy_make(copy, unroll->function, loop);
    unroll->heads[round] = loop_copy_block(copy, loop->head);
    unroll->latches[round] = loop_copy_block(copy, loop->latch);
    for (uint32_t i = 0; i < loop->block_count; i++) {
        unroll->blocks[round][i] = loop_copy_block(copy, loop->blocks[i]);
    }
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        unroll->next[round][p] = loop_copy_value(copy, unroll->next[0][p]);
    }
    for (uint32_t v = 0; v < unroll->value_count; v++) {
        unroll->values[v].copies[round] = loop_copy_value(copy, unroll->values[v].value);
    }
}

// `latch` goes on to `to` where it went back to the head.
static void redirect(const Unroll *unroll, IrBlock *latch, IrBlock *to)
{
    IrBlock *head = unroll->loop->head;
    for (uint32_t p = 0; p < unroll->phi_count; p++) {
        IrInstruction *phi = unroll->phis[p];
        for (uint32_t i = phi->operand_count; i-- > 0;) {
            if (phi->targets[i] == latch) {
                ir_remove_operand(phi, i);
            }
        }
    }
    ir_retarget(latch, head, to);
}

void unroll_copy(Unroll *unroll, IrFunction *function, IrLoop *loop, uint32_t count)
{
    *unroll = (Unroll){.function = function, .loop = loop, .count = count};
    unroll->exit = loop_exit(loop);
    collect_values(unroll);
    collect_phis(unroll);
    unroll->heads = arena_alloc(&unroll->arena, count * sizeof(IrBlock *));
    unroll->latches = arena_alloc(&unroll->arena, count * sizeof(IrBlock *));
    unroll->blocks = arena_alloc(&unroll->arena, count * sizeof(IrBlock **));
    for (uint32_t i = 0; i < count; i++) {
        unroll->blocks[i] = arena_alloc(&unroll->arena, loop->block_count * sizeof(IrBlock *));
    }
    unroll->heads[0] = loop->head;
    unroll->latches[0] = loop->latch;
    for (uint32_t i = 0; i < loop->block_count; i++) {
        unroll->blocks[0][i] = loop->blocks[i];
    }
    LoopCopy copy;
    loop_copy_init(&copy, &unroll->arena, function);
    uint32_t value_count = copy.value_count;
    for (uint32_t round = 1; round < count; round++) {
        for (uint32_t i = 0; i < value_count; i++) {
            copy.values[i] = NULL;
        }
        copy_once(unroll, &copy, round);
    }
    for (uint32_t round = 0; round + 1 < count; round++) {
        redirect(unroll, unroll->latches[round], unroll->heads[round + 1]);
    }
}

void unroll_drop_test(Unroll *unroll, uint32_t i, IrBlock *to)
{
    flow_set_target(unroll->latches[i], to);
}

// A round's definition is where the round has the value's block: what a PHI of the head stands for
// is made elsewhere (a round before, or before the loop), but only that round's head makes it the
// value.
static void repair_value(const Unroll *unroll, Repair *repair, const UnrollValue *value,
                         RepairUses uses)
{
    repair_begin(repair, value->value);
    for (uint32_t round = 0; round < unroll->count; round++) {
        repair_define(repair, unroll->blocks[round][value->block], value->copies[round]);
    }
    repair_uses(repair, uses);
    repair_finish(repair);
}

void unroll_finish(Unroll *unroll)
{
    Repair repair;
    repair_init(&repair, unroll->function);
    RepairUses *uses = arena_alloc(&repair.arena, (unroll->value_count + 1) * sizeof *uses);
    for (uint32_t v = 0; v < unroll->value_count; v++) {
        uses[v] = repair_find_uses(&repair, unroll->values[v].value, loop_is_outside);
    }
    for (uint32_t v = 0; v < unroll->value_count; v++) {
        repair_value(unroll, &repair, &unroll->values[v], uses[v]);
    }
    repair_clear(&repair);
    arena_clear(&unroll->arena);
}

void unroll_settle(IrBlock *head, bool is_final)
{
    head->unroll = is_final ? UNROLL_COUNT : UNROLL_DEFAULT;
    head->unroll_count = 1;
}
