// SPDX-License-Identifier: Apache-2.0
// Selection of operations across lanes of a warp, threads of a block and blocks of a cluster:
// shuffles, votes, reductions, barriers and fences.
#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/select.h"

static uint16_t first_of(const PtxInstruction *instruction, const PtxSuffix *suffixes,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ptx_has(instruction, suffixes[i])) {
            return (uint16_t)suffixes[i];
        }
    }
    return 0;
}

#define FIRST_OF(instruction, list) first_of((instruction), (list), sizeof(list) / sizeof *(list))

// d or d|p.
static void result_pair(Unit *unit, const PtxOperand *operand, Value *d, Value *d2)
{
    if (operand->kind == PTX_OPERAND_PAIR) {
        *d = operand_result(unit, &operand->elements[0]);
        *d2 = operand_result(unit, &operand->elements[1]);
    } else {
        *d = operand_result(unit, operand);
        *d2 = VALUE_NONE;
    }
}

// shfl{.sync}.mode.b32 d|p, a, b, c{, mask}
void select_shfl(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix modes[] = {PTX_DOT_UP, PTX_DOT_DOWN, PTX_DOT_BFLY, PTX_DOT_IDX};
    bool is_sync = ptx_has(instruction, PTX_DOT_SYNC);
    Value values[4] = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};
    for (uint32_t i = 0; i < (is_sync ? 4u : 3u); i++) {
        values[i] = operand_value(unit, &instruction->operands[i + 1], PTX_TYPE_B32);
    }
    Value d, d2;
    result_pair(unit, &instruction->operands[0], &d, &d2);
    Op *op = unit_add(unit, MICRO_SHUFFLE);
    op->type = PTX_TYPE_B32;
    op->function = FIRST_OF(instruction, modes);
    op->d = d;
    op->d2 = d2;
    op->a = values[0];
    op->b = values[1];
    op->c = values[2];
    op->e = values[3];
    op->flags |= is_sync ? MICRO_SYNC : 0;
}

void select_vote(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix modes[] = {PTX_DOT_BALLOT, PTX_DOT_ALL, PTX_DOT_ANY, PTX_DOT_UNI};
    bool is_sync = ptx_has(instruction, PTX_DOT_SYNC);
    bool is_negated;
    Value a = operand_predicate(unit, &instruction->operands[1], &is_negated);
    Value mask =
        is_sync ? operand_value(unit, &instruction->operands[2], PTX_TYPE_B32) : VALUE_NONE;
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_VOTE);
    op->function = FIRST_OF(instruction, modes);
    op->d = result;
    op->a = a;
    op->e = mask;
    op->flags |= (is_sync ? MICRO_SYNC : 0) | (is_negated ? MICRO_PREDICATE_NEGATED : 0);
}

void select_match(Unit *unit, const PtxInstruction *instruction)
{
    Value a = operand_value(unit, &instruction->operands[1], instruction->type);
    Value mask = operand_value(unit, &instruction->operands[2], PTX_TYPE_B32);
    Value d, d2;
    result_pair(unit, &instruction->operands[0], &d, &d2);
    Op *op = unit_add(unit, MICRO_MATCH);
    op->function = ptx_has(instruction, PTX_DOT_ALL) ? PTX_DOT_ALL : PTX_DOT_ANY;
    op->type = (uint8_t)instruction->type;
    op->d = d;
    op->d2 = d2;
    op->a = a;
    op->e = mask;
    op->flags |= MICRO_SYNC;
}

void select_redux(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix operations[] = {PTX_DOT_ADD, PTX_DOT_MIN, PTX_DOT_MAX,
                                           PTX_DOT_AND, PTX_DOT_OR,  PTX_DOT_XOR};
    Value a = operand_value(unit, &instruction->operands[1], instruction->type);
    Value mask = operand_value(unit, &instruction->operands[2], PTX_TYPE_B32);
    Value result = operand_result(unit, &instruction->operands[0]);
    Op *op = unit_add(unit, MICRO_REDUX);
    op->function = FIRST_OF(instruction, operations);
    op->type = (uint8_t)instruction->type;
    op->d = result;
    op->a = a;
    op->e = mask;
    op->combine = ptx_has(instruction, PTX_DOT_NAN_RESULT) ? PTX_DOT_NAN_RESULT : 0;
    op->target = ptx_has(instruction, PTX_DOT_ABS);
    op->flags |= MICRO_SYNC;
    op->flags |= ptx_type_kind(instruction->type) == PTX_KIND_SIGNED ? MICRO_SIGNED : 0;
}

void select_activemask(Unit *unit, const PtxInstruction *instruction)
{
    Value result = operand_result(unit, &instruction->operands[0]);
    unit_add(unit, MICRO_ACTIVEMASK)->d = result;
}

