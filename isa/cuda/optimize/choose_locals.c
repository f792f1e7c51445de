// SPDX-License-Identifier: Apache-2.0
// A load through a choice between addresses of locals (`max(a, b)` by reference) becomes a choice
// between loads, so that the locals can be values. Loads of locals never fault.
#include "isa/cuda/optimize/promote.h"

static bool is_local_address(const IrInstruction *pointer)
{
    while (pointer->op == IR_TO_GENERIC ||
           (pointer->op == IR_INDEX && pointer->operand_count == 1)) {
        pointer = ir_operand(pointer, 0);
    }
    return pointer->op == IR_LOCAL;
}

static bool is_written_between(const IrInstruction *from, const IrInstruction *to)
{
    for (const IrInstruction *at = from; at != to; at = at->next) {
        if (ir_may_write(at) || at->op == IR_ASM) {
            return true;
        }
    }
    return false;
}

static bool is_choice(const IrInstruction *load)
{
    const IrInstruction *pointer = ir_operand(load, 0);
    bool is_phi = pointer->op == IR_PHI;
    if (load->is_volatile || load->vector > 1 || (!is_phi && pointer->op != IR_SELECT)) {
        return false;
    }
    for (uint32_t i = is_phi ? 0 : 1; i < pointer->operand_count; i++) {
        if (!is_local_address(ir_operand(pointer, i))) {
            return false;
        }
    }
    return !is_phi || (pointer->block == load->block && !is_written_between(pointer, load));
}

static IrInstruction *load_from(IrInstruction *before, const IrInstruction *load,
                                IrInstruction *pointer)
{
    IrInstruction *made = ir_clone(load->function, load);
    ir_set_operand(made, 0, pointer);
    ir_insert_before(before, made);
    return made;
}

static void choose(IrInstruction *load)
{
    IrInstruction *pointer = ir_operand(load, 0), *value;
    if (pointer->op == IR_SELECT) {
        value = rewrite_ternary(load, IR_SELECT, load->type, ir_operand(pointer, 0),
                                load_from(load, load, ir_operand(pointer, 1)),
                                load_from(load, load, ir_operand(pointer, 2)));
    } else {
        value = ir_phi(load->block, load->type, load->location);
        value->space = load->space;
        for (uint32_t i = 0; i < pointer->operand_count; i++) {
            IrBlock *from = pointer->targets[i];
            ir_add_phi_operand(value, load_from(from->last, load, ir_operand(pointer, i)), from);
        }
    }
    ir_replace(load, value);
    ir_remove(load);
    if (pointer->uses == NULL) {
        ir_remove(pointer);
    }
}

bool choose_locals(IrFunction *function)
{
    bool is_changed = false;
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->op == IR_LOAD && is_choice(at)) {
                choose(at);
                is_changed = true;
            }
        }
    }
    return is_changed;
}
