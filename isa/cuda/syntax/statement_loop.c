// SPDX-License-Identifier: Apache-2.0
// while, do and for loops, C++17 [stmt.iter].
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/scope.h"
#include "isa/cuda/syntax/temporary.h"

// `block` is open outside of each iteration.
static Statement *parse_loop_body(Front *front, Block *block)
{
    Loop loop = {.outer = front->loop, .block = block};
    front->loop = &loop;
    Statement *body = parse_scoped_statement(front);
    front->loop = loop.outer;
    return body;
}

// while ( condition ) statement. A declared condition is constructed anew in each iteration.
Statement *parse_while(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    parse_open(front, "'while'");
    scope_push(front, SCOPE_BLOCK, NULL);
    Block *outside = front->body->block;
    block_open(front);
    Statement *loop = statement_new(front, STATEMENT_WHILE, location), *declared = NULL;
    loop->a = parse_condition(front, "condition of 'while'", &declared);
    parse_close(front, "the condition of 'while'");
    loop->body = parse_loop_body(front, outside);
    if (declared != NULL) {
        Statement *test = statement_new(front, STATEMENT_IF, location);
        Statement *leave = statement_new(front, STATEMENT_BREAK, location);
        test->a = loop->a;
        test->body = loop->body;
        test->otherwise = block_leave(front, leave, outside);
        loop->a = express_integer(front, TYPE_BOOL, 1, location);
        loop->body = test;
    }
    loop->body = statement_close(front, declared, NULL, loop->body);
    scope_pop(front);
    return loop;
}

// do statement while ( expression ) ;
Statement *parse_do(Front *front)
{
    Statement *loop = statement_new(front, STATEMENT_DO, front_here(front));
    front->at++;
    loop->body = parse_loop_body(front, front->body->block);
    if (!front_expect(front, KEYWORD_while, "the body of 'do'")) {
        statement_skip_semicolon(front);
        return loop;
    }
    parse_open(front, "'while'");
    uint32_t since = temporaries_begin(front);
    Expression *condition =
        express_condition(front, parse_expression(front), "condition of 'while'");
    loop->a = temporaries_end_value(front, condition, since);
    parse_close(front, "the condition of 'while'");
    parse_semicolon(front, "'do ... while'");
    return loop;
}

static Statement *one_statement(Front *front, Statement *list, SourceLocation location)
{
    if (list == NULL || list->next == NULL) {
        return list;
    }
    Statement *block = statement_new(front, STATEMENT_COMPOUND, location);
    block->first = list;
    return block;
}

static bool is_declared_within(const Statement *list)
{
    for (; list != NULL; list = list->next) {
        if (list->kind == STATEMENT_DECLARE) {
            return true;
        }
    }
    return false;
}

// for ( init ; condition ; step ) statement | range-for
Statement *parse_for(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    parse_open(front, "'for'");
    if (statement_is_range_for(front)) {
        return parse_range_for(front, location);
    }
    scope_push(front, SCOPE_BLOCK, NULL);
    block_open(front);
    Statement *loop = statement_new(front, STATEMENT_FOR, location), *declared = NULL;
    Statement *initial = parse_statement(front);
    if (!front_is(front, PUNCTUATOR_semicolon)) {
        loop->a = parse_condition(front, "condition of 'for'", &declared);
    }
    if (declared != NULL) {
        front_error(front, location, "a declaration as the condition of 'for' is not supported");
    }
    front_expect(front, PUNCTUATOR_semicolon, "the condition of 'for'");
    if (!front_is(front, PUNCTUATOR_paren_close)) {
        uint32_t since = temporaries_begin(front);
        Expression *step = statement_discarded(front, parse_expression(front));
        loop->b = temporaries_end(front, step, since);
    }
    parse_close(front, "the head of 'for'");
    loop->body = parse_loop_body(front, front->body->block);
    // Several declarations are placed before the loop, so that `initial` is one statement.
    Statement *result = loop;
    if (initial != NULL && initial->next != NULL && is_declared_within(initial)) {
        result = statement_wrap(front, initial, NULL, loop);
    } else {
        loop->initial = initial != NULL && initial->kind == STATEMENT_EMPTY
                            ? NULL
                            : one_statement(front, initial, location);
    }
    if (front->body->block->count > 0) {
        result =
            statement_wrap(front, result, NULL, statement_new(front, STATEMENT_EMPTY, location));
    }
    Statement **tail = &result->first;
    while (result->kind == STATEMENT_COMPOUND && *tail != NULL) {
        tail = &(*tail)->next;
    }
    block_close(front, &tail, location);
    scope_pop(front);
    return result;
}
