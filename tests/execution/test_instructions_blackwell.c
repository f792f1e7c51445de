// SPDX-License-Identifier: Apache-2.0
// What compute capability 10.0 adds to copies: rows gathered and scattered by tensor map, zeros in
// bulk, chosen bytes, and matrices of bytes.
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

// -- matrices of bytes: lane i's address is that of row i, whose words are samples 4 i to 4 i + 3

#define MATRIX_BEGIN                                                                               \
    "mov.u32 %r20, s;\nmad.lo.u32 %r21, %r1, 16, %r20;\nmul.wide.u32 %rd5, %r1, 16;\n"             \
    "add.s64 %rd5, %rd5, %rd1;\nld.global.v4.u32 {%r12, %r13, %r14, %r15}, [%rd5];\n"

// Element `column` of a row, of that many bits.
static uint32_t narrow(uint32_t row, uint32_t column, uint32_t bits)
{
    uint32_t value = 0;
    for (uint32_t bit = 0; bit < bits; bit++) {
        uint32_t at = column * bits + bit;
        value |= (sample(4 * row + at / 32) >> at % 32 & 1) << bit;
    }
    return value;
}

// Byte i of a register: of 16x16, column lane / 4 of rows 4 (lane % 4) + i, and eight columns on in
// the second register; of 8x16, columns 4 (lane % 4) + i of row lane / 4.
static uint32_t loaded_word(bool is_square, uint32_t lane, uint32_t reg, uint32_t bits)
{
    uint32_t word = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t row = is_square ? reg / 2 * 16 + lane % 4 * 4 + i : reg * 8 + lane / 4;
        uint32_t column = is_square ? reg % 2 * 8 + lane / 4 : lane % 4 * 4 + i;
        word |= narrow(row, column, bits) << 8 * i;
    }
    return word;
}

static void load_bytes(const char *shape, const char *format, uint32_t bits, uint32_t registers)
{
    static Out out;
    static const char *const lists[] = {"", "{%r30}", "{%r30, %r31}", "",
                                        "{%r30, %r31, %r32, %r33}"};
    bool is_square = shape[1] == '1';
    char count[16];
    snprintf(count, sizeof count, "x%u", is_square ? registers / 2 : registers);
    const Program program = {
        .head = ".shared .align 16 .b8 s[512];\n",
        .gpu = "b200",
        .target = 100,
        .body = MATRIX_BEGIN "st.shared.v4.u32 [%r21], {%r12, %r13, %r14, %r15};\n"
                             "bar.warp.sync -1;\nmov.u32 %r31, 0;\nmov.u32 %r32, 0;\n"
                             "mov.u32 %r33, 0;\nldmatrix.sync.aligned.<0>.<1><2>.shared.<3> <4>, "
                             "[%r21];\nst.global.v4.u32 [%rd3], {%r30, %r31, %r32, %r33};\n",
        .parts = PARTS(shape, count, is_square ? ".trans" : "", format, lists[registers])};
    if (program_run(&program, out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            for (uint32_t reg = 0; reg < 4; reg++) {
                EXPECT_WORD(out, lane, reg,
                            reg < registers ? loaded_word(is_square, lane, reg, bits) : 0);
            }
        }
    }
}

TEST(ldmatrix_of_bytes_and_of_narrower_elements)
{
    for (uint32_t registers = 1; registers <= 4; registers *= 2) {
        load_bytes("m8n16", "b8x16.b6x16_p32", 6, registers);
        load_bytes("m8n16", "b8x16.b4x16_p64", 4, registers);
        if (registers > 1) {
            load_bytes("m16n16", "b8", 8, registers);
            load_bytes("m16n16", "b8x16.b6x16_p32", 6, registers);
            load_bytes("m16n16", "b8x16.b4x16_p64", 4, registers);
        }
    }
}

// Column c of a 16x8 matrix is a row in memory: its element r is in lane 4 (r % 8) + c / 2, the
// byte c % 2, two further on for the lower half.
static void store_bytes(uint32_t registers)
{
    static Out out;
    static const char *const lists[] = {"", "{%r12}", "{%r12, %r13}", "",
                                        "{%r12, %r13, %r14, %r15}"};
    char count[4];
    snprintf(count, sizeof count, "x%u", registers);
    const Program program = {.head = ".shared .align 16 .b8 s[512];\n",
                             .gpu = "b200",
                             .target = 100,
                             .body = MATRIX_BEGIN
                             "mov.u32 %r31, 0;\n"
                             "st.shared.v4.u32 [%r21], {%r31, %r31, %r31, %r31};\n"
                             "bar.warp.sync -1;\n"
                             "stmatrix.sync.aligned.m16n8.<0>.trans.shared::cta.b8 [%r21], <1>;\n"
                             "bar.warp.sync -1;\nld.shared.v4.u32 {%r30, %r31, %r32, %r33}, "
                             "[%r21];\nst.global.v4.u32 [%rd3], {%r30, %r31, %r32, %r33};\n",
                             .parts = PARTS(count, lists[registers])};
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t row = 0; row < 32; row++) {
        for (uint32_t i = 0; i < 16; i++) {
            uint32_t lane = i % 8 * 4 + row % 8 / 2, byte = row % 2 + i / 8 * 2;
            uint32_t word = sample(4 * lane + row / 8);
            uint32_t wanted = row < 8 * registers ? word >> 8 * byte & 0xff : 0;
            EXPECT_EQ(out[row][i / 4] >> i % 4 * 8 & 0xff, wanted);
        }
    }
}

TEST(stmatrix_of_bytes)
{
    store_bytes(1);
    store_bytes(2);
    store_bytes(4);
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
