// SPDX-License-Identifier: Apache-2.0
// Dependences between the ops of a block: which must stay in order, and how far apart, because of
// registers and predicates (read after write, write after read, write after write) or memory.
// Accesses stay in order if one of them writes and both may touch the same memory. Two addresses
// are distinguished only in local memory, which no other thread sees; lanes that exchange values
// through shared memory without a barrier keep the program's order. An op that diverts lanes or
// leaves the function keeps its place among all ops, and so does one that branches around a slow
// path (roots in traces/h200/probes/selections.sass: a round's load stands behind the root of the
// round before).
#include "isa/machine/op.h"
#include "isa/machine/schedule.h"

// Roughly the H200's cycles (traces/h200/microbench.csv); only their order of magnitude matters.
// The value for shared memory gives the smallest error in the registers that ptxas 13.0 reports for
// sm_90 on kernels/ and others.
#define GLOBAL_LATENCY  400
#define SHARED_LATENCY  34
#define SHUFFLE_LATENCY 25
#define GUARD_LATENCY   14 // lat_guard of sim/gpu/presets: setp_add in traces/h200/instructions.csv

// The memory that an op may touch, as bits.
enum {
    TOUCHES_GLOBAL = 1 << 0,
    TOUCHES_SHARED = 1 << 1,
    TOUCHES_LOCAL = 1 << 2,
    TOUCHES_FRAME = 1 << 3, // arguments and results of calls
    TOUCHES_ORDER = 1 << 4, // memory of other threads: barriers, atomics, exchanges between lanes
    TOUCHES_ALL = (1 << 5) - 1
};

typedef struct Access {
    uint32_t node;
    uint32_t touched;
    bool writes;
    bool is_placed;   // in local memory, at base + offset
    Value base;       // VALUE_NONE: the frame
    uint32_t version; // of the base: node that last wrote it, plus 1
    int64_t offset;
    uint32_t width_bytes;
} Access;

typedef struct RawEdge {
    uint32_t from, to, latency;
} RawEdge;

// Readers of a register since its last write, newest first.
typedef struct Reader {
    uint32_t node, next; // next: index in readers, plus 1
} Reader;

struct DependWork {
    Unit *unit;
    uint32_t *writer; // [register]: node that last wrote it in the block, plus 1
    uint32_t *reader; // [register]: index in readers, plus 1
    Reader *readers;
    uint32_t reader_count, reader_room;
    Access *accesses;
    uint32_t access_count, access_room;
    RawEdge *raw;
    uint32_t raw_count, raw_room;
    DependNode *nodes;
    uint32_t node_room;
    DependEdge *edges;
    uint32_t edge_room;
    uint32_t fixed;        // last op that no other op may pass, plus 1
    uint32_t uniform_load; // last load into uniform registers, plus 1
};

static uint32_t latency_of(const Op *op)
{
    bool is_near = op->space == PTX_SPACE_SHARED || op->space == PTX_SPACE_CONST;
    switch (op->kind) {
    case MICRO_LOAD:
        return op_is_uniform_load(op) ? 3u + op->issues : is_near ? SHARED_LATENCY : GLOBAL_LATENCY;
    case MICRO_ATOM: return is_near ? SHARED_LATENCY : GLOBAL_LATENCY;
    case MICRO_TEXTURE:
    case MICRO_SURFACE: return GLOBAL_LATENCY;
    case MICRO_SHUFFLE: return SHUFFLE_LATENCY;
    default: return (op->pipe == PIPE_XU ? 17u : op->pipe == PIPE_FP64 ? 7u : 3u) + op->issues;
    }
}

// To an op that reads the value: a guard has to be known sooner than an operand.
static uint32_t latency_to(const Op *op, const Op *reader, Value value)
{
    uint32_t latency = latency_of(op);
    return value == reader->guard && latency < GUARD_LATENCY ? GUARD_LATENCY : latency;
}

// ptxas leaves room for one more instruction between loads from shared memory (read_with_stride in
// traces/h200/sass).
uint32_t depend_issue_cycles(const Op *op)
{
    switch (op->kind) {
    case MICRO_LOAD:
    case MICRO_STORE:
    case MICRO_ATOM:
        return op_is_uniform_load(op)          ? 1
               : op->space != PTX_SPACE_SHARED ? 2
               : op->width_bytes < 8           ? 3
                                               : 4;
    case MICRO_SHUFFLE: return 2;
    default: return op->issues;
    }
}

static void add_edge(DependWork *work, uint32_t from, uint32_t to, uint32_t latency)
{
    if (from == to) {
        return;
    }
    work->raw = arena_room(&work->unit->lowering->scratch, work->raw, work->raw_count,
                           &work->raw_room, sizeof(RawEdge));
    work->raw[work->raw_count++] = (RawEdge){from, to, latency};
}

// --- registers

