// SPDX-License-Identifier: Apache-2.0
// Loads and stores for the values that do not fit into registers. Visits the ops of each block in
// order. If a register is needed, it is taken from the value whose next use is furthest; that value
// is stored then, and loaded before that use. A value with one definition is stored once, where it
// is computed. Values computed from constants alone are computed again, and special registers are
// read again, instead of being stored. Every value keeps its virtual register: spilling only
// interrupts its life. Left out: ptxas also moves values from one place of the frame to another
// (the 36 LDL, STL pairs of deviations<128, 16> in traces/h200/sass/local_memory.sass).
#include "isa/machine/spill.h"

#include "isa/machine/op.h"
#include "isa/machine/operand.h"
#include "isa/machine/pass.h"

#include <string.h>

#define NEVER        UINT32_MAX // the value is not read again
#define BEHIND_BLOCK 1024       // assumed distance beyond the block of reads in other blocks
#define NEEDED_SOON  16         // ops within which an evicted load would be needed again

typedef struct Walk {
    Spill *spill;
    uint32_t block;
    uint32_t *slot;            // [register]: its place in the frame, plus 1; 0: none yet
    bool is_collecting;        // finds values to store at their definitions; drops the ops made
    bool *is_at_definition;    // [register]: stored at its only definition
    bool *is_present;          // [register]: in a register
    bool *is_clean;            // [register]: its place in the frame, if any, holds the same value
    uint32_t *next;            // [register]: op that reads it next
    const PtxInstruction **by; // [register]: instruction that last wrote it in the block
    uint32_t *loaded_by;       // [register]: op of the block that loads it, plus 1; 0: none
    uint32_t arrived;          // loads up to this op are known to have arrived
    Value *present;
    uint32_t present_count, weight;
    uint32_t *later; // stack of `next` after each use or write by the ops still to come
    uint32_t later_count;
    Op *old;
    uint32_t at; // op that is being prepared, in `old`
} Walk;

bool spill_counts(const Spill *spill, Value value)
{
    return value_is_register(value) && pressure_weight(&spill->pressure, value) != 0;
}

static bool is_repeatable(const Walk *walk, Value value)
{
    return walk->spill->recipe[value] != NULL || walk->spill->unit->registers[value].is_special;
}

// --- what is in registers

static void put_in(Walk *walk, Value value)
{
    if (!walk->is_present[value]) {
        walk->is_present[value] = true;
        walk->present[walk->present_count++] = value;
        walk->weight += pressure_weight(&walk->spill->pressure, value);
    }
}

static void take_out(Walk *walk, Value value)
{
    if (!walk->is_present[value]) {
        return;
    }
    uint32_t i = 0;
    while (walk->present[i] != value) {
        i++;
    }
    walk->present[i] = walk->present[--walk->present_count];
    walk->is_present[value] = false;
    walk->weight -= pressure_weight(&walk->spill->pressure, value);
}

// --- ops made

static uint32_t slot_of(Walk *walk, Value value)
{
    Unit *unit = walk->spill->unit;
    if (walk->slot[value] == 0) {
        uint32_t bytes = unit->registers[value].value_class == VALUE_64 ? 8 : 4;
        walk->slot[value] = frame_space(unit, bytes, bytes) + 1;
    }
    return walk->slot[value] - 1;
}

static void add_access(Walk *walk, MicroKind kind, Value value, const PtxInstruction *serves)
{
    Unit *unit = walk->spill->unit;
    bool is_wide = unit->registers[value].value_class == VALUE_64;
    int64_t offset = slot_of(walk, value);
    Op *op = unit_add(unit, kind);
    op->space = PTX_SPACE_LOCAL;
    op->type = is_wide ? PTX_TYPE_B64 : PTX_TYPE_B32;
    op->width_bytes = is_wide ? 8 : 4;
    op->data[0] = value;
    op->offset = offset;
    op->issues = 1;
    op->pipe = PIPE_LSU;
    op->ptx = serves;
}

// Loads arrive in order, so a reader of one waits for all earlier ones.
static void note_arrival(Walk *walk, Value value)
{
    walk->arrived = walk->loaded_by[value] > walk->arrived ? walk->loaded_by[value] : walk->arrived;
}

static void add_store(Walk *walk, Value value)
{
    const PtxInstruction *by = walk->by[value];
    add_access(walk, MICRO_STORE, value, by != NULL ? by : walk->old[walk->at].ptx);
    walk->is_clean[value] = true;
    note_arrival(walk, value);
}

