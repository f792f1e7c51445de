// SPDX-License-Identifier: Apache-2.0
// Operations whose operands are constants, computed as PTX defines them: shifts clamp at the width,
// conversions to integers saturate, floats round to nearest even without flushing. What would give
// a NaN that arithmetic makes is left to the device, whose NaN has bits of its own.
#include "isa/base/bits.h"
#include "isa/cuda/optimize/simplify.h"

#include <math.h>
#include <string.h>

typedef struct Fold {
    IrInstruction *at;
    uint64_t a, b; // zero-extended
    int64_t x, y;  // sign-extended
    IrType type;   // of the first operand
} Fold;

static IrInstruction *integer_result(const Fold *fold, uint64_t value)
{
    return rewrite_constant(fold->at, fold->at->type, value);
}

static uint64_t high_unsigned(uint64_t a, uint64_t b, uint32_t bits)
{
    if (bits == 32) {
        return a * b >> 32;
    }
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t low = a0 * b0, middle = a1 * b0 + (low >> 32), other = a0 * b1 + (uint32_t)middle;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

static uint64_t high_signed(const Fold *fold, uint32_t bits)
{
    if (bits == 32) {
        return (uint64_t)(fold->x * fold->y) >> 32;
    }
    uint64_t high = high_unsigned(fold->a, fold->b, 64);
    return high - (fold->x < 0 ? fold->b : 0) - (fold->y < 0 ? fold->a : 0);
}

static IrInstruction *fold_divide(const Fold *fold)
{
    uint64_t sign = rewrite_mask(fold->type) ^ rewrite_mask(fold->type) >> 1;
    if (fold->b == 0 || (fold->a == sign && fold->y == -1)) {
        return NULL;
    }
    switch (fold->at->op) {
    case IR_DIVIDE_S: return integer_result(fold, (uint64_t)(fold->x / fold->y));
    case IR_REMAINDER_S: return integer_result(fold, (uint64_t)(fold->x % fold->y));
    case IR_DIVIDE_U: return integer_result(fold, fold->a / fold->b);
    default: return integer_result(fold, fold->a % fold->b);
    }
}

static uint64_t shifted(const Fold *fold)
{
    uint32_t bits = rewrite_bits(fold->type);
    bool is_out = fold->b >= bits;
    switch (fold->at->op) {
    case IR_SHL: return is_out ? 0 : fold->a << fold->b;
    case IR_SHR_U: return is_out ? 0 : fold->a >> fold->b;
    default: return (uint64_t)(fold->x >> (is_out ? bits - 1 : fold->b));
    }
}

static bool compared(const Fold *fold, IrCompare compare)
{
    switch (compare) {
    case IR_EQ: return fold->a == fold->b;
    case IR_NE: return fold->a != fold->b;
    case IR_LT: return fold->x < fold->y;
    case IR_LE: return fold->x <= fold->y;
    case IR_GT: return fold->x > fold->y;
    case IR_GE: return fold->x >= fold->y;
    case IR_LO: return fold->a < fold->b;
    case IR_LS: return fold->a <= fold->b;
    case IR_HI: return fold->a > fold->b;
    default: return fold->a >= fold->b;
    }
}

static IrInstruction *fold_integers(const Fold *fold)
{
    uint64_t a = fold->a, b = fold->b;
    uint32_t bits = rewrite_bits(fold->type);
    switch (fold->at->op) {
    case IR_ADD: return integer_result(fold, a + b);
    case IR_SUBTRACT: return integer_result(fold, a - b);
    case IR_MULTIPLY: return integer_result(fold, a * b);
    case IR_MULTIPLY_HIGH_U: return integer_result(fold, high_unsigned(a, b, bits));
    case IR_MULTIPLY_HIGH_S: return integer_result(fold, high_signed(fold, bits));
    case IR_MULTIPLY_WIDE_S: return integer_result(fold, (uint64_t)(fold->x * fold->y));
    case IR_MULTIPLY_WIDE_U: return integer_result(fold, a * b);
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U: return fold_divide(fold);
    case IR_AND: return integer_result(fold, a & b);
    case IR_OR: return integer_result(fold, a | b);
    case IR_XOR: return integer_result(fold, a ^ b);
    case IR_SHL:
    case IR_SHR_S:
    case IR_SHR_U: return integer_result(fold, shifted(fold));
    case IR_MIN_S: return integer_result(fold, fold->x < fold->y ? a : b);
    case IR_MAX_S: return integer_result(fold, fold->x > fold->y ? a : b);
    case IR_MIN_U: return integer_result(fold, a < b ? a : b);
    case IR_MAX_U: return integer_result(fold, a > b ? a : b);
    case IR_COMPARE: return integer_result(fold, compared(fold, fold->at->compare));
    default: return NULL;
    }
}

static uint64_t reversed(uint64_t value, uint32_t bits)
{
    uint64_t result = 0;
    for (uint32_t i = 0; i < bits; i++) {
        result |= (value >> i & 1) << (bits - 1 - i);
    }
    return result;
}

static IrInstruction *fold_to_float(const Fold *fold)
{
    bool is_signed = fold->at->op == IR_S_TO_FLOAT;
    double value;
    if (fold->at->type == IR_F32) {
        value = is_signed ? (double)(float)fold->x : (double)(float)fold->a;
    } else {
        value = is_signed ? (double)fold->x : (double)fold->a;
    }
    return rewrite_constant_real(fold->at, fold->at->type, value);
}

static IrInstruction *fold_from_bits(const Fold *fold)
{
    double wide;
    float narrow;
    uint32_t low = (uint32_t)fold->a;
    if (fold->at->type == IR_F64) {
        memcpy(&wide, &fold->a, sizeof wide);
    } else {
        memcpy(&narrow, &low, sizeof narrow);
        wide = narrow;
    }
    return isnan(wide) ? NULL : rewrite_constant_real(fold->at, fold->at->type, wide);
}

static IrInstruction *fold_integer(const Fold *fold)
{
    uint64_t a = fold->a;
    uint32_t bits = rewrite_bits(fold->type);
    switch (fold->at->op) {
    case IR_NOT: return integer_result(fold, ~a);
    case IR_NEGATE: return integer_result(fold, 0 - a);
    case IR_ABS: return integer_result(fold, fold->x < 0 ? 0 - a : a);
    case IR_POPC: return integer_result(fold, bits_count_64(a));
    case IR_CLZ: return integer_result(fold, bits_leading_zeros(a, bits));
    case IR_BREV: return integer_result(fold, reversed(a, bits));
    case IR_EXTEND_S8: return integer_result(fold, (uint64_t)(int64_t)(int8_t)a);
    case IR_EXTEND_U8: return integer_result(fold, a & UINT8_MAX);
    case IR_EXTEND_S16: return integer_result(fold, (uint64_t)(int64_t)(int16_t)a);
    case IR_EXTEND_U16: return integer_result(fold, a & UINT16_MAX);
    case IR_SIGN_EXTEND: return integer_result(fold, (uint64_t)fold->x);
    case IR_ZERO_EXTEND:
    case IR_TRUNCATE: return integer_result(fold, a);
    case IR_S_TO_FLOAT:
    case IR_U_TO_FLOAT: return fold_to_float(fold);
    case IR_BITS: return fold_from_bits(fold);
    default: return NULL;
    }
}

static IrInstruction *real_result(IrInstruction *at, double value)
{
    if (isnan(value)) {
        return NULL;
    }
    return rewrite_constant_real(at, at->type, at->type == IR_F32 ? (double)(float)value : value);
}

static bool compared_reals(IrCompare compare, double a, double b)
{
    bool is_unordered = isnan(a) || isnan(b);
    switch (compare) {
    case IR_EQ: return !is_unordered && a == b;
    case IR_NE: return !is_unordered && a != b;
    case IR_LT: return a < b;
    case IR_LE: return a <= b;
    case IR_GT: return a > b;
    case IR_GE: return a >= b;
    case IR_EQU: return is_unordered || a == b;
    case IR_NEU: return is_unordered || a != b;
    case IR_LTU: return is_unordered || a < b;
    case IR_LEU: return is_unordered || a <= b;
    case IR_GTU: return is_unordered || a > b;
    case IR_GEU: return is_unordered || a >= b;
    case IR_NUM: return !is_unordered;
    default: return is_unordered;
    }
}

// Sums, products and quotients of floats are computed in double and rounded once more, which is
// exact: double has more than twice the digits and two more (Figueroa, "When is double rounding
// innocuous?").
static IrInstruction *fold_reals(IrInstruction *at, double a, double b)
{
    switch (at->op) {
    case IR_FADD: return real_result(at, a + b);
    case IR_FSUBTRACT: return real_result(at, a - b);
    case IR_FMULTIPLY: return real_result(at, a * b);
    case IR_FDIVIDE: return real_result(at, a / b);
    case IR_FCOPYSIGN: return real_result(at, copysign(a, b));
    case IR_COMPARE: return rewrite_constant(at, IR_I1, compared_reals(at->compare, a, b));
    default: return NULL;
    }
}

static IrInstruction *fold_to_integer(IrInstruction *at, double a)
{
    bool is_wide = at->type == IR_I64;
    double limit = is_wide ? 9223372036854775808.0 : 2147483648.0;
    double value = trunc(a);
    if (isnan(a)) {
        return NULL;
    }
    if (at->op == IR_FLOAT_TO_U) {
        if (value < 0 || value >= 2 * limit) {
            return rewrite_constant(at, at->type, value < 0 ? 0 : UINT64_MAX);
        }
        return rewrite_constant(at, at->type, (uint64_t)value);
    }
    uint64_t least = UINT64_C(1) << (is_wide ? 63 : 31);
    if (value < -limit || value >= limit) {
        return rewrite_constant(at, at->type, value < 0 ? least : least - 1);
    }
    return rewrite_constant(at, at->type, (uint64_t)(int64_t)value);
}

static IrInstruction *fold_to_bits(IrInstruction *at, double a)
{
    uint64_t wide;
    uint32_t narrow;
    float low = (float)a;
    if (isnan(a)) {
        return NULL;
    }
    memcpy(&wide, &a, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return rewrite_constant(at, at->type, at->type == IR_I64 ? wide : narrow);
}

static IrInstruction *fold_real(IrInstruction *at, double a)
{
    switch (at->op) {
    case IR_FNEGATE: return real_result(at, -a);
    case IR_FABS: return real_result(at, fabs(a));
    case IR_FSQRT: return real_result(at, sqrt(a)); // innocuous for floats, as above
    case IR_FFLOOR: return real_result(at, floor(a));
    case IR_FCEIL: return real_result(at, ceil(a));
    case IR_FTRUNC: return real_result(at, trunc(a));
    case IR_FRINT: return real_result(at, rint(a));
    case IR_FLOAT_EXTEND:
    case IR_FLOAT_TRUNCATE: return real_result(at, a);
    case IR_FLOAT_TO_S:
    case IR_FLOAT_TO_U: return fold_to_integer(at, a);
    case IR_BITS: return fold_to_bits(at, a);
    default: return NULL;
    }
}

// Operations on a NaN that change its sign at most, as nvcc folds them.
static IrInstruction *fold_nan(IrInstruction *at, double a)
{
    double b;
    switch (at->op) {
    case IR_FNEGATE: return rewrite_constant_real(at, at->type, -a);
    case IR_FABS: return rewrite_constant_real(at, at->type, fabs(a));
    case IR_FMIN:
    case IR_FMAX: {
        bool are_both = rewrite_real(ir_operand(at, 1), &b) && isnan(b);
        return are_both ? rewrite_constant_real(at, at->type, a) : NULL;
    }
    default: return NULL;
    }
}

static IrInstruction *fold_fused(IrInstruction *at)
{
    double a, b, c;
    if (!rewrite_real(ir_operand(at, 0), &a) || !rewrite_real(ir_operand(at, 1), &b) ||
        !rewrite_real(ir_operand(at, 2), &c)) {
        return NULL;
    }
    return real_result(at, at->type == IR_F32 ? (double)fmaf((float)a, (float)b, (float)c)
                                              : fma(a, b, c));
}

IrInstruction *fold_constant(IrInstruction *at)
{
    Fold fold = {.at = at};
    double a, b;
    if (at->op == IR_FMA) {
        return fold_fused(at);
    }
    if (at->operand_count < 1 || at->operand_count > 2 || !ir_is_pure(at) || at->op == IR_PHI ||
        !ir_is_constant(ir_operand(at, 0))) {
        return NULL;
    }
    fold.type = ir_operand(at, 0)->type;
    if (rewrite_integer(ir_operand(at, 0), &fold.a)) {
        fold.x = rewrite_signed(fold.type, fold.a);
        if (at->operand_count == 1) {
            return fold_integer(&fold);
        }
        if (!rewrite_integer(ir_operand(at, 1), &fold.b)) {
            return NULL;
        }
        fold.y = rewrite_signed(ir_operand(at, 1)->type, fold.b);
        return at->type == IR_POINTER ? NULL : fold_integers(&fold);
    }
    if (!rewrite_real(ir_operand(at, 0), &a)) {
        return NULL;
    }
    if (isnan(a)) {
        return fold_nan(at, a);
    }
    if (at->operand_count == 1) {
        return fold_real(at, a);
    }
    return rewrite_real(ir_operand(at, 1), &b) ? fold_reals(at, a, b) : NULL;
}
