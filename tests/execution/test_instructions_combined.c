// SPDX-License-Identifier: Apache-2.0
// Arithmetic that lanes.bin does not hold: comparisons combined with a predicate, lop3 with one,
// moves of predicates and parts, mad with a rounding, and what PTX 1.0 to 1.3 leaves unsaid.
#include "tests/execution/instructions.h"

#include <math.h>

// -- setp and set with a predicate: q is bit 4 of the lane, a and b compare as lane % 8 with 3

typedef struct Compared {
    const char *type, *registers; // of a and b
    const char *make;             // %r20 = lane % 8 and %r21 = 3, in that type
} Compared;

#define HALF(convert) "cvt.rn." convert ".u32 %h20, %r20;\ncvt.rn." convert ".u32 %h21, %r21;\n"
#define PAIR(convert) HALF(convert) "mov.b32 %r20, {%h20, %h20};\nmov.b32 %r21, {%h21, %h21};\n"

static const Compared compared[] = {
    {"s16", "h", "cvt.u16.u32 %h20, %r20;\ncvt.u16.u32 %h21, %r21;\n"},
    {"s32", "r", ""},
    {"s64", "rd", "cvt.s64.s32 %rd20, %r20;\ncvt.s64.s32 %rd21, %r21;\n"},
    {"u16", "h", "cvt.u16.u32 %h20, %r20;\ncvt.u16.u32 %h21, %r21;\n"},
    {"u32", "r", ""},
    {"u64", "rd", "cvt.u64.u32 %rd20, %r20;\ncvt.u64.u32 %rd21, %r21;\n"},
    {"b32", "r", ""},
    {"f32", "f", "cvt.rn.f32.u32 %f20, %r20;\ncvt.rn.f32.u32 %f21, %r21;\n"},
    {"f64", "fd", "cvt.rn.f64.u32 %fd20, %r20;\ncvt.rn.f64.u32 %fd21, %r21;\n"},
    {"f16", "h", HALF("f16")},
    {"bf16", "h",
     "cvt.rn.f32.u32 %f20, %r20;\ncvt.rn.f32.u32 %f21, %r21;\n"
     "cvt.rn.bf16.f32 %h20, %f20;\ncvt.rn.bf16.f32 %h21, %f21;\n"},
    {"f16x2", "r", PAIR("f16")},
    {"bf16x2", "r",
     "cvt.rn.f32.u32 %f20, %r20;\ncvt.rn.f32.u32 %f21, %r21;\n"
     "cvt.rn.bf16x2.f32 %r20, %f20, %f20;\ncvt.rn.bf16x2.f32 %r21, %f21, %f21;\n"},
};
#define COMPARED_COUNT (sizeof compared / sizeof compared[0])

static const char *const comparisons[] = {"eq", "ne", "lt", "le", "gt", "ge"};
static const char *const combinations[] = {"and", "or", "xor"};

static bool compares(uint32_t comparison, uint32_t a, uint32_t b)
{
    switch (comparison) {
    case 0: return a == b;
    case 1: return a != b;
    case 2: return a < b;
    case 3: return a <= b;
    case 4: return a > b;
    default: return a >= b;
    }
}

static bool combines(uint32_t combination, bool p, bool q)
{
    return combination == 0 ? p && q : combination == 1 ? p || q : p != q;
}

#define COMPARE_START                                                                              \
    "and.b32 %r20, %r5, 7;\nmov.u32 %r21, 3;\nand.b32 %r22, %r5, 16;\n"                            \
    "setp.ne.u32 %p3, %r22, 0;\n"

// Runs <0>.<1>.<2>.type; the results are word 0 (and 1 for a second predicate).
static bool run_compare(const Compared *type, uint32_t comparison, uint32_t combination,
                        const char *instruction, Out out)
{
    char body[2048];
    snprintf(body, sizeof body, "%s%s%s", COMPARE_START, type->make, instruction);
    const Program program = {.body = body,
                             .threads = 29,
                             .parts = PARTS(comparisons[comparison], combinations[combination],
                                            type->type, type->registers)};
    return program_run(&program, out);
}

