// SPDX-License-Identifier: Apache-2.0
// Loop unrolling as ptxas 13.0 does it: a loop of one block whose counter moves by a literal and
// meets a bound runs four rounds at a time while four are left, then two, then one by one. Loops
// marked .pragma "nounroll" and long bodies stay. The order of everything a thread does is kept.
//
//   L:  if (four left) goto M; if (two left) goto T; goto R;
//   M:  body x 4; if (four left) goto M; if (!(two left)) goto B;
//   T:  body x 2;
//   B:  if (none left) goto E;
//   R:  body; if (some left) goto R;
//   E:
//
// If the number of rounds is known, all of them are written out, or many at once and then the rest.
#include "isa/machine/unroll.h"
#include "isa/machine/live.h"
#include "isa/machine/pass.h"
#include "isa/ptx/statement.h"

#include <string.h>

#define ROUNDS 4

// The compilers for cc 1.x unrolled only loops with a known number of iterations (CUDA C
// Programming Guide 4.0, B.16).
#define KNOWN_ROUNDS_ONLY 20u

typedef struct Loop {
    uint32_t first, end; // ops of the block
    uint32_t test;       // the comparison that the closing branch reads
    Value counter, bound;
    int64_t step;
    LaneOp below;             // counter `below` limit: rounds are left
    LaneOp above;             // bound above a literal: the limit does not wrap
    LaneOp done;              // counter `done` bound: none left
    bool is_down;             // to zero; else up to bound
    uint32_t rounds, at_once; // if known; else 0
    uint64_t start;           // the counter before the first, if known
} Loop;

typedef struct Unroll {
    Unit *unit;
    Flow *flow;
    Live *live;
    Op *ops;            // as they were
    uint32_t *writes;   // [register], in the whole unit
    bool *is_kept;      // [label]: nounroll
    bool *is_divergent; // [register]
    uint32_t *reads;    // [register], in the whole unit
    Value *now;         // [register]: its value at this point of the copies
    uint32_t *copy;     // [register]: the copy in which `now` was given
    uint32_t copy_count;
    const Loop *known; // the loop of the copies, if their counters are literals
    uint32_t done;     // the rounds before the copies, if so
} Unroll;

static bool *find_kept(const Unit *unit)
{
    const PtxFunction *function = unit->function;
    bool *is_kept = arena_alloc(&unit->lowering->scratch, unit->label_count + 1);
    for (uint32_t i = 1; i < function->statement_count; i++) {
        const PtxStatement *statement = &function->statements[i];
        if (statement->kind != STATEMENT_PRAGMA || strstr(statement->text, "nounroll") == NULL) {
            continue;
        }
        for (uint32_t j = i; j-- > 0 && function->statements[j].kind != STATEMENT_INSTRUCTION;) {
            if (function->statements[j].kind == STATEMENT_LABEL) {
                is_kept[function->statements[j].index] = true;
            }
        }
    }
    return is_kept;
}

static uint32_t *count_writes(const Unit *unit, const Op *ops, uint32_t first, uint32_t end)
{
    uint32_t *writes =
        arena_alloc(&unit->lowering->scratch, (unit->register_count + 1) * sizeof(uint32_t));
    Value *results[OP_VALUES_MAX];
    for (uint32_t i = first; i < end; i++) {
        Op op = ops[i];
        uint32_t count = op_results(&op, results);
        for (uint32_t j = 0; j < count; j++) {
            writes[*results[j]]++;
        }
    }
    return writes;
}

// r = r + literal, in all active lanes.
static bool is_induction(const Unroll *work, const Op *op, int64_t *step)
{
    uint64_t literal;
    if (op->kind != MICRO_LANE || op->guard != VALUE_NONE || op->d != op->a ||
        (op->function != LANE_ADD_32 && op->function != LANE_ADD_64) ||
        !value_literal(work->unit->lowering, op->b, &literal)) {
        return false;
    }
    *step = op->function == LANE_ADD_64 ? (int64_t)literal : (int32_t)(uint32_t)literal;
    return true;
}

static bool may_repeat(const Op *op)
{
    return op->kind != OP_LABEL && op->kind != MICRO_FENCE && !op_has_trait(op, TRAIT_JUMP);
}

