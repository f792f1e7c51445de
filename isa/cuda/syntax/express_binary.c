// SPDX-License-Identifier: Apache-2.0
// Binary operators: C++17 [expr.mul] to [expr.log.or], on arithmetic types, enumerations and
// pointers. For classes, overload.c is asked first.
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/overload.h"

#define KIND_TEXTS                                                                                 \
    [EXPRESSION_ADD] = "+", [EXPRESSION_SUBTRACT] = "-", [EXPRESSION_MULTIPLY] = "*",              \
    [EXPRESSION_DIVIDE] = "/", [EXPRESSION_REMAINDER] = "%", [EXPRESSION_SHIFT_LEFT] = "<<",       \
    [EXPRESSION_SHIFT_RIGHT] = ">>", [EXPRESSION_AND] = "&", [EXPRESSION_OR] = "|",                \
    [EXPRESSION_XOR] = "^", [EXPRESSION_EQUAL] = "==", [EXPRESSION_NOT_EQUAL] = "!=",              \
    [EXPRESSION_LESS] = "<", [EXPRESSION_LESS_EQUAL] = "<=", [EXPRESSION_GREATER] = ">",           \
    [EXPRESSION_GREATER_EQUAL] = ">=", [EXPRESSION_LOGICAL_AND] = "&&",                            \
    [EXPRESSION_LOGICAL_OR] = "||", [EXPRESSION_ASSIGN] = "=", [EXPRESSION_PRE_INCREMENT] = "++",  \
    [EXPRESSION_POST_INCREMENT] = "++", [EXPRESSION_PRE_DECREMENT] = "--",                         \
    [EXPRESSION_POST_DECREMENT] = "--"

const char *express_operator_text(ExpressionKind kind)
{
    static const char *const texts[] = {KIND_TEXTS};
    return texts[kind];
}

static Expression *invalid_operands(Front *front, ExpressionKind kind, const Expression *a,
                                    const Expression *b, SourceLocation location)
{
    front_error(front, location, "invalid operands to binary '%s': '%s' and '%s'",
                express_operator_text(kind), express_type_text(front, a->type),
                express_type_text(front, b->type));
    return express_error(front, location);
}

static Expression *binary_node(Front *front, ExpressionKind kind, const Type *type, Expression *a,
                               Expression *b, SourceLocation location)
{
    Expression *node = express_new(front, kind, type, location);
    node->a = a;
    node->b = b;
    return express_fold(front, node);
}

static bool is_scoped_enum(const Type *type)
{
    return type->kind == TYPE_ENUM && type->enumeration->is_scoped;
}

// Arithmetic types and those that are promoted to them.
static bool is_number(const Type *type)
{
    return type_is_arithmetic(type) || (type->kind == TYPE_ENUM && !is_scoped_enum(type));
}

static bool is_whole(const Type *type)
{
    return type_is_integral_or_enum(type) && !is_scoped_enum(type);
}

static void warn_division(Front *front, ExpressionKind kind, const Expression *b,
                          SourceLocation location)
{
    bool is_division = kind == EXPRESSION_DIVIDE || kind == EXPRESSION_REMAINDER;
    if (is_division && express_is_constant_integer(b) && b->integer == 0) {
        express_warning(front, location, "division by zero");
    }
}

static Expression *arithmetic(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                              SourceLocation location)
{
    bool is_floating_allowed = kind == EXPRESSION_ADD || kind == EXPRESSION_SUBTRACT ||
                               kind == EXPRESSION_MULTIPLY || kind == EXPRESSION_DIVIDE;
    if (!is_number(a->type) || !is_number(b->type) ||
        (!is_floating_allowed && (!is_whole(a->type) || !is_whole(b->type)))) {
        return invalid_operands(front, kind, a, b, location);
    }
    const Type *type = express_common(front, a, b);
    b = express_converted(front, b, type, location);
    warn_division(front, kind, b, location);
    return binary_node(front, kind, type, express_converted(front, a, type, location), b, location);
}

