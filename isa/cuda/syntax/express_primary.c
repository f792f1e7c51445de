// SPDX-License-Identifier: Apache-2.0
// The grammar of primary expressions: parentheses, folds, C++ casts, functional casts, statement
// expressions; C++17 [expr.prim], [expr.type.conv], [expr.static.cast].
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/cast.h"
#include "isa/cuda/syntax/construct.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"
#include "isa/cuda/syntax/template.h"

// ({ statements; value; }), GCC's statement expression.
static Expression *parse_statement_expression(Front *front)
{
    SourceLocation location = front_here(front);
    if (front->body == NULL) {
        front_error(front, location, "statement expression outside of a function");
        front_skip_balanced(front);
        return express_error(front, location);
    }
    front->at++; // (
    Expression *node =
        express_new(front, EXPRESSION_STATEMENTS, type_basic(&front->types, TYPE_VOID), location);
    node->statement = parse_compound(front);
    if (!front_expect(front, PUNCTUATOR_paren_close, "a statement expression")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    Statement **last = &node->statement->first;
    while (*last != NULL && (*last)->next != NULL) {
        last = &(*last)->next;
    }
    if (*last != NULL && (*last)->kind == STATEMENT_EXPRESSION) {
        node->a = express_value(front, (*last)->a);
        node->type = node->a->type->unqualified;
        *last = NULL;
    }
    return node;
}

static Expression *parse_parenthesized(Front *front)
{
    if (front_peek(front, 1)->id == PUNCTUATOR_brace_open) {
        return parse_statement_expression(front);
    }
    Expression *fold = parse_fold(front);
    if (fold != NULL) {
        return fold;
    }
    bool was_angle = front->is_angle;
    front->is_angle = false;
    front->at++;
    Expression *inner = parse_expression(front);
    front->is_angle = was_angle;
    if (!front_expect(front, PUNCTUATOR_paren_close, "expression")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    return inner;
}

// static_cast < type-id > ( expression )
static Expression *parse_named_cast(Front *front)
{
    const Token *token = front_peek(front, 0);
    front->at++;
    if (!front_expect(front, PUNCTUATOR_less, "a cast's name")) {
        return express_error(front, token->location);
    }
    bool was_angle = front->is_angle;
    front->is_angle = true;
    const Type *type = parse_type_id(front);
    front->is_angle = false;
    Expression *operand = NULL;
    if (!front_accept_template_close(front)) {
        front_expect(front, PUNCTUATOR_greater, "the type of a cast");
    } else if (front_expect(front, PUNCTUATOR_paren_open, "the type of a cast")) {
        operand = parse_expression(front);
    }
    front->is_angle = was_angle;
    if (operand == NULL || !front_expect(front, PUNCTUATOR_paren_close, "the operand of a cast")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    if (operand == NULL || type == NULL || express_is_error(operand)) {
        return express_error(front, token->location);
    }
    switch (token->id) {
    case KEYWORD_static_cast: return cast_static(front, operand, type, token->location);
    case KEYWORD_const_cast: return cast_const(front, operand, type, token->location);
    default: return cast_reinterpret(front, operand, type, token->location);
    }
}

// simple-type-specifier ( arguments ) | simple-type-specifier { arguments }
static Expression *parse_functional_cast(Front *front, const Type *type, SourceLocation location)
{
    if (front_is(front, PUNCTUATOR_brace_open)) {
        Expression *list = parse_braced_list(front);
        return express_is_error(list) ? list : cast_static(front, list, type, location);
    }
    if (!front_expect(front, PUNCTUATOR_paren_open, "a type in an expression")) {
        return express_error(front, location);
    }
    ExpressionList arguments = {0};
    if (!parse_arguments(front, &arguments, PUNCTUATOR_paren_close)) {
        return express_error(front, location);
    }
    if (arguments.count == 1) {
        return express_is_list(arguments.items[0])
                   ? cast_static(front, arguments.items[0], type, location)
                   : cast_explicit(front, arguments.items[0], type, location);
    }
    if (type->kind == TYPE_CLASS) {
        return construct_temporary(front, type->unqualified, arguments.items, arguments.count,
                                   location);
    }
    if (arguments.count > 1) {
        front_error(front, location, "conversion to '%s' expects one value, got %u",
                    express_type_text(front, type), arguments.count);
        return express_error(front, location);
    }
    if (type->kind == TYPE_VOID) {
        return express_converted(front, express_integer(front, TYPE_INT, 0, location), type,
                                 location);
    }
    return cast_explicit(front, express_integer(front, TYPE_INT, 0, location), type, location);
}

static Expression *parse_type_expression(Front *front)
{
    SourceLocation location = front_here(front);
    Specifiers specifiers = {0};
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type == NULL) {
        front_error(front, location, "expected a type");
        express_recover(front, PUNCTUATOR_paren_close);
        return express_error(front, location);
    }
    if (specifiers.deduced_class != NULL) {
        specifiers.type = template_deduce_class_here(front, specifiers.deduced_class, location);
        if (specifiers.type == NULL) {
            front_skip_balanced(front);
            return express_error(front, location);
        }
    }
    return parse_functional_cast(front, specifiers.type, location);
}

static Expression *unexpected(Front *front)
{
    const Token *token = front_peek(front, 0);
    if (token->kind == TOKEN_END) {
        front_error(front, token->location, "expected an expression at the end of the file");
    } else if (token->id == KEYWORD_else) {
        front_error(front, token->location,
                    "'else' without a previous 'if'; is there a ';' after the condition, or are "
                    "braces missing?");
    } else {
        front_error(front, token->location, "expected an expression, found '%.*s'",
                    (int)token->length, token->text);
    }
    bool is_end = token->kind == TOKEN_END || token->id == PUNCTUATOR_semicolon ||
                  token->id == PUNCTUATOR_paren_close || token->id == PUNCTUATOR_brace_close ||
                  token->id == PUNCTUATOR_bracket_close || token->id == PUNCTUATOR_comma ||
                  token->id == PUNCTUATOR_brace_open;
    if (!is_end) {
        front->at++;
    }
    return express_error(front, token->location);
}

// primary-expression
Expression *parse_primary(Front *front)
{
    Expression *literal = parse_literal(front);
    if (literal != NULL) {
        return literal;
    }
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case PUNCTUATOR_paren_open: return parse_parenthesized(front);
    case PUNCTUATOR_bracket_open: return parse_lambda(front);
    case KEYWORD_static_cast:
    case KEYWORD_const_cast:
    case KEYWORD_reinterpret_cast: return parse_named_cast(front);
    case KEYWORD_this: front->at++; return express_this(front, token->location);
    case KEYWORD___builtin_va_arg:
        front_error(front, token->location, "variable argument lists are not supported");
        front->at++;
        return express_error(front, token->location);
    case PUNCTUATOR_scope:
    case KEYWORD_operator: break;
    default:
        if (token->kind != TOKEN_NAME && !name_is_type(front)) {
            return unexpected(front);
        }
    }
    return name_is_type(front) ? parse_type_expression(front) : express_name_token(front);
}
