// SPDX-License-Identifier: Apache-2.0
// f32 and f64: what becomes of NaNs, minimum and maximum, comparisons. PTX ISA 9.0, "Floating-Point
// Instructions". Written without branches, so that loops over lanes become vector code.
#ifndef LOCKSTEP_LANE_REAL_H
#define LOCKSTEP_LANE_REAL_H

#include "sim/lane/bits.h"

static inline float quiet_f32(float result)
{
    return result != result ? f32_of_bits(F32_NAN) : result;
}

static inline uint64_t quieted_f64(double value)
{
    return bits_of_f64(value) | 0x0008000000000000u;
}

// The result of an f64 operation on a (and b, and c): a NaN operand stays, made quiet; of several b
// wins over c and both over a. A NaN from numbers is F64_NAN.
static inline double quiet1_f64(double result, double a)
{
    uint64_t nan = a != a ? quieted_f64(a) : F64_NAN;
    return result != result ? f64_of_bits(nan) : result;
}

static inline double quiet2_f64(double result, double a, double b)
{
    uint64_t nan = a != a ? quieted_f64(a) : F64_NAN;
    nan = b != b ? quieted_f64(b) : nan;
    return result != result ? f64_of_bits(nan) : result;
}

static inline double quiet3_f64(double result, double a, double b, double c)
{
    uint64_t nan = a != a ? quieted_f64(a) : F64_NAN;
    nan = c != c ? quieted_f64(c) : nan;
    nan = b != b ? quieted_f64(b) : nan;
    return result != result ? f64_of_bits(nan) : result;
}

// The sign of a NaN stays.
static inline uint64_t absolute_f64(uint64_t a)
{
    uint64_t magnitude = a & 0x7fffffffffffffffu;
    return magnitude > F64_INFINITY ? a | 0x0008000000000000u : magnitude;
}

static inline uint64_t negated_f64(uint64_t a)
{
    bool is_nan = (a & 0x7fffffffffffffffu) > F64_INFINITY;
    return is_nan ? a | 0x0008000000000000u : a ^ 0x8000000000000000u;
}

// a + b rounded once to f32, for an a that f32 cannot hold: the sum in f64 is made odd where it is
// not exact, so that rounding it again does no harm (Boldo and Melquiond, "Emulation of FMA and
// correctly rounded sums: proved algorithms using rounding to odd", 2008).
static inline float sum_f32(double a, double b)
{
    double sum = a + b, part = sum - a;
    double error = (a - (sum - part)) + (b - part);
    uint64_t bits = bits_of_f64(sum);
    bool is_even = (bits & 1) == 0, is_finite = (bits & F64_INFINITY) != F64_INFINITY;
    bool is_outward = (error > 0) == (sum > 0);
    uint64_t odd = is_outward ? bits + 1 : bits - 1;
    return (float)f64_of_bits(error != 0 && is_even && is_finite ? odd : bits);
}

// mad.f32 of cc 1.x: the product is computed in f64, its mantissa cut off to 23 bits and its
// exponent kept; then c is added. With c = 0 it is mul, then add. PTX ISA, "mad".
static inline float truncated_mad_f32(float a, float b, float c)
{
    double product = (double)a * (double)b;
    double cut = f64_of_bits(bits_of_f64(product) & ~UINT64_C(0x1fffffff));
    float rounded = a * b + c, truncated = sum_f32(cut, (double)c);
    return c == 0 ? rounded : truncated;
}

// The smaller; the number if one is a NaN; -0 is smaller than +0. Equal values differ in the sign
// of zero only, so that or (and) of the bits is the smaller (larger).
static inline float minimum_f32(float a, float b)
{
    float equal = f32_of_bits(bits_of_f32(a) | bits_of_f32(b));
    float least = a < b ? a : b;
    least = a == b ? equal : least;
    least = b != b ? a : least;
    return quiet_f32(least);
}

static inline float maximum_f32(float a, float b)
{
    float equal = f32_of_bits(bits_of_f32(a) & bits_of_f32(b));
    float most = a > b ? a : b;
    most = a == b ? equal : most;
    most = b != b ? a : most;
    return quiet_f32(most);
}

static inline float minimum_nan_f32(float a, float b)
{
    return a != a ? f32_of_bits(F32_NAN) : b != b ? f32_of_bits(F32_NAN) : minimum_f32(a, b);
}

static inline float maximum_nan_f32(float a, float b)
{
    return a != a ? f32_of_bits(F32_NAN) : b != b ? f32_of_bits(F32_NAN) : maximum_f32(a, b);
}

static inline double minimum_f64(double a, double b)
{
    double equal = f64_of_bits(bits_of_f64(a) | bits_of_f64(b));
    double least = a < b ? a : b;
    least = a == b ? equal : least;
    least = b != b ? a : least;
    return quiet2_f64(least, a, b);
}

static inline double maximum_f64(double a, double b)
{
    double equal = f64_of_bits(bits_of_f64(a) & bits_of_f64(b));
    double most = a > b ? a : b;
    most = a == b ? equal : most;
    most = b != b ? a : most;
    return quiet2_f64(most, a, b);
}

// .xorsign.abs: the sign is the product's.
static inline float xor_sign_f32(float magnitude, float a, float b)
{
    uint32_t sign = (bits_of_f32(a) ^ bits_of_f32(b)) & 0x80000000u;
    return magnitude != magnitude ? magnitude : f32_of_bits(bits_of_f32(magnitude) | sign);
}

// Comparisons by their PTX names: the first six are false, those with u true when one is a NaN.
static inline bool float_eq(float a, float b)
{
    return a == b;
}
static inline bool float_ne(float a, float b)
{
    return (a < b) | (a > b);
}
static inline bool float_lt(float a, float b)
{
    return a < b;
}
static inline bool float_le(float a, float b)
{
    return a <= b;
}
static inline bool float_gt(float a, float b)
{
    return a > b;
}
static inline bool float_ge(float a, float b)
{
    return a >= b;
}
static inline bool float_equ(float a, float b)
{
    return !((a < b) | (a > b));
}
static inline bool float_neu(float a, float b)
{
    return a != b;
}
static inline bool float_ltu(float a, float b)
{
    return !(a >= b);
}
static inline bool float_leu(float a, float b)
{
    return !(a > b);
}
static inline bool float_gtu(float a, float b)
{
    return !(a <= b);
}
static inline bool float_geu(float a, float b)
{
    return !(a < b);
}
static inline bool float_num(float a, float b)
{
    return (a == a) & (b == b);
}
static inline bool float_nan(float a, float b)
{
    return (a != a) | (b != b);
}

#endif