static Expression *shift(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                         SourceLocation location)
{
    if (!is_whole(a->type) || !is_whole(b->type)) {
        return invalid_operands(front, kind, a, b, location);
    }
    const Type *type = express_promoted(front, a);
    a = express_converted(front, a, type, location);
    b = express_converted(front, b, express_promoted(front, b), location);
    uint64_t width = 8 * type_size(type);
    if (express_is_constant_integer(b) && b->integer >= width) {
        bool is_negative = type_is_signed(b->type) && (int64_t)b->integer < 0;
        express_warning(front, location,
                        is_negative ? "shift count is negative"
                                    : "shift count >= width of type (%llu bits of '%s')",
                        (unsigned long long)width, express_type_text(front, type));
    }
    return binary_node(front, kind, type, a, b, location);
}

static bool is_object_pointer(Front *front, const Expression *pointer, SourceLocation location)
{
    const Type *to = pointer->type->base;
    if (to->kind == TYPE_VOID || to->kind == TYPE_FUNCTION) {
        return false;
    }
    if (to->kind == TYPE_LONG_DOUBLE) { // nvcc: sizeof says 16, steps go by 8
        front_error(front, location,
                    "elements of type 'long double' are laid out differently in device code and on "
                    "the host; use 'double'");
        return true;
    }
    return class_complete(front, to, location) && type_size(to) > 0;
}

static Expression *pointer_step(Front *front, ExpressionKind kind, Expression *pointer,
                                Expression *index, SourceLocation location)
{
    bool is_sum = kind == EXPRESSION_ADD;
    if (!is_whole(index->type) || !is_object_pointer(front, pointer, location)) {
        return invalid_operands(front, kind, pointer, index, location);
    }
    index = express_converted(front, index, express_promoted(front, index), location);
    return binary_node(front, is_sum ? EXPRESSION_POINTER_ADD : EXPRESSION_POINTER_SUBTRACT,
                       pointer->type->unqualified, pointer, index, location);
}

static Expression *pointer_difference(Front *front, Expression *a, Expression *b,
                                      SourceLocation location)
{
    if (a->type->base->unqualified != b->type->base->unqualified ||
        !is_object_pointer(front, a, location)) {
        return invalid_operands(front, EXPRESSION_SUBTRACT, a, b, location);
    }
    const Type *type = type_basic(&front->types, TYPE_LONG);
    return binary_node(front, EXPRESSION_POINTER_DIFFERENCE, type, a, b, location);
}

static Expression *sum(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                       SourceLocation location)
{
    bool is_a_pointer = a->type->kind == TYPE_POINTER, is_b_pointer = b->type->kind == TYPE_POINTER;
    if (is_a_pointer && is_b_pointer && kind == EXPRESSION_SUBTRACT) {
        return pointer_difference(front, a, b, location);
    }
    if (is_a_pointer && !is_b_pointer) {
        return pointer_step(front, kind, a, b, location);
    }
    if (is_b_pointer && !is_a_pointer && kind == EXPRESSION_ADD) {
        if (!is_whole(a->type)) {
            return invalid_operands(front, kind, a, b, location);
        }
        return pointer_step(front, kind, b, a, location);
    }
    return arithmetic(front, kind, a, b, location);
}

// The type that pointers to `a` and to `b` both convert to by qualifiers alone, [expr.type]/4:
// those of both at every level, and const above each level where it has more than one of them.
// NULL: the two are not similar. *is_changed: it is neither of them.
static const Type *combined_pointee(Front *front, const Type *a, const Type *b, bool *is_changed)
{
    uint8_t qualifiers = a->qualifiers | b->qualifiers;
    const Type *made = a->unqualified == b->unqualified ? a->unqualified : NULL;
    if (made == NULL && a->kind == TYPE_POINTER && b->kind == TYPE_POINTER) {
        bool is_inner_changed = false;
        const Type *base = combined_pointee(front, a->base, b->base, &is_inner_changed);
        made = base == NULL ? NULL : type_pointer(&front->types, base);
        if (is_inner_changed) {
            qualifiers |= QUALIFIER_CONST;
            *is_changed = true;
        }
    }
    *is_changed = *is_changed || qualifiers != a->qualifiers || qualifiers != b->qualifiers;
    return made == NULL ? NULL : type_qualified(&front->types, made, qualifiers);
}

