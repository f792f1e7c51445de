// SPDX-License-Identifier: Apache-2.0
// Assignment, compound assignment, increment, the unary operators and subscripts: C++17
// [expr.ass], [expr.unary], [expr.sub].
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/cast.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/overload.h"

static const char *variable_name(const Expression *expression)
{
    if (expression->kind == EXPRESSION_VARIABLE) {
        return expression->variable->name;
    }
    return expression->kind == EXPRESSION_MEMBER ? expression->field->name : NULL;
}

static bool is_cuda_variable(const Expression *expression)
{
    if (expression->kind == EXPRESSION_TEMPORARY && expression->variable->name != NULL) {
        return true;
    }
    return expression->kind == EXPRESSION_BUILTIN && expression->builtin >= BUILTIN_tid_x &&
           expression->builtin <= BUILTIN_nctaid_z;
}

// [basic.lval]/6. Reports and returns false if `a` cannot be assigned to.
static bool check_modifiable(Front *front, const Expression *a, const char *what,
                             SourceLocation location)
{
    const char *name = variable_name(a);
    if (is_cuda_variable(a)) {
        front_error(front, location, "%s of a read-only built-in variable", what);
    } else if (!a->is_lvalue || express_category(a) == CATEGORY_PRVALUE) {
        front_error(front, location, "lvalue required as operand of %s", what);
    } else if ((a->type->qualifiers & QUALIFIER_CONST) != 0) {
        front_error(front, location, "%s of read-only %s%s%s of type '%s'", what,
                    name == NULL ? "value" : "'", name == NULL ? "" : name, name == NULL ? "" : "'",
                    express_type_text(front, a->type));
    } else if (a->type->kind == TYPE_ARRAY || a->type->kind == TYPE_FUNCTION) {
        front_error(front, location, "%s of an %s is not allowed", what,
                    a->type->kind == TYPE_ARRAY ? "array" : "function");
    } else {
        return true;
    }
    return false;
}

static Expression *overloaded(Front *front, const char *name, Expression *a, Expression *b,
                              bool is_member_only, SourceLocation location)
{
    bool may_be = a->type->kind == TYPE_CLASS || a->type->kind == TYPE_ENUM ||
                  (b != NULL && (b->type->kind == TYPE_CLASS || b->type->kind == TYPE_ENUM));
    if (!may_be) {
        return NULL;
    }
    return overload_operator(front, front_intern(front, name), a, b, is_member_only, location);
}

static Expression *assign_list(Front *front, Expression *a, Expression *list,
                               SourceLocation location)
{
    if (a->type->kind == TYPE_CLASS) {
        const Type *type = a->type->unqualified;
        Expression *made = cast_static(front, list, type, location);
        return express_is_error(made) ? made : express_assign(front, a, made, location);
    }
    const ListInitializer *values = express_list(list);
    if (values->count > 1 || !type_is_scalar(a->type)) {
        front_error(front, location, "cannot assign a braced list to '%s'",
                    express_type_text(front, a->type));
        return express_error(front, location);
    }
    Expression *zero = express_integer(front, TYPE_INT, 0, location);
    return express_assign(front, a, values->count == 0 ? zero : values->elements[0].value,
                          location);
}

static bool is_part_of(const Expression *from, const Type *to)
{
    return to->kind == TYPE_CLASS && !express_is_list(from) && from->type->kind == TYPE_CLASS &&
           (from->type->class_ == to->class_ || class_is_derived(from->type->class_, to->class_));
}

// The implicit assignment takes a reference: it copies no object, and one that a call makes is a
// temporary.
static Expression *assigned_object(Front *front, Expression *value)
{
    return value->type->class_->is_trivial ? value : express_materialized(front, value);
}

Expression *express_assign(Front *front, Expression *a, Expression *b, SourceLocation location)
{
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    if (a->type->kind == TYPE_CLASS && (a->type->qualifiers & QUALIFIER_CONST) == 0) {
        Expression *call = overloaded(front, "operator=", a, b, true, location);
        if (call != NULL) {
            return call;
        }
    }
    if (!(a->type->kind == TYPE_CLASS && is_cuda_variable(a)) && a->type->kind == TYPE_CLASS &&
        express_category(a) == CATEGORY_PRVALUE) {
        a = express_materialized(front, a); // an rvalue of class type may be assigned to
    } else if (!check_modifiable(front, a, "assignment", location)) {
        return express_error(front, location);
    }
    if (express_is_list(b)) {
        return assign_list(front, a, b, location);
    }
    b = is_part_of(b, a->type)
            ? express_to_base(front, assigned_object(front, b), a->type->class_, location)
            : convert_implicit(front, b, a->type->unqualified, location, "assignment");
    return express_is_error(b) ? b : express_assignment(front, a, b, location);
}