// ptxas starts no load into uniform registers before the last one's results are read: ULDC, FADD,
// ULDC, FADD, ... (read_indexed in traces/h200/sass/constant.sass).
static void add_uniform_edges(DependWork *work, Op *ops, uint32_t at)
{
    Value *values[OP_VALUES_MAX];
    if (!op_is_uniform_load(&ops[at])) {
        return;
    }
    uint32_t count = work->uniform_load == 0 ? 0 : op_results(&ops[work->uniform_load - 1], values);
    for (uint32_t i = 0; i < count; i++) {
        if (work->writer[*values[i]] == work->uniform_load) {
            for (uint32_t r = work->reader[*values[i]]; r != 0; r = work->readers[r - 1].next) {
                add_edge(work, work->readers[r - 1].node, at, 0);
            }
        }
    }
    work->uniform_load = at + 1;
}

static void note_read(DependWork *work, Value value, uint32_t at)
{
    work->readers = arena_room(&work->unit->lowering->scratch, work->readers, work->reader_count,
                               &work->reader_room, sizeof(Reader));
    work->readers[work->reader_count++] = (Reader){at, work->reader[value]};
    work->reader[value] = work->reader_count;
}

static void add_register_edges(DependWork *work, Op *ops, uint32_t at)
{
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(&ops[at], values);
    for (uint32_t i = 0; i < count; i++) {
        Value value = *values[i];
        if (value_is_register(value)) {
            uint32_t writer = work->writer[value];
            if (writer != 0) {
                add_edge(work, writer - 1, at, latency_to(&ops[writer - 1], &ops[at], value));
            }
            note_read(work, value, at);
        }
    }
    count = op_results(&ops[at], values);
    for (uint32_t i = 0; i < count; i++) {
        Value value = *values[i];
        uint32_t writer = work->writer[value];
        if (writer != 0) {
            add_edge(work, writer - 1, at, latency_of(&ops[writer - 1]));
        }
        for (uint32_t r = work->reader[value]; r != 0; r = work->readers[r - 1].next) {
            add_edge(work, work->readers[r - 1].node, at, 0);
        }
        work->reader[value] = 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        work->writer[*values[i]] = at + 1;
    }
}

static void forget_registers(DependWork *work, Op *ops, uint32_t count)
{
    Value *values[OP_VALUES_MAX];
    for (uint32_t i = 0; i < count; i++) {
        for (int pass = 0; pass < 2; pass++) {
            uint32_t found = pass == 0 ? op_sources(&ops[i], values) : op_results(&ops[i], values);
            for (uint32_t j = 0; j < found; j++) {
                if (value_is_register(*values[j])) {
                    work->writer[*values[j]] = work->reader[*values[j]] = 0;
                }
            }
        }
    }
}

// --- memory

static uint32_t touched_by_space(PtxSpace space)
{
    switch (space) {
    case PTX_SPACE_GLOBAL: return TOUCHES_GLOBAL;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER: return TOUCHES_SHARED;
    case PTX_SPACE_LOCAL: return TOUCHES_LOCAL;
    case PTX_SPACE_REG: return TOUCHES_FRAME;
    default: return TOUCHES_GLOBAL | TOUCHES_SHARED | TOUCHES_LOCAL;
    }
}

// Memory that a kernel reads as constant is not written while it runs.
static bool is_constant_load(const Op *op)
{
    return (op->flags & MICRO_READ_ONLY) != 0 || op->space == PTX_SPACE_CONST ||
           op->space == PTX_SPACE_PARAM;
}

static uint32_t touched_by(const Op *op)
{
    bool is_volatile = (op->flags & MICRO_VOLATILE) != 0;
    switch (op->kind) {
    case MICRO_NOP: return 0;
    case MICRO_LOAD:
        if (is_constant_load(op) && !is_volatile) {
            return 0;
        }
        return touched_by_space((PtxSpace)op->space) | (is_volatile ? TOUCHES_ALL : 0);
    case MICRO_STORE:
        return touched_by_space((PtxSpace)op->space) | (is_volatile ? TOUCHES_ALL : 0);
    case MICRO_MATRIX_LOAD: return TOUCHES_SHARED;
    default: return op_is_pure(op) ? 0 : TOUCHES_ALL - TOUCHES_LOCAL - TOUCHES_FRAME;
    }
}

static bool is_apart(const Access *x, const Access *y)
{
    return x->is_placed && y->is_placed && x->base == y->base && x->version == y->version &&
           (x->offset + x->width_bytes <= y->offset || y->offset + y->width_bytes <= x->offset);
}

static Access access_of(const DependWork *work, const Op *op, uint32_t at)
{
    bool is_plain = op->kind == MICRO_LOAD || op->kind == MICRO_STORE;
    bool is_load = op->kind == MICRO_LOAD || op->kind == MICRO_MATRIX_LOAD;
    bool is_local = op->space == PTX_SPACE_LOCAL || op->space == PTX_SPACE_REG;
    return (Access){.node = at,
                    .touched = touched_by(op),
                    .writes = !is_load || (op->flags & MICRO_VOLATILE) != 0,
                    .is_placed = is_plain && is_local && !value_is_constant(op->a),
                    .base = op->a,
                    .version = value_is_register(op->a) ? work->writer[op->a] : 0,
                    .offset = op->offset,
                    .width_bytes = op->width_bytes};
}

