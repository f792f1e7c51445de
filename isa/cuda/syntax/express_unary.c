// SPDX-License-Identifier: Apache-2.0
// The grammar of casts, unary operators and pointers to members: C++17 [expr.cast], [expr.unary],
// [expr.mptr.oper]; and what device code cannot do: new, delete, throw, run-time type information.
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/cast.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/initial.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

// "( type-id )" at the cursor: consumes it and returns the type. Otherwise leaves the cursor and
// returns NULL. "(float(x) * 2)" and "(T())" begin like types.
static const Type *parse_parenthesized_type(Front *front)
{
    if (!front_is(front, PUNCTUATOR_paren_open)) {
        return NULL;
    }
    FrontPlace place = front_place(front);
    front->at++;
    if (!name_is_type(front)) {
        front_return(front, place);
        return NULL;
    }
    front->is_angle = false;
    QuietPlace quiet = front_quiet_begin(front);
    const Type *type = parse_type_id(front);
    bool is_type =
        type != NULL && type->kind != TYPE_FUNCTION && front_is(front, PUNCTUATOR_paren_close);
    bool is_clean = front_quiet_end(front, quiet, NULL);
    if (is_type && !is_clean) { // again, to say what is wrong with it
        front->at = place.at + 1;
        front->half_of_token = 0;
        type = parse_type_id(front);
        is_type = type != NULL && front_is(front, PUNCTUATOR_paren_close);
    }
    if (!is_type) {
        front_return(front, place);
        return NULL;
    }
    front->at++;
    front->is_angle = place.is_angle;
    return type;
}

static Expression *parse_compound_literal(Front *front, const Type *type, SourceLocation location)
{
    Variable *variable = express_local(front, type, NULL, location);
    Expression *made = parse_initializer(front, variable, &type);
    Expression *literal = express_new(front, EXPRESSION_TEMPORARY, variable->type, location);
    literal->variable = variable;
    literal->a = made;
    literal->is_lvalue = true;
    return literal;
}

// pm-expression: cast-expression { ( .* | ->* ) cast-expression }
static Expression *member_by_pointer(Front *front, Expression *object, Expression *member,
                                     SourceLocation location)
{
    if (express_is_error(object) || express_is_error(member)) {
        return express_error(front, location);
    }
    if (member->type->kind != TYPE_MEMBER_POINTER || object->type->kind != TYPE_CLASS) {
        front_error(front, location, "'%s' is not a pointer to a member of '%s'",
                    express_type_text(front, member->type), express_type_text(front, object->type));
        return express_error(front, location);
    }
    const Type *type = member->type->parameters[0];
    if (type->kind == TYPE_FUNCTION) {
        front_error(front, location,
                    "calls through pointers to member functions are not supported");
        return express_error(front, location);
    }
    const Type *bytes = type_pointer(&front->types, type_basic(&front->types, TYPE_CHAR));
    const Type *offset_type = type_basic(&front->types, TYPE_LONG);
    object = express_materialized(front, object);
    Expression *sum = express_new(front, EXPRESSION_POINTER_ADD, bytes, location);
    sum->a = express_converted(front, express_address(front, object, location), bytes, location);
    sum->b = express_converted(front, member, offset_type, location);
    type = type_qualified(&front->types, type, object->type->qualifiers);
    const Type *to = type_pointer(&front->types, type);
    return express_dereference(front, express_converted(front, sum, to, location), location);
}

// cast-expression: ( type-id ) cast-expression | unary-expression
static Expression *parse_cast(Front *front)
{
    SourceLocation location = front_here(front);
    const Type *type = parse_parenthesized_type(front);
    if (type == NULL) {
        return parse_unary(front);
    }
    if (front_is(front, PUNCTUATOR_brace_open)) {
        return parse_compound_literal(front, type, location);
    }
    Expression *operand = parse_cast_expression(front);
    return express_is_error(operand) ? operand : cast_explicit(front, operand, type, location);
}

