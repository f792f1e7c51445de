// SPDX-License-Identifier: Apache-2.0
// Operations that both sides of a branch end with are done once after them: an operation whose
// results a PHI joins moves after a PHI of the one operand that differs, and so does a store to one
// place.
#include "isa/cuda/optimize/flow.h"

static bool has_equal_form(const IrInstruction *a, const IrInstruction *b)
{
    return rewrite_same_operation(a, b) && !a->is_volatile && !b->is_volatile &&
           a->align_bytes == b->align_bytes;
}

// Which operands differ: the number of them, the last one in *which.
static uint32_t count_different(const IrInstruction *a, const IrInstruction *b, uint32_t *which)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->operand_count; i++) {
        if (!rewrite_same(ir_operand(a, i), ir_operand(b, i))) {
            count++;
            *which = i;
        }
    }
    return count;
}

static bool turn_operands(const IrInstruction *a, IrInstruction *b)
{
    if (!ir_commutes(b) || b->operand_count != 2 ||
        (!rewrite_same(ir_operand(a, 0), ir_operand(b, 1)) &&
         !rewrite_same(ir_operand(a, 1), ir_operand(b, 0)))) {
        return false;
    }
    IrInstruction *first = ir_operand(b, 0);
    ir_set_operand(b, 0, ir_operand(b, 1));
    ir_set_operand(b, 1, first);
    return true;
}

static bool may_sink(const IrInstruction *a, const IrInstruction *b)
{
    return ir_is_pure(a) && a->operand_count > 0 && a->op != IR_PHI && a->op != IR_RESULT &&
           a->use_count == 1 && b->use_count == 1 && has_equal_form(a, b);
}

// A copy of `a` in the block, with a PHI where `b` has another operand.
static IrInstruction *sink(IrBlock *merge, IrInstruction *a, IrInstruction *b, uint32_t which,
                           bool has_phi)
{
    IrInstruction *made = ir_clone(merge->function, a);
    made->is_no_wrap = a->is_no_wrap && b->is_no_wrap;
    if (has_phi) {
        IrInstruction *first = ir_operand(a, which);
        IrInstruction *phi = ir_phi(merge, first->type, a->location);
        phi->space = first->space;
        ir_add_phi_operand(phi, first, a->block);
        ir_add_phi_operand(phi, ir_operand(b, which), b->block);
        ir_set_operand(made, which, phi);
    }
    ir_insert_before(rewrite_after_phis(merge), made);
    return made;
}

static bool sink_phi(IrBlock *merge, IrInstruction *phi)
{
    uint32_t which = 0;
    IrInstruction *a = ir_operand(phi, 0), *b = ir_operand(phi, 1);
    if (a == b || a->block != phi->targets[0] || b->block != phi->targets[1] || !may_sink(a, b)) {
        return false;
    }
    uint32_t count = count_different(a, b, &which);
    if (count > 1 && turn_operands(a, b)) {
        count = count_different(a, b, &which);
    }
    if (count > 1) {
        return false;
    }
    ir_replace(phi, sink(merge, a, b, which, count == 1));
    ir_remove(phi);
    ir_remove(a);
    ir_remove(b);
    return true;
}

// Both are computed alike from the same values: one address, each side having its own.
static bool is_same_address(const IrInstruction *a, const IrInstruction *b)
{
    uint32_t which;
    return rewrite_same(a, b) ||
           (a->op == IR_INDEX && has_equal_form(a, b) && count_different(a, b, &which) == 0);
}

static bool sink_store(IrBlock *merge)
{
    uint32_t which = 0;
    IrInstruction *a = merge->predecessors[0]->last->previous;
    IrInstruction *b = merge->predecessors[1]->last->previous;
    if (a == NULL || b == NULL || a->op != IR_STORE || !has_equal_form(a, b) ||
        a->operand_count != 2 || !is_same_address(ir_operand(a, 0), ir_operand(b, 0))) {
        return false;
    }
    IrInstruction *address = ir_operand(a, 0);
    bool is_shared = address == ir_operand(b, 0);
    if (!is_shared) {
        ir_set_operand(b, 0, address);
    }
    uint32_t count = count_different(a, b, &which);
    IrInstruction *store = sink(merge, a, b, which, count == 1);
    if (!is_shared) {
        IrInstruction *made = ir_clone(merge->function, address);
        ir_insert_before(rewrite_after_phis(merge), made);
        ir_set_operand(store, 0, made);
    }
    ir_remove(a);
    ir_remove(b);
    return true;
}

// Two sides and nothing else come together here.
static bool is_joined(const IrBlock *merge)
{
    return merge->predecessor_count == 2 && merge->predecessors[0] != merge->predecessors[1] &&
           merge->predecessors[0]->last->op == IR_JUMP &&
           merge->predecessors[1]->last->op == IR_JUMP &&
           merge->predecessors[0]->order < merge->order &&
           merge->predecessors[1]->order < merge->order;
}

static bool sink_into(IrBlock *merge)
{
    for (IrInstruction *phi = merge->first; phi->op == IR_PHI; phi = phi->next) {
        if (sink_phi(merge, phi)) {
            return true;
        }
    }
    return sink_store(merge);
}

bool sink_common(IrFunction *function)
{
    bool is_changed = false;
    ir_order(function);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        while (is_joined(block) && sink_into(block)) {
            is_changed = true;
        }
    }
    return is_changed;
}
