// SPDX-License-Identifier: Apache-2.0
// Assigns rows to virtual registers: an interference graph from liveness; copies coalesced if their
// two sides never differ while both are live; then the lowest free row in order of appearance.
// 64-bit values have separate row pairs, below the 32-bit rows: the two widths place lanes
// differently within a row, so one lane's 64 bits would overwrite 32-bit values of other lanes.
// With few rows, a warp's registers stay in the host's cache. This file also counts the registers
// that a thread needs: the most 32-bit registers live at one point.
#include "isa/machine/live.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

typedef struct Neighbors {
    Value *list;
    uint32_t count, room;
} Neighbors;

typedef struct Graph {
    Unit *unit;
    Neighbors *neighbors; // by representative
    Value *merged_into;   // union-find
    uint64_t *pairs;      // open addressing: (low << 32 | high) + 1
    uint32_t pair_count, pair_size;
    uint32_t peak;      // most 32-bit registers live at once, with ops in this order
    bool *is_over_call; // [register]: live over a call
    bool has_call;
} Graph;

static Value find(Graph *graph, Value value)
{
    while (graph->merged_into[value] != value) {
        graph->merged_into[value] = graph->merged_into[graph->merged_into[value]];
        value = graph->merged_into[value];
    }
    return value;
}

static uint64_t pair_key(Value x, Value y)
{
    return (x < y ? (uint64_t)x << 32 | y : (uint64_t)y << 32 | x) + 1;
}