Expression *parse_cast_expression(Front *front)
{
    if (!front_enter(front)) {
        front_leave(front);
        return express_give_up(front);
    }
    Expression *left = parse_cast(front);
    for (;;) {
        const Token *token = front_peek(front, 0);
        bool is_arrow = token->id == PUNCTUATOR_arrow_star;
        if (!is_arrow && token->id != PUNCTUATOR_dot_star) {
            break;
        }
        front->at++;
        Expression *object =
            is_arrow ? express_unary(front, PUNCTUATOR_star, left, token->location) : left;
        left = member_by_pointer(front, object, parse_cast(front), token->location);
    }
    front_leave(front);
    return left;
}

static Expression *size_of(Front *front, const Type *type, bool is_alignment,
                           SourceLocation location)
{
    type = type_without_reference(type);
    const Type *element = type;
    while (element->kind == TYPE_ARRAY) {
        element = element->base;
    }
    const Scope *scope = class_scope(element);
    bool is_complete =
        scope == NULL || (!scope->is_being_completed && class_complete(front, element, location));
    if (!is_complete && !scope->is_being_completed) {
        return express_error(front, location);
    }
    if (type_size(type) == 0 && !(type->kind == TYPE_ARRAY && type->count == 0)) {
        front_error(front, location, "'%s' applied to incomplete type '%s'",
                    is_alignment ? "alignof" : "sizeof", express_type_text(front, type));
        return express_error(front, location);
    }
    return express_integer(front, TYPE_UNSIGNED_LONG,
                           is_alignment ? type_align(type) : type_size(type), location);
}

static Expression *sizeof_pack(Front *front, SourceLocation location)
{
    front->at += 2; // sizeof ...
    if (!front_expect(front, PUNCTUATOR_paren_open, "'sizeof...'")) {
        return express_error(front, location);
    }
    const Token *name = front_peek(front, 0);
    const Symbol *pack = name->kind == TOKEN_NAME ? scope_lookup(front, name->text) : NULL;
    if (pack == NULL || pack->kind != SYMBOL_PACK) {
        front_error(front, name->location, "'sizeof...' expects the name of a parameter pack");
        express_recover(front, PUNCTUATOR_paren_close);
        return express_error(front, location);
    }
    front->at++;
    front_expect(front, PUNCTUATOR_paren_close, "the pack's name");
    return express_integer(front, TYPE_UNSIGNED_LONG, pack->element_count, location);
}

// sizeof unary-expression | sizeof ( type-id ) | sizeof ... ( pack ) | alignof ( type-id )
static Expression *parse_sizeof(Front *front)
{
    const Token *token = front_peek(front, 0);
    bool is_alignment = token->id == KEYWORD_alignof;
    if (!is_alignment && front_peek(front, 1)->id == PUNCTUATOR_ellipsis) {
        return sizeof_pack(front, token->location);
    }
    front->at++;
    const Type *type = parse_parenthesized_type(front);
    if (type == NULL) {
        Expression *operand = parse_unevaluated(front, parse_unary);
        if (express_is_error(operand)) {
            return operand;
        }
        if (operand->kind == EXPRESSION_MEMBER && operand->field->bit_width > 0) {
            front_error(front, token->location, "'sizeof' applied to a bit-field");
            return express_error(front, token->location);
        }
        type = express_is_overloads(operand) ? express_value(front, operand)->type : operand->type;
    }
    return size_of(front, type, is_alignment, token->location);
}

static Expression *refuse(Front *front, const Token *token)
{
    const char *what = token->id == KEYWORD_typeid
                           ? "'typeid' is not supported in device code"
                           : "'dynamic_cast' is not supported in device code";
    front_error(front, token->location, "%s", what);
    front->at++;
    while (!front_is(front, PUNCTUATOR_semicolon) && !front_is(front, PUNCTUATOR_comma) &&
           !front_is(front, PUNCTUATOR_paren_close) && !front_is(front, PUNCTUATOR_brace_close) &&
           front_peek(front, 0)->kind != TOKEN_END) {
        front_skip_balanced(front);
    }
    return express_error(front, token->location);
}

