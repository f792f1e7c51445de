// SPDX-License-Identifier: Apache-2.0
// PHI copies on an edge that skips code are made before the branch if the other path does not need
// what they overwrite. `x = c ? load : 0` is then `mov x, 0; @!c bra over; load`, as with nvcc, and
// needs no extra block with a second jump.
#include "isa/cuda/emit/write.h"

static bool class_is_live(const Writer *w, uint32_t value, const IrBlock *block)
{
    uint32_t first = w->first_crossing[coalesce_class(w, value)], member = first;
    while (member != 0) {
        if (live_enters(w, member, block)) {
            return true;
        }
        member = w->next_crossing[member] == first ? 0 : w->next_crossing[member];
    }
    return false;
}

// A block of the edge alone, in no outer loop: copies at the end of a loop would be made each
// round.
static bool is_edge_block(const IrBlock *edge, const IrBlock *from)
{
    return edge->predecessor_count == 1 && edge->first == edge->last && edge->last->op == IR_JUMP &&
           edge->mark >= from->mark;
}

static bool may_be_early(const Writer *w, const IrBlock *edge, const IrBlock *from,
                         const IrBlock *other)
{
    bool is_inverted;
    const IrInstruction *condition = want_condition(ir_operand(from->last, 0), &is_inverted);
    uint32_t tested = w->value_ids[condition->number];
    if (!is_edge_block(edge, from) || edge == other || other->first->op == IR_PHI) {
        return false;
    }
    const IrInstruction *phi = edge->last->targets[0]->first;
    for (; phi->op == IR_PHI; phi = phi->next) {
        uint32_t id = w->value_ids[phi->number];
        if (id != 0 && (class_is_live(w, id, other) ||
                        (tested != 0 && coalesce_class(w, tested) == coalesce_class(w, id)))) {
            return false;
        }
    }
    return true;
}

void early_find(Writer *w)
{
    w->is_early = arena_alloc(&w->arena, w->function->block_count);
    for (uint32_t i = 0; i < w->order_count; i++) {
        const IrBlock *from = w->order[i];
        if (from->last->op != IR_BRANCH) {
            continue;
        }
        for (uint32_t way = 0; way < 2; way++) {
            const IrBlock *edge = from->last->targets[way];
            if (may_be_early(w, edge, from, from->last->targets[1 - way])) {
                w->is_early[edge->number] = true;
                break; // the other path's copies would overwrite these
            }
        }
    }
}
