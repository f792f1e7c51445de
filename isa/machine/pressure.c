// SPDX-License-Identifier: Apache-2.0
// Registers a thread needs: a list scheduling of every block as a compiler does it, that starts
// loads as early as their operands allow while registers are free, and the most registers live at
// once in that order. The order itself is thrown away: counts do not depend on it.
#include "isa/machine/live.h"

// The stack pointer, and two more that ptxas 13.0 reports for sm_70 on beyond the highest it uses.
#define REGISTERS_RESERVED 3
// Earlier there is the stack pointer alone, and before cc 2.0, which has no stack, nothing.
#define FIRST_WITH_STACK    20
#define FIRST_WITH_RESERVED 70
#define FIRST_WITH_UNIFORM  75
// Cycles, as in latency_of(): loads from shared memory and the time a memory op reads its operands.
// Chosen for the least error in what ptxas 13.0 reports for sm_90 on kernels/ and others.
#define SHARED_LATENCY 34
#define OPERAND_READ   10

typedef struct Node {
    uint32_t waits; // predecessors not scheduled yet
    uint32_t ready_at, height;
    uint32_t first_edge, edge_count;
    bool is_done;
} Node;

typedef struct Edge {
    uint32_t from, to;
} Edge;

typedef struct Schedule {
    Unit *unit;
    const FlowBlock *block;
    Node *nodes;
    Edge *edges;
    uint32_t edge_count, edge_room;
    uint32_t *sorted;     // [edge]: targets, by source
    uint32_t *writer;     // [register]: node that wrote it last in the block, plus 1
    uint32_t *reader;     // [register]: node that read it last, plus 1
    uint32_t *reads_left; // [register]: in the block; live-out counts as one more
    bool *is_live;
    uint32_t live_weight, limit, peak;
    const bool *is_divergent; // [register]
    const bool *is_stored;    // [register]: data of a store to global memory
    const bool *is_in_memory; // [register]: an operand that cc 1.x reads from shared memory
    uint32_t *held_until;     // [register]: cycle until which a memory op reads it; 0: none does
    Value *held;              // those registers
    uint32_t held_count;
} Schedule;

static bool is_register(Value value)
{
    return value != VALUE_NONE && (value & VALUE_CONSTANT) == 0;
}

// Registers that a value takes. Values that all lanes share stand in uniform registers where there
// are any. What is stored to global memory stands in an odd register beside its address pair, and
// the even one stays empty: 86 of the 90 stores in traces/h200/sass.
static uint32_t weight_of(const Schedule *schedule, Value value)
{
    const Unit *unit = schedule->unit;
    uint32_t capability = unit->lowering->target.compute_capability;
    if (schedule->is_in_memory[value]) {
        return 0;
    }
    bool is_uniform = !schedule->is_divergent[value] && !unit->registers[value].is_special;
    if (capability >= FIRST_WITH_UNIFORM && is_uniform) {
        return 0;
    }
    switch (unit->registers[value].value_class) {
    case VALUE_P: return 0;
    case VALUE_64: return capability < 20 ? 1 : 2;
    default: return capability >= FIRST_WITH_UNIFORM && schedule->is_stored[value] ? 2 : 1;
    }
}

// Cycles until a result can be used, roughly: only their order of size matters here.
static uint32_t latency_of(const Op *op)
{
    switch (op->kind) {
    case MICRO_LOAD:
    case MICRO_ATOM: return op->space == PTX_SPACE_SHARED ? SHARED_LATENCY : 400;
    case MICRO_TEXTURE:
    case MICRO_SURFACE: return 400;
    case MICRO_SHUFFLE: return 25;
    default: return (op->pipe == PIPE_XU ? 17u : 3u) + op->issues;
    }
}

// Registers that a long sequence needs for itself beside operands and result, as seen in ptxas
// output.
static uint32_t scratch_of(const Op *op)
{
    if (op->kind != MICRO_LANE) {
        return 0;
    }
    switch (op->function) {
    case LANE_DIV_F64:
    case LANE_RCP_F64:
    case LANE_SQRT_F64:
    case LANE_RSQRT_F64: return 10;
    case LANE_DIV_U64:
    case LANE_DIV_S64:
    case LANE_REM_U64:
    case LANE_REM_S64: return 12;
    case LANE_DIV_U32:
    case LANE_DIV_S32:
    case LANE_REM_U32:
    case LANE_REM_S32:
    case LANE_DIV_F32: return 4;
    default: return 0;
    }
}

