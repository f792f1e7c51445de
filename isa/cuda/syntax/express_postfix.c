// SPDX-License-Identifier: Apache-2.0
// The grammar of postfix expressions: calls, subscripts, members, C++17 [expr.post].
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/overload.h"
#include "isa/cuda/syntax/pack.h"
#include "isa/cuda/syntax/parse_expression.h"

void express_list_add(Front *front, ExpressionList *list, Expression *expression)
{
    list->items =
        arena_room(front->arena, list->items, list->count, &list->room, sizeof *list->items);
    list->items[list->count++] = expression;
}

void express_recover(Front *front, TokenId close)
{
    for (;;) {
        const Token *token = front_peek(front, 0);
        if (token->kind == TOKEN_END || token->id == PUNCTUATOR_semicolon ||
            token->id == PUNCTUATOR_brace_close) {
            return;
        }
        if (token->id == close) {
            front->at++;
            return;
        }
        bool is_outer =
            token->id == PUNCTUATOR_paren_close || token->id == PUNCTUATOR_bracket_close;
        if (is_outer && (close == PUNCTUATOR_paren_close || close == PUNCTUATOR_bracket_close)) {
            return; // of the bracket around the unclosed one
        }
        front_skip_balanced(front);
    }
}

// initializer-clause { , initializer-clause } close
bool parse_arguments(Front *front, ExpressionList *list, TokenId close)
{
    bool was_angle = front->is_angle, is_good = true;
    front->is_angle = false;
    while (!front_is(front, close)) {
        PackExpansion expansion;
        pack_begin(front, &expansion);
        while (pack_next(front, &expansion)) {
            bool is_list = front_is(front, PUNCTUATOR_brace_open);
            Expression *item = is_list ? parse_braced_list(front) : parse_assignment(front);
            express_list_add(front, list, item);
            is_good = is_good && !express_is_error(item);
        }
        if (!front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    front->is_angle = was_angle;
    if (!front_expect(front, close, "arguments")) {
        express_recover(front, close);
        return false;
    }
    return is_good;
}

static Expression *parse_call(Front *front, Expression *callee)
{
    SourceLocation location = front_here(front);
    front->at++;
    ExpressionList arguments = {0};
    bool is_good = parse_arguments(front, &arguments, PUNCTUATOR_paren_close);
    if (!is_good || express_is_error(callee)) {
        return express_error(front, location);
    }
    return call_expression(front, callee, &arguments, location);
}

static Expression *parse_subscript(Front *front, Expression *left)
{
    SourceLocation location = front_here(front);
    bool was_angle = front->is_angle;
    front->at++;
    front->is_angle = false;
    Expression *index =
        front_is(front, PUNCTUATOR_brace_open) ? parse_braced_list(front) : parse_expression(front);
    front->is_angle = was_angle;
    if (!front_expect(front, PUNCTUATOR_bracket_close, "the subscript")) {
        express_recover(front, PUNCTUATOR_bracket_close);
    }
    return express_subscript(front, left, index, location);
}

// object->: until it is a pointer, operator-> is called, [over.ref].
static Expression *arrow_object(Front *front, Expression *object, SourceLocation location)
{
    for (uint32_t steps = 0; object->type->kind == TYPE_CLASS && steps < 32; steps++) {
        Expression *call = overload_operator(front, front_intern(front, "operator->"), object, NULL,
                                             true, location);
        if (call == NULL) {
            front_error(front, location, "'->' used on a value of type '%s'; did you mean '.'?",
                        express_type_text(front, object->type));
            return object;
        }
        if (express_is_error(call)) {
            return call;
        }
        object = call;
    }
    return express_unary(front, PUNCTUATOR_star, object, location);
}

// ~T(): destroys a class, does nothing to anything else.
static Expression *parse_destructor_call(Front *front, Expression *object)
{
    SourceLocation location = front_here(front);
    front->at++; // ~
    while (!front_is(front, PUNCTUATOR_paren_open) && !front_is(front, PUNCTUATOR_semicolon) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        front->at++; // the type's name: there is but one destructor
    }
    if (front_expect(front, PUNCTUATOR_paren_open, "the destructor's name")) {
        front_expect(front, PUNCTUATOR_paren_close, "'('");
    }
    Expression *call = NULL;
    if (object->type->kind == TYPE_CLASS) {
        call = construct_destroy(front, object, location);
    }
    if (call == NULL) {
        call = express_converted(front, express_integer(front, TYPE_INT, 0, location),
                                 type_basic(&front->types, TYPE_VOID), location);
    }
    return call;
}

// operator@ as a member's name; the cursor is after `operator`.
static const char *parse_operator_member(Front *front)
{
    TokenId id = (TokenId)front_peek(front, 0)->id;
    front->at++;
    if (id == PUNCTUATOR_paren_open || id == PUNCTUATOR_bracket_open) {
        front->at++;
    }
    return front_operator_name(front, id);
}

static Expression *parse_qualified_member(Front *front, Expression *object)
{
    NameReference name = {0};
    if (!parse_name(front, &name)) {
        return express_error(front, front_here(front));
    }
    return express_member_symbol(front, object, &name);
}

static Expression *parse_member_access(Front *front, Expression *object, SourceLocation location)
{
    front_accept(front, KEYWORD_template);
    const Token *token = front_peek(front, 0);
    if (token->id == PUNCTUATOR_tilde) {
        return parse_destructor_call(front, object);
    }
    if (token->id == KEYWORD_operator && front_peek(front, 1)->kind == TOKEN_PUNCTUATOR) {
        front->at++;
        return express_member(front, object, parse_operator_member(front), location);
    }
    if (token->kind != TOKEN_NAME) {
        front_error(front, token->location, "expected a member name after '%s'",
                    front->source->tokens[front->at - 1].id == PUNCTUATOR_arrow ? "->" : ".");
        return express_error(front, location);
    }
    if (front_peek(front, 1)->id == PUNCTUATOR_scope) {
        return parse_qualified_member(front, object);
    }
    front->at++;
    return express_is_error(object) ? object
                                    : express_member(front, object, token->text, token->location);
}

// postfix-expression: primary { [ ] | ( ) | <<< >>> ( ) | . name | -> name | ++ | -- }
Expression *parse_postfix(Front *front)
{
    Expression *left = parse_primary(front);
    for (;;) {
        const Token *token = front_peek(front, 0);
        switch (token->id) {
        case PUNCTUATOR_paren_open: left = parse_call(front, left); break;
        case PUNCTUATOR_bracket_open: left = parse_subscript(front, left); break;
        case PUNCTUATOR_dot:
            front->at++;
            left = parse_member_access(front, left, token->location);
            break;
        case PUNCTUATOR_arrow: {
            front->at++;
            Expression *object =
                express_is_error(left) ? left : arrow_object(front, left, token->location);
            left = parse_member_access(front, object, token->location);
            break;
        }
        case PUNCTUATOR_increment:
            front->at++;
            left = express_step(front, EXPRESSION_POST_INCREMENT, left, token->location);
            break;
        case PUNCTUATOR_decrement:
            front->at++;
            left = express_step(front, EXPRESSION_POST_DECREMENT, left, token->location);
            break;
        case PUNCTUATOR_less_less_less: left = parse_launch(front, left); break;
        default: return left;
        }
    }
}
