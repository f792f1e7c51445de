// SPDX-License-Identifier: Apache-2.0
// Conversions to and from floats of 4, 6 and 8 bits, those that clamp, and packed integers, against
// a search through all codes of a format; movmatrix; comparisons of pairs combined with a
// predicate.
#include "tests/execution/instructions.h"

#include <math.h>

#define THREADS 1024u

// A format without infinities and NaNs: sign, exponent, fraction.
typedef struct Tiny {
    const char *name, *type; // of the pair's register
    uint32_t exponent_bits, fraction_bits;
    int bias;
} Tiny;

static const Tiny tinies[] = {
    {"e2m1", "b8", 2, 1, 1}, {"e2m3", "b16", 2, 3, 1}, {"e3m2", "b16", 3, 2, 3}};

static uint32_t width_of(const Tiny *tiny)
{
    return 1 + tiny->exponent_bits + tiny->fraction_bits;
}

static double magnitude_of(const Tiny *tiny, uint32_t code)
{
    uint32_t fraction = code & ((1u << tiny->fraction_bits) - 1);
    uint32_t exponent = code >> tiny->fraction_bits & ((1u << tiny->exponent_bits) - 1);
    double digits = (exponent == 0 ? 0.0 : 1.0) + fraction / (double)(1u << tiny->fraction_bits);
    return ldexp(digits, (int)(exponent == 0 ? 1 : exponent) - tiny->bias);
}

// The nearest code, of two the even one; the largest for what is larger.
static uint32_t nearest_code(const Tiny *tiny, double x)
{
    uint32_t count = 1u << (width_of(tiny) - 1), best = 0;
    for (uint32_t code = 1; code < count; code++) {
        double was = fabs(magnitude_of(tiny, best) - fabs(x));
        double is = fabs(magnitude_of(tiny, code) - fabs(x));
        best = is < was || (is == was && code % 2 == 0) ? code : best;
    }
    return best | (signbit(x) ? count : 0);
}

// What the thread converts: numbers in (-8, 8) and a multiple of 1/4096, or in (-32, 32).
static double number_of(uint32_t thread, uint32_t word, double scale)
{
    return ((double)(sample(thread + 2048 * word) & 0xffff) - 32768.0) * scale;
}

#define NUMBERS                                                                                    \
    "and.b32 %r12, %r10, 0xffff;\nsub.s32 %r12, %r12, 32768;\ncvt.rn.f32.s32 %f1, %r12;\n"         \
    "and.b32 %r13, %r11, 0xffff;\nsub.s32 %r13, %r13, 32768;\ncvt.rn.f32.s32 %f2, %r13;\n"         \
    "mul.f32 %f1, %f1, <2>;\nmul.f32 %f2, %f2, <2>;\n.reg .b8 %narrow;\n.reg .b16 %wide;\n"

static double relu(double x)
{
    return x <= 0 ? 0.0 : x;
}

