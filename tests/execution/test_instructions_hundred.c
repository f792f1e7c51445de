// SPDX-License-Identifier: Apache-2.0
// What compute capability 10.0 adds to arithmetic and to plain memory: pairs of floats, sums with
// halves, three operands of min and max, reductions of floats, and accesses of 32 bytes.
#include "tests/execution/instructions.h"

#include <math.h>

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Floats between -2 and 2 from random words, with all digits.
static float value(uint32_t word)
{
    return float_of((word & 0x807fffffu) | (126 + word % 2) << 23);
}

// As value(), of %r10 and %r11 and the lane's next words: %f1 to %f4, and as pairs %rd10 and %rd11.
#define VALUE(f, r)                                                                                \
    "and.b32 %r40, " r ", 1;\nadd.u32 %r40, %r40, 126;\nshl.b32 %r40, %r40, 23;\n"                 \
    "and.b32 %r41, " r ", 0x807fffff;\nor.b32 %r41, %r41, %r40;\nmov.b32 " f ", %r41;\n"
#define VALUES                                                                                     \
    "ld.global.u32 %r12, [%rd4+4];\nld.global.u32 %r13, [%rd4+8196];\n" VALUE("%f1", "%r10")       \
        VALUE("%f2", "%r11") VALUE("%f3", "%r12")                                                  \
            VALUE("%f4", "%r13") "mov.b64 %rd10, {%f1, %f3};\nmov.b64 %rd11, {%f2, %f4};\n"

static bool run(const char *body, Out out)
{
    const Program program = {.gpu = "b200", .target = 100, .body = body};
    return program_run(&program, out);
}

