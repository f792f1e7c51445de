// SPDX-License-Identifier: Apache-2.0
// Turns INDEX into PTX operations: the scaled index as a value that several pointers share (a wide
// product of 32-bit indices, a shift in the 32-bit addresses of shared memory), the addition, and
// the displacement, which goes into the access. Also joins integer products and sums into one
// instruction.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

static int exponent_of(int64_t value)
{
    int k = 0;
    if (value <= 0 || (value & (value - 1)) != 0) {
        return -1;
    }
    while (value >> k != 1) {
        k++;
    }
    return k;
}

static IrInstruction *scaled(IrInstruction *at, IrInstruction *index, int64_t scale)
{
    int k = exponent_of(scale);
    if (k == 0) {
        return index;
    }
    if (k > 0) {
        return rewrite_binary(at, IR_SHL, index->type, index,
                              rewrite_constant(at, IR_I32, (uint64_t)k));
    }
    return rewrite_binary(at, IR_MULTIPLY, index->type, index,
                          rewrite_constant(at, index->type, (uint64_t)scale));
}

static bool fits_int(int64_t value)
{
    return value == (int64_t)(int32_t)value;
}

// p[x ^ c], as nvcc has it: the bytes of x, which are used elsewhere too, ^ those of c.
static IrInstruction *flipped(IrInstruction *at, IrInstruction *index)
{
    uint64_t c;
    int k = exponent_of(at->scale);
    if (index->op != IR_XOR || !at->is_signed || k <= 0 ||
        !rewrite_integer(ir_operand(index, 1), &c)) {
        return NULL;
    }
    IrInstruction *bytes = rewrite_binary(at, IR_MULTIPLY_WIDE_S, IR_I64, ir_operand(index, 0),
                                          rewrite_constant(at, IR_I32, (uint64_t)at->scale));
    uint64_t turned = (uint64_t)rewrite_signed(IR_I32, c) << k;
    return rewrite_binary(at, IR_XOR, IR_I64, bytes, rewrite_constant(at, IR_I64, turned));
}

// Bytes from the base, of the width that addresses of this space have.
static IrInstruction *offset_of(IrInstruction *at)
{
    IrInstruction *index = ir_operand(at, 1);
    if (at->space == IR_SPACE_SHARED) {
        if (index->type == IR_I64) {
            index = rewrite_unary(at, IR_TRUNCATE, IR_I32, index);
        }
        return scaled(at, index, at->scale);
    }
    if (index->type == IR_I64) {
        return scaled(at, index, at->scale);
    }
    if (at->scale == 1) {
        return rewrite_unary(at, at->is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I64, index);
    }
    IrInstruction *turned = flipped(at, index);
    if (turned != NULL) {
        return turned;
    }
    if (at->is_signed ? fits_int(at->scale) : at->scale > 0 && at->scale <= UINT32_MAX) {
        return rewrite_binary(at, at->is_signed ? IR_MULTIPLY_WIDE_S : IR_MULTIPLY_WIDE_U, IR_I64,
                              index, rewrite_constant(at, IR_I32, (uint64_t)at->scale));
    }
    index = rewrite_unary(at, at->is_signed ? IR_SIGN_EXTEND : IR_ZERO_EXTEND, IR_I64, index);
    return scaled(at, index, at->scale);
}

static bool is_lowered(const IrInstruction *at)
{
    bool is_wide = at->space != IR_SPACE_SHARED;
    return at->operand_count == 1 || (at->displacement == 0 && at->scale == 1 &&
                                      ir_operand(at, 1)->type == (is_wide ? IR_I64 : IR_I32));
}

static bool lower_index(IrInstruction *at)
{
    if (is_lowered(at)) {
        return false;
    }
    IrInstruction *made = rewrite_index(at, ir_operand(at, 0), offset_of(at), false, 1, 0);
    if (at->displacement != 0) {
        made = rewrite_index(at, made, NULL, false, 1, at->displacement);
    }
    ir_replace(at, made);
    ir_remove(at);
    return true;
}

