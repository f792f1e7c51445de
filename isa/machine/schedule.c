// SPDX-License-Identifier: Apache-2.0
// The order of a block's instructions, as a compiler chooses it: list scheduling from the block's
// end. Each op stands as late as its readers allow, so a load stands its latency before the first
// of them: loads from global memory stand first, those from shared memory some 34 cycles ahead.
// While no register is free, the op that frees most comes next. ptxas does the same: mm_row in
// traces/h200/probes/products.sass starts 17 of 32 loads, then one or two after each sum, and the
// last nine sums have no load between them. Ops move only within their block. What ptxas does
// across blocks is left out.
#include "isa/machine/schedule.h"

#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#include <string.h>

// The limits that are tried for an order that ends within so many registers, and the registers
// between them: an order takes a few more than its limit where nothing that is ready frees one.
#define ORDERS_TRIED 5
#define ORDERS_STEP  5

// The compilers for cc 1.x started no loads early: bandwidths of MUNI and Harris.
#define FIRST_SCHEDULED 20

// Nothing is known of how earlier compilers come to need fewer registers.
#define FIRST_TIGHT 50

typedef struct Schedule {
    Unit *unit;
    const FlowBlock *block;
    Pressure pressure;
    Depend depend;
    uint32_t *cycle; // [node]: when it issues; while the order is chosen, counted from the end
    bool *is_placed; // [node]
    uint32_t *order; // [place in the block]: node
    Op *ordered;     // [op]: in their new order
} Schedule;

static Op *op_at(const Schedule *schedule, uint32_t node)
{
    return &schedule->unit->ops[schedule->block->first + node];
}

// --- registers, from the end

// The results whose registers the op does not need before: a guarded op may leave what was there.
static uint32_t new_results(const Schedule *schedule, uint32_t node, Value *values[OP_VALUES_MAX])
{
    bool is_end = schedule->pressure.live->is_end[schedule->block->first + node];
    return is_end ? op_results(op_at(schedule, node), values) : 0;
}

// Registers taken (or, if negative, freed) if the op is placed next.
static int32_t gain(const Schedule *schedule, uint32_t node)
{
    const Pressure *pressure = &schedule->pressure;
    Value *values[OP_VALUES_MAX];
    int32_t found = 0;
    uint32_t count = op_sources(op_at(schedule, node), values);
    for (uint32_t i = 0; i < count; i++) {
        bool is_new = value_is_register(*values[i]) && !pressure->is_live[*values[i]];
        found += is_new ? (int32_t)pressure_weight(pressure, *values[i]) : 0;
    }
    count = new_results(schedule, node, values);
    for (uint32_t i = 0; i < count; i++) {
        bool is_freed = pressure->is_live[*values[i]];
        found -= is_freed ? (int32_t)pressure_weight(pressure, *values[i]) : 0;
    }
    return found;
}

static void place(Schedule *schedule, uint32_t node, uint32_t now)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = new_results(schedule, node, values);
    for (uint32_t i = 0; i < count; i++) {
        pressure_set_live(&schedule->pressure, *values[i], false);
    }
    count = op_sources(op_at(schedule, node), values);
    for (uint32_t i = 0; i < count; i++) {
        if (value_is_register(*values[i])) {
            pressure_set_live(&schedule->pressure, *values[i], true);
        }
    }
    schedule->is_placed[node] = true;
    const DependNode *placed = &schedule->depend.nodes[node];
    for (uint32_t e = placed->first_edge; e < placed->first_edge + placed->edge_count; e++) {
        const DependEdge *edge = &schedule->depend.edges[e];
        uint32_t ready = now + edge->latency;
        if (ready > schedule->cycle[edge->from]) {
            schedule->cycle[edge->from] = ready;
        }
        schedule->depend.nodes[edge->from].waits--;
    }
}

// --- the order

