// SPDX-License-Identifier: Apache-2.0
// Copies by tensor map in im2col mode. The tensor is 2 images of 4 x 3 pixels of 4 words, and
// dimensions of one pixel more where the instruction has 5.
#include "tests/execution/instructions.h"
#include "tests/execution/tile_map.h"

enum { CHANNELS = 4, WIDTH = 4, HEIGHT = 3, PIXELS = 8 };

static TensorMap map_of(uint32_t rank)
{
    bool is_line = rank == 3;
    TensorMap map = {.stride = {4, 16, 64, 64 * HEIGHT, 64 * HEIGHT},
                     .last = {CHANNELS - 1, WIDTH - 1, HEIGHT - 1, 1, 1},
                     .box = {CHANNELS, PIXELS},
                     .step = {1, 1, 1, 1, 1},
                     .type = TENSOR_U32,
                     .rank = (uint8_t)rank,
                     .span_bytes = 16,
                     .is_im2col = true};
    if (is_line) {
        map.stride[2] = 64;
    } else if (rank == 5) {
        map.last[3] = 0;
    }
    return map;
}

// <0>: the copy, by thread 0. It loads from `in` to `s`, which becomes `out`, or stores from `s`,
// which holds sample(), to `out`.
static bool copy_pixels(const TensorMap *map, const char *instruction, bool is_load, Out out)
{
    static char head[2048];
    tile_map_declare(map, head, sizeof head);
    const Program program = {
        .head = head,
        .cluster = 1,
        .body = "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\n"
                "mov.u16 %h1, 1;\nmov.u16 %h2, 0;\nmov.u64 %rd9, 0;\n"
                "mov.u32 %r22, 0;\nmov.u32 %r25, 1;\nmov.u32 %r26, 2;\n"
                "st.global.v4.u32 [%rd3], {%r22, %r22, %r22, %r22};\n"
                "st.global.v4.u32 [%rd3+16], {%r22, %r22, %r22, %r22};\n"
                "mad.lo.u32 %r23, %r1, 4, %r20;\nst.shared.u32 [%r23], <1>;\n"
                "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\nst.global.u64 [" TILE_MAP_ADDRESS
                "], <2>;\n"
                "mbarrier.init.shared.b64 [%r21], 1;\n"
                "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 128;\n"
                "fence.proxy.async;\nready:\nbar.sync 0;\n@%p1 bra.uni done;\n<0>\n"
                "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\ndone:\n"
                "bar.sync 0;\n<3>\n",
        .parts = PARTS(instruction, is_load ? "%r22" : "%r10", is_load ? "%rd1" : "%rd2",
                       is_load ? "wait:\nmbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n"
                                 "@!%p2 bra wait;\nld.shared.u32 %r24, [%r23];\n" KEEP(0, "%r24")
                               : "")};
    return program_run(&program, out);
}

// The tile has these pixels, numbered in memory; -1: zeros.
static void expect_pixels(Out out, const int pixels[PIXELS])
{
    for (uint32_t i = 0; i < PIXELS * CHANNELS; i++) {
        int pixel = pixels[i / CHANNELS];
        EXPECT_WORD(out, i, 0, pixel < 0 ? 0 : sample((uint32_t)pixel * CHANNELS + i % CHANNELS));
    }
}

#define LOAD(dimensions, to)                                                                       \
    "cp.async.bulk.tensor." dimensions "." to ".global.im2col.mbarrier::complete_tx::bytes"

TEST(pixels_follow_each_other_through_rows_and_images)
{
    static Out out;
    TensorMap map = map_of(4);
    if (copy_pixels(&map,
                    LOAD("4d", "shared::cluster") " [%r20], [%rd20, {%r22, %r26, %r25, %r22}],"
                                                  " [%r21], {%h2, %h2};",
                    true, out)) {
        expect_pixels(out, (const int[]){6, 7, 8, 9, 10, 11, 12, 13});
    }
}

TEST(offsets_move_all_pixels_of_the_box)
{
    static Out out;
    TensorMap map = map_of(4);
    map.lower[0] = map.lower[1] = -1;
    map.upper[0] = map.upper[1] = -1; // as for a filter of 3 x 3 with a border of 1
    if (copy_pixels(&map,
                    LOAD("4d", "shared::cta") " [%r20], [%rd20, {%r22, %r25, %r22, %r22}], "
                                              "[%r21], {%h2, %h1};",
                    true, out)) { // rows 1 and 2 of columns -1 to 2, then row 0 of the next image
        expect_pixels(out, (const int[]){5, 6, -1, 8, 9, 10, -1, 12});
    }
}

TEST(steps_skip_pixels_and_keep_their_number)
{
    static Out out;
    TensorMap map = map_of(4);
    map.step[1] = map.step[2] = 2;
    if (copy_pixels(&map,
                    LOAD("4d", "shared::cluster") ".L2::cache_hint [%r20], [%rd20, {%r22, %r22, "
                                                  "%r22, %r22}], [%r21], {%h1, %h2}, %rd9;",
                    true, out)) {
        expect_pixels(out, (const int[]){1, 3, 9, 11, 13, 15, 21, 23});
    }
}

TEST(what_lies_behind_the_last_image_is_zero)
{
    static Out out;
    TensorMap map = map_of(5);
    if (copy_pixels(&map,
                    LOAD("5d", "shared::cta") ".L2::cache_hint [%r20], [%rd20, {%r22, %r26, %r26, "
                                              "%r22, %r25}], [%r21], {%h2, %h2, %h2}, %rd9;",
                    true, out)) {
        expect_pixels(out, (const int[]){22, 23, -1, -1, -1, -1, -1, -1});
    }
}

