// SPDX-License-Identifier: Apache-2.0
// Arithmetic on constants as the device does it: integers wrap around in two's complement, floats
// are rounded to float at each step, conversions to integers saturate (PTX ISA, cvt).
#include "isa/cuda/tree/constant_scalar.h"

#include <math.h>

static uint32_t width_bits(const Type *type)
{
    return (uint32_t)type_size(type) * 8;
}

uint64_t scalar_wrap(const Type *type, uint64_t integer)
{
    uint32_t width = width_bits(type);
    if (type->kind == TYPE_BOOL) {
        return integer != 0;
    }
    if (width == 0 || width >= 64) {
        return integer;
    }
    uint64_t low = integer & ((UINT64_C(1) << width) - 1);
    bool is_negative = type_is_signed(type) && (low >> (width - 1)) != 0;
    return is_negative ? low | ~((UINT64_C(1) << width) - 1) : low;
}

bool scalar_is_true(const Value *value)
{
    if (value->object != NULL) {
        return true;
    }
    return type_is_floating(value->type) ? value->real != 0 : value->integer != 0;
}

// PTX ISA, cvt: out of range saturates; NaN is 0 between types of at most 32 bits, else the value
// with only the highest bit set.
static uint64_t integer_of_real(double real, const Type *from, const Type *to)
{
    uint32_t width = width_bits(to);
    bool is_signed = type_is_signed(to);
    if (isnan(real)) {
        bool is_small = from->kind == TYPE_FLOAT && width <= 32;
        return is_small ? 0 : scalar_wrap(to, UINT64_C(1) << (width - 1));
    }
    double limit = ldexp(1.0, (int)(is_signed ? width - 1 : width));
    double whole = trunc(real);
    uint64_t highest = is_signed     ? (UINT64_C(1) << (width - 1)) - 1
                       : width == 64 ? UINT64_MAX
                                     : (UINT64_C(1) << width) - 1;
    if (whole >= limit) {
        return highest;
    }
    if (is_signed) {
        return whole < -limit ? scalar_wrap(to, ~highest) : (uint64_t)(int64_t)whole;
    }
    return whole <= 0 ? 0 : (uint64_t)whole;
}

static double real_of_integer(const Value *from, const Type *to)
{
    bool is_signed = type_is_signed(from->type);
    if (to->kind == TYPE_FLOAT) { // rounded once
        return is_signed ? (float)(int64_t)from->integer : (float)from->integer;
    }
    return is_signed ? (double)(int64_t)from->integer : (double)from->integer;
}

static double rounded(double real, const Type *type)
{
    return type->kind == TYPE_FLOAT ? (double)(float)real : real;
}

bool scalar_cast(const Value *from, const Type *to, Value *result)
{
    *result = (Value){.type = to->unqualified};
    if (!type_is_scalar(to) || !type_is_scalar(from->type)) {
        return false;
    }
    if (to->kind == TYPE_BOOL) {
        result->integer = scalar_is_true(from);
        return true;
    }
    if (from->object != NULL) { // an address keeps its object in anything as wide
        result->object = from->object;
        result->integer = from->integer;
        return type_size(to) == 8 && !type_is_floating(to);
    }
    bool is_real = type_is_floating(from->type);
    if (type_is_floating(to)) {
        result->real = is_real ? rounded(from->real, to) : real_of_integer(from, to);
    } else if (is_real) {
        result->integer = integer_of_real(from->real, from->type, to);
    } else {
        result->integer = scalar_wrap(to, from->integer);
    }
    return true;
}

bool scalar_unary(ExpressionKind kind, const Type *type, const Value *a, Value *result)
{
    *result = (Value){.type = type->unqualified};
    if (kind == EXPRESSION_NOT) {
        result->integer = !scalar_is_true(a);
        return true;
    }
    if (a->object != NULL) {
        return false;
    }
    if (type_is_floating(type)) {
        result->real = -a->real;
        return kind == EXPRESSION_NEGATE;
    }
    result->integer = scalar_wrap(type, kind == EXPRESSION_NEGATE ? 0 - a->integer : ~a->integer);
    return kind == EXPRESSION_NEGATE || kind == EXPRESSION_BIT_NOT;
}

static bool compare_result(ExpressionKind kind, bool is_less, bool is_equal, bool is_greater)
{
    switch (kind) {
    case EXPRESSION_EQUAL: return is_equal;
    case EXPRESSION_NOT_EQUAL: return !is_equal;
    case EXPRESSION_LESS: return is_less;
    case EXPRESSION_LESS_EQUAL: return is_less || is_equal;
    case EXPRESSION_GREATER: return is_greater;
    default: return is_greater || is_equal;
    }
}

static bool compare(ExpressionKind kind, const Value *a, const Value *b)
{
    if (type_is_floating(a->type)) {
        return compare_result(kind, a->real<b->real, a->real == b->real, a->real> b->real);
    }
    if (type_is_signed(a->type)) {
        int64_t x = (int64_t)a->integer;
        int64_t y = (int64_t)b->integer;
        return compare_result(kind, x<y, x == y, x> y);
    }
    return compare_result(kind,
                          a->integer<b->integer, a->integer == b->integer, a->integer> b->integer);
}

static bool is_comparison(ExpressionKind kind)
{
    return kind >= EXPRESSION_EQUAL && kind <= EXPRESSION_GREATER_EQUAL;
}

