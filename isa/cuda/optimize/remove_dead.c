// SPDX-License-Identifier: Apache-2.0
// Removes instructions that no effect depends on: marks from the effects backwards along operands,
// then sweeps. Control flow that decides nothing is removed by simplify_flow.
#include "isa/cuda/optimize/optimize.h"

#define LIVE 1u

typedef struct Work {
    Arena arena;
    IrInstruction **items;
    uint32_t count;
} Work;

static void mark(Work *work, IrInstruction *instruction)
{
    if (instruction->mark != LIVE) {
        instruction->mark = LIVE;
        work->items[work->count++] = instruction;
    }
}

static void mark_live(Work *work, IrFunction *function)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            at->mark = 0;
            for (uint32_t i = 0; i < at->operand_count; i++) {
                ir_operand(at, i)->mark = 0;
            }
        }
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            if (ir_has_effect(at)) {
                mark(work, at);
            }
        }
    }
    while (work->count > 0) {
        IrInstruction *at = work->items[--work->count];
        for (uint32_t i = 0; i < at->operand_count; i++) {
            mark(work, ir_operand(at, i));
        }
    }
}

// Dead instructions may use each other in cycles, so all give up their operands before any is
// removed.
bool remove_dead(IrFunction *function)
{
    Work work = {0};
    bool is_changed = false;
    work.items = arena_alloc(&work.arena, (function->instruction_count + 1) * sizeof *work.items);
    mark_live(&work, function);
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first; at != NULL; at = at->next) {
            while (at->mark != LIVE && at->operand_count > 0) {
                ir_remove_operand(at, at->operand_count - 1);
            }
        }
    }
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        for (IrInstruction *at = block->first, *next; at != NULL; at = next) {
            next = at->next;
            if (at->mark != LIVE) {
                ir_remove(at);
                is_changed = true;
            }
        }
    }
    arena_clear(&work.arena);
    return is_changed;
}
