// SPDX-License-Identifier: Apache-2.0
// cvt.rs against real numbers: between two neighbors, the upper one is taken if the fraction of the
// way to it and the random bits, as a fraction, add up to one or more.
#include "tests/execution/instructions.h"

#include <math.h>

#define THREADS 512u

typedef struct Narrow {
    const char *name;
    uint32_t exponent_bits, fraction_bits;
    int bias;
    uint32_t largest, infinity, nan; // infinity: what is too large without .satfinite
    uint32_t random_bits;            // for each number
    uint32_t base[2];                // smallest exponents of the tested numbers, of 8 each
} Narrow;

static const Narrow pairs[] = {
    {"f16x2", 5, 10, 15, 0x7bff, 0x7c00, 0x7fff, 13, {108, 137}},
    {"bf16x2", 8, 7, 127, 0x7f7f, 0x7f80, 0x7fff, 16, {0, 247}},
};

static const Narrow fours[] = {
    {"e4m3x4", 4, 3, 7, 0x7e, 0x7e, 0x7f, 16, {115, 130}},
    {"e5m2x4", 5, 2, 15, 0x7b, 0x7b, 0x7f, 16, {108, 137}},
    {"e2m3x4", 2, 3, 1, 0x1f, 0x1f, 0x1f, 16, {121, 125}},
    {"e3m2x4", 3, 2, 3, 0x1f, 0x1f, 0x1f, 16, {120, 127}},
    {"e2m1x4", 2, 1, 1, 0x7, 0x7, 0x7, 16, {121, 125}},
};

static double number_of(const Narrow *narrow, uint32_t code)
{
    uint32_t fraction = code & ((1u << narrow->fraction_bits) - 1);
    uint32_t exponent = code >> narrow->fraction_bits;
    double digits = (exponent == 0 ? 0.0 : 1.0) + fraction / (double)(1u << narrow->fraction_bits);
    return ldexp(digits, (int)(exponent == 0 ? 1 : exponent) - narrow->bias);
}

static uint32_t rounded(const Narrow *narrow, float x, uint32_t random, bool is_relu,
                        bool is_finite)
{
    uint32_t below = 0, above = 1u << (narrow->exponent_bits + narrow->fraction_bits);
    uint32_t sign = above, limit = is_finite ? narrow->largest : narrow->infinity;
    double magnitude = fabs((double)x), one = ldexp(1.0, (int)narrow->random_bits);
    if (is_relu && x <= 0) {
        return 0;
    }
    while (above - below > 1) {
        uint32_t middle = (below + above) / 2;
        *(number_of(narrow, middle) <= magnitude ? &below : &above) = middle;
    }
    double gap = number_of(narrow, below + 1) - number_of(narrow, below);
    double way = (magnitude - number_of(narrow, below)) / gap;
    uint32_t drawn = random & ((1u << narrow->random_bits) - 1);
    uint32_t code = below + (floor(way * one) + drawn >= one);
    return (code > limit ? limit : code) | (signbit(x) ? sign : 0);
}

