// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/ir/ir.h"
#include "tests/test.h"

enum { BLOCKS = 24, GRAPHS = 300 };

static const SourceLocation nowhere = {0};

static uint32_t next_random(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525u + 1013904223u; // Numerical Recipes' generator
    return (*state >> 8) % below;
}

static IrFunction *random_graph(IrModule *module, uint32_t *state)
{
    IrFunction *function = ir_function(module, NULL);
    IrBlock *blocks[BLOCKS];
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = ir_block(function);
    }
    IrInstruction *condition = ir_create(function, IR_ARGUMENT, IR_I1, nowhere);
    ir_append(blocks[0], condition);
    for (int i = 0; i < BLOCKS; i++) {
        // the entry has no predecessor
        IrBlock *to = blocks[1 + next_random(state, BLOCKS - 1)];
        IrBlock *other = blocks[1 + next_random(state, BLOCKS - 1)];
        if (next_random(state, 3) == 0) {
            ir_jump(blocks[i], to, nowhere);
        } else {
            ir_branch(blocks[i], condition, to, other, nowhere);
        }
    }
    return function;
}

// Whether `wanted` is reached from `at` without passing `avoided`. Blocks seen: IrBlock.mark.
static bool reaches(IrBlock *at, const IrBlock *wanted, const IrBlock *avoided)
{
    if (at == avoided || at->mark != 0) {
        return false;
    }
    at->mark = 1;
    for (uint32_t i = 0; at != wanted && i < at->last->target_count; i++) {
        if (reaches(at->last->targets[i], wanted, avoided)) {
            return true;
        }
    }
    return at == wanted;
}

static bool dominates(IrFunction *function, const IrBlock *a, const IrBlock *b)
{
    for (IrBlock *block = function->entry; block != NULL; block = block->next) {
        block->mark = 0;
    }
    return a == b || !reaches(function->entry, b, a);
}

TEST(a_dominator_is_on_every_path_from_the_entry)
{
    uint32_t state = 1, wrong = 0;
    for (int i = 0; i < GRAPHS; i++) {
        Arena arena = {0};
        IrModule module = {.arena = &arena};
        IrFunction *function = random_graph(&module, &state);
        ir_dominators(function);
        for (IrBlock *a = function->entry; a != NULL; a = a->next) {
            for (IrBlock *b = function->entry; b != NULL; b = b->next) {
                wrong += ir_dominates(a, b) != dominates(function, a, b);
            }
            // the immediate one is dominated by all others
            for (IrBlock *b = function->entry; b != NULL && a->dominator != NULL; b = b->next) {
                wrong += b != a && ir_dominates(b, a) && !ir_dominates(b, a->dominator);
            }
        }
        arena_clear(&arena);
    }
    EXPECT_EQ(wrong, 0);
}
