// SPDX-License-Identifier: Apache-2.0
// Floats as integers with exponents, their exact sums, and how a sum is cut off: what the ways to
// multiply matrices share (matrix.c, matrix_f16.c).
#ifndef LOCKSTEP_LANE_MATRIX_SUM_H
#define LOCKSTEP_LANE_MATRIX_SUM_H

#include "isa/base/bits.h"
#include "sim/lane/half.h"

#define EXPONENT_0 (-100000) // of a zero: never the largest

// A float: significand * 2^(exponent - digits of its format). The exponent of zeros and subnormals
// is that of the smallest normal number.
typedef struct Term {
    int32_t significand;
    int16_t exponent;
    bool is_nan, is_infinite;
    bool is_negative;
} Term;

typedef struct Format {
    uint8_t exponent_bits, digits;
} Format;

static const Format half = {5, 10}, single = {8, 23};

static inline Term term_of(Format format, uint32_t bits)
{
    int32_t top = (1 << format.exponent_bits) - 1;
    int32_t digits = (int32_t)(bits & ((1u << format.digits) - 1));
    int32_t exponent = (int32_t)(bits >> format.digits) & top;
    int32_t significand = exponent != 0 ? digits | 1 << format.digits : digits;
    bool is_negative = (bits >> (format.digits + format.exponent_bits) & 1) != 0;
    return (Term){.significand = is_negative ? -significand : significand,
                  .exponent = (int16_t)((exponent != 0 ? exponent : 1) - (top >> 1)),
                  .is_nan = exponent == top && digits != 0,
                  .is_infinite = exponent == top && digits == 0,
                  .is_negative = is_negative};
}

// An exact sum: units * 2^exponent.
typedef struct Sum {
    int64_t units;
    int32_t exponent;
} Sum;

// units * 2^shift, cut off towards zero.
static inline int64_t shifted(int64_t units, int32_t shift)
{
    if (shift >= 0) {
        return units == 0 ? 0 : (int64_t)((uint64_t)units << shift);
    }
    int64_t magnitude = units < 0 ? -units : units;
    magnitude = shift < -62 ? 0 : magnitude >> -shift;
    return units < 0 ? -magnitude : magnitude;
}

typedef struct Rounded {
    uint64_t magnitude; // in units of 2^unit
    int32_t unit;
} Rounded;

// The magnitude of a sum with as many digits as the format holds.
static inline Rounded cut(Sum sum, Format format, bool is_nearest)
{
    uint64_t magnitude = sum.units < 0 ? 0 - (uint64_t)sum.units : (uint64_t)sum.units;
    int32_t lowest = 2 - (1 << (format.exponent_bits - 1));
    int32_t top = (int32_t)bits_highest_64(magnitude) + sum.exponent;
    int32_t unit = (top < lowest ? lowest : top) - format.digits;
    int32_t shift = unit - sum.exponent;
    if (shift <= 0) {
        return (Rounded){magnitude << -shift, unit};
    }
    if (shift > 63) {
        return (Rounded){0, unit};
    }
    uint64_t kept = magnitude >> shift, rest = magnitude & (((uint64_t)1 << shift) - 1);
    uint64_t middle = (uint64_t)1 << (shift - 1);
    bool is_up = is_nearest && (rest > middle || (rest == middle && (kept & 1) != 0));
    return (Rounded){kept + is_up, unit};
}

// The bits of a sum in a format; results of zero are positive.
static inline uint32_t sum_bits(Sum sum, Format format, bool is_nearest)
{
    uint32_t sign = (uint32_t)(sum.units < 0) << (format.exponent_bits + format.digits);
    uint32_t infinity = ((1u << format.exponent_bits) - 1) << format.digits;
    if (sum.units == 0) {
        return 0;
    }
    Rounded rounded = cut(sum, format, is_nearest);
    if (rounded.magnitude == 0) {
        return is_nearest ? 0 : sign;
    }
    // The first digit of a normal number adds one to the exponent below it.
    int32_t bias = (1 << (format.exponent_bits - 1)) - 1;
    int64_t below = (int64_t)rounded.unit + format.digits + bias - 1;
    if (below >= (1 << format.exponent_bits) - 2) {
        return sign | infinity;
    }
    uint64_t bits = ((uint64_t)below << format.digits) + rounded.magnitude;
    return sign | (bits < infinity ? (uint32_t)bits : infinity);
}

// What the special values among the terms make of a sum.
typedef struct Special {
    bool is_nan, is_infinite, is_negative;
} Special;

static inline void add_special(Special *special, bool is_nan, bool is_infinite, bool is_negative)
{
    special->is_nan |=
        is_nan || (is_infinite && special->is_infinite && special->is_negative != is_negative);
    special->is_negative |= is_infinite && is_negative;
    special->is_infinite |= is_infinite;
}

static inline uint32_t special_bits(Special special, Format format)
{
    bool is_half = format.digits == half.digits;
    uint32_t infinity = is_half ? 0x7c00 : F32_INFINITY, sign = is_half ? 0x8000 : 0x80000000u;
    return special.is_nan ? F16_NAN | (is_half ? 0 : F32_NAN)
                          : infinity | (special.is_negative ? sign : 0);
}

#endif