TEST(tiny_floats_are_the_nearest)
{
    static Out out;
    for (uint32_t i = 0; i < 6; i++) {
        const Tiny *tiny = &tinies[i / 2];
        const char *scale = i % 2 == 0 ? "0f39800000" : "0f3A800000";
        double factor = i % 2 == 0 ? 0x1p-12 : 0x1p-10;
        bool is_byte = i / 2 == 0;
        const Program program = {
            // clang-format off
        .body = NUMBERS
                "cvt.rn.satfinite.<0>x2.f32 <1>, %f1, %f2;\n"
                "cvt.u32.u<3> %r14, <1>;\n" KEEP(0, "%r14")
                "cvt.rn.f16x2.<0>x2 %r15, <1>;\n" KEEP(4, "%r15")
                "cvt.rn.satfinite.relu.<0>x2.f32 <1>, %f1, %f2;\n"
                "cvt.u32.u<3> %r14, <1>;\n" KEEP(8, "%r14")
                "cvt.rn.satfinite.<0>x2.f32 <1>, %f1, %f2;\n"
                "cvt.rn.relu.f16x2.<0>x2 %r15, <1>;\n" KEEP(12, "%r15")
                "mov.f32 %f3, 0f7FC00000;\n"
                "mov.f32 %f4, 0fFF800000;\n"
                "cvt.rn.satfinite.<0>x2.f32 <1>, %f3, %f4;\n"
                "cvt.u32.u<3> %r14, <1>;\n" KEEP(16, "%r14"),
            // clang-format on
            .parts = PARTS(tiny->name, is_byte ? "%narrow" : "%wide", scale, is_byte ? "8" : "16"),
            .threads = THREADS,
            .gpu = "b200",
            .target = 100};
        uint32_t shift = is_byte ? 4 : 8, sign = 1u << (width_of(tiny) - 1);
        if (!program_run(&program, out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            double x = number_of(t, 0, factor), y = number_of(t, 1, factor);
            uint32_t high = nearest_code(tiny, x), low = nearest_code(tiny, y);
            EXPECT_WORD(out, t, 0, high << shift | low);
            EXPECT_WORD(out, t, 2,
                        nearest_code(tiny, relu(x)) << shift | nearest_code(tiny, relu(y)));
            // Every code is a number that f16 has.
            double found = ldexp((out[t][1] & 0x3ff) + ((out[t][1] & 0x7c00) != 0 ? 1024.0 : 0.0),
                                 (int)(out[t][1] >> 10 & 31) - 25 + ((out[t][1] & 0x7c00) == 0));
            EXPECT(found == magnitude_of(tiny, low & (sign - 1)));
            EXPECT_EQ(out[t][1] >> 15 & 1, (low & sign) != 0);
            EXPECT_EQ(out[t][3] >> 15 & 1, 0);
            EXPECT_WORD(out, t, 4, (sign - 1) << shift | (2 * sign - 1)); // NaN, -infinity
        }
    }
}

static uint32_t e8m0_of(uint32_t bits, bool is_up, bool is_finite)
{
    uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000) {
        return 0xff;
    }
    uint32_t code = magnitude >> 23;
    if (is_up && magnitude < 0x7f800000 && magnitude > 0x00400000 && (magnitude & 0x7fffff) != 0) {
        code++;
    }
    return is_finite && code == 0xff ? 0xfe : code;
}

TEST(exponents_of_8_bits)
{
    static Out out;
    const Program program = {
        // clang-format off
        .body = "mov.b32 %f1, %r10;\n"
                "mov.b32 %f2, %r11;\n"
                "cvt.rz.ue8m0x2.f32 %h1, %f1, %f2;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(0, "%r12")
                "cvt.rp.ue8m0x2.f32 %h1, %f1, %f2;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(4, "%r12")
                "cvt.rp.satfinite.ue8m0x2.f32 %h1, %f1, %f2;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(8, "%r12")
                "cvt.rz.ue8m0x2.bf16x2 %h1, %r10;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(12, "%r12")
                "cvt.rp.satfinite.ue8m0x2.bf16x2 %h1, %r10;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(16, "%r12")
                "cvt.u16.u32 %h2, %r10;\n"
                "cvt.rn.bf16x2.ue8m0x2 %r12, %h2;\n" KEEP(20, "%r12")
                "cvt.rz.satfinite.ue8m0x2.f32 %h1, %f1, %f2;\n"
                "cvt.u32.u16 %r12, %h1;\n" KEEP(24, "%r12"),
        // clang-format on
        .threads = THREADS,
        .gpu = "b200",
        .target = 100};
    if (!program_run(&program, out)) {
        return;
    }
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t a = sample(t), b = sample(t + 2048), high = a & 0xffff0000, low = a << 16;
        EXPECT_WORD(out, t, 0, e8m0_of(a, false, false) << 8 | e8m0_of(b, false, false));
        EXPECT_WORD(out, t, 1, e8m0_of(a, true, false) << 8 | e8m0_of(b, true, false));
        EXPECT_WORD(out, t, 2, e8m0_of(a, true, true) << 8 | e8m0_of(b, true, true));
        EXPECT_WORD(out, t, 3, e8m0_of(high, false, false) << 8 | e8m0_of(low, false, false));
        EXPECT_WORD(out, t, 4, e8m0_of(high, true, true) << 8 | e8m0_of(low, true, true));
        uint32_t x = a >> 8 & 0xff, y = a & 0xff;
        EXPECT_WORD(out, t, 5,
                    (x == 0     ? 0x40
                     : x == 255 ? 0x7fff
                                : x << 7)
                            << 16 |
                        (y == 0     ? 0x40
                         : y == 255 ? 0x7fff
                                    : y << 7));
        EXPECT_WORD(out, t, 6, e8m0_of(a, false, true) << 8 | e8m0_of(b, false, true));
    }
}

