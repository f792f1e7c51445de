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
#include "isa/machine/pass.h"
#include "isa/ptx/statement.h"

#include <string.h>

#define ROUNDS 4

// The compilers for cc 1.x unrolled only loops with a known number of iterations (CUDA C
// Programming Guide 4.0, B.16).
#define KNOWN_ROUNDS_ONLY 20u
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
static Value emit_left(Unroll *work, const UnrollLoop *loop, int64_t rounds, Value limit,
                       bool is_first)
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

static void emit_branch(Unroll *work, const UnrollLoop *loop, Value guard, bool is_negated,
                        uint32_t label)
{
    Op *branch = emit(work, MICRO_BRANCH, &work->ops[loop->end - 1]);
    branch->guard = guard;
    branch->flags = is_negated ? MICRO_GUARD_NEGATED : 0;
    branch->target = label;
}

static Value emit_limit(Unroll *work, const UnrollLoop *loop, int64_t rounds)
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
static Value counter_after(const Unroll *work, const UnrollLoop *loop, uint32_t rounds)
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
    bool is_counted = unroll_is_induction(work, &copy, &step) && copy.d != VALUE_NONE &&
                      work->now[copy.d] != VALUE_NONE;
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
static void start_copies(Unroll *work, const UnrollLoop *loop, const uint32_t *writes_inside)
{
    int64_t step;
    for (uint32_t i = 0; i < work->live->count; i++) {
        work->now[work->live->register_of[i]] = VALUE_NONE;
    }
    for (uint32_t i = loop->first; i < loop->end; i++) {
        const Op *op = &work->ops[i];
        if (unroll_is_induction(work, op, &step) && writes_inside[op->d] == 1) {
            work->now[op->d] = op->d;
        }
    }
    if (work->known != NULL) {
        work->now[loop->counter] = counter_after(work, loop, work->done);
    }
}

static void emit_rounds(Unroll *work, const UnrollLoop *loop, uint32_t block, int64_t rounds,
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
        if (unroll_is_induction(work, op, &step) && writes_inside[op->d] == 1) {
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

static void emit_loop(Unroll *work, const UnrollLoop *loop, uint32_t block,
                      const uint32_t *writes_inside)
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
static void emit_known(Unroll *work, const UnrollLoop *loop, uint32_t block,
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
    UnrollLoop loop;
    bool is_loop = range->is_reachable && unroll_find(work, range, &loop);
    uint32_t plain_end = is_loop ? loop.first : range->end;
    for (uint32_t i = range->first; i < plain_end; i++) {
        *unit_add(work->unit, MICRO_NOP) = work->ops[i];
    }
    if (is_loop) {
        const uint32_t *writes_inside = unit_writes(work->unit, work->ops, loop.first, loop.end);
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
    work.writes = unit_writes(unit, work.ops, 0, op_count);
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
