// SPDX-License-Identifier: Apache-2.0
// The page and its data of one launch on a real device.
#include "sim/view/view.h"
#include "tests/test.h"

#include <string.h>

// Lane i reads word 32 i of shared memory: one bank. Then half of the lanes store.
static const char kernel_text[] = ".version 7.0\n"
                                  ".target sm_50\n"
                                  ".address_size 64\n"
                                  ".visible .entry column(.param .u64 out)\n"
                                  "{\n"
                                  "  .reg .pred %p<2>;\n"
                                  "  .reg .b32 %r<6>;\n"
                                  "  .reg .b64 %rd<4>;\n"
                                  "  .shared .align 4 .b8 tile[4096];\n"
                                  "  ld.param.u64 %rd1, [out];\n"
                                  "  mov.u32 %r1, %tid.x;\n"
                                  "  shl.b32 %r2, %r1, 7;\n"
                                  "  mov.u32 %r3, tile;\n"
                                  "  add.s32 %r4, %r3, %r2;\n"
                                  "  ld.shared.u32 %r5, [%r4];\n"
                                  "  mul.wide.u32 %rd2, %r1, 4;\n"
                                  "  add.s64 %rd3, %rd1, %rd2;\n"
                                  "  setp.lt.u32 %p1, %r1, 16;\n"
                                  "  @%p1 st.global.u32 [%rd3], %r5;\n"
                                  "  ret;\n"
                                  "}\n";

typedef struct Scene {
    LockstepDevice *device;
    LockstepModule *module;
    Report *report;
    Text text;
} Scene;

static bool record_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)launch;
    watch->block_count = 1;
    watch->max_steps = *(uint32_t *)context;
    return true;
}

static void run(Scene *scene, LockstepMode mode, uint32_t max_steps)
{
    LockstepOptions options = {
        .threads = 1, .mode = mode, .record = record_all, .record_context = &max_steps};
    uint64_t out = 0;
    *scene = (Scene){0};
    EXPECT_EQ(lockstep_device_create(&options, &scene->device), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_module_load(scene->device, kernel_text, sizeof kernel_text - 1, "column.ptx",
                                   &scene->module),
              LOCKSTEP_OK);
    EXPECT_EQ(lockstep_malloc(scene->device, 128, "out", &out), LOCKSTEP_OK);
    LockstepLaunch launch = {.kernel = "column",
                             .block = {32},
                             .grid = {4},
                             .parameters = &out,
                             .parameter_bytes = sizeof out};
    EXPECT_EQ(lockstep_launch(scene->device, scene->module, &launch), LOCKSTEP_OK);
    scene->report = report_create(lockstep_report(scene->device));
}

static View view_of(const Scene *scene, ViewLaunch *launch)
{
    *launch =
        (ViewLaunch){&scene->report->launches[0], scene->report->launches[0].record->recording};
    return (View){.version = "1",
                  .program = "a </script> b.cu",
                  .gpu = scene->report->gpu,
                  .launches = launch,
                  .launch_count = 1,
                  .launches_left_out = 3};
}

static void tear_down(Scene *scene)
{
    report_destroy(scene->report);
    lockstep_device_destroy(scene->device);
    text_destroy(&scene->text);
}

static uint32_t count_of(const char *text, const char *word)
{
    uint32_t count = 0;
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        count++;
    }
    return count;
}

TEST(patterns_are_under_the_rule_of_every_generation)
{
    Scene scene;
    ViewLaunch launch;
    run(&scene, LOCKSTEP_COUNTS, 1000);
    View view = view_of(&scene, &launch);
    view_print_data(&view, &scene.text);
    const char *data = text_string(&scene.text);
    const char *choices =
        strstr(data, "\"choices\":["); // of what-ifs: the program's own are among them
    if (EXPECT(choices != NULL)) {
        EXPECT_EQ(count_of(data, "[\"shared load\",0,4,4294967295,0,128,256,"), 2u);
        EXPECT_EQ(count_of(choices, "[\"shared load\",0,4,4294967295,0,128,256,"), 1u);
        EXPECT_EQ(count_of(data, "[\"global store\",1,4,65535,0,4,8,"), 2u);
        EXPECT_EQ(count_of(choices, "[\"global store\",1,4,65535,0,4,8,"), 1u);
    }
    // Of the column: 16 and 16 steps on cc 1.x, 32 passes, 16 through Kepler's wide banks, 32;
    // cc 2.x and today have one map.
    EXPECT_EQ(count_of(data, "\"rules\":[[[0,32,2,0,128,0],[0,32,2,0,128,0],[1,32,1,0,128,1],"
                             "[2,16,1,0,128,2],[1,32,1,0,128,3]],"),
              1u);
    EXPECT_EQ(count_of(data, "[\"pad the rows by one word\",1]"), 1u);
    EXPECT_EQ(count_of(data, "\"launches_left_out\":3"), 1u);
    EXPECT_EQ(count_of(data, "\"has_clock\":0"), 1u);
    tear_down(&scene);
}

TEST(a_clock_and_what_is_left_out_are_in_the_data)
{
    Scene scene;
    ViewLaunch launch;
    run(&scene, LOCKSTEP_CYCLES, 3);
    View view = view_of(&scene, &launch);
    view_print_data(&view, &scene.text);
    const char *data = text_string(&scene.text);
    EXPECT_EQ(count_of(data, "\"has_clock\":1"), 1u);
    EXPECT_EQ(count_of(data, "\"steps_left_out\":0"), 0u);
    EXPECT_EQ(count_of(data, "\"steps_left_out\":"), 1u);
    EXPECT_EQ(count_of(data, "\"warp\":[0,0,0]"), 1u);
    tear_down(&scene);
}

TEST(a_launch_without_a_recording_has_its_report)
{
    Scene scene;
    ViewLaunch launch;
    run(&scene, LOCKSTEP_COUNTS, 1000);
    View view = view_of(&scene, &launch);
    launch.recording = NULL;
    view_print_data(&view, &scene.text);
    EXPECT_EQ(count_of(text_string(&scene.text), "\"record\":null"), 1u);
    EXPECT_EQ(count_of(text_string(&scene.text), "\"shared_excess\":124"), 1u);
    tear_down(&scene);
}

TEST(no_name_ends_the_data_before_its_end)
{
    Scene scene;
    ViewLaunch launch;
    run(&scene, LOCKSTEP_COUNTS, 1000);
    View view = view_of(&scene, &launch);
    view_print_page(&view, &scene.text);
    const char *page = text_string(&scene.text);
    EXPECT_EQ(count_of(page, "a \\u003c/script> b.cu"), 1u);
    EXPECT_EQ(count_of(page, "</script"), 2u); // of the data, of the scripts
    EXPECT_EQ(strncmp(page, "<!DOCTYPE html>", 15), 0);
    tear_down(&scene);
}
