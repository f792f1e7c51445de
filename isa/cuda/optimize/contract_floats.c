// SPDX-License-Identifier: Apache-2.0
// Products and sums of floats to fused multiply-add, rounded once, as nvcc's -fmad=true does before
// ptxas: the rules of LLVM 7's DAG combiner and of its NVPTX target (PerformFADDCombine), which
// nvcc 13 follows (tests/cuda/random_sums.py). A sum takes the product that is its first operand,
// else the one that is its second, if the product is read at most four times and only by sums of
// its block. Differences stay: ptxas fuses them, and so does isa/machine.
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

#define READERS_MAX 4u // of a product that is fused into all of them
#define DEPTH_MAX   6u // of isNegatibleForFree
#define SWEEPS_MAX  3u // before, between and after the legalization of types and operations

static bool is_product(const IrInstruction *value)
{
    return value->op == IR_FMULTIPLY && !value->is_exact_fp;
}

// LLVM moves a value with one reader into the block of that reader, if this is the only way there.
static bool stands_with(const IrInstruction *value, const IrInstruction *at)
{
    return value->block == at->block ||
           (value->use_count == 1 && at->block->predecessor_count == 1 &&
            at->block->predecessors[0] == value->block);
}

static uint32_t count_readers(const IrInstruction *value, const IrBlock *block)
{
    uint32_t count = 0;
    for (const IrUse *use = value->uses; use != NULL; use = use->next) {
        count += use->user->block == block;
    }
    return count;
}

static bool is_conversion(const IrInstruction *value)
{
    return value->op == IR_FLOAT_EXTEND || value->op == IR_FLOAT_TRUNCATE;
}

typedef enum Negation { NEGATION_COSTS, NEGATION_IS_FREE, NEGATION_SAVES } Negation;

// What the negation of a value costs for a reader in the block (LLVM's isNegatibleForFree).
static Negation cost_negation(const IrInstruction *value, const IrInstruction *at, uint32_t depth)
{
    if (ir_is_constant(value)) {
        return count_readers(value, at->block) == 1 ? NEGATION_IS_FREE : NEGATION_COSTS;
    }
    if (!stands_with(value, at)) {
        return NEGATION_COSTS;
    }
    if (value->op == IR_FNEGATE) {
        return NEGATION_SAVES;
    }
    if (value->use_count != 1 || depth > DEPTH_MAX) {
        return NEGATION_COSTS;
    }
    if (is_conversion(value)) {
        return cost_negation(ir_operand(value, 0), value, depth + 1);
    }
    if (!is_product(value) && value->op != IR_FDIVIDE) {
        return NEGATION_COSTS;
    }
    Negation first = cost_negation(ir_operand(value, 0), value, depth + 1);
    return first != NEGATION_COSTS ? first : cost_negation(ir_operand(value, 1), value, depth + 1);
}

// The negation of a value for which that is free, before `at`.
static IrInstruction *negated(IrInstruction *at, IrInstruction *value)
{
    double real;
    if (rewrite_real(value, &real)) {
        return rewrite_constant_real(at, value->type, -real);
    }
    if (value->op == IR_FNEGATE) {
        return ir_operand(value, 0);
    }
    if (is_conversion(value)) {
        return rewrite_unary(at, value->op, value->type, negated(at, ir_operand(value, 0)));
    }
    IrInstruction *a = ir_operand(value, 0), *b = ir_operand(value, 1);
    return cost_negation(a, value, 1) != NEGATION_COSTS
               ? rewrite_binary(at, value->op, value->type, negated(at, a), b)
               : rewrite_binary(at, value->op, value->type, a, negated(at, b));
}

static bool is_minus_twice(const IrInstruction *value, const IrInstruction *at)
{
    double real;
    return is_product(value) && value->use_count == 1 && value->block == at->block &&
           rewrite_real(ir_operand(value, 1), &real) && real == -2.0;
}

static IrInstruction *twice(IrInstruction *at, IrInstruction *value)
{
    return rewrite_binary(at, IR_FADD, at->type, value, value);
}

