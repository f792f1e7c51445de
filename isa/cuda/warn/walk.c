// SPDX-License-Identifier: Apache-2.0
// Statements: paths fork at an `if` and join after it, a loop's body runs twice.
#include "isa/cuda/warn/walk.h"

#define ASSIGNED_LIMIT 64u // more: every local counts as changed

// ---- which locals a loop changes

typedef struct Assigned {
    const Variable *list[ASSIGNED_LIMIT];
    uint32_t count;
    bool is_all;
} Assigned;

static void assigned_statement(Assigned *assigned, const Statement *statement);

static void assigned_variable(Assigned *assigned, const Expression *e)
{
    while (e != NULL && e->kind == EXPRESSION_MEMBER) {
        e = e->a;
    }
    if (e == NULL || e->kind != EXPRESSION_VARIABLE || e->variable->space != SPACE_AUTOMATIC) {
        return;
    }
    for (uint32_t i = 0; i < assigned->count; i++) {
        if (assigned->list[i] == e->variable) {
            return;
        }
    }
    assigned->is_all |= assigned->count == ASSIGNED_LIMIT;
    if (!assigned->is_all) {
        assigned->list[assigned->count++] = e->variable;
    }
}

static void assigned_expression(Assigned *assigned, const Expression *e)
{
    if (e == NULL) {
        return;
    }
    if (e->kind == EXPRESSION_ASSIGN || e->kind == EXPRESSION_COMPOUND ||
        e->kind == EXPRESSION_ADDRESS ||
        (e->kind >= EXPRESSION_PRE_INCREMENT && e->kind <= EXPRESSION_POST_DECREMENT)) {
        assigned_variable(assigned, e->a);
    }
    assigned_expression(assigned, e->a);
    assigned_expression(assigned, e->b);
    assigned_expression(assigned, e->c);
    for (uint32_t i = 0; i < e->list_count; i++) {
        assigned_expression(assigned, e->list[i]);
    }
    assigned_statement(assigned, e->statement);
}

static void assigned_statement(Assigned *assigned, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        assigned_expression(assigned, at->a);
        assigned_expression(assigned, at->b);
        assigned_statement(assigned, at->initial);
        assigned_statement(assigned, at->first);
        assigned_statement(assigned, at->body);
        assigned_statement(assigned, at->otherwise);
        for (uint32_t i = 0; at->assembly != NULL && i < at->assembly->operand_count; i++) {
            assigned_variable(assigned, at->assembly->operands[i].value);
        }
    }
}

static Assigned assigned_in(const Statement *at)
{
    Assigned assigned = {.count = 0};
    assigned_expression(&assigned, at->a);
    assigned_expression(&assigned, at->b);
    assigned_statement(&assigned, at->body);
    return assigned;
}

static bool is_assigned(const Assigned *assigned, const Variable *variable)
{
    bool is_in = assigned->is_all;
    for (uint32_t i = 0; i < assigned->count && !is_in; i++) {
        is_in = assigned->list[i] == variable;
    }
    return is_in;
}

// ---- branches

static bool is_divergent(const Walk *walk, ValueId condition)
{
    const Value *c = value_of(&walk->values, condition);
    return c->has_thread || c->has_data;
}

// A barrier on one side of a divergent `if` is assumed to be reached by all threads.
static void forget_unsynchronized(State *body, State *otherwise, uint32_t barriers_before)
{
    if (body->barriers != barriers_before) {
        otherwise->pending_count = 0;
    }
    if (otherwise->barriers != barriers_before) {
        body->pending_count = 0;
    }
}

static void walk_if(Walk *walk, const Statement *at)
{
    const Statement *divergent = walk->divergent;
    ValueId condition = walk_expression(walk, at->a);
    int64_t constant;
    if (value_get_constant(&walk->values, condition, &constant)) { // of template arguments
        walk_statement(walk, constant != 0 ? at->body : at->otherwise);
        return;
    }
    ValueId guard = walk->state->guard;
    State *body = walk->state, *otherwise = state_take(walk, body);
    uint32_t barriers = body->barriers;
    if (divergent == NULL && !walk->is_library && is_divergent(walk, condition)) {
        walk->divergent = at;
    }
    body->guard = value_guard(&walk->values, guard, condition, true);
    otherwise->guard = value_guard(&walk->values, guard, condition, false);
    walk_statement(walk, at->body);
    walk->state = otherwise;
    walk_statement(walk, at->otherwise);
    walk->divergent = divergent;
    bool is_both = !body->is_dead && !otherwise->is_dead;
    if (is_both && is_divergent(walk, condition)) {
        forget_unsynchronized(body, otherwise, barriers);
    }
    state_merge(walk, otherwise, body, condition);
    otherwise->guard = is_both ? guard : otherwise->guard;
    state_give(walk, body);
}

