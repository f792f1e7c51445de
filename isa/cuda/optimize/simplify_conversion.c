// SPDX-License-Identifier: Apache-2.0
// Conversions between widths: extensions of extended values, truncated values computed narrow,
// reinterpretations that cancel.
#include "isa/cuda/optimize/simplify.h"

static IrInstruction *extend_byte(IrInstruction *at, uint32_t bits, bool is_signed)
{
    IrInstruction *a = ir_operand(at, 0);
    uint64_t low = (UINT64_C(1) << bits) - 1, inner;
    if (!is_signed) {
        return rewrite_binary(at, IR_AND, IR_I32, a, rewrite_constant(at, IR_I32, low));
    }
    if (known_sign_bits(a) > 32 - bits) {
        return a;
    }
    bool is_wider = a->op == IR_EXTEND_S16 || (a->op == IR_EXTEND_S8 && bits == 8);
    if (is_wider) {
        ir_set_operand(at, 0, ir_operand(a, 0));
        return at;
    }
    if (a->op == IR_AND && rewrite_integer(ir_operand(a, 1), &inner) && (inner & low) == low) {
        ir_set_operand(at, 0, ir_operand(a, 0));
        return at;
    }
    return NULL;
}

static bool is_address_in_32_bits(const IrInstruction *value)
{
    return value->op == IR_POINTER_TO_INTEGER && ir_operand(value, 0)->space == IR_SPACE_SHARED;
}

static bool is_free_to_truncate(const IrInstruction *value)
{
    return ir_is_constant(value) || value->op == IR_SIGN_EXTEND || value->op == IR_ZERO_EXTEND ||
           value->op == IR_MULTIPLY_WIDE_S || value->op == IR_MULTIPLY_WIDE_U ||
           is_address_in_32_bits(value);
}

// The low half of sums, products and logic depends on low halves alone.
static IrInstruction *truncate_operation(IrInstruction *at, IrInstruction *a)
{
    uint64_t amount;
    if (a->use_count > 1 || at->type != IR_I32) {
        return NULL;
    }
    switch (a->op) {
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_MULTIPLY:
    case IR_AND:
    case IR_OR:
    case IR_XOR: {
        IrInstruction *x = ir_operand(a, 0), *y = ir_operand(a, 1);
        if (!is_free_to_truncate(x) && !is_free_to_truncate(y) && a->op != IR_MULTIPLY) {
            return NULL;
        }
        x = rewrite_unary(at, IR_TRUNCATE, IR_I32, x);
        return rewrite_binary(at, a->op, IR_I32, x, rewrite_unary(at, IR_TRUNCATE, IR_I32, y));
    }
    case IR_SHL:
        if (rewrite_integer(ir_operand(a, 1), &amount) && amount < 32) {
            return rewrite_binary(at, IR_SHL, IR_I32,
                                  rewrite_unary(at, IR_TRUNCATE, IR_I32, ir_operand(a, 0)),
                                  ir_operand(a, 1));
        }
        return NULL;
    case IR_NEGATE:
    case IR_NOT:
        return rewrite_unary(at, a->op, IR_I32,
                             rewrite_unary(at, IR_TRUNCATE, IR_I32, ir_operand(a, 0)));
    default: return NULL;
    }
}

// The 32 bits of an address in shared memory, as loops over rows make them: places that differ by a
// constant are one sum and a constant each.
static IrInstruction *displacement_behind(IrInstruction *at, const IrInstruction *address)
{
    if (address->op != IR_INDEX || address->displacement == 0) {
        return NULL;
    }
    IrInstruction *base = ir_operand(address, 0);
    if (address->operand_count > 1) {
        base =
            rewrite_index(at, base, ir_operand(address, 1), address->is_signed, address->scale, 0);
    }
    base = rewrite_unary(at, IR_POINTER_TO_INTEGER, IR_I64, base);
    return rewrite_binary(
        at, IR_ADD, IR_I32, rewrite_unary(at, IR_TRUNCATE, IR_I32, base),
        rewrite_constant(at, IR_I32, (uint64_t)address->displacement & UINT32_MAX));
}