// Ops for which it matters which lanes are together: a loop with one is unrolled only if all lanes
// run the same number of rounds. Found with ptxas 13.0, one instruction at a time.
static bool needs_company(const Op *op)
{
    switch (op->kind) {
    case MICRO_BARRIER:
    case MICRO_MBARRIER:
    case MICRO_ATOM:
    case MICRO_COPY_GROUP:
    case MICRO_MATRIX_LOAD:
    case MICRO_MATRIX_STORE:
    case MICRO_MATRIX_TRANSPOSE:
    case MICRO_MATRIX_MULTIPLY:
    case MICRO_SPARSE_MULTIPLY:
    case MICRO_SCALED_MULTIPLY:
    case MICRO_PRODUCT_GROUP:
    case MICRO_SLEEP: return true;
    default: return op_has_trait(op, TRAIT_MEET);
    }
}

// The block's labels end here; the body starts.
static uint32_t body_start(const Unroll *work, const FlowBlock *block)
{
    uint32_t at = block->first;
    while (at < block->end && work->ops[at].kind == OP_LABEL) {
        at++;
    }
    return at;
}

static bool closes_on_itself(const Unroll *work, const FlowBlock *block, uint32_t start)
{
    const Op *branch = &work->ops[block->end - 1];
    if (branch->kind != MICRO_BRANCH || branch->guard == VALUE_NONE ||
        value_is_constant(branch->guard) || (branch->flags & MICRO_GUARD_NEGATED) != 0) {
        return false;
    }
    bool is_back = false;
    for (uint32_t i = block->first; i < start; i++) {
        is_back |= work->ops[i].target == branch->target;
        if (work->is_kept[work->ops[i].target]) {
            return false;
        }
    }
    return is_back;
}

static bool is_bound_fixed(const Unroll *work, Value bound, const uint32_t *writes_inside)
{
    return value_is_constant(bound) || work->unit->registers[bound].is_special ||
           (work->writes[bound] == 1 && writes_inside[bound] == 0);
}

static bool read_test(Unroll *work, Loop *loop, const uint32_t *writes_inside)
{
    const Op *test = &work->ops[loop->test];
    uint64_t literal;
    loop->bound = test->b;
    loop->is_down = false;
    switch (test->function) {
    case LANE_SETP_NE_32:
        loop->is_down = value_literal(work->unit->lowering, test->b, &literal) && literal == 0;
        loop->below = LANE_SETP_GT_S32;
        loop->done = LANE_SETP_EQ_32;
        return loop->is_down && loop->step < 0;
    case LANE_SETP_LT_S32:
        loop->below = LANE_SETP_LT_S32;
        loop->above = LANE_SETP_GT_S32;
        loop->done = LANE_SETP_GE_S32;
        break;
    case LANE_SETP_LT_U32:
        loop->below = LANE_SETP_LT_U32;
        loop->above = LANE_SETP_GT_U32;
        loop->done = LANE_SETP_GE_U32;
        break;
    default: return false;
    }
    return loop->step > 0 && is_bound_fixed(work, loop->bound, writes_inside);
}

// Whether the loop ends by a test of a counter.
static bool find_test(const Unroll *work, Loop *loop, const uint32_t *writes_inside)
{
    const Op *branch = &work->ops[loop->end - 1];
    bool is_counter_found = false;
    for (uint32_t i = loop->first; i + 1 < loop->end; i++) {
        const Op *op = &work->ops[i];
        if (op->kind == MICRO_SETP && op->d == branch->guard) {
            loop->test = i;
        }
    }
    const Op *test = &work->ops[loop->test];
    if (loop->test == 0 || test->combine != 0 || test->d2 != VALUE_NONE ||
        test->guard != VALUE_NONE || work->writes[branch->guard] != 1 ||
        work->reads[branch->guard] != 1 || value_is_constant(test->a) ||
        writes_inside[test->a] != 1) {
        return false;
    }
    for (uint32_t i = loop->first; i < loop->test; i++) {
        if (work->ops[i].d == test->a && is_induction(work, &work->ops[i], &loop->step)) {
            is_counter_found = true;
        }
    }
    loop->counter = test->a;
    return is_counter_found && loop->step > -(1 << 20) && loop->step < (1 << 20);
}

