// SPDX-License-Identifier: Apache-2.0
// Statements: if, if constexpr, and chains of else if; C++17 [stmt.if].
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"

#include <stdio.h>

#define ELSE_IFS_NESTED 64u // in a longer chain each `if` jumps to the chain's end

static bool is_template_code(const Front *front)
{
    for (const Scope *scope = front->scope; scope != NULL; scope = scope->parent) {
        if (scope->kind == SCOPE_TEMPLATE || scope->template_ != NULL) {
            return true;
        }
    }
    return front->function != NULL && front->function->template_ != NULL;
}

// In a template the discarded branch may be invalid; elsewhere it must be valid.
static void parse_dead(Front *front)
{
    if (is_template_code(front)) {
        statement_skip(front);
    } else {
        parse_scoped_statement(front);
    }
}

static Statement *parse_constant_if(Front *front, Expression *condition, SourceLocation location)
{
    Expression result = {0};
    const char *reason = NULL;
    bool is_taken = false;
    if (!express_is_error(condition)) {
        if (!express_evaluate(front, condition, &result, &reason)) {
            front_error(front, condition->location,
                        "condition of 'if constexpr' is not constant%s%s",
                        reason == NULL ? "" : ": ", reason == NULL ? "" : reason);
        }
        is_taken = result.integer != 0;
    }
    Statement *taken = statement_new(front, STATEMENT_EMPTY, location);
    if (is_taken) {
        taken = parse_scoped_statement(front);
    } else {
        parse_dead(front);
    }
    if (front_accept(front, KEYWORD_else)) {
        if (is_taken) {
            parse_dead(front);
        } else {
            taken = parse_scoped_statement(front);
        }
    }
    return taken;
}

// Whether the `if` here has neither constexpr nor a declaration in its head.
static bool is_plain_if(Front *front)
{
    if (!front_is(front, KEYWORD_if) || front_peek(front, 1)->id != PUNCTUATOR_paren_open) {
        return false;
    }
    FrontPlace before = front_place(front);
    front->at++;
    uint32_t head = front->at;
    front_skip_balanced(front);
    bool has_semicolon = false;
    for (uint32_t i = head; i < front->at && !has_semicolon; i++) {
        has_semicolon = front->source->tokens[i].id == PUNCTUATOR_semicolon;
    }
    front->at = head + 1;
    bool is_plain = !has_semicolon && !name_is_declaration(front);
    front_return(front, before);
    return is_plain;
}

// if ( condition ) statement
static Statement *parse_plain_if(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_IF, front_here(front)), *none = NULL;
    front->at++;
    parse_open(front, "'if'");
    statement->a = parse_condition(front, "condition of 'if'", &none);
    parse_close(front, "the condition of 'if'");
    statement->body = parse_scoped_statement(front);
    return statement;
}

static const char *new_label(Front *front)
{
    char name[32]; // no name in a program has a space
    int size = snprintf(name, sizeof name, "end of if %u", front->local_count++);
    return arena_text(front->arena, name, size < 0 ? 0 : (size_t)size);
}

// A list instead of nested statements: otherwise each pass would recurse as deep as the chain is
// long.
static Statement *flat_chain(Front *front, Statement *chain, uint32_t count)
{
    Statement *block = statement_new(front, STATEMENT_COMPOUND, chain->location);
    Statement *end = statement_new(front, STATEMENT_LABEL, chain->location);
    Statement **tail = &block->first;
    bool is_left = false;
    end->label = new_label(front);
    for (Statement *at = chain, *next; at != NULL; at = next, count--) {
        next = count > 0 ? at->otherwise : NULL;
        if (next != NULL) {
            at->otherwise = NULL;
        }
        if (next != NULL && statement_falls_through(at->body)) {
            Statement *leave = statement_new(front, STATEMENT_GOTO, at->location);
            leave->label = end->label;
            at->body = statement_wrap(front, at->body, NULL, leave);
            is_left = true;
        }
        statement_append(&tail, at);
    }
    statement_append(&tail, is_left ? end : NULL);
    block->end = front_here(front);
    return block;
}

// The statement after `else`.
static Statement *parse_else(Front *front)
{
    Statement *chain = NULL, **link = &chain;
    uint32_t count = 0;
    for (; is_plain_if(front); count++) {
        Statement *statement = parse_plain_if(front);
        *link = statement;
        link = &statement->otherwise;
        if (!front_accept(front, KEYWORD_else)) {
            link = NULL;
            count++;
            break;
        }
    }
    if (link != NULL) {
        *link = parse_scoped_statement(front);
    }
    return count > ELSE_IFS_NESTED ? flat_chain(front, chain, count) : chain;
}

// if [constexpr] ( [init] condition ) statement [else statement]
Statement *parse_if(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    bool is_constant = front_accept(front, KEYWORD_constexpr);
    parse_open(front, "'if'");
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    Statement *first = parse_init_statement(front), *declared = NULL;
    Expression *condition = parse_condition(front, "condition of 'if'", &declared);
    parse_close(front, "the condition of 'if'");
    Statement *statement;
    if (is_constant) {
        statement = parse_constant_if(front, condition, location);
    } else {
        statement = statement_new(front, STATEMENT_IF, location);
        statement->a = condition;
        statement->body = parse_scoped_statement(front);
        if (front_accept(front, KEYWORD_else)) {
            statement->otherwise = parse_else(front);
        }
    }
    statement = statement_close(front, first, declared, statement);
    scope_pop(front);
    return statement;
}
