// SPDX-License-Identifier: Apache-2.0
// The lane functions that are not one PTX instruction, which no recording holds: packing, fused
// multiply and subtract, and what .ftz puts in place of another function. Each row has a reference
// here.
#include "tests/hardware/lane_vectors/lane_vectors.h"
#include "tests/test.h"
#include "tests/unit/sim_lane/lane_rows.h"

#include <math.h>

static bool is_exercised[LANE_OP_COUNT];

static uint64_t result_of(const char *key, uint64_t a, uint64_t b, uint64_t c)
{
    LaneOp op = lane_find(key);
    if (!EXPECT(op < LANE_OP_COUNT)) {
        fprintf(stderr, "no row has the key %s\n", key);
        return 0;
    }
    is_exercised[op] = true;
    return lane_result(op, a, b, c);
}

TEST(packing_puts_the_first_element_lowest)
{
    EXPECT_EQ(result_of("pack.b64.b32", 0x11223344, 0xaabbccdd, 0), 0xaabbccdd11223344);
    EXPECT_EQ(result_of("pack.b32.b16", 0xffff1122, 0xffffaabb, 0), 0xaabb1122);
    EXPECT_EQ(result_of("pack.b16.b8", 0xff11, 0xff22, 0) & 0xffff, 0x2211);
}

TEST(unpacking_takes_elements_from_the_lowest)
{
    EXPECT_EQ(result_of("unpack.lo.b64.b32", 0xaabbccdd11223344, 0, 0), 0x11223344);
    EXPECT_EQ(result_of("unpack.hi.b64.b32", 0xaabbccdd11223344, 0, 0), 0xaabbccdd);
    EXPECT_EQ(result_of("unpack.lo.b32.b16", 0xaabb1122, 0, 0) & 0xffff, 0x1122);
    EXPECT_EQ(result_of("unpack.hi.b32.b16", 0xaabb1122, 0, 0) & 0xffff, 0xaabb);
    EXPECT_EQ(result_of("unpack.lo.b16.b8", 0xffff2211, 0, 0) & 0xff, 0x11);
    EXPECT_EQ(result_of("unpack.hi.b16.b8", 0xffff2211, 0, 0) & 0xff, 0x22);
    for (uint32_t index = 0; index < 8; index++) {
        uint64_t bytes = 0x8877665544332211;
        EXPECT_EQ(result_of("unpack.b64.b8", bytes, index, 0) & 0xff, 0x11 * (index + 1));
        EXPECT_EQ(result_of("unpack.b32.b8", 0x44332211, index & 3, 0) & 0xff,
                  0x11 * ((index & 3) + 1));
        EXPECT_EQ(result_of("unpack.b64.b16", 0x4444333322221111, index & 3, 0) & 0xffff,
                  0x1111 * ((index & 3) + 1));
    }
}

// fms is fma with c negated, fnma with a, fnms with both: of all inputs and formats.
static void expect_negated(const char *type, uint64_t signs)
{
    char fma_key[32], fms_key[32], fnma_key[32], fnms_key[32];
    snprintf(fma_key, sizeof fma_key, "fma.%s", type);
    snprintf(fms_key, sizeof fms_key, "fms.%s", type);
    snprintf(fnma_key, sizeof fnma_key, "fnma.%s", type);
    snprintf(fnms_key, sizeof fnms_key, "fnms.%s", type);
    bool has_fnms = lane_find(fnms_key) != LANE_OP_COUNT;
    const LaneInfo *info = &lane_info[lane_find(fma_key)];
    for (uint32_t index = 0; index < VECTOR_COUNT; index++) {
        uint64_t a = vector_input(info->a, 0, false, index);
        uint64_t b = vector_input(info->b, 1, false, index);
        uint64_t c = vector_input(info->c, 2, false, index);
        uint64_t fms = result_of(fms_key, a, b, c), fnma = result_of(fnma_key, a, b, c);
        bool is_nan_f64 = info->d == LANE_TYPE_F64 && (fms & INT64_MAX) > 0x7ff0000000000000;
        if (!is_nan_f64) { // a NaN operand keeps its sign
            EXPECT_EQ(fms, result_of(fma_key, a, b, c ^ signs));
            EXPECT_EQ(fnma, result_of(fma_key, a ^ signs, b, c));
            EXPECT(!has_fnms ||
                   result_of(fnms_key, a, b, c) == result_of(fma_key, a ^ signs, b, c ^ signs));
        }
    }
}

