// SPDX-License-Identifier: Apache-2.0
// Folding: an operation on constants becomes its value. What C++ leaves undefined (division by
// zero, shifts by the width or more) and what has an effect stays as it is.
#include "isa/cuda/tree/constant_scalar.h"

#include <math.h>

#define FOLDED_ARGUMENTS 3u

static bool constant_of(const Expression *expression, Value *value)
{
    if (expression == NULL ||
        (expression->kind != EXPRESSION_INTEGER && expression->kind != EXPRESSION_FLOATING)) {
        return false;
    }
    *value =
        (Value){.type = expression->type, .integer = expression->integer, .real = expression->real};
    return type_is_scalar(expression->type);
}

static Expression *folded(Arena *arena, const Expression *expression, const Value *value)
{
    Expression *result = arena_alloc(arena, sizeof *result);
    bool is_real = type_is_floating(expression->type);
    result->kind = is_real ? EXPRESSION_FLOATING : EXPRESSION_INTEGER;
    result->type = expression->type;
    result->location = expression->location;
    result->integer = value->integer;
    result->real = value->real;
    return result;
}

static bool fold_logical(const Expression *expression, const Value *a, Value *result)
{
    bool decides = scalar_is_true(a) == (expression->kind == EXPRESSION_LOGICAL_OR);
    Value b;
    if (decides) {
        result->integer = scalar_is_true(a);
        return true;
    }
    if (!constant_of(expression->b, &b)) {
        return false;
    }
    result->integer = scalar_is_true(&b);
    return true;
}

static bool fold_builtin(const Expression *expression, Value *result)
{
    Value arguments[FOLDED_ARGUMENTS];
    if (expression->list_count > FOLDED_ARGUMENTS) {
        return false;
    }
    for (uint32_t i = 0; i < expression->list_count; i++) {
        if (!constant_of(expression->list[i], &arguments[i])) {
            return false;
        }
    }
    return scalar_builtin(expression->builtin, expression->type, arguments, expression->list_count,
                          result);
}

static bool fold_operation(const Expression *expression, Value *result)
{
    Value a, b;
    if (expression->kind == EXPRESSION_BUILTIN) {
        return fold_builtin(expression, result);
    }
    if (!constant_of(expression->a, &a)) {
        return false;
    }
    switch (expression->kind) {
    case EXPRESSION_NEGATE:
    case EXPRESSION_BIT_NOT:
    case EXPRESSION_NOT: return scalar_unary(expression->kind, expression->type, &a, result);
    case EXPRESSION_CAST: return scalar_cast(&a, expression->type, result);
    case EXPRESSION_LOGICAL_AND:
    case EXPRESSION_LOGICAL_OR: return fold_logical(expression, &a, result);
    default: // a NaN is left to the device, whose arithmetic has one of its own
        return expression->kind >= EXPRESSION_ADD && expression->kind <= EXPRESSION_GREATER_EQUAL &&
               constant_of(expression->b, &b) &&
               scalar_binary(expression->kind, expression->type, &a, &b, result) &&
               !(type_is_floating(expression->type) && isnan(result->real));
    }
}

Expression *constant_fold(Arena *arena, Expression *expression)
{
    Value a;
    Value result = {0};
    if (expression == NULL || expression->type == NULL) {
        return expression;
    }
    if (expression->kind == EXPRESSION_CONDITIONAL && constant_of(expression->a, &a)) {
        return scalar_is_true(&a) ? expression->b : expression->c;
    }
    if (expression->kind == EXPRESSION_COMMA && constant_of(expression->a, &a)) {
        return expression->b;
    }
    return fold_operation(expression, &result) ? folded(arena, expression, &result) : expression;
}
