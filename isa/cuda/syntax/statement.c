// SPDX-License-Identifier: Apache-2.0
// Statements: blocks, conditions, expressions, declarations; C++17 [stmt.stmt].
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"

Statement *statement_new(Front *front, StatementKind kind, SourceLocation location)
{
    Statement *statement = arena_alloc(front->arena, sizeof *statement);
    statement->kind = kind;
    statement->location = location;
    return statement;
}

void statement_append(Statement ***tail, Statement *list)
{
    **tail = list;
    while (**tail != NULL) {
        *tail = &(**tail)->next;
    }
}

void statement_skip_semicolon(Front *front)
{
    while (!front_is(front, PUNCTUATOR_semicolon) && !front_is(front, PUNCTUATOR_brace_close) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        front_skip_balanced(front);
    }
    front_accept(front, PUNCTUATOR_semicolon);
}

void parse_semicolon(Front *front, const char *after)
{
    if (!front_expect(front, PUNCTUATOR_semicolon, after)) {
        const Token *found = front_peek(front, 0);
        if (!found->is_first_on_line) { // a forgotten one at the end of a line is only reported
            statement_skip_semicolon(front);
        }
    }
}

// Skips one statement by its brackets, as the dead branch of `if constexpr` in a template.
void statement_skip(Front *front)
{
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case PUNCTUATOR_brace_open: front_skip_balanced(front); return;
    case KEYWORD_if:
        front->at++;
        front_accept(front, KEYWORD_constexpr);
        front_skip_balanced(front);
        statement_skip(front);
        if (front_accept(front, KEYWORD_else)) {
            statement_skip(front);
        }
        return;
    case KEYWORD_for:
    case KEYWORD_while:
    case KEYWORD_switch:
        front->at++;
        front_skip_balanced(front);
        statement_skip(front);
        return;
    case KEYWORD_do:
        front->at++;
        statement_skip(front);
        statement_skip_semicolon(front);
        return;
    default:
        if (token->kind == TOKEN_PRAGMA) {
            front->at++;
            statement_skip(front);
            return;
        }
        statement_skip_semicolon(front);
    }
}

Statement *parse_scoped_statement(Front *front)
{
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    Statement *body = parse_statement(front);
    Statement *compound = body, **tail = &body;
    while (*tail != NULL) {
        tail = &(*tail)->next;
    }
    if (body != NULL && (body->next != NULL || front->body->block->count > 0)) {
        compound = statement_new(front, STATEMENT_COMPOUND, body->location);
        compound->first = body;
        compound->end = front_here(front);
        tail = &compound->first;
        while (*tail != NULL) {
            tail = &(*tail)->next;
        }
    }
    block_close(front, &tail, front_here(front));
    scope_pop(front);
    return compound;
}

// condition: expression | declaration with an initializer. *declared gets the latter's DECLARE.
Expression *parse_condition(Front *front, const char *context, Statement **declared)
{
    uint32_t since = temporaries_begin(front);
    *declared = NULL;
    if (!name_is_declaration(front)) {
        Expression *condition = express_condition(front, parse_expression(front), context);
        return temporaries_end_value(front, condition, since);
    }
    SourceLocation location = front_here(front);
    const Type *type = parse_type_id(front);
    const Token *name = front_peek(front, 0);
    if (type == NULL || name->kind != TOKEN_NAME) {
        front_error(front, name->location, "expected a variable name");
        return express_error(front, location);
    }
    front->at++;
    Symbol *symbol = statement_declare(front, name->text, type, name->location);
    Statement *declare = statement_new(front, STATEMENT_DECLARE, location);
    declare->variable = symbol->variable;
    declare->a = parse_initializer(front, symbol->variable, &type);
    statement_set_type(symbol, type);
    *declared = declare;
    block_watch_variable(front, symbol->variable);
    return express_condition(front, express_symbol(front, symbol, name->location), context);
}

void parse_open(Front *front, const char *after)
{
    front_expect(front, PUNCTUATOR_paren_open, after);
}

