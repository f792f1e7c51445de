// SPDX-License-Identifier: Apache-2.0
// Where branches reconverge: immediate post-dominators, whatever the shape of the graph.
#include "tests/unit/isa_machine/lowering.h"

// Twelve multiplications keep a body under its branch: too long for guards.
#define LONG_BODY                                                                                  \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"          \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"          \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"          \
    "mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9; mad.lo.s32 %r9,%r9,%r1,%r9;"
#define BEGIN                                                                                      \
    "mov.u32 %r1, %tid.x; mov.u32 %r9, %r1; setp.lt.u32 %p1, %r1, 7; setp.lt.u32 %p2, %r1, 3;"
#define END "st.global.u32 [counter], %r9;"

// pc of the store that ends each of these kernels.
static uint32_t end_pc(const MachineProgram *program)
{
    uint32_t pc = program->code_count;
    while (pc > 0 && program->code[pc - 1].kind != MICRO_STORE) {
        pc--;
    }
    return pc - 1;
}

// The first micro-op at or after pc that is not a mere cost.
static uint32_t behind_nops(const MachineProgram *program, uint32_t pc)
{
    while (pc < program->code_count && program->code[pc].kind == MICRO_NOP) {
        pc++;
    }
    return pc;
}

TEST(an_if_meets_behind_its_body)
{
    Lowered t = lower_body(BEGIN "@%p1 bra L1;" LONG_BODY "L1:" END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT_EQ(branch->target, branch->reconverge);
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(both_sides_of_an_else_meet_behind_it)
{
    Lowered t = lower_body(BEGIN "@%p1 bra L1;" LONG_BODY "bra L2; L1:" LONG_BODY "L2:" END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT(branch->target != branch->reconverge);
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(a_loop_meets_where_it_ends)
{
    Lowered t = lower_body(BEGIN "L1:" LONG_BODY "setp.lt.s32 %p3, %r9, 100; @%p3 bra L1;" END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT(branch->target < (uint32_t)(branch - t.program->code));
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(a_break_meets_behind_the_loop)
{
    Lowered t = lower_body(BEGIN "L1:" LONG_BODY "setp.gt.s32 %p3, %r9, 50; @%p3 bra L2;" LONG_BODY
                                 "setp.lt.s32 %p4, %r9, 100; @%p4 bra L1; L2:" END,
                           90);
    const Micro *leave = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(leave != NULL)) {
        const Micro *back =
            find_from(t.program, MICRO_BRANCH, (uint32_t)(leave - t.program->code) + 1);
        EXPECT(back != NULL && back->reconverge == leave->reconverge);
        EXPECT_EQ(behind_nops(t.program, leave->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(a_path_that_traps_does_not_move_the_meeting)
{
    Lowered t = lower_body(
        BEGIN "@%p1 bra L1;" LONG_BODY "st.global.u32 [counter], %r9; trap; L1:" END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(an_early_exit_of_some_lanes_does_not_move_the_meeting)
{
    Lowered t = lower_body(BEGIN "@%p1 bra L1;" LONG_BODY "@%p2 exit;" LONG_BODY "L1:" END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(branches_inside_an_endless_loop_meet_inside_it)
{
    Lowered t = lower_body(BEGIN "L0: @%p1 bra L1;" LONG_BODY "L1: st.global.u32 [counter], %r9;"
                                 "@%p2 exit; bra L0;",
                           90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    if (EXPECT(branch != NULL)) {
        EXPECT(branch->reconverge != PC_EXIT);
        EXPECT_EQ(branch->reconverge, branch->target);
    }
    lowered_free(&t);
}

TEST(sides_that_both_leave_meet_at_the_end)
{
    Lowered t =
        lower_body(BEGIN "@%p1 bra L1;" LONG_BODY END "exit; L1:" LONG_BODY LONG_BODY END, 90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH);
    EXPECT(branch != NULL && branch->reconverge == PC_EXIT);
    lowered_free(&t);
}

TEST(indexed_branches_keep_their_targets)
{
    Lowered t = lower_body(BEGIN "TS: .branchtargets L1, L2, L3; and.b32 %r2, %r1, 1;"
                                 "brx.idx %r2, TS; L1:" LONG_BODY "bra L4; L2:" LONG_BODY LONG_BODY
                                 "bra L4; L3: add.s32 %r9, %r9, 1; L4:" END,
                           90);
    const Micro *branch = find_kind(t.program, MICRO_BRANCH_INDEX);
    if (EXPECT(branch != NULL)) {
        EXPECT_EQ(branch->target, 3);
        const uint32_t *targets = &t.program->targets[branch->offset];
        EXPECT(targets[0] < targets[1] && targets[1] < targets[2]);
        EXPECT_EQ(behind_nops(t.program, branch->reconverge), end_pc(t.program));
    }
    lowered_free(&t);
}

TEST(unreachable_code_is_no_harm)
{
    Lowered t = lower_body(BEGIN "bra L2; L1:" LONG_BODY "bra L1; L2:" END, 90);
    EXPECT(t.program != NULL);
    lowered_free(&t);
}

// nested_short in traces/h200/sass/predication.sass: the inner diamonds are guards, although their
// else parts stand behind each other.
TEST(a_diamond_whose_else_stands_elsewhere_becomes_guards)
{
    Lowered t = lower_body("mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 3; @%p1 bra E;\n"
                           "add.u32 %r2, %r1, 5; bra J;\n"
                           "X: bar.sync 0; exit;\n"
                           "E: add.u32 %r2, %r1, 7;\n"
                           "J: st.global.u32 [counter], %r2;",
                           90);
    EXPECT(t.program != NULL && count_kind(t.program, MICRO_BRANCH) <= 1); // to J, over what
    const Micro *first = find_lane(t.program, LANE_ADD_32);                // nothing reaches
    EXPECT(first != NULL && first->guard != PREDICATE_NONE);
    lowered_free(&t);
}

// add_pairs in traces/h200/sass/reduction_levels.sass
TEST(a_body_that_loads_and_leaves_stays_under_its_branch)
{
    Lowered t = lower_body("ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 9;\n"
                           "@%p1 bra E;\nld.global.u32 %r2, [%rd1]; st.global.u32 [counter], %r2;\n"
                           "ret;\nE: ld.global.u32 %r3, [%rd1+4]; st.global.u32 [counter], %r3;",
                           90);
    EXPECT_EQ(count_kind(t.program, MICRO_BRANCH), 1);
    lowered_free(&t);
}
