// SPDX-License-Identifier: Apache-2.0
// Arithmetic against references that share nothing with it: whole numbers in place of rounding,
// wider types in place of carries. PTX ISA 9.0, the sections of each instruction.
#include "tests/hardware/lane_vectors/lane_vectors.h"
#include "tests/test.h"
#include "tests/unit/sim_lane/lane_rows.h"

#include <math.h>

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

static uint64_t random_at(uint32_t index)
{
    return vector_random(0x5eed + index);
}

// -- division

// Dividends and divisors of all sizes, and around each other's multiples.
static void operands_of_division(uint32_t index, uint32_t *a, uint32_t *b)
{
    uint64_t random = random_at(index);
    *b = (uint32_t)random >> (random >> 59);
    *a = (uint32_t)(random >> 32) >> (random >> 54 & 31);
    if (*b != 0 && index % 3 == 0) {
        *a = *a / *b * *b - index % 2;
    }
}

TEST(division_of_32_bits_agrees_with_the_host)
{
    LaneOp div_u = lane_find("div.u32"), rem_u = lane_find("rem.u32");
    LaneOp div_s = lane_find("div.s32"), rem_s = lane_find("rem.s32");
    for (uint32_t index = 0; index < 20000; index++) {
        uint32_t a, b;
        operands_of_division(index, &a, &b);
        if (b == 0) {
            continue;
        }
        int64_t x = (int32_t)a, y = (int32_t)b;
        bool is_good = lane_result(div_u, a, b, 0) == a / b &&
                       lane_result(rem_u, a, b, 0) == a % b &&
                       lane_result(div_s, a, b, 0) == (uint32_t)(x / y) &&
                       lane_result(rem_s, a, b, 0) == (uint32_t)(x % y);
        if (!EXPECT(is_good)) {
            fprintf(stderr, "0x%x / 0x%x\n", a, b);
        }
    }
}

TEST(division_of_16_bits_agrees_with_the_host)
{
    LaneOp div_u = lane_find("div.u16"), div_s = lane_find("div.s16");
    for (uint32_t index = 0; index < 20000; index++) {
        uint32_t a = (uint16_t)random_at(index),
                 b = (uint16_t)(random_at(index) >> (16 + index % 15));
        if (b != 0) {
            EXPECT_EQ(lane_result(div_u, a, b, 0), a / b);
            EXPECT_EQ(lane_result(div_s, a, b, 0), (uint16_t)((int16_t)a / (int16_t)b));
        }
    }
}

// -- halves: the nearest of a whole number of units 2^-48 (of two products) or 2^-24

#define UNIT_RATIO (1 << 24)

static Wide units_of_f16(uint32_t bits)
{
    uint32_t exponent = bits >> 10 & 31, fraction = bits & 0x3ff;
    Wide units = exponent == 0 ? fraction : (Wide)(fraction | 0x400) << (exponent - 1);
    return bits & 0x8000 ? -units : units;
}

// Finite f16 nearest to units of 2^-48, ties to even bits; 0x7c00 from 65520 on.
static uint32_t nearest_f16(Wide units)
{
    UnsignedWide magnitude = units < 0 ? (UnsignedWide)-units : (UnsignedWide)units;
    uint32_t low = 0, high = 0x7c00; // low <= magnitude
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if ((UnsignedWide)units_of_f16(middle) << 24 <= magnitude) {
            low = middle;
        } else {
            high = middle;
        }
    }
    UnsignedWide below = magnitude - ((UnsignedWide)units_of_f16(low) << 24);
    UnsignedWide above = ((UnsignedWide)units_of_f16(high) << 24) - magnitude;
    bool is_up = magnitude > (UnsignedWide)units_of_f16(high) << 24 || below > above ||
                 (below == above && (low & 1));
    return (is_up ? high : low) | (units < 0 ? 0x8000 : 0);
}

static uint32_t finite_f16(uint64_t random)
{
    uint32_t bits = (uint32_t)(random & 0xffff);
    return (bits & 0x7c00) == 0x7c00 ? bits & ~0x4000u : bits;
}

