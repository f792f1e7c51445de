// SPDX-License-Identifier: Apache-2.0
// Extensions of 32-bit indices to 64 bits stand in the block that reads them, as ptxas has them:
// nvcc computes one at the head of the kernel, where it would hold two registers until the address
// at the end, and lanes that leave early would compute it. Not into loops.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#define NO_OP UINT32_MAX

typedef struct Sink {
    Unit *unit;
    Definitions definitions;
    FlowLoops loops;
    uint32_t *first_reader; // [register]: op; of an extension that moves: where to
    bool *is_spread;        // [register]: read in several blocks
    bool *moves;            // [register]
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

static bool is_extension(const Op *op)
{
    return op->kind == MICRO_LANE &&
           (op->function == LANE_CVT_U64_S32 || op->function == LANE_CVT_U64_U32);
}

// The reader must see this extension's value, and not that of a source which changed since.
static bool may_sink(const Sink *sink, uint32_t at)
{
    const Definitions *definitions = &sink->definitions;
    const Flow *flow = definitions->flow;
    const Op *op = &sink->unit->ops[at];
    uint32_t to = is_extension(op) ? sink->first_reader[op->d] : NO_OP;
    if (to == NO_OP || sink->is_spread[op->d] || definition_of(definitions, op->d, to) != op ||
        !value_reaches(definitions, op->a, op, to)) {
        return false;
    }
    uint32_t from_block = flow->block_of_op[at], to_block = flow->block_of_op[to];
    uint32_t header = sink->loops.header[to_block];
    return from_block != to_block &&
           (header == FLOW_NONE || flow_dominates(flow, header, from_block));
}

// Emits the extensions that move to before op `at`.
static void emit_moved(Sink *sink, Op *ops, uint32_t at)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(&ops[at], sources);
    for (uint32_t j = 0; j < count; j++) {
        Value value = *sources[j];
        if (value_is_register(value) && sink->moves[value] && sink->first_reader[value] == at) {
            *unit_add(sink->unit, MICRO_NOP) = ops[sink->definitions.op_of[value]];
            sink->first_reader[value] = NO_OP; // also if it is two of the op's sources
        }
    }
}

void unit_sink(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Sink sink = {.unit = unit, .definitions = definitions_build(unit)};
    sink.loops = flow_loops(unit, sink.definitions.flow);
    sink.first_reader = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    sink.is_spread = arena_alloc(arena, unit->register_count + 1);
    sink.moves = arena_alloc(arena, unit->register_count + 1);
    for (uint32_t i = 0; i < unit->register_count; i++) {
        sink.first_reader[i] = NO_OP;
    }
    find_readers(&sink);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (may_sink(&sink, i)) {
            sink.moves[unit->ops[i].d] = true;
        }
    }
    Op *ops = unit->ops;
    uint32_t op_count = unit->op_count;
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < op_count; i++) {
        emit_moved(&sink, ops, i);
        if (!is_extension(&ops[i]) || !sink.moves[ops[i].d]) {
            *unit_add(unit, MICRO_NOP) = ops[i];
        }
    }
}