static uint64_t *pair_place(Graph *graph, uint64_t key)
{
    uint32_t mask = graph->pair_size - 1;
    uint32_t at = (uint32_t)((key * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & mask;
    while (graph->pairs[at] != 0 && graph->pairs[at] != key) {
        at = (at + 1) & mask;
    }
    return &graph->pairs[at];
}

static bool interferes(Graph *graph, Value x, Value y)
{
    return *pair_place(graph, pair_key(x, y)) != 0;
}

static void pairs_grow(Graph *graph)
{
    uint64_t *old = graph->pairs;
    uint32_t old_size = graph->pair_size;
    graph->pair_size *= 2;
    graph->pairs =
        arena_alloc(&graph->unit->lowering->scratch, graph->pair_size * sizeof(uint64_t));
    for (uint32_t i = 0; i < old_size; i++) {
        if (old[i] != 0) {
            *pair_place(graph, old[i]) = old[i];
        }
    }
}

static void add_neighbor(Graph *graph, Value of, Value other)
{
    Neighbors *neighbors = &graph->neighbors[of];
    neighbors->list = arena_room(&graph->unit->lowering->scratch, neighbors->list, neighbors->count,
                                 &neighbors->room, sizeof(Value));
    neighbors->list[neighbors->count++] = other;
}

static void add_interference(Graph *graph, Value x, Value y)
{
    uint64_t *place = pair_place(graph, pair_key(x, y));
    const VirtualRegister *registers = graph->unit->registers;
    bool is_other_file = registers[x].value_class != registers[y].value_class;
    if (x == y || *place != 0 || is_other_file) {
        return;
    }
    *place = pair_key(x, y);
    add_neighbor(graph, x, y);
    add_neighbor(graph, y, x);
    if (2 * ++graph->pair_count > graph->pair_size) {
        pairs_grow(graph);
    }
}

// The registers live at one point of a backward walk, as a dense set.
typedef struct LiveSet {
    Value *list;
    uint32_t *place; // [register]: index in list, plus 1
    uint32_t count;
    uint32_t weight; // 32-bit registers they take
} LiveSet;

static uint32_t weight(const Unit *unit, Value value)
{
    static const uint32_t weights[] = {[VALUE_32] = 1, [VALUE_64] = 2, [VALUE_P] = 0};
    return weights[unit->registers[value].value_class];
}

static void live_add(const Unit *unit, LiveSet *set, Value value)
{
    if (set->place[value] == 0) {
        set->list[set->count++] = value;
        set->place[value] = set->count;
        set->weight += weight(unit, value);
    }
}

static void live_remove(const Unit *unit, LiveSet *set, Value value)
{
    uint32_t place = set->place[value];
    if (place != 0) {
        Value last = set->list[--set->count];
        set->list[place - 1] = last;
        set->place[last] = place;
        set->place[value] = 0;
        set->weight -= weight(unit, value);
    }
}

// A copy whose two sides can have one row.
static bool is_register_copy(const Op *op)
{
    return op_is_copy(op) && value_is_register(op->a) && op->d != VALUE_NONE;
}

// Results overwrite rows lane by lane. A lane function's result may therefore take the row of a
// source of the same width. Other results may not (a shuffle reads other lanes, a load has several
// results).
static void keep_sources_apart(Graph *graph, Op *op)
{
    Value *results[OP_VALUES_MAX], *sources[OP_VALUES_MAX];
    uint32_t result_count = op_results(op, results), source_count = op_sources(op, sources);
    const VirtualRegister *registers = graph->unit->registers;
    bool is_lane = op->kind == MICRO_LANE || op->kind == MICRO_LANE4;
    for (uint32_t i = 0; i < result_count; i++) {
        for (uint32_t j = 0; j < source_count; j++) {
            Value d = *results[i], a = *sources[j];
            if (value_is_register(a) &&
                (!is_lane || registers[d].value_class != registers[a].value_class)) {
                add_interference(graph, d, a);
            }
        }
    }
}

static void note_call(Graph *graph, const LiveSet *set, const Op *op)
{
    if (op->kind != MICRO_CALL && op->kind != MICRO_SYSTEM_CALL) {
        return;
    }
    graph->has_call = true;
    for (uint32_t i = 0; i < set->count; i++) {
        graph->is_over_call[set->list[i]] |= !graph->unit->registers[set->list[i]].is_special;
    }
}

static void walk_op(Graph *graph, LiveSet *set, Op *op, bool is_end)
{
    Unit *unit = graph->unit;
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_results(op, values);
    Value copied = is_register_copy(op) ? op->a : VALUE_NONE;
    keep_sources_apart(graph, op);
    for (uint32_t i = 0; i < count; i++) {
        live_add(unit, set, *values[i]);
    }
    graph->peak = set->weight > graph->peak ? set->weight : graph->peak;
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < set->count; j++) {
            if (set->list[j] != copied) {
                add_interference(graph, *values[i], set->list[j]);
            }
        }
    }
    for (uint32_t i = 0; i < count && is_end; i++) {
        live_remove(unit, set, *values[i]);
    }
    note_call(graph, set, op);
    count = op_sources(op, values);
    for (uint32_t i = 0; i < count; i++) {
        if (value_is_register(*values[i])) {
            live_add(unit, set, *values[i]);
        }
    }
}

static void build_graph(Graph *graph, const Flow *flow, const Live *live)
{
    Unit *unit = graph->unit;
    Arena *arena = &unit->lowering->scratch;
    LiveSet set = {.list = arena_alloc(arena, (unit->register_count + 1) * sizeof(Value)),
                   .place = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t))};
    for (uint32_t b = 0; b < flow->count; b++) {
        const FlowBlock *block = &flow->blocks[b];
        for (uint32_t n = 0; n < live->count; n++) {
            if (live_is_out(live, b, live->register_of[n])) {
                live_add(unit, &set, live->register_of[n]);
            }
        }
        for (uint32_t i = block->end; i-- > block->first;) {
            walk_op(graph, &set, &unit->ops[i], live->is_end[i]);
        }
        while (set.count > 0) {
            live_remove(unit, &set, set.list[set.count - 1]);
        }
    }
}

static void merge(Graph *graph, Value kept, Value gone)
{
    graph->merged_into[gone] = kept;
    const Neighbors *neighbors = &graph->neighbors[gone];
    for (uint32_t i = 0; i < neighbors->count; i++) {
        Value other = find(graph, neighbors->list[i]);
        if (other != kept) {
            add_interference(graph, kept, other);
        }
    }
}