static void compare(const Compared *type, uint32_t comparison, uint32_t combination)
{
    static Out out;
    bool is_half = type->registers[0] == 'h' && strstr(type->type, "f16") != NULL;
    bool is_pair = strstr(type->type, "x2") != NULL;
    if (!run_compare(
            type, comparison, combination,
            is_half ? "setp.<0>.<1>.<2> %p1, %<3>20, %<3>21, %p3;\n"
                      "setp.<0>.<1>.<2> %p2, %<3>20, %<3>21, !%p3;\n" KEEP_PREDICATE(0, "%p1")
                          KEEP_PREDICATE(4, "%p2")
                    : "setp.<0>.<1>.<2> %p1|%p2, %<3>20, %<3>21, %p3;\n" KEEP_PREDICATE(0, "%p1")
                          KEEP_PREDICATE(4, "%p2"),
            out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 29; lane++) {
        bool p = compares(comparison, lane % 8, 3), q = lane >= 16;
        bool second = is_half   ? combines(combination, p, !q)
                      : is_pair ? combines(combination, p, q)
                                : combines(combination, !p, q);
        EXPECT_WORD(out, lane, 0, combines(combination, p, q));
        EXPECT_WORD(out, lane, 1, second);
    }
}

static void compare_set(const Compared *type, uint32_t comparison, uint32_t combination)
{
    static Out out;
    if (!run_compare(type, comparison, combination,
                     "set.<0>.<1>.u32.<2> %r23, %<3>20, %<3>21, !%p3;\n" KEEP(0, "%r23"), out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 29; lane++) {
        bool result = combines(combination, compares(comparison, lane % 8, 3), lane < 16);
        EXPECT_WORD(out, lane, 0, result ? UINT32_MAX : 0);
    }
}

// A half that is 1 or 0, of a comparison of another type, with and without a predicate.
static void compare_into_half(const Compared *type, uint32_t comparison, const char *half,
                              uint32_t one)
{
    static Out out;
    static char instruction[512];
    text_fill(instruction, sizeof instruction,
              "set.<0>.<2>.<3> %h23, %<4>20, %<4>21;\ncvt.u32.u16 %r23, %h23;\n" KEEP(
                  0, "%r23") "set.<0>.<1>.<2>.<3> %h23, %<4>20, %<4>21, %p3;\n"
                             "cvt.u32.u16 %r23, %h23;\n" KEEP(4, "%r23"),
              PARTS(comparisons[comparison], "xor", half, type->type, type->registers));
    if (!run_compare(type, comparison, 2, instruction, out)) {
        return;
    }
    for (uint32_t lane = 0; lane < 29; lane++) {
        bool holds = compares(comparison, lane % 8, 3);
        EXPECT_WORD(out, lane, 0, holds ? one : 0);
        EXPECT_WORD(out, lane, 1, holds != (lane >= 16) ? one : 0);
    }
}

TEST(comparisons_of_other_types_into_halves)
{
    for (uint32_t i = 0; i < COMPARED_COUNT; i++) {
        const Compared *type = &compared[i];
        bool is_pair = strstr(type->type, "x2") != NULL, is_bf16 = strcmp(type->type, "bf16") == 0;
        for (uint32_t comparison = 0; comparison < (type->type[0] == 'b' ? 2u : 6u) && !is_pair;
             comparison++) {
            if (!is_bf16) {
                compare_into_half(type, comparison, "f16", 0x3c00);
            }
            compare_into_half(type, comparison, "bf16", 0x3f80);
        }
    }
}

TEST(comparisons_combined_with_a_predicate)
{
    for (uint32_t i = 0; i < COMPARED_COUNT * 18; i++) {
        const Compared *type = &compared[i / 18];
        uint32_t comparison = i / 3 % 6;
        if (type->type[0] != 'b' || type->type[1] == 'f' || comparison < 2) {
            compare(type, comparison, i % 3);
            if (strstr(type->type, "x2") == NULL) { // refused when lowered
                compare_set(type, comparison, i % 3);
            }
        }
    }
}

// -- moves and logic

TEST(lop3_with_a_predicate)
{
    static Out out;
    const char *body = "and.b32 %r20, %r5, 1;\nsetp.eq.u32 %p3, %r20, 0;\nand.b32 %r12, %r10, 6;\n"
                       "lop3.or.b32 %r13|%p1, %r12, %r11, 3, 0x80, %p3;\n"
                       "lop3.and.b32 _|%p2, %r12, %r11, 3, 0x80, %p3;\n" KEEP(0, "%r13")
                           KEEP_PREDICATE(4, "%p1") KEEP_PREDICATE(8, "%p2");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            uint32_t value = sample(t) & 6 & sample(t + 2048) & 3;
            EXPECT_WORD(out, t, 0, value);
            EXPECT_WORD(out, t, 1, value != 0 || t % 2 == 0);
            EXPECT_WORD(out, t, 2, value != 0 && t % 2 == 0);
        }
    }
}

