// SPDX-License-Identifier: Apache-2.0
// Definitions and reads of virtual registers, and the removal of ops whose results are never read.
#include "isa/machine/definitions.h"

#include "isa/machine/op.h"

Definitions definitions_build(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t count = unit->register_count + 1;
    Definitions definitions = {.unit = unit,
                               .flow = flow_build(unit),
                               .op_of = arena_alloc(arena, count * sizeof(uint32_t)),
                               .writes = arena_alloc(arena, count * sizeof(uint32_t)),
                               .reads = arena_alloc(arena, count * sizeof(uint32_t)),
                               .is_guarded = arena_alloc(arena, count)};
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t results = op_results(op, values);
        for (uint32_t j = 0; j < results; j++) {
            definitions.op_of[*values[j]] = i;
            definitions.writes[*values[j]]++;
            definitions.is_guarded[*values[j]] |= op->guard != VALUE_NONE;
        }
        uint32_t sources = op_sources(op, values);
        for (uint32_t j = 0; j < sources; j++) {
            if (value_is_register(*values[j])) {
                definitions.reads[*values[j]]++;
            }
        }
    }
    return definitions;
}

// Whether the value is the same wherever it is read: a constant, a special register, or a register
// with one unguarded definition.
static bool value_is_stable(const Definitions *definitions, Value value)
{
    return value == VALUE_NONE || value_is_constant(value) ||
           definitions->unit->registers[value].is_special ||
           (definitions->writes[value] == 1 && !definitions->is_guarded[value]);
}

Op *definition_of(const Definitions *definitions, Value value, uint32_t reader)
{
    const Flow *flow = definitions->flow;
    if (!value_is_register(value) || definitions->unit->registers[value].is_special ||
        !value_is_stable(definitions, value)) {
        return NULL;
    }
    uint32_t at = definitions->op_of[value];
    uint32_t block = flow->block_of_op[at], reader_block = flow->block_of_op[reader];
    bool comes_first =
        block == reader_block ? at < reader : flow_dominates(flow, block, reader_block);
    Op *op = &definitions->unit->ops[at];
    return comes_first && op->kind < MICRO_KIND_COUNT ? op : NULL;
}

// The number of ops that are searched for a redefinition: a register that is written once, but
// behind `definition`, holds the value of a loop's last round there.
#define REACH_MAX 256

bool value_reaches(const Definitions *definitions, Value value, const Op *definition,
                   uint32_t reader)
{
    const Unit *unit = definitions->unit;
    uint32_t from = (uint32_t)(definition - unit->ops);
    bool is_written = value_is_register(value) && !unit->registers[value].is_special;
    if (value_is_stable(definitions, value) &&
        (!is_written || definition_of(definitions, value, from) != NULL)) {
        return true;
    }
    if (from >= reader || reader - from > REACH_MAX ||
        definitions->flow->block_of_op[from] != definitions->flow->block_of_op[reader]) {
        return false;
    }
    for (uint32_t i = from; i < reader; i++) {
        if (op_writes(&unit->ops[i], value)) {
            return false;
        }
    }
    return true;
}

static bool is_unread(const Definitions *definitions, Op *op)
{
    Value *results[OP_VALUES_MAX];
    uint32_t count = op_results(op, results);
    for (uint32_t i = 0; i < count; i++) {
        if (definitions->reads[*results[i]] != 0) {
            return false;
        }
    }
    return true;
}

static void remove_op(Definitions *definitions, Op *op)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources);
    for (uint32_t i = 0; i < count; i++) {
        if (value_is_register(*sources[i])) {
            definitions->reads[*sources[i]]--;
        }
    }
    op->kind = OP_DEAD;
}

// The rest of an op whose result is never read: an atomic returns nothing, a fetch returns only the
// channels that are read (TEX.LL RZ, R6 for a fetch of four numbers in ptxas 13.0's code).
static void drop_unread_results(const Definitions *definitions, Op *op)
{
    if (op->kind == MICRO_ATOM && is_unread(definitions, op)) {
        op->d = op->d2 = VALUE_NONE;
    }
    for (uint32_t i = 0; op->kind == MICRO_TEXTURE && i < 4; i++) {
        if (op->data[i] != VALUE_NONE && definitions->reads[op->data[i]] == 0) {
            op->data[i] = VALUE_NONE;
        }
    }
}

void definitions_remove_dead(Definitions *definitions)
{
    Unit *unit = definitions->unit;
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = unit->op_count; i-- > 0;) {
            Op *op = &unit->ops[i];
            if (op->kind < MICRO_KIND_COUNT && op_is_pure(op) && is_unread(definitions, op)) {
                remove_op(definitions, op);
                is_changed = true;
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        drop_unread_results(definitions, &unit->ops[i]);
    }
    unit_compact(unit);
}