// Whether all lanes run the same number of rounds, as far as ptxas looks: the bound is a literal or
// a parameter.
static bool is_same_for_all(const Unroll *work, const Loop *loop, uint32_t block)
{
    Op *set = unroll_start(work->ops, work->flow, block, loop->counter);
    Value *sources[OP_VALUES_MAX];
    if (!value_is_constant(loop->bound) || set == NULL || set->guard != VALUE_NONE ||
        set->kind != MICRO_LANE) {
        return false;
    }
    for (uint32_t i = op_sources(set, sources); i-- > 0;) {
        if (!value_is_constant(*sources[i]) && work->is_divergent[*sources[i]]) {
            return false;
        }
    }
    return true;
}

static bool find_loop(Unroll *work, const FlowBlock *block, Loop *loop)
{
    uint32_t start = body_start(work, block);
    *loop = (Loop){.first = start, .end = block->end};
    if (start == block->first || block->end - start < 3 || !closes_on_itself(work, block, start)) {
        return false;
    }
    bool is_common = false;
    for (uint32_t i = start; i + 1 < block->end; i++) {
        if (!may_repeat(&work->ops[i])) {
            return false;
        }
        is_common |= needs_company(&work->ops[i]);
    }
    const uint32_t *writes_inside = count_writes(work->unit, work->ops, start, block->end);
    if (!find_test(work, loop, writes_inside)) {
        return false;
    }
    uint32_t rounds = unroll_known_rounds(work->unit, work->ops, work->flow,
                                          (uint32_t)(block - work->flow->blocks),
                                          &work->ops[loop->test], loop->step, &loop->start);
    if (rounds > 0) {
        loop->rounds = rounds;
        loop->at_once = unroll_rounds_at_once(work->unit, work->ops, start, block->end, rounds);
        return loop->at_once > 1 || rounds == 1;
    }
    return unroll_is_short(work->unit, work->ops, start, block->end) &&
           read_test(work, loop, writes_inside) &&
           (!is_common || is_same_for_all(work, loop, (uint32_t)(block - work->flow->blocks)));
}

static Op *emit(Unroll *work, MicroKind kind, const Op *model)
{
    Op *op = unit_add(work->unit, kind);
    op->ptx = model->ptx;
    return op;
}

static Value literal(const Unroll *work, int64_t value)
{
    return literal_32(work->unit->lowering, (uint32_t)value);
}

// A predicate: at least `rounds` rounds are left. `limit` is the bound minus the steps of the other
// rounds.
static Value emit_left(Unroll *work, const Loop *loop, int64_t rounds, Value limit, bool is_first)
{
    const Op *model = &work->ops[loop->test];
    Value guard = VALUE_NONE;
    if (!loop->is_down && is_first) {
        guard = unit_register(work->unit, VALUE_P);
        Op *check = emit(work, MICRO_SETP, model);
        check->function = (uint16_t)loop->above;
        check->type = model->type;
        check->d = guard;
        check->a = loop->bound;
        check->b = literal(work, (rounds - 1) * loop->step);
    }
    Value left = unit_register(work->unit, VALUE_P);
    Op *compare = emit(work, MICRO_SETP, model);
    compare->function = (uint16_t)loop->below;
    compare->type = model->type;
    compare->d = left;
    compare->a = loop->counter;
    compare->b = loop->is_down ? literal(work, -(rounds - 1) * loop->step) : limit;
    compare->c = guard;
    compare->combine = guard == VALUE_NONE ? 0 : PTX_DOT_AND;
    return left;
}

static void emit_branch(Unroll *work, const Loop *loop, Value guard, bool is_negated,
                        uint32_t label)
{
    Op *branch = emit(work, MICRO_BRANCH, &work->ops[loop->end - 1]);
    branch->guard = guard;
    branch->flags = is_negated ? MICRO_GUARD_NEGATED : 0;
    branch->target = label;
}

static Value emit_limit(Unroll *work, const Loop *loop, int64_t rounds)
{
    if (loop->is_down) {
        return VALUE_NONE;
    }
    Value limit = unit_register(work->unit, VALUE_32);
    Op *add = emit(work, MICRO_LANE, &work->ops[loop->test]);
    add->function = LANE_ADD_32;
    add->d = limit;
    add->a = loop->bound;
    add->b = literal(work, -(rounds - 1) * loop->step);
    return limit;
}

// The counter's value after so many rounds, as a literal of its width.
static Value counter_after(const Unroll *work, const Loop *loop, uint32_t rounds)
{
    uint64_t value = loop->start + rounds * (uint64_t)loop->step;
    bool is_64 = value_class(work->unit, loop->counter) == VALUE_64;
    return is_64 ? literal_64(work->unit->lowering, value) : literal(work, (int64_t)value);
}

