// SPDX-License-Identifier: Apache-2.0
// Products of a warpgroup and copies by tensor map, in every form. Which bits they have is recorded
// on an H200 (tests/hardware/hopper); here all elements of a product are one.
#include "tests/execution/instructions.h"
#include "tests/execution/tile_map.h"

// d = 2 + a b (or a b alone, where the predicate %p3 does not hold), with all of a and b in shared
// memory (descriptors %rd20, %rd21) or a in %r20.. being <1>; <0> is the instruction.
static void multiply_any(bool is_sparse, const char *instruction, uint32_t one, uint32_t two,
                         uint32_t wanted)
{
    static Out out;
    char ones[16], twos[16], text[200];
    snprintf(text, sizeof text, "%ssync.aligned.%s", is_sparse ? "sp." : "", instruction);
    snprintf(ones, sizeof ones, "0x%x", one);
    snprintf(twos, sizeof twos, "0x%x", two);
    const Program program = {
        .head = ".shared .align 1024 .b8 s[8192];\n",
        .threads = 256, // two warpgroups
        .body =
            "mov.u32 %r30, s;\nmov.u32 %r31, <1>;\nmad.lo.u32 %r32, %r1, 32, %r30;\n"
            "st.shared.v4.u32 [%r32], {%r31, %r31, %r31, %r31};\n"
            "st.shared.v4.u32 [%r32+16], {%r31, %r31, %r31, %r31};\n"
            "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
            "shr.u32 %r30, %r30, 4;\ncvt.u64.u32 %rd20, %r30;\n"
            "or.b64 %rd20, %rd20, 0x1000000080000;\nmov.b64 %rd21, %rd20;\n"
            "mov.u32 %r20, %r31;\nmov.u32 %r21, %r31;\nmov.u32 %r22, %r31;\n"
            "mov.u32 %r23, %r31;\nmov.b32 %r40, <2>;\nmov.b32 %r41, %r40;\n"
            "mov.b32 %r42, %r40;\nmov.b32 %r43, %r40;\nmov.b32 %f4, %r40;\n"
            "mov.b32 %f5, %r40;\nmov.b32 %f6, %r40;\nmov.b32 %f7, %r40;\n"
            "setp.eq.u32 %p3, %r1, %r1;\nwgmma.fence.sync.aligned;\n"
            "mov.b32 %r44, 0x44444444;\nwgmma.mma_async.<0>;\nwgmma.commit_group.sync.aligned;\n"
            "wgmma.wait_group.sync.aligned 0;\n" KEEP(0, "%r40") KEEP(4, "%f7"),
        .parts = PARTS(text, ones, twos)};
    if (program_run(&program, out)) {
        bool is_float = strstr(instruction, "%f4") != NULL;
        for (uint32_t t = 0; t < 256; t += 51) {
            EXPECT_WORD(out, t, is_float, wanted);
        }
    }
}

static void multiply(const char *instruction, uint32_t one, uint32_t two, uint32_t wanted)
{
    multiply_any(false, instruction, one, two, wanted);
}

// The same with a sparse a: as many products, of twice the k.
static void multiply_sparse(const char *instruction, uint32_t one, uint32_t two, uint32_t wanted)
{
    multiply_any(true, instruction, one, two, wanted);
}

#define FLOATS   "{%f4, %f5, %f6, %f7}, "
#define HALVES   "{%r40, %r41}, "
#define INTEGERS "{%r40, %r41, %r42, %r43}, "
#define SHARED   "%rd20, %rd21, "
#define MIXED    "{%r20, %r21, %r22, %r23}, %rd21, "

TEST(floats_of_16_bits)
{
    multiply("m64n8k16.f32.f16.f16 " FLOATS SHARED "%p3, 1, 1, 0, 0", 0x3c003c00, 0x40000000,
             0x41900000); // 18
    multiply("m64n8k16.f32.f16.f16 " FLOATS SHARED "!%p3, 1, 1, 1, 1", 0x3c003c00, 0x40000000,
             0x41800000); // 16
    multiply("m64n8k16.f32.f16.f16 " FLOATS MIXED "0, -1, 1, 0", 0x3c003c00, 0x40000000,
             0xc1800000); // -16
    multiply("m64n8k16.f16.f16.f16 " HALVES SHARED "1, 1, 1, 0, 0", 0x3c003c00, 0x40004000,
             0x4c804c80);
    multiply("m64n8k16.f16.f16.f16 " HALVES MIXED "%p3, 1, -1, 1", 0x3c003c00, 0x40004000,
             0xcb00cb00); // -14
    multiply("m64n8k16.f32.bf16.bf16 " FLOATS SHARED "%p3, -1, -1, 0, 1", 0x3f803f80, 0x40000000,
             0x41900000);
    multiply("m64n8k16.f32.bf16.bf16 " FLOATS MIXED "%p3, 1, 1, 0", 0x3f803f80, 0x40000000,
             0x41900000);
}

