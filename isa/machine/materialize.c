// SPDX-License-Identifier: Apache-2.0
// Machine instructions that bring into registers what PTX takes for granted: kernel parameters and
// launch dimensions from the constant bank, special registers, literals that no immediate field
// holds, the descriptor of global memory, the address of shared memory, and what divisions by one
// value have in common. Each is fetched once, where its first uses are and outside of loops, and
// reused from then on. NOP ops carry the cost. The costs come from ptxas 13.0's code for sm_75 to
// sm_100; older generations take constants as operands of most instructions.
#include "isa/machine/definitions.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#include <string.h>

// The resource that is fetched: a constant by its index, or one of these.
enum {
    RESOURCE_SPECIAL = 1u << 29,    // plus the PtxSpecial
    RESOURCE_DESCRIPTOR = 1u << 30, // of global memory: a uniform load
    // Plus the register: an index into the frame, to which the stack pointer is added.
    RESOURCE_LOCAL_ADDRESS = 5u << 28,
    RESOURCE_SHARED_BASE = 3u << 29, // block's rank, window, address: three uniform instructions
};

// What divisions by one value share, plus the value's index. Above all others but UINT32_MAX.
#define RESOURCE_RECIPROCAL    (1u << 31)
#define RECIPROCAL_OF_CONSTANT (1u << 29)
#define RECIPROCAL_OF_SIGNED   (1u << 28)

typedef struct Need {
    uint32_t resource, op, issues;
    uint8_t pipe;
} Need;

typedef struct Charge {
    uint32_t op, issues;
    uint8_t pipe;
    bool is_common; // fetched regardless of the op's guard
} Charge;

// A division that leaves what it computes of its divisor to later ones.
typedef struct Division {
    uint32_t resource, op;
} Division;

typedef struct Materialize {
    Unit *unit;
    Flow *flow;
    const Definitions *definitions;
    FlowLoops loops;
    Need *needs;
    uint32_t need_count, need_room;
    Charge *charges;
    uint32_t charge_count, charge_room;
    Division *divisions;
    uint32_t division_count, division_room;
} Materialize;

static uint32_t capability(const Materialize *work)
{
    return work->unit->lowering->target.compute_capability;
}

static void add_need(Materialize *work, uint32_t resource, uint32_t op, uint32_t issues,
                     uint8_t pipe)
{
    if (issues == 0) {
        return;
    }
    work->needs = arena_room(&work->unit->lowering->scratch, work->needs, work->need_count,
                             &work->need_room, sizeof(Need));
    work->needs[work->need_count++] =
        (Need){.resource = resource, .op = op, .issues = issues, .pipe = pipe};
}

static bool is_memory(const Op *op)
{
    return op->kind == MICRO_LOAD || op->kind == MICRO_STORE || op->kind == MICRO_ATOM;
}

static const MachineConstant *constant_of(const Materialize *work, Value value)
{
    return &work->unit->lowering->program->constants[value & ~VALUE_CONSTANT];
}

// Instructions that bring a constant of the bank into a register for this op. From cc 9.0 on this
// always takes one (LDC, ULDC). Before, arithmetic reads the bank itself, and only other units need
// a copy.
static uint32_t bank_issues(const Materialize *work, const Op *op, const MachineConstant *constant)
{
    bool is_arithmetic = op->kind == MICRO_LANE || op->kind == MICRO_SETP ||
                         op->kind == MICRO_LANE4 || op->kind == MICRO_CARRY;
    if (capability(work) >= 90) {
        return 1;
    }
    if (is_arithmetic || capability(work) < 20) {
        return 0;
    }
    return constant->is_64 ? 2 : 1;
}

static bool is_double_immediate(uint64_t bits)
{
    return (bits & UINT32_MAX) == 0;
}

// Literals that no immediate field can hold: data of stores and atomics, the second literal of an
// op.
static uint32_t literal_issues(const Op *op, const MachineConstant *constant, uint32_t before)
{
    bool is_data = op->kind == MICRO_STORE || op->kind == MICRO_ATOM;
    bool is_increment = op->kind == MICRO_ATOM && op->space == PTX_SPACE_SHARED &&
                        op->function == PTX_DOT_ADD && constant->bits == 1;
    if (constant->bits == 0 || is_increment) { // ATOMS.POPC.INC counts lanes
        return 0;
    }
    if (is_data) {
        return constant->is_64 ? 2 : 1;
    }
    if (op->kind != MICRO_LANE && op->kind != MICRO_SETP) {
        return 0;
    }
    bool is_double = constant->is_64 && op_lane_info(op)->b == LANE_TYPE_F64;
    if (is_double && !is_double_immediate(constant->bits)) {
        return 2;
    }
    return before == 0 ? 0 : constant->is_64 && op->function == LANE_MAD_LO_64 ? 2 : 1;
}

