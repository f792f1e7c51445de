// SPDX-License-Identifier: Apache-2.0
#include "isa/cuda/ir/ir.h"
#include "tests/test.h"

static const SourceLocation nowhere = {0};

static IrFunction *start(IrModule *module)
{
    static Arena arena;
    arena_clear(&arena);
    *module = (IrModule){.arena = &arena};
    return ir_function(module, NULL);
}

static IrInstruction *argument(IrBlock *block, IrType type)
{
    IrInstruction *made = ir_create(block->function, IR_ARGUMENT, type, nowhere);
    ir_append(block, made);
    return made;
}

static bool is_valid(IrFunction *function)
{
    IrFault fault;
    bool is_good = ir_verify(function, function->module->arena, &fault);
    return is_good;
}

TEST(equal_constants_are_one_instruction)
{
    IrModule module;
    IrFunction *f = start(&module);
    EXPECT(ir_integer(f, IR_I32, 7) == ir_integer(f, IR_I32, 7));
    EXPECT(ir_integer(f, IR_I32, 7) != ir_integer(f, IR_I64, 7));
    EXPECT(ir_integer(f, IR_I32, UINT64_MAX) == ir_integer(f, IR_I32, UINT32_MAX));
    EXPECT(ir_real(f, IR_F32, 0.0) != ir_real(f, IR_F32, -0.0));
}

TEST(lists_of_uses_follow_operands_that_grow_change_and_go)
{
    IrModule module;
    IrFunction *f = start(&module);
    IrBlock *block = ir_block(f);
    IrInstruction *a = argument(block, IR_I32), *b = argument(block, IR_I32);
    IrInstruction *call = ir_create(f, IR_PRINTF, IR_I32, nowhere);
    ir_append(block, call);
    for (int i = 0; i < 20; i++) {
        ir_add_operand(call, i % 2 == 0 ? a : b);
    }
    EXPECT_EQ(a->use_count, 10);
    ir_set_operand(call, 0, b);
    EXPECT_EQ(a->use_count, 9);
    EXPECT_EQ(b->use_count, 11);
    ir_replace(b, a);
    EXPECT_EQ(a->use_count, 20);
    EXPECT(b->uses == NULL);
    ir_remove_operand(call, 3);
    EXPECT_EQ(a->use_count, 19);
    ir_remove(call);
    EXPECT_EQ(a->use_count, 0);
    EXPECT(block->last == b);
}

// entry -> head; head -> body | exit; body -> inner; inner -> inner | head
static IrFunction *nested_loops(IrModule *module, IrBlock **blocks)
{
    IrFunction *f = start(module);
    for (int i = 0; i < 5; i++) {
        blocks[i] = ir_block(f);
    }
    IrInstruction *condition = argument(blocks[0], IR_I1);
    ir_jump(blocks[0], blocks[1], nowhere);
    ir_branch(blocks[1], condition, blocks[2], blocks[4], nowhere);
    ir_jump(blocks[2], blocks[3], nowhere);
    ir_branch(blocks[3], condition, blocks[3], blocks[1], nowhere);
    ir_append(blocks[4], ir_create(f, IR_RETURN, IR_VOID, nowhere));
    return f;
}

TEST(dominators_of_nested_loops)
{
    IrModule module;
    IrBlock *b[5];
    IrFunction *f = nested_loops(&module, b);
    ir_dominators(f);
    EXPECT(b[0]->dominator == NULL);
    EXPECT(b[1]->dominator == b[0]);
    EXPECT(b[3]->dominator == b[2]);
    EXPECT(b[4]->dominator == b[1]);
    EXPECT(ir_dominates(b[1], b[3]));
    EXPECT(!ir_dominates(b[3], b[1]));
    for (int i = 0; i < 5; i++) {
        for (int k = 0; k < 5; k++) {
            const IrBlock *above = b[k];
            while (above != NULL && above != b[i]) {
                above = above->dominator;
            }
            EXPECT_EQ(ir_dominates(b[i], b[k]), above == b[i]);
        }
    }
    EXPECT(is_valid(f));
}

