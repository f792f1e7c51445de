// SPDX-License-Identifier: Apache-2.0
// Products on compute capability 1.x, where 24 bits are one instruction and 32 a sequence (CUDA C
// Programming Guide 5.5, 5.4.1): mul24 if both factors fit, otherwise shifts and an addition for
// factors with two bits set. Part of select_instructions.
#include "isa/base/bits.h"
#include "isa/cuda/optimize/known.h"
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define WIDE_MULTIPLY_SINCE 20u // products of 32 bits are one instruction
#define WORD_BITS           32u
#define NARROW_BITS         24u
#define NARROW_MASK         ((UINT64_C(1) << NARROW_BITS) - 1)

static bool is_amount(const IrInstruction *value, uint64_t wanted)
{
    uint64_t amount;
    return rewrite_integer(value, &amount) && amount == wanted;
}

// A value with the same low 24 bits, if `value` is these bits sign- or zero-extended; else NULL.
static IrInstruction *narrow_24(IrInstruction *value, bool is_signed)
{
    IrInstruction *inner = value->operand_count == 2 ? ir_operand(value, 0) : NULL;
    bool is_masked = value->op == IR_AND && is_amount(ir_operand(value, 1), NARROW_MASK);
    bool is_extended = value->op == IR_SHR_S && is_amount(ir_operand(value, 1), 8) &&
                       inner->op == IR_SHL && is_amount(ir_operand(inner, 1), 8);
    if (!is_signed) {
        return is_masked ? inner : known_maximum(value) <= NARROW_MASK ? value : NULL;
    }
    return is_extended                                        ? ir_operand(inner, 0)
           : known_sign_bits(value) > WORD_BITS - NARROW_BITS ? value
                                                              : NULL;
}

static IrInstruction *multiply_24(IrInstruction *at)
{
    bool has_sum = at->op == IR_MULTIPLY_ADD;
    for (uint32_t is_signed = 0; is_signed < 2; is_signed++) {
        IrInstruction *a = narrow_24(ir_operand(at, 0), is_signed != 0);
        IrInstruction *b = narrow_24(ir_operand(at, 1), is_signed != 0);
        if (a == NULL || b == NULL) {
            continue;
        }
        IrOp product = is_signed != 0 ? IR_MULTIPLY24_S : IR_MULTIPLY24_U;
        IrOp sum = is_signed != 0 ? IR_MULTIPLY_ADD24_S : IR_MULTIPLY_ADD24_U;
        return has_sum ? rewrite_ternary(at, sum, IR_I32, a, b, ir_operand(at, 2))
                       : rewrite_binary(at, product, IR_I32, a, b);
    }
    return NULL;
}

static IrInstruction *shift_left(IrInstruction *at, IrInstruction *x, uint32_t amount)
{
    return amount == 0
               ? x
               : rewrite_binary(at, IR_SHL, IR_I32, x, rewrite_constant(at, IR_I32, amount));
}

// x * (2^high + 2^low)
static IrInstruction *multiply_by_shifts(IrInstruction *at)
{
    uint64_t factor;
    if (!rewrite_integer(ir_operand(at, 1), &factor) || factor == 0) {
        return NULL;
    }
    uint64_t rest = factor & (factor - 1);
    if (rest == 0 || (rest & (rest - 1)) != 0) {
        return NULL;
    }
    IrInstruction *x = ir_operand(at, 0);
    IrInstruction *high = shift_left(at, x, bits_lowest_64(rest));
    IrInstruction *low = shift_left(at, x, bits_lowest_64(factor));
    IrInstruction *sum = rewrite_binary(at, IR_ADD, IR_I32, high, low);
    return at->op == IR_MULTIPLY ? sum : rewrite_binary(at, IR_ADD, IR_I32, sum, ir_operand(at, 2));
}

IrInstruction *select_product(IrInstruction *at)
{
    const IrFunction *function = rewrite_function(at);
    if (function->module == NULL || function->module->compute_capability >= WIDE_MULTIPLY_SINCE ||
        at->type != IR_I32) {
        return NULL;
    }
    IrInstruction *by = multiply_24(at);
    return by != NULL ? by : multiply_by_shifts(at);
}