static void coalesce(Graph *graph)
{
    Unit *unit = graph->unit;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (!is_register_copy(op)) {
            continue;
        }
        Value d = find(graph, op->d), a = find(graph, op->a);
        bool is_fixed = unit->registers[d].is_special || unit->registers[a].is_special;
        if (d != a && !is_fixed && !interferes(graph, d, a)) {
            merge(graph, a, d);
        }
        if (find(graph, op->d) == find(graph, op->a)) {
            op->kind = OP_DEAD;
        }
    }
}

typedef struct RowSet {
    uint64_t *busy;
    uint32_t words;
    uint32_t used; // one past the highest row taken
} RowSet;

static bool is_busy(const RowSet *rows, uint32_t row)
{
    return (rows->busy[row / 64] >> (row % 64) & 1) != 0;
}

static uint32_t take_row(RowSet *rows)
{
    uint32_t row = 0;
    while (is_busy(rows, row)) {
        row++;
    }
    rows->used = row + 1 > rows->used ? row + 1 : rows->used;
    return row;
}

static void mark_busy(const Unit *unit, RowSet *rows, Value value)
{
    uint32_t row = unit->registers[value].row;
    rows->busy[row / 64] |= UINT64_C(1) << (row % 64);
}

static void color(Graph *graph, RowSet *rows, bool *is_colored, Value value)
{
    Unit *unit = graph->unit;
    const Neighbors *neighbors = &graph->neighbors[value];
    for (uint32_t w = 0; w < rows->words; w++) {
        rows->busy[w] = 0;
    }
    for (uint32_t i = 0; i < neighbors->count; i++) {
        Value other = find(graph, neighbors->list[i]);
        if (is_colored[other]) {
            mark_busy(unit, rows, other);
        }
    }
    unit->registers[value].row = (uint16_t)take_row(rows);
    is_colored[value] = true;
}

// Special registers are live from start to end, because nothing writes them again.
static void pin_specials(Graph *graph, const LiveSet *appearing)
{
    const Unit *unit = graph->unit;
    for (uint32_t s = 0; s < PTX_SPECIAL_COUNT; s++) {
        Value special = unit->special_of[s];
        for (uint32_t i = 0; special != VALUE_NONE && i < appearing->count; i++) {
            add_interference(graph, special, find(graph, appearing->list[i]));
        }
    }
}

static LiveSet find_appearing(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    LiveSet set = {.list = arena_alloc(arena, (unit->register_count + 1) * sizeof(Value)),
                   .place = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t))};
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        uint32_t count = op_sources(&unit->ops[i], values);
        for (uint32_t j = 0; j < count; j++) {
            if (value_is_register(*values[j])) {
                live_add(unit, &set, *values[j]);
            }
        }
        count = op_results(&unit->ops[i], values);
        for (uint32_t j = 0; j < count; j++) {
            live_add(unit, &set, *values[j]);
        }
    }
    return set;
}

// Turns indices within a register file into rows: 64-bit pairs from 0, 32-bit rows from
// `first_narrow`.
static void number_rows(Graph *graph, uint32_t first_narrow)
{
    Unit *unit = graph->unit;
    uint16_t *rows =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint16_t));
    for (uint32_t i = 0; i < unit->register_count; i++) {
        const VirtualRegister *representative = &unit->registers[find(graph, i)];
        uint32_t row = representative->row;
        rows[i] = (uint16_t)(representative->value_class == VALUE_64   ? 2 * row
                             : representative->value_class == VALUE_32 ? first_narrow + row
                                                                       : row);
    }
    for (uint32_t i = 0; i < unit->register_count; i++) {
        unit->registers[i].row = rows[i];
    }
}