TEST(arithmetic_of_halves_rounds_once)
{
    LaneOp add = lane_find("add.f16"), mul = lane_find("mul.f16"), fma = lane_find("fma.f16");
    for (uint32_t index = 0; index < 60000; index++) {
        uint64_t random = random_at(index);
        uint32_t a = finite_f16(random), b = finite_f16(random >> 16), c = finite_f16(random >> 32);
        if (index % 2 == 0) { // a product that lies around half a unit of c
            uint32_t exponent = c >> 10 & 31;
            b = (b & 0x83ff) | ((exponent > 12 ? exponent - 12 : 1) << 10);
            a = (a & 0x83ff) | 0x3c00;
        }
        Wide x = units_of_f16(a), y = units_of_f16(b), z = units_of_f16(c);
        if (x * y + z * UNIT_RATIO != 0) { // the sign of zero is elsewhere
            EXPECT_EQ(lane_result(fma, a, b, c), nearest_f16(x * y + z * UNIT_RATIO));
        }
        if (x * y != 0) {
            EXPECT_EQ(lane_result(mul, a, b, 0), nearest_f16(x * y) | ((a ^ b) & 0x8000));
        }
        if (x + z != 0) {
            EXPECT_EQ(lane_result(add, a, c, 0), nearest_f16((x + z) * UNIT_RATIO));
        }
    }
}

TEST(every_half_survives_f32_and_comes_back)
{
    LaneOp widen = lane_find("cvt.f32.f16"), narrow = lane_find("cvt.f16.f32");
    for (uint32_t bits = 0; bits < 0x10000; bits++) {
        if ((bits & 0x7fff) <= 0x7c00) {
            EXPECT_EQ(lane_result(narrow, lane_result(widen, bits, 0, 0), 0, 0), bits);
        }
    }
}

// -- conversions: what lies between neighbors

static uint64_t converted(const char *key, uint64_t value, MicroRound round)
{
    LaneOp op = lane_find(key);
    const Micro micro = {.kind = MICRO_LANE, .function = (uint16_t)op, .round = (uint8_t)round};
    LaneRows rows = {{{0}}};
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        lane_set_element(&rows, 1, lane_info[op].a, lane, value);
    }
    lane_execute(lane_table_host(), &micro, &rows);
    return lane_element(&rows, 0, lane_info[op].d, 9);
}

TEST(integers_round_to_floats_in_four_directions)
{
    // 2^24 + 1 lies between 2^24 (0x4b800000) and 2^24 + 2 (0x4b800001)
    EXPECT_EQ(converted("cvt.f32.u32", 0x1000001, MICRO_RN), 0x4b800000);
    EXPECT_EQ(converted("cvt.f32.u32", 0x1000001, MICRO_RZ), 0x4b800000);
    EXPECT_EQ(converted("cvt.f32.u32", 0x1000001, MICRO_RM), 0x4b800000);
    EXPECT_EQ(converted("cvt.f32.u32", 0x1000001, MICRO_RP), 0x4b800001);
    EXPECT_EQ(converted("cvt.f32.s32", 0xfeffffff, MICRO_RM), 0xcb800001);
    EXPECT_EQ(converted("cvt.f32.s32", 0xfeffffff, MICRO_RP), 0xcb800000);
    EXPECT_EQ(converted("cvt.f64.u64", UINT64_MAX, MICRO_RZ), 0x43efffffffffffff);
    EXPECT_EQ(converted("cvt.f64.u64", UINT64_MAX, MICRO_RN), 0x43f0000000000000);
    EXPECT_EQ(converted("cvt.f32.u64", UINT64_MAX, MICRO_RM), 0x5f7fffff);
}

TEST(an_integer_of_54_bits_just_above_a_tie_rounds_up_once)
{
    // 2^53 + 2^29 is the tie between 2^53 and the next f32; f64 would lose the added 1
    EXPECT_EQ(converted("cvt.f32.u64", (1ull << 53) + (1ull << 29), MICRO_RN), 0x5a000000);
    EXPECT_EQ(converted("cvt.f32.u64", (1ull << 53) + (1ull << 29) + 1, MICRO_RN), 0x5a000001);
    EXPECT_EQ(converted("cvt.f32.s64", (1ull << 53) + (1ull << 29) + 1, MICRO_RN), 0x5a000001);
}

TEST(the_reciprocal_of_a_nan_is_one_whatever_its_payload)
{
    for (uint64_t bit = 0; bit < 52; bit++) {
        uint64_t nan = 0x7ff0000000000000 | 1ull << bit;
        EXPECT_EQ(converted("rcp.approx.ftz.f64", nan, MICRO_RN), 0x7fffffff00000000);
    }
    EXPECT_EQ(converted("rcp.approx.ftz.f64", 0x7ff0000000000000, MICRO_RN), 0);
}