TEST(floats_of_other_widths)
{
    multiply("m64n8k8.f32.tf32.tf32 " FLOATS SHARED "%p3, 1, 1", 0x3f800000, 0x40000000,
             0x41200000); // 10
    multiply("m64n8k8.f32.tf32.tf32 " FLOATS MIXED "%p3, 1, 1", 0x3f800000, 0x40000000, 0x41200000);
    multiply("m64n8k32.f32.e4m3.e4m3 " FLOATS SHARED "%p3, 1, 1", 0x38383838, 0x40000000,
             0x42080000); // 34
    multiply("m64n8k32.f32.e5m2.e5m2 " FLOATS MIXED "%p3, 1, 1", 0x3c3c3c3c, 0x40000000,
             0x42080000);
    multiply("m64n8k32.f16.e4m3.e4m3 " HALVES SHARED "%p3, 1, 1", 0x38383838, 0x40004000,
             0x50405040);
    multiply("m64n8k32.f16.e5m2.e5m2 " HALVES MIXED "%p3, 1, 1", 0x3c3c3c3c, 0x40004000,
             0x50405040);
}

TEST(integers)
{
    multiply("m64n8k32.s32.s8.u8 " INTEGERS SHARED "%p3", 0x01010101, 2, 34);
    multiply("m64n8k32.s32.satfinite.s8.s8 " INTEGERS MIXED "%p3", 0x01010101, 0x7ffffff0,
             0x7fffffff);
}

// 256 bits at once: b is all ones, and 8, 4 or all bits of each word of a's row are.
TEST(bits)
{
    multiply("m64n8k256.s32.b1.b1.and.popc " INTEGERS SHARED "%p3", 0xffffffff, 2, 258);
    multiply("m64n8k256.s32.b1.b1.and.popc " INTEGERS SHARED "!%p3", 0x01010101, 2, 32);
    multiply("m64n8k256.s32.b1.b1.and.popc " INTEGERS MIXED "1", 0x0f0f0f0f, 5, 133);
}

TEST(sparse_matrices)
{
    multiply_sparse("m64n8k32.f32.f16.f16 " FLOATS SHARED "%r44, 1, %p3, 1, 1, 0, 0", 0x3c003c00,
                    0x40000000, 0x41900000); // 18
    multiply_sparse("m64n8k32.f32.f16.f16 " FLOATS MIXED "%r44, 0, 0, -1, 1, 0", 0x3c003c00,
                    0x40000000, 0xc1800000); // -16
    multiply_sparse("m64n8k32.f16.f16.f16 " HALVES SHARED "%r44, 0, 1, 1, 1, 0, 0", 0x3c003c00,
                    0x40004000, 0x4c804c80);
    multiply_sparse("m64n8k32.f16.f16.f16 " HALVES MIXED "%r44, 1, %p3, 1, -1, 1", 0x3c003c00,
                    0x40004000, 0xcb00cb00); // -14
    multiply_sparse("m64n8k32.f32.bf16.bf16 " FLOATS SHARED "%r44, 0, %p3, -1, -1, 0, 1",
                    0x3f803f80, 0x40000000, 0x41900000);
    multiply_sparse("m64n8k32.f32.bf16.bf16 " FLOATS MIXED "%r44, 0, %p3, 1, 1, 0", 0x3f803f80,
                    0x40000000, 0x41900000);
    multiply_sparse("m64n8k16.f32.tf32.tf32 " FLOATS SHARED "%r44, 1, %p3, 1, 1", 0x3f800000,
                    0x40000000, 0x41200000); // 10
    multiply_sparse("m64n8k16.f32.tf32.tf32 " FLOATS MIXED "%r44, 0, %p3, 1, 1", 0x3f800000,
                    0x40000000, 0x41200000);
    multiply_sparse("m64n8k64.f32.e4m3.e4m3 " FLOATS SHARED "%r44, 0, %p3, 1, 1", 0x38383838,
                    0x40000000, 0x42080000); // 34
    multiply_sparse("m64n8k64.f32.e5m2.e5m2 " FLOATS MIXED "%r44, 0, %p3, 1, 1", 0x3c3c3c3c,
                    0x40000000, 0x42080000);
    multiply_sparse("m64n8k64.f16.e4m3.e4m3 " HALVES SHARED "%r44, 0, %p3, 1, 1", 0x38383838,
                    0x40004000, 0x50405040);
    multiply_sparse("m64n8k64.f16.e5m2.e5m2 " HALVES MIXED "%r44, 0, %p3, 1, 1", 0x3c3c3c3c,
                    0x40004000, 0x50405040);
    multiply_sparse("m64n8k64.s32.s8.u8 " INTEGERS SHARED "%r44, 0, %p3", 0x01010101, 2, 34);
    multiply_sparse("m64n8k64.s32.satfinite.s8.s8 " INTEGERS MIXED "%r44, 0, %p3", 0x01010101,
                    0x7ffffff0, 0x7fffffff);
}

