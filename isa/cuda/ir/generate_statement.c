// SPDX-License-Identifier: Apache-2.0
// Statements: branches, loops, switches, jumps.
#include "isa/cuda/ir/generate.h"

#include <string.h>

#define CASE_RANGE_LIMIT 4096 // values that `case a ... b` may stand for

static bool is_ended(const Generator *g)
{
    return g->block->last != NULL && ir_is_terminator(g->block->last);
}

// Continues in `block`; falls into it if the code before has not jumped.
static void continue_in(Generator *g, IrBlock *block)
{
    if (!is_ended(g)) {
        make_jump(g, block);
    }
    g->block = block;
}

static void leave_to(Generator *g, IrBlock *block)
{
    make_jump(g, block);
    g->block = ir_block(g->function); // what follows is not reached
}

static void generate_if(Generator *g, const Statement *s)
{
    IrBlock *then = ir_block(g->function);
    IrBlock *otherwise = s->otherwise == NULL ? NULL : ir_block(g->function);
    IrBlock *end = ir_block(g->function);
    generate_branch(g, s->a, then, otherwise == NULL ? end : otherwise);
    g->block = then;
    generate_statement(g, s->body);
    if (otherwise != NULL) {
        make_jump(g, end);
        g->block = otherwise;
        generate_statement(g, s->otherwise);
    }
    continue_in(g, end);
}

typedef struct Outer {
    IrBlock *break_to, *continue_to;
} Outer;

static Outer enter_loop(Generator *g, IrBlock *break_to, IrBlock *continue_to)
{
    Outer outer = {g->break_to, g->continue_to};
    g->break_to = break_to;
    g->continue_to = continue_to;
    return outer;
}

static void leave_loop(Generator *g, Outer outer)
{
    g->break_to = outer.break_to;
    g->continue_to = outer.continue_to;
}

static IrBlock *loop_head(Generator *g, const Statement *s)
{
    IrBlock *head = ir_block(g->function);
    head->unroll = s->unroll;
    head->unroll_count = s->unroll_count;
    return head;
}

static void generate_do(Generator *g, const Statement *s)
{
    IrBlock *head = loop_head(g, s), *test = ir_block(g->function), *end = ir_block(g->function);
    continue_in(g, head);
    Outer outer = enter_loop(g, end, test);
    generate_statement(g, s->body);
    leave_loop(g, outer);
    continue_in(g, test);
    generate_branch(g, s->a, head, end);
    g->block = end;
}

// while, and for with its step.
static void generate_while(Generator *g, const Statement *s)
{
    if (s->initial != NULL) {
        generate_statement(g, s->initial);
    }
    IrBlock *head = loop_head(g, s), *body = ir_block(g->function);
    IrBlock *step = s->b == NULL ? head : ir_block(g->function), *end = ir_block(g->function);
    continue_in(g, head);
    if (s->a != NULL) {
        generate_branch(g, s->a, body, end);
    } else {
        make_jump(g, body);
    }
    g->block = body;
    Outer outer = enter_loop(g, end, step);
    generate_statement(g, s->body);
    leave_loop(g, outer);
    if (s->b != NULL) {
        continue_in(g, step);
        generate_effect(g, s->b);
    }
    make_jump(g, head);
    g->block = end;
}

static uint32_t end_of(const Statement *s)
{
    while (s->end.line == 0 && (s->otherwise != NULL || s->body != NULL)) {
        s = s->otherwise != NULL ? s->otherwise : s->body;
    }
    return s->end.line != 0 ? s->end.line : s->location.line;
}

// What the head declares goes out of scope after the body.
static void generate_for(Generator *g, const Statement *s)
{
    uint32_t outer = g->scope_end;
    if (s->kind == STATEMENT_FOR && s->initial != NULL) {
        g->scope_end = end_of(s);
    }
    generate_while(g, s);
    g->scope_end = outer;
}

static void add_case(Generator *g, IrBlock *block, int64_t value)
{
    SwitchCases *cases = g->cases;
    if (cases->count == cases->room) {
        uint32_t room = cases->room == 0 ? 8 : cases->room * 2;
        cases->targets =
            arena_grow(g->arena, (void *)cases->targets, cases->room == 0 ? 0 : cases->count + 1,
                       room + 1, sizeof(IrBlock *));
        cases->values =
            arena_grow(g->arena, cases->values, cases->count, room, sizeof *cases->values);
        cases->room = room;
    }
    cases->values[cases->count] = value;
    cases->targets[++cases->count] = block;
}

static void generate_case(Generator *g, const Statement *s)
{
    IrBlock *block = ir_block(g->function);
    continue_in(g, block);
    if (g->cases == NULL) {
        generate_error(g, s->location, "'case' label not within a switch statement");
    } else if (s->kind == STATEMENT_DEFAULT) {
        add_case(g, NULL, 0); // makes room
        g->cases->count--;
        g->cases->targets[0] = block;
    } else if (s->last_value - s->first_value > CASE_RANGE_LIMIT) {
        generate_error(g, s->location, "case ranges of more than %d values are not supported",
                       CASE_RANGE_LIMIT);
    } else {
        for (int64_t value = s->first_value; value <= s->last_value; value++) {
            add_case(g, block, value);
        }
    }
    if (s->body != NULL) {
        generate_statement(g, s->body);
    }
}