// A write to all memory that the access touches is already ordered with everything before it. Two
// accesses to different places of local memory need not be.
static bool covers(const Access *earlier, const Access *access)
{
    return earlier->writes && (access->touched & ~earlier->touched) == 0 && !earlier->is_placed;
}

// The later access waits as if it read the earlier one's result. This gives the registers closest
// to those that ptxas 13.0 reports. Behind a barrier it can follow at once: ptxas places what is
// computed from values loaded before the barrier in front of it (traces/h200/sass: the sums of
// matrix_multiply.sass, scan_block of warp.sass).
static uint32_t latency_between(const Op *earlier)
{
    return earlier->kind == MICRO_BARRIER ? 1 : latency_of(earlier);
}

static void add_memory_edges(DependWork *work, const Op *ops, uint32_t at)
{
    Access access = access_of(work, &ops[at], at);
    if (access.touched == 0) {
        return;
    }
    for (uint32_t i = work->access_count; i-- > 0;) {
        const Access *earlier = &work->accesses[i];
        if (at - earlier->node > SCHEDULE_WINDOW) {
            break;
        }
        if ((earlier->touched & access.touched) != 0 && (earlier->writes || access.writes) &&
            !is_apart(earlier, &access)) {
            add_edge(work, earlier->node, at, latency_between(&ops[earlier->node]));
            if (covers(earlier, &access)) {
                break;
            }
        }
    }
    work->accesses = arena_room(&work->unit->lowering->scratch, work->accesses, work->access_count,
                                &work->access_room, sizeof(Access));
    work->accesses[work->access_count++] = access;
}

// --- control

// Whether lanes leave or may take a slow path, another function runs, time is read, or the
// registers of wgmma change hands.
static bool keeps_place(const Op *op)
{
    bool is_group = op->kind == MICRO_PRODUCT_GROUP ||
                    (op->kind == MICRO_BARRIER && op->combine == PTX_DOT_WAIT_GROUP);
    return op->kind == OP_LABEL || op_has_trait(op, TRAIT_PLACE) || is_group || op->has_paths;
}

static void add_place_edges(DependWork *work, const Op *op, uint32_t at)
{
    if (keeps_place(op)) {
        for (uint32_t i = work->fixed == 0 ? 0 : work->fixed - 1; i < at; i++) {
            add_edge(work, i, at, 0);
        }
        work->fixed = at + 1;
    } else if (work->fixed != 0) {
        add_edge(work, work->fixed - 1, at, 0);
    }
}

// --- the graph

static void find_depths(DependWork *work, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        DependNode *node = &work->nodes[i];
        for (uint32_t e = node->first_edge; e < node->first_edge + node->edge_count; e++) {
            uint32_t depth = work->nodes[work->edges[e].from].depth + work->edges[e].latency;
            node->depth = depth > node->depth ? depth : node->depth;
        }
    }
}

static void sort_edges(DependWork *work, uint32_t count)
{
    for (uint32_t i = 0; i < work->raw_count; i++) {
        work->nodes[work->raw[i].to].edge_count++;
        work->nodes[work->raw[i].from].waits++;
    }
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; i++) {
        work->nodes[i].first_edge = first;
        first += work->nodes[i].edge_count;
        work->nodes[i].edge_count = 0;
    }
    for (uint32_t i = 0; i < work->raw_count; i++) {
        DependNode *node = &work->nodes[work->raw[i].to];
        work->edges[node->first_edge + node->edge_count++] =
            (DependEdge){work->raw[i].from, work->raw[i].latency};
    }
}

DependWork *depend_work(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    DependWork *work = arena_alloc(arena, sizeof *work);
    work->unit = unit;
    work->writer = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    work->reader = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    return work;
}

Depend depend_build(DependWork *work, uint32_t first, uint32_t end)
{
    Arena *arena = &work->unit->lowering->scratch;
    Op *ops = work->unit->ops + first;
    uint32_t count = end - first;
    work->reader_count = work->access_count = work->raw_count = work->fixed = 0;
    work->uniform_load = 0;
    for (uint32_t i = 0; i < count; i++) {
        add_uniform_edges(work, ops, i);
        add_register_edges(work, ops, i);
        add_memory_edges(work, ops, i);
        add_place_edges(work, &ops[i], i);
    }
    forget_registers(work, ops, count);
    if (count > work->node_room) {
        work->node_room = 2 * count;
        work->nodes = arena_alloc(arena, work->node_room * sizeof(DependNode));
    }
    if (work->raw_count > work->edge_room) {
        work->edge_room = 2 * work->raw_count;
        work->edges = arena_alloc(arena, work->edge_room * sizeof(DependEdge));
    }
    for (uint32_t i = 0; i < count; i++) {
        work->nodes[i] = (DependNode){0};
    }
    sort_edges(work, count);
    find_depths(work, count);
    return (Depend){work->nodes, work->edges};
}