TEST(a_selector_of_8_bit_elements_is_0)
{
    static Out out;
    const Program program = {
        .threads = 128,
        .body = "mov.b64 %rd20, 0;\nwgmma.mma_async.sp.sync.aligned.m64n8k64.f32.e4m3.e4m3 {%f1, "
                "%f2, %f3, %f4}, %rd20, %rd20, %r1, 1, 0, 1, 1;\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_LAUNCH);
}

TEST(a_misplaced_matrix_is_a_fault)
{
    static Out out;
    const Program program = {.threads = 128,
                             .body = "mov.b64 %rd20, 0x1000000080fff;\nwgmma.fence.sync.aligned;\n"
                                     "wgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1, "
                                     "%f2, %f3, %f4}, %rd20, %rd20, 0, 1, 1;\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_FAULT);
}

TEST(factors_are_checked)
{
    static Out out;
    const Program program = {
        .threads = 128,
        .body = "mov.b64 %rd20, 0;\nwgmma.mma_async.sync.aligned.m64n8k8.f32.tf32.tf32 {%f1, "
                "%f2, %f3, %f4}, %rd20, %rd20, 0, 2, 1;\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_LAUNCH);
}

TEST(only_hopper_has_them)
{
    static Out out;
    const Program program = {.gpu = "b200", .body = "wgmma.fence.sync.aligned;\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_LAUNCH);
}

TEST(registers_are_handed_over)
{
    static Out out;
    const Program program = {.body = "setmaxnreg.inc.sync.aligned.u32 232;\n"
                                     "setmaxnreg.dec.sync.aligned.u32 24;\n" KEEP(0, "%r1")};
    program_run(&program, out);
    EXPECT_WORD(out, 5, 0, 5);
    const Program wrong = {.body = "setmaxnreg.inc.sync.aligned.u32 20;\n"};
    EXPECT_EQ(program_try(&wrong, out), LOCKSTEP_ERROR_LAUNCH);
}

// A map of 4 x 8 words, whose address the kernel fills in; `head` has room for it as text.
static void write_map(char *head, size_t size)
{
    TensorMap map = {.stride = {4, 32},
                     .last = {7, 3},
                     .box = {8, 4},
                     .step = {1, 1},
                     .type = TENSOR_U32,
                     .rank = 2,
                     .span_bytes = 16};
    tile_map_declare(&map, head, size);
}

// Word i of the tile is sample(i). <0>: the copy, by thread 0; it loads from `in` or stores to
// `out`.
static void copy_tile(const char *instruction, bool is_load)
{
    static Out out;
    static char head[2048];
    write_map(head, sizeof head);
    const Program program = {
        .head = head,
        .cluster = 1,
        .body = "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\n"
                "mov.u32 %r22, 0;\nmov.u16 %h1, 1;\nmov.u64 %rd9, 0;\n"
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
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t i = 0; i < 32; i++) {
        EXPECT_WORD(out, is_load ? i : i / 8, is_load ? 0 : i % 8, sample(i));
    }
}

#define LOAD_TILE "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
#define TILE      "[%rd20, {%r22, %r22}]"

TEST(tiles_are_loaded)
{
    copy_tile(LOAD_TILE " [%r20], " TILE ", [%r21];", true);
    copy_tile(
        "cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [%r20], " TILE
        ", [%r21];",
        true);
    copy_tile(LOAD_TILE ".L2::cache_hint [%r20], " TILE ", [%r21], %rd9;", true);
    copy_tile("cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes"
              ".L2::cache_hint [%r20], " TILE ", [%r21], %rd9;",
              true);
    copy_tile(LOAD_TILE ".multicast::cluster [%r20], " TILE ", [%r21], %h1;", true);
    copy_tile(LOAD_TILE ".multicast::cluster.L2::cache_hint [%r20], " TILE ", [%r21], %h1, %rd9;",
              true);
    copy_tile("prefetch.tensormap [%rd20];\ncp.async.bulk.prefetch.tensor.2d.L2.global.tile " TILE
              ";\ncp.async.bulk.prefetch.tensor.2d.L2.global.tile.L2::cache_hint " TILE
              ", %rd9;\n" LOAD_TILE " [%r20], " TILE ", [%r21];",
              true);
}

TEST(tiles_are_stored_and_added)
{
    copy_tile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group " TILE ", [%r20];",
              false);
    copy_tile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group.L2::cache_hint " TILE
              ", [%r20], %rd9;",
              false);
    copy_tile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group " TILE
              ", [%r20];",
              false);
    copy_tile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.xor.tile.bulk_group"
              ".L2::cache_hint " TILE ", [%r20], %rd9;",
              false);
}