// ---- loops

typedef struct Changed {
    const Variable *variable;
    int64_t offset;
    uint32_t slot;
    ValueId head;
} Changed;

// From here on, the locals that the loop changes hold their values at the head of some round.
static uint32_t enter(Walk *walk, const Assigned *assigned, uint32_t loop, Changed *changed)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->state->place_count; i++) {
        Place *place = &walk->state->places[i];
        if (is_assigned(assigned, place->variable) && place->value != 0) {
            Changed *one = &changed[count++];
            one->variable = place->variable;
            one->offset = place->offset;
            place->value = value_loop(&walk->values, loop, place->value, &one->slot);
            one->head = place->value;
        }
    }
    return count;
}

static void close_round(Walk *walk, const Changed *changed, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const Value *head = value_of(&walk->values, changed[i].head);
        ValueId next = state_get(walk->state, changed[i].variable, changed[i].offset);
        const Value *after = value_of(&walk->values, next);
        if (head->kind == VALUE_POINTER) {
            next = after->kind == VALUE_POINTER && after->variable == head->variable ? after->a : 0;
        }
        walk->values.slots[changed[i].slot].next = next;
    }
}

static void test_round(Walk *walk, const Statement *at, uint32_t loop, bool is_first)
{
    ValueId condition = at->a == NULL ? 0 : walk_expression(walk, at->a);
    if (walk->divergent == NULL && !walk->is_library && is_divergent(walk, condition)) {
        walk->divergent = at;
    }
    if (is_first && at->kind != STATEMENT_DO) {
        walk->values.loops[loop].condition = condition;
    }
    walk->state->guard = value_guard(&walk->values, walk->state->guard, condition, true);
}

static void run_round(Walk *walk, const Statement *at, uint32_t loop, bool is_first)
{
    walk->round_begin = walk->is_library ? walk->round_begin : walk->seen;
    if (at->kind != STATEMENT_DO) {
        test_round(walk, at, loop, is_first);
    }
    walk->at_continue = state_take(walk, NULL);
    walk_statement(walk, at->body);
    state_merge(walk, walk->state, walk->at_continue, 0);
    state_give(walk, walk->at_continue);
    walk->at_continue = NULL;
    if (at->b != NULL && !walk->state->is_dead) {
        walk_expression(walk, at->b);
    }
    if (at->kind == STATEMENT_DO && !walk->state->is_dead) {
        test_round(walk, at, loop, is_first);
    }
}

static void leave(Walk *walk, uint32_t loop, const Changed *changed, uint32_t count,
                  bool is_endless)
{
    bool is_broken = !walk->at_break->is_dead;
    walk->values.loops[loop].is_exit_known = !is_broken && walk->values.loops[loop].condition != 0;
    walk->state->is_dead |= is_endless;
    state_merge(walk, walk->state, walk->at_break, 0);
    for (uint32_t i = 0; i < count; i++) {
        ValueId after = is_broken ? 0 : value_exit(&walk->values, changed[i].slot, changed[i].head);
        state_set(walk->state, changed[i].variable, changed[i].offset, after);
    }
}

// If the body has a barrier, the accesses pending after the loop are those of its last round.
static void only_last_round(Walk *walk, const Statement *at, uint32_t barriers_before)
{
    if (walk->state->is_dead || at->a == NULL || at->kind == STATEMENT_DO ||
        walk->state->barriers == barriers_before) {
        return;
    }
    ValueId again = walk_expression(walk, at->a);
    for (uint32_t i = 0; i < walk->state->pending_count; i++) {
        Pending *pending = &walk->state->pending[i];
        pending->guard = value_guard(&walk->values, pending->guard, again, false);
    }
}