static void generate_switch(Generator *g, const Statement *s)
{
    if (s->initial != NULL) {
        generate_statement(g, s->initial);
    }
    IrInstruction *value = generate_value(g, s->a);
    if (value->type == IR_I1) {
        value = make_unary(g, IR_ZERO_EXTEND, IR_I32, value);
    }
    IrBlock *head = g->block, *end = ir_block(g->function);
    SwitchCases cases = {.outer = g->cases, .type = s->a->type};
    IrBlock *outer_break = g->break_to;
    g->cases = &cases;
    g->break_to = end;
    g->block = ir_block(g->function); // what stands before the first case is not reached
    generate_statement(g, s->body);
    continue_in(g, end);
    g->cases = cases.outer;
    g->break_to = outer_break;
    IrBlock *only_default[1] = {end};
    if (cases.targets != NULL && cases.targets[0] == NULL) {
        cases.targets[0] = end;
    }
    ir_switch(head, value, cases.targets == NULL ? only_default : cases.targets, cases.values,
              cases.count, s->location);
}

static IrBlock *label_block(Generator *g, const char *name)
{
    for (Label *label = g->labels; label != NULL; label = label->next) {
        if (strcmp(label->name, name) == 0) {
            return label->block;
        }
    }
    Label *label = arena_alloc(g->arena, sizeof *label);
    *label = (Label){name, ir_block(g->function), g->labels};
    g->labels = label;
    return label->block;
}

static void generate_return(Generator *g, const Statement *s)
{
    IrInstruction *value = NULL;
    if (s->a != NULL && type_is_aggregate(s->a->type)) {
        Place to = {
            .pointer = g->result, .type = s->a->type, .align_bytes = type_align(s->a->type)};
        bool is_there = s->a->kind == EXPRESSION_VARIABLE && s->a->variable->is_result;
        if (!is_there && type_is_bytes(s->a->type)) {
            generate_copy(g, to, generate_aggregate(g, s->a));
        } else if (!is_there) {
            generate_into(g, s->a, to);
        }
    } else if (s->a != NULL) {
        value = generate_value(g, s->a);
    }
    g->at = s->location;
    IrInstruction *made = make_op(g, IR_RETURN, IR_VOID);
    if (value != NULL && g->function->result != IR_VOID) {
        ir_add_operand(made, make_generic(g, value));
    }
    g->block = ir_block(g->function);
}

static void generate_jump(Generator *g, const Statement *s, IrBlock *to)
{
    if (to == NULL) {
        generate_error(g, s->location, "'%s' statement not within a loop",
                       s->kind == STATEMENT_BREAK ? "break" : "continue");
        return;
    }
    leave_to(g, to);
}

static void generate_compound(Generator *g, const Statement *s)
{
    uint32_t outer = g->scope_end;
    const Statement *last = s->first; // of a loop and what its head declares
    while (last != NULL && last->next != NULL && last->next->kind != STATEMENT_EMPTY) {
        last = last->next;
    }
    g->scope_end = s->end.line > 0                               ? s->end.line
                   : last != NULL && last->kind == STATEMENT_FOR ? end_of(last)
                                                                 : outer;
    for (const Statement *at = s->first; at != NULL; at = at->next) {
        generate_statement(g, at);
    }
    g->scope_end = outer;
}

static void generate_one(Generator *g, const Statement *s)
{
    switch (s->kind) {
    case STATEMENT_EMPTY: break;
    case STATEMENT_EXPRESSION:
    case STATEMENT_DECLARE:
        if (s->kind == STATEMENT_DECLARE && s->variable != NULL) {
            s->variable->end_line = g->scope_end;
        }
        if (s->a != NULL) {
            generate_effect(g, s->a);
        }
        break;
    case STATEMENT_COMPOUND: generate_compound(g, s); break;
    case STATEMENT_IF: generate_if(g, s); break;
    case STATEMENT_WHILE:
    case STATEMENT_FOR: generate_for(g, s); break;
    case STATEMENT_DO: generate_do(g, s); break;
    case STATEMENT_SWITCH: generate_switch(g, s); break;
    case STATEMENT_CASE:
    case STATEMENT_DEFAULT: generate_case(g, s); break;
    case STATEMENT_BREAK: generate_jump(g, s, g->break_to); break;
    case STATEMENT_CONTINUE: generate_jump(g, s, g->continue_to); break;
    case STATEMENT_RETURN: generate_return(g, s); break;
    case STATEMENT_GOTO: leave_to(g, label_block(g, s->label)); break;
    case STATEMENT_LABEL:
        continue_in(g, label_block(g, s->label));
        if (s->body != NULL) {
            generate_statement(g, s->body);
        }
        break;
    case STATEMENT_ASM: generate_asm(g, s); break;
    }
}

void generate_statement(Generator *g, const Statement *statement)
{
    if (statement != NULL && generate_enter(g, statement->location)) {
        g->at = statement->location;
        generate_one(g, statement);
        generate_leave(g);
    }
}