// [expr.type]/3, the composite pointer type; NULL if there is none.
static const Type *composite_pointer(Front *front, const Expression *a, const Expression *b)
{
    const Type *at = a->type->unqualified, *bt = b->type->unqualified;
    if (express_is_null_constant(a) && at->kind != TYPE_POINTER) {
        return bt;
    }
    if (express_is_null_constant(b) && bt->kind != TYPE_POINTER) {
        return at;
    }
    if (at->kind != TYPE_POINTER || bt->kind != TYPE_POINTER) {
        return NULL;
    }
    const Type *a_to = at->base, *b_to = bt->base, *base = NULL;
    bool is_changed = false;
    const Type *similar = combined_pointee(front, a_to, b_to, &is_changed);
    if (similar != NULL) {
        return type_pointer(&front->types, similar);
    }
    if (a_to->kind == TYPE_VOID || b_to->kind == TYPE_VOID) {
        base = type_basic(&front->types, TYPE_VOID);
    } else if (a_to->kind == TYPE_CLASS && b_to->kind == TYPE_CLASS) {
        base = class_is_derived(a_to->class_, b_to->class_)   ? b_to->unqualified
               : class_is_derived(b_to->class_, a_to->class_) ? a_to->unqualified
                                                              : NULL;
    }
    if (base == NULL) {
        return NULL;
    }
    uint8_t qualifiers = a_to->qualifiers | b_to->qualifiers;
    return type_pointer(&front->types, type_qualified(&front->types, base, qualifiers));
}

static bool is_pointer_like(const Expression *expression)
{
    TypeKind kind = expression->type->kind;
    return kind == TYPE_POINTER || kind == TYPE_NULLPTR || kind == TYPE_MEMBER_POINTER;
}

static Expression *comparison(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                              SourceLocation location)
{
    const Type *type = NULL;
    if (is_pointer_like(a) || is_pointer_like(b)) {
        type = composite_pointer(front, a, b);
        if (type == NULL && a->type->unqualified == b->type->unqualified) {
            type = a->type->unqualified;
        }
        if (type == NULL && a->type->kind == TYPE_POINTER && b->type->kind == TYPE_POINTER) {
            front_error(front, location, "comparison between distinct pointer types '%s' and '%s'",
                        express_type_text(front, a->type), express_type_text(front, b->type));
            return express_error(front, location);
        }
    } else if (a->type->unqualified == b->type->unqualified && is_scoped_enum(a->type)) {
        type = a->type->unqualified;
    } else if (is_number(a->type) && is_number(b->type)) {
        type = express_common(front, a, b);
    }
    if (type == NULL) {
        return invalid_operands(front, kind, a, b, location);
    }
    if (is_pointer_like(a) || is_pointer_like(b)) {
        a = convert_implicit(front, a, type, location, NULL);
        b = convert_implicit(front, b, type, location, NULL);
    }
    return binary_node(front, kind, type_basic(&front->types, TYPE_BOOL),
                       express_converted(front, a, type, location),
                       express_converted(front, b, type, location), location);
}

static Expression *builtin_binary(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                                  SourceLocation location)
{
    switch (kind) {
    case EXPRESSION_ADD:
    case EXPRESSION_SUBTRACT: return sum(front, kind, a, b, location);
    case EXPRESSION_SHIFT_LEFT:
    case EXPRESSION_SHIFT_RIGHT: return shift(front, kind, a, b, location);
    case EXPRESSION_EQUAL:
    case EXPRESSION_NOT_EQUAL:
    case EXPRESSION_LESS:
    case EXPRESSION_LESS_EQUAL:
    case EXPRESSION_GREATER:
    case EXPRESSION_GREATER_EQUAL: return comparison(front, kind, a, b, location);
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR:
        a = express_condition(front, a, "operand of a logical operator");
        b = express_condition(front, b, "operand of a logical operator");
        return binary_node(front, kind, type_basic(&front->types, TYPE_BOOL), a, b, location);
    default: return arithmetic(front, kind, a, b, location);
    }
}

static bool may_be_overloaded(const Expression *expression)
{
    return expression->type->kind == TYPE_CLASS || expression->type->kind == TYPE_ENUM;
}