static IrInstruction *simplify_truncate(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    if (is_address_in_32_bits(a) && at->type == IR_I32) {
        return displacement_behind(at, ir_operand(a, 0));
    }
    if (a->op == IR_SIGN_EXTEND || a->op == IR_ZERO_EXTEND) {
        IrInstruction *narrow = ir_operand(a, 0);
        if (narrow->type == at->type) {
            return narrow;
        }
        return narrow->type == IR_I1 && at->type == IR_I32
                   ? rewrite_unary(at, IR_ZERO_EXTEND, IR_I32, narrow)
                   : NULL;
    }
    if ((a->op == IR_MULTIPLY_WIDE_S || a->op == IR_MULTIPLY_WIDE_U) && at->type == IR_I32) {
        return rewrite_binary(at, IR_MULTIPLY, IR_I32, ir_operand(a, 0), ir_operand(a, 1));
    }
    uint64_t c, kept = rewrite_mask(at->type);
    if (a->op == IR_AND && rewrite_integer(ir_operand(a, 1), &c) && (c & kept) == kept) {
        return rewrite_unary(at, IR_TRUNCATE, at->type, ir_operand(a, 0));
    }
    if (a->op == IR_OR) { // of parts, of which one lies above
        for (uint32_t i = 0; i < 2; i++) {
            if ((~known_bits(ir_operand(a, i)).zeros & kept) == 0) {
                return rewrite_unary(at, IR_TRUNCATE, at->type, ir_operand(a, 1 - i));
            }
        }
    }
    return truncate_operation(at, a);
}

static IrInstruction *simplify_extend(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    if (at->op == IR_ZERO_EXTEND && a->op == IR_TRUNCATE && a->type == IR_I16 &&
        ir_operand(a, 0)->type == at->type) {
        return rewrite_binary(at, IR_AND, at->type, ir_operand(a, 0),
                              rewrite_constant(at, at->type, UINT16_MAX));
    }
    if (a->op == IR_TRUNCATE && ir_operand(a, 0)->type == at->type && at->type == IR_I64) {
        IrInstruction *wide = ir_operand(a, 0);
        if (at->op == IR_ZERO_EXTEND && known_maximum(wide) <= UINT32_MAX) {
            return wide;
        }
        if (at->op == IR_SIGN_EXTEND && known_sign_bits(wide) > 32) {
            return wide;
        }
        if (at->op == IR_ZERO_EXTEND) {
            return rewrite_binary(at, IR_AND, IR_I64, wide,
                                  rewrite_constant(at, IR_I64, UINT32_MAX));
        }
        return NULL;
    }
    if (at->op == IR_ZERO_EXTEND && a->op == IR_ZERO_EXTEND && ir_operand(a, 0)->type != IR_I16) {
        return rewrite_unary(at, IR_ZERO_EXTEND, at->type, ir_operand(a, 0));
    }
    if (at->op == IR_SIGN_EXTEND && a->type == IR_I32 && known_non_negative(a)) {
        at->op = IR_ZERO_EXTEND;
        return at;
    }
    return NULL;
}

IrInstruction *simplify_conversion(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    if (a->op == IR_UNDEFINED) {
        return ir_undefined(rewrite_function(at), at->type);
    }
    switch (at->op) {
    case IR_EXTEND_S8: return extend_byte(at, 8, true);
    case IR_EXTEND_U8: return extend_byte(at, 8, false);
    case IR_EXTEND_S16: return extend_byte(at, 16, true);
    case IR_EXTEND_U16: return extend_byte(at, 16, false);
    case IR_TRUNCATE: return simplify_truncate(at);
    case IR_BITS:
        return a->op == IR_BITS && ir_operand(a, 0)->type == at->type ? ir_operand(a, 0) : NULL;
    default: return simplify_extend(at);
    }
}

// A store of a byte ignores the bits above it.
IrInstruction *simplify_store(IrInstruction *at)
{
    uint64_t c, low;
    if (at->vector > 1 || at->operand_count != 2) {
        return NULL;
    }
    switch (at->memory) {
    case IR_MEMORY_U8:
    case IR_MEMORY_S8: low = UINT8_MAX; break;
    case IR_MEMORY_U16:
    case IR_MEMORY_S16: low = UINT16_MAX; break;
    default: return NULL;
    }
    IrInstruction *value = ir_operand(at, 1);
    bool is_cut = value->op == IR_EXTEND_S16 || value->op == IR_EXTEND_U16 ||
                  ((value->op == IR_EXTEND_S8 || value->op == IR_EXTEND_U8) && low == UINT8_MAX);
    bool is_masked =
        value->op == IR_AND && rewrite_integer(ir_operand(value, 1), &c) && (c & low) == low;
    if (!is_cut && !is_masked) {
        return NULL;
    }
    ir_set_operand(at, 1, ir_operand(value, 0));
    return at;
}