static void add_reload(Walk *walk, Value value)
{
    Unit *unit = walk->spill->unit;
    const PtxInstruction *serves = walk->old[walk->at].ptx;
    const Op *recipe = walk->spill->recipe[value];
    if (recipe != NULL) {
        *unit_add(unit, MICRO_NOP) = *recipe;
        unit->ops[unit->op_count - 1].ptx = serves;
    } else if (unit->registers[value].is_special) {
        Op *op = unit_add(unit, MICRO_NOP); // S2R
        op->issues = 1;
        op->pipe = PIPE_ALU;
        op->ptx = serves;
    } else {
        add_access(walk, MICRO_LOAD, value, serves);
    }
    put_in(walk, value);
    walk->is_clean[value] = true;
}

// --- making room

static bool is_defined_here(const Walk *walk, Value value)
{
    uint32_t definition = walk->spill->definition[value];
    return definition == 0 || walk->spill->flow->block_of_op[definition - 1] == walk->block;
}

static void evict(Walk *walk, Value value)
{
    if (!walk->is_clean[value] && !is_repeatable(walk, value)) {
        if (is_defined_here(walk, value) || !walk->is_collecting) {
            add_store(walk, value);
        } else {
            walk->is_at_definition[value] = true;
            walk->is_clean[value] = true;
        }
    }
    take_out(walk, value);
}

static bool is_among(Value value, Value *const *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (*values[i] == value) {
            return true;
        }
    }
    return false;
}

static bool is_on_its_way(const Walk *walk, Value value)
{
    return walk->loaded_by[value] > walk->arrived;
}

// The value to evict; a store waits for its value. If `furthest` is still being loaded, the one
// whose load began first is evicted instead, unless that one is needed soon.
static Value arriving_first(const Walk *walk, Value furthest, Value *const *kept, uint32_t count)
{
    Value first = furthest;
    for (uint32_t i = 0; i < walk->present_count && is_on_its_way(walk, furthest); i++) {
        Value value = walk->present[i];
        bool is_soon = walk->next[value] < walk->at + NEEDED_SOON;
        if (is_on_its_way(walk, value) && walk->loaded_by[value] < walk->loaded_by[first] &&
            !is_soon && !is_among(value, kept, count)) {
            first = value;
        }
    }
    return first;
}

// The distance of the next use. It counts two thirds if the value has to be stored first.
static uint32_t worth(const Walk *walk, Value value)
{
    uint32_t distance = walk->next[value] - walk->at;
    bool is_stored = walk->is_clean[value] || is_repeatable(walk, value);
    return is_stored ? distance : distance * 2 / 3;
}

// Frees registers until there is enough room, or until only values in `kept` remain.
static void make_room(Walk *walk, uint32_t room, Value *const *kept, uint32_t kept_count)
{
    while (walk->weight + room > walk->spill->limit) {
        Value best = VALUE_NONE;
        for (uint32_t i = 0; i < walk->present_count; i++) {
            Value value = walk->present[i];
            bool is_better = best == VALUE_NONE || worth(walk, value) > worth(walk, best);
            if (is_better && !is_among(value, kept, kept_count)) {
                best = value;
            }
        }
        if (best == VALUE_NONE) {
            return;
        }
        evict(walk, arriving_first(walk, best, kept, kept_count));
    }
}

// --- a block

// The values that an op reads, and those that it overwrites without ending the old value's life.
static uint32_t needed_by(const Spill *spill, Op *op, bool is_end, Value *values[])
{
    Value *found[OP_VALUES_MAX];
    uint32_t count = 0;
    for (int pass = 0; pass < (is_end ? 1 : 2); pass++) {
        uint32_t of_pass = pass == 0 ? op_sources(op, found) : op_results(op, found);
        for (uint32_t i = 0; i < of_pass; i++) {
            if (spill_counts(spill, *found[i])) {
                values[count++] = found[i];
            }
        }
    }
    return count;
}

static uint32_t results_of(const Spill *spill, Op *op, Value *values[])
{
    Value *found[OP_VALUES_MAX];
    uint32_t count = 0, all = op_results(op, found);
    for (uint32_t i = 0; i < all; i++) {
        if (spill_counts(spill, *found[i])) {
            values[count++] = found[i];
        }
    }
    return count;
}

static void push_later(Walk *walk, Value value, uint32_t next)
{
    walk->later[walk->later_count++] = walk->next[value];
    walk->next[value] = next;
}

