// SPDX-License-Identifier: Apache-2.0
// Which way the lanes of a stack entry went: told from recorded steps of a real stack.
#include "sim/explain/paths.h"
#include "tests/test.h"

#include <string.h>

enum { STEPS = 16, ENTRIES = 64 };

typedef struct Scene {
    Micro code[16];
    MachineProgram program;
    RecordedStep steps[STEPS];
    SimtEntry entries[ENTRIES];
    Recording recording;
    uint8_t paths[ENTRIES];
    SimtStack stack;
} Scene;

static void set_up(Scene *scene)
{
    memset(scene, 0, sizeof *scene);
    for (uint32_t pc = 0; pc < 16; pc++) {
        scene->code[pc].kind = MICRO_NOP;
    }
    scene->program = (MachineProgram){.code = scene->code, .code_count = 16};
    scene->recording =
        (Recording){.steps = scene->steps, .entries = scene->entries, .warp_count = 1};
    simt_stack_start(&scene->stack, 0, UINT32_MAX);
}

static void branch(Scene *scene, uint32_t pc, uint32_t target, uint32_t reconverge)
{
    scene->code[pc] = (Micro){.kind = MICRO_BRANCH, .target = target, .reconverge = reconverge};
}

// A step of the warp with the stack of now.
static void record(Scene *scene)
{
    Recording *recording = &scene->recording;
    memcpy(scene->entries + recording->entry_count, scene->stack.entries,
           scene->stack.count * sizeof(SimtEntry));
    scene->steps[recording->step_count++] = (RecordedStep){.pc = simt_stack_top(&scene->stack)->pc,
                                                           .stack = recording->entry_count,
                                                           .stack_count = scene->stack.count};
    recording->entry_count += scene->stack.count;
}

// The ways of a step's entries from the bottom: "." none, "f" fell through, "j" jumped.
static const char *ways(Scene *scene, uint32_t step, char text[8])
{
    const RecordedStep *at = &scene->steps[step];
    for (uint32_t i = 0; i < at->stack_count; i++) {
        text[i] = ".fj"[scene->paths[at->stack + i]];
    }
    text[at->stack_count] = 0;
    return text;
}

static void find(Scene *scene)
{
    Arena arena = {0};
    paths_find(&scene->recording, &scene->program, scene->paths, &arena);
    arena_clear(&arena);
}

TEST(both_sides_of_a_branch_until_they_meet)
{
    Scene scene;
    char text[8];
    set_up(&scene);
    branch(&scene, 0, 5, 8);
    record(&scene);
    simt_stack_diverge(&scene.stack, 8, (SimtPath[]){{1, 0xffff}, {5, 0xffff0000}}, 2);
    record(&scene);
    simt_stack_jump(&scene.stack, 2);
    record(&scene);
    simt_stack_jump(&scene.stack, 8); // the first side is there: the second one runs
    record(&scene);
    simt_stack_jump(&scene.stack, 8);
    record(&scene);
    find(&scene);
    EXPECT_TEXT(ways(&scene, 0, text), ".");
    EXPECT_TEXT(ways(&scene, 1, text), ".jf");
    EXPECT_TEXT(ways(&scene, 2, text), ".jf");
    EXPECT_TEXT(ways(&scene, 3, text), ".j");
    EXPECT_TEXT(ways(&scene, 4, text), ".");
    simt_stack_destroy(&scene.stack);
}

TEST(a_nested_branch_that_meets_where_the_outer_one_does)
{
    Scene scene;
    char text[8];
    set_up(&scene);
    branch(&scene, 0, 5, 8);
    branch(&scene, 1, 3, 8);
    record(&scene);
    simt_stack_diverge(&scene.stack, 8, (SimtPath[]){{1, 0xffff}, {5, 0xffff0000}}, 2);
    record(&scene);
    simt_stack_diverge(&scene.stack, 8, (SimtPath[]){{2, 0xff}, {3, 0xff00}}, 2);
    record(&scene);
    find(&scene);
    EXPECT_TEXT(ways(&scene, 2, text), ".jjf");
    simt_stack_destroy(&scene.stack);
}

TEST(a_branch_that_all_lanes_take_changes_no_way)
{
    Scene scene;
    char text[8];
    set_up(&scene);
    branch(&scene, 0, 5, 8);
    branch(&scene, 5, 7, 8);
    record(&scene);
    simt_stack_diverge(&scene.stack, 8, (SimtPath[]){{5, 0xff}, {1, 0xffffff00}}, 2);
    record(&scene);
    simt_stack_jump(&scene.stack, 7);
    record(&scene);
    find(&scene);
    EXPECT_TEXT(ways(&scene, 2, text), ".fj");
    simt_stack_destroy(&scene.stack);
}

TEST(lanes_that_end_change_no_way)
{
    Scene scene;
    char text[8];
    set_up(&scene);
    branch(&scene, 0, 5, 8);
    record(&scene);
    simt_stack_diverge(&scene.stack, 8, (SimtPath[]){{1, 0xffff}, {5, 0xffff0000}}, 2);
    record(&scene);
    simt_stack_exit(&scene.stack, 0x0f);
    record(&scene);
    find(&scene);
    EXPECT_TEXT(ways(&scene, 2, text), ".jf");
    simt_stack_destroy(&scene.stack);
}