TEST(loops_come_inner_first_with_latch_and_preheader)
{
    IrModule module;
    IrBlock *b[5];
    IrFunction *f = nested_loops(&module, b);
    ir_dominators(f);
    IrLoops *loops = ir_loops(module.arena, f);
    EXPECT_EQ(loops->count, 2);
    IrLoop *inner = loops->loops[0], *outer = loops->loops[1];
    EXPECT(inner->head == b[3] && inner->latch == b[3] && inner->preheader == b[2]);
    EXPECT(outer->head == b[1] && outer->latch == b[3] && outer->preheader == b[0]);
    EXPECT(inner->parent == outer && outer->parent == NULL);
    EXPECT_EQ(inner->depth, 2);
    EXPECT_EQ(inner->block_count, 1);
    EXPECT_EQ(outer->block_count, 3);
    EXPECT(loops->of_block[b[2]->number] == outer);
    EXPECT(loops->of_block[b[4]->number] == NULL);
}

TEST(blocks_that_nothing_reaches_go_with_their_phi_operands)
{
    IrModule module;
    IrFunction *f = start(&module);
    IrBlock *entry = ir_block(f), *dead = ir_block(f), *end = ir_block(f);
    ir_jump(entry, end, nowhere);
    IrInstruction *value = argument(dead, IR_I32);
    ir_jump(dead, end, nowhere);
    IrInstruction *phi = ir_phi(end, IR_I32, nowhere);
    ir_add_phi_operand(phi, ir_integer(f, IR_I32, 1), entry);
    ir_add_phi_operand(phi, value, dead);
    ir_append(end, ir_create(f, IR_RETURN, IR_VOID, nowhere));
    EXPECT(is_valid(f));
    EXPECT_EQ(phi->operand_count, 1);
    EXPECT_EQ(end->predecessor_count, 1);
    EXPECT(entry->next == end && end->previous == entry);
}

TEST(verify_finds_a_use_before_its_definition_and_a_wrong_type)
{
    IrModule module;
    IrFunction *f = start(&module);
    IrBlock *block = ir_block(f);
    IrInstruction *a = argument(block, IR_I32), *b = argument(block, IR_I64);
    IrInstruction *sum = ir_binary(block, IR_ADD, IR_I32, a, a, nowhere);
    ir_append(block, ir_create(f, IR_RETURN, IR_VOID, nowhere));
    EXPECT(is_valid(f));
    ir_move_before(a, sum);
    EXPECT(!is_valid(f));
    ir_move_before(block->last, sum);
    EXPECT(is_valid(f));
    ir_set_operand(sum, 1, b);
    EXPECT(!is_valid(f));
}

TEST(retargeting_keeps_predecessors)
{
    IrModule module;
    IrBlock *b[5];
    IrFunction *f = nested_loops(&module, b);
    ir_retarget(b[3], b[1], b[4]);
    EXPECT_EQ(b[1]->predecessor_count, 1);
    EXPECT_EQ(b[4]->predecessor_count, 2);
    EXPECT(is_valid(f));
}

TEST(a_function_prints_its_blocks_and_operands)
{
    IrModule module;
    IrFunction *f = start(&module);
    IrBlock *block = ir_block(f);
    IrInstruction *a = argument(block, IR_I32);
    IrInstruction *sum = ir_binary(block, IR_ADD, IR_I32, a, ir_integer(f, IR_I32, 5), nowhere);
    IrInstruction *end = ir_create(f, IR_RETURN, IR_VOID, nowhere);
    ir_add_operand(end, sum);
    ir_append(block, end);
    Text text = {0};
    ir_print(f, &text);
    EXPECT_TEXT(text_string(&text), "function ?\nblock0:\n    %0 = ARGUMENT i32 0\n"
                                    "    %2 = ADD i32 %0, 5\n    RETURN %2\n");
    text_destroy(&text);
}
