// SPDX-License-Identifier: Apache-2.0
// What an op reads and writes, and its effect on control, as micro.def defines its kind.
#include "isa/machine/op.h"

const LaneInfo *op_lane_info(const Op *op)
{
    return op->kind == MICRO_LANE4 ? &lane4_info[op->function] : &lane_info[op->function];
}

static void list(Value *value, Value *values[OP_VALUES_MAX], uint32_t *count)
{
    if (*value != VALUE_NONE) {
        values[(*count)++] = value;
    }
}

uint32_t op_sources(Op *op, Value *sources[OP_VALUES_MAX])
{
    uint32_t count = 0;
    if (op->kind >= MICRO_KIND_COUNT) {
        return 0;
    }
    list(&op->guard, sources, &count);
    list(&op->a, sources, &count);
    list(&op->b, sources, &count);
    list(&op->c, sources, &count);
    list(&op->e, sources, &count);
    if (!micro_writes_d((MicroKind)op->kind)) {
        list(&op->d, sources, &count);
        list(&op->d2, sources, &count);
    }
    for (uint32_t i = 0; i < 4 && micro_info[op->kind].addend != 0; i++) {
        list(&op->addend[i], sources, &count);
    }
    bool is_read = !micro_writes_data((MicroKind)op->kind, op->target);
    for (uint32_t i = 0; i < 4 && is_read; i++) {
        list(&op->data[i], sources, &count);
    }
    return count;
}

uint32_t op_results(Op *op, Value *results[OP_VALUES_MAX])
{
    uint32_t count = 0;
    if (op->kind >= MICRO_KIND_COUNT) {
        return 0;
    }
    if (micro_writes_d((MicroKind)op->kind)) {
        list(&op->d, results, &count);
        list(&op->d2, results, &count);
    }
    bool is_written = micro_writes_data((MicroKind)op->kind, op->target);
    for (uint32_t i = 0; i < 4 && is_written; i++) {
        list(&op->data[i], results, &count);
    }
    return count;
}

bool op_writes(Op *op, Value value)
{
    Value *results[OP_VALUES_MAX];
    uint32_t count = op_results(op, results);
    for (uint32_t i = 0; i < count; i++) {
        if (*results[i] == value) {
            return true;
        }
    }
    return false;
}

uint32_t *unit_reads(Unit *unit)
{
    uint32_t *reads =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint32_t));
    Value *sources[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_sources(&unit->ops[i], sources);
        for (uint32_t j = 0; j < count; j++) {
            if (!value_is_constant(*sources[j])) {
                reads[*sources[j]]++;
            }
        }
    }
    return reads;
}

uint32_t *unit_writes(const Unit *unit, const Op *ops, uint32_t first, uint32_t end)
{
    uint32_t *writes =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint32_t));
    Value *results[OP_VALUES_MAX];
    for (uint32_t i = first; i < end; i++) {
        Op op = ops[i];
        uint32_t count = op_results(&op, results);
        for (uint32_t j = 0; j < count; j++) {
            writes[*results[j]]++;
        }
    }
    return writes;
}

bool op_has_trait(const Op *op, uint16_t trait)
{
    return op->kind < MICRO_KIND_COUNT && (micro_info[op->kind].traits & trait) != 0;
}

bool op_is_uniform_load(const Op *op)
{
    return op->kind == MICRO_LOAD && op->space == PTX_SPACE_CONST && op->pipe == PIPE_NONE;
}

bool op_is_pure(const Op *op)
{
    bool is_plain_load = op->kind == MICRO_LOAD && (op->flags & MICRO_VOLATILE) == 0;
    return is_plain_load || op_has_trait(op, TRAIT_PURE);
}

bool op_ends_block(const Op *op)
{
    if (op->kind == MICRO_BRANCH || op->kind == MICRO_BRANCH_INDEX) {
        return true;
    }
    return op_has_trait(op, TRAIT_END) && op->guard == VALUE_NONE && op->function != PTX_BRKPT;
}

bool op_is_copy(const Op *op)
{
    return op->kind == MICRO_LANE && (op->function == LANE_MOV_32 || op->function == LANE_MOV_64 ||
                                      op->function == LANE_MOV_PRED);
}

void op_become_copy(const Unit *unit, Op *op, Value value)
{
    op->function = value_class(unit, op->d) == VALUE_64 ? LANE_MOV_64 : LANE_MOV_32;
    op->a = value;
    op->b = op->c = op->e = VALUE_NONE;
    op->flags &= MICRO_GUARD_NEGATED;
}

bool op_is_add_literal(const Lowering *lowering, const Op *op, Value *x, uint64_t *literal)
{
    if (op->kind != MICRO_LANE || (op->function != LANE_ADD_32 && op->function != LANE_ADD_64)) {
        return false;
    }
    if (value_literal(lowering, op->b, literal)) {
        *x = op->a;
        return true;
    }
    *x = op->b;
    return value_literal(lowering, op->a, literal);
}