// Cycles the issue of an op takes: the memory unit takes a warp in two halves. Between loads from
// shared memory ptxas leaves room for one more instruction (read_with_stride in traces/h200/sass).
static uint32_t issue_cycles(const Op *op)
{
    switch (op->kind) {
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM: return op->space != PTX_SPACE_SHARED ? 2 : op->width_bytes < 8 ? 3 : 4;
    case MICRO_SHUFFLE: return 2;
    default: return op->issues;
    }
}

static void add_edge(Schedule *schedule, uint32_t from, uint32_t to)
{
    schedule->edges = lowering_grow(schedule->unit->lowering, schedule->edges, schedule->edge_count,
                                    &schedule->edge_room, sizeof(Edge));
    schedule->edges[schedule->edge_count++] = (Edge){from, to};
    schedule->nodes[to].waits++;
}

static bool is_load(const Op *op)
{
    return op->kind == MICRO_LOAD && (op->flags & MICRO_VOLATILE) == 0;
}

// What keeps its place among memory operations: everything that writes or waits.
static bool is_ordered(const Op *op)
{
    return !is_load(op) && op->kind != MICRO_NOP && !op_is_pure(op);
}

static bool touches_same_space(const Op *x, const Op *y)
{
    bool is_x_memory = x->kind == MICRO_LOAD || x->kind == MICRO_STORE;
    bool is_y_memory = y->kind == MICRO_LOAD || y->kind == MICRO_STORE;
    return !is_x_memory || !is_y_memory || x->space == y->space || x->space == PTX_SPACE_GENERIC ||
           y->space == PTX_SPACE_GENERIC;
}

static void add_memory_edges(Schedule *schedule, uint32_t at)
{
    const Op *ops = schedule->unit->ops + schedule->block->first;
    bool is_load_here = is_load(&ops[at]) && (ops[at].flags & MICRO_READ_ONLY) == 0;
    if (!is_ordered(&ops[at]) && !is_load_here) {
        return;
    }
    for (uint32_t i = at; i-- > 0;) {
        bool is_barrier = is_ordered(&ops[i]);
        if ((is_barrier || (is_load(&ops[i]) && is_ordered(&ops[at]))) &&
            touches_same_space(&ops[i], &ops[at])) {
            add_edge(schedule, i, at);
        }
        if (is_barrier && ops[i].kind != MICRO_STORE) {
            return;
        }
    }
}

static void add_edges(Schedule *schedule, uint32_t at)
{
    Op *op = &schedule->unit->ops[schedule->block->first + at];
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (is_register(*values[i])) {
            if (schedule->writer[*values[i]] != 0) {
                add_edge(schedule, schedule->writer[*values[i]] - 1, at);
            }
            schedule->reader[*values[i]] = at + 1;
            schedule->reads_left[*values[i]]++;
        }
    }
    count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before[2] = {schedule->writer[*values[i]], schedule->reader[*values[i]]};
        for (int j = 0; j < 2; j++) {
            if (before[j] != 0 && before[j] != at + 1) {
                add_edge(schedule, before[j] - 1, at);
            }
        }
        schedule->writer[*values[i]] = at + 1;
    }
    add_memory_edges(schedule, at);
}

static void sort_edges(Schedule *schedule, uint32_t count)
{
    Arena *arena = &schedule->unit->lowering->scratch;
    schedule->sorted = arena_alloc(arena, (schedule->edge_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < schedule->edge_count; i++) {
        schedule->nodes[schedule->edges[i].from].edge_count++;
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        schedule->nodes[i].first_edge = first;
        first += schedule->nodes[i].edge_count;
        schedule->nodes[i].edge_count = 0;
    }
    for (uint32_t i = 0; i < schedule->edge_count; i++) {
        Node *node = &schedule->nodes[schedule->edges[i].from];
        schedule->sorted[node->first_edge + node->edge_count++] = schedule->edges[i].to;
    }
    for (uint32_t i = count; i-- > 0;) {
        Node *node = &schedule->nodes[i];
        const Op *op = &schedule->unit->ops[schedule->block->first + i];
        for (uint32_t e = 0; e < node->edge_count; e++) {
            uint32_t below = schedule->nodes[schedule->sorted[node->first_edge + e]].height;
            node->height = below > node->height ? below : node->height;
        }
        node->height += latency_of(op);
    }
}

// Registers gained (or, negative, set free) by scheduling a node now.
static int32_t gain_of(Schedule *schedule, uint32_t at)
{
    Op *op = &schedule->unit->ops[schedule->block->first + at];
    Value *values[OP_VALUES_MAX];
    int32_t gain = 0;
    uint32_t count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        gain += schedule->is_live[*values[i]] ? 0 : (int32_t)weight_of(schedule, *values[i]);
    }
    count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        bool is_last = is_register(*values[i]) && schedule->reads_left[*values[i]] == 1;
        gain -= is_last ? (int32_t)weight_of(schedule, *values[i]) : 0;
    }
    return gain;
}