TEST(fused_multiply_subtract_is_fma_of_negated_operands)
{
    expect_negated("f32", 0x80000000);
    expect_negated("f64", 0x8000000000000000);
    expect_negated("f16", 0x8000);
    expect_negated("bf16", 0x8000);
    expect_negated("f16x2", 0x80008000);
    expect_negated("bf16x2", 0x80008000);
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void expect_truncated(float a, float b, float c, float wanted)
{
    uint64_t x = float_bits(a), y = float_bits(b), z = float_bits(c);
    uint64_t minus = 0x80000000;
    EXPECT_EQ(result_of("mad_1x.f32", x, y, z), float_bits(wanted));
    EXPECT_EQ(result_of("msub_1x.f32", x, y, z ^ minus), float_bits(wanted));
    EXPECT_EQ(result_of("mnsub_1x.f32", x ^ minus, y, z), float_bits(wanted));
}

// PTX ISA, "mad", .target sm_1x: the product's mantissa is cut off to 23 bits, its exponent kept;
// with c = 0 the product is rounded as mul does.
TEST(multiply_add_of_cc_1_truncates_its_product)
{
    float up = 1 + 0x1p-23f, odd = 3 * 0x1p-1f;
    // (1 + 2^-23)(1.5) = 1.5 + 1.5 2^-23, a tie that mul rounds up to 1.5 + 2^-22
    expect_truncated(up, odd, -1.5f, 0x1p-23f);
    EXPECT(up * odd - 1.5f == 0x1p-22f);
    EXPECT(fmaf(up, odd, -1.5f) == 0x1.8p-23f);
    expect_truncated(-up, odd, 1.5f, -0x1p-23f);
    expect_truncated(up, odd, 0.0f, 1.5f + 0x1p-22f);
    expect_truncated(0x1p127f, 4.0f, -0x1p127f, INFINITY); // 2^129 - 2^127 is too large
    expect_truncated(0x1p126f, 4.0f, -0x1p127f, 0x1p127f); // the product alone is
    expect_truncated(0x1p-100f, 0x1p-100f, 1.0f, 1.0f);
    EXPECT_EQ(result_of("mad_1x.f32", 0x7fc00000, 0x3f800000, 0x3f800000), 0x7fffffff);
}

TEST(with_ftz_moves_between_floats_make_nans_quiet)
{
    EXPECT_EQ(result_of("ftz.cvt.f32.f32", 0xffa12345, 0, 0), 0x7fffffff);
    EXPECT_EQ(result_of("ftz.cvt.f32.f32", 0xbfc00000, 0, 0), 0xbfc00000);
    EXPECT_EQ(result_of("ftz.cvt.f64.f32", 0xffa12345, 0, 0), 0x7fffffffe0000000);
    EXPECT_EQ(result_of("ftz.cvt.f64.f32", 0xbfc00000, 0, 0), 0xbff8000000000000);
}

TEST(with_ftz_ex2_does_without_the_square)
{
    EXPECT_EQ(result_of("ftz.ex2.approx.f32", 0xc0400000, 0, 0), 0x3e000000); // 2^-3
    EXPECT_EQ(result_of("ftz.ex2.approx.f32", 0xc2ff0000, 0, 0), 0);          // 2^-127.5
    EXPECT_EQ(result_of("ex2.approx.f32", 0xc3000000, 0, 0), 0x00200000);     // 2^-128
}

// Runs last.
// Of 6 and -1.5, or of an infinity; of integers 70000 or 300 and -1 below 0xabcd. The instructions'
// test searches all codes of the formats.
TEST(conversions_to_narrow_types_clamp)
{
    static const struct {
        const char *key;
        uint64_t a, b, c, d;
    } rows[] = {
        {"cvt.satfinite.e2m1x2.f32", 0x40c00000, 0xbfc00000, 0, 0x7b},
        {"cvt.satfinite.relu.e2m1x2.f32", 0x40c00000, 0xbfc00000, 0, 0x70},
        {"cvt.f16x2.e2m1x2", 0x7b, 0, 0, 0x4600be00},
        {"cvt.relu.f16x2.e2m1x2", 0x7b, 0, 0, 0x46000000},
        {"cvt.satfinite.e2m3x2.f32", 0x40c00000, 0xbfc00000, 0, 0x1c2c},
        {"cvt.satfinite.relu.e2m3x2.f32", 0x40c00000, 0xbfc00000, 0, 0x1c00},
        {"cvt.f16x2.e2m3x2", 0x1c2c, 0, 0, 0x4600be00},
        {"cvt.relu.f16x2.e2m3x2", 0x1c2c, 0, 0, 0x46000000},
        {"cvt.satfinite.e3m2x2.f32", 0x40c00000, 0xbfc00000, 0, 0x162e},
        {"cvt.satfinite.relu.e3m2x2.f32", 0x40c00000, 0xbfc00000, 0, 0x1600},
        {"cvt.f16x2.e3m2x2", 0x162e, 0, 0, 0x4600be00},
        {"cvt.relu.f16x2.e3m2x2", 0x162e, 0, 0, 0x46000000},
        {"cvt.rz.ue8m0x2.f32", 0x40c00000, 0x7f800000, 0, 0x81ff},
        {"cvt.rz.satfinite.ue8m0x2.f32", 0x40c00000, 0x7f800000, 0, 0x81fe},
        {"cvt.rp.ue8m0x2.f32", 0x40c00000, 0x7f800000, 0, 0x82ff},
        {"cvt.rp.satfinite.ue8m0x2.f32", 0x40c00000, 0x7f800000, 0, 0x82fe},
        {"cvt.rz.ue8m0x2.bf16x2", 0x40c07f80, 0, 0, 0x81ff},
        {"cvt.rz.satfinite.ue8m0x2.bf16x2", 0x40c07f80, 0, 0, 0x81fe},
        {"cvt.rp.ue8m0x2.bf16x2", 0x40c07f80, 0, 0, 0x82ff},
        {"cvt.rp.satfinite.ue8m0x2.bf16x2", 0x40c07f80, 0, 0, 0x82fe},
        {"cvt.bf16x2.ue8m0x2", 0x8100, 0, 0, 0x40800040},
        {"cvt.satfinite.f16.f32", 0x7f800000, 0, 0, 0x7bff},
        {"cvt.satfinite.relu.f16.f32", 0x7f800000, 0, 0, 0x7bff},
        {"cvt.satfinite.f16x2.f32", 0x7f800000, 0xbfc00000, 0, 0x7bffbe00},
        {"cvt.satfinite.relu.f16x2.f32", 0x7f800000, 0xbfc00000, 0, 0x7bff0000},
        {"cvt.satfinite.bf16.f32", 0x7f800000, 0, 0, 0x7f7f},
        {"cvt.satfinite.relu.bf16.f32", 0x7f800000, 0, 0, 0x7f7f},
        {"cvt.satfinite.bf16x2.f32", 0x7f800000, 0xbfc00000, 0, 0x7f7fbfc0},
        {"cvt.satfinite.relu.bf16x2.f32", 0x7f800000, 0xbfc00000, 0, 0x7f7f0000},
        {"cvt.rna.satfinite.tf32.f32", 0xff800000, 0, 0, 0xff7fe000},
        {"stochastic.f16x2", 0x40c00000, 0xbfc00000, 0x12345678, 0x4600be00},
        {"stochastic.relu.f16x2", 0x40c00000, 0xbfc00000, 0x12345678, 0x46000000},
        {"stochastic.satfinite.f16x2", 0x7f800000, 0xbfc00000, 0x12345678, 0x7bffbe00},
        {"stochastic.relu.satfinite.f16x2", 0x7f800000, 0xbfc00000, 0x12345678, 0x7bff0000},
        {"stochastic.bf16x2", 0x40c00000, 0xbfc00000, 0x12345678, 0x40c0bfc0},
        {"stochastic.relu.bf16x2", 0x40c00000, 0xbfc00000, 0x12345678, 0x40c00000},
        {"stochastic.satfinite.bf16x2", 0x7f800000, 0xbfc00000, 0x12345678, 0x7f7fbfc0},
        {"stochastic.relu.satfinite.bf16x2", 0x7f800000, 0xbfc00000, 0x12345678, 0x7f7f0000},
        {"stochastic.satfinite.e4m3x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12344cbc},
        {"stochastic.relu.satfinite.e4m3x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12344c00},
        {"stochastic.satfinite.e5m2x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x123446be},
        {"stochastic.relu.satfinite.e5m2x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12344600},
        {"stochastic.satfinite.e2m3x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12341c2c},
        {"stochastic.relu.satfinite.e2m3x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12341c00},
        {"stochastic.satfinite.e3m2x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x1234162e},
        {"stochastic.relu.satfinite.e3m2x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12341600},
        {"stochastic.satfinite.e2m1x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x1234007b},
        {"stochastic.relu.satfinite.e2m1x4", 0x40c00000, 0xbfc00000, 0xffff1234, 0x12340070},
        {"stochastic.e2m1x4", 0x1234007b, 0x567800bc, 0, 0x7bbc},
        {"cvt.pack.sat.u16.s32", 70000, UINT32_MAX, 0, 0xffff0000},
        {"cvt.pack.sat.s16.s32", 70000, UINT32_MAX, 0, 0x7fffffff},
        {"cvt.pack.sat.u8.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcdff00},
        {"cvt.pack.sat.s8.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcd7fff},
        {"cvt.pack.sat.u4.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcdf0},
        {"cvt.pack.sat.s4.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcd7f},
        {"cvt.pack.sat.u2.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcdc},
        {"cvt.pack.sat.s2.s32.b32", 300, UINT32_MAX, 0xabcd, 0xabcd7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        EXPECT_EQ(result_of(rows[i].key, rows[i].a, rows[i].b, rows[i].c), rows[i].d);
    }
}

// The NaN outside of a tensor, with either sign, as a or b; as c it is an ordinary one. An H200's
// bits of all values are those of the program test fma_oob.
TEST(products_outside_of_a_tensor_are_zero)
{
    static const struct {
        const char *key;
        uint64_t a, b, c, d;
    } rows[] = {
        {"fma.oob.f16", 0x7ff7, 0x3c00, 0x3c00, 0},
        {"fma.oob.f16", 0x3c00, 0xfff7, 0x3c00, 0},
        {"fma.oob.f16", 0x3c00, 0x3c00, 0x7ff7, 0x7fff},
        {"fma.oob.f16", 0x7ff6, 0x3c00, 0x3c00, 0x7fff},
        {"fma.oob.relu.f16", 0x4000, 0xc000, 0x3c00, 0},
        {"fma.oob.relu.f16", 0x4000, 0x4000, 0x3c00, 0x4500},
        {"fma.oob.f16x2", 0x40007ff7, 0x40003c00, 0x3c003c00, 0x45000000},
        {"fma.oob.relu.f16x2", 0x4000fff7, 0x40003c00, 0x3c003c00, 0x45000000},
        {"fma.oob.bf16", 0xfff7, 0x3f80, 0x3f80, 0},
        {"fma.oob.bf16", 0x4000, 0x4000, 0x3f80, 0x40a0},
        {"fma.oob.relu.bf16", 0x4000, 0xc000, 0x3f80, 0},
        {"fma.oob.bf16x2", 0x40007ff7, 0x40003f80, 0x3f803f80, 0x40a00000},
        {"fma.oob.relu.bf16x2", 0x4000fff7, 0x40003f80, 0x3f803f80, 0x40a00000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        EXPECT_EQ(result_of(rows[i].key, rows[i].a, rows[i].b, rows[i].c), rows[i].d);
    }
}

TEST(tf32_with_satfinite_has_no_infinity)
{
    EXPECT_EQ(result_of("cvt.satfinite.tf32.f32", 0x7f7fffff, 0, 0), 0x7f7fe000);
    EXPECT_EQ(result_of("cvt.satfinite.tf32.f32", 0xff800000, 0, 0), 0xff7fe000);
    EXPECT_EQ(result_of("cvt.satfinite.tf32.f32", 0x3f801000, 0, 0), 0x3f800000); // to even
    EXPECT_EQ(result_of("cvt.satfinite.relu.tf32.f32", 0xff800000, 0, 0), 0);
    EXPECT_EQ(result_of("cvt.satfinite.relu.tf32.f32", 0x3f803000, 0, 0), 0x3f804000);
}

TEST(every_row_that_is_not_recorded_is_exercised)
{
    for (uint32_t op = 0; op < LANE_OP_COUNT; op++) {
        if (!is_recordable(lane_info[op].keys) && !EXPECT(is_exercised[op])) {
            fprintf(stderr, "%s (%s) is not exercised\n", lane_info[op].name, lane_info[op].keys);
        }
    }
}