static void color_all(Graph *graph, const LiveSet *appearing)
{
    Unit *unit = graph->unit;
    Arena *arena = &unit->lowering->scratch;
    uint32_t words = (2 * unit->register_count + 2) / 64 + 2;
    RowSet files[3]; // by ValueClass
    bool *is_colored = arena_alloc(arena, unit->register_count + 1);
    for (int i = 0; i < 3; i++) {
        files[i] = (RowSet){.busy = arena_alloc(arena, words * sizeof(uint64_t)), .words = words};
    }
    for (uint32_t i = 0; i < appearing->count; i++) {
        Value value = find(graph, appearing->list[i]);
        if (!is_colored[value]) {
            RowSet *rows = &files[unit->registers[value].value_class];
            rows->words = rows->used / 64 + 2;
            color(graph, rows, is_colored, value);
        }
    }
    number_rows(graph, 2 * files[VALUE_64].used);
    unit->row_count = 2 * files[VALUE_64].used + files[VALUE_32].used;
    unit->predicate_count = files[VALUE_P].used;
}

static Graph graph_build(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    Flow *flow = flow_build(unit);
    Live *live = live_build(unit, flow);
    uint32_t room = unit->register_count + 1;
    Graph graph = {.unit = unit,
                   .neighbors = arena_alloc(arena, room * sizeof(Neighbors)),
                   .merged_into = arena_alloc(arena, room * sizeof(Value)),
                   .pair_size = 1024,
                   .pairs = arena_alloc(arena, 1024 * sizeof(uint64_t)),
                   .is_over_call = arena_alloc(arena, room)};
    for (uint32_t i = 0; i < unit->register_count; i++) {
        graph.merged_into[i] = i;
    }
    build_graph(&graph, flow, live);
    return graph;
}

static void rename_merged(Graph *graph)
{
    Unit *unit = graph->unit;
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = 0; i < unit->op_count; i++) {
        for (int pass = 0; pass < 2; pass++) {
            uint32_t count =
                pass == 0 ? op_sources(&unit->ops[i], values) : op_results(&unit->ops[i], values);
            for (uint32_t j = 0; j < count; j++) {
                *values[j] = value_is_register(*values[j]) ? find(graph, *values[j]) : *values[j];
            }
        }
    }
}

void unit_coalesce(Unit *unit)
{
    Graph graph = graph_build(unit);
    coalesce(&graph);
    rename_merged(&graph);
    unit_compact(unit);
    unit->registers_live = graph.peak;
}

// What a call of the function takes of the thread's stack: the function's .local variables, and the
// registers that it saves because its own calls must keep them, as in ptxas 13.0's code for sm_90.
// Three of them are the return address and the state of a branch's barrier. The multiple of 16 is
// what fits the depths that recursions reach on an H200 (tests/program/stack.cu).
static uint32_t stack_bytes(const Graph *graph)
{
    const Unit *unit = graph->unit;
    uint32_t saved = graph->has_call ? 3 : 0, bytes = 0;
    bool *is_counted = arena_alloc(&unit->lowering->scratch, unit->row_count + 1);
    for (uint32_t i = 0; i < unit->register_count; i++) {
        uint32_t row = unit->registers[i].row, rows = weight(unit, i);
        if (graph->is_over_call[i] && rows != 0 && !is_counted[row]) {
            is_counted[row] = true;
            saved += rows;
        }
    }
    for (uint32_t i = 0; i < unit->slot_count; i++) {
        const PtxVariable *variable = unit->slots[i].variable;
        bytes += variable->space == PTX_SPACE_LOCAL ? (uint32_t)variable->size_bytes : 0;
    }
    return (bytes + 4 * saved + 15) / 16 * 16;
}

void unit_allocate(Unit *unit)
{
    Graph graph = graph_build(unit);
    LiveSet appearing = find_appearing(unit);
    pin_specials(&graph, &appearing);
    color_all(&graph, &appearing);
    unit->row_count += unit->row_count % 2;
    unit->stack_bytes = stack_bytes(&graph);
}