// A shift and an addition of a literal: LEA has room for both.
static bool is_shifted_sum(const Materialize *work, const Op *op)
{
    if (op->kind != MICRO_LANE || op->function != LANE_MAD_LO_32 || !value_is_constant(op->b) ||
        constant_of(work, op->b)->kind != CONSTANT_LITERAL) {
        return false;
    }
    uint32_t factor = (uint32_t)constant_of(work, op->b)->bits;
    return factor > 1 && (factor & (factor - 1)) == 0;
}

// If a multiply-add has two literals, the factor needs a register.
static uint32_t literals_before(const Materialize *work, const Op *op)
{
    bool is_multiply_add = op->kind == MICRO_LANE && op->function == LANE_MAD_LO_32;
    return is_multiply_add && value_is_constant(op->b) && value_is_constant(op->c) &&
                   constant_of(work, op->b)->kind == CONSTANT_LITERAL &&
                   constant_of(work, op->c)->kind == CONSTANT_LITERAL &&
                   constant_of(work, op->c)->bits != 0
               ? 1
               : 0;
}

// A load of constants has the place of its variable in the instruction (narrow.c).
static bool has_place_inside(const Materialize *work, const Op *op, Value value)
{
    return (op->kind == MICRO_LOAD || op->issues == 0) &&
           value_is_constant_place(work->unit->lowering, value);
}

static void need_constant(Materialize *work, uint32_t at, Value value, uint32_t *literals)
{
    const Op *op = &work->unit->ops[at];
    const MachineConstant *constant = constant_of(work, value);
    uint32_t index = value & ~VALUE_CONSTANT;
    bool is_move =
        op->kind == MICRO_LANE && (op->function == LANE_MOV_32 || op->function == LANE_MOV_64);
    if (constant->kind == CONSTANT_LITERAL) {
        uint32_t before = literals_before(work, op);
        before = before == 0 ? *literals : value == op->b;
        bool is_inside = is_move || is_shifted_sum(work, op);
        add_need(work, index, at, is_inside ? 0 : literal_issues(op, constant, before), PIPE_ALU);
        *literals += constant->bits != 0;
    } else if (!is_move && !has_place_inside(work, op, value)) {
        add_need(work, index, at, bank_issues(work, op, constant), PIPE_ADU);
    }
}

// Whether the address is computed at one place: a pointer carried around a loop includes the stack
// pointer from its start.
static bool is_frame_index(const Materialize *work, Value address)
{
    return address != VALUE_NONE && !value_is_constant(address) &&
           work->definitions->writes[address] == 1;
}

static uint32_t reciprocal_of(const Op *op)
{
    bool is_signed = op->function == LANE_DIV_S32 || op->function == LANE_REM_S32;
    bool is_constant = value_is_constant(op->b);
    return RESOURCE_RECIPROCAL | (is_signed ? RECIPROCAL_OF_SIGNED : 0) |
           (is_constant ? RECIPROCAL_OF_CONSTANT : 0) | (op->b & ~VALUE_CONSTANT);
}

static bool goes_before(const Flow *flow, uint32_t first, uint32_t second)
{
    uint32_t from = flow->block_of_op[first], to = flow->block_of_op[second];
    return from == to ? first < second : flow_dominates(flow, from, to);
}

// Whether the value is the same at every op: written once, before and outside of all loops.
static bool is_unchanging(const Materialize *work, Value value, uint32_t reader)
{
    if (value_is_constant(value)) {
        return true;
    }
    const Op *definition = definition_of(work->definitions, value, reader);
    if (definition == NULL) {
        return false;
    }
    uint32_t at = (uint32_t)(definition - work->unit->ops);
    return work->loops.header[work->flow->block_of_op[at]] == FLOW_NONE;
}