// After the ')' that is missing here: the statement's '{' or ';' shows where it was meant.
static void recover_unclosed(Front *front)
{
    while (!front_is(front, PUNCTUATOR_brace_open) && !front_is(front, PUNCTUATOR_semicolon) &&
           !front_is(front, PUNCTUATOR_brace_close) && front_peek(front, 0)->kind != TOKEN_END) {
        if (front_accept(front, PUNCTUATOR_paren_close)) {
            return;
        }
        front_skip_balanced(front);
    }
}

void parse_close(Front *front, const char *after)
{
    if (!front_expect(front, PUNCTUATOR_paren_close, after)) {
        recover_unclosed(front);
    }
}

// [init-statement] of if and switch: an expression or declaration with its ';' before the
// condition.
Statement *parse_init_statement(Front *front)
{
    uint32_t depth = 0;
    bool has_semicolon = false;
    for (uint32_t ahead = 0;; ahead++) {
        const Token *token = front_peek(front, ahead);
        bool is_open = token->id == PUNCTUATOR_paren_open || token->id == PUNCTUATOR_brace_open;
        bool is_close = token->id == PUNCTUATOR_paren_close || token->id == PUNCTUATOR_brace_close;
        if (token->kind == TOKEN_END || (is_close && depth == 0)) {
            bool is_closed = token->id == PUNCTUATOR_paren_close; // else the ';' is not of the head
            return has_semicolon && is_closed ? parse_statement(front) : NULL;
        }
        has_semicolon = has_semicolon || (token->id == PUNCTUATOR_semicolon && depth == 0);
        depth = depth + is_open - is_close;
    }
}

Statement *statement_close(Front *front, Statement *first, Statement *declared,
                           Statement *statement)
{
    if (front->body->block->count == 0) {
        front->body->block = front->body->block->outer;
        return statement_wrap(front, first, declared, statement);
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, statement->location);
    Statement **tail = &block->first;
    statement_append(&tail, first);
    statement_append(&tail, declared);
    statement_append(&tail, statement);
    block->end = front_here(front);
    block_close(front, &tail, block->end);
    return block;
}

Statement *statement_wrap(Front *front, Statement *first, Statement *declared, Statement *statement)
{
    if (first == NULL && declared == NULL) {
        return statement;
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, statement->location);
    Statement **tail = &block->first;
    statement_append(&tail, first);
    statement_append(&tail, declared);
    statement_append(&tail, statement);
    block->end = front_here(front);
    return block;
}

// An expression whose value is dropped: what a call's reference refers to is not read.
Expression *statement_discarded(Front *front, Expression *expression)
{
    while (expression->kind == EXPRESSION_DEREFERENCE &&
           (expression->type->qualifiers & QUALIFIER_VOLATILE) == 0 &&
           expression->a->kind == EXPRESSION_CALL) {
        expression = expression->a;
    }
    bool is_destroyed = expression->type->kind == TYPE_CLASS && !express_is_error(expression) &&
                        class_destructor(front, expression->type) != NULL;
    return is_destroyed ? express_materialized(front, expression) : expression;
}

static Statement *parse_expression_statement(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_EXPRESSION, front_here(front));
    uint32_t before = front->at, since = temporaries_begin(front);
    statement->a = parse_expression(front);
    bool is_error = express_is_error(statement->a);
    if (express_is_overloads(statement->a)) {
        statement->a = express_value(front, statement->a);
    }
    if (statement->a->kind == EXPRESSION_EQUAL && !is_error) {
        express_warning(front, statement->a->location,
                        "comparison result unused; did you mean '='?");
    }
    statement->a = temporaries_end(front, statement_discarded(front, statement->a), since);
    // The last value of a statement expression may lack its ';' only after an error.
    if (is_error && !front_is(front, PUNCTUATOR_semicolon)) {
        if (front->at == before) {
            front->at++;
        }
        statement_skip_semicolon(front);
        statement->kind = STATEMENT_EMPTY;
        return statement;
    }
    parse_semicolon(front, "expression");
    if (is_error) {
        statement->kind = STATEMENT_EMPTY;
        statement->a = NULL;
    }
    return statement;
}

