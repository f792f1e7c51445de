// SPDX-License-Identifier: Apache-2.0
// Algebra on single instructions: constants, identities, cheaper and canonical forms. Rules are
// applied until none matches. Each makes the program smaller, cheaper or more canonical, so this
// terminates.
#include "isa/cuda/optimize/simplify.h"

#define ROUNDS_MAX 32u // for a chain of rules nobody has seen yet

// A constant comes second.
static bool order_operands(IrInstruction *at)
{
    if (!ir_commutes(at) || at->operand_count != 2 || !ir_is_constant(ir_operand(at, 0)) ||
        ir_is_constant(ir_operand(at, 1))) {
        return false;
    }
    IrInstruction *first = ir_operand(at, 0);
    ir_set_operand(at, 0, ir_operand(at, 1));
    ir_set_operand(at, 1, first);
    return true;
}

// A PHI of one value (and itself, and undefined ways that this value reaches).
static IrInstruction *simplify_phi(IrInstruction *phi)
{
    IrInstruction *one = NULL;
    bool has_undefined = false;
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        IrInstruction *value = ir_operand(phi, i);
        if (value == phi) {
            continue;
        }
        if (value->op == IR_UNDEFINED) {
            has_undefined = true;
            continue;
        }
        if (one != NULL && !rewrite_same(one, value)) {
            return NULL;
        }
        one = value;
    }
    if (one == NULL) {
        return ir_undefined(rewrite_function(phi), phi->type);
    }
    if (has_undefined && one->block != NULL &&
        (one->block == phi->block || !ir_dominates(one->block, phi->block))) {
        return NULL;
    }
    return one;
}

// Does the edge out of the branch come to the end of `from`, and to nowhere else first?
static bool is_side_of(const IrBlock *branch, uint32_t way, const IrBlock *from,
                       const IrBlock *merge)
{
    const IrBlock *side = branch->last->targets[way];
    if (from == branch) {
        return side == merge;
    }
    return side != merge && side->predecessor_count == 1 && ir_dominates(side, from);
}

// true where a branch went one way and false where it went the other: its condition.
static IrInstruction *condition_of(IrInstruction *phi)
{
    uint64_t a, b;
    if (phi->type != IR_I1 || phi->operand_count != 2 || phi->targets[0] == phi->targets[1] ||
        !rewrite_integer(ir_operand(phi, 0), &a) || !rewrite_integer(ir_operand(phi, 1), &b) ||
        a == b) {
        return NULL;
    }
    const IrBlock *branch = phi->block->dominator;
    if (branch == NULL || branch->last == NULL || branch->last->op != IR_BRANCH ||
        branch->last->targets[0] == branch->last->targets[1]) {
        return NULL;
    }
    const IrBlock *truth = phi->targets[a != 0 ? 0 : 1], *other = phi->targets[a != 0 ? 1 : 0];
    for (uint32_t way = 0; way < 2; way++) {
        if (is_side_of(branch, way, truth, phi->block) &&
            is_side_of(branch, 1 - way, other, phi->block)) {
            IrInstruction *condition = ir_operand(branch->last, 0);
            return way == 0
                       ? condition
                       : rewrite_unary(rewrite_after_phis(phi->block), IR_NOT, IR_I1, condition);
        }
    }
    return NULL;
}

static IrInstruction *simplify_instruction(IrInstruction *at)
{
    IrInstruction *folded = fold_constant(at);
    if (folded != NULL) {
        return folded;
    }
    switch (at->op) {
    case IR_PHI: {
        IrInstruction *one = simplify_phi(at);
        return one != NULL ? one : condition_of(at);
    }
    case IR_ADD:
    case IR_SUBTRACT:
    case IR_NEGATE: return simplify_sum(at);
    case IR_MULTIPLY:
    case IR_MULTIPLY_WIDE_S:
    case IR_MULTIPLY_WIDE_U: return simplify_product(at);
    case IR_DIVIDE_S:
    case IR_DIVIDE_U:
    case IR_REMAINDER_S:
    case IR_REMAINDER_U: return simplify_division(at);
    case IR_AND:
    case IR_OR:
    case IR_XOR:
    case IR_NOT: return simplify_bits(at);
    case IR_SHL:
    case IR_SHR_S:
    case IR_SHR_U: return simplify_shift(at);
    case IR_COMPARE: return simplify_compare(at);
    case IR_SELECT: return simplify_select(at);
    case IR_EXTEND_S8:
    case IR_EXTEND_U8:
    case IR_EXTEND_S16:
    case IR_EXTEND_U16:
    case IR_SIGN_EXTEND:
    case IR_ZERO_EXTEND:
    case IR_TRUNCATE:
    case IR_BITS: return simplify_conversion(at);
    case IR_FADD:
    case IR_FSUBTRACT:
    case IR_FMULTIPLY:
    case IR_FDIVIDE:
    case IR_FMA:
    case IR_FNEGATE:
    case IR_FABS: return simplify_float(at);
    case IR_FLOAT_TRUNCATE: return simplify_float_truncate(at);
    case IR_INDEX:
    case IR_POINTER_TO_INTEGER:
    case IR_INTEGER_TO_POINTER:
    case IR_TO_GENERIC:
    case IR_TO_SPACE:
    case IR_IN_SPACE: return simplify_address(at);
    case IR_STORE: return simplify_store(at);
    default: return NULL;
    }
}

// A rule's result replaces `at`: its users see it, and `at` is removed.
static bool simplify_one(IrInstruction *at)
{
    if (at->uses == NULL && !ir_has_effect(at) && at->op != IR_LOCAL) {
        return false; // dead: remove_dead takes it
    }
    bool is_changed = order_operands(at);
    IrInstruction *by = simplify_instruction(at);
    if (by == NULL) {
        return is_changed;
    }
    if (by != at) {
        ir_replace(at, by);
        ir_remove(at);
    }
    return true;
}

bool simplify_values(IrFunction *function)
{
    bool is_changed = false, is_again = true;
    ir_dominators(function);
    for (uint32_t round = 0; is_again && round < ROUNDS_MAX; round++) {
        is_again = false;
        for (IrBlock *block = function->entry; block != NULL; block = block->next) {
            for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
                next = at->next;
                is_again = simplify_one(at) || is_again;
            }
        }
        is_changed = is_changed || is_again;
    }
    return is_changed;
}
