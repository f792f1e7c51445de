// SPDX-License-Identifier: Apache-2.0
// 64-bit divisions whose operands may be small: at run time, if the upper halves of both are zero,
// 32 bits are divided. These are the rules of LLVM's BypassSlowDivision.cpp for NVPTX, which nvcc's
// PTX shows too; divisions by constants are left alone.
#include "isa/cuda/optimize/flow.h"
#include "isa/cuda/optimize/known.h"

#define UPPER_HALF UINT64_C(0xffffffff00000000)

typedef enum Width {
    WIDTH_SHORT,
    WIDTH_UNKNOWN,
    WIDTH_LONG // certainly or probably
} Width;

// A quotient and a remainder of the same operands; either may be missing.
typedef struct Pair {
    IrInstruction *quotient, *remainder;
} Pair;

static bool is_remainder(const IrInstruction *at)
{
    return at->op == IR_REMAINDER_S || at->op == IR_REMAINDER_U;
}

static bool is_signed(const IrInstruction *at)
{
    return at->op == IR_DIVIDE_S || at->op == IR_REMAINDER_S;
}

// Hashes fill all 64 bits.
static bool is_like_hash(const IrInstruction *value)
{
    uint64_t factor;
    return value->op == IR_XOR ||
           (value->op == IR_MULTIPLY && rewrite_integer(ir_operand(value, 1), &factor) &&
            (int64_t)factor != (int32_t)factor);
}

static Width width_of(const IrInstruction *value)
{
    Known known = known_bits(value);
    if ((~known.zeros & UPPER_HALF) == 0) {
        return WIDTH_SHORT;
    }
    return (known.ones & UPPER_HALF) != 0 || is_like_hash(value) ? WIDTH_LONG : WIDTH_UNKNOWN;
}

static bool is_slow(const IrInstruction *at)
{
    return at->type == IR_I64 && (is_remainder(at) || is_signed(at) || at->op == IR_DIVIDE_U) &&
           !ir_is_constant(ir_operand(at, 1)) && width_of(ir_operand(at, 0)) != WIDTH_LONG &&
           width_of(ir_operand(at, 1)) != WIDTH_LONG;
}

// What follows in the block and divides the same.
static Pair pair_of(IrInstruction *at)
{
    Pair pair = {is_remainder(at) ? NULL : at, is_remainder(at) ? at : NULL};
    for (IrInstruction *other = at->next; other != NULL; other = other->next) {
        bool is_other = is_slow(other) && is_remainder(other) != is_remainder(at) &&
                        is_signed(other) == is_signed(at) &&
                        ir_operand(other, 0) == ir_operand(at, 0) &&
                        ir_operand(other, 1) == ir_operand(at, 1);
        if (is_other) {
            *(is_remainder(other) ? &pair.remainder : &pair.quotient) = other;
            break;
        }
    }
    return pair;
}

// The block goes on in the new one, from `at`.
static IrBlock *split_before(IrInstruction *at)
{
    IrBlock *block = at->block, *rest = ir_block_after(block->function, block);
    flow_move_terminator(block, rest);
    for (IrInstruction *next; at != NULL; at = next) {
        next = at->next;
        ir_carry_before(rest->last, at);
    }
    return rest;
}

static IrInstruction *upper_halves(IrBlock *block, const IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1), *bits;
    if (width_of(a) == WIDTH_SHORT) {
        bits = b;
    } else if (width_of(b) == WIDTH_SHORT) {
        bits = a;
    } else {
        bits = ir_binary(block, IR_OR, IR_I64, a, b, at->location);
    }
    return ir_binary(block, IR_AND, IR_I64, bits, ir_integer(block->function, IR_I64, UPPER_HALF),
                     at->location);
}

static IrInstruction *divide_short(IrBlock *block, const IrInstruction *at, IrInstruction *a,
                                   IrInstruction *b)
{
    IrOp op = is_remainder(at) ? IR_REMAINDER_U : IR_DIVIDE_U;
    IrInstruction *made = ir_binary(block, op, IR_I32, a, b, at->location);
    return ir_unary(block, IR_ZERO_EXTEND, IR_I64, made, at->location);
}

// Joins the two ways of computing `at`, which goes.
static void join(IrBlock *rest, IrInstruction *at, IrBlock *slow, IrInstruction *slow_value,
                 IrBlock *fast, IrInstruction *fast_value)
{
    IrInstruction *phi = ir_phi(rest, IR_I64, at->location);
    ir_add_phi_operand(phi, slow_value, slow);
    ir_add_phi_operand(phi, fast_value, fast);
    ir_replace(at, phi);
    ir_remove(at);
}

static void bypass(IrInstruction *at)
{
    Pair pair = pair_of(at);
    IrInstruction *each[2] = {pair.quotient, pair.remainder}, *slow_value[2], *fast_value[2];
    SourceLocation location = at->location;
    IrBlock *block = at->block, *rest = split_before(at);
    IrFunction *function = block->function;
    IrBlock *slow = ir_block_after(function, block), *fast = ir_block_after(function, slow);
    IrInstruction *upper = upper_halves(block, at);
    IrInstruction *is_long =
        ir_binary(block, IR_COMPARE, IR_I1, upper, ir_integer(function, IR_I64, 0), location);
    is_long->compare = IR_NE;
    ir_branch(block, is_long, slow, fast, location); // the fast way needs no jump to the rest
    IrInstruction *a = ir_unary(fast, IR_TRUNCATE, IR_I32, ir_operand(at, 0), location);
    IrInstruction *b = ir_unary(fast, IR_TRUNCATE, IR_I32, ir_operand(at, 1), location);
    for (int i = 0; i < 2; i++) {
        if (each[i] != NULL) {
            slow_value[i] = ir_binary(slow, each[i]->op, IR_I64, ir_operand(at, 0),
                                      ir_operand(at, 1), each[i]->location);
            fast_value[i] = divide_short(fast, each[i], a, b);
        }
    }
    ir_jump(slow, rest, location);
    ir_jump(fast, rest, location);
    for (int i = 0; i < 2; i++) {
        if (each[i] != NULL) {
            join(rest, each[i], slow, slow_value[i], fast, fast_value[i]);
        }
    }
}

static IrInstruction *find_slow(IrBlock *block)
{
    IrInstruction *at = block->first;
    while (at != NULL && !is_slow(at)) {
        at = at->next;
    }
    return at;
}

bool bypass_divisions(IrFunction *function)
{
    bool is_changed = false;
    if (function->module->compute_capability < LLVM_SINCE) {
        return false;
    }
    IrBlock *block = function->entry;
    while (block != NULL) {
        IrInstruction *at = find_slow(block);
        if (at == NULL) {
            block = block->next;
            continue;
        }
        bypass(at);
        is_changed = true;
        block = block->next->next->next; // the rest, after the slow and the fast way
    }
    return is_changed;
}
