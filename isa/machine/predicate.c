// SPDX-License-Identifier: Apache-2.0
// If-conversion: a short forward branch is replaced by guards on the ops that it skips, as in
// ptxas, so that the counts show no branch either. A branch to an exit becomes a guarded exit. The
// thresholds and the list of ops that stay under a branch were found by experiment with ptxas 13.0
// for sm_90 (bodies of 1 to 40 instructions of each kind).
#include "isa/machine/predicate.h"
#include "isa/machine/op.h"
#include "isa/machine/pass.h"

#include <string.h>

// Machine instructions that a body may have; a then-part includes its closing branch. For the first
// GPUs the compiler of the day stopped at 4 (CUDA C Programming Guide 4.2, 5.4.2), so that warps
// without a thread in the body skip it. Harris's reduction relies on that.
#define IF_CONVERT_ISSUES_MAX        8
#define IF_CONVERT_ISSUES_MAX_LEGACY 4

static void note_branch(IfConverter *converter, uint32_t label, uint32_t at)
{
    if (converter->first_branch[label] > at) {
        converter->first_branch[label] = at;
    }
}

static void find_labels(IfConverter *converter)
{
    Unit *unit = converter->unit;
    for (uint32_t i = 0; i < unit->label_count; i++) {
        converter->place[i] = UINT32_MAX;
        converter->references[i] = 0;
        converter->first_branch[i] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        const Op *op = &unit->ops[i];
        if (op->kind == OP_LABEL) {
            converter->place[op->target] = i;
        } else if (op->kind == MICRO_BRANCH) {
            converter->references[op->target]++;
            note_branch(converter, op->target, i);
        } else if (op->kind == MICRO_BRANCH_INDEX) {
            for (uint32_t j = 0; j < op->target; j++) {
                converter->references[unit->targets[(uint32_t)op->offset + j]]++;
                note_branch(converter, unit->targets[(uint32_t)op->offset + j], i);
            }
        }
    }
    for (uint32_t i = 0; i < unit->op_count; i++) {
        Op *op = &unit->ops[i];
        if (op->kind == OP_LABEL && converter->references[op->target] == 0) {
            op->kind = OP_DEAD;
        }
    }
}

// Loads that may miss (but see predicate_load.c), atomics, and all ops that
// depend on the set of active lanes stay under a branch.
static bool may_be_guarded(const Op *op, bool allows_slow_loads)
{
    if (op->guard != VALUE_NONE || op->issues >= IF_CONVERT_ISSUES_MAX) {
        return false;
    }
    if (op->kind == MICRO_LOAD) {
        return op->space == PTX_SPACE_SHARED || op->space == PTX_SPACE_CONST ||
               op->space == PTX_SPACE_PARAM || op->space == PTX_SPACE_REG ||
               (allows_slow_loads && predicate_is_slow_load(op));
    }
    return op->kind == OP_DEAD || op_has_trait(op, TRAIT_GUARD);
}

// The end of the guardable ops from `first` on; *issues receives their cost.
static uint32_t straight_end(const Unit *unit, uint32_t first, Value guard, bool allows_slow_loads,
                             uint32_t *issues)
{
    uint32_t at = first;
    while (at < unit->op_count && may_be_guarded(&unit->ops[at], allows_slow_loads) &&
           !op_writes(&unit->ops[at], guard)) {
        *issues += unit->ops[at].kind == OP_DEAD ? 0 : unit->ops[at].issues;
        at++;
    }
    return at;
}

// Whether the label is one of those that start at op `at`.
static bool is_label_at(const Unit *unit, uint32_t at, uint32_t label)
{
    for (; at < unit->op_count; at++) {
        const Op *op = &unit->ops[at];
        if (op->kind == OP_LABEL && op->target == label) {
            return true;
        }
        if (op->kind != OP_LABEL && op->kind != OP_DEAD) {
            return false;
        }
    }
    return false;
}

static void guard_ops(Unit *unit, uint32_t first, uint32_t end, Value guard, uint16_t negation)
{
    for (uint32_t i = first; i < end; i++) {
        Op *op = &unit->ops[i];
        if (op->kind < MICRO_KIND_COUNT) {
            op->guard = guard;
            op->flags |= (uint16_t)(negation | MICRO_IF_CONVERTED);
        }
    }
}

// Moves the ops [first, end) to before op `to`.
static void move_ops(Unit *unit, uint32_t to, uint32_t first, uint32_t end)
{
    uint32_t count = end - first;
    Op *moved = arena_alloc(&unit->lowering->scratch, count * sizeof(Op));
    memcpy(moved, unit->ops + first, count * sizeof(Op));
    memmove(unit->ops + to + count, unit->ops + to, (first - to) * sizeof(Op));
    memcpy(unit->ops + to, moved, count * sizeof(Op));
}