static const char *operator_name(Front *front, ExpressionKind kind)
{
    Text text = {0};
    text_printf(&text, "operator%s", express_operator_text(kind));
    const char *name = front_intern(front, text_string(&text));
    text_destroy(&text);
    return name;
}

// C++20 [over.match.oper]/3.4: a != b is !(a == b) for a class that has only ==; NULL: neither has.
static Expression *not_equal_by_equal(Front *front, Expression *a, Expression *b,
                                      SourceLocation location)
{
    Expression *call =
        overload_operator(front, operator_name(front, EXPRESSION_EQUAL), a, b, false, location);
    return call == NULL ? NULL : express_unary(front, PUNCTUATOR_exclamation, call, location);
}

Expression *express_binary(Front *front, ExpressionKind kind, Expression *a, Expression *b,
                           SourceLocation location)
{
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    if (may_be_overloaded(a) || may_be_overloaded(b)) {
        Expression *call =
            overload_operator(front, operator_name(front, kind), a, b, false, location);
        if (call != NULL) {
            return call;
        }
    }
    bool is_logical = kind == EXPRESSION_LOGICAL_AND || kind == EXPRESSION_LOGICAL_OR;
    if (!is_logical) {
        a = convert_to_scalar(front, a);
        b = convert_to_scalar(front, b);
    }
    if (kind == EXPRESSION_NOT_EQUAL && (may_be_overloaded(a) || may_be_overloaded(b))) {
        Expression *call = not_equal_by_equal(front, a, b, location);
        if (call != NULL) {
            return call;
        }
    }
    a = express_value(front, a);
    b = express_value(front, b);
    if (express_is_error(a) || express_is_error(b)) {
        return express_error(front, location);
    }
    return builtin_binary(front, kind, a, b, location);
}

// [expr.cond]/6 for operands that are not of one class: their common type, or NULL.
static const Type *common_of_conditional(Front *front, const Expression *b, const Expression *c)
{
    if (b->type->unqualified == c->type->unqualified) {
        return b->type->unqualified;
    }
    if (is_number(b->type) && is_number(c->type)) {
        return express_common(front, b, c);
    }
    return is_pointer_like(b) || is_pointer_like(c) ? composite_pointer(front, b, c) : NULL;
}

// [expr.cond]/4: one operand converts to the other's class, not both ways.
static const Type *class_of_conditional(Front *front, Expression *b, Expression *c)
{
    if (b->type->kind != TYPE_CLASS && c->type->kind != TYPE_CLASS) {
        return NULL;
    }
    bool is_to_c = convert_find(front, b, c->type->unqualified, true).rank < CONVERSION_NONE;
    bool is_to_b = convert_find(front, c, b->type->unqualified, true).rank < CONVERSION_NONE;
    return is_to_c == is_to_b ? NULL : is_to_c ? c->type->unqualified : b->type->unqualified;
}

static Expression *conditional_node(Front *front, const Type *type, Expression *condition,
                                    Expression *b, Expression *c, SourceLocation location)
{
    Expression *node = express_new(front, EXPRESSION_CONDITIONAL, type, location);
    node->a = condition;
    node->b = b;
    node->c = c;
    return node;
}

static Expression *conditional_value(Front *front, Expression *condition, Expression *b,
                                     Expression *c, SourceLocation location)
{
    const Type *type = b->type->unqualified == c->type->unqualified
                           ? b->type->unqualified
                           : class_of_conditional(front, b, c);
    if (type == NULL) {
        b = convert_to_scalar(front, express_value(front, b));
        c = convert_to_scalar(front, express_value(front, c));
        type = common_of_conditional(front, b, c);
    }
    if (type == NULL) {
        front_error(front, location, "operands of '?:' have different types '%s' and '%s'",
                    express_type_text(front, b->type), express_type_text(front, c->type));
        return express_error(front, location);
    }
    if (type->kind != TYPE_VOID) {
        b = convert_implicit(front, b, type, location, "operand of '?:'");
        c = convert_implicit(front, c, type, location, "operand of '?:'");
    }
    return express_fold(front, conditional_node(front, type, condition, b, c, location));
}