// Whether a register carries nothing into or out of a round. Each copy then has its own register.
static bool is_local(const Unroll *work, uint32_t block, Value value)
{
    return !live_is_in(work->live, block, value) && !live_is_out(work->live, block, value);
}

// One op of one copy, its registers renamed. Inductions are relative to their values at the start.
static void emit_copied(Unroll *work, uint32_t at, uint32_t block, int64_t round)
{
    Op copy = work->ops[at];
    int64_t step;
    bool is_counted =
        is_induction(work, &copy, &step) && copy.d != VALUE_NONE && work->now[copy.d] != VALUE_NONE;
    if (is_counted && work->known != NULL && copy.d == work->known->counter) {
        work->now[copy.d] = counter_after(work, work->known, work->done + (uint32_t)round + 1);
        return;
    }
    if (is_counted) {
        bool is_64 = copy.function == LANE_ADD_64;
        Value next = unit_register(work->unit, is_64 ? VALUE_64 : VALUE_32);
        work->now[copy.d] = next;
        copy.b = is_64 ? literal_64(work->unit->lowering, (uint64_t)((round + 1) * step))
                       : literal(work, (round + 1) * step);
        copy.d = next;
        *unit_add(work->unit, MICRO_NOP) = copy;
        return;
    }
    Value *values[OP_VALUES_MAX];
    uint32_t count = op_sources(&copy, values);
    for (uint32_t i = 0; i < count; i++) {
        if (!value_is_constant(*values[i]) && work->now[*values[i]] != VALUE_NONE) {
            *values[i] = work->now[*values[i]];
        }
    }
    count = op_results(&copy, values);
    for (uint32_t i = 0; i < count; i++) {
        Value was = *values[i];
        if (!is_local(work, block, was)) {
            continue;
        }
        if (work->copy[was] != work->copy_count) {
            work->copy[was] = work->copy_count;
            work->now[was] = unit_register(work->unit, value_class(work->unit, was));
        }
        *values[i] = work->now[was];
    }
    *unit_add(work->unit, MICRO_NOP) = copy;
}

// Only an induction that is a register's single definition in the body can be computed ahead.
static void start_copies(Unroll *work, const Loop *loop, const uint32_t *writes_inside)
{
    int64_t step;
    for (uint32_t i = 0; i < work->live->count; i++) {
        work->now[work->live->register_of[i]] = VALUE_NONE;
    }
    for (uint32_t i = loop->first; i < loop->end; i++) {
        const Op *op = &work->ops[i];
        if (is_induction(work, op, &step) && writes_inside[op->d] == 1) {
            work->now[op->d] = op->d;
        }
    }
    if (work->known != NULL) {
        work->now[loop->counter] = counter_after(work, loop, work->done);
    }
}

static void emit_rounds(Unroll *work, const Loop *loop, uint32_t block, int64_t rounds,
                        const uint32_t *writes_inside)
{
    int64_t step;
    start_copies(work, loop, writes_inside);
    for (int64_t round = 0; round < rounds; round++) {
        work->copy_count++;
        for (uint32_t i = loop->first; i + 1 < loop->end; i++) {
            if (i != loop->test) {
                emit_copied(work, i, block, round);
            }
        }
    }
    for (uint32_t i = loop->first; i < loop->end; i++) {
        const Op *op = &work->ops[i];
        if (is_induction(work, op, &step) && writes_inside[op->d] == 1) {
            Op *add = unit_add(work->unit, MICRO_NOP);
            *add = *op;
            if (work->known != NULL && op->d == loop->counter) {
                add->function = op->function == LANE_ADD_64 ? LANE_MOV_64 : LANE_MOV_32;
                add->a = counter_after(work, loop, work->done + (uint32_t)rounds);
                add->b = VALUE_NONE;
                continue;
            }
            add->b = op->function == LANE_ADD_64
                         ? literal_64(work->unit->lowering, (uint64_t)(rounds * step))
                         : literal(work, rounds * step);
        }
    }
}