// Divisions by one value share what depends on it alone, as ptxas makes them do, and those in loops
// have it computed before.
static void share_division(Materialize *work, uint32_t at)
{
    Op *op = &work->unit->ops[at];
    uint32_t shared = cost_of_divisor(work->unit, op);
    if (shared == 0 || !is_unchanging(work, op->b, at)) {
        return;
    }
    uint32_t resource = reciprocal_of(op);
    for (uint32_t i = 0; i < work->division_count; i++) {
        const Division *earlier = &work->divisions[i];
        if (earlier->resource == resource && goes_before(work->flow, earlier->op, at)) {
            cost_leave_divisor(work->unit, op);
            return;
        }
    }
    if (work->loops.header[work->flow->block_of_op[at]] != FLOW_NONE) {
        add_need(work, resource, at, shared, PIPE_ALU);
        cost_leave_divisor(work->unit, op);
    } else if (op->guard == VALUE_NONE) {
        work->divisions = arena_room(&work->unit->lowering->scratch, work->divisions,
                                     work->division_count, &work->division_room, sizeof(Division));
        work->divisions[work->division_count++] = (Division){.resource = resource, .op = at};
    }
}

static void need_of_op(Materialize *work, uint32_t at)
{
    Op *op = &work->unit->ops[at];
    Value *sources[OP_VALUES_MAX];
    uint32_t count = op_sources(op, sources), literals = 0;
    for (uint32_t i = 0; i < count; i++) {
        Value value = *sources[i];
        if (value_is_constant(value)) {
            need_constant(work, at, value, &literals);
        } else if (work->unit->registers[value].is_special) {
            add_need(work, RESOURCE_SPECIAL | work->unit->registers[value].special, at, 1,
                     PIPE_ALU);
        }
    }
    share_division(work, at);
    bool is_global = op->space == PTX_SPACE_GLOBAL || op->space == PTX_SPACE_GENERIC;
    if (is_memory(op) && is_global && capability(work) >= 80) {
        add_need(work, RESOURCE_DESCRIPTOR, at, 1, PIPE_UNIFORM);
    }
    if (is_memory(op) && op->space == PTX_SPACE_LOCAL && capability(work) >= 20 &&
        is_frame_index(work, op->a)) {
        add_need(work, RESOURCE_LOCAL_ADDRESS | op->a, at, 1, PIPE_ALU);
    }
    if (is_memory(op) && op->space == PTX_SPACE_SHARED && capability(work) >= 90) {
        add_need(work, RESOURCE_SHARED_BASE, at, 3, PIPE_UNIFORM);
    }
}

// The place that serves a need of op `at`: the op itself, or the end of the block before the
// outermost loop around it.
static uint32_t place_of(const Materialize *work, uint32_t at)
{
    const Flow *flow = work->flow;
    uint32_t block = flow->block_of_op[at];
    for (uint32_t header; (header = flow_outermost(&work->loops, block)) != FLOW_NONE;) {
        uint32_t above = flow->blocks[header].dominator;
        if (above == FLOW_NONE) {
            return flow->blocks[0].first;
        }
        block = above;
        at = flow->blocks[block].end - 1;
    }
    return at;
}

static bool is_literal(const Materialize *work, uint32_t resource)
{
    return resource < RESOURCE_SPECIAL &&
           work->unit->lowering->program->constants[resource].kind == CONSTANT_LITERAL;
}

// A literal used by one op is made there, even in a loop (RED of 1 in histogram_global). A literal
// with several uses (FFMA in load_and_compute) is kept like every other resource.
static bool is_kept(const Materialize *work, uint32_t need)
{
    uint32_t resource = work->needs[need].resource;
    if (resource >= RESOURCE_LOCAL_ADDRESS && resource < RESOURCE_SHARED_BASE) {
        return false;
    }
    if (resource >= RESOURCE_RECIPROCAL && resource != UINT32_MAX) {
        return true;
    }
    bool is_shared = (need > 0 && work->needs[need - 1].resource == resource) ||
                     (need + 1 < work->need_count && work->needs[need + 1].resource == resource);
    return !is_literal(work, resource) || is_shared;
}

// A resource that an op of an if-converted path fetches is fetched for that path only.
static bool is_met(const Materialize *work, const Charge *charge, uint32_t place)
{
    const Flow *flow = work->flow;
    const Op *fetcher = &work->unit->ops[charge->op], *user = &work->unit->ops[place];
    uint32_t from = flow->block_of_op[charge->op], to = flow->block_of_op[place];
    bool is_everywhere =
        charge->is_common || (fetcher->guard == user->guard &&
                              ((fetcher->flags ^ user->flags) & MICRO_GUARD_NEGATED) == 0);
    return is_everywhere && (from == to ? charge->op <= place : flow_dominates(flow, from, to));
}

