// SPDX-License-Identifier: Apache-2.0
// Warp aggregation of atomics: if all lanes of a warp address one word, one lane adds for all of
// them, as in ptxas 13.0's code for sm_70 and later. Found by experiment. Aggregated are integer
// additions of a value that all lanes share (multiplied by the number of active lanes; each lane's
// old value follows from its rank) and, from sm_80 on, reductions of differing values, by REDUX.
// Not aggregated, as in ptxas: floats, exchanges, inc, dec, and, from sm_80 on, the shared
// increment by one, whose lanes the hardware counts itself (ATOMS.POPC.INC). Those increments are
// marked here, because this pass knows which operands are literals.
#include "isa/machine/op.h"
#include "isa/machine/pass.h"
#include "isa/machine/select.h"

// What an atomic without a guard computed, which those after it in the block use again: ptxas's
// code for a loop of four atomicAdd(counter, 1) has 11 instructions a round, four of which are
// VOTE, FLO, POPC and ISETP.
typedef struct Shared {
    Value mask, leader, is_leader, count; // VALUE_NONE: not computed yet
} Shared;

typedef struct Aggregate {
    Unit *unit;
    const bool *is_divergent;
    Op model;      // the atomic being replaced
    Shared shared; // with it
} Aggregate;

static const Shared NOTHING = {VALUE_NONE, VALUE_NONE, VALUE_NONE, VALUE_NONE};

static bool is_uniform(const Aggregate *work, Value value)
{
    return value == VALUE_NONE || value_is_constant(value) || !work->is_divergent[value];
}

static bool is_integer_32(const Op *op)
{
    return op->type == PTX_TYPE_U32 || op->type == PTX_TYPE_S32 || op->type == PTX_TYPE_B32;
}

bool atomic_is_reducible(const Op *op)
{
    switch (is_integer_32(op) ? op->function : PTX_DOT_EXCH) {
    case PTX_DOT_ADD:
    case PTX_DOT_MIN:
    case PTX_DOT_MAX:
    case PTX_DOT_AND:
    case PTX_DOT_OR:
    case PTX_DOT_XOR: return true;
    default: return false;
    }
}

// Found in ptxas 13.0's code for sm_75 to sm_120: add of 1, or inc up to the largest number, whose
// result is never read.
static bool is_increment(const Aggregate *work, const Op *op)
{
    uint32_t capability = work->unit->lowering->target.compute_capability;
    uint64_t literal;
    if (op->kind != MICRO_ATOM || op->space != PTX_SPACE_SHARED || capability < 80 ||
        op->d != VALUE_NONE || !is_integer_32(op) ||
        !value_literal(work->unit->lowering, op->b, &literal)) {
        return false;
    }
    return (op->function == PTX_DOT_ADD && (uint32_t)literal == 1) ||
           (op->function == PTX_DOT_INC && (uint32_t)literal == UINT32_MAX);
}

typedef enum Method { METHOD_NONE, METHOD_COUNT, METHOD_REDUX } Method;

static Method method_of(const Aggregate *work, const Op *op)
{
    uint32_t capability = work->unit->lowering->target.compute_capability;
    if (op->kind != MICRO_ATOM || capability < 70 || !is_uniform(work, op->a) ||
        !is_integer_32(op) || op->space == PTX_SPACE_CLUSTER || is_increment(work, op)) {
        return METHOD_NONE;
    }
    if (op->function == PTX_DOT_ADD && is_uniform(work, op->b)) {
        return METHOD_COUNT;
    }
    bool is_reduced = op->d == VALUE_NONE && capability >= 80 && atomic_is_reducible(op) &&
                      !is_uniform(work, op->b);
    return is_reduced ? METHOD_REDUX : METHOD_NONE;
}

// Makes an op under the guard of the atomic and on its line.
static Op *emit(Aggregate *work, MicroKind kind)
{
    Op *op = unit_add(work->unit, kind);
    op->guard = work->model.guard;
    op->flags = work->model.flags & (MICRO_GUARD_NEGATED | MICRO_IF_CONVERTED);
    op->ptx = work->model.ptx;
    return op;
}

static Value emit_lane(Aggregate *work, LaneOp function, Value a, Value b, Value c)
{
    Value result = unit_register(work->unit, lane_class(lane_info[function].d));
    Op *op = emit(work, MICRO_LANE);
    op->function = (uint16_t)function;
    op->d = result;
    op->a = a;
    op->b = b;
    op->c = c;
    return result;
}

static Value special_row(Unit *unit, PtxSpecial special)
{
    Value *known = &unit->special_of[special];
    if (*known == VALUE_NONE) {
        *known = unit_register(unit, VALUE_32);
        unit->registers[*known].is_special = true;
        unit->registers[*known].special = special;
    }
    return *known;
}

