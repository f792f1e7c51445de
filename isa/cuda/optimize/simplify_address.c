// SPDX-License-Identifier: Apache-2.0
// Addresses: constants move out of indices into displacements, and displacements outwards to the
// access, where they are free. An int sum that does not wrap may be split under its sign extension.
// Taking c out of (x + c) * k under the extension assumes that x * k is an int as well: an index
// nearer to the limits of int than c * k would go wrong, as with nvcc.
#include "isa/cuda/optimize/simplify.h"

typedef struct Extraction {
    IrInstruction *at; // the INDEX; new instructions come before it
    bool is_signed;    // the index is extended so; a 64-bit one or one of a 32-bit address is not
    bool is_modular;   // it wraps as addresses do: everything may be taken apart
    uint32_t depth;
} Extraction;

static bool may_split(const Extraction *extraction, const IrInstruction *value)
{
    uint64_t c;
    if (extraction->is_modular) {
        return true;
    }
    if (extraction->is_signed) {
        if (value->is_no_wrap) {
            return true;
        }
        // Both parts and the sum are small: nothing reaches the sign.
        return value->op == IR_ADD && rewrite_integer(ir_operand(value, 1), &c) && c <= INT32_MAX &&
               known_maximum(ir_operand(value, 0)) + c <= INT32_MAX;
    }
    if (value->op != IR_ADD || !rewrite_integer(ir_operand(value, 1), &c)) {
        return false;
    }
    return known_maximum(ir_operand(value, 0)) + c <= rewrite_mask(value->type);
}

// The sum of the constants in `value`, which can be taken out of it.
static int64_t constant_in(Extraction *extraction, const IrInstruction *value)
{
    uint64_t c;
    int64_t result = 0;
    if (rewrite_integer(value, &c)) {
        return extraction->is_signed || extraction->is_modular ? rewrite_signed(value->type, c)
                                                               : (int64_t)c;
    }
    if (++extraction->depth < 8 && may_split(extraction, value)) {
        switch (value->op) {
        case IR_ADD:
            result = constant_in(extraction, ir_operand(value, 0)) +
                     constant_in(extraction, ir_operand(value, 1));
            break;
        case IR_SUBTRACT:
            result = constant_in(extraction, ir_operand(value, 0)) -
                     constant_in(extraction, ir_operand(value, 1));
            break;
        case IR_MULTIPLY:
            if (rewrite_integer(ir_operand(value, 1), &c)) {
                result = (int64_t)((uint64_t)constant_in(extraction, ir_operand(value, 0)) *
                                   (uint64_t)rewrite_signed(value->type, c));
            }
            break;
        case IR_SHL:
            if (rewrite_integer(ir_operand(value, 1), &c) && c < 32) {
                result = (int64_t)((uint64_t)constant_in(extraction, ir_operand(value, 0)) << c);
            }
            break;
        default: break;
        }
    }
    extraction->depth--;
    return result;
}

// `value` without its constants. Follows the same ways as constant_in.
static IrInstruction *without_constant(Extraction *extraction, IrInstruction *value)
{
    IrInstruction *at = extraction->at, *made;
    if (ir_is_constant(value)) {
        return rewrite_constant(at, value->type, 0);
    }
    if (constant_in(extraction, value) == 0) {
        return value;
    }
    extraction->depth++;
    IrInstruction *a = without_constant(extraction, ir_operand(value, 0));
    if (value->op == IR_ADD || value->op == IR_SUBTRACT) {
        IrInstruction *b = without_constant(extraction, ir_operand(value, 1));
        if (rewrite_is(b, 0)) {
            made = a;
        } else if (value->op == IR_ADD && rewrite_is(a, 0)) {
            made = b;
        } else {
            made = rewrite_binary(at, value->op, value->type, a, b);
            made->is_no_wrap = value->is_no_wrap;
        }
    } else {
        made = rewrite_binary(at, value->op, value->type, a, ir_operand(value, 1));
        made->is_no_wrap = value->is_no_wrap;
    }
    extraction->depth--;
    return made;
}

static Extraction extraction_of(IrInstruction *at)
{
    const IrInstruction *index = ir_operand(at, 1);
    bool is_narrow_space = at->space == IR_SPACE_SHARED;
    return (Extraction){at, at->is_signed, index->type == IR_I64 || is_narrow_space, 0};
}