static bool is_better(Schedule *schedule, uint32_t candidate, uint32_t best, uint32_t now)
{
    const Node *x = &schedule->nodes[candidate], *y = &schedule->nodes[best];
    if (schedule->live_weight >= schedule->limit) {
        int32_t x_gain = gain_of(schedule, candidate), y_gain = gain_of(schedule, best);
        if (x_gain != y_gain) {
            return x_gain < y_gain;
        }
        return candidate < best;
    }
    bool is_x_ready = x->ready_at <= now, is_y_ready = y->ready_at <= now;
    if (is_x_ready != is_y_ready) {
        return is_x_ready;
    }
    if (!is_x_ready && x->ready_at != y->ready_at) {
        return x->ready_at < y->ready_at;
    }
    return x->height != y->height ? x->height > y->height : candidate < best;
}

static void set_live(Schedule *schedule, Value value, bool is_live)
{
    if (schedule->is_live[value] != is_live) {
        uint32_t weight = weight_of(schedule, value);
        schedule->is_live[value] = is_live;
        schedule->live_weight += is_live ? weight : 0u - weight;
    }
}

// A memory op reads its operands some time after its issue: registers of which it is the last
// reader are not used again before, as long as there are others.
static void hold(Schedule *schedule, const Op *op, Value value, uint32_t now)
{
    bool is_memory = op->kind == MICRO_LOAD || op->kind == MICRO_STORE || op->kind == MICRO_ATOM ||
                     op->kind == MICRO_TEXTURE;
    if (!is_memory) {
        return;
    }
    if (schedule->held_until[value] == 0) {
        schedule->held[schedule->held_count++] = value;
    }
    schedule->held_until[value] = now + OPERAND_READ;
}

static uint32_t held_weight(Schedule *schedule, uint32_t now)
{
    uint32_t weight = 0, kept = 0;
    for (uint32_t i = 0; i < schedule->held_count; i++) {
        Value value = schedule->held[i];
        if (schedule->held_until[value] > now) {
            schedule->held[kept++] = value;
            weight += schedule->is_live[value] ? 0 : weight_of(schedule, value);
        } else {
            schedule->held_until[value] = 0;
        }
    }
    schedule->held_count = kept;
    return weight;
}

static void run_node(Schedule *schedule, uint32_t at, uint32_t now)
{
    Op *op = &schedule->unit->ops[schedule->block->first + at];
    Node *node = &schedule->nodes[at];
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (is_register(*values[i]) && --schedule->reads_left[*values[i]] == 0) {
            set_live(schedule, *values[i], false);
            hold(schedule, op, *values[i], now);
        }
    }
    count = op_results(op, values);
    for (uint32_t i = 0; i < count; i++) {
        set_live(schedule, *values[i], true);
    }
    uint32_t needed = schedule->live_weight + scratch_of(op), held = held_weight(schedule, now);
    if (needed < schedule->limit) {
        needed = needed + held < schedule->limit ? needed + held : schedule->limit;
    }
    schedule->peak = needed > schedule->peak ? needed : schedule->peak;
    for (uint32_t i = 0; i < count; i++) {
        set_live(schedule, *values[i], schedule->reads_left[*values[i]] != 0);
    }
    node->is_done = true;
    for (uint32_t e = 0; e < node->edge_count; e++) {
        Node *next = &schedule->nodes[schedule->sorted[node->first_edge + e]];
        uint32_t ready = now + latency_of(op);
        next->ready_at = ready > next->ready_at ? ready : next->ready_at;
        next->waits--;
    }
}

// Blocks longer than this are scheduled in pieces.
#define WINDOW_MAX 512

static void run_block(Schedule *schedule, uint32_t count)
{
    uint32_t first = 0, now = 0;
    for (uint32_t step = 0; step < count; step++) {
        uint32_t best = UINT32_MAX;
        for (uint32_t i = first; i < count && i < first + WINDOW_MAX; i++) {
            const Node *node = &schedule->nodes[i];
            if (!node->is_done && node->waits == 0 &&
                (best == UINT32_MAX || is_better(schedule, i, best, now))) {
                best = i;
            }
        }
        now = schedule->nodes[best].ready_at > now ? schedule->nodes[best].ready_at : now;
        run_node(schedule, best, now);
        now += issue_cycles(&schedule->unit->ops[schedule->block->first + best]);
        while (first < count && schedule->nodes[first].is_done) {
            first++;
        }
    }
}