// Four words of a thread as floats whose exponents begin at `base`, in %f1 to %f4 and in the first
// parts of host and device alike.
static float input_of(uint32_t thread, uint32_t number, uint32_t base)
{
    uint32_t word = sample(thread + (number % 2) * 2048) * (number < 2 ? 1 : 0x9e3779b1u);
    uint32_t bits = (word & 0x83ffffffu) + (base << 23);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#define INPUTS                                                                                     \
    "mul.lo.u32 %r13, %r10, %r11;\n"                                                               \
    "mul.lo.u32 %r14, %r10, 0x9e3779b1;\nmul.lo.u32 %r15, %r11, 0x9e3779b1;\n"                     \
    "and.b32 %r16, %r10, 0x83ffffff;\nadd.u32 %r16, %r16, <2>;\nmov.b32 %f1, %r16;\n"              \
    "and.b32 %r16, %r11, 0x83ffffff;\nadd.u32 %r16, %r16, <2>;\nmov.b32 %f2, %r16;\n"              \
    "and.b32 %r16, %r14, 0x83ffffff;\nadd.u32 %r16, %r16, <2>;\nmov.b32 %f3, %r16;\n"              \
    "and.b32 %r16, %r15, 0x83ffffff;\nadd.u32 %r16, %r16, <2>;\nmov.b32 %f4, %r16;\n"

static uint32_t random_of(uint32_t thread)
{
    return sample(thread) * sample(thread + 2048);
}

TEST(pairs_take_the_neighbor_that_the_random_bits_choose)
{
    static Out out;
    for (uint32_t i = 0; i < 4; i++) {
        const Narrow *narrow = &pairs[i / 2];
        uint32_t base = narrow->base[i % 2];
        const Program program = {// clang-format off
            .body = INPUTS
                "cvt.rs.<0>.f32 %r17, %f1, %f2, %r13;\n" KEEP(0, "%r17")
                "cvt.rs.satfinite.<0>.f32 %r17, %f1, %f2, %r13;\n" KEEP(4, "%r17")
                "cvt.rs.relu.<0>.f32 %r17, %f1, %f2, %r13;\n" KEEP(8, "%r17")
                "cvt.rs.relu.satfinite.<0>.f32 %r17, %f1, %f2, %r13;\n" KEEP(12, "%r17")
                "mov.b32 %f5, 0xff800000;\nmov.b32 %f6, 0xffc00001;\n"
                "cvt.rs.<0>.f32 %r17, %f5, %f6, %r13;\n" KEEP(16, "%r17")
                "cvt.rs.satfinite.<0>.f32 %r17, %f5, %f6, %r13;\n" KEEP(20, "%r17"),
                                 // clang-format on
                                 .parts = PARTS(narrow->name, "", decimal(base << 23)),
                                 .threads = THREADS,
                                 .gpu = "b200",
                                 .target = 100};
        if (!program_run(&program, out)) {
            continue;
        }
        for (uint32_t t = 0; t < THREADS; t++) {
            float a = input_of(t, 0, base), b = input_of(t, 1, base);
            uint32_t random = random_of(t);
            for (uint32_t form = 0; form < 4; form++) {
                uint32_t high = rounded(narrow, a, random >> 16, form / 2 == 1, form % 2 == 1);
                uint32_t low = rounded(narrow, b, random, form / 2 == 1, form % 2 == 1);
                EXPECT_WORD(out, t, form, high << 16 | low);
            }
            EXPECT_WORD(out, t, 4, (0x8000u | narrow->infinity) << 16 | narrow->nan);
            EXPECT_WORD(out, t, 5, (0x8000u | narrow->largest) << 16 | narrow->nan);
        }
    }
}

static uint32_t rounded_four(const Narrow *narrow, uint32_t thread, uint32_t base, bool is_relu)
{
    uint32_t all = 0, random = random_of(thread),
             width = narrow->exponent_bits == 2 && narrow->fraction_bits == 1 ? 4 : 8;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t drawn = i < 2 ? random >> 16 : random;
        all = all << width | rounded(narrow, input_of(thread, i, base), drawn, is_relu, true);
    }
    return all;
}

TEST(four_narrow_floats_take_the_neighbor_that_the_random_bits_choose)
{
    static Out out;
    for (uint32_t i = 0; i < 10; i++) {
        const Narrow *narrow = &fours[i / 2];
        uint32_t base = narrow->base[i % 2];
        bool is_byte = i / 2 == 4;
        const Program program = {
            // clang-format off
            .body = INPUTS
                "cvt.rs.satfinite.<0>.f32 <1>, {%f1, %f2, %f3, %f4}, %r13;\n"
                "mov.b32 %r17, <3>;\n" KEEP(0, "%r17")
                "cvt.rs.relu.satfinite.<0>.f32 <1>, {%f1, %f2, %f3, %f4}, %r13;\n"
                "mov.b32 %r17, <3>;\n" KEEP(4, "%r17")
                "mov.b32 %f5, 0xff800000;\nmov.b32 %f6, 0xffc00001;\n"
                "cvt.rs.satfinite.<0>.f32 <1>, {%f5, %f6, %f6, %f5}, %r13;\n"
                "mov.b32 %r17, <3>;\n" KEEP(8, "%r17"),
            // clang-format on
            .parts = PARTS(narrow->name, is_byte ? "%h1" : "%r18", decimal(base << 23),
                           is_byte ? "{%h1, 0}" : "%r18"),
            .threads = THREADS,
            .gpu = "b200",
            .target = 100};
        if (!program_run(&program, out)) {
            continue;
        }
        uint32_t width = is_byte ? 4 : 8;
        uint32_t sign = 1u << (narrow->exponent_bits + narrow->fraction_bits);
        uint32_t infinity = sign | narrow->largest;
        for (uint32_t t = 0; t < THREADS; t++) {
            EXPECT_WORD(out, t, 0, rounded_four(narrow, t, base, false));
            EXPECT_WORD(out, t, 1, rounded_four(narrow, t, base, true));
            EXPECT_WORD(out, t, 2,
                        infinity << 3 * width | narrow->nan << 2 * width | narrow->nan << width |
                            infinity);
        }
    }
}

TEST(gpus_before_blackwell_do_not_round_stochastically)
{
    static Out out;
    const Program program = {.body = "cvt.rs.f16x2.f32 %r17, %f1, %f2, %r13;\n" KEEP(0, "%r17"),
                             .target = 100};
    EXPECT(program_try(&program, out) != LOCKSTEP_OK);
}

INSTRUCTIONS_MAIN()