static int compare_needs(const Need *x, const Need *y)
{
    return x->resource != y->resource ? (x->resource < y->resource ? -1 : 1)
           : x->op != y->op           ? (x->op < y->op ? -1 : 1)
                                      : 0;
}

static void sort_needs(Need *needs, uint32_t count, Need *room)
{
    if (count < 2) {
        return;
    }
    uint32_t half = count / 2;
    sort_needs(needs, half, room);
    sort_needs(needs + half, count - half, room);
    memcpy(room, needs, count * sizeof(Need));
    for (uint32_t i = 0, j = half, k = 0; k < count; k++) {
        bool takes_left = i < half && (j >= count || compare_needs(&room[i], &room[j]) <= 0);
        needs[k] = room[takes_left ? i++ : j++];
    }
}

// Goes through the needs of each resource in order and charges those that no earlier fetch serves.
static void find_charges(Materialize *work)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < work->need_count; i++) {
        const Need *need = &work->needs[i];
        if (i == 0 || work->needs[i - 1].resource != need->resource) {
            first = work->charge_count;
        }
        uint32_t place = is_kept(work, i) ? place_of(work, need->op) : need->op;
        bool is_known = !work->flow->blocks[work->flow->block_of_op[place]].is_reachable;
        for (uint32_t c = first; c < work->charge_count && !is_known; c++) {
            is_known = is_met(work, &work->charges[c], place);
        }
        if (!is_known) {
            work->charges = arena_room(&work->unit->lowering->scratch, work->charges,
                                       work->charge_count, &work->charge_room, sizeof(Charge));
            work->charges[work->charge_count++] =
                (Charge){.op = place,
                         .issues = need->issues,
                         .pipe = need->pipe,
                         .is_common = place != need->op || !is_literal(work, need->resource) ||
                                      work->unit->ops[place].guard == VALUE_NONE};
        }
    }
}

// The start of the straight run of ops around each op: after a label, a branch or an exit.
static uint32_t *find_runs(const Materialize *work)
{
    const Unit *unit = work->unit;
    uint32_t *runs = arena_alloc(&unit->lowering->scratch, (unit->op_count + 1) * sizeof(uint32_t));
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *before = i == 0 ? NULL : &unit->ops[i - 1];
        bool is_start = before == NULL || before->kind == OP_LABEL ||
                        before->kind == MICRO_BRANCH || before->kind == MICRO_EXIT ||
                        before->kind == MICRO_RETURN;
        runs[i] = is_start ? i : runs[i - 1];
    }
    return runs;
}

// All charges of one run are placed at its first op; if that is a label, after it.
static void insert_charges(Materialize *work)
{
    Unit *unit = work->unit;
    uint32_t(*sums)[PIPE_COUNT] =
        arena_alloc(&unit->lowering->scratch, (unit->op_count + 1) * sizeof *sums);
    const uint32_t *runs = find_runs(work);
    for (uint32_t i = 0; i < work->charge_count; i++) {
        const Charge *charge = &work->charges[i];
        uint32_t at = charge->op;
        while (at + 1 < unit->op_count && unit->ops[at].kind == OP_LABEL) {
            at++;
        }
        sums[runs[at]][charge->pipe] += charge->issues;
    }
    unit_insert_costs(unit, sums);
}

void unit_materialize(Unit *unit)
{
    Definitions definitions = definitions_build(unit);
    Materialize work = {.unit = unit, .flow = flow_build(unit), .definitions = &definitions};
    work.loops = flow_loops(unit, work.flow);
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (unit->ops[i].kind < MICRO_KIND_COUNT) {
            need_of_op(&work, i);
        }
    }
    if (unit->function->is_entry && capability(&work) >= 20) {
        add_need(&work, UINT32_MAX, 0, 1, PIPE_ALU); // the stack pointer
    }
    sort_needs(work.needs, work.need_count,
               arena_alloc(&unit->lowering->scratch, (work.need_count + 1) * sizeof(Need)));
    find_charges(&work);
    insert_charges(&work);
}
