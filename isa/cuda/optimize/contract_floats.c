// SPDX-License-Identifier: Apache-2.0
// Products and sums of floats to fused multiply-add, rounded once, as nvcc's -fmad=true does: every
// sum takes a product that is one of its operands, even when the product has other uses too; of two
// products it takes the one with fewer uses, else the first (LLVM's visitFADDForFMACombine).
#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

static bool is_product(const IrInstruction *value)
{
    return value->op == IR_FMULTIPLY && !value->is_exact_fp;
}

static IrInstruction *fused(IrInstruction *at, IrInstruction *a, IrInstruction *b, IrInstruction *c)
{
    return rewrite_ternary(at, IR_FMA, at->type, a, b, c);
}

static IrInstruction *negated(IrInstruction *at, IrInstruction *a)
{
    double value;
    if (a->op == IR_FNEGATE) {
        return ir_operand(a, 0);
    }
    if (rewrite_real(a, &value)) {
        return rewrite_constant_real(at, at->type, -value);
    }
    return rewrite_unary(at, IR_FNEGATE, at->type, a);
}

static IrInstruction *contract_sum(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    if (is_product(a) && is_product(b) && a->use_count > b->use_count) {
        IrInstruction *first = a;
        a = b;
        b = first;
    }
    if (is_product(a)) {
        return fused(at, ir_operand(a, 0), ir_operand(a, 1), b);
    }
    return is_product(b) ? fused(at, ir_operand(b, 0), ir_operand(b, 1), a) : NULL;
}

// The product's second factor is negated when it is a constant: that costs nothing.
static IrInstruction *contract_difference(IrInstruction *at)
{
    IrInstruction *a = ir_operand(at, 0), *b = ir_operand(at, 1);
    bool is_first = is_product(a) && (!is_product(b) || a->use_count <= b->use_count);
    if (is_first) {
        return fused(at, ir_operand(a, 0), ir_operand(a, 1), negated(at, b));
    }
    if (!is_product(b)) {
        return NULL;
    }
    IrInstruction *x = ir_operand(b, 0), *y = ir_operand(b, 1);
    return ir_is_constant(y) ? fused(at, x, negated(at, y), a) : fused(at, negated(at, x), y, a);
}

bool contract_floats(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if ((at->op != IR_FADD && at->op != IR_FSUBTRACT) || at->is_exact_fp) {
                continue;
            }
            IrInstruction *by = at->op == IR_FADD ? contract_sum(at) : contract_difference(at);
            if (by != NULL) {
                ir_replace(at, by);
                ir_remove(at);
                is_changed = true;
            }
        }
    }
    if (is_changed) {
        remove_dead(function); // products that have no other use
    }
    return is_changed;
}