// Addresses of different objects, and null, can only be compared for equality.
static bool compare_addresses(ExpressionKind kind, const Value *a, const Value *b, Value *result)
{
    if (a->object == b->object) {
        Value x = {.type = result->type, .integer = a->integer};
        Value y = {.type = result->type, .integer = b->integer};
        result->integer = compare_result(
            kind, (int64_t)
                      x.integer<(int64_t)y.integer, x.integer == y.integer, (int64_t)x.integer>(
                           int64_t) y.integer);
        return true;
    }
    result->integer = kind == EXPRESSION_NOT_EQUAL;
    return kind == EXPRESSION_EQUAL || kind == EXPRESSION_NOT_EQUAL;
}

static float float_operation(ExpressionKind kind, float a, float b)
{
    switch (kind) {
    case EXPRESSION_ADD: return a + b;
    case EXPRESSION_SUBTRACT: return a - b;
    case EXPRESSION_MULTIPLY: return a * b;
    default: return a / b;
    }
}

static double double_operation(ExpressionKind kind, double a, double b)
{
    switch (kind) {
    case EXPRESSION_ADD: return a + b;
    case EXPRESSION_SUBTRACT: return a - b;
    case EXPRESSION_MULTIPLY: return a * b;
    default: return a / b;
    }
}

static bool real_binary(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                        Value *result)
{
    if (kind < EXPRESSION_ADD || kind > EXPRESSION_DIVIDE) {
        return false;
    }
    result->real = type->kind == TYPE_FLOAT
                       ? (double)float_operation(kind, (float)a->real, (float)b->real)
                       : double_operation(kind, a->real, b->real);
    if (isnan(result->real)) { // as the host's compiler, whatever made this one: x86's is negative
        result->real = isnan(a->real) ? a->real : isnan(b->real) ? b->real : -(double)NAN;
    }
    return true;
}

static bool divide(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                   uint64_t *quotient)
{
    bool is_remainder = kind == EXPRESSION_REMAINDER;
    if (b->integer == 0) {
        return false;
    }
    if (!type_is_signed(type)) {
        *quotient = is_remainder ? a->integer % b->integer : a->integer / b->integer;
        return true;
    }
    int64_t x = (int64_t)a->integer;
    int64_t y = (int64_t)b->integer;
    if (y == -1) { // the smallest number by -1 has no quotient
        bool is_smallest = a->integer == scalar_wrap(type, UINT64_C(1) << (width_bits(type) - 1));
        *quotient = is_remainder ? 0 : 0 - a->integer;
        return !is_smallest;
    }
    *quotient = (uint64_t)(is_remainder ? x % y : x / y);
    return true;
}

static bool shift(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                  uint64_t *shifted)
{
    if (b->integer >= width_bits(type)) {
        return false; // undefined; negative amounts too
    }
    if (kind == EXPRESSION_SHIFT_LEFT) {
        *shifted = a->integer << b->integer;
        return true;
    }
    uint64_t sign = type_is_signed(type) && (int64_t)a->integer < 0 ? UINT64_MAX : 0;
    *shifted = a->integer >> b->integer;
    if (sign != 0 && b->integer > 0) {
        *shifted |= sign << (64 - b->integer);
    }
    return true;
}

static bool integer_binary(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                           uint64_t *result)
{
    switch (kind) {
    case EXPRESSION_ADD: *result = a->integer + b->integer; return true;
    case EXPRESSION_SUBTRACT: *result = a->integer - b->integer; return true;
    case EXPRESSION_MULTIPLY: *result = a->integer * b->integer; return true;
    case EXPRESSION_AND: *result = a->integer & b->integer; return true;
    case EXPRESSION_OR: *result = a->integer | b->integer; return true;
    case EXPRESSION_XOR: *result = a->integer ^ b->integer; return true;
    case EXPRESSION_DIVIDE:
    case EXPRESSION_REMAINDER: return divide(kind, type, a, b, result);
    case EXPRESSION_SHIFT_LEFT:
    case EXPRESSION_SHIFT_RIGHT: return shift(kind, type, a, b, result);
    default: return false;
    }
}

static bool pointer_binary(ExpressionKind kind, const Value *a, const Value *b, Value *result)
{
    uint64_t element = a->type->kind == TYPE_POINTER ? type_size(a->type->base) : 0;
    if (element == 0) {
        return false;
    }
    if (kind == EXPRESSION_POINTER_DIFFERENCE) {
        int64_t bytes = (int64_t)(a->integer - b->integer);
        result->integer = (uint64_t)(bytes / (int64_t)element);
        return a->object == b->object;
    }
    uint64_t bytes = b->integer * element;
    result->object = a->object;
    result->integer = kind == EXPRESSION_POINTER_ADD ? a->integer + bytes : a->integer - bytes;
    return b->object == NULL;
}

bool scalar_binary(ExpressionKind kind, const Type *type, const Value *a, const Value *b,
                   Value *result)
{
    *result = (Value){.type = type->unqualified};
    if (!type_is_scalar(a->type) || !type_is_scalar(b->type)) {
        return false;
    }
    if (kind >= EXPRESSION_POINTER_ADD && kind <= EXPRESSION_POINTER_DIFFERENCE) {
        return pointer_binary(kind, a, b, result);
    }
    if (a->object != NULL || b->object != NULL) {
        return is_comparison(kind) && compare_addresses(kind, a, b, result);
    }
    if (is_comparison(kind)) {
        result->integer = compare(kind, a, b);
        return true;
    }
    if (type_is_floating(type)) {
        return real_binary(kind, type, a, b, result);
    }
    bool is_known = integer_binary(kind, type, a, b, &result->integer);
    result->integer = scalar_wrap(type, result->integer);
    return is_known;
}