TEST(an_f64_just_above_a_tie_of_f16_rounds_up_once)
{
    // 1 + 2^-11 is the tie between 1 and the next f16; through f32 the added 2^-52 would be lost
    EXPECT_EQ(converted("cvt.f16.f64", 0x3ff0020000000000, MICRO_RN), 0x3c00);
    EXPECT_EQ(converted("cvt.f16.f64", 0x3ff0020000000001, MICRO_RN), 0x3c01);
    EXPECT_EQ(converted("cvt.bf16.f64", 0x3ff0100000000001, MICRO_RN), 0x3f81);
}

TEST(floats_outside_an_integer_type_are_clamped)
{
    EXPECT_EQ(converted("cvt.rzi.s32.f32", 0x4f000000, MICRO_RN), 0x7fffffff); // 2^31
    EXPECT_EQ(converted("cvt.rzi.s32.f32", 0xcf000001, MICRO_RN), 0x80000000);
    EXPECT_EQ(converted("cvt.rzi.u32.f32", 0xbf800000, MICRO_RN), 0);
    EXPECT_EQ(converted("cvt.rzi.u8.f32", 0x43800000, MICRO_RN) & 0xff, 255);
    EXPECT_EQ(converted("cvt.rni.s32.f32", 0x40200000, MICRO_RN), 2); // 2.5
    EXPECT_EQ(converted("cvt.rpi.s32.f32", 0x40200000, MICRO_RN), 3);
    EXPECT_EQ(converted("cvt.rmi.s32.f32", 0xc0200000, MICRO_RN), 0xfffffffd);
    EXPECT_EQ(converted("cvt.rzi.u64.f64", 0x43f0000000000000, MICRO_RN), UINT64_MAX); // 2^64
}

// -- carries: two steps of 64 bits against one of 128

static uint64_t carry_step(PtxOpcode opcode, PtxSuffix half, uint64_t a, uint64_t b, uint64_t c,
                           const uint32_t *in, uint32_t *out)
{
    Micro micro = {.kind = MICRO_CARRY, .function = (uint16_t)opcode, .type = PTX_TYPE_U64};
    micro.combine = (uint16_t)half;
    LaneRows rows = {{{0}}};
    rows.row[1][7] = a;
    rows.row[2][7] = b;
    rows.row[3][7] = c;
    lane_carry(&micro, rows.row[0], rows.row[1], rows.row[2], rows.row[3], in, out, 1u << 7);
    return rows.row[0][7];
}

TEST(carries_make_128_bits_of_two_words)
{
    for (uint32_t index = 0; index < 2000; index++) {
        uint64_t a = random_at(index), b = random_at(index + 5000), c = random_at(index + 9000);
        a = index % 3 == 0 ? UINT64_MAX : a;
        uint32_t flag = 0;
        uint64_t low = carry_step(PTX_ADD, PTX_TYPE_NONE, a, b, 0, NULL, &flag);
        uint64_t high = carry_step(PTX_ADD, PTX_TYPE_NONE, a, c, 0, &flag, NULL);
        UnsignedWide x = (UnsignedWide)a << 64 | a, y = (UnsignedWide)c << 64 | b;
        EXPECT(((UnsignedWide)high << 64 | low) == x + y);
        low = carry_step(PTX_SUB, PTX_TYPE_NONE, a, b, 0, NULL, &flag);
        high = carry_step(PTX_SUB, PTX_TYPE_NONE, a, c, 0, &flag, NULL);
        EXPECT(((UnsignedWide)high << 64 | low) == x - y);
        low = carry_step(PTX_MAD, PTX_DOT_LO, a, b, c, NULL, &flag);
        high = carry_step(PTX_MAD, PTX_DOT_HI, a, b, b, &flag, NULL);
        UnsignedWide sum = (UnsignedWide)a * b + ((UnsignedWide)b << 64 | c);
        EXPECT(((UnsignedWide)high << 64 | low) == sum);
    }
}

// -- atomics

