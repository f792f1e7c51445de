// SPDX-License-Identifier: Apache-2.0
// The multifunction unit that computes the approximate functions: quadratic interpolation in tables
// (mufu.def), as an H200 does it to the bit. An operand's fraction is split into a segment and 17
// bits xl within it; xl^2 comes from a squarer that leaves out the columns of its partial products
// below 2^19, the rest of the sum is exact and the result is cut, not rounded. Written without
// branches, so that loops over lanes become vector code.
#ifndef LOCKSTEP_LANE_MUFU_H
#define LOCKSTEP_LANE_MUFU_H

#include "sim/lane/bits.h"

// First row of each table, and the number of all rows.
enum {
#define MUFU_TABLE(name, segments) MUFU_##name, MUFU_LAST_##name = MUFU_##name + (segments)-1,
#define MUFU(c0, c1, c2)
#include "sim/lane/mufu.def"
#undef MUFU_TABLE
#undef MUFU
    MUFU_ROW_COUNT
};

extern const int32_t mufu_c0[MUFU_ROW_COUNT], mufu_c1[MUFU_ROW_COUNT], mufu_c2[MUFU_ROW_COUNT];
extern const uint32_t
    mufu_tanh_binade[11]; // first segment << 8 | bits that tell its segments apart

// xl^2 / 2^19 of 17 bits without the columns below 2^19: bit i adds 2^2i, and with each lower bit j
// 2^(i+j+1). So nothing of the upper 7 bits' own square is left out, and none of the lower 10 bits'
// is there.
static inline int32_t mufu_square(uint32_t xl)
{
    uint32_t upper = xl >> 10, lower = xl & 0x3ffu, square = 2 * upper * upper;
    for (uint32_t k = 0; k <= 6; k++) {
        square += (0u - (upper >> k & 1)) & lower >> (8 - k);
    }
    return (int32_t)square;
}

typedef struct MufuRow {
    int32_t c0, c1, c2;
} MufuRow;

static inline MufuRow mufu_row(uint32_t row)
{
    int32_t at = (int32_t)row;
    return (MufuRow){mufu_c0[at], mufu_c1[at], mufu_c2[at]};
}

// The interpolated value in units that each function below knows.
static inline int64_t mufu_interpolate(MufuRow row, uint32_t xl, uint32_t c0_scale,
                                       uint32_t c2_scale)
{
    int64_t linear = (int64_t)row.c1 * (int32_t)xl;
    int64_t quadratic = (int64_t)row.c2 * mufu_square(xl);
    return (int64_t)row.c0 * (INT64_C(1) << c0_scale) + linear +
           quadratic * (INT64_C(1) << c2_scale);
}

// (mufu_interpolate + add) 2^-(c0_scale + 2), cut, in 32 bits: xl's lower three bits are a part of
// their own, so that no product and no sum is wider.
static inline uint32_t mufu_cut(MufuRow row, uint32_t xl, uint32_t c0_scale, uint32_t c2_scale,
                                int32_t add)
{
    int32_t rest = row.c1 * (int32_t)(xl & 7) + row.c2 * (mufu_square(xl) << c2_scale) + add;
    int32_t sum = row.c1 * (int32_t)(xl >> 3) + (rest >> 3);
    sum += (row.c0 & 3) << (c0_scale - 3);
    return (uint32_t)((row.c0 >> 2) + (sum >> (c0_scale - 1)));
}

// The float of value * 2^-scale, cut to 24 digits; 0 <= value < 2^52.
static inline uint32_t mufu_normalized(int64_t value, uint32_t scale)
{
    uint64_t units = bits_of_f64(0x1p52) + (uint64_t)value;
    uint64_t exact = bits_of_f64(f64_of_bits(units) - 0x1p52);
    float cut = (float)f64_of_bits(exact & ~UINT64_C(0x1fffffff));
    return value == 0 ? 0 : bits_of_f32(cut) - (scale << 23);
}

// 2^24 / m, as an integer of 24 bits and, for m = 1, 2^24; mantissa: the 23 bits below the leading
// one.
static inline uint32_t mufu_rcp(uint32_t mantissa)
{
    MufuRow row = mufu_row(MUFU_RCP + (mantissa >> 16));
    return mufu_cut(row, (mantissa & 0xffffu) << 1, 14, 1, 4047);
}

// 2^24 / sqrt(m), of m 2 where is_odd.
static inline uint32_t mufu_rsqrt(uint32_t mantissa, bool is_odd)
{
    uint32_t row = MUFU_RSQRT + (mantissa >> 17) + (is_odd ? 64u : 0);
    return mufu_cut(mufu_row(row), mantissa & 0x1ffffu, 14, 2, -1);
}

// 2^23 sqrt(m), of m 2 where is_odd.
static inline uint32_t mufu_sqrt(uint32_t mantissa, bool is_odd)
{
    uint32_t row = MUFU_SQRT + (mantissa >> 17) + (is_odd ? 64u : 0);
    return mufu_cut(mufu_row(row), mantissa & 0x1ffffu, 15, 1, -1);
}

// 2^23 2^f; fraction: f 2^23.
static inline uint32_t mufu_ex2(uint32_t fraction)
{
    return mufu_cut(mufu_row(MUFU_EX2 + (fraction >> 17)), fraction & 0x1ffffu, 14, 1, 12229);
}

// 2^36 log2(m).
static inline int64_t mufu_lg2(uint32_t mantissa)
{
    MufuRow row = mufu_row(MUFU_LG2 + (mantissa >> 17));
    int64_t sum = mufu_interpolate(row, mantissa & 0x1ffffu, 12, 1);
    return (sum + 837) >> 2;
}

// 2^38 sin(pi/2 q), q = fraction 2^-23 below 1.
static inline int64_t mufu_sin(uint32_t fraction)
{
    return mufu_interpolate(mufu_row(MUFU_SIN + (fraction >> 17)), fraction & 0x1ffffu, 12, 1);
}

// 2^39 tanh(x) of x in [2^-8, 8), in binade 0 ([2^-8, 2^-7)) to 10. The leading bits of the
// mantissa, more of them where the function bends more, are the segment; then come 17 bits; the
// rest is left out.
static inline int64_t mufu_tanh(uint32_t binade, uint32_t mantissa)
{
    uint32_t width = mufu_tanh_binade[binade] & 0xffu, first = mufu_tanh_binade[binade] >> 8;
    MufuRow row = mufu_row(MUFU_TANH + first + (mantissa >> (23 - width)));
    return mufu_interpolate(row, mantissa >> (6 - width) & 0x1ffffu, 15, 1);
}

#endif