// Whether node x is placed before y, from the end; y stands behind x in the program. Of two ops
// that take as many registers, a load that opens its address frees more in the long run than the
// next sum: it has the shorter way from the block's start.
static bool is_better(const Schedule *schedule, uint32_t x, uint32_t y, uint32_t now)
{
    uint32_t x_depth = schedule->depend.nodes[x].depth, y_depth = schedule->depend.nodes[y].depth;
    uint32_t x_ready = schedule->cycle[x], y_ready = schedule->cycle[y];
    if (schedule->pressure.live_weight >= schedule->pressure.limit) {
        int32_t x_gain = gain(schedule, x);
        int32_t y_gain = gain(schedule, y);
        bool is_equal = x_gain == y_gain && x_ready != y_ready &&
                        op_at(schedule, x)->kind == op_at(schedule, y)->kind &&
                        op_at(schedule, x)->kind == MICRO_LOAD;
        if (is_equal) {
            return x_ready < y_ready;
        }
        return x_gain != y_gain ? x_gain < y_gain : x_depth < y_depth;
    }
    if ((x_ready <= now) != (y_ready <= now)) {
        return x_ready <= now;
    }
    if (x_ready > now && x_ready != y_ready) {
        return x_ready < y_ready;
    }
    return x_depth > y_depth;
}

static uint32_t best_node(const Schedule *schedule, uint32_t end, uint32_t now)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = end; i-- > 0 && i + SCHEDULE_WINDOW >= end;) {
        bool can_come = !schedule->is_placed[i] && schedule->depend.nodes[i].waits == 0;
        if (can_come && (best == UINT32_MAX || is_better(schedule, i, best, now))) {
            best = i;
        }
    }
    return best;
}

// The registers that are live in `pressure` are those read behind the ops that are placed so far.
static void choose_order(Schedule *schedule, uint32_t index, uint32_t count)
{
    const Live *live = schedule->pressure.live;
    memset(schedule->cycle, 0, count * sizeof(uint32_t));
    memset(schedule->is_placed, 0, count);
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        pressure_set_live(&schedule->pressure, value, live_is_out(live, index, value));
    }
    uint32_t end = count, now = 0;
    for (uint32_t step = count; step-- > 0;) {
        uint32_t best = best_node(schedule, end, now);
        now = schedule->cycle[best] > now ? schedule->cycle[best] : now;
        schedule->order[step] = best;
        place(schedule, best, now);
        now += depend_issue_cycles(op_at(schedule, best));
        while (end > 0 && schedule->is_placed[end - 1]) {
            end--;
        }
    }
    pressure_leave_block(&schedule->pressure);
}

// Takes the registers that the order needs.
static void run_order(Schedule *schedule, uint32_t count)
{
    uint32_t now = 0;
    for (uint32_t step = 0; step < count; step++) {
        uint32_t at = schedule->order[step];
        const DependNode *node = &schedule->depend.nodes[at];
        for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            const DependEdge *edge = &schedule->depend.edges[e];
            uint32_t ready = schedule->cycle[edge->from] + edge->latency;
            now = ready > now ? ready : now;
        }
        schedule->cycle[at] = now;
        pressure_run(&schedule->pressure, schedule->block->first + at, now);
        now += depend_issue_cycles(op_at(schedule, at));
        schedule->ordered[schedule->block->first + step] = *op_at(schedule, at);
    }
}

static void run_block(Schedule *schedule, uint32_t index, DependWork *work)
{
    const FlowBlock *block = schedule->block;
    uint32_t count = block->end - block->first;
    schedule->depend = depend_build(work, block->first, block->end);
    choose_order(schedule, index, count);
    pressure_enter_block(&schedule->pressure, block, index, schedule->order);
    run_order(schedule, count);
    pressure_leave_block(&schedule->pressure);
}

// Orders the ops of all blocks, into schedule->ordered.
static void run_blocks(Schedule *schedule, const Flow *flow, DependWork *work)
{
    schedule->pressure.peak = 0;
    for (uint32_t b = 0; b < flow->count; b++) {
        schedule->block = &flow->blocks[b];
        run_block(schedule, b, work);
    }
}

static uint32_t longest_block(const Flow *flow)
{
    uint32_t longest = 0;
    for (uint32_t b = 0; b < flow->count; b++) {
        uint32_t count = flow->blocks[b].end - flow->blocks[b].first;
        longest = count > longest ? count : longest;
    }
    return longest;
}

// For a thread that may not have the registers that the order needs: another order may need fewer.
static bool run_tightly(Schedule *schedule, const Flow *flow, DependWork *work)
{
    const Lowering *lowering = schedule->unit->lowering;
    uint32_t most = registers_most(lowering), limit = schedule->pressure.limit;
    uint32_t reserved = registers_reserved(lowering->target.compute_capability);
    if (most <= reserved || lowering->target.compute_capability < FIRST_SCHEDULED) {
        return false;
    }
    schedule->pressure.limit = most - reserved;
    run_blocks(schedule, flow, work);
    if (schedule->pressure.peak + reserved <= most) {
        schedule->unit->registers_live = most;
        return true;
    }
    schedule->pressure.limit = limit;
    return false;
}

