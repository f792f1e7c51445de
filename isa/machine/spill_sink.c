// SPDX-License-Identifier: Apache-2.0
// Before a function spills: moves cheap computations down to their first reader, unless that keeps
// more registers busy. The schedule placed them early to have the result ready; now the result
// would be stored in addition to its source.
#include "isa/machine/op.h"
#include "isa/machine/spill.h"

#define MANY_READERS 16

static bool is_among(Value value, Op *op, bool is_written)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = is_written ? op_results(op, values) : op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (*values[i] == value) {
            return true;
        }
    }
    return false;
}

// Sources count as kept busy unless so many ops share them that one more hardly matters.
static bool can_sink(const Spill *spill, Op *op, const uint32_t *reads)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources), weight = 0;
    bool is_lane = op->kind == MICRO_LANE || op->kind == MICRO_LANE4;
    if (!is_lane || op->guard != VALUE_NONE || op->d == VALUE_NONE || op->d2 != VALUE_NONE) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        bool is_busy = spill_counts(spill, *sources[i]) && reads[*sources[i]] < MANY_READERS;
        weight += is_busy ? pressure_weight(&spill->pressure, *sources[i]) : 0;
    }
    return spill_counts(spill, op->d) && weight <= pressure_weight(&spill->pressure, op->d) &&
           pressure_scratch(op) == 0;
}

// The op may not pass ops that read or write its result, or write its sources.
static bool blocks(Op *op, Op *later)
{
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources);
    if (is_among(op->d, later, false) || is_among(op->d, later, true)) {
        return true;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!value_is_constant(*sources[i]) && is_among(*sources[i], later, true)) {
            return true;
        }
    }
    return op_ends_block(later);
}

// Moves the op at order[at] down to before its first reader, if that is in its block.
static void sink(const Spill *spill, uint32_t *order, uint32_t at, uint32_t count)
{
    Op *ops = spill->unit->ops, *op = &ops[order[at]];
    uint32_t to = at + 1, moved = order[at];
    while (to < count && to - at < SCHEDULE_WINDOW && !blocks(op, &ops[order[to]])) {
        to++;
    }
    if (to == count || !is_among(op->d, &ops[order[to]], false)) {
        return;
    }
    for (; at + 1 < to; at++) {
        order[at] = order[at + 1];
    }
    order[at] = moved;
}

void spill_sink(Spill *spill)
{
    Unit *unit = spill->unit;
    Arena *arena = &unit->lowering->scratch;
    uint32_t *order = arena_alloc(arena, (unit->op_count + 1) * sizeof(uint32_t));
    const uint32_t *reads = unit_reads(unit);
    Op *ordered = arena_alloc(arena, (unit->op_count + 1) * sizeof(Op));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        order[i] = i;
    }
    for (uint32_t b = 0; b < spill->flow->count; b++) {
        const FlowBlock *block = &spill->flow->blocks[b];
        for (uint32_t i = block->end; i-- > block->first;) {
            if (can_sink(spill, &unit->ops[order[i]], reads)) {
                sink(spill, order, i, block->end);
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        ordered[i] = unit->ops[order[i]];
    }
    unit->ops = ordered;
    unit->op_room = unit->op_count + 1;
}
