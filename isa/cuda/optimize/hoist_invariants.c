// SPDX-License-Identifier: Apache-2.0
// Moves loop invariants before the loop: operations without effect, and loads that every round
// makes (or that cannot fault) from memory that nothing in the loop may write.
#include "isa/cuda/optimize/alias.h"
#include "isa/cuda/optimize/loop.h"

typedef struct Hoist {
    const IrLoop *loop;
    IrInstruction **writes; // what may write in the loop
    uint32_t write_count;
} Hoist;

static void collect_writes(Hoist *hoist, Arena *arena)
{
    const IrLoop *loop = hoist->loop;
    uint32_t count = 0;
    for (uint32_t pass = 0; pass < 2; pass++) {
        hoist->write_count = 0;
        for (uint32_t i = 0; i < loop->block_count; i++) {
            for (IrInstruction *at = loop->blocks[i]->first; at != NULL; at = at->next) {
                if (ir_may_write(at) && pass == 1) {
                    hoist->writes[hoist->write_count++] = at;
                }
                count += ir_may_write(at) && pass == 0;
            }
        }
        if (pass == 0) {
            hoist->writes = arena_alloc(arena, (count + 1) * sizeof(IrInstruction *));
        }
    }
}

static bool has_invariant_operands(const IrInstruction *at)
{
    for (uint32_t i = 0; i < at->operand_count; i++) {
        if (!loop_is_invariant(ir_operand(at, i))) {
            return false;
        }
    }
    return true;
}

// Does every entry of the loop come through this block before it leaves?
static bool is_certain(const IrLoop *loop, const IrBlock *block)
{
    for (uint32_t i = 0; i < loop->block_count; i++) {
        const IrBlock *from = loop->blocks[i];
        bool is_exit = from->last->target_count == 0;
        for (uint32_t t = 0; t < from->last->target_count; t++) {
            is_exit = is_exit || loop_is_outside(from->last->targets[t]);
        }
        if (is_exit && !ir_dominates(block, from)) {
            return false;
        }
    }
    return ir_dominates(block, loop->latch);
}

static bool may_hoist_load(const Hoist *hoist, IrInstruction *at)
{
    Access access = alias_access(at);
    if (at->is_volatile || at->vector > 1) {
        return false;
    }
    if (alias_is_fixed(&access) && access.base->op == IR_PARAMETER && access.index == NULL) {
        return true;
    }
    if (!is_certain(hoist->loop, at->block)) {
        return false;
    }
    for (uint32_t i = 0; i < hoist->write_count; i++) {
        if (alias_may_write(hoist->writes[i], &access)) {
            return false;
        }
    }
    return true;
}

static bool may_hoist(const Hoist *hoist, IrInstruction *at)
{
    if (at->op == IR_PHI || at->op == IR_RESULT || !has_invariant_operands(at)) {
        return false;
    }
    return at->op == IR_LOAD ? may_hoist_load(hoist, at) : ir_is_pure(at);
}

static bool hoist_loop(IrFunction *function, const IrLoop *loop, IrBlock **order)
{
    Arena arena = {0};
    Hoist hoist = {.loop = loop};
    bool is_changed = false;
    loop_mark(function, loop);
    collect_writes(&hoist, &arena);
    uint32_t left = loop->block_count;
    for (uint32_t i = loop->head->order; left > 0; i++) { // a definition comes before its uses
        if (loop_is_outside(order[i])) {
            continue;
        }
        left--;
        for (IrInstruction *at = order[i]->first, *next; at != NULL; at = next) {
            next = at->next;
            if (may_hoist(&hoist, at)) {
                ir_move_before(loop->preheader->last, at);
                is_changed = true;
            }
        }
    }
    arena_clear(&arena);
    return is_changed;
}

// Inner loops come first: what leaves them may also leave the loops around them.
bool hoist_invariants(IrFunction *function)
{
    Arena arena = {0};
    uint32_t count;
    bool is_changed = false;
    IrLoops *loops = loop_analyze(&arena, function);
    IrBlock **order = rewrite_blocks(&arena, function, &count);
    for (uint32_t i = 0; i < loops->count; i++) {
        if (loops->loops[i]->preheader != NULL && loops->loops[i]->latch != NULL) {
            is_changed = hoist_loop(function, loops->loops[i], order) || is_changed;
        }
    }
    arena_clear(&arena);
    return is_changed;
}