// Lane 0: 70000, lane 1: -infinity, lane 2: a NaN, lane 3: 1.5, lane 4: the largest float.
TEST(clamping_conversions_have_no_infinities)
{
    static Out out;
    static const uint32_t f16[] = {0x7bff, 0xfbff, 0x7fff, 0x3e00, 0x7bff};
    static const uint32_t bf16[] = {0x4789, 0xff7f, 0x7fff, 0x3fc0, 0x7f7f};
    static const uint32_t tf32[] = {0x4788c000, 0xff7fe000, 0x7fffffff, 0x3fc00000, 0x7f7fe000};
    // clang-format off
    static const char body[] =
        "mov.b32 %r12, 0x4788b800;\n"
        "setp.eq.u32 %p1, %r1, 1;\n"
        "selp.b32 %r12, 0xff800000, %r12, %p1;\n"
        "setp.eq.u32 %p1, %r1, 2;\n"
        "selp.b32 %r12, 0x7fc12345, %r12, %p1;\n"
        "setp.eq.u32 %p1, %r1, 3;\n"
        "selp.b32 %r12, 0x3fc00000, %r12, %p1;\n"
        "setp.eq.u32 %p1, %r1, 4;\n"
        "selp.b32 %r12, 0x7f7fffff, %r12, %p1;\n"
        "mov.b32 %f1, %r12;\n"
        "mov.f32 %f2, 0f00000000;\n"
        "cvt.rn.satfinite.f16.f32 %h1, %f1;\n"
        "cvt.u32.u16 %r13, %h1;\n" KEEP(0, "%r13")
        "cvt.rn.satfinite.bf16.f32 %h1, %f1;\n"
        "cvt.u32.u16 %r13, %h1;\n" KEEP(4, "%r13")
        "cvt.rn.satfinite.f16x2.f32 %r13, %f1, %f2;\n" KEEP(8, "%r13")
        "cvt.rn.satfinite.bf16x2.f32 %r13, %f1, %f2;\n" KEEP(12, "%r13")
        "cvt.rna.satfinite.tf32.f32 %r13, %f1;\n" KEEP(16, "%r13")
        "cvt.rz.satfinite.relu.f16.f32 %h1, %f1;\n"
        "cvt.u32.u16 %r13, %h1;\n" KEEP(20, "%r13")
        "cvt.rz.satfinite.relu.bf16x2.f32 %r13, %f2, %f1;\n" KEEP(24, "%r13");
    // clang-format on
    if (!body_run(body, out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 5; lane++) {
        bool is_negative = lane == 1;
        EXPECT_WORD(out, lane, 0, f16[lane]);
        EXPECT_WORD(out, lane, 1, bf16[lane]);
        EXPECT_WORD(out, lane, 2, f16[lane] << 16);
        EXPECT_WORD(out, lane, 3, bf16[lane] << 16);
        EXPECT_WORD(out, lane, 4, tf32[lane]);
        EXPECT_WORD(out, lane, 5, is_negative ? 0 : f16[lane]);
        EXPECT_WORD(out, lane, 6, is_negative ? 0 : lane == 0 ? 0x4788u : bf16[lane]);
    }
}

static uint32_t clamped(uint32_t bits, int64_t lowest, int64_t highest, uint32_t width)
{
    int64_t value = (int32_t)bits;
    value = value < lowest ? lowest : value > highest ? highest : value;
    return (uint32_t)value & ((1u << width) - 1);
}

TEST(integers_are_clamped_and_packed)
{
    static const struct {
        const char *type;
        uint32_t width;
        int64_t lowest, highest;
    } packs[] = {
        {"u16", 16, 0, 65535}, {"s16", 16, -32768, 32767}, {"u8", 8, 0, 255}, {"s8", 8, -128, 127},
        {"u4", 4, 0, 15},      {"s4", 4, -8, 7},           {"u2", 2, 0, 3},   {"s2", 2, -2, 1}};
    static Out out;
    for (uint32_t i = 0; i < sizeof packs / sizeof packs[0]; i++) {
        uint32_t width = packs[i].width;
        const Program program = {
            // clang-format off
        .body = "shr.s32 %r12, %r10, %r5;\n"
                "shr.s32 %r13, %r11, %r5;\n"
                "cvt.pack.sat.<0>.s32<1> %r14, %r12, %r13<2>;\n" KEEP(0, "%r14"),
            // clang-format on
            .parts = PARTS(packs[i].type, width == 16 ? "" : ".b32", width == 16 ? "" : ", %r10"),
            .threads = THREADS};
        if (!program_run(&program, out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            uint32_t shift = t % 32;
            uint32_t a = (uint32_t)((int32_t)sample(t) >> shift);
            uint32_t b = (uint32_t)((int32_t)sample(t + 2048) >> shift);
            uint32_t above = width == 16 ? 0 : sample(t) << 2 * width;
            EXPECT_WORD(out, t, 0,
                        above | clamped(a, packs[i].lowest, packs[i].highest, width) << width |
                            clamped(b, packs[i].lowest, packs[i].highest, width));
        }
    }
}

// Lane l holds elements 2l and 2l + 1 of the matrix, row by row.
TEST(movmatrix_transposes)
{
    static Out out;
    if (!body_run("movmatrix.sync.aligned.m8n8.trans.b16 %r12, %r10;\n" KEEP(0, "%r12"), out)) {
        return;
    }
    for (uint32_t i = 0; i < 64; i++) {
        uint32_t from = i % 8 * 8 + i / 8;
        EXPECT_EQ(out[i / 2][0] >> 16 * (i % 2) & 0xffff,
                  sample(from / 2) >> 16 * (from % 2) & 0xffff);
    }
}

// {1, 2} < {2, 1} holds for the low half only; the predicate is true in odd lanes.
TEST(comparisons_of_pairs_with_a_predicate)
{
    static Out out;
    // clang-format off
    static const char body[] =
        "and.b32 %r12, %r1, 1;\n"
        "setp.eq.u32 %p1, %r12, 1;\n"
        "mov.b32 %r13, 0x40003c00;\n"
        "mov.b32 %r14, 0x3c004000;\n"
        "set.lt.and.f16x2.f16x2 %r15, %r13, %r14, %p1;\n" KEEP(0, "%r15")
        "set.lt.or.f16x2.f16x2 %r15, %r13, %r14, !%p1;\n" KEEP(4, "%r15")
        "set.lt.xor.u32.f16x2 %r15, %r13, %r14, %p1;\n" KEEP(8, "%r15")
        "mov.b32 %r13, 0x40003f80;\n"
        "mov.b32 %r14, 0x3f804000;\n"
        "set.lt.xor.bf16x2.bf16x2 %r15, %r13, %r14, %p1;\n" KEEP(12, "%r15");
    // clang-format on
    if (!body_run(body, out)) {
        return;
    }
    uint32_t plain = out[0][2];
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool is_odd = lane % 2 == 1;
        EXPECT_WORD(out, lane, 0, is_odd ? 0x00003c00 : 0);
        EXPECT_WORD(out, lane, 1, is_odd ? 0x00003c00 : 0x3c003c00);
        EXPECT_WORD(out, lane, 2, is_odd ? ~plain : plain);
        EXPECT_WORD(out, lane, 3, is_odd ? 0x3f800000 : 0x00003f80);
    }
}

// Each element of d is one fused multiply-add here: 1 + 2^-60 * 1, in the direction's neighbor.
TEST(matrices_of_doubles_round_as_they_say)
{
    static const struct {
        const char *round;
        uint64_t positive, negative;
    } directions[] = {{"rn", UINT64_C(0x3ff0000000000000), UINT64_C(0xbff0000000000000)},
                      {"rz", UINT64_C(0x3ff0000000000000), UINT64_C(0xbff0000000000000)},
                      {"rm", UINT64_C(0x3ff0000000000000), UINT64_C(0xbff0000000000001)},
                      {"rp", UINT64_C(0x3ff0000000000001), UINT64_C(0xbff0000000000000)}};
    static Out out;
    for (uint32_t i = 0; i < 4; i++) {
        const Program program = {
            .body =
                "and.b32 %r12, %r5, 3;\nsetp.eq.u32 %p1, %r12, 0;\n"
                "selp.f64 %fd1, 0d3C30000000000000, 0d0000000000000000, %p1;\n"
                "mov.f64 %fd2, 0d3FF0000000000000;\nmov.f64 %fd3, %fd2;\n"
                "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.<0> {%fd4, %fd5}, {%fd1}, "
                "{%fd2}, {%fd3, %fd3};\nst.global.f64 [%rd3], %fd4;\n"
                "neg.f64 %fd1, %fd1;\nneg.f64 %fd3, %fd3;\n"
                "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64.<0> {%fd4, %fd5}, {%fd1}, "
                "{%fd2}, {%fd3, %fd3};\nst.global.f64 [%rd3+8], %fd5;\n",
            .parts = PARTS(directions[i].round)};
        if (program_run(&program, out)) {
            EXPECT_EQ((uint64_t)out[7][1] << 32 | out[7][0], directions[i].positive);
            EXPECT_EQ((uint64_t)out[7][3] << 32 | out[7][2], directions[i].negative);
        }
    }
}

INSTRUCTIONS_MAIN()