static IrInstruction *take_constant_out(IrInstruction *at)
{
    Extraction extraction = extraction_of(at);
    IrInstruction *index = ir_operand(at, 1);
    int64_t c = constant_in(&extraction, index);
    if (c == 0) {
        return NULL;
    }
    extraction.depth = 0;
    IrInstruction *rest = without_constant(&extraction, index);
    uint64_t displacement = (uint64_t)at->displacement + (uint64_t)c * (uint64_t)at->scale;
    return rewrite_index(at, ir_operand(at, 0), rewrite_is(rest, 0) ? NULL : rest, at->is_signed,
                         at->scale, (int64_t)displacement);
}

// The extension of the index is the INDEX's own to do.
static bool absorb_extension(IrInstruction *at)
{
    IrInstruction *index = ir_operand(at, 1);
    if (index->type == IR_I64 && ir_operand(at, 1)->operand_count == 1 &&
        (index->op == IR_SIGN_EXTEND || index->op == IR_ZERO_EXTEND) &&
        ir_operand(index, 0)->type == IR_I32) {
        at->is_signed = index->op == IR_SIGN_EXTEND;
        ir_set_operand(at, 1, ir_operand(index, 0));
        return true;
    }
    if (index->type == IR_I32 && at->is_signed && known_non_negative(index)) {
        at->is_signed = false;
        return true;
    }
    return false;
}

// p + x * n + y * n as p + (x + y) * n.
static IrInstruction *factor_steps_out(IrInstruction *at, IrInstruction *base)
{
    if (base->op != IR_INDEX || base->operand_count < 2 || base->use_count > 1 ||
        base->scale != at->scale || base->displacement != 0) {
        return NULL;
    }
    IrInstruction *sum = simplify_sum_of_products(at, ir_operand(base, 1), ir_operand(at, 1));
    return sum == NULL ? NULL
                       : rewrite_index(at, ir_operand(base, 0), sum, at->is_signed, at->scale,
                                       at->displacement);
}

static IrInstruction *simplify_index(IrInstruction *at)
{
    IrInstruction *base = ir_operand(at, 0);
    bool has_index = at->operand_count > 1;
    if (base->op == IR_UNDEFINED) {
        return ir_undefined(rewrite_function(at), IR_POINTER);
    }
    if (!has_index && at->displacement == 0) {
        return base;
    }
    if (has_index && (at->scale == 0 || rewrite_is(ir_operand(at, 1), 0))) {
        return rewrite_index(at, base, NULL, false, 1, at->displacement);
    }
    // The base's displacement moves out.
    if (base->op == IR_INDEX && base->displacement != 0) {
        IrInstruction *inner = ir_operand(base, 0);
        int64_t sum = (int64_t)((uint64_t)at->displacement + (uint64_t)base->displacement);
        if (base->operand_count > 1) {
            inner = rewrite_index(at, inner, ir_operand(base, 1), base->is_signed, base->scale, 0);
        }
        return rewrite_index(at, inner, has_index ? ir_operand(at, 1) : NULL, at->is_signed,
                             at->scale, sum);
    }
    // An element without a displacement of its own: one INDEX does both.
    if (!has_index && base->op == IR_INDEX && base->operand_count > 1) {
        return rewrite_index(at, ir_operand(base, 0), ir_operand(base, 1), base->is_signed,
                             base->scale, at->displacement);
    }
    if (!has_index) {
        return NULL;
    }
    if (absorb_extension(at)) {
        return at;
    }
    IrInstruction *by = factor_steps_out(at, base);
    return by != NULL ? by : take_constant_out(at);
}

static bool has_space(const IrInstruction *value, IrSpace space)
{
    return value->op == IR_TO_GENERIC && ir_operand(value, 0)->space == space;
}

IrInstruction *simplify_address(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0);
    switch (at->op) {
    case IR_INDEX: return simplify_index(at);
    case IR_POINTER_TO_INTEGER:
        return a->op == IR_INTEGER_TO_POINTER && ir_operand(a, 0)->type == at->type
                   ? ir_operand(a, 0)
                   : NULL;
    case IR_INTEGER_TO_POINTER:
        return a->op == IR_POINTER_TO_INTEGER && ir_operand(a, 0)->space == at->space
                   ? ir_operand(a, 0)
                   : NULL;
    case IR_TO_SPACE: return has_space(a, at->space) ? ir_operand(a, 0) : NULL;
    case IR_TO_GENERIC: return a->space == IR_SPACE_GENERIC ? a : NULL;
    case IR_IN_SPACE:
        return a->op == IR_TO_GENERIC
                   ? rewrite_constant(at, IR_I1, ir_operand(a, 0)->space == (IrSpace)at->scope)
                   : NULL;
    default: return NULL;
    }
}