TEST(moves_of_predicates_and_parts)
{
    static Out out;
    const char *body =
        "and.b32 %r20, %r10, 1;\nsetp.eq.u32 %p3, %r20, 0;\nmov.pred %p1, %p3;\n"
        "not.pred %p2, %p1;\n" KEEP_PREDICATE(0, "%p1") KEEP_PREDICATE(
            4, "%p2") "mov.b32 {%h1, %h2}, %r10;\ncvt.u32.u16 %r12, "
                      "%h2;\n" KEEP(
                          8, "%r12") "mov.b64 %rd5, {%r10, "
                                     "%r11};\nmov.b64 {%r13, "
                                     "%r14}, %rd5;\n" KEEP(
                                         12,
                                         "%r"
                                         "1"
                                         "4") "mov.b64 {%h3, %h4, %h5, %h6}, %rd5;\ncvt.u32.u16 "
                                              "%r15, %h5;\n" KEEP(16, "%r15") "mov.b64 "
                                                                              "{%r16, _}, "
                                                                              "%rd5;"
                                                                              "\n" KEEP(20, "%r"
                                                                                            "1"
                                                                                            "6");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            uint32_t low = sample(t), high = sample(t + 2048);
            EXPECT_WORD(out, t, 0, low % 2 == 0);
            EXPECT_WORD(out, t, 1, low % 2);
            EXPECT_WORD(out, t, 2, low >> 16);
            EXPECT_WORD(out, t, 3, high);
            EXPECT_WORD(out, t, 4, high & 0xffff);
            EXPECT_WORD(out, t, 5, low);
        }
    }
}

TEST(eight_bit_floats_go_and_come_back)
{
    static Out out;
    const char *body =
        "and.b32 %r20, %r10, 15;\ncvt.rn.f32.u32 %f1, %r20;\nneg.f32 %f2, %f1;\n"
        "cvt.rn.satfinite.e4m3x2.f32 %h1, %f2, %f1;\ncvt.rn.f16x2.e4m3x2 %r12, %h1;\n"
        "cvt.rn.satfinite.relu.e4m3x2.f16x2 %h2, %r12;\n"
        "cvt.rn.f16x2.e4m3x2 %r13, %h2;\n" KEEP(0, "%r12") KEEP(4, "%r13");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) { // up to 16, whole numbers are exact in e4m3
            uint32_t value = sample(t) & 15, exponent = 0;
            while (value >> exponent > 1) {
                exponent++;
            }
            uint32_t half =
                value == 0 ? 0 : (exponent + 15) << 10 | (value << (10 - exponent) & 0x3ff);
            EXPECT_WORD(out, t, 0, (half | 0x8000) << 16 | half);
            EXPECT_WORD(out, t, 1, half);
        }
    }
}

TEST(mad_with_a_rounding_is_fused)
{
    static Out out;
    const char *body =
        "cvt.rn.f32.s32 %f1, %r10;\ncvt.rn.f32.s32 %f2, %r11;\n"
        "mad.rn.f32 %f3, %f1, %f2, %f1;\n" KEEP(
            0, "%f3") "cvt.rn.f64.s32 %fd1, %r10;\nrcp.rn.f64 %fd1, %fd1;\ncvt.rn.f64.s32 %fd2, "
                      "%r11;\nmad.rn.f64 %fd3, %fd1, %fd2, %fd1;\n" KEEP64(8, "%fd3");
    if (body_run(body, out)) {
        for (uint32_t t = 0; t < 32; t++) {
            float a = (float)(int32_t)sample(t), b = (float)(int32_t)sample(t + 2048);
            float wanted = fmaf(a, b, a), found;
            double x = 1.0 / (int32_t)sample(t), y = (int32_t)sample(t + 2048);
            double wide = fma(x, y, x), found_wide;
            memcpy(&found, &out[t][0], sizeof found);
            memcpy(&found_wide, &out[t][2], sizeof found_wide);
            EXPECT(found == wanted && found_wide == wide);
        }
    }
}

// -- PTX 1.3: divisions and functions without a rounding are approximate for floats, exact for
// doubles

static bool is_near(float found, float wanted)
{
    return fabsf(found - wanted) <= 4e-6f * fabsf(wanted) + 4e-6f;
}