// The map of tiles_are_loaded, made by changing each field of another one in shared or in global
// memory (<0>); what each field does is recorded on an H200 (program test replace_map).
static void replace_fields(const char *replace, const char *publish)
{
    static Out out;
    static char head[2048];
    TensorMap map = {.address = 16,
                     .stride = {2, 16, 16},
                     .last = {1, 1, 1},
                     .box = {4, 1, 1},
                     .step = {1, 2, 1},
                     .type = TENSOR_F16,
                     .rank = 3,
                     .span_bytes = 32,
                     .is_nan = true};
    tile_map_declare(&map, head, sizeof head);
    const Program program = {
        .head = head,
        .cluster = 1,
        .body =
            "mov.u32 %r20, s;\nmov.u32 %r21, bar;\nmov.u64 %rd20, map;\nmov.u32 %r22, 0;\n"
            "add.u32 %r24, %r20, 128;\nmul.wide.u32 %rd21, %r1, 4;\nadd.s64 %rd21, %rd21, %rd20;\n"
            "ld.global.u32 %r25, [%rd21];\nmad.lo.u32 %r26, %r1, 4, %r24;\n"
            "st.shared.u32 [%r26], %r25;\nsetp.ne.u32 %p1, %r1, 0;\nbar.sync 0;\n"
            "cvt.u64.u32 %rd22, %r24;\ncvta.shared.u64 %rd22, %rd22;\n@%p1 bra replaced;\n"
            "mbarrier.init.shared.b64 [%r21], 1;\n<0>\nreplaced:\nbar.warp.sync -1;\n<1>\n"
            "@%p1 bra ready;\nfence.proxy.tensormap::generic.acquire.gpu [%rd20], 128;\n"
            "mbarrier.arrive.expect_tx.shared.b64 %rd12, [%r21], 128;\n"
            "cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes "
            "[%r20], [%rd20, {%r22, %r22}], [%r21];\nready:\nbar.sync 0;\nwait:\n"
            "mbarrier.try_wait.parity.shared.b64 %p2, [%r21], 0;\n@!%p2 bra wait;\n"
            "mad.lo.u32 %r23, %r1, 4, %r20;\nld.shared.u32 %r24, [%r23];\n" KEEP(0, "%r24"),
        .parts = PARTS(replace, publish)};
    if (program_run(&program, out)) {
        for (uint32_t i = 0; i < 32; i++) {
            EXPECT_WORD(out, i, 0, sample(i));
        }
    }
}

#define REPLACE(field, space, bits, operands)                                                      \
    "tensormap.replace.tile." field space ".b1024.b" bits " " operands ";\n"
#define FIELDS(space, map)                                                                         \
    REPLACE("global_address", space, "64", "[" map "], %rd1")                                      \
    REPLACE("rank", space, "32", "[" map "], 1")                                                   \
    REPLACE("box_dim", space, "32", "[" map "], 0, 8")                                             \
    REPLACE("box_dim", space, "32", "[" map "], 1, 4")                                             \
    REPLACE("global_dim", space, "32", "[" map "], 0, 8")                                          \
    REPLACE("global_dim", space, "32", "[" map "], 1, 4")                                          \
    REPLACE("global_stride", space, "64", "[" map "], 0, 32")                                      \
    REPLACE("element_stride", space, "32", "[" map "], 1, 1")                                      \
    REPLACE("elemtype", space, "32", "[" map "], 2")                                               \
    REPLACE("interleave_layout", space, "32", "[" map "], 0")                                      \
    REPLACE("swizzle_mode", space, "32", "[" map "], 0")                                           \
    REPLACE("fill_mode", space, "32", "[" map "], 0")

TEST(fields_of_maps_are_replaced)
{
    const char *copy = "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu"
                       ".sync.aligned [%rd20], [%r24], 128;";
    const char *fence = "fence.proxy.tensormap::generic.release.gpu;";
    replace_fields(FIELDS(".shared::cta", "%r24"), copy);
    replace_fields(FIELDS("", "%rd22"), copy);
    replace_fields(FIELDS(".global", "%rd20"), fence);
    replace_fields(FIELDS("", "%rd20"), fence);
}

TEST(what_is_no_map_is_a_fault)
{
    static Out out;
    const Program program = {.head = ".shared .align 128 .b8 s[128];\n",
                             .body = "mov.u32 %r20, s;\nmov.u32 %r22, 0;\n"
                                     "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group "
                                     "[%rd1, {%r22, %r22}], [%r20];\n"};
    EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_FAULT);
}

INSTRUCTIONS_MAIN()
