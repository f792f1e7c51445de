// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/syntax/temporary.h"

#include "isa/cuda/syntax/block.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/statement.h"

uint32_t temporaries_begin(const Front *front)
{
    return front->body == NULL ? 0 : front->body->pending_count;
}

static Expression *set_flag(Front *front, Variable *flag, bool value, SourceLocation location)
{
    return express_assignment(front, express_variable(front, flag, location),
                              express_integer(front, TYPE_BOOL, value, location), location);
}

void temporary_watch(Front *front, Expression *temporary)
{
    Body *body = front->body;
    if (body == NULL || class_destructor(front, temporary->type) == NULL) {
        return;
    }
    SourceLocation location = temporary->location;
    Variable *flag = express_local(front, type_basic(&front->types, TYPE_BOOL), NULL, location);
    temporary->a = express_comma(front, temporary->a, set_flag(front, flag, true, location));
    body->pending = arena_room(front->arena, body->pending, body->pending_count,
                               &body->pending_room, sizeof *body->pending);
    body->pending[body->pending_count++] = (Pending){temporary->variable, flag};
}

static void forget(Front *front, const Variable *variable)
{
    Body *body = front->body;
    uint32_t kept = 0;
    for (uint32_t i = 0; body != NULL && i < body->pending_count; i++) {
        body->pending[kept] = body->pending[i];
        kept += body->pending[i].variable != variable;
    }
    if (body != NULL) {
        body->pending_count = kept;
    }
}

void temporaries_adopt(Front *front, const Expression *made)
{
    switch (made->kind) {
    case EXPRESSION_TEMPORARY: forget(front, made->variable); break;
    case EXPRESSION_COMMA: temporaries_adopt(front, made->b); break;
    case EXPRESSION_CONDITIONAL:
        temporaries_adopt(front, made->b);
        temporaries_adopt(front, made->c);
        break;
    default: break;
    }
}

void temporary_extend(Front *front, const Expression *pointer)
{
    const Expression *at = pointer;
    while (at->kind == EXPRESSION_CAST || at->kind == EXPRESSION_ADDRESS ||
           at->kind == EXPRESSION_MEMBER) {
        at = at->a;
    }
    if (at->kind == EXPRESSION_TEMPORARY && front->body != NULL) {
        forget(front, at->variable);
        block_watch_variable(front, at->variable);
    }
}

static void append(Front *front, Statement ***tail, Expression *effect)
{
    Statement *statement = statement_new(front, STATEMENT_EXPRESSION, effect->location);
    statement->a = effect;
    statement_append(tail, statement);
}

void temporaries_open(Front *front, uint32_t since, Statement ***tail)
{
    for (uint32_t i = since; i < temporaries_begin(front); i++) {
        const Pending *pending = &front->body->pending[i];
        append(front, tail, set_flag(front, pending->flag, false, pending->variable->location));
    }
}

void temporaries_close(Front *front, uint32_t since, Statement ***tail)
{
    while (temporaries_begin(front) > since) {
        const Pending *pending = &front->body->pending[--front->body->pending_count];
        SourceLocation location = pending->variable->location;
        Expression *object = express_variable(front, pending->variable, location);
        object->type = object->type->unqualified;
        Statement *test = statement_new(front, STATEMENT_IF, location), **body = &test->body;
        test->a = express_value(front, express_variable(front, pending->flag, location));
        append(front, &body, construct_destroy(front, object, location));
        statement_append(tail, test);
    }
}

// ({ expression; }), with *kept: ({ kept = expression; kept })
static Expression *surround(Front *front, Expression *expression, Variable *kept, uint32_t since)
{
    SourceLocation location = expression->location;
    Expression *made =
        express_new(front, EXPRESSION_STATEMENTS, type_basic(&front->types, TYPE_VOID), location);
    made->statement = statement_new(front, STATEMENT_COMPOUND, location);
    made->statement->end = location;
    Statement **tail = &made->statement->first;
    temporaries_open(front, since, &tail);
    if (kept != NULL) {
        Expression *place = express_variable(front, kept, location);
        expression = express_assignment(front, place, expression, location);
        made->a = express_value(front, place);
        made->type = made->a->type;
    }
    append(front, &tail, expression);
    temporaries_close(front, since, &tail);
    return made;
}

Expression *temporaries_end(Front *front, Expression *expression, uint32_t since)
{
    return expression == NULL || express_is_error(expression) || temporaries_begin(front) <= since
               ? expression
               : surround(front, expression, NULL, since);
}

Expression *temporaries_end_value(Front *front, Expression *scalar, uint32_t since)
{
    if (express_is_error(scalar) || temporaries_begin(front) <= since) {
        return scalar;
    }
    Variable *kept = express_local(front, scalar->type->unqualified, NULL, scalar->location);
    return surround(front, scalar, kept, since);
}

void temporaries_check(Front *front)
{
    if (temporaries_begin(front) > 0) {
        const Variable *variable = front->body->pending[0].variable;
        front_error(front, variable->location,
                    "a temporary with a destructor ('%s') is not supported here; use a named "
                    "variable",
                    express_type_text(front, variable->type));
        front->body->pending_count = 0;
    }
}
