// SPDX-License-Identifier: Apache-2.0
#include "sim/warp/simt_stack.h"
#include "tests/test.h"

#define EXPECT_ENTRY(stack, index, at_pc, at_reconverge, lanes)                                    \
    do {                                                                                           \
        EXPECT_EQ((stack).entries[index].pc, at_pc);                                               \
        EXPECT_EQ((stack).entries[index].reconverge, at_reconverge);                               \
        EXPECT_EQ((stack).entries[index].mask, lanes);                                             \
    } while (0)

// A branch: lanes of `taken` go to target, the others fall through and run first.
static void branch(SimtStack *stack, uint32_t target, uint32_t reconverge, uint32_t taken)
{
    const SimtEntry *top = simt_stack_top(stack);
    SimtPath paths[2] = {{top->pc + 1, top->mask & ~taken}, {target, taken}};
    simt_stack_diverge(stack, reconverge, paths, 2);
}

// The lecture's program on 8 threads (UT Austin EE382V, lecture 13, "Control Flow Divergence"):
//   if (TID % 2 == 0) { f2(); if (TID % 4 == 0) f4(); else f2'(); }
//   else              { f1(); if (TID % 3 == 0) f3(); else f1'(); }
// 0 branch (else 5)   1 f2   2 branch (else 4)   3 f4   4 f2'   5 f1   6 branch (else 8)   7 f3   8
// f1' 9 the end; both inner branches meet at 9 as well.
enum { EVEN = 0x55, ODD = 0xaa, FOURTH = 0x11, THIRD = 0x49, ALL = 0xff };

TEST(lecture_walk_of_nested_if_else)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 5, 9, ODD);
    EXPECT_EQ(stack.count, 3);
    EXPECT_ENTRY(stack, 0, 9, SIMT_NO_RECONVERGENCE, ALL);
    EXPECT_ENTRY(stack, 1, 5, 9, ODD);
    EXPECT_ENTRY(stack, 2, 1, 9, EVEN);

    EXPECT(!simt_stack_jump(&stack, 2));
    branch(&stack, 4, 9, EVEN & ~FOURTH);
    EXPECT_EQ(stack.count, 4);
    EXPECT_ENTRY(stack, 1, 5, 9, ODD);
    EXPECT_ENTRY(stack, 2, 4, 9, EVEN & ~FOURTH);
    EXPECT_ENTRY(stack, 3, 3, 9, FOURTH);

    EXPECT(simt_stack_jump(&stack, 9)); // f4 is done
    EXPECT_ENTRY(stack, 2, 4, 9, EVEN & ~FOURTH);
    EXPECT_EQ(stack.count, 3);
    EXPECT(simt_stack_jump(&stack, 9)); // f2' is done
    EXPECT_EQ(stack.count, 2);
    EXPECT_ENTRY(stack, 1, 5, 9, ODD);

    EXPECT(!simt_stack_jump(&stack, 6));
    branch(&stack, 8, 9, ODD & ~THIRD);
    EXPECT_EQ(stack.count, 3);
    EXPECT_ENTRY(stack, 1, 8, 9, ODD & ~THIRD);
    EXPECT_ENTRY(stack, 2, 7, 9, ODD & THIRD);
    EXPECT(simt_stack_jump(&stack, 9));
    EXPECT(simt_stack_jump(&stack, 9));
    EXPECT_EQ(stack.count, 1);
    EXPECT_ENTRY(stack, 0, 9, SIMT_NO_RECONVERGENCE, ALL);
    simt_stack_destroy(&stack);
}

TEST(inner_join_before_the_outer_one_keeps_its_own_entry)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 5, 9, ODD);
    branch(&stack, 3, 4, 0x04); // meets at 4, inside the even half
    EXPECT_EQ(stack.count, 5);
    EXPECT_ENTRY(stack, 2, 4, 9, EVEN);
    EXPECT_ENTRY(stack, 3, 3, 4, 0x04);
    EXPECT_ENTRY(stack, 4, 2, 4, EVEN & ~0x04u);
    simt_stack_jump(&stack, 4);
    simt_stack_jump(&stack, 4);
    EXPECT_EQ(stack.count, 3);
    EXPECT_ENTRY(stack, 2, 4, 9, EVEN);
    simt_stack_destroy(&stack);
}

TEST(if_without_else_stacks_no_entry_for_lanes_that_skip_it)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 4, 4, ODD); // odd lanes jump to the meeting point
    EXPECT_EQ(stack.count, 2);
    EXPECT_ENTRY(stack, 0, 4, SIMT_NO_RECONVERGENCE, ALL);
    EXPECT_ENTRY(stack, 1, 1, 4, EVEN);
    simt_stack_destroy(&stack);
}

