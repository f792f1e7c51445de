// SPDX-License-Identifier: Apache-2.0
// Figures of one launch on a real device: what is drawn is as many as the rules count.
#include "sim/figure/figure.h"
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

// Lane i reads word i * %stride of shared memory (line 10), the lanes below 8 go another way (lines
// 12 to 16), and all store to every second word of global memory (line 20).
static const char kernel_text[] = ".version 7.0\n"
                                  ".target sm_50\n"
                                  ".address_size 64\n"
                                  ".visible .entry pick(.param .u64 out, .param .u32 stride)\n"
                                  "{ .reg .pred %p<2>; .reg .b32 %r<9>; .reg .b64 %rd<4>;\n"
                                  "  .shared .align 4 .b8 tile[4096];\n"
                                  "  ld.param.u64 %rd1, [out]; ld.param.u32 %r6, [stride];\n"
                                  "  mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, %r6;\n"
                                  "  mov.u32 %r3, tile; add.s32 %r4, %r3, %r2;\n"
                                  "  ld.shared.u32 %r5, [%r4];\n"
                                  "  setp.lt.u32 %p1, %r1, 8;\n"
                                  "  @%p1 bra LOW;\n"
                                  "  st.shared.u32 [%r4], %r1; bar.warp.sync 0xffffff00;\n"
                                  "  bra MET;\n"
                                  "LOW:\n"
                                  "  st.shared.u32 [%r4], %r5; bar.warp.sync 0xff;\n"
                                  "MET:\n"
                                  "  mul.wide.u32 %rd2, %r1, 8;\n"
                                  "  add.s64 %rd3, %rd1, %rd2;\n"
                                  "  st.global.u32 [%rd3], %r5;\n"
                                  "  ret;\n"
                                  "}\n";

typedef struct Scene {
    LockstepDevice *device;
    LockstepModule *module;
    Report *report;
    Text figure, trouble;
} Scene;

typedef struct Parameters {
    uint64_t out;
    uint32_t stride;
} Parameters;

static bool record_all(void *context, const LockstepUpcoming *launch, LockstepWatch *watch)
{
    (void)launch;
    (void)context;
    watch->block_count = 1;
    watch->max_steps = 1000;
    watch->warp = LOCKSTEP_ALL;
    watch->sm = LOCKSTEP_ALL;
    return true;
}

static void run_in(Scene *scene, uint32_t stride_bytes, LockstepMode mode)
{
    LockstepOptions options = {.threads = 1, .mode = mode, .record = record_all};
    Parameters parameters = {.stride = stride_bytes};
    *scene = (Scene){0};
    EXPECT_EQ(lockstep_device_create(&options, &scene->device), LOCKSTEP_OK);
    EXPECT_EQ(lockstep_module_load(scene->device, kernel_text, sizeof kernel_text - 1, "pick.ptx",
                                   &scene->module),
              LOCKSTEP_OK);
    EXPECT_EQ(lockstep_malloc(scene->device, 256, "out", &parameters.out), LOCKSTEP_OK);
    LockstepLaunch launch = {.kernel = "pick",
                             .block = {32},
                             .grid = {1},
                             .parameters = &parameters,
                             .parameter_bytes = 12};
    EXPECT_EQ(lockstep_launch(scene->device, scene->module, &launch), LOCKSTEP_OK);
    scene->report = report_create(lockstep_report(scene->device));
}

static void run(Scene *scene, uint32_t stride_bytes)
{
    run_in(scene, stride_bytes, LOCKSTEP_COUNTS);
}

static bool draw(Scene *scene, const char *text)
{
    FigureWish wish;
    text_destroy(&scene->figure);
    text_destroy(&scene->trouble);
    scene->figure = scene->trouble = (Text){0};
    EXPECT(figure_wish_read(text, &wish, &scene->trouble));
    wish.file = "pick.ptx";
    return figure_print(scene->report, &wish, NULL, 0, &scene->figure, &scene->trouble);
}

static uint32_t count(const Scene *scene, const char *what)
{
    uint32_t found = 0;
    for (const char *at = text_string(&scene->figure); (at = strstr(at, what)) != NULL; at++) {
        found++;
    }
    return found;
}

static void tear_down(Scene *scene)
{
    report_destroy(scene->report);
    lockstep_device_destroy(scene->device);
    text_destroy(&scene->figure);
    text_destroy(&scene->trouble);
}

TEST(banks_have_an_arrow_for_each_lane_and_a_cell_for_each_word)
{
    static const struct {
        uint32_t stride, passes, words;
    } cases[] = {{4, 1, 32}, {8, 2, 32}, {12, 1, 32}, {16, 4, 32}, {128, 32, 32}, {0, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Scene scene;
        char last[32], beyond[32];
        run(&scene, cases[i].stride);
        EXPECT(draw(&scene, "banks:line=10"));
        EXPECT_EQ(count(&scene, "data-from="), 32u);
        EXPECT_EQ(count(&scene, "data-bank="), 32u);
        EXPECT_EQ(count(&scene, "data-pass="), cases[i].words);
        snprintf(last, sizeof last, "data-pass=\"%u\"", cases[i].passes);
        snprintf(beyond, sizeof beyond, "data-pass=\"%u\"", cases[i].passes + 1);
        EXPECT(count(&scene, last) > 0);
        EXPECT_EQ(count(&scene, beyond), 0u);
        tear_down(&scene);
    }
}

TEST(segments_show_each_transaction_with_its_bytes)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(draw(&scene, "segments"));
    EXPECT_EQ(count(&scene, "data-from="), 32u);
    EXPECT_EQ(count(&scene, "data-times="), 8u); // 32 lanes, 8 bytes apart: 256 bytes
    EXPECT_EQ(count(&scene, "data-bytes=\"32\""), 8u);
    EXPECT(strstr(text_string(&scene.figure), "8 sectors: 256 bytes moved, 128 used (50 %)") !=
           NULL);
    tear_down(&scene);
}