static bool falls_into(const Unit *unit, uint32_t label_at)
{
    uint32_t at = label_at;
    while (at > 0 && unit->ops[at - 1].kind == OP_DEAD) {
        at--;
    }
    const Op *before = at > 0 ? &unit->ops[at - 1] : NULL;
    return before == NULL || before->guard != VALUE_NONE || !op_ends_block(before);
}

// @p bra E; then; bra J; ... E: else; bra J: if only this branch leads to E. PTX places the paths
// of nested diamonds apart like this.
static void convert_far_else(IfConverter *converter, uint32_t at, uint32_t then_end,
                             bool allows_slow_loads)
{
    Unit *unit = converter->unit;
    Op *branch = &unit->ops[at], *jump = &unit->ops[then_end];
    uint32_t first = converter->place[branch->target], issues = 0;
    if (jump->kind != MICRO_BRANCH || jump->guard != VALUE_NONE || first <= then_end + 1 ||
        converter->references[branch->target] != 1 || falls_into(unit, first)) {
        return;
    }
    uint32_t end = straight_end(unit, first + 1, branch->guard, allows_slow_loads, &issues);
    if (end >= unit->op_count || issues > converter->issues_max) {
        return;
    }
    Op *last = &unit->ops[end];
    bool is_jump =
        last->kind == MICRO_BRANCH && last->guard == VALUE_NONE && last->target == jump->target;
    if (!is_jump && !is_label_at(unit, end, jump->target)) {
        return;
    }
    uint16_t negated = branch->flags & MICRO_GUARD_NEGATED;
    guard_ops(unit, at + 1, then_end, branch->guard, negated ^ MICRO_GUARD_NEGATED);
    guard_ops(unit, first + 1, end, branch->guard, negated);
    branch->kind = unit->ops[first].kind = OP_DEAD;
    last->kind = is_jump ? OP_DEAD : last->kind;
    move_ops(unit, then_end, first + 1, end);
    find_labels(converter);
    converter->is_changed = true;
}

// @p bra E; then; bra J; E: else; J:
static void convert_else(IfConverter *converter, uint32_t at, uint32_t then_end,
                         bool allows_slow_loads)
{
    Unit *unit = converter->unit;
    Op *branch = &unit->ops[at], *jump = &unit->ops[then_end];
    uint32_t label_at = converter->place[branch->target], issues = 0;
    if (label_at != then_end + 1) {
        convert_far_else(converter, at, then_end, allows_slow_loads);
        return;
    }
    if (jump->kind != MICRO_BRANCH || jump->guard != VALUE_NONE ||
        converter->references[branch->target] != 1) {
        return;
    }
    uint32_t else_end = straight_end(unit, label_at + 1, branch->guard, allows_slow_loads, &issues);
    if (issues > converter->issues_max || !is_label_at(unit, else_end, jump->target)) {
        return;
    }
    uint16_t negated = branch->flags & MICRO_GUARD_NEGATED;
    guard_ops(unit, at + 1, then_end, branch->guard, negated ^ MICRO_GUARD_NEGATED);
    guard_ops(unit, label_at + 1, else_end, branch->guard, negated);
    branch->kind = jump->kind = unit->ops[label_at].kind = OP_DEAD;
    converter->is_changed = true;
}

static void convert_branch(IfConverter *converter, uint32_t at)
{
    Unit *unit = converter->unit;
    Op *branch = &unit->ops[at];
    uint32_t issues = 0;
    uint32_t end = straight_end(unit, at + 1, branch->guard, true, &issues);
    if (end >= unit->op_count) {
        return;
    }
    bool is_diamond = unit->ops[end].kind == MICRO_BRANCH && unit->ops[end].guard == VALUE_NONE;
    uint32_t meeting = is_diamond ? unit->ops[end].target : branch->target;
    bool allows_slow_loads = predicate_allows_loads(converter, at + 1, end, meeting);
    if (!allows_slow_loads) {
        issues = 0;
        end = straight_end(unit, at + 1, branch->guard, false, &issues);
    }
    if (issues <= converter->issues_max && is_label_at(unit, end, branch->target)) {
        uint16_t negated = branch->flags & MICRO_GUARD_NEGATED;
        guard_ops(unit, at + 1, end, branch->guard, negated ^ MICRO_GUARD_NEGATED);
        branch->kind = OP_DEAD;
        converter->is_changed = true;
    } else if (issues + 1 <= converter->issues_max) {
        convert_else(converter, at, end, allows_slow_loads);
    }
}