static void walk_loop(Walk *walk, const Statement *at)
{
    const Statement *divergent = walk->divergent, *outer = walk->loop;
    State *at_break = walk->at_break, *at_continue = walk->at_continue;
    walk_statement(walk, at->initial);
    State *before = state_take(walk, walk->state);
    Assigned assigned = assigned_in(at);
    Changed *changed = arena_alloc(walk->arena, (before->place_count + 1) * sizeof *changed);
    uint32_t loop = value_loop_begin(&walk->values);
    uint32_t count = enter(walk, &assigned, loop, changed), seen = walk->seen;
    walk->at_break = state_take(walk, NULL);
    uint32_t loop_begin = walk->loop_begin, round_begin = walk->round_begin;
    if (!walk->is_library) {
        walk->loop = at;
        walk->loop_begin = walk->seen;
    }
    run_round(walk, at, loop, true);
    if (!walk->state->is_dead) {
        close_round(walk, changed, count);
        if (walk->seen != seen && walk->state->pending_count > 0) {
            run_round(walk, at, loop, false);
        }
    }
    only_last_round(walk, at, before->barriers);
    leave(walk, loop, changed, count, at->kind == STATEMENT_FOR && at->a == NULL);
    if (walk->state->is_dead && at->a != NULL) {
        state_merge(walk, walk->state, before, 0);
    }
    walk->state->guard = before->guard;
    state_give(walk, walk->at_break);
    state_give(walk, before);
    walk->at_break = at_break;
    walk->at_continue = at_continue;
    walk->divergent = divergent;
    walk->loop = outer;
    walk->loop_begin = loop_begin;
    walk->round_begin = round_begin;
}

// ---- others

static void walk_return(Walk *walk, const Statement *at)
{
    ValueId value = at->a != NULL && type_is_scalar(at->a->type) ? walk_expression(walk, at->a) : 0;
    if (at->a != NULL && !type_is_scalar(at->a->type)) {
        walk_expression(walk, at->a);
    }
    bool is_first = walk->at_return == NULL || walk->at_return->is_dead;
    walk->returned = is_first || walk->returned == value ? value : 0;
    state_leave(walk, walk->at_return);
}

// Is not analyzed; may contain a barrier.
static void walk_switch(Walk *walk, const Statement *at)
{
    walk_expression(walk, at->a);
    Assigned assigned = assigned_in(at);
    for (uint32_t i = walk->state->place_count; i-- > 0;) {
        if (is_assigned(&assigned, walk->state->places[i].variable)) {
            walk->state->places[i].value = 0;
        }
    }
    state_barrier(walk);
}

static void walk_one(Walk *walk, const Statement *at)
{
    switch (at->kind) {
    case STATEMENT_EMPTY: break;
    case STATEMENT_DECLARE:
        if (at->variable != NULL && at->variable->space == SPACE_AUTOMATIC) {
            state_forget(walk->state, at->variable);
        }
        walk_expression(walk, at->a);
        break;
    case STATEMENT_EXPRESSION: walk_expression(walk, at->a); break;
    case STATEMENT_COMPOUND: walk_statement(walk, at->first); break;
    case STATEMENT_IF: walk_if(walk, at); break;
    case STATEMENT_WHILE:
    case STATEMENT_DO:
    case STATEMENT_FOR: walk_loop(walk, at); break;
    case STATEMENT_SWITCH: walk_switch(walk, at); break;
    case STATEMENT_BREAK: state_leave(walk, walk->at_break); break;
    case STATEMENT_CONTINUE: state_leave(walk, walk->at_continue); break;
    case STATEMENT_RETURN: walk_return(walk, at); break;
    case STATEMENT_ASM: walk_assembly(walk, at->assembly, at->location); break;
    default: walk->is_over = true; // goto, and what it leads to
    }
}

void walk_statement(Walk *walk, const Statement *statement)
{
    for (const Statement *at = statement; at != NULL; at = at->next) {
        if (walk->state->is_dead || walk->is_over || walk->nest > NEST_LIMIT) {
            return;
        }
        walk->nest++;
        walk_one(walk, at);
        walk->nest--;
    }
}

void walk_kernel(Walk *walk, const Function *kernel)
{
    values_init(&walk->values, walk->arena);
    walk->accesses = arena_alloc(walk->arena, (ACCESS_LIMIT + 1) * sizeof *walk->accesses);
    walk->pairs = arena_alloc(walk->arena, PAIR_LIMIT * sizeof *walk->pairs);
    walk->state = state_take(walk, NULL);
    walk->state->is_dead = false;
    for (uint32_t i = 0; i < kernel->parameter_count; i++) {
        const Variable *parameter = kernel->parameters[i];
        if (type_is_integral_or_enum(parameter->type)) {
            state_set(walk->state, parameter, 0, value_parameter(&walk->values, parameter));
        }
    }
    walk_statement(walk, kernel->body);
}