static Expression *compound_node(Front *front, ExpressionKind operation, const Type *type,
                                 Expression *a, Expression *b, SourceLocation location)
{
    Expression *node = express_new(front, EXPRESSION_COMPOUND, a->type->unqualified, location);
    node->a = a;
    node->b = b;
    node->operation = operation;
    node->operation_type = type;
    node->is_lvalue = true;
    return node;
}

// An object of the left side's type with which the operation is checked, without its value.
static Expression *probe(Front *front, const Type *type, SourceLocation location)
{
    Variable *variable = express_local(front, type->unqualified, NULL, location);
    return express_variable(front, variable, location);
}

// The checks and conversions are those of the binary operator, whose result is then taken apart
// again.
static Expression *builtin_compound(Front *front, ExpressionKind operation, Expression *a,
                                    Expression *b, SourceLocation location)
{
    Expression *stand_in = probe(front, a->type, location);
    Expression *value = express_binary(front, operation, stand_in, b, location);
    if (express_is_error(value)) {
        return value;
    }
    bool is_pointer =
        value->kind == EXPRESSION_POINTER_ADD || value->kind == EXPRESSION_POINTER_SUBTRACT;
    if (value->kind != operation && !is_pointer) {
        front_error(front, location, "invalid operands to '%s=': '%s' and '%s'",
                    express_operator_text(operation), express_type_text(front, a->type),
                    express_type_text(front, b->type));
        return express_error(front, location);
    }
    if (is_pointer && a->type->kind != TYPE_POINTER) {
        return convert_implicit(front, value, a->type, location, "assignment");
    }
    Expression *back = convert_implicit(front, value, a->type->unqualified, location, "assignment");
    if (express_is_error(back)) {
        return back;
    }
    return compound_node(front, value->kind, value->type, a, value->b, location);
}

Expression *express_compound(Front *front, ExpressionKind operation, Expression *a, Expression *b,
                             SourceLocation location)
{
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    Text name = {0};
    text_printf(&name, "operator%s=", express_operator_text(operation));
    Expression *call = overloaded(front, text_string(&name), a, b, false, location);
    text_destroy(&name);
    if (call != NULL) {
        return call;
    }
    if (a->type->kind == TYPE_CLASS) {
        front_error(front, location, "no operator '%s=' for '%s' and '%s'",
                    express_operator_text(operation), express_type_text(front, a->type),
                    express_type_text(front, b->type));
        return express_error(front, location);
    }
    if (!check_modifiable(front, a, "assignment", location)) {
        return express_error(front, location);
    }
    return builtin_compound(front, operation, a, b, location);
}

static bool is_postfix(ExpressionKind kind)
{
    return kind == EXPRESSION_POST_INCREMENT || kind == EXPRESSION_POST_DECREMENT;
}

Expression *express_step(Front *front, ExpressionKind kind, Expression *a, SourceLocation location)
{
    if (express_is_error(a)) {
        return a;
    }
    bool is_increment = kind == EXPRESSION_PRE_INCREMENT || kind == EXPRESSION_POST_INCREMENT;
    const char *name = is_increment ? "operator++" : "operator--";
    Expression *dummy =
        is_postfix(kind) ? express_integer(front, TYPE_INT, 0, location) : NULL; // [over.inc]
    Expression *call = overloaded(front, name, a, dummy, false, location);
    if (call != NULL) {
        return call;
    }
    if (!check_modifiable(front, a, is_increment ? "increment" : "decrement", location)) {
        return express_error(front, location);
    }
    bool is_pointer = a->type->kind == TYPE_POINTER && a->type->base->kind != TYPE_FUNCTION &&
                      a->type->base->kind != TYPE_VOID &&
                      class_complete(front, a->type->base, location);
    if (!is_pointer && (!type_is_arithmetic(a->type) || a->type->kind == TYPE_BOOL)) {
        front_error(front, location, "wrong type '%s' for '%s'", express_type_text(front, a->type),
                    express_operator_text(kind));
        return express_error(front, location);
    }
    Expression *node = express_new(front, kind, a->type->unqualified, location);
    node->a = a;
    node->is_lvalue = !is_postfix(kind);
    return node;
}

static Expression *unary_node(Front *front, ExpressionKind kind, const Type *type, Expression *a,
                              SourceLocation location)
{
    Expression *node = express_new(front, kind, type, location);
    node->a = a;
    return express_fold(front, node);
}

