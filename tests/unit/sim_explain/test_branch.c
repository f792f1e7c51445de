// SPDX-License-Identifier: Apache-2.0
// A branch is what its recording says: sides, their cost, where the lanes meet, guards instead.
#include "sim/explain/branch.h"
#include "tests/test.h"

enum { CODE = 8, STEPS = 16 };

// 0: branch to 3, meeting at 5; 1, 2: one side; 3, 4: the other; 5: all; 6: exit.
typedef struct Scene {
    Micro code[CODE];
    MachineProgram program;
    RecordedStep steps[STEPS];
    SimtEntry entries[4];
    RecordedWarp warps[2];
    RecordedBlock block;
    Recording recording;
} Scene;

static void add_step(Scene *scene, uint32_t warp, uint32_t pc, uint32_t active, uint32_t on)
{
    Recording *recording = &scene->recording;
    scene->steps[recording->step_count++] = (RecordedStep){.warp = warp,
                                                           .pc = pc,
                                                           .active = active,
                                                           .on = on,
                                                           .live = UINT32_MAX,
                                                           .access = RECORDED_NONE};
}

static void set_up(Scene *scene)
{
    *scene = (Scene){0};
    for (uint32_t pc = 0; pc < CODE; pc++) {
        scene->code[pc] = (Micro){.kind = MICRO_LANE, .issues = 1, .guard = PREDICATE_NONE};
    }
    scene->code[0] =
        (Micro){.kind = MICRO_BRANCH, .issues = 2, .guard = 0, .target = 3, .reconverge = 5};
    scene->code[2] = (Micro){
        .kind = MICRO_BRANCH, .issues = 1, .guard = PREDICATE_NONE, .target = 5, .reconverge = 5};
    scene->code[4].issues = 3;
    scene->code[6].kind = MICRO_EXIT;
    scene->program = (MachineProgram){.code = scene->code, .code_count = CODE};
    scene->recording = (Recording){.steps = scene->steps,
                                   .entries = scene->entries,
                                   .warps = scene->warps,
                                   .warp_count = 2,
                                   .blocks = &scene->block,
                                   .block_count = 1};
}

static void run_both_sides(Scene *scene)
{
    add_step(scene, 0, 0, UINT32_MAX, 0xff);
    add_step(scene, 1, 1, UINT32_MAX, UINT32_MAX); // another warp in between counts for nothing
    add_step(scene, 0, 1, 0xffffff00, 0xffffff00);
    add_step(scene, 0, 2, 0xffffff00, 0xffffff00);
    add_step(scene, 0, 3, 0xff, 0xff);
    add_step(scene, 0, 4, 0xff, 0xff);
    add_step(scene, 0, 5, UINT32_MAX, UINT32_MAX);
}

TEST(both_sides_are_summed_until_the_lanes_meet)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    run_both_sides(&scene);
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.side_count, 2u);
    EXPECT_EQ(facts.sides[0].lanes, 0xffffff00u);
    EXPECT_EQ(facts.sides[0].pc, 1u);
    EXPECT_EQ(facts.sides[0].issued, 2u);
    EXPECT_EQ(facts.sides[0].lane_issues, 48u);
    EXPECT_EQ(facts.sides[1].lanes, 0xffu);
    EXPECT_EQ(facts.sides[1].issued, 4u);
    EXPECT_EQ(facts.sides[1].steps, 2u);
    EXPECT_EQ(facts.met_step, 6u);
    EXPECT(!facts.is_cut_off);
}

TEST(under_guards_both_sides_run_without_their_branches)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    run_both_sides(&scene);
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.obstacle, BRANCH_GUARDABLE);
    EXPECT_EQ(facts.guarded_issues, 5u);
    scene.code[3].kind = MICRO_CALL;
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.obstacle, BRANCH_CALLS);
    scene.code[3].kind = MICRO_BARRIER;
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.obstacle, BRANCH_BARRIERS);
    scene.code[3].kind = MICRO_BRANCH;
    scene.code[3].target = 0;
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.obstacle, BRANCH_LOOPS);
}

TEST(a_uniform_branch_has_one_side)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    add_step(&scene, 0, 0, UINT32_MAX, 0);
    add_step(&scene, 0, 1, UINT32_MAX, UINT32_MAX);
    add_step(&scene, 0, 2, UINT32_MAX, UINT32_MAX);
    add_step(&scene, 0, 5, UINT32_MAX, UINT32_MAX);
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.side_count, 1u);
    EXPECT_EQ(facts.sides[0].issued, 2u);
    EXPECT_EQ(facts.met_step, 3u);
}

TEST(lanes_that_ended_are_not_waited_for)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    add_step(&scene, 0, 0, UINT32_MAX, 0xff);
    add_step(&scene, 0, 1, 0xffffff00, 0xffffff00);
    add_step(&scene, 0, 5, 0xffffff00, 0xffffff00);
    scene.steps[2].live = 0xffffff00;
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.met_step, 2u);
}

TEST(a_recording_that_ends_before_says_so)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    add_step(&scene, 0, 0, UINT32_MAX, 0xff);
    add_step(&scene, 0, 1, 0xffffff00, 0xffffff00);
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.met_step, RECORDED_NONE);
    EXPECT(facts.is_cut_off);
}

TEST(the_ways_of_an_indexed_branch_are_on_the_stack)
{
    Scene scene;
    BranchFacts facts;
    set_up(&scene);
    scene.code[0].kind = MICRO_BRANCH_INDEX;
    add_step(&scene, 0, 0, UINT32_MAX, UINT32_MAX);
    add_step(&scene, 0, 1, 0x0f, 0x0f);
    scene.entries[0] = (SimtEntry){5, SIMT_NO_RECONVERGENCE, UINT32_MAX, 0};
    scene.entries[1] = (SimtEntry){3, 5, 0xf0, 0};
    scene.entries[2] = (SimtEntry){1, 5, 0x0f, 0};
    scene.steps[1].stack_count = 3;
    branch_facts(&scene.program, &scene.recording, 0, &facts);
    EXPECT_EQ(facts.side_count, 3u);
    EXPECT_EQ(facts.sides[0].lanes, 0x0fu);
    EXPECT_EQ(facts.sides[1].lanes, 0xf0u);
    EXPECT_EQ(facts.sides[2].lanes, 0xffffff00u);
    EXPECT_EQ(facts.sides[2].pc, 5u);
    EXPECT_EQ(facts.obstacle, BRANCH_OPEN);
}