void select_elect(Unit *unit, const PtxInstruction *instruction)
{
    Value mask = operand_value(unit, &instruction->operands[1], PTX_TYPE_B32);
    Value d, d2;
    result_pair(unit, &instruction->operands[0], &d, &d2);
    Op *op = unit_add(unit, MICRO_ELECT);
    op->d = d;
    op->d2 = d2;
    op->e = mask;
    op->flags |= MICRO_SYNC;
}

static void warp_barrier(Unit *unit, const PtxInstruction *instruction)
{
    Value mask = operand_value(unit, &instruction->operands[0], PTX_TYPE_B32);
    Op *op = unit_add(unit, MICRO_WARP_BARRIER);
    op->e = mask;
    op->flags |= MICRO_SYNC;
}

// An arrival releases and a wait acquires unless the instruction says otherwise (PTX ISA), as
// accesses of a cluster's scope do (traces/h200/sass/clusters.sass).
static void cluster_barrier(Unit *unit, const PtxInstruction *instruction)
{
    bool is_wait = ptx_has(instruction, PTX_DOT_WAIT);
    if (!is_wait && !ptx_has(instruction, PTX_DOT_RELAXED)) {
        unit_add(unit, MICRO_FENCE)->function = PTX_DOT_RELEASE;
    }
    Op *op = unit_add(unit, MICRO_CLUSTER_BARRIER);
    op->function = is_wait ? PTX_DOT_WAIT : PTX_DOT_ARRIVE;
    op->flags |= ptx_has(instruction, PTX_DOT_ALIGNED) ? MICRO_UNIFORM : 0;
    if (is_wait) {
        unit_add(unit, MICRO_FENCE)->function = PTX_DOT_ACQUIRE;
    }
}

// bar.sync a{, b}; bar.arrive a, b; bar.red.popc d, a{, b}, p; bar.red.and p, a{, b}, q
void select_bar(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix reductions[] = {PTX_DOT_POPC, PTX_DOT_AND, PTX_DOT_OR};
    if (ptx_has(instruction, PTX_DOT_WARP)) {
        warp_barrier(unit, instruction);
        return;
    }
    if (ptx_has(instruction, PTX_DOT_CLUSTER)) {
        cluster_barrier(unit, instruction);
        return;
    }
    const PtxOperand *operands = instruction->operands;
    bool is_reduction = ptx_has(instruction, PTX_DOT_RED);
    uint32_t at = is_reduction ? 1 : 0;
    uint32_t end = instruction->operand_count - at; // after the thread count
    Value number = VALUE_NONE, threads = VALUE_NONE, predicate = VALUE_NONE, result = VALUE_NONE;
    bool is_negated = false;
    if (operands[at].kind != PTX_OPERAND_INTEGER) {
        number = operand_value(unit, &operands[at], PTX_TYPE_U32);
    }
    if (at + 1 < (is_reduction ? end : instruction->operand_count)) {
        threads = operand_value(unit, &operands[at + 1], PTX_TYPE_U32);
    }
    if (is_reduction) {
        predicate = operand_predicate(unit, &operands[instruction->operand_count - 1], &is_negated);
        result = operand_result(unit, &operands[0]);
    }
    Op *op = unit_add(unit, MICRO_BARRIER);
    op->function = is_reduction                           ? PTX_DOT_RED
                   : ptx_has(instruction, PTX_DOT_ARRIVE) ? PTX_DOT_ARRIVE
                                                          : PTX_DOT_SYNC;
    op->combine = is_reduction ? FIRST_OF(instruction, reductions) : 0;
    op->a = number;
    op->b = threads;
    op->c = predicate;
    op->d = result;
    op->offset = number == VALUE_NONE ? operands[at].integer : 0;
    op->flags |= is_negated ? MICRO_PREDICATE_NEGATED : 0;
    bool is_aligned = instruction->opcode == PTX_BAR || ptx_has(instruction, PTX_DOT_ALIGNED);
    op->flags |= is_aligned ? MICRO_UNIFORM : 0;
}

void select_fence(Unit *unit, const PtxInstruction *instruction)
{
    static const PtxSuffix scopes[] = {PTX_DOT_CTA, PTX_DOT_CLUSTER, PTX_DOT_GPU, PTX_DOT_SYS,
                                       PTX_DOT_GL};
    Op *op = unit_add(unit, MICRO_FENCE);
    op->function = FIRST_OF(instruction, scopes);
    if (op->function == PTX_DOT_GL) {
        op->function = PTX_DOT_GPU;
    } else if (op->function == 0) {
        op->function = PTX_DOT_CTA;
    }
    // MEMBAR.ALL.GPU before FENCE.VIEW.ASYNC, unless it is about shared memory only
    // (traces/h200/probes/descriptors.sass)
    bool is_shared =
        ptx_has(instruction, PTX_DOT_SHARED__CTA) || ptx_has(instruction, PTX_DOT_SHARED__CLUSTER);
    if (ptx_has(instruction, PTX_DOT_PROXY) && ptx_has(instruction, PTX_DOT_ASYNC) && !is_shared) {
        op->combine = PTX_DOT_PROXY;
    }
}