static Expression *unary_arithmetic(Front *front, TokenId operator_, Expression *a,
                                    SourceLocation location)
{
    a = express_value(front, convert_to_scalar(front, a));
    if (express_is_error(a)) {
        return a;
    }
    if (operator_ == PUNCTUATOR_plus && a->type->kind == TYPE_POINTER) {
        return express_converted(front, a, a->type, location);
    }
    bool is_scoped = a->type->kind == TYPE_ENUM && a->type->enumeration->is_scoped;
    bool is_good = operator_ == PUNCTUATOR_tilde
                       ? type_is_integral_or_enum(a->type)
                       : type_is_arithmetic(a->type) || a->type->kind == TYPE_ENUM;
    if (!is_good || is_scoped) {
        front_error(front, location, "wrong type '%s' for unary '%c'",
                    express_type_text(front, a->type),
                    operator_ == PUNCTUATOR_tilde   ? '~'
                    : operator_ == PUNCTUATOR_minus ? '-'
                                                    : '+');
        return express_error(front, location);
    }
    const Type *type = express_promoted(front, a);
    a = express_converted(front, a, type, location);
    if (operator_ == PUNCTUATOR_plus) {
        Expression *value = a;
        if (a->is_lvalue) { // not an lvalue any more
            value = express_new(front, EXPRESSION_CAST, type, location);
            value->a = a;
        }
        return value;
    }
    return unary_node(front, operator_ == PUNCTUATOR_tilde ? EXPRESSION_BIT_NOT : EXPRESSION_NEGATE,
                      type, a, location);
}

static Expression *address_of(Front *front, Expression *a, SourceLocation location)
{
    if (express_is_overloads(a)) {
        Expression *function = convert_overloads(front, a, NULL);
        return function != NULL ? function : a; // the target's type selects one
    }
    if (a->type->kind == TYPE_FUNCTION) {
        return express_address(front, a, location);
    }
    if (!a->is_lvalue || express_category(a) != CATEGORY_LVALUE) {
        front_error(front, location, "cannot take the address of an rvalue of type '%s'",
                    express_type_text(front, a->type));
        return express_error(front, location);
    }
    if (a->kind == EXPRESSION_MEMBER && a->field->bit_width > 0) {
        front_error(front, location, "cannot take the address of bit-field '%s'",
                    a->field->name == NULL ? "" : a->field->name);
        return express_error(front, location);
    }
    return express_address(front, a, location);
}

static Expression *indirection(Front *front, Expression *a, SourceLocation location)
{
    a = express_value(front, convert_to_scalar(front, a));
    if (express_is_error(a)) {
        return a;
    }
    if (a->type->kind != TYPE_POINTER || a->type->base->kind == TYPE_VOID) {
        front_error(front, location,
                    a->type->kind == TYPE_POINTER
                        ? "cannot dereference '%s'"
                        : "invalid operand of unary '*': expected a pointer, got '%s'",
                    express_type_text(front, a->type));
        return express_error(front, location);
    }
    return express_dereference(front, a, location);
}

static const char *unary_name(TokenId operator_)
{
    switch (operator_) {
    case PUNCTUATOR_ampersand: return "operator&";
    case PUNCTUATOR_star: return "operator*";
    case PUNCTUATOR_plus: return "operator+";
    case PUNCTUATOR_minus: return "operator-";
    case PUNCTUATOR_tilde: return "operator~";
    default: return "operator!";
    }
}

Expression *express_unary(Front *front, TokenId operator_, Expression *a, SourceLocation location)
{
    if (express_is_error(a)) {
        return a;
    }
    Expression *call = overloaded(front, unary_name(operator_), a, NULL, false, location);
    if (call != NULL) {
        return call;
    }
    switch (operator_) {
    case PUNCTUATOR_ampersand: return address_of(front, a, location);
    case PUNCTUATOR_star: return indirection(front, a, location);
    case PUNCTUATOR_exclamation: {
        Expression *condition = express_condition(front, a, "operand of '!'");
        if (express_is_error(condition)) {
            return condition;
        }
        return unary_node(front, EXPRESSION_NOT, type_basic(&front->types, TYPE_BOOL), condition,
                          location);
    }
    default: return unary_arithmetic(front, operator_, a, location);
    }
}

Expression *express_subscript(Front *front, Expression *a, Expression *b, SourceLocation location)
{
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    Expression *call =
        a->type->kind == TYPE_CLASS ? overloaded(front, "operator[]", a, b, true, location) : NULL;
    if (call != NULL) {
        return call;
    }
    a = express_value(front, convert_to_scalar(front, a));
    b = express_value(front, convert_to_scalar(front, b));
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    bool is_a_pointer = a->type->kind == TYPE_POINTER, is_b_pointer = b->type->kind == TYPE_POINTER;
    const Expression *index = is_a_pointer ? b : a;
    if (is_a_pointer == is_b_pointer || !type_is_integral_or_enum(index->type)) {
        if (is_a_pointer && !is_b_pointer) {
            front_error(front, location, "array subscript is not an integer but a '%s'",
                        express_type_text(front, b->type));
            return express_error(front, location);
        }
        if (!is_a_pointer) {
            front_error(front, location, "subscripted value is not an array or pointer but a '%s'",
                        express_type_text(front, a->type));
            return express_error(front, location);
        }
        front_error(front, location, "invalid types '%s[%s]' for a subscript",
                    express_type_text(front, a->type), express_type_text(front, b->type));
        return express_error(front, location);
    }
    Expression *sum = express_binary(front, EXPRESSION_ADD, a, b, location);
    return express_is_error(sum) ? sum : express_dereference(front, sum, location);
}