TEST(lines_are_images_too)
{
    static Out out;
    TensorMap map = map_of(3);
    map.upper[0] = -1;
    if (copy_pixels(&map,
                    LOAD("3d", "shared::cluster") ".multicast::cluster [%r20], [%rd20, {%r22, "
                                                  "%r25, %r22}], [%r21], {%h1}, %h1;",
                    true, out)) {
        expect_pixels(out, (const int[]){2, 3, 5, 6, 7, 9, 10, 11});
    }
    if (copy_pixels(&map,
                    LOAD("3d", "shared::cluster") ".multicast::cluster.L2::cache_hint [%r20], "
                                                  "[%rd20, {%r22, %r22, %r22}], [%r21], {%h2}, "
                                                  "%h1, %rd9;",
                    true, out)) {
        expect_pixels(out, (const int[]){0, 1, 2, 4, 5, 6, 8, 9});
    }
}

TEST(prefetches_change_nothing)
{
    static Out out;
    TensorMap map = map_of(4);
    if (copy_pixels(&map,
                    "cp.async.bulk.prefetch.tensor.4d.L2.global.im2col [%rd20, {%r22, %r22, %r22, "
                    "%r22}], {%h2, %h2};\ncp.async.bulk.prefetch.tensor.4d.L2.global.im2col"
                    ".L2::cache_hint [%rd20, {%r22, %r22, %r22, %r22}], {%h2, %h2}, %rd9;\n" LOAD(
                        "4d", "shared::cta") " [%r20], [%rd20, {%r22, %r22, %r22, %r22}], [%r21], "
                                             "{%h2, %h2};",
                    true, out)) {
        expect_pixels(out, (const int[]){0, 1, 2, 3, 4, 5, 6, 7});
    }
}

// Pixels 6 and 7 of the first image and the first six of the second one.
static void store_pixels(const char *instruction)
{
    static Out out;
    TensorMap map = map_of(4);
    map.lower[0] = 1; // columns 1 to 3
    if (!copy_pixels(&map, instruction, false, out)) {
        return;
    }
    static const int pixels[PIXELS] = {6, 7, 9, 10, 11, 13, 14, 15};
    for (uint32_t i = 0; i < 8 * PIXELS * CHANNELS; i++) {
        uint32_t wanted = 0;
        for (uint32_t j = 0; j < PIXELS; j++) {
            bool is_here = i / CHANNELS == (uint32_t)pixels[j];
            wanted = is_here ? sample(j * CHANNELS + i % CHANNELS) : wanted;
        }
        EXPECT_WORD(out, i / OUT_WORDS, i % OUT_WORDS, wanted);
    }
}

TEST(pixels_are_stored_and_added)
{
#define PLACE "[%rd20, {%r22, %r26, %r25, %r22}], [%r20]"
    store_pixels("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group " PLACE ";");
    store_pixels("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group"
                 ".L2::cache_hint " PLACE ", %rd9;");
    store_pixels(
        "cp.reduce.async.bulk.tensor.4d.global.shared::cta.add.im2col_no_offs.bulk_group " PLACE
        ";");
    store_pixels("cp.reduce.async.bulk.tensor.4d.global.shared::cta.or.im2col_no_offs.bulk_group"
                 ".L2::cache_hint " PLACE ", %rd9;");
}

static LockstepStatus try_load(const TensorMap *map, const char *instruction)
{
    static Out out;
    static char head[2048];
    tile_map_declare(map, head, sizeof head);
    const Program program = {.head = head,
                             .body = "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\n"
                                     "mov.u32 %r22, 0;\nmov.u32 %r27, 4;\nmov.u16 %h2, 0;\n"
                                     "mbarrier.init.shared.b64 [%r21], 1;\n"
                                     "st.global.u64 [" TILE_MAP_ADDRESS "], %rd1;\n<0>\n",
                             .parts = PARTS(instruction)};
    return program_try(&program, out);
}

TEST(a_copy_must_begin_in_the_box_and_have_a_map_of_its_mode)
{
    TensorMap map = map_of(4);
    EXPECT_EQ(try_load(&map, LOAD("4d", "shared::cta") " [%r20], [%rd20, {%r22, %r22, %r22, %r22}]"
                                                       ", [%r21], {%h2, %h2};"),
              LOCKSTEP_OK);
    EXPECT_EQ(try_load(&map, LOAD("4d", "shared::cta") " [%r20], [%rd20, {%r22, %r27, %r22, %r22}]"
                                                       ", [%r21], {%h2, %h2};"),
              LOCKSTEP_ERROR_FAULT);
    EXPECT_EQ(try_load(&map, "cp.async.bulk.tensor.4d.shared::cta.global.tile.mbarrier::complete_tx"
                             "::bytes [%r20], [%rd20, {%r22, %r22, %r22, %r22}], [%r21];"),
              LOCKSTEP_ERROR_FAULT);
    map.is_im2col = false;
    map.box[2] = map.box[3] = 1;
    EXPECT_EQ(try_load(&map, LOAD("4d", "shared::cta") " [%r20], [%rd20, {%r22, %r22, %r22, %r22}]"
                                                       ", [%r21], {%h2, %h2};"),
              LOCKSTEP_ERROR_FAULT);
}

INSTRUCTIONS_MAIN()
