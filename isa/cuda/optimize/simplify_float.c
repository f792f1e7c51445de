// SPDX-License-Identifier: Apache-2.0
// Floating point: only what gives the same bits for every operand that is no signaling NaN.
#include "isa/cuda/optimize/simplify.h"

#include <math.h>

static bool is_real(const IrInstruction *value, double wanted)
{
    double found;
    return rewrite_real(value, &found) && found == wanted && signbit(found) == signbit(wanted);
}

static IrInstruction *with_exactness(const IrInstruction *at, IrInstruction *made)
{
    made->is_exact_fp = at->is_exact_fp;
    return made;
}

static IrInstruction *simplify_fadd(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (is_real(b, -0.0)) {
        return a;
    }
    if (a->op == IR_FNEGATE) {
        return with_exactness(at, rewrite_binary(at, IR_FSUBTRACT, at->type, b, ir_operand(a, 0)));
    }
    if (b->op == IR_FNEGATE) {
        return with_exactness(at, rewrite_binary(at, IR_FSUBTRACT, at->type, a, ir_operand(b, 0)));
    }
    return NULL;
}

static IrInstruction *simplify_fsubtract(IrInstruction *at)
{
    double value;
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (is_real(b, 0.0)) {
        return a;
    }
    if (is_real(a, -0.0)) {
        return rewrite_unary(at, IR_FNEGATE, at->type, b);
    }
    if (rewrite_real(b, &value) && !isnan(value)) {
        return with_exactness(at, rewrite_binary(at, IR_FADD, at->type, a,
                                                 rewrite_constant_real(at, at->type, -value)));
    }
    if (b->op == IR_FNEGATE) {
        return with_exactness(at, rewrite_binary(at, IR_FADD, at->type, a, ir_operand(b, 0)));
    }
    return NULL;
}

static IrInstruction *simplify_fmultiply(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    double value;
    if (is_real(b, 1.0)) {
        return a;
    }
    if (is_real(b, -1.0)) {
        return rewrite_unary(at, IR_FNEGATE, at->type, a);
    }
    if (a->op == IR_FNEGATE && b->op == IR_FNEGATE) {
        return with_exactness(
            at, rewrite_binary(at, IR_FMULTIPLY, at->type, ir_operand(a, 0), ir_operand(b, 0)));
    }
    if (a->op == IR_FNEGATE && rewrite_real(b, &value) && !isnan(value)) {
        return with_exactness(at, rewrite_binary(at, IR_FMULTIPLY, at->type, ir_operand(a, 0),
                                                 rewrite_constant_real(at, at->type, -value)));
    }
    for (uint32_t i = 0; i < 2; i++) { // the sign of a factor to the product
        IrInstruction *factor = ir_operand(at, i), *other = ir_operand(at, 1 - i);
        if (factor->op == IR_FNEGATE && factor->use_count == 1 && !at->is_exact_fp) {
            IrInstruction *product =
                rewrite_binary(at, IR_FMULTIPLY, at->type, ir_operand(factor, 0), other);
            return rewrite_unary(at, IR_FNEGATE, at->type, product);
        }
    }
    return NULL;
}

// Dividing by a power of two is multiplying by its reciprocal, if that is a normal number.
static IrInstruction *simplify_fdivide(IrInstruction *at)
{
    double value;
    int exponent, least = at->type == IR_F32 ? -125 : -1021, most = at->type == IR_F32 ? 126 : 1022;
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (is_real(b, 1.0)) {
        return a;
    }
    if (!rewrite_real(b, &value) || !isfinite(value) || fabs(frexp(value, &exponent)) != 0.5 ||
        exponent < least || exponent > most) {
        return NULL;
    }
    return rewrite_binary(at, IR_FMULTIPLY, at->type, a,
                          rewrite_constant_real(at, at->type, 1 / value));
}

// Fused once, it is not to be fused again with what is around it.
static IrInstruction *exact(IrInstruction *made)
{
    made->is_exact_fp = true;
    return made;
}

static IrInstruction *simplify_fma(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1), *c = ir_operand(at, 2);
    if (ir_is_constant(a) && !ir_is_constant(b)) {
        ir_set_operand(at, 0, b);
        ir_set_operand(at, 1, a);
        return at;
    }
    if (is_real(b, 1.0)) {
        return exact(rewrite_binary(at, IR_FADD, at->type, a, c));
    }
    if (is_real(c, -0.0)) {
        return exact(rewrite_binary(at, IR_FMULTIPLY, at->type, a, b));
    }
    if (a->op == IR_FNEGATE && b->op == IR_FNEGATE) {
        return rewrite_ternary(at, IR_FMA, at->type, ir_operand(a, 0), ir_operand(b, 0), c);
    }
    return NULL;
}

IrInstruction *simplify_float(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    switch (at->op) {
    case IR_FADD: return simplify_fadd(at);
    case IR_FSUBTRACT: return simplify_fsubtract(at);
    case IR_FMULTIPLY: return simplify_fmultiply(at);
    case IR_FDIVIDE: return simplify_fdivide(at);
    case IR_FMA: return simplify_fma(at);
    case IR_FNEGATE: return a->op == IR_FNEGATE ? ir_operand(a, 0) : NULL;
    default:
        return a->op == IR_FABS      ? a
               : a->op == IR_FNEGATE ? rewrite_unary(at, IR_FABS, at->type, ir_operand(a, 0))
                                     : NULL;
    }
}
