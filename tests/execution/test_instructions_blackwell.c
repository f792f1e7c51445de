// SPDX-License-Identifier: Apache-2.0
// What compute capability 10.0 adds to copies: rows gathered and scattered by tensor map, zeros in
// bulk, and chosen bytes.
#include "tests/execution/instructions.h"
#include "tests/execution/tile_map.h"

// Rows 3, 0, 2 and one outside, from column 4 on, of 4 rows of 8 words; loaded, with thread 0's
// copy.
static void gather_rows(const char *instruction)
{
    static Out out;
    static char head[2048];
    static const int rows[] = {3, 0, 2, -1};
    TensorMap map = {.stride = {4, 32},
                     .last = {7, 3},
                     .box = {4, 1},
                     .step = {1, 1},
                     .type = TENSOR_U32,
                     .rank = 2,
                     .span_bytes = 16};
    tile_map_declare(&map, head, sizeof head);
    // clang-format off
    const Program program = {
        .head = head,
        .gpu = "b200",
        .target = 100,
        .cluster = 1,
        .body =
            "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\nmov.u16 %h1, 1;\n"
            "mov.u64 %rd9, 0;\nmov.u32 %r22, 0;\nmov.u32 %r25, 3;\nmov.u32 %r26, 2;\n"
            "mov.u32 %r27, -1;\nmov.u32 %r28, 4;\nmad.lo.u32 %r23, %r1, 4, %r20;\n"
            "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\n"
            "st.global.u64 [" TILE_MAP_ADDRESS "], %rd1;\nmbarrier.init.shared.b64 [%r21], 1;\n"
            "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 64;\nfence.proxy.async;\n"
            "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4 "
            "[%rd20, {%r28, %r25, %r22, %r26, %r27}];\n<0>\nready:\nbar.sync 0;\nwait:\n"
            "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\n"
            "ld.shared.u32 %r24, [%r23];\n" KEEP(0, "%r24"),
        .parts = PARTS(instruction)};
    // clang-format on
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < 16; i++) {
            int row = rows[i / 4];
            EXPECT_WORD(out, i, 0, row < 0 ? 0 : sample((uint32_t)row * 8 + 4 + i % 4));
        }
    }
}

#define ROWS   "[%rd20, {%r28, %r25, %r22, %r26, %r27}]"
#define GATHER ".global.tile::gather4.mbarrier::complete_tx::bytes"

TEST(rows_are_gathered)
{
    gather_rows("cp.async.bulk.tensor.2d.shared::cta" GATHER " [%r20], " ROWS ", [%r21];");
    gather_rows("cp.async.bulk.tensor.2d.shared::cluster" GATHER ".cta_group::1.L2::cache_hint "
                "[%r20], " ROWS ", [%r21], %rd9;");
    gather_rows("cp.async.bulk.tensor.2d.shared::cluster" GATHER ".multicast::cluster [%r20], " ROWS
                ", [%r21], %h1;");
    gather_rows("cp.async.bulk.tensor.2d.shared::cluster" GATHER " [%r20], " ROWS ", [%r21];");
    gather_rows("cp.async.bulk.tensor.2d.shared::cta" GATHER ".L2::cache_hint [%r20], " ROWS
                ", [%r21], %rd9;");
    gather_rows("cp.async.bulk.tensor.2d.shared::cluster" GATHER
                ".multicast::cluster.L2::cache_hint [%r20], " ROWS ", [%r21], %h1, %rd9;");
}