static void clear_block(Schedule *schedule)
{
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = schedule->block->first; i < schedule->block->end; i++) {
        Op *op = &schedule->unit->ops[i];
        for (int pass = 0; pass < 2; pass++) {
            uint32_t count = pass == 0 ? op_sources(op, values) : op_results(op, values);
            for (uint32_t j = 0; j < count; j++) {
                if (is_register(*values[j])) {
                    schedule->writer[*values[j]] = schedule->reader[*values[j]] = 0;
                    schedule->reads_left[*values[j]] = 0;
                }
            }
        }
    }
}

static void schedule_block(Schedule *schedule, const Live *live, uint32_t block)
{
    uint32_t count = schedule->block->end - schedule->block->first;
    Arena *arena = &schedule->unit->lowering->scratch;
    schedule->nodes = arena_alloc(arena, (count + 1) * sizeof(Node));
    schedule->edge_count = 0;
    schedule->live_weight = 0;
    clear_block(schedule);
    for (uint32_t i = 0; i < count; i++) {
        add_edges(schedule, i);
    }
    sort_edges(schedule, count);
    for (uint32_t n = 0; n < live->count; n++) {
        Value value = live->register_of[n];
        schedule->is_live[value] = false;
        if (live_is_out(live, block, value)) {
            schedule->reads_left[value]++;
        }
        if (live_is_in(live, block, value)) {
            set_live(schedule, value, true);
        }
    }
    schedule->peak =
        schedule->live_weight > schedule->peak ? schedule->live_weight : schedule->peak;
    run_block(schedule, count);
    for (uint32_t n = 0; n < live->count; n++) {
        schedule->reads_left[live->register_of[n]] = 0;
        schedule->is_live[live->register_of[n]] = false;
    }
}

static bool *find_stored(Unit *unit)
{
    bool *is_stored = arena_alloc(&unit->lowering->scratch, unit->register_count + 1);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        bool is_data = op->kind == MICRO_STORE && op->space == PTX_SPACE_GLOBAL && op->vector == 1;
        if (is_data && is_register(op->data[0])) {
            is_stored[op->data[0]] = true;
        }
    }
    return is_stored;
}

static uint32_t registers_reserved(uint32_t compute_capability)
{
    return compute_capability < FIRST_WITH_STACK      ? 0
           : compute_capability < FIRST_WITH_RESERVED ? 1
                                                      : REGISTERS_RESERVED;
}

// The most 32-bit registers live at once, with what the machine reserves. `least` are live at once
// when nothing is moved: a scheduler that has to can do with them.
uint32_t unit_pressure(Unit *unit, uint32_t least)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t room = unit->register_count + 1;
    uint32_t capability = unit->lowering->target.compute_capability;
    // ptxas fills up to these registers before it looks at pressure: seen in what ptxas 13.0
    // reports for sm_90, where 32 a thread leave an SM its 64 warps. An older compiler, with 10 on
    // cc 1.0, can not start all loads of an unrolled loop ahead.
    uint32_t without_cost = registers_without_cost(capability);
    uint32_t reserved = registers_reserved(capability);
    Flow *flow = flow_build(unit);
    Live *live = live_build(unit, flow);
    Schedule schedule = {.unit = unit,
                         .writer = arena_alloc(arena, room * sizeof(uint32_t)),
                         .reader = arena_alloc(arena, room * sizeof(uint32_t)),
                         .reads_left = arena_alloc(arena, room * sizeof(uint32_t)),
                         .is_live = arena_alloc(arena, room),
                         .is_divergent = unit_find_divergent(unit, true),
                         .is_stored = find_stored(unit),
                         .held_until = arena_alloc(arena, room * sizeof(uint32_t)),
                         .held = arena_alloc(arena, room * sizeof(Value)),
                         .is_in_memory = unit_find_in_memory(unit),
                         .limit = without_cost - reserved - 2};
    for (uint32_t b = 0; b < flow->count; b++) {
        held_weight(&schedule, UINT32_MAX); // none is held from block to block
        schedule.block = &flow->blocks[b];
        schedule_block(&schedule, live, b);
    }
    uint32_t found = schedule.peak + reserved;
    uint32_t cheap = least + reserved > without_cost ? least + reserved : without_cost;
    return found < cheap ? found : cheap;
}