// Whether the lane is the leader, combined with the guard of the atomic if it has one.
static Value emit_leader_test(Aggregate *work, Value leader)
{
    Value is_leader = unit_register(work->unit, VALUE_P);
    Value guard = work->model.guard;
    bool is_negated = (work->model.flags & MICRO_GUARD_NEGATED) != 0;
    Value lane = special_row(work->unit, PTX_SPECIAL_LANEID);
    Op *test = unit_add(work->unit, MICRO_SETP);
    test->function = LANE_SETP_EQ_32;
    test->type = PTX_TYPE_U32;
    test->d = is_leader;
    test->a = lane;
    test->b = leader;
    test->ptx = work->model.ptx;
    if (guard != VALUE_NONE) {
        test->combine = PTX_DOT_AND;
        test->c = guard;
        test->flags |= is_negated ? MICRO_PREDICATE_NEGATED : 0;
    }
    return is_leader;
}

// The atomic itself, by the highest active lane only.
static void emit_leader(Aggregate *work, Value leader, Value amount, Value old)
{
    if (work->shared.is_leader == VALUE_NONE) {
        work->shared.is_leader = emit_leader_test(work, leader);
    }
    Op *atomic = unit_add(work->unit, MICRO_ATOM);
    *atomic = work->model;
    atomic->flags &= (uint16_t)~MICRO_GUARD_NEGATED;
    atomic->guard = work->shared.is_leader;
    atomic->b = amount;
    atomic->d = old;
}

// old + (lanes below) * value, from the leader's old value.
static void emit_old_values(Aggregate *work, Value mask, Value leader, Value old)
{
    Lowering *lowering = work->unit->lowering;
    Value common = unit_register(work->unit, VALUE_32);
    Op *shuffle = emit(work, MICRO_SHUFFLE);
    shuffle->function = PTX_DOT_IDX;
    shuffle->type = PTX_TYPE_B32;
    shuffle->d = common;
    shuffle->a = old;
    shuffle->b = leader;
    shuffle->c = literal_32(lowering, 31);
    Value below = emit_lane(work, LANE_AND_32, mask,
                            special_row(work->unit, PTX_SPECIAL_LANEMASK_LT), VALUE_NONE);
    Value rank = emit_lane(work, LANE_POPC_32, below, VALUE_NONE, VALUE_NONE);
    Op *sum = emit(work, MICRO_LANE);
    sum->function = LANE_MAD_LO_32;
    sum->d = work->model.d;
    sum->a = rank;
    sum->b = work->model.b;
    sum->c = common;
}

static void aggregate(Aggregate *work, Method method)
{
    Unit *unit = work->unit;
    Shared *shared = &work->shared;
    if (work->model.guard != VALUE_NONE) {
        *shared = NOTHING;
    }
    if (shared->mask == VALUE_NONE) {
        shared->mask = unit_register(unit, VALUE_32);
        emit(work, MICRO_ACTIVEMASK)->d = shared->mask;
        shared->leader = emit_lane(work, LANE_BFIND_U32, shared->mask, VALUE_NONE, VALUE_NONE);
    }
    Value mask = shared->mask, leader = shared->leader;
    if (method == METHOD_REDUX) {
        Value reduced = unit_register(unit, VALUE_32);
        Op *redux = emit(work, MICRO_REDUX);
        redux->function = work->model.function;
        redux->type = work->model.type;
        redux->flags |= (work->model.flags & MICRO_SIGNED) | MICRO_SYNC;
        redux->d = reduced;
        redux->a = work->model.b;
        redux->e = mask;
        emit_leader(work, leader, reduced, VALUE_NONE);
        return;
    }
    uint64_t literal;
    if (shared->count == VALUE_NONE) {
        shared->count = emit_lane(work, LANE_POPC_32, mask, VALUE_NONE, VALUE_NONE);
    }
    Value count = shared->count;
    bool is_one = value_literal(unit->lowering, work->model.b, &literal) && literal == 1;
    Value amount =
        is_one ? count : emit_lane(work, LANE_MUL_LO_32, count, work->model.b, VALUE_NONE);
    Value old = work->model.d == VALUE_NONE ? VALUE_NONE : unit_register(unit, VALUE_32);
    emit_leader(work, leader, amount, old);
    if (old != VALUE_NONE) {
        emit_old_values(work, mask, leader, old);
    }
}

void unit_aggregate(Unit *unit)
{
    Op *old = unit->ops;
    uint32_t count = unit->op_count;
    Aggregate work = {
        .unit = unit, .is_divergent = unit_find_divergent(unit, true), .shared = NOTHING};
    Method *methods = arena_alloc(&unit->lowering->scratch, (count + 1) * sizeof(Method));
    bool is_any = false;
    for (uint32_t i = 0; i < count; i++) {
        old[i].flags |= is_increment(&work, &old[i]) ? MICRO_INCREMENT : 0;
        methods[i] = method_of(&work, &old[i]);
        is_any |= methods[i] != METHOD_NONE;
    }
    if (!is_any) {
        return;
    }
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (methods[i] == METHOD_NONE) {
            *unit_add(unit, MICRO_NOP) = old[i];
        } else {
            work.model = old[i];
            aggregate(&work, methods[i]);
        }
        bool can_change = old[i].kind == OP_LABEL || old[i].kind == MICRO_EXIT ||
                          op_ends_block(&old[i]) || old[i].guard != VALUE_NONE;
        work.shared = can_change ? NOTHING : work.shared;
    }
}