static bool has_call(const Expression *expression)
{
    if (expression == NULL) {
        return false;
    }
    return expression->kind == EXPRESSION_CALL || has_call(expression->a) ||
           has_call(expression->b) || has_call(expression->c);
}

// Without exception specifications in types, a call may throw and anything else does not.
static Expression *parse_noexcept(Front *front, SourceLocation location)
{
    front->at++;
    if (!front_expect(front, PUNCTUATOR_paren_open, "'noexcept'")) {
        return express_error(front, location);
    }
    Expression *operand = parse_expression(front);
    if (!front_expect(front, PUNCTUATOR_paren_close, "the operand of 'noexcept'")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    return express_integer(front, TYPE_BOOL, !has_call(operand), location);
}

static Expression *parse_member_address(Front *front);

// unary-expression: postfix-expression | unary-operator cast-expression | ++ | -- | sizeof ...
Expression *parse_unary(Front *front)
{
    const Token *token = front_peek(front, 0);
    switch (token->id) {
    case PUNCTUATOR_ampersand: {
        Expression *member = parse_member_address(front);
        if (member != NULL) {
            return member;
        }
    } // fallthrough
    case PUNCTUATOR_star:
    case PUNCTUATOR_plus:
    case PUNCTUATOR_minus:
    case PUNCTUATOR_exclamation:
    case PUNCTUATOR_tilde:
        front->at++;
        return express_unary(front, (TokenId)token->id, parse_cast_expression(front),
                             token->location);
    case PUNCTUATOR_increment:
        front->at++;
        return express_step(front, EXPRESSION_PRE_INCREMENT, parse_cast_expression(front),
                            token->location);
    case PUNCTUATOR_decrement:
        front->at++;
        return express_step(front, EXPRESSION_PRE_DECREMENT, parse_cast_expression(front),
                            token->location);
    case PUNCTUATOR_and_and:
        front_error(front, token->location, "taking the address of a label is not supported");
        front->at += 2;
        return express_error(front, token->location);
    case KEYWORD_sizeof:
    case KEYWORD_alignof: return parse_sizeof(front);
    case KEYWORD_noexcept: return parse_noexcept(front, token->location);
    case KEYWORD_new: return parse_new(front);
    case KEYWORD_delete: return parse_delete(front);
    case KEYWORD_typeid:
    case KEYWORD_dynamic_cast: return refuse(front, token);
    case KEYWORD___extension__: front->at++; return parse_cast_expression(front);
    default: return parse_postfix(front);
    }
}

// &Class::member, [expr.unary.op]/3: the member's offset; NULL for any other expression.
static Expression *parse_member_address(Front *front)
{
    const Token *name = front_peek(front, 1), *after = front_peek(front, 2);
    if (name->kind != TOKEN_NAME ||
        (after->id != PUNCTUATOR_scope && after->id != PUNCTUATOR_less)) {
        return NULL;
    }
    FrontPlace place = front_place(front);
    QuietPlace quiet = front_quiet_begin(front);
    front->at++;
    NameReference reference = {0};
    bool is_name = parse_name(front, &reference);
    bool is_field = front_quiet_end(front, quiet, NULL) && is_name && reference.qualifier != NULL &&
                    reference.symbol->kind == SYMBOL_FIELD;
    if (!is_field) {
        front_return(front, place);
        return NULL;
    }
    uint64_t offset_bytes = 0;
    scope_find_member(front, reference.qualifier, reference.name, &offset_bytes);
    const Type *type =
        type_member_pointer(&front->types, reference.qualifier->type, reference.symbol->type);
    return express_constant(front, type, offset_bytes + reference.symbol->field->offset_bytes,
                            reference.location);
}
