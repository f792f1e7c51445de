// SPDX-License-Identifier: Apache-2.0
// The order of a block's instructions, as a compiler chooses it: list scheduling, critical path
// first. Each op starts as early as its operands allow, loads above all, while registers are free;
// if none are free, the op that needs the fewest comes next. ptxas does the same (sum_unrolled<64>
// in traces/h200/sass/loop_overhead.sass: 22 loads, then an addition for every two more). Ops move
// only within their block. What ptxas does across blocks is left out.
#include "isa/machine/schedule.h"

#include "isa/machine/pass.h"

#include <string.h>

// The compilers for cc 1.x started no loads early: bandwidths of MUNI and Harris.
#define FIRST_SCHEDULED 20

typedef struct Schedule {
    Unit *unit;
    const FlowBlock *block;
    Pressure pressure;
    Depend depend;
    uint32_t *ready_at; // [node]
    bool *is_done;      // [node]
    Op *ordered;        // [op]: in their new order
} Schedule;

static Op *op_at(const Schedule *schedule, uint32_t node)
{
    return &schedule->unit->ops[schedule->block->first + node];
}

static bool is_better(const Schedule *schedule, uint32_t x, uint32_t y, uint32_t now)
{
    const Pressure *pressure = &schedule->pressure;
    if (pressure->live_weight >= pressure->limit) {
        int32_t x_gain = pressure_gain(pressure, op_at(schedule, x));
        int32_t y_gain = pressure_gain(pressure, op_at(schedule, y));
        return x_gain != y_gain ? x_gain < y_gain : x < y;
    }
    uint32_t x_ready = schedule->ready_at[x], y_ready = schedule->ready_at[y];
    if ((x_ready <= now) != (y_ready <= now)) {
        return x_ready <= now;
    }
    if (x_ready > now && x_ready != y_ready) {
        return x_ready < y_ready;
    }
    uint32_t x_height = schedule->depend.nodes[x].height;
    uint32_t y_height = schedule->depend.nodes[y].height;
    return x_height != y_height ? x_height > y_height : x < y;
}

static void run_node(Schedule *schedule, uint32_t at, uint32_t now)
{
    const DependNode *node = &schedule->depend.nodes[at];
    pressure_run(&schedule->pressure, op_at(schedule, at), now);
    schedule->is_done[at] = true;
    for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
        const DependEdge *edge = &schedule->depend.edges[e];
        uint32_t ready = now + edge->latency;
        if (ready > schedule->ready_at[edge->to]) {
            schedule->ready_at[edge->to] = ready;
        }
        schedule->depend.nodes[edge->to].waits--;
    }
}

static uint32_t best_node(const Schedule *schedule, uint32_t first, uint32_t count, uint32_t now)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = first; i < count && i < first + SCHEDULE_WINDOW; i++) {
        bool can_come = !schedule->is_done[i] && schedule->depend.nodes[i].waits == 0;
        if (can_come && (best == UINT32_MAX || is_better(schedule, i, best, now))) {
            best = i;
        }
    }
    return best;
}

static void run_block(Schedule *schedule, uint32_t count)
{
    uint32_t first = 0, now = 0;
    for (uint32_t step = 0; step < count; step++) {
        uint32_t best = best_node(schedule, first, count, now);
        now = schedule->ready_at[best] > now ? schedule->ready_at[best] : now;
        run_node(schedule, best, now);
        now += depend_issue_cycles(op_at(schedule, best));
        schedule->ordered[schedule->block->first + step] = *op_at(schedule, best);
        while (first < count && schedule->is_done[first]) {
            first++;
        }
    }
}

// Orders the ops of all blocks, into schedule->ordered.
static void run_blocks(Schedule *schedule, const Flow *flow, DependWork *work)
{
    schedule->pressure.peak = 0;
    for (uint32_t b = 0; b < flow->count; b++) {
        const FlowBlock *block = &flow->blocks[b];
        uint32_t count = block->end - block->first;
        schedule->block = block;
        schedule->depend = depend_build(work, block->first, block->end);
        memset(schedule->ready_at, 0, count * sizeof(uint32_t));
        memset(schedule->is_done, 0, count);
        pressure_enter_block(&schedule->pressure, block, b);
        run_block(schedule, count);
        pressure_leave_block(&schedule->pressure);
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

// For a thread that may not have the registers that the order needs: another order may need fewer,
// and no register stays empty next to a stored value.
static bool run_tightly(Schedule *schedule, const Flow *flow, DependWork *work)
{
    const Lowering *lowering = schedule->unit->lowering;
    uint32_t most = registers_most(lowering), limit = schedule->pressure.limit;
    uint32_t reserved = registers_reserved(lowering->target.compute_capability);
    if (most <= reserved || lowering->target.compute_capability < FIRST_SCHEDULED) {
        return false;
    }
    const bool *is_stored = schedule->pressure.is_stored;
    schedule->pressure.is_stored =
        arena_alloc(&schedule->unit->lowering->scratch, schedule->unit->register_count + 1);
    schedule->pressure.limit = most - reserved;
    run_blocks(schedule, flow, work);
    schedule->pressure.is_stored = is_stored;
    if (schedule->pressure.peak + reserved <= most) {
        schedule->unit->registers_live = most;
        return true;
    }
    schedule->pressure.limit = limit;
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
                         .ready_at = arena_alloc(arena, (longest + 1) * sizeof(uint32_t)),
                         .is_done = arena_alloc(arena, longest + 1),
                         .ordered = arena_alloc(arena, (unit->op_count + 1) * sizeof(Op))};
    run_blocks(&schedule, flow, work);
    unit->registers_live = pressure_registers(&schedule.pressure, unit->registers_live);
    bool is_over = unit->registers_live > registers_most(unit->lowering);
    bool is_done = is_over && run_tightly(&schedule, flow, work);
    bool is_raised = !is_done && pressure_raise_limit(&schedule.pressure, unit->registers_live);
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