#define ATOMIC(operation, type, old, b, c)                                                         \
    lane_atomic(PTX_DOT_##operation, PTX_TYPE_##type, PTX_SPACE_GLOBAL, old, b, c)

TEST(atomic_inc_and_dec_wrap_at_their_operand)
{
    EXPECT_EQ(ATOMIC(INC, U32, 4, 5, 0), 5);
    EXPECT_EQ(ATOMIC(INC, U32, 5, 5, 0), 0);
    EXPECT_EQ(ATOMIC(INC, U32, 9, 5, 0), 0);
    EXPECT_EQ(ATOMIC(DEC, U32, 0, 5, 0), 5);
    EXPECT_EQ(ATOMIC(DEC, U32, 6, 5, 0), 5);
    EXPECT_EQ(ATOMIC(DEC, U32, 5, 5, 0), 4);
}

TEST(atomic_extremes_know_signs)
{
    EXPECT_EQ(ATOMIC(MIN, S32, 0xffffffff, 1, 0), 0xffffffff);
    EXPECT_EQ(ATOMIC(MIN, U32, 0xffffffff, 1, 0), 1);
    EXPECT_EQ(ATOMIC(MAX, S64, UINT64_MAX, 1, 0), 1);
    EXPECT_EQ(ATOMIC(MAX, U64, UINT64_MAX, 1, 0), UINT64_MAX);
}

TEST(atomic_compare_and_swap_sees_only_its_width)
{
    EXPECT_EQ(ATOMIC(CAS, B16, 0x1234, 0xffff1234, 0xeeee5678), 0x5678);
    EXPECT_EQ(ATOMIC(CAS, B32, 7, 8, 9), 7);
    EXPECT_EQ(ATOMIC(EXCH, B32, 7, 0x100000008, 0), 8);
    EXPECT_EQ(ATOMIC(ADD, U32, 0xffffffff, 2, 0), 1);
}

TEST(atomic_add_of_subnormals_flushes_in_global_memory_only)
{
    EXPECT_EQ(ATOMIC(ADD, F32, 0x80000001, 0x80000001, 0), 0x80000000);
    EXPECT_EQ(lane_atomic(PTX_DOT_ADD, PTX_TYPE_F32, PTX_SPACE_SHARED, 1, 1, 0), 2);
    EXPECT_EQ(ATOMIC(ADD, F16X2, 0x3c003c00, 0x3c000000, 0), 0x40003c00);
}

// -- approximate functions: how far from the real ones. The tables are an H200's
// (test_lanes_h200.c); this says that they are used for what they are.

static double value_of(uint64_t bits)
{
    uint32_t word = (uint32_t)bits;
    float value;
    memcpy(&value, &word, sizeof value);
    return (double)value;
}

static double absolute_error(double found, double wanted)
{
    return fabs(found - wanted);
}

static double relative_error(double found, double wanted)
{
    return fabs(found - wanted) / fabs(wanted);
}

// The largest error for random operands in [2^first, 2^last).
static double error_of(const char *key, double (*exact)(double), int first, int last,
                       double (*error)(double, double))
{
    double largest = 0;
    for (uint32_t index = 0; index < 20000; index++) {
        uint64_t random = random_at(index);
        uint64_t exponent = (uint64_t)(127 + first) + (random >> 32) % (uint64_t)(last - first);
        uint64_t a = (random & 0x7fffff) | exponent << 23;
        double found = value_of(lane_result(lane_find(key), a, 0, 0));
        double here = error(found, exact(value_of(a)));
        largest = here > largest ? here : largest;
    }
    return largest;
}

static double reciprocal(double x)
{
    return 1 / x;
}

static double reciprocal_root(double x)
{
    return 1 / sqrt(x);
}

TEST(approximate_functions_are_near_the_real_ones)
{
    EXPECT(error_of("rcp.approx.f32", reciprocal, -126, 126, relative_error) < 0x1p-23);
    EXPECT(error_of("rsqrt.approx.f32", reciprocal_root, -126, 128, relative_error) < 0x1p-22);
    EXPECT(error_of("sqrt.approx.f32", sqrt, -126, 128, relative_error) < 0x1p-22);
    EXPECT(error_of("ex2.approx.f32", exp2, -20, 7, relative_error) < 0x1p-22);
    EXPECT(error_of("lg2.approx.f32", log2, -1, 1, absolute_error) < 0x1p-22);
    EXPECT(error_of("lg2.approx.f32", log2, 1, 128, relative_error) < 0x1p-22);
    EXPECT(error_of("sin.approx.f32", sin, -20, 2, absolute_error) < 0x1p-20);
    EXPECT(error_of("cos.approx.f32", cos, -20, 2, absolute_error) < 0x1p-20);
    EXPECT(error_of("tanh.approx.f32", tanh, -20, 5, relative_error) < 0x1p-11);
}