// a * b + c, if the product has no other use and no loop makes it less often than the sum.
static bool combine_multiply(IrInstruction *at)
{
    if (at->op != IR_ADD || at->type == IR_I16) {
        return false;
    }
    for (uint32_t i = 0; i < 2; i++) {
        IrInstruction *product = ir_operand(at, i);
        if (product->op == IR_MULTIPLY && product->use_count == 1 && product->block == at->block) {
            IrInstruction *made =
                rewrite_ternary(at, IR_MULTIPLY_ADD, at->type, ir_operand(product, 0),
                                ir_operand(product, 1), ir_operand(at, 1 - i));
            ir_replace(at, made);
            ir_remove(at);
            ir_remove(product);
            return true;
        }
    }
    return false;
}

// x << k of an extended x is one wide product.
static bool widen_shift(IrInstruction *at)
{
    uint64_t k;
    if (at->op != IR_SHL || at->type != IR_I64 || !rewrite_integer(ir_operand(at, 1), &k) ||
        k > 30) {
        return false;
    }
    IrInstruction *wide = ir_operand(at, 0);
    bool is_extension = wide->op == IR_SIGN_EXTEND || wide->op == IR_ZERO_EXTEND;
    if (!is_extension || ir_operand(wide, 0)->type != IR_I32 || wide->use_count > 1) {
        return false;
    }
    IrInstruction *made =
        rewrite_binary(at, wide->op == IR_SIGN_EXTEND ? IR_MULTIPLY_WIDE_S : IR_MULTIPLY_WIDE_U,
                       IR_I64, ir_operand(wide, 0), rewrite_constant(at, IR_I32, UINT64_C(1) << k));
    ir_replace(at, made);
    ir_remove(at);
    return true;
}

typedef bool (*Lower)(IrInstruction *at);

static bool lower_index_only(IrInstruction *at)
{
    return at->op == IR_INDEX && lower_index(at);
}

static bool for_each(IrFunction *function, Lower lower)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            is_changed = lower(at) || is_changed;
        }
    }
    return is_changed;
}

static bool comes_after(const IrInstruction *at, const IrInstruction *other)
{
    const IrInstruction *next = at->next;
    while (next != NULL && next != other) {
        next = next->next;
    }
    return next != NULL;
}

// The quotient of the same operands, computed at `at` at the latest, or NULL. What uses one that is
// already there may stand between the two, so that it stays where it is.
static IrInstruction *quotient_for(IrInstruction *at, IrOp wanted)
{
    for (IrUse *use = ir_operand(at, 0)->uses; use != NULL; use = use->next) {
        IrInstruction *user = use->user;
        if (user->op != wanted || user->block == NULL || ir_operand(user, 0) != ir_operand(at, 0) ||
            ir_operand(user, 1) != ir_operand(at, 1)) {
            continue;
        }
        if (user->block == at->block) {
            if (comes_after(at, user)) {
                ir_move_before(at, user); // its operands are there: they are those of `at`
            }
            return user;
        }
        if (ir_dominates(user->block, at->block)) {
            return user;
        }
    }
    return NULL;
}

// If the quotient exists, the remainder costs a product and a difference.
static bool share_quotient(IrInstruction *at)
{
    if (at->op != IR_REMAINDER_S && at->op != IR_REMAINDER_U) {
        return false;
    }
    IrInstruction *quotient =
        quotient_for(at, at->op == IR_REMAINDER_S ? IR_DIVIDE_S : IR_DIVIDE_U);
    if (quotient == NULL) {
        return false;
    }
    IrInstruction *product = rewrite_binary(at, IR_MULTIPLY, at->type, quotient, ir_operand(at, 1));
    ir_replace(at, rewrite_binary(at, IR_SUBTRACT, at->type, ir_operand(at, 0), product));
    ir_remove(at);
    return true;
}

bool lower_addresses(IrFunction *function)
{
    ir_dominators(function);
    bool is_divided = for_each(function, share_quotient);
    bool is_changed = for_each(function, lower_index_only);
    is_changed = for_each(function, widen_shift) || is_changed;
    is_changed = number_values(function) || is_changed;
    is_changed = for_each(function, combine_multiply) || is_changed;
    return remove_dead(function) || is_changed || is_divided;
}