TEST(a_tile_marks_the_words_of_an_access_with_their_bank)
{
    Scene scene;
    run(&scene, 128);
    EXPECT(draw(&scene, "tile:line=10,columns=32"));
    EXPECT_EQ(count(&scene, "data-bank="), 1024u);
    EXPECT_EQ(count(&scene, "data-bank=\"0\" data-accessed=\"1\""), 32u); // a column: one bank
    EXPECT(draw(&scene, "tile:line=10,columns=31,rows=40"));
    EXPECT_EQ(count(&scene, "data-accessed=\"1\""), 32u);
    EXPECT(!draw(&scene, "tile:line=10,columns=1"));
    EXPECT(!draw(&scene, "tile:line=10,columns=100"));
    tear_down(&scene);
}

TEST(loads_tell_which_thread_fills_which_word)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(draw(&scene, "loads:columns=32"));
    EXPECT(strstr(text_string(&scene.figure), "32 threads fill 32 words, 1 each") != NULL);
    EXPECT_EQ(count(&scene, "data-thread=\"-1\""), 1024u - 32u);
    EXPECT_EQ(count(&scene, "data-thread=\"7\" data-round=\"1\""), 1u);
    tear_down(&scene);
}

TEST(threads_that_run_a_line_are_counted)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(draw(&scene, "reads:line=13"));
    EXPECT_EQ(count(&scene, "data-count=\"1\""), 24u);
    EXPECT_EQ(count(&scene, "data-count=\"0\""), 8u);
    EXPECT(draw(&scene, "lanes:line=13"));
    EXPECT_EQ(count(&scene, "data-state=\"active\""), 24u);
    tear_down(&scene);
}

TEST(the_timeline_has_a_dark_strip_for_what_issued_and_needs_a_clock)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(!draw(&scene, "timeline"));
    EXPECT(strstr(text_string(&scene.trouble), "--mode cycles") != NULL);
    tear_down(&scene);
    run_in(&scene, 4, LOCKSTEP_CYCLES);
    EXPECT(draw(&scene, "timeline"));
    uint32_t steps = scene.report->launches[0].record->recording->step_count;
    EXPECT(count(&scene, "data-strip=\"0\"") > 0);
    EXPECT(count(&scene, "data-strip=\"0\"") <= steps);
    EXPECT(!draw(&scene, "timeline:from=4000000"));
    tear_down(&scene);
}

TEST(masks_have_a_cell_for_each_lane_of_a_line)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(draw(&scene, "masks:line=12"));
    uint32_t rows = count(&scene, "data-lane=\"0\"");
    EXPECT(rows >= 4); // the branch, both sides, where they meet
    EXPECT_EQ(count(&scene, "data-lane="), rows * 32);
    EXPECT(count(&scene, "data-state=\"waiting\"") > 0);
    EXPECT_EQ(count(&scene, "data-state=\"absent\""), 0u);
    tear_down(&scene);
}

TEST(the_stack_grows_by_two_sides_and_shrinks_to_one_entry)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(draw(&scene, "stack:line=12"));
    EXPECT_EQ(count(&scene, "data-mask=\"000000ff\"") > 0, true);
    EXPECT_EQ(count(&scene, "data-mask=\"ffffff00\"") > 0, true);
    EXPECT_EQ(count(&scene, "data-mask=\"ffffffff\""), 4u); // in each of the four states
    tear_down(&scene);
}

TEST(what_can_not_be_drawn_is_refused_with_lines_that_can)
{
    Scene scene;
    run(&scene, 4);
    EXPECT(!draw(&scene, "banks:line=20"));
    EXPECT_EQ(scene.figure.size_bytes, 0u);
    EXPECT(strstr(text_string(&scene.trouble),
                  "no recorded warp accessed shared memory on line 20") != NULL);
    EXPECT(strstr(text_string(&scene.trouble), "line 10: shared load") != NULL);
    EXPECT(!draw(&scene, "masks:line=20000"));
    EXPECT(!draw(&scene, "banks:line=10,visit=2"));
    EXPECT(!draw(&scene, "lanes"));
    tear_down(&scene);
}

TEST(the_same_launch_gives_the_same_bytes)
{
    Scene scene, again;
    run(&scene, 8);
    run(&again, 8);
    EXPECT(draw(&scene, "banks:line=10"));
    EXPECT(draw(&again, "banks:line=10"));
    EXPECT_TEXT(text_string(&scene.figure), text_string(&again.figure));
    tear_down(&scene);
    tear_down(&again);
}