TEST(functions_of_ptx_1_3)
{
    static const char *const text =
        ".version 1.3\n.target sm_13\n.entry k(.param .u64 in, .param .u64 out)\n{\n"
        ".reg .u32 %r<9>; .reg .u64 %rd<9>; .reg .f32 %f<20>; .reg .f64 %fd<20>; .reg .u16 %h<3>;\n"
        "ld.param.u64 %rd1, [out];\ncvt.u32.u16 %r1, %tid.x;\nmul.lo.u32 %r2, %r1, 64;\n"
        "cvt.u64.u32 %rd2, %r2;\nadd.u64 %rd1, %rd1, %rd2;\nadd.u32 %r1, %r1, 1;\n"
        "cvt.rn.f32.u32 %f1, %r1;\ncvt.rn.f64.u32 %fd1, %r1;\nmov.f32 %f2, 0f40400000;\n"
        "mov.f64 %fd2, 0d4008000000000000;\n"
        "div.f32 %f3, %f1, %f2;\nrcp.f32 %f4, %f1;\nsqrt.f32 %f5, %f1;\nrsqrt.f32 %f6, %f1;\n"
        "sin.f32 %f7, %f1;\ncos.f32 %f8, %f1;\nlg2.f32 %f9, %f1;\nex2.f32 %f10, %f1;\n"
        "mad.f32 %f11, %f1, %f2, %f1;\nst.global.f32 [%rd1], %f3;\nst.global.f32 [%rd1+4], %f4;\n"
        "st.global.f32 [%rd1+8], %f5;\nst.global.f32 [%rd1+12], %f6;\nst.global.f32 [%rd1+16], "
        "%f7;\nst.global.f32 [%rd1+20], %f8;\nst.global.f32 [%rd1+24], %f9;\nst.global.f32 "
        "[%rd1+28], %f10;\nst.global.f32 [%rd1+32], %f11;\n"
        "div.f64 %fd3, %fd1, %fd2;\nmad.f64 %fd4, %fd1, %fd3, %fd2;\nst.global.f64 [%rd1+40], "
        "%fd3;\nst.global.f64 [%rd1+48], %fd4;\nexit;\n}\n";
    static uint8_t found[32][64];
    Machine machine;
    if (machine_open(&machine, "gtx280", 1, text)) {
        Arguments arguments = {0};
        uint64_t out = machine_buffer(&machine, "out", NULL, sizeof found);
        argument_u64(&arguments, 0);
        argument_u64(&arguments, out);
        machine_expect(&machine, machine_launch(&machine, "k", 1, 32, &arguments), "k");
        note_last_launch(&machine);
        machine_read(&machine, out, found, sizeof found);
    }
    machine_close(&machine);
    for (uint32_t t = 0; t < 32; t++) {
        float f[9], x = (float)(t + 1);
        double d[2];
        memcpy(f, found[t], sizeof f);
        memcpy(d, found[t] + 40, sizeof d);
        EXPECT(is_near(f[0], x / 3));
        EXPECT(is_near(f[1], 1 / x));
        EXPECT(is_near(f[2], sqrtf(x)));
        EXPECT(is_near(f[3], 1 / sqrtf(x)));
        EXPECT(is_near(f[4], sinf(x)));
        EXPECT(is_near(f[5], cosf(x)));
        EXPECT(is_near(f[6], log2f(x)));
        EXPECT(is_near(f[7], exp2f(x)));
        EXPECT(f[8] == 4 * x);
        EXPECT(d[0] == (t + 1) / 3.0);
        EXPECT(d[1] == fma(t + 1, (t + 1) / 3.0, 3.0));
    }
}

// Differences of the parts of a word, each with its bits.
static uint32_t differences(uint32_t a, uint32_t b, uint32_t bits, uint32_t *sum)
{
    uint32_t all = 0, mask = (1u << bits) - 1u;
    *sum = 0;
    for (uint32_t at = 0; at < 32; at += bits) {
        uint32_t x = a >> at & mask, y = b >> at & mask;
        uint32_t difference = x < y ? y - x : x - y;
        all |= difference << at;
        *sum += difference;
    }
    return all;
}

TEST(differences_of_parts_and_their_sums)
{
    static Out out;
    static const char body[] = "vabsdiff2.u32.u32.u32 %r20, %r10, %r11, %r5;\n"
                               "vabsdiff2.u32.u32.u32.add %r21, %r10, %r11, %r5;\n"
                               "vabsdiff4.u32.u32.u32 %r22, %r10, %r11, %r5;\n"
                               "vabsdiff4.u32.u32.u32.add %r23, %r10, %r11, %r5;\n" //
        KEEP(0, "%r20") KEEP(4, "%r21") KEEP(8, "%r22") KEEP(12, "%r23");
    if (!body_run(body, out)) {
        return;
    }
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t a = sample(t), b = sample(t + 2048), sum = 0;
        EXPECT_EQ(out[t][0], differences(a, b, 16, &sum));
        EXPECT_EQ(out[t][1], sum + t);
        EXPECT_EQ(out[t][2], differences(a, b, 8, &sum));
        EXPECT_EQ(out[t][3], sum + t);
    }
}

INSTRUCTIONS_MAIN()
