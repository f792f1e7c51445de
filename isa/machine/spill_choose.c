// SPDX-License-Identifier: Apache-2.0
// Which values a function over its limit keeps in its frame between blocks. If more values are live
// than there are registers, those with the fewest accesses are kept there; each loop around an
// access multiplies its count by ten. In blocks that run out of registers, values that only pass
// through are kept there.
#include "isa/machine/op.h"
#include "isa/machine/spill.h"

#define LOOP_WEIGHT 10.0
#define DEPTH_MOST  6

typedef struct Choice {
    Spill *spill;
    double *frequency; // [block]: estimated executions, from the loops around it
    double *cost;      // [register]: loads and stores if it is in memory, by frequency
    uint32_t *touched; // [register]: last block that reads or writes it, plus 1
} Choice;

static void find_frequencies(Choice *choice)
{
    const Flow *flow = choice->spill->flow;
    Unit *unit = choice->spill->unit;
    FlowLoops loops = flow_loops(unit, flow);
    choice->frequency = arena_alloc(&unit->lowering->scratch, (flow->count + 1) * sizeof(double));
    for (uint32_t b = 0; b < flow->count; b++) {
        uint32_t depth = flow_depth(&loops, b);
        choice->frequency[b] = 1;
        for (uint32_t i = 0; i < depth && i < DEPTH_MOST; i++) {
            choice->frequency[b] *= LOOP_WEIGHT;
        }
    }
}

static void find_costs(Choice *choice)
{
    Spill *spill = choice->spill;
    Unit *unit = spill->unit;
    Arena *arena = &unit->lowering->scratch;
    Value *values[OP_VALUES_MAX];
    choice->cost = arena_alloc(arena, (unit->register_count + 1) * sizeof(double));
    choice->touched = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        double frequency = choice->frequency[spill->flow->block_of_op[i]];
        for (int pass = 0; pass < 2; pass++) {
            uint32_t count =
                pass == 0 ? op_sources(&unit->ops[i], values) : op_results(&unit->ops[i], values);
            for (uint32_t j = 0; j < count; j++) {
                bool is_free = pass == 1 && !value_is_constant(*values[j]) &&
                               spill->recipe[*values[j]] != NULL;
                if (spill_counts(spill, *values[j]) && !is_free) {
                    choice->cost[*values[j]] += frequency;
                }
            }
        }
    }
}

typedef bool LiveAt(const Live *live, uint32_t block, Value value);

static double cost_of(const Choice *choice, Value value)
{
    return choice->cost[value] / pressure_weight(&choice->spill->pressure, value);
}

// Moves values to memory, the cheapest first, while those at one end of a block exceed the limit.
static void relieve_end(Choice *choice, uint32_t block, LiveAt *is_live)
{
    Spill *spill = choice->spill;
    const Live *live = spill->live;
    for (;;) {
        uint32_t weight = 0;
        Value best = VALUE_NONE;
        for (uint32_t n = 0; n < live->count; n++) {
            Value value = live->register_of[n];
            if (!spill_counts(spill, value) || spill->is_in_memory[value] ||
                !is_live(live, block, value)) {
                continue;
            }
            weight += pressure_weight(&spill->pressure, value);
            if (best == VALUE_NONE || cost_of(choice, value) < cost_of(choice, best)) {
                best = value;
            }
        }
        if (weight <= spill->limit || best == VALUE_NONE) {
            return;
        }
        spill->is_in_memory[best] = true;
    }
}

static void mark_touched(Choice *choice, uint32_t block)
{
    Unit *unit = choice->spill->unit;
    const FlowBlock *place = &choice->spill->flow->blocks[block];
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = place->first; i < place->end; i++) {
        for (int pass = 0; pass < 2; pass++) {
            uint32_t count =
                pass == 0 ? op_sources(&unit->ops[i], values) : op_results(&unit->ops[i], values);
            for (uint32_t j = 0; j < count; j++) {
                if (spill_counts(choice->spill, *values[j])) {
                    choice->touched[*values[j]] = block + 1;
                }
            }
        }
    }
}

// The most registers that values take in a block if those chosen so far are in memory, unless the
// block accesses them.
static uint32_t peak_of(Choice *choice, uint32_t block)
{
    Spill *spill = choice->spill;
    Pressure *pressure = &spill->pressure;
    const FlowBlock *place = &spill->flow->blocks[block];
    uint32_t away = 0;
    pressure->peak = 0;
    pressure->limit = 0; // operands of memory ops are not held
    pressure_enter_block(pressure, place, block, NULL);
    for (uint32_t i = place->first; i < place->end; i++) {
        pressure_run(pressure, i, 0);
    }
    pressure_leave_block(pressure);
    for (uint32_t n = 0; n < spill->live->count; n++) {
        Value value = spill->live->register_of[n];
        bool is_away = spill->is_in_memory[value] && choice->touched[value] != block + 1 &&
                       live_is_in(spill->live, block, value);
        away += is_away ? pressure_weight(pressure, value) : 0;
    }
    return pressure->peak - away;
}

// Values that only pass through a block that runs out of registers are moved to memory if that is
// cheaper than a store and a load in the block.
static void relieve_block(Choice *choice, uint32_t block)
{
    Spill *spill = choice->spill;
    const Live *live = spill->live;
    mark_touched(choice, block);
    for (uint32_t peak = peak_of(choice, block); peak > spill->limit;) {
        Value best = VALUE_NONE;
        for (uint32_t n = 0; n < live->count; n++) {
            Value value = live->register_of[n];
            bool passes = spill_counts(spill, value) && !spill->is_in_memory[value] &&
                          choice->touched[value] != block + 1 && live_is_in(live, block, value) &&
                          choice->cost[value] <= 2 * choice->frequency[block];
            if (passes && (best == VALUE_NONE || cost_of(choice, value) < cost_of(choice, best))) {
                best = value;
            }
        }
        if (best == VALUE_NONE) {
            return;
        }
        spill->is_in_memory[best] = true;
        uint32_t weight = pressure_weight(&spill->pressure, best);
        peak -= weight < peak ? weight : peak;
    }
}

void spill_choose(Spill *spill)
{
    Choice choice = {.spill = spill};
    find_frequencies(&choice);
    find_costs(&choice);
    for (uint32_t b = 0; b < spill->flow->count; b++) {
        relieve_end(&choice, b, live_is_in);
        relieve_end(&choice, b, live_is_out);
    }
    for (uint32_t b = 0; b < spill->flow->count; b++) {
        relieve_block(&choice, b);
    }
}
