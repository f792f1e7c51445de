// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/optimize/flow.h"

bool flow_merge_equal_edges(IrBlock *block)
{
    IrInstruction *last = block->last;
    IrBlock *to = last->targets[0];
    SourceLocation at = last->location;
    for (IrInstruction *phi = to->first; phi->op == IR_PHI; phi = phi->next) {
        uint32_t first = UINT32_MAX;
        for (uint32_t i = 0; i < phi->operand_count; i++) {
            if (phi->targets[i] != block) {
                continue;
            }
            if (first == UINT32_MAX) {
                first = i;
            } else if (!rewrite_same(ir_operand(phi, first), ir_operand(phi, i))) {
                return false; // nobody makes edges that differ only so
            }
        }
    }
    ir_remove_predecessor(to, block);
    last->target_count = 0;
    ir_remove(last);
    ir_jump(block, to, at);
    to->predecessor_count--;
    return true;
}

void flow_move_terminator(IrBlock *from, IrBlock *to)
{
    IrInstruction *last = from->last;
    for (uint32_t i = 0; i < last->target_count; i++) {
        IrBlock *target = last->targets[i];
        for (uint32_t p = 0; p < target->predecessor_count; p++) {
            if (target->predecessors[p] == from) {
                target->predecessors[p] = to;
            }
        }
        for (IrInstruction *phi = target->first; phi != NULL && phi->op == IR_PHI;
             phi = phi->next) {
            for (uint32_t p = 0; p < phi->target_count; p++) {
                if (phi->targets[p] == from) {
                    phi->targets[p] = to;
                }
            }
        }
    }
    uint32_t count = last->target_count;
    last->target_count = 0; // the edges stay while it moves
    IrInstruction *copy = ir_clone(from->function, last);
    copy->targets = last->targets;
    copy->target_count = count;
    shown_clone(last, copy);
    last->notes = NULL;
    ir_remove(last);
    ir_append(to, copy);
}

void flow_drop_block(IrBlock *block)
{
    block->predecessor_count = 0;
    ir_remove_block(block);
}

uint32_t flow_count_edges(const IrBlock *from, const IrBlock *to)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < from->last->target_count; i++) {
        count += from->last->targets[i] == to;
    }
    return count;
}

IrInstruction *flow_phi_value(const IrInstruction *phi, const IrBlock *from)
{
    for (uint32_t i = 0; i < phi->operand_count; i++) {
        if (phi->targets[i] == from) {
            return ir_operand(phi, i);
        }
    }
    return NULL;
}

// Without dominators: a block that `to` reaches again by an edge from later in the order.
bool flow_is_loop_entry(const IrBlock *block, const IrBlock *to)
{
    uint32_t from_before = 0, from_behind = 0;
    for (uint32_t i = 0; i < to->predecessor_count; i++) {
        if (to->predecessors[i]->order >= to->order) {
            from_behind++;
        } else {
            from_before++;
        }
    }
    return from_behind > 0 && from_before == 1 && block->order < to->order &&
           block->predecessor_count > 1;
}