// Finds the op that next reads each value, from the block's end to its start.
static void look_ahead(Walk *walk, const FlowBlock *block)
{
    Spill *spill = walk->spill;
    Value *values[2 * OP_VALUES_MAX];
    walk->later_count = 0;
    for (uint32_t i = block->end; i-- > block->first;) {
        uint32_t count = results_of(spill, &walk->old[i], values);
        for (uint32_t j = 0; j < count; j++) {
            push_later(walk, *values[j], NEVER);
        }
        count = needed_by(spill, &walk->old[i], spill->live->is_end[i], values);
        for (uint32_t j = 0; j < count; j++) {
            push_later(walk, *values[j], i);
        }
    }
}

static void enter_block(Walk *walk, const FlowBlock *block)
{
    const Spill *spill = walk->spill;
    const Live *live = spill->live;
    for (uint32_t i = 0; i < spill->unit->register_count; i++) {
        walk->next[i] = NEVER;
        walk->is_clean[i] = spill->is_in_memory[i] || walk->is_at_definition[i];
        walk->by[i] = NULL;
        walk->loaded_by[i] = 0;
    }
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        if (live_is_out(live, walk->block, value)) {
            walk->next[value] = block->end + (spill->is_in_memory[value] ? BEHIND_BLOCK : 0);
        }
    }
    walk->arrived = 0;
    look_ahead(walk, block);
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        if (spill_counts(spill, value) && !spill->is_in_memory[value] &&
            live_is_in(live, walk->block, value)) {
            put_in(walk, value);
        }
    }
}

// Other blocks find every value where they expect it.
static void leave_block(Walk *walk)
{
    const Spill *spill = walk->spill;
    const Live *live = spill->live;
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        if (!spill_counts(spill, value) || !live_is_out(live, walk->block, value)) {
            continue;
        }
        bool needs_store = spill->is_in_memory[value] || walk->is_at_definition[value];
        if (needs_store && !walk->is_clean[value] && !is_repeatable(walk, value)) {
            add_store(walk, value);
        }
        if (!spill->is_in_memory[value] && !walk->is_present[value]) {
            add_reload(walk, value);
        }
    }
}

static void forget_block(Walk *walk)
{
    while (walk->present_count > 0) {
        take_out(walk, walk->present[walk->present_count - 1]);
    }
}

static void bring_in(Walk *walk, Value *const *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!walk->is_present[*values[i]]) {
            make_room(walk, pressure_weight(&walk->spill->pressure, *values[i]), values, count);
            add_reload(walk, *values[i]);
        }
    }
}

static void pass_touches(Walk *walk, Value *const *values, uint32_t count)
{
    for (uint32_t i = count; i-- > 0;) {
        walk->next[*values[i]] = walk->later[--walk->later_count];
    }
}

static void drop_unread(Walk *walk, Value *const *values, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (walk->next[*values[i]] == NEVER) {
            take_out(walk, *values[i]);
        }
    }
}

static bool is_slow(const Op *op)
{
    return op->kind == MICRO_LOAD || op->kind == MICRO_ATOM || op->kind == MICRO_TEXTURE;
}

static void run_op(Walk *walk, bool is_last)
{
    Spill *spill = walk->spill;
    Op *op = &walk->old[walk->at];
    Value *needed[2 * OP_VALUES_MAX], *results[OP_VALUES_MAX];
    uint32_t needed_count = needed_by(spill, op, spill->live->is_end[walk->at], needed);
    uint32_t result_count = results_of(spill, op, results), room = pressure_scratch(op);
    bring_in(walk, needed, needed_count);
    for (uint32_t i = 0; i < needed_count; i++) {
        note_arrival(walk, *needed[i]);
    }
    pass_touches(walk, needed, needed_count);
    drop_unread(walk, needed, needed_count);
    pass_touches(walk, results, result_count);
    for (uint32_t i = 0; i < result_count; i++) {
        bool is_there = walk->is_present[*results[i]];
        room += is_there ? 0 : pressure_weight(&spill->pressure, *results[i]);
    }
    make_room(walk, room, results, result_count);
    if (is_last && op_ends_block(op)) {
        leave_block(walk);
    }
    *unit_add(spill->unit, MICRO_NOP) = *op;
    for (uint32_t i = 0; i < result_count; i++) {
        put_in(walk, *results[i]);
        walk->is_clean[*results[i]] = false;
        walk->by[*results[i]] = op->ptx;
        walk->loaded_by[*results[i]] = is_slow(op) ? walk->at + 1 : 0;
    }
    drop_unread(walk, results, result_count);
}

