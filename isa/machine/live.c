// SPDX-License-Identifier: Apache-2.0
// Liveness by backward iteration over the blocks.
#include "isa/machine/live.h"

#include "isa/machine/op.h"

static bool has(const uint64_t *set, uint32_t number)
{
    return (set[number / 64] >> (number % 64) & 1) != 0;
}

static void put(uint64_t *set, uint32_t number)
{
    set[number / 64] |= UINT64_C(1) << (number % 64);
}

// What is known of a register during the search for guarded writes that end its life.
typedef struct Guarding {
    Value guard; // of all its reads and writes so far
    bool is_negated;
    bool is_mixed;      // they differ, or one has none
    uint32_t block;     // of its last guarded write, plus 1
    uint32_t op;        // that write
    uint32_t guard_age; // how often the guard had been written by that op
} Guarding;

static void note_guard(Guarding *known, const Op *op)
{
    bool is_negated = (op->flags & MICRO_GUARD_NEGATED) != 0;
    if (op->guard == VALUE_NONE ||
        (known->guard != 0 && (known->guard != op->guard + 1 || known->is_negated != is_negated))) {
        known->is_mixed = true;
    }
    known->guard = op->guard + 1; // zero: nothing known yet
    known->is_negated = is_negated;
}

// A write under p followed, in the same block, by one under !p: together they end the old value's
// life, which is recorded at the first of them.
static void note_pair(const Unit *unit, Live *live, Guarding *known, uint32_t block, uint32_t at,
                      uint32_t age)
{
    const Op *op = &unit->ops[at], *before = &unit->ops[known->op];
    if (known->block == block + 1 && known->guard_age == age && before->guard == op->guard &&
        ((before->flags ^ op->flags) & MICRO_GUARD_NEGATED) != 0) {
        live->is_end[known->op] = true;
    }
    known->block = block + 1;
    known->op = at;
    known->guard_age = age;
}

// A read between the two needs the old value where p is false, unless its guard is p too.
static void note_read(const Unit *unit, Guarding *known, const Op *op)
{
    const Op *before = &unit->ops[known->op];
    if (op->guard != before->guard || ((op->flags ^ before->flags) & MICRO_GUARD_NEGATED) != 0) {
        known->block = 0;
    }
}

static void find_ends(Unit *unit, const Flow *flow, Live *live)
{
    Arena *arena = &unit->lowering->scratch;
    Guarding *known = arena_alloc(arena, (unit->register_count + 1) * sizeof(Guarding));
    uint32_t *age = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    Value *values[OP_VALUES_MAX];
    live->is_end = arena_alloc(arena, unit->op_count + 1);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t count = op_sources(op, values);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*values[j])) {
                note_guard(&known[*values[j]], op);
                note_read(unit, &known[*values[j]], op);
            }
        }
        count = op_results(op, values);
        for (uint32_t j = 0; j < count; j++) {
            note_guard(&known[*values[j]], op);
            if (op->guard != VALUE_NONE && value_is_register(op->guard) && count == 1) {
                note_pair(unit, live, &known[*values[j]], flow->block_of_op[i], i, age[op->guard]);
            }
            age[*values[j]]++;
        }
        live->is_end[i] = op->guard == VALUE_NONE;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_results(&unit->ops[i], values);
        for (uint32_t j = 0; j < count; j++) {
            live->is_end[i] |= count == 1 && !known[*values[j]].is_mixed;
        }
    }
}

// Registers that a block reads before it writes them: gives them numbers, or puts them into `use`.
static void number_exposed(Unit *unit, const FlowBlock *block, Live *live, uint32_t *written_in,
                           uint32_t mark, uint64_t *use)
{
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = block->first; i < block->end; i++) {
        Op *op = &unit->ops[i];
        uint32_t count = op_sources(op, values);
        for (uint32_t j = 0; j < count; j++) {
            Value value = *values[j];
            if (!value_is_register(value) || written_in[value] == mark) {
                continue;
            }
            if (use != NULL) {
                put(use, live->number[value]);
            } else if (live->number[value] == FLOW_NONE) {
                live->register_of[live->count] = value;
                live->number[value] = live->count++;
            }
        }
        count = live->is_end[i] ? op_results(op, values) : 0;
        for (uint32_t j = 0; j < count; j++) {
            written_in[*values[j]] = mark;
        }
    }
}

static void find_killed(Unit *unit, const FlowBlock *block, const Live *live, uint64_t *kill)
{
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = block->first; i < block->end; i++) {
        uint32_t count = live->is_end[i] ? op_results(&unit->ops[i], values) : 0;
        for (uint32_t j = 0; j < count; j++) {
            if (live->number[*values[j]] != FLOW_NONE) {
                put(kill, live->number[*values[j]]);
            }
        }
    }
}

static bool flow_backward(const Flow *flow, Live *live, uint32_t block, const uint64_t *use,
                          const uint64_t *kill)
{
    uint32_t words = live->words;
    uint64_t *in = live->in + (size_t)block * words, *out = live->out + (size_t)block * words;
    bool is_changed = false;
    for (uint32_t i = flow->successors.first[block]; i < flow->successors.first[block + 1]; i++) {
        const uint64_t *next = live->in + (size_t)flow->successors.to[i] * words;
        for (uint32_t w = 0; w < words; w++) {
            out[w] |= next[w];
        }
    }
    for (uint32_t w = 0; w < words; w++) {
        uint64_t now = use[(size_t)block * words + w] | (out[w] & ~kill[(size_t)block * words + w]);
        is_changed |= now != in[w];
        in[w] = now;
    }
    return is_changed;
}

Live *live_build(Unit *unit, const Flow *flow)
{
    Arena *arena = &unit->lowering->scratch;
    Live *live = arena_alloc(arena, sizeof(Live));
    uint32_t *written = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    live->number = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    live->register_of = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->register_count; i++) {
        live->number[i] = FLOW_NONE;
    }
    find_ends(unit, flow, live);
    for (uint32_t b = 0; b < flow->count; b++) {
        number_exposed(unit, &flow->blocks[b], live, written, b + 1, NULL);
    }
    live->words = live->count / 64 + 1;
    size_t set_bytes = (size_t)(flow->count + 1) * live->words * sizeof(uint64_t);
    live->in = arena_alloc(arena, set_bytes);
    live->out = arena_alloc(arena, set_bytes);
    uint64_t *use = arena_alloc(arena, set_bytes), *kill = arena_alloc(arena, set_bytes);
    for (uint32_t b = 0; b < flow->count; b++) {
        size_t at = (size_t)b * live->words;
        number_exposed(unit, &flow->blocks[b], live, written, flow->count + b + 1, use + at);
        find_killed(unit, &flow->blocks[b], live, kill + at);
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t b = flow->count; b-- > 0;) {
            is_changed |= flow_backward(flow, live, b, use, kill);
        }
    }
    return live;
}

bool live_is_out(const Live *live, uint32_t block, Value value)
{
    return live->number[value] != FLOW_NONE &&
           has(live->out + (size_t)block * live->words, live->number[value]);
}

bool live_is_in(const Live *live, uint32_t block, Value value)
{
    return live->number[value] != FLOW_NONE &&
           has(live->in + (size_t)block * live->words, live->number[value]);
}