// Whether the block needs at most so many registers in the order of some limit, the highest of
// those that are tried.
static bool run_block_within(Schedule *schedule, uint32_t index, DependWork *work, uint32_t most)
{
    Pressure *pressure = &schedule->pressure;
    for (uint32_t i = 0; i < ORDERS_TRIED && most > i * ORDERS_STEP; i++) {
        pressure->limit = most - i * ORDERS_STEP;
        pressure->peak = 0;
        run_block(schedule, index, work);
        if (pressure->peak <= most) {
            return true;
        }
    }
    return false;
}

// Whether all blocks have such orders. The thread then gets these registers. Its order is that of
// the limit itself, which hides more of what loads take, and needs a few registers more than
// ptxas's.
static bool run_within(Schedule *schedule, const Flow *flow, DependWork *work, uint32_t registers)
{
    Pressure *pressure = &schedule->pressure;
    uint32_t reserved = registers_reserved(schedule->unit->lowering->target.compute_capability);
    uint32_t limit = pressure->limit, peak = 0;
    bool fits = registers > reserved;
    for (uint32_t b = 0; b < flow->count && fits; b++) {
        schedule->block = &flow->blocks[b];
        fits = run_block_within(schedule, b, work, registers - reserved);
        peak = pressure->peak > peak ? pressure->peak : peak;
    }
    pressure->limit = fits ? registers - reserved : limit;
    if (fits) {
        run_blocks(schedule, flow, work);
        schedule->unit->registers_live = peak + reserved;
    }
    return fits;
}

// Whether another order than the first needs few enough: to cost no occupancy if some order does
// with them, else few enough for one more warp in each scheduler than the first leaves. ptxas gives
// 128 registers, not 135, to `multiply` of tests/hardware/tensor/held/buffers.cu.
static bool find_registers(Schedule *schedule, const Flow *flow, DependWork *work)
{
    Unit *unit = schedule->unit;
    uint32_t capability = unit->lowering->target.compute_capability;
    uint32_t without_cost = registers_without_cost(capability);
    uint32_t first = pressure_registers(&schedule->pressure, unit->registers_live);
    bool fits = schedule->pressure.peak + registers_reserved(capability) <= without_cost;
    unit->registers_live = first;
    if (fits || capability < FIRST_TIGHT) {
        return false;
    }
    if (run_within(schedule, flow, work, without_cost) ||
        (first > without_cost &&
         run_within(schedule, flow, work, registers_for_one_more_warp(unit->lowering, first)))) {
        return true;
    }
    run_blocks(schedule, flow, work); // the first order again
    return false;
}

// First with the registers that cost no occupancy. If the thread needs more, it then has them in
// all blocks. A function that will spill gets the order of one that need not, as in ptxas (all 64
// loads come before the first sum in deviations<128, 16> of traces/h200/sass/local_memory.sass).
void unit_schedule(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Flow *flow = flow_build(unit);
    Live *live = live_build(unit, flow);
    DependWork *work = depend_work(unit);
    uint32_t longest = longest_block(flow);
    Schedule schedule = {.unit = unit,
                         .pressure = pressure_begin(unit, live),
                         .cycle = arena_alloc(arena, (longest + 1) * sizeof(uint32_t)),
                         .is_placed = arena_alloc(arena, longest + 1),
                         .order = arena_alloc(arena, (longest + 1) * sizeof(uint32_t)),
                         .ordered = arena_alloc(arena, (unit->op_count + 1) * sizeof(Op))};
    run_blocks(&schedule, flow, work);
    bool is_found = find_registers(&schedule, flow, work);
    bool is_over = unit->registers_live > registers_most(unit->lowering);
    bool is_done = is_over && run_tightly(&schedule, flow, work);
    bool is_raised =
        !is_found && !is_done && pressure_raise_limit(&schedule.pressure, unit->registers_live);
    if (is_raised || (is_over && !is_done)) {
        run_blocks(&schedule, flow, work);
    }
    if (is_raised && !is_over) {
        unit->registers_live = pressure_limited(&schedule.pressure, unit->registers_live);
    }
    if (unit->lowering->target.compute_capability >= FIRST_SCHEDULED) {
        memcpy(unit->ops, schedule.ordered, unit->op_count * sizeof(Op));
    }
}