static void run_block(Walk *walk, uint32_t index)
{
    const FlowBlock *block = &walk->spill->flow->blocks[index];
    walk->block = index;
    enter_block(walk, block);
    for (walk->at = block->first; walk->at < block->end; walk->at++) {
        run_op(walk, walk->at + 1 == block->end);
    }
    walk->at = block->end - 1;
    if (!op_ends_block(&walk->old[walk->at])) {
        leave_block(walk);
    }
    forget_block(walk);
}

// The first passes find the values to store at their definitions. Each such store changes which
// values are worth keeping, so two passes are needed.
static void run_blocks(Walk *walk)
{
    Unit *unit = walk->spill->unit;
    uint32_t frame_bytes = unit->frame_bytes;
    walk->old = unit->ops;
    for (int pass = 0; pass < 3; pass++) {
        walk->is_collecting = pass < 2;
        unit->ops = NULL;
        unit->op_count = unit->op_room = 0;
        unit->frame_bytes = frame_bytes;
        memset(walk->slot, 0, unit->register_count * sizeof(uint32_t));
        for (uint32_t b = 0; b < walk->spill->flow->count; b++) {
            run_block(walk, b);
        }
    }
}

static bool is_recipe(Op *op)
{
    Value *values[OP_VALUES_MAX];
    bool is_kind = op->kind == MICRO_LANE || op->kind == MICRO_LANE4 ||
                   op->kind == MICRO_FRAME_ADDRESS ||
                   (op->kind == MICRO_LOAD && op->space == PTX_SPACE_PARAM && op->vector == 1);
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        is_kind &= value_is_constant(*values[i]);
    }
    return is_kind && op_results(op, values) == 1;
}

static void find_definitions(Spill *spill)
{
    Unit *unit = spill->unit;
    Arena *arena = &unit->lowering->scratch;
    uint32_t *writes = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    Value *results[OP_VALUES_MAX];
    spill->definition = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    spill->recipe = arena_alloc(arena, (unit->register_count + 1) * sizeof(Op *));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        uint32_t count = op_results(op, results);
        for (uint32_t j = 0; j < count; j++) {
            bool is_only = ++writes[*results[j]] == 1 && op->guard == VALUE_NONE;
            spill->definition[*results[j]] = is_only ? i + 1 : 0;
            spill->recipe[*results[j]] = is_only && is_recipe(op) ? op : NULL;
        }
    }
}

static Spill spill_begin(Unit *unit, uint32_t limit)
{
    Flow *flow = flow_build(unit);
    Live *live = live_build(unit, flow);
    Arena *arena = &unit->lowering->scratch;
    Spill spill = {.unit = unit,
                   .flow = flow,
                   .live = live,
                   .pressure = pressure_begin(unit, live),
                   .limit = limit,
                   .is_in_memory = arena_alloc(arena, unit->register_count + 1)};
    find_definitions(&spill);
    return spill;
}

void unit_spill(Unit *unit)
{
    Lowering *lowering = unit->lowering;
    Arena *arena = &lowering->scratch;
    uint32_t most = registers_most(lowering), room = unit->register_count + 1;
    uint32_t reserved = registers_reserved(lowering->target.compute_capability);
    if (unit->registers_live <= most) {
        return;
    }
    uint32_t limit = most > reserved ? most - reserved : 1;
    Spill spill = spill_begin(unit, limit);
    spill_sink(&spill);
    spill = spill_begin(unit, limit);
    spill_choose(&spill);
    Walk walk = {.spill = &spill,
                 .slot = arena_alloc(arena, room * sizeof(uint32_t)),
                 .is_at_definition = arena_alloc(arena, room),
                 .is_present = arena_alloc(arena, room),
                 .is_clean = arena_alloc(arena, room),
                 .next = arena_alloc(arena, room * sizeof(uint32_t)),
                 .loaded_by = arena_alloc(arena, room * sizeof(uint32_t)),
                 .by = arena_alloc(arena, room * sizeof(PtxInstruction *)),
                 .present = arena_alloc(arena, room * sizeof(Value)),
                 .later = arena_alloc(arena, ((size_t)unit->op_count + 1) * 3 * OP_VALUES_MAX *
                                                 sizeof(uint32_t))};
    run_blocks(&walk);
}
