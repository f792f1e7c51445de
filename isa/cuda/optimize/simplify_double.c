// SPDX-License-Identifier: Apache-2.0
// Double arithmetic on extended floats whose result is cut to float again, in single precision
// where that gives the same bits (LLVM's visitFPTrunc): the double result of one operation on
// floats is so much longer that it rounds to the same float. `x * 0.5` of a float x is a float
// product.
#include "isa/cuda/optimize/simplify.h"

// The float that a double is the extension of, before `at`; NULL: there is none.
static IrInstruction *narrow(IrInstruction *at, IrInstruction *value)
{
    double real;
    if (value->op == IR_FLOAT_EXTEND) {
        return ir_operand(value, 0);
    }
    return rewrite_real(value, &real) && (double)(float)real == real
               ? rewrite_constant_real(at, IR_F32, real)
               : NULL;
}

// Two constants are left: their result is folded, but for a NaN, whose bits a conversion keeps.
static bool are_constants(const IrInstruction *a, const IrInstruction *b)
{
    double real;
    return rewrite_real(a, &real) && rewrite_real(b, &real);
}

static bool is_narrowed(const IrInstruction *value)
{
    switch (value->op) {
    case IR_FADD:
    case IR_FSUBTRACT:
    case IR_FMULTIPLY:
    case IR_FDIVIDE: return value->use_count == 1 && !value->is_exact_fp;
    default: return false;
    }
}

IrInstruction *simplify_float_truncate(IrInstruction *at)
{
    IrInstruction *wide = ir_operand(at, 0);
    if (wide->op == IR_FLOAT_EXTEND) {
        return ir_operand(wide, 0);
    }
    if (wide->op == IR_FNEGATE && wide->use_count == 1) {
        return rewrite_unary(at, IR_FNEGATE, IR_F32,
                             rewrite_unary(at, IR_FLOAT_TRUNCATE, IR_F32, ir_operand(wide, 0)));
    }
    if (!is_narrowed(wide) || are_constants(ir_operand(wide, 0), ir_operand(wide, 1))) {
        return NULL;
    }
    IrInstruction *a = narrow(at, ir_operand(wide, 0)), *b = narrow(at, ir_operand(wide, 1));
    return a != NULL && b != NULL ? rewrite_binary(at, wide->op, IR_F32, a, b) : NULL;
}

IrInstruction *simplify_double_compare(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (a->type != IR_F64 || a->op != IR_FLOAT_EXTEND) {
        return NULL;
    }
    IrInstruction *narrow_b = narrow(at, b);
    return narrow_b != NULL ? rewrite_compare(at, at->compare, ir_operand(a, 0), narrow_b) : NULL;
}
