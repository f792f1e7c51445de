// SPDX-License-Identifier: Apache-2.0
// `while` loops to guarded `do` loops: the test at the head is copied in front of the loop, so that
// each turn ends with one branch, backwards.
#include "isa/cuda/optimise/demote.h"

#define HEAD_LIMIT 24u // instructions that are worth copying for one branch less a turn

static bool is_exiting(const IrLoop *loop, const IrBlock *block)
{
    for (uint32_t i = 0; i < block->last->target_count; i++) {
        if (!demote_holds(loop, block->last->targets[i])) {
            return true;
        }
    }
    return false;
}

static uint32_t count_instructions(const IrBlock *block)
{
    uint32_t count = 0;
    for (const IrInstruction *at = block->first; at != NULL; at = at->next) {
        count += at->op != IR_PHI;
    }
    return count;
}

static bool is_rotatable(const IrLoop *loop)
{
    const IrBlock *head = loop->head;
    if (head->last->op != IR_BRANCH || loop->latch == NULL || loop->latch == head ||
        !is_exiting(loop, head) || is_exiting(loop, loop->latch) || head == head->function->entry) {
        return false;
    }
    bool stays =
        demote_holds(loop, head->last->targets[0]) || demote_holds(loop, head->last->targets[1]);
    return stays && count_instructions(head) <= HEAD_LIMIT && demote_is_copyable(head, false) &&
           demote_size(loop, true) != UINT32_MAX;
}

static void rotate(IrFunction *function, const IrLoop *loop)
{
    Arena arena = {0};
    IrBlock *head = loop->head;
    demote_loop(function, loop);
    IrBlock *body = head->last->targets[demote_holds(loop, head->last->targets[0]) ? 0 : 1];
    IrBlock **map = arena_alloc(&arena, (function->block_count + 2) * sizeof(IrBlock *));
    IrBlock *guard = demote_copy(function, &head, 1, map, head->previous);
    for (uint32_t i = head->predecessor_count; i-- > 0;) {
        IrBlock *from = head->predecessors[i];
        if (!demote_holds(loop, from)) {
            ir_retarget(from, head, guard);
            i = head->predecessor_count;
        }
    }
    // Both ways into the body go through one block, the loop's new head.
    IrBlock *entry = ir_block_after(function, guard);
    ir_jump(entry, body, head->last->location);
    ir_retarget(guard, body, entry);
    ir_retarget(head, body, entry);
    entry->unroll = head->unroll;
    entry->unroll_count = head->unroll_count;
    head->unroll = UNROLL_DEFAULT;
    arena_clear(&arena);
}

bool rotate_loops(IrFunction *function)
{
    bool is_changed = false;
    for (bool is_again = true; is_again;) {
        Arena arena = {0};
        is_again = false;
        ir_dominators(function);
        const IrLoops *loops = ir_loops(&arena, function);
        for (uint32_t i = 0; i < loops->count && !is_again; i++) {
            if (is_rotatable(loops->loops[i])) {
                rotate(function, loops->loops[i]);
                is_again = is_changed = true;
            }
        }
        arena_clear(&arena);
    }
    if (is_changed) {
        promote_locals(function);
        simplify_values(function);
        simplify_flow(function);
    }
    return is_changed;
}
