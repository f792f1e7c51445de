// SPDX-License-Identifier: Apache-2.0
// Extensions of 32-bit indices to 64 bits stand in the block that reads them, as ptxas has them:
// nvcc computes one at the head of the kernel, where it would hold two registers until the address
// at the end, and lanes that leave early would compute it. Not into loops.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#define NO_OP UINT32_MAX

typedef struct Span {
    uint32_t first, last; // ops of a loop: the label, and the branch back to it
} Span;

typedef struct Sink {
    Unit *unit;
    Definitions definitions;
    uint32_t *first_reader; // [register]
    bool *is_spread;        // [register]: read in several blocks
    Span *loops;
    uint32_t loop_count, loop_room;
    uint32_t *moved_before; // [op]: the last one that moves to before it
    uint32_t *next;         // [op]: the one that moves to the same place and comes before it
    bool *is_moved;         // [op]
} Sink;

static void find_readers(Sink *sink)
{
    Value *sources[OP_VALUES_MAX];
    const uint32_t *block_of_op = sink->definitions.flow->block_of_op;
    for (uint32_t i = 0; i < sink->unit->op_count; i++) {
        uint32_t count = op_sources(&sink->unit->ops[i], sources);
        for (uint32_t j = 0; j < count; j++) {
            Value value = *sources[j];
            if (!value_is_register(value)) {
                continue;
            }
            if (sink->first_reader[value] == NO_OP) {
                sink->first_reader[value] = i;
            } else if (block_of_op[sink->first_reader[value]] != block_of_op[i]) {
                sink->is_spread[value] = true;
            }
        }
    }
}

static void find_loops(Sink *sink)
{
    Unit *unit = sink->unit;
    Arena *arena = &unit->lowering->scratch;
    uint32_t *place = arena_alloc(arena, (unit->label_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        if (op->kind == OP_LABEL) {
            place[op->target] = i + 1; // 0: not yet seen
        } else if (op->kind == MICRO_BRANCH && place[op->target] != 0) {
            sink->loops = arena_room(arena, sink->loops, sink->loop_count, &sink->loop_room,
                                     sizeof *sink->loops);
            sink->loops[sink->loop_count++] = (Span){place[op->target] - 1, i};
        }
    }
}

static bool enters_loop(const Sink *sink, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < sink->loop_count; i++) {
        const Span *loop = &sink->loops[i];
        if (loop->first <= to && to <= loop->last && (from < loop->first || from > loop->last)) {
            return true;
        }
    }
    return false;
}

static bool may_sink(const Sink *sink, uint32_t at, uint32_t *to)
{
    const Definitions *definitions = &sink->definitions;
    const Op *op = &sink->unit->ops[at];
    bool is_extension = op->kind == MICRO_LANE &&
                        (op->function == LANE_CVT_U64_S32 || op->function == LANE_CVT_U64_U32);
    if (!is_extension || op->guard != VALUE_NONE || definitions->writes[op->d] != 1 ||
        sink->is_spread[op->d] || sink->first_reader[op->d] == NO_OP) {
        return false;
    }
    const uint32_t *block_of_op = definitions->flow->block_of_op;
    *to = sink->first_reader[op->d];
    return *to > at && block_of_op[*to] != block_of_op[at] &&
           value_reaches(definitions, op->a, op, *to) && !enters_loop(sink, at, *to);
}

static void emit_moved(const Sink *sink, const Op *ops, uint32_t before)
{
    if (before != NO_OP) {
        emit_moved(sink, ops, sink->next[before]);
        *unit_add(sink->unit, MICRO_NOP) = ops[before];
    }
}

void unit_sink(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t op_count = unit->op_count, to;
    bool is_changed = false;
    Sink sink = {.unit = unit, .definitions = definitions_build(unit)};
    sink.first_reader = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    sink.is_spread = arena_alloc(arena, unit->register_count + 1);
    sink.moved_before = arena_alloc(arena, (op_count + 1) * sizeof(uint32_t));
    sink.next = arena_alloc(arena, (op_count + 1) * sizeof(uint32_t));
    sink.is_moved = arena_alloc(arena, op_count + 1);
    for (uint32_t i = 0; i < unit->register_count; i++) {
        sink.first_reader[i] = NO_OP;
    }
    for (uint32_t i = 0; i < op_count; i++) {
        sink.moved_before[i] = NO_OP;
    }
    find_readers(&sink);
    find_loops(&sink);
    for (uint32_t i = 0; i < op_count; i++) {
        if (may_sink(&sink, i, &to)) {
            sink.next[i] = sink.moved_before[to];
            sink.moved_before[to] = i;
            sink.is_moved[i] = is_changed = true;
        }
    }
    if (!is_changed) {
        return;
    }
    const Op *ops = unit->ops;
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < op_count; i++) {
        emit_moved(&sink, ops, sink.moved_before[i]);
        if (!sink.is_moved[i]) {
            *unit_add(unit, MICRO_NOP) = ops[i];
        }
    }
}