static Statement *parse_declaration_statement(Front *front)
{
    SourceLocation location = front_here(front);
    uint32_t before = front->at;
    Statement *list = parse_block_declaration(front);
    front->at += front->at == before;
    for (Statement *at = list; at != NULL; at = at->next) {
        if (at->kind == STATEMENT_DECLARE && at->variable->space == SPACE_AUTOMATIC) {
            block_watch_variable(front, at->variable);
        }
    }
    return list != NULL ? list : statement_new(front, STATEMENT_EMPTY, location);
}

static Statement *refuse_try(Front *front)
{
    Statement *empty = statement_new(front, STATEMENT_EMPTY, front_here(front));
    front_error(front, empty->location, "exceptions are not supported in device code ('try')");
    front->at++;
    statement_skip(front);
    while (front_accept(front, KEYWORD_catch)) {
        front_skip_balanced(front);
        statement_skip(front);
    }
    return empty;
}

static Statement *parse_one(Front *front)
{
    if (front_is(front, PUNCTUATOR_bracket_open) &&
        front_peek(front, 1)->id == PUNCTUATOR_bracket_open) { // [[fallthrough]], [[unlikely]] ...
        Specifiers ignored = {0};
        parse_attributes(front, &ignored);
    }
    const Token *token = front_peek(front, 0);
    if (token->kind == TOKEN_PRAGMA) {
        return parse_pragma(front);
    }
    if (token->kind == TOKEN_NAME && front_peek(front, 1)->id == PUNCTUATOR_colon) {
        return parse_label(front);
    }
    switch (token->id) {
    case PUNCTUATOR_brace_open: return parse_compound(front);
    case PUNCTUATOR_semicolon:
        front->at++;
        return statement_new(front, STATEMENT_EMPTY, token->location);
    case KEYWORD_if: return parse_if(front);
    case KEYWORD_while: return parse_while(front);
    case KEYWORD_do: return parse_do(front);
    case KEYWORD_for: return parse_for(front);
    case KEYWORD_switch: return parse_switch(front);
    case KEYWORD_case: return parse_case(front);
    case KEYWORD_default: return parse_default(front);
    case KEYWORD_break: return parse_jump(front, STATEMENT_BREAK);
    case KEYWORD_continue: return parse_jump(front, STATEMENT_CONTINUE);
    case KEYWORD_return: return parse_return(front);
    case KEYWORD_goto: return parse_goto(front);
    case KEYWORD_asm:
    case KEYWORD___asm__:
    case KEYWORD___asm: return parse_asm(front);
    case KEYWORD_try: return refuse_try(front);
    default: break;
    }
    return name_is_declaration(front) ? parse_declaration_statement(front)
                                      : parse_expression_statement(front);
}

// statement; a declaration of several variables gives a list by `next`.
Statement *parse_statement(Front *front)
{
    if (!front_enter(front)) {
        front_leave(front);
        Statement *empty = statement_new(front, STATEMENT_EMPTY, front_here(front));
        express_give_up(front);
        return empty;
    }
    Statement *statement = parse_one(front);
    front_leave(front);
    return statement != NULL ? statement : statement_new(front, STATEMENT_EMPTY, front_here(front));
}

// compound-statement: { statements }
Statement *parse_compound(Front *front)
{
    Statement *block = statement_new(front, STATEMENT_COMPOUND, front_here(front));
    if (!front_expect(front, PUNCTUATOR_brace_open, NULL)) {
        return block;
    }
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    Statement **tail = &block->first;
    while (!front_is(front, PUNCTUATOR_brace_close) && front_peek(front, 0)->kind != TOKEN_END) {
        statement_append(&tail, parse_statement(front));
    }
    block->end = front_here(front);
    block_close(front, &tail, block->end);
    scope_pop(front);
    front_expect(front, PUNCTUATOR_brace_close, NULL);
    return block;
}
