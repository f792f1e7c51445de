// SPDX-License-Identifier: Apache-2.0
// Moving one operation of each way into the block where the ways meet.
#include "isa/cuda/optimize/known.h"
#include "isa/cuda/optimize/sink.h"

bool sink_is_common(const Group *group, uint32_t operand)
{
    const IrInstruction *first = ir_operand(group->members[0], operand);
    for (uint32_t i = 1; i < group->count; i++) {
        if (!rewrite_same_value(first, ir_operand(group->members[i], operand), group->depth)) {
            return false;
        }
    }
    return true;
}

static uint32_t count_different(const Group *group)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < group->members[0]->operand_count; i++) {
        count += sink_is_common(group, i) ? 0 : 1;
    }
    return count;
}

bool sink_have_equal_form(const Group *group)
{
    for (uint32_t i = 1; i < group->count; i++) {
        if (!rewrite_same_form(group->members[0], group->members[i])) {
            return false;
        }
    }
    return true;
}

void sink_turn_operands(const Group *group)
{
    const IrInstruction *a = group->members[0];
    for (uint32_t i = 1; i < group->count && ir_commutes(a) && a->operand_count == 2; i++) {
        IrInstruction *b = group->members[i], *first = ir_operand(b, 0);
        if (!rewrite_same(ir_operand(a, 0), first) &&
            !rewrite_same(ir_operand(a, 1), ir_operand(b, 1)) &&
            (rewrite_same(ir_operand(a, 0), ir_operand(b, 1)) ||
             rewrite_same(ir_operand(a, 1), first))) {
            ir_set_operand(b, 0, ir_operand(b, 1));
            ir_set_operand(b, 1, first);
        }
    }
}

bool sink_is_displaced(const Group *group)
{
    bool is_displaced = false;
    for (uint32_t i = 1; i < group->count; i++) {
        is_displaced =
            is_displaced || group->members[i]->displacement != group->members[0]->displacement;
    }
    return is_displaced;
}

static bool may_extend_sign(const IrInstruction *indexing)
{
    return indexing->is_signed || known_non_negative(ir_operand(indexing, 1));
}

bool sink_index_alike(const Group *group)
{
    const IrInstruction *first = group->members[0];
    for (uint32_t i = 0; i < group->count; i++) {
        IrInstruction moved = *group->members[i];
        if (moved.op != IR_INDEX || moved.operand_count != 2 || moved.scale == 0 ||
            (moved.displacement - first->displacement) % moved.scale != 0 ||
            (moved.is_signed != first->is_signed &&
             !(may_extend_sign(&moved) && may_extend_sign(first)))) {
            return false;
        }
        moved.displacement = first->displacement;
        moved.is_signed = first->is_signed;
        if (!rewrite_same_form(first, &moved)) {
            return false;
        }
    }
    return !sink_is_displaced(group) ||
           (count_different(group) == 0 && ir_operand(first, 0)->op != IR_SYMBOL);
}

bool sink_may(const Group *group)
{
    const IrInstruction *first = group->members[0];
    if (!ir_is_pure(first) || first->operand_count == 0 || first->op == IR_PHI ||
        first->op == IR_RESULT) {
        return false;
    }
    for (uint32_t i = 0; i < group->count; i++) {
        const IrInstruction *at = group->members[i];
        if (at->use_count != 1 || at->block != group->from[i]) {
            return false;
        }
    }
    if (!sink_have_equal_form(group)) {
        return false;
    }
    sink_turn_operands(group);
    return count_different(group) <= 1;
}

bool sink_is_computed_before(const IrInstruction *value, const IrBlock *from)
{
    while (value->block == from && value->operand_count > 0) {
        if (value->op == IR_INDEX && value->operand_count == 2) {
            return false;
        }
        value = ir_operand(value, 0);
    }
    return true;
}

static bool is_known_in_all(const Group *group, const IrInstruction *value)
{
    for (uint32_t i = 0; value->block != NULL && i < group->count; i++) {
        if (!ir_dominates(value->block, group->from[i])) {
            return false;
        }
    }
    return true;
}

IrInstruction *sink_value_at(const Group *group, IrInstruction *value, IrInstruction *where)
{
    if (is_known_in_all(group, value)) {
        return value;
    }
    IrInstruction *made = ir_clone(where->function, value);
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i, sink_value_at(group, ir_operand(made, i), where));
    }
    ir_insert_before(where, made);
    return made;
}

static IrInstruction *phi_of(const Group *group, IrBlock *merge, uint32_t operand)
{
    IrInstruction *first = ir_operand(group->members[0], operand);
    IrInstruction *phi = ir_phi(merge, first->type, group->members[0]->location);
    phi->space = first->space;
    for (uint32_t i = 0; i < group->count; i++) {
        ir_add_phi_operand(phi, ir_operand(group->members[i], operand), group->from[i]);
    }
    return phi;
}

IrInstruction *sink_group(const Group *group, IrBlock *merge)
{
    IrInstruction *where = rewrite_after_phis(merge);
    IrInstruction *made = ir_clone(merge->function, group->members[0]);
    for (uint32_t i = 1; i < group->count; i++) {
        made->is_no_wrap = made->is_no_wrap && group->members[i]->is_no_wrap;
        made->is_readonly = made->is_readonly && group->members[i]->is_readonly;
        made->is_copied = made->is_copied && group->members[i]->is_copied;
    }
    for (uint32_t i = 0; i < made->operand_count; i++) {
        ir_set_operand(made, i,
                       sink_is_common(group, i) ? sink_value_at(group, ir_operand(made, i), where)
                                                : phi_of(group, merge, i));
    }
    ir_insert_before(where, made);
    return made;
}