// @p bra L; setp q; @q bra L: one branch on (p or q).
static void merge_conditions(IfConverter *converter, uint32_t at)
{
    Unit *unit = converter->unit;
    if (at + 2 >= unit->op_count) {
        return;
    }
    Op *first = &unit->ops[at], *compare = first + 1, *second = first + 2;
    if (compare->kind != MICRO_SETP || compare->guard != VALUE_NONE || compare->combine != 0 ||
        compare->d2 != VALUE_NONE || second->kind != MICRO_BRANCH || second->guard != compare->d ||
        second->target != first->target || first->guard == compare->d ||
        converter->reads[compare->d] != 1) {
        return;
    }
    bool is_first_negated = (first->flags & MICRO_GUARD_NEGATED) != 0;
    bool is_second_negated = (second->flags & MICRO_GUARD_NEGATED) != 0;
    compare->combine = is_second_negated ? PTX_DOT_AND : PTX_DOT_OR;
    compare->c = first->guard;
    compare->flags |= is_first_negated != is_second_negated ? MICRO_PREDICATE_NEGATED : 0;
    first->kind = OP_DEAD;
    converter->is_changed = true;
}

// @p bra X; bra Y; X: is @!p bra Y.
static void invert_branch(IfConverter *converter, uint32_t at)
{
    Unit *unit = converter->unit;
    uint32_t next = at + 1;
    while (next < unit->op_count && unit->ops[next].kind == OP_DEAD) {
        next++;
    }
    if (next >= unit->op_count) {
        return;
    }
    Op *branch = &unit->ops[at], *jump = &unit->ops[next];
    if (branch->guard != VALUE_NONE && jump->kind == MICRO_BRANCH && jump->guard == VALUE_NONE &&
        is_label_at(unit, next + 1, branch->target)) {
        branch->flags ^= MICRO_GUARD_NEGATED;
        branch->target = jump->target;
        jump->kind = OP_DEAD;
        converter->is_changed = true;
    }
}

// A jump to an exit becomes an exit.
static void branch_to_exit(IfConverter *converter, uint32_t at)
{
    Unit *unit = converter->unit;
    Op *branch = &unit->ops[at];
    uint32_t end = converter->place[branch->target];
    while (end < unit->op_count &&
           (unit->ops[end].kind == OP_LABEL || unit->ops[end].kind == OP_DEAD)) {
        end++;
    }
    if (end < unit->op_count && unit->ops[end].guard == VALUE_NONE &&
        predicate_leaves(&unit->ops[end])) {
        branch->kind = unit->ops[end].kind;
        branch->flags |= MICRO_IF_CONVERTED;
        branch->target = 0;
        converter->is_changed = true;
    }
}

static void convert_all(IfConverter *converter)
{
    Unit *unit = converter->unit;
    for (uint32_t i = 0; i < unit->op_count; i++) {
        if (unit->ops[i].kind == MICRO_BRANCH && unit->ops[i].guard != VALUE_NONE) {
            merge_conditions(converter, i);
        }
    }
    unit_compact(unit);
    find_labels(converter);
    for (uint32_t i = unit->op_count; i-- > 0;) {
        Op *op = &unit->ops[i];
        if (op->kind != MICRO_BRANCH) {
            continue;
        }
        if (is_label_at(unit, i + 1, op->target)) { // to the next op
            op->kind = OP_DEAD;
            converter->is_changed = true;
            continue;
        }
        invert_branch(converter, i);
        branch_to_exit(converter, i);
        if (op->kind == MICRO_BRANCH && op->guard != VALUE_NONE) {
            convert_branch(converter, i);
        }
    }
    unit_compact(unit);
}

void unit_predicate(Unit *unit)
{
    Arena *arena = &unit->lowering->scratch;
    uint32_t labels = unit->label_count + 1;
    bool is_legacy = unit->lowering->target.compute_capability < 20;
    IfConverter converter = {
        .unit = unit,
        .issues_max = is_legacy ? IF_CONVERT_ISSUES_MAX_LEGACY : IF_CONVERT_ISSUES_MAX,
        .place = arena_alloc(arena, labels * sizeof(uint32_t)),
        .first_branch = arena_alloc(arena, labels * sizeof(uint32_t)),
        .references = arena_alloc(arena, labels * sizeof(uint32_t)),
        .is_divergent = unit_find_divergent(unit, false),
        .reads = unit_reads(unit),
        .awaited = arena_alloc(arena, (unit->register_count + 1) * sizeof(uint32_t)),
        .is_changed = true};
    while (converter.is_changed) {
        converter.is_changed = false;
        convert_all(&converter);
    }
}