// The same rows of `out`, a row of a thread; what lies outside is left out.
static void scatter_rows(const char *instruction)
{
    static Out out;
    static char head[2048];
    static const int rows[] = {3, 0, 2, -1};
    TensorMap map = {.stride = {4, 32},
                     .last = {7, 3},
                     .box = {4, 1},
                     .step = {1, 1},
                     .type = TENSOR_U32,
                     .rank = 2,
                     .span_bytes = 16};
    tile_map_declare(&map, head, sizeof head);
    const Program program = {
        .head = head,
        .gpu = "b200",
        .target = 100,
        .body = "mov.u32 %r20, s;\nmov.u64 %rd20, map;\nmov.u64 %rd9, 0;\nmov.u32 %r22, 0;\n"
                "mov.u32 %r25, 3;\nmov.u32 %r26, 2;\nmov.u32 %r27, -1;\nmov.u32 %r28, 4;\n"
                "mad.lo.u32 %r23, %r1, 4, %r20;\nst.shared.u32 [%r23], %r10;\n"
                "fence.proxy.async;\nsetp.ne.u32 %p1, %r1, 0;\nbar.sync 0;\n@%p1 bra done;\n"
                "st.global.u64 [" TILE_MAP_ADDRESS "], %rd2;\n"
                "tensormap.replace.tile.swizzle_atomicity.global.b1024.b32 [%rd20], 0;\n"
                "cp.async.bulk.prefetch.tensor.2d.L2.global.tile::gather4.L2::cache_hint "
                "[%rd20, {%r28, %r25, %r22, %r26, %r27}], %rd9;\n<0>\n"
                "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\ndone:\n",
        .parts = PARTS(instruction)};
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < 12; i++) {
            EXPECT_WORD(out, (uint32_t)rows[i / 4], 4 + i % 4, sample(i));
        }
        EXPECT_WORD(out, 1, 4, 0); // no row of the tile
    }
}

TEST(rows_are_scattered)
{
    scatter_rows("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group " ROWS
                 ", [%r20];");
    scatter_rows("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group"
                 ".L2::cache_hint " ROWS ", [%r20], %rd9;");
}

TEST(bulk_stores_of_zeros)
{
    static const char *const instructions[] = {
        "st.bulk.weak.shared::cta [%r20+16], 64, 0;",
        "mov.u64 %rd20, 64;\nst.bulk.shared::cta [%r20+16], %rd20, 0;",
        "cvt.u64.u32 %rd20, %r20;\ncvta.shared.u64 %rd20, %rd20;\nst.bulk [%rd20+16], 64, 0;"};
    for (uint32_t i = 0; i < 3; i++) {
        static Out out;
        const Program program = {
            .head = ".shared .align 16 .b32 s[32];\n",
            .gpu = "b200",
            .target = 100,
            .body =
                "mov.u32 %r20, s;\nmad.lo.u32 %r21, %r1, 4, %r20;\nst.shared.u32 [%r21], %r10;\n"
                "bar.sync 0;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra done;\n<0>\ndone:\n"
                "bar.sync 0;\nld.shared.u32 %r22, [%r21];\n" KEEP(0, "%r22"),
            .parts = PARTS(instructions[i])};
        if (program_run(&program, out)) {
            for (uint32_t t = 0; t < 32; t++) {
                EXPECT_WORD(out, t, 0, t >= 4 && t < 20 ? 0 : sample(t));
            }
        }
    }
    static Out out;
    const Program wrong = {.head = ".shared .align 16 .b32 s[32];\n",
                           .gpu = "b200",
                           .target = 100,
                           .body = "mov.u32 %r20, s;\nst.bulk.shared::cta [%r20], 12, 0;\n"};
    EXPECT_EQ(program_try(&wrong, out), LOCKSTEP_ERROR_FAULT);
}

// Every fourth byte of 128 that are all ones.
TEST(bulk_copies_of_chosen_bytes)
{
    static const char *const instructions[] = {
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd2], [%r20], 128, %h1;",
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [%rd2], [%r20], 128, "
        "%rd9, %h1;"};
    for (uint32_t i = 0; i < 2; i++) {
        static Out out;
        const Program program = {
            .head = ".shared .align 16 .b32 s[32];\n",
            .gpu = "b200",
            .target = 100,
            .body = "mov.u32 %r20, s;\nmov.u64 %rd9, 0;\nmov.u16 %h1, 0x1248;\nmov.b32 %r22, -1;\n"
                    "mad.lo.u32 %r21, %r1, 4, %r20;\nst.shared.u32 [%r21], %r22;\n"
                    "fence.proxy.async.shared::cta;\nbar.sync 0;\nsetp.ne.u32 %p1, %r1, 0;\n"
                    "@%p1 bra done;\n<0>\ncp.async.bulk.commit_group;\n"
                    "cp.async.bulk.wait_group 0;\ndone:\n",
            .parts = PARTS(instructions[i])};
        if (program_run(&program, out)) {
            for (uint32_t word = 0; word < 32; word++) {
                EXPECT_WORD(out, word / OUT_WORDS, word % OUT_WORDS, 0xff000000 >> 8 * (word % 4));
            }
        }
    }
}

INSTRUCTIONS_MAIN()