static bool is_for_sums(const IrInstruction *product, const IrInstruction *sum)
{
    if (!is_product(product) || product->use_count > READERS_MAX || !stands_with(product, sum)) {
        return false;
    }
    for (const IrUse *use = product->uses; use != NULL; use = use->next) {
        const IrInstruction *user = use->user;
        if (user->op != IR_FADD || user->is_exact_fp || user->block != sum->block) {
            return false;
        }
    }
    return true;
}

static IrInstruction *combine_sum(IrInstruction *at)
{
    IrInstruction *operands[2] = {ir_operand(at, 0), ir_operand(at, 1)};
    for (uint32_t i = 2; i-- > 0;) {
        if (cost_negation(operands[i], at, 0) == NEGATION_SAVES) {
            return rewrite_binary(at, IR_FSUBTRACT, at->type, operands[1 - i],
                                  negated(at, operands[i]));
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (is_minus_twice(operands[i], at)) {
            return rewrite_binary(at, IR_FSUBTRACT, at->type, operands[1 - i],
                                  twice(at, ir_operand(operands[i], 0)));
        }
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (is_for_sums(operands[i], at)) {
            return rewrite_ternary(at, IR_FMA, at->type, ir_operand(operands[i], 0),
                                   ir_operand(operands[i], 1), operands[1 - i]);
        }
    }
    return NULL;
}

static IrInstruction *combine_difference(IrInstruction *at)
{
    IrInstruction *b = ir_operand(at, 1);
    return cost_negation(b, at, 0) == NEGATION_COSTS
               ? NULL
               : rewrite_binary(at, IR_FADD, at->type, ir_operand(at, 0), negated(at, b));
}

static IrInstruction *combine_product(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    double real;
    if (rewrite_real(b, &real) && real == 2.0) {
        return twice(at, a);
    }
    Negation first = cost_negation(a, at, 0);
    Negation second = first == NEGATION_COSTS ? first : cost_negation(b, at, 0);
    return second != NEGATION_COSTS && (first == NEGATION_SAVES || second == NEGATION_SAVES)
               ? rewrite_binary(at, IR_FMULTIPLY, at->type, negated(at, a), negated(at, b))
               : NULL;
}

static IrInstruction *combine(IrInstruction *at)
{
    if (at->is_exact_fp) {
        return NULL;
    }
    switch (at->op) {
    case IR_FADD: return combine_sum(at);
    case IR_FSUBTRACT: return combine_difference(at);
    case IR_FMULTIPLY: return combine_product(at);
    case IR_FNEGATE:
        return cost_negation(ir_operand(at, 0), at, 0) != NEGATION_COSTS
                   ? negated(at, ir_operand(at, 0))
                   : NULL;
    default: return NULL;
    }
}

// What only the removed instruction read goes with it, so that the readers that others have left
// are counted right.
static void remove_with_operands(IrInstruction *at)
{
    IrInstruction *operands[2] = {ir_operand(at, 0),
                                  at->operand_count > 1 ? ir_operand(at, 1) : NULL};
    ir_remove(at);
    for (uint32_t i = 0; i < 2; i++) {
        IrInstruction *operand = operands[i];
        bool is_float = operand != NULL && operand->block != NULL &&
                        (operand->op == IR_FMULTIPLY || operand->op == IR_FNEGATE ||
                         operand->op == IR_FDIVIDE || is_conversion(operand));
        if (is_float && operand->uses == NULL) {
            remove_with_operands(operand);
        }
    }
}

// From the last instruction up, as the combiner's list of work is taken. What a rule makes stands
// right above and is looked at next.
static bool sweep(IrBlock *block)
{
    bool is_changed = false;
    for (IrInstruction *at = block->last; at != NULL;) {
        IrInstruction *by = combine(at), *below = at->next;
        if (by == NULL) {
            at = at->previous;
            continue;
        }
        ir_replace(at, by);
        remove_with_operands(at);
        at = below != NULL ? below->previous : block->last;
        is_changed = true;
    }
    return is_changed;
}

bool contract_floats(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (uint32_t i = 0; i < SWEEPS_MAX && sweep(block); i++) {
            is_changed = true;
        }
    }
    return is_changed;
}