TEST(loop_that_lanes_leave_one_by_one_does_not_grow_the_stack)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 1, ALL);
    for (uint32_t left = ALL & (ALL << 1); left != 0; left &= left << 1) {
        branch(&stack, 0, 2, left); // 1: @p bra 0; meets behind the loop, at 2
        EXPECT_EQ(stack.count, 2);
        EXPECT_ENTRY(stack, 1, 0, 2, left);
        simt_stack_jump(&stack, 1);
    }
    branch(&stack, 0, 2, 0);
    EXPECT_EQ(stack.count, 1);
    EXPECT_ENTRY(stack, 0, 2, SIMT_NO_RECONVERGENCE, ALL);
    simt_stack_destroy(&stack);
}

TEST(early_exit_takes_lanes_out_of_every_entry)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 5, 9, ODD);
    simt_stack_exit(&stack, EVEN);
    EXPECT_EQ(stack.count, 2);
    EXPECT_ENTRY(stack, 0, 9, SIMT_NO_RECONVERGENCE, ODD);
    EXPECT_ENTRY(stack, 1, 5, 9, ODD);
    simt_stack_exit(&stack, ODD);
    EXPECT_EQ(stack.count, 0);
    simt_stack_destroy(&stack);
}

TEST(call_in_divergent_code_returns_to_its_caller)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 5, 9, ODD);
    simt_stack_call(&stack, 100, 2, EVEN);
    EXPECT_EQ(stack.count, 4);
    EXPECT_ENTRY(stack, 3, 100, SIMT_NO_RECONVERGENCE, EVEN);
    EXPECT_EQ(stack.entries[3].frame, 1);
    simt_stack_return(&stack, FOURTH); // some return early
    EXPECT_ENTRY(stack, 3, 100, SIMT_NO_RECONVERGENCE, EVEN & ~FOURTH);
    EXPECT_ENTRY(stack, 2, 2, 9, EVEN);
    simt_stack_return(&stack, EVEN & ~FOURTH);
    EXPECT_EQ(stack.count, 3);
    EXPECT_ENTRY(stack, 2, 2, 9, EVEN);
    simt_stack_destroy(&stack);
}

TEST(return_inside_a_divergent_callee_leaves_its_other_lanes)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    simt_stack_call(&stack, 100, 1, ALL);
    branch(&stack, 105, SIMT_NO_RECONVERGENCE, ODD); // one side returns, so they never meet
    EXPECT_EQ(stack.count, 3);
    EXPECT_ENTRY(stack, 1, 105, SIMT_NO_RECONVERGENCE, ODD);
    simt_stack_return(&stack, EVEN);
    EXPECT_EQ(stack.count, 2);
    EXPECT_ENTRY(stack, 1, 105, SIMT_NO_RECONVERGENCE, ODD);
    simt_stack_return(&stack, ODD);
    EXPECT_EQ(stack.count, 1);
    EXPECT_ENTRY(stack, 0, 1, SIMT_NO_RECONVERGENCE, ALL);
    simt_stack_destroy(&stack);
}

TEST(call_as_the_last_instruction_before_the_meeting_point_pops_twice)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    branch(&stack, 2, 2, ODD);
    simt_stack_call(&stack, 100, 2, EVEN);
    simt_stack_return(&stack, EVEN);
    EXPECT_EQ(stack.count, 1);
    EXPECT_ENTRY(stack, 0, 2, SIMT_NO_RECONVERGENCE, ALL);
    simt_stack_destroy(&stack);
}

TEST(branch_with_many_targets_runs_each_path_once)
{
    SimtStack stack = {0};
    simt_stack_start(&stack, 0, ALL);
    SimtPath paths[3] = {{10, 0x0f}, {20, 0x30}, {30, 0xc0}};
    simt_stack_diverge(&stack, 40, paths, 3);
    EXPECT_EQ(stack.count, 4);
    EXPECT_ENTRY(stack, 3, 10, 40, 0x0f);
    EXPECT_ENTRY(stack, 2, 20, 40, 0x30);
    EXPECT_ENTRY(stack, 1, 30, 40, 0xc0);
    simt_stack_destroy(&stack);
}

TEST(stacks_merge_only_when_their_entries_agree)
{
    SimtStack one = {0}, other = {0};
    simt_stack_start(&one, 7, 0x0f);
    simt_stack_start(&other, 7, 0xf0);
    EXPECT(simt_stack_merge(&one, &other));
    EXPECT_ENTRY(one, 0, 7, SIMT_NO_RECONVERGENCE, ALL);
    simt_stack_start(&other, 8, 0xf00);
    EXPECT(!simt_stack_merge(&one, &other));
    EXPECT_EQ(simt_stack_lanes(&one), ALL);
    simt_stack_restrict(&one, 0x3c);
    EXPECT_EQ(simt_stack_lanes(&one), 0x3c);
    simt_stack_destroy(&one);
    simt_stack_destroy(&other);
}
