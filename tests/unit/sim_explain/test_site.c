// SPDX-License-Identifier: Apache-2.0
// Which recorded step shows a line, and which array an address lies in.
#include "sim/explain/explain.h"
#include "tests/test.h"

enum { STEPS = 8 };

typedef struct Scene {
    Micro micro;
    uint32_t pcs[2];
    ExplainSite site;
    RecordedStep steps[STEPS];
    RecordedWarp warps[2];
    RecordedBlock blocks[2];
    Recording recording;
} Scene;

// Warp 0 of the recording is of a later block than warp 1.
static void set_up(Scene *scene, MicroKind kind)
{
    *scene = (Scene){.micro = {.kind = (uint8_t)kind}, .pcs = {4, 9}};
    scene->site = (ExplainSite){.micro = &scene->micro, .pcs = scene->pcs, .pc_count = 2};
    scene->blocks[0].index = 7;
    scene->blocks[1].index = 2;
    scene->warps[1].block = 1;
    scene->recording = (Recording){.steps = scene->steps,
                                   .warps = scene->warps,
                                   .warp_count = 2,
                                   .blocks = scene->blocks,
                                   .block_count = 2};
}

static void add_step(Scene *scene, uint32_t warp, uint32_t pc, uint32_t access)
{
    scene->steps[scene->recording.step_count++] =
        (RecordedStep){.warp = warp, .pc = pc, .access = access};
}

TEST(the_lowest_warp_is_shown_and_unrolled_copies_are_visits)
{
    Scene scene;
    set_up(&scene, MICRO_LOAD);
    add_step(&scene, 0, 4, 0);
    add_step(&scene, 1, 4, 1);
    add_step(&scene, 0, 9, 2);
    add_step(&scene, 1, 5, RECORDED_NONE);
    add_step(&scene, 1, 9, 3);
    ExplainStep found = explain_find_step(&scene.recording, &scene.site, 2);
    EXPECT_EQ(found.step, 4u);
    EXPECT_EQ(found.visits, 2u);
    found = explain_find_step(&scene.recording, &scene.site, 3);
    EXPECT_EQ(found.step, RECORDED_NONE);
    EXPECT_EQ(found.visits, 2u);
}

TEST(accesses_without_lanes_are_no_visits_but_branches_are)
{
    Scene scene;
    set_up(&scene, MICRO_LOAD);
    add_step(&scene, 1, 4, RECORDED_NONE);
    ExplainStep found = explain_find_step(&scene.recording, &scene.site, 1);
    EXPECT_EQ(found.step, RECORDED_NONE);
    EXPECT_EQ(found.idle, 1u);
    scene.micro.kind = MICRO_BRANCH;
    found = explain_find_step(&scene.recording, &scene.site, 1);
    EXPECT_EQ(found.step, 0u);
}

TEST(arrays_of_shared_memory_have_their_names_in_the_source)
{
    Arena arena = {0};
    PtxVariable tile = {.name = "_ZZ4turnPfE4tile", .size_bytes = 4096};
    PtxVariable plain = {.name = "words", .size_bytes = 64};
    const PtxVariable *variables[] = {&tile, &plain};
    uint32_t offsets[] = {0, 4096};
    MachineProgram program = {
        .shared = variables, .shared_offset = offsets, .shared_count = 2, .shared_bytes = 4160};
    AccessArray array = explain_shared_array(&program, 4095, &arena);
    EXPECT_TEXT(array.name, "tile");
    EXPECT_EQ(array.base, 0u);
    EXPECT_EQ(array.size_bytes, 4096u);
    array = explain_shared_array(&program, 4100, &arena);
    EXPECT_TEXT(array.name, "words");
    array = explain_shared_array(&program, 5000, &arena); // dynamic shared memory
    EXPECT(array.name == NULL);
    EXPECT_EQ(array.base, 4160u);
    arena_clear(&arena);
}

static Micro at_location(uint32_t location, uint32_t ptx_line)
{
    return (Micro){.kind = MICRO_LOAD, .location = location, .ptx_line = ptx_line};
}

TEST(a_line_is_that_of_the_source_or_of_a_call_that_was_inlined_or_of_the_ptx)
{
    PtxFile file = {.number = 1, .name = "kernels/turn.cu"};
    PtxLocation locations[] = {
        {0}, {.file = 1, .line = 12}, {.file = 1, .line = 3, .inlined_at = 1}};
    PtxModule module = {.file = "out/turn.ptx",
                        .files = &file,
                        .file_count = 1,
                        .locations = locations,
                        .location_count = 3};
    MachineProgram program = {.module = &module};
    Micro micro = at_location(2, 40);
    EXPECT(explain_is_on_line(&program, &micro, &(ExplainWish){"kernels/turn.cu", 3, 1}));
    EXPECT(explain_is_on_line(&program, &micro, &(ExplainWish){"turn.cu", 12, 1}));
    EXPECT(explain_is_on_line(&program, &micro, &(ExplainWish){"turn.ptx", 40, 1}));
    EXPECT(!explain_is_on_line(&program, &micro, &(ExplainWish){"turn.cu", 40, 1}));
    EXPECT(!explain_is_on_line(&program, &micro, &(ExplainWish){"other.cu", 3, 1}));
    EXPECT(!explain_is_on_line(&program, &micro, &(ExplainWish){"return.cu", 3, 1}));
    EXPECT(!explain_is_on_line(&program, &micro, &(ExplainWish){"others/turn.cu", 3, 1}));
}