static void emit_loop(Unroll *work, const Loop *loop, uint32_t block, const uint32_t *writes_inside)
{
    Unit *unit = work->unit;
    uint32_t four = unit_label(unit), two = unit_label(unit), rest = unit_label(unit);
    uint32_t check = unit_label(unit), end = unit_label(unit);
    Value limit_4 = emit_limit(work, loop, ROUNDS), limit_2 = emit_limit(work, loop, 2);
    emit_branch(work, loop, emit_left(work, loop, ROUNDS, limit_4, true), false, four);
    emit_branch(work, loop, emit_left(work, loop, 2, limit_2, true), false, two);
    emit_branch(work, loop, VALUE_NONE, false, rest);
    unit_place_label(unit, four);
    emit_rounds(work, loop, block, ROUNDS, writes_inside);
    emit_branch(work, loop, emit_left(work, loop, ROUNDS, limit_4, false), false, four);
    emit_branch(work, loop, emit_left(work, loop, 2, limit_2, false), true, check);
    unit_place_label(unit, two);
    emit_rounds(work, loop, block, 2, writes_inside);
    unit_place_label(unit, check);
    Value is_done = unit_register(unit, VALUE_P);
    Op *done = emit(work, MICRO_SETP, &work->ops[loop->test]);
    done->function = (uint16_t)loop->done;
    done->type = work->ops[loop->test].type;
    done->d = is_done;
    done->a = loop->counter;
    done->b = loop->bound;
    emit_branch(work, loop, is_done, false, end);
    unit_place_label(unit, rest);
    for (uint32_t i = loop->first; i < loop->end; i++) {
        *unit_add(unit, MICRO_NOP) = work->ops[i];
    }
    unit->ops[unit->op_count - 1].target = rest;
    unit_place_label(unit, end);
}

// A loop with a known number of rounds.
static void emit_known(Unroll *work, const Loop *loop, uint32_t block,
                       const uint32_t *writes_inside)
{
    Unit *unit = work->unit;
    uint32_t again = unit_label(unit), rest = loop->rounds % loop->at_once;
    bool is_all = loop->at_once == loop->rounds;
    unit_place_label(unit, again);
    work->known = is_all ? loop : NULL;
    work->done = 0;
    emit_rounds(work, loop, block, loop->at_once, writes_inside);
    if (!is_all) {
        const Op *test = &work->ops[loop->test];
        Value is_left = unit_register(unit, VALUE_P);
        Op *compare = emit(work, MICRO_SETP, test);
        compare->function =
            value_class(unit, loop->counter) == VALUE_64 ? LANE_SETP_NE_64 : LANE_SETP_NE_32;
        compare->type = test->type;
        compare->d = is_left;
        compare->a = loop->counter;
        compare->b = counter_after(work, loop, loop->rounds - rest);
        emit_branch(work, loop, is_left, false, again);
    }
    if (rest > 0) {
        work->known = loop;
        work->done = loop->rounds - rest;
        emit_rounds(work, loop, block, rest, writes_inside);
    }
    work->known = NULL;
}

static void emit_block(Unroll *work, uint32_t block)
{
    const FlowBlock *range = &work->flow->blocks[block];
    Loop loop;
    bool is_loop = range->is_reachable && find_loop(work, range, &loop);
    uint32_t plain_end = is_loop ? loop.first : range->end;
    for (uint32_t i = range->first; i < plain_end; i++) {
        *unit_add(work->unit, MICRO_NOP) = work->ops[i];
    }
    if (is_loop) {
        const uint32_t *writes_inside = count_writes(work->unit, work->ops, loop.first, loop.end);
        (loop.rounds > 0 ? emit_known : emit_loop)(work, &loop, block, writes_inside);
    }
}

void unit_unroll(Unit *unit)
{
    if (unit->lowering->target.compute_capability < KNOWN_ROUNDS_ONLY) {
        return;
    }
    Arena *arena = &unit->lowering->scratch;
    Unroll work = {.unit = unit, .flow = flow_build(unit), .ops = unit->ops};
    uint32_t op_count = unit->op_count;
    work.live = live_build(unit, work.flow);
    work.writes = count_writes(unit, work.ops, 0, op_count);
    work.reads = unit_reads(unit);
    work.is_kept = find_kept(unit);
    work.is_divergent = unit_find_divergent(unit, true);
    work.copy = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t));
    work.now = arena_alloc(arena, (unit->register_count + 1) * sizeof(Value));
    for (uint32_t i = 0; i < unit->register_count; i++) {
        work.now[i] = VALUE_NONE;
    }
    unit->ops = NULL;
    unit->op_count = unit->op_room = 0;
    for (uint32_t b = 0; b < work.flow->count; b++) {
        emit_block(&work, b);
    }
}