static Expression *gnu_conditional(Front *front, Expression *condition, Expression *c,
                                   SourceLocation location)
{
    Expression *kept = express_temporary(front, express_value(front, condition));
    Expression *again = express_variable(front, kept->variable, location);
    return express_conditional(front, kept, again, c, location);
}

// A constant stays one: it is not stored in a variable unless its address is taken.
static bool is_named_constant(Front *front, Expression *expression)
{
    return expression->kind == EXPRESSION_VARIABLE && type_is_scalar(expression->type) &&
           express_value(front, expression) != expression;
}

// Whether an lvalue of one type is also one of the other: of its base class, or more qualified.
static bool is_lvalue_of(const Type *from, const Type *to)
{
    bool is_similar = from->unqualified == to->unqualified && from->kind != TYPE_ARRAY;
    bool is_base = from->kind == TYPE_CLASS && to->kind == TYPE_CLASS &&
                   class_is_derived(from->class_, to->class_);
    return (is_similar || is_base) && (from->qualifiers & ~to->qualifiers) == 0;
}

static bool is_place(Front *front, Expression *expression)
{
    return express_category(expression) == CATEGORY_LVALUE && !express_is_overloads(expression) &&
           !is_named_constant(front, expression);
}

// [expr.cond]/4.1: of two lvalues one is taken as its base class, or as const, like the other.
static void lvalues_of_one_type(Front *front, Expression **b, Expression **c)
{
    const Type *from = (*b)->type, *to = (*c)->type;
    if (from == to || !is_place(front, *b) || !is_place(front, *c)) {
        return;
    }
    bool is_to_c = is_lvalue_of(from, to);
    if (is_to_c || is_lvalue_of(to, from)) {
        Expression **moved = is_to_c ? b : c;
        const Type *reference = type_reference(&front->types, is_to_c ? to : from, false);
        Expression *pointer = convert_to(front, *moved, reference, (*moved)->location, NULL);
        *moved = express_is_error(pointer)
                     ? pointer
                     : express_dereference(front, pointer, (*moved)->location);
    }
}

Expression *express_conditional(Front *front, Expression *condition, Expression *b, Expression *c,
                                SourceLocation location)
{
    if (express_is_error(condition) || (b != NULL && express_is_error(b)) || express_is_error(c)) {
        return express_error(front, location);
    }
    if (b == NULL) {
        return gnu_conditional(front, condition, c, location);
    }
    condition = express_condition(front, condition, "condition of '?:'");
    lvalues_of_one_type(front, &b, &c);
    if (b->type == c->type && is_place(front, b) && is_place(front, c)) {
        Expression *node = conditional_node(front, b->type, condition, b, c, location);
        node->is_lvalue = true;
        bool is_constant = condition->kind == EXPRESSION_INTEGER;
        return is_constant ? (condition->integer != 0 ? b : c) : node;
    }
    if (b->type->kind == TYPE_ARRAY || express_is_overloads(b)) {
        b = express_value(front, b);
    }
    if (c->type->kind == TYPE_ARRAY || express_is_overloads(c)) {
        c = express_value(front, c);
    }
    return conditional_value(front, condition, b, c, location);
}

static void warn_assignment(Front *front, const Expression *expression)
{
    const Token *before = front->at > 0 ? &front->source->tokens[front->at - 1] : NULL;
    if (expression->kind == EXPRESSION_ASSIGN && before != NULL &&
        before->id != PUNCTUATOR_paren_close) {
        express_warning(front, expression->location,
                        "assignment used as a condition; use '==' to compare, or parentheses if "
                        "the assignment is intended");
    }
}

Expression *express_condition(Front *front, Expression *expression, const char *context)
{
    if (express_is_error(expression)) {
        return expression;
    }
    if (front_is(front, PUNCTUATOR_paren_close)) {
        warn_assignment(front, expression);
    }
    const Type *to = type_basic(&front->types, TYPE_BOOL);
    if (!express_is_overloads(expression) && !express_is_list(expression)) {
        Expression *made = convert_explicitly(front, expression, to, expression->location);
        if (made != NULL) {
            return made;
        }
    }
    if (expression->type->kind == TYPE_NULLPTR) {
        return express_constant(front, to, 0, expression->location);
    }
    return convert_implicit(front, expression, to, expression->location, context);
}