TEST(pairs_of_floats)
{
    static Out out;
    if (!run(VALUES "add.rn.f32x2 %rd12, %rd10, %rd11;\nsub.f32x2 %rd13, %rd10, %rd11;\n"
                    "mul.rn.ftz.f32x2 %rd14, %rd10, %rd11;\n"
                    "fma.rn.f32x2 %rd15, %rd10, %rd11, %rd11;\n" KEEP64(0, "%rd12")
                        KEEP64(8, "%rd13") KEEP64(16, "%rd14") KEEP64(24, "%rd15"),
             out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        for (uint32_t i = 0; i < 2; i++) {
            float a = value(sample(lane + i)), b = value(sample(lane + i + 2048));
            EXPECT_WORD(out, lane, i, bits_of(a + b));
            EXPECT_WORD(out, lane, 2 + i, bits_of(a - b));
            EXPECT_WORD(out, lane, 4 + i, bits_of(a * b));
            EXPECT_WORD(out, lane, 6 + i, bits_of(fmaf(a, b, b)));
        }
    }
}

// 1.5 as f16 and -3 as bf16.
TEST(sums_and_products_of_halves_and_floats)
{
    static Out out;
    if (!run(VALUES "mov.b16 %h1, 0x3e00;\nmov.b16 %h2, 0xc040;\n"
                    "add.f32.f16 %f10, %h1, %f1;\nadd.rz.sat.f32.bf16 %f11, %h2, %f1;\n"
                    "sub.f32.bf16 %f12, %h2, %f1;\nsub.rn.f32.f16 %f13, %h1, %f1;\n"
                    "fma.rn.f32.f16 %f14, %h1, %h1, %f1;\nfma.rn.sat.f32.bf16 %f15, %h2, %h2, "
                    "%f1;\n" KEEP(0, "%f10") KEEP(4, "%f11") KEEP(8, "%f12") KEEP(12, "%f13")
                        KEEP(16, "%f14") KEEP(20, "%f15"),
             out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        float a = value(sample(lane));
        EXPECT_WORD(out, lane, 0, bits_of(1.5f + a));
        EXPECT_WORD(out, lane, 1, 0); // below 0
        EXPECT_WORD(out, lane, 2, bits_of(-3.0f - a));
        EXPECT_WORD(out, lane, 3, bits_of(1.5f - a));
        EXPECT_WORD(out, lane, 4, bits_of(fmaf(1.5f, 1.5f, a)));
        EXPECT_WORD(out, lane, 5, bits_of(1.0f)); // above 1
    }
}

TEST(three_operands_of_minimum_and_maximum)
{
    static Out out;
    if (!run(VALUES
             "mov.f32 %f5, 0f7FC00000;\nmin.f32 %f10, %f1, %f2, %f3;\n"
             "max.ftz.f32 %f11, %f1, %f2, %f3;\nmax.abs.f32 %f12, %f1, %f2, %f3;\n"
             "min.NaN.f32 %f13, %f1, %f5, %f3;\nmin.f32 %f14, %f1, %f5, %f3;\n" KEEP(0, "%f10")
                 KEEP(4, "%f11") KEEP(8, "%f12") KEEP(12, "%f13") KEEP(16, "%f14"),
             out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 32; lane++) {
        float a = value(sample(lane)), b = value(sample(lane + 2048)), c = value(sample(lane + 1));
        EXPECT_WORD(out, lane, 0, bits_of(fminf(fminf(a, b), c)));
        EXPECT_WORD(out, lane, 1, bits_of(fmaxf(fmaxf(a, b), c)));
        EXPECT_WORD(out, lane, 2, bits_of(fmaxf(fmaxf(fabsf(a), fabsf(b)), fabsf(c))));
        EXPECT_WORD(out, lane, 3, 0x7fffffff);
        EXPECT_WORD(out, lane, 4, bits_of(fminf(a, c)));
    }
}

TEST(floats_become_tf32_within_its_range)
{
    static Out out;
    if (!run("mov.f32 %f1, 0f7F7FFFFF;\nmov.f32 %f2, 0fBF801800;\nmov.f32 %f3, 0f3F801000;\n"
             "cvt.rn.satfinite.tf32.f32 %r20, %f1;\ncvt.rz.satfinite.tf32.f32 %r21, %f2;\n"
             "cvt.rn.satfinite.relu.tf32.f32 %r22, %f2;\ncvt.rn.satfinite.tf32.f32 %r23, "
             "%f3;\n" KEEP(0, "%r20") KEEP(4, "%r21") KEEP(8, "%r22") KEEP(12, "%r23"),
             out)) {
        return;
    }
    EXPECT_WORD(out, 7, 0, 0x7f7fe000); // the largest, not infinity
    EXPECT_WORD(out, 7, 1, 0xbf800000);
    EXPECT_WORD(out, 7, 2, 0);
    EXPECT_WORD(out, 7, 3, 0x3f800000); // a tie, to even
}

TEST(reductions_of_floats)
{
    static Out out;
    float least = INFINITY, most = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        float a = value(sample(lane));
        least = a < least ? a : least;
        most = fabsf(a) > most ? fabsf(a) : most;
    }
    if (run(VALUES
            "mov.f32 %f5, 0f7FC00000;\nsetp.eq.u32 %p1, %r1, 3;\nselp.f32 %f6, %f5, %f1, "
            "%p1;\nredux.sync.min.f32 %f10, %f1, -1;\nredux.sync.max.abs.f32 %f11, %f1, -1;\n"
            "redux.sync.max.NaN.f32 %f12, %f6, -1;\n" KEEP(0, "%f10") KEEP(4, "%f11")
                KEEP(8, "%f12"),
            out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            EXPECT_WORD(out, lane, 0, bits_of(least));
            EXPECT_WORD(out, lane, 1, bits_of(most));
            EXPECT_WORD(out, lane, 2, 0x7fffffff);
        }
    }
}

TEST(accesses_of_32_bytes)
{
    static const char *const loads[] = {
        "ld.global.v8.b32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}, [%rd5];\n",
        "ld.global.nc.v8.f32 {%f20, %f21, %f22, %f23, %f24, %f25, %f26, %f27}, [%rd5];\n",
        "ld.weak.global.L1::no_allocate.L2::evict_last.v4.b64 {%rd20, %rd21, %rd22, %rd23}, "
        "[%rd5];\n",
        "ld.global.nc.v4.f64 {%fd20, %fd21, %fd22, %fd23}, [%rd5];\n"};
    static const char *const stores[] = {
        "st.global.v8.b32 [%rd3], {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27};\n",
        "st.weak.global.L2::evict_first.v8.f32 [%rd3], {%f20, %f21, %f22, %f23, %f24, %f25, %f26, "
        "%f27};\n",
        "st.global.v4.b64 [%rd3], {%rd20, %rd21, %rd22, %rd23};\n",
        "st.global.v4.f64 [%rd3], {%fd20, %fd21, %fd22, %fd23};\n"};
    for (uint32_t i = 0; i < 4; i++) {
        static Out out;
        const Program program = {
            .gpu = "b200",
            .target = 100,
            .body = "mul.wide.u32 %rd5, %r1, 32;\nadd.s64 %rd5, %rd5, %rd1;\n<0><1>",
            .parts = PARTS(loads[i], stores[i])};
        for (uint32_t t = 0; program_run(&program, out) && t < 32; t += 31) {
            for (uint32_t word = 0; word < 8; word++) {
                EXPECT_WORD(out, t, word, sample(t * 8 + word));
            }
        }
    }
}

TEST(eight_elements_are_one_access)
{
    static const char *const accesses[] = {
        "ld.global.v8.b32 {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27}, "
        "[%rd1+16];\n" KEEP(0, "%r20"),
        "st.global.v8.b32 [%rd3+16], {%r20, %r21, %r22, %r23, %r24, %r25, %r26, %r27};\n"};
    for (uint32_t i = 0; i < 2; i++) {
        static Out out;
        const Program program = {.gpu = "b200", .target = 100, .body = accesses[i]};
        EXPECT_EQ(program_try(&program, out), LOCKSTEP_ERROR_FAULT); // a multiple of 32
    }
}

TEST(eight_elements_in_wider_registers_or_none)
{
    static Out out;
    if (run("mul.wide.u32 %rd5, %r1, 32;\nadd.s64 %rd5, %rd5, %rd1;\n"
            "ld.global.v8.s32 {%rd10, _, %rd12, %rd11, %r20, %r21, %r22, %r23}, [%rd5];\n"
            "add.s64 %rd10, %rd10, %rd11;\n" KEEP64(0, "%rd10") KEEP64(8, "%rd12") KEEP(16, "%r23"),
            out)) {
        for (uint32_t lane = 0; lane < 32; lane++) {
            int64_t sum = (int64_t)(int32_t)sample(8 * lane) + (int32_t)sample(8 * lane + 3);
            EXPECT_WORD(out, lane, 0, (uint32_t)(uint64_t)sum);
            EXPECT_WORD(out, lane, 1, (uint32_t)((uint64_t)sum >> 32));
            EXPECT_WORD(out, lane, 2, sample(8 * lane + 2));
            EXPECT_WORD(out, lane, 3, (uint32_t)((int32_t)sample(8 * lane + 2) >> 31));
            EXPECT_WORD(out, lane, 4, sample(8 * lane + 7));
        }
    }
}

INSTRUCTIONS_MAIN()
