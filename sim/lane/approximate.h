// SPDX-License-Identifier: Apache-2.0
// The approximate functions of PTX (.approx, .full), as bits to bits: the results of an H200, bit
// for bit. The machine has one instruction for each (mufu.h); the code that ptxas puts around it,
// to reduce angles and to reach subnormals, is part of the function. With .ftz, callers flush
// operands and results; if ptxas uses other code with .ftz, there is a function _ftz.
#ifndef LOCKSTEP_LANE_APPROXIMATE_H
#define LOCKSTEP_LANE_APPROXIMATE_H

#include "sim/lane/mufu.h"
#include "sim/lane/real.h"

#include <math.h>

// As functions of floats.
#define APPROXIMATE1(name, a)    f32_of_bits(approximate_##name(bits_of_f32(a)))
#define APPROXIMATE2(name, a, b) f32_of_bits(approximate_##name(bits_of_f32(a), bits_of_f32(b)))

#define SIGN_F32     0x80000000u
#define MANTISSA_F32 0x007fffffu

static inline bool is_nan_f32(uint32_t a)
{
    return (a & ~SIGN_F32) > F32_INFINITY;
}

static inline uint32_t product_f32(uint32_t a, float b)
{
    return bits_of_f32(quiet_f32(f32_of_bits(a) * b));
}

// significand 2^(exponent - 23) of a significand in [2^23, 2^24]: infinity above, zero below the
// normal numbers.
static inline uint32_t scaled_f32(uint32_t significand, int32_t exponent)
{
    int32_t leading = exponent + (int32_t)(significand >> 24);
    uint32_t bits = ((uint32_t)(exponent + 126) << 23) + significand;
    return leading > 127 ? F32_INFINITY : leading < -126 ? 0 : bits;
}

// -- ex2

// Subnormal results are zero. x in fixed point has 23 bits below the point, the rest is cut; a
// negative fraction is inverted, not negated.
static inline uint32_t machine_ex2(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 255) - 127;
    uint32_t significand = (a & MANTISSA_F32) | 0x00800000u;
    uint32_t left = exponent < 0 ? 0 : exponent > 7 ? 7 : (uint32_t)exponent;
    uint32_t right = exponent >= 0 ? 0 : exponent < -24 ? 24 : (uint32_t)-exponent;
    int32_t fixed = (int32_t)((significand << left) >> right);
    int32_t negative = (fixed & (int32_t)MANTISSA_F32) == 0 ? -fixed : ~fixed;
    fixed = (a & SIGN_F32) != 0 ? negative : fixed;
    uint32_t result = scaled_f32(mufu_ex2((uint32_t)fixed & MANTISSA_F32), fixed >> 23);
    result = (a & ~SIGN_F32) >= F32_INFINITY ? ((a & SIGN_F32) != 0 ? 0 : F32_INFINITY) : result;
    return is_nan_f32(a) ? F32_NAN : result;
}

static inline uint32_t approximate_ex2_ftz(uint32_t a)
{
    return machine_ex2(a);
}

// Where the result may be subnormal: the square of 2^(x/2).
static inline uint32_t approximate_ex2(uint32_t a)
{
    bool is_halved = f32_of_bits(a) < -126.0f;
    uint32_t result = machine_ex2(is_halved ? product_f32(a, 0.5f) : a);
    return is_halved ? product_f32(result, f32_of_bits(result)) : result;
}

// -- lg2

// The exponent and the logarithm of the mantissa are added in fixed point; subnormals count as
// zero.
static inline uint32_t machine_lg2(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 255) - 127;
    int64_t value = (int64_t)exponent * (INT64_C(1) << 36) + mufu_lg2(a & MANTISSA_F32);
    uint32_t result = mufu_normalized(value ^ -(int64_t)(value < 0), 36);
    result |= (uint32_t)(value < 0) << 31;
    result = a == bits_of_f32(1.0f) ? 0 : result;
    result = a == F32_INFINITY ? F32_INFINITY : result;
    result = (a & F32_INFINITY) == 0 ? F32_INFINITY | SIGN_F32 : result;
    bool is_nan = is_nan_f32(a) | (a >= 0x80800000u);
    return is_nan ? F32_NAN : result;
}

static inline uint32_t approximate_lg2(uint32_t a)
{
    bool is_subnormal = (a & F32_INFINITY) == 0;
    uint32_t result = machine_lg2(is_subnormal ? product_f32(a, 0x1p24f) : a);
    return is_subnormal ? bits_of_f32(f32_of_bits(result) - 24.0f) : result;
}

// -- sin, cos

// The angle in turns, cut (not rounded) to a float.
static inline uint32_t turns_f32(uint32_t a)
{
    double turns = (double)f32_of_bits(a) * (double)0x1.45f306p-3f; // exact; 1/(2 pi)
    return bits_of_f32((float)f64_of_bits(bits_of_f64(turns) & ~UINT64_C(0x1fffffff)));
}

// sin(2 pi (|turns| + quarters / 4)), inverted by sign 1. turns in fixed point: 25 bits below the
// point, of which two are the quadrant.
static inline uint32_t machine_sin(uint32_t turns, uint32_t quarters, uint32_t sign)
{
    int32_t exponent = (int32_t)(turns >> 23 & 255) - 127 + 2;
    uint32_t significand = (turns & MANTISSA_F32) | 0x00800000u;
    uint32_t left = exponent < 0 ? 0 : exponent > 25 ? 25 : (uint32_t)exponent;
    uint32_t right = exponent >= 0 ? 0 : exponent < -24 ? 24 : (uint32_t)-exponent;
    uint32_t fixed = ((significand << left) >> right) + (quarters << 23);
    uint32_t fraction = fixed & MANTISSA_F32;
    uint32_t inverted = (0u - (fixed >> 23 & 1)) & MANTISSA_F32; // falling quadrants
    int64_t value = mufu_sin(fraction ^ inverted);
    uint32_t result = mufu_normalized(value, 38) | ((fixed >> 24) ^ sign) << 31;
    return (turns & F32_INFINITY) == F32_INFINITY ? F32_NAN : result;
}

static inline uint32_t approximate_sin(uint32_t a)
{
    return machine_sin(turns_f32(a), 0, a >> 31);
}

static inline uint32_t approximate_cos(uint32_t a)
{
    return machine_sin(turns_f32(a), 1, 0);
}

// -- tanh: below 2^-8 x itself, from 8 on 1

static inline uint32_t approximate_tanh(uint32_t a)
{
    int32_t binade = (int32_t)(a >> 23 & 255) - (127 - 8);
    uint32_t inside = (uint32_t)(binade < 0 ? 0 : binade > 10 ? 10 : binade);
    uint32_t result = mufu_normalized(mufu_tanh(inside, a & MANTISSA_F32), 39);
    result = binade < 0 ? a & ~SIGN_F32 : binade > 10 ? bits_of_f32(1.0f) : result;
    return is_nan_f32(a) ? F32_NAN : result | (a & SIGN_F32);
}

// -- rcp, rsqrt, sqrt

// The result for subnormals is an infinity; subnormal results are made in one rounding of the 24
// digits.
static inline uint32_t machine_rcp(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 255);
    uint32_t significand = mufu_rcp(a & MANTISSA_F32);
    uint32_t result = scaled_f32(significand, 126 - exponent);
    result = exponent == 0 ? F32_INFINITY : exponent == 255 ? 0 : result;
    return is_nan_f32(a) ? F32_NAN : result | (a & SIGN_F32);
}

static inline uint32_t approximate_rcp(uint32_t a)
{
    bool is_small = (a & F32_INFINITY) == 0;
    bool is_large = (a & ~SIGN_F32) > 0x7e800000u;
    float scale = is_small ? 0x1p24f : is_large ? 0.25f : 1.0f;
    return product_f32(machine_rcp(product_f32(a, scale)), scale);
}

static inline uint32_t machine_rsqrt(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 255) - 127;
    uint32_t significand = mufu_rsqrt(a & MANTISSA_F32, exponent & 1);
    significand = (a & 0x00ffffffu) == 0x00800000u ? 1u << 24 : significand;
    uint32_t result = scaled_f32(significand, -(exponent >> 1) - 1);
    result = a == F32_INFINITY ? 0 : result;
    result = (a & SIGN_F32) != 0 ? F32_NAN : result;
    result = (a & F32_INFINITY) == 0 ? F32_INFINITY | (a & SIGN_F32) : result;
    return is_nan_f32(a) ? F32_NAN : result;
}

static inline uint32_t approximate_rsqrt(uint32_t a)
{
    bool is_small = (a & F32_INFINITY) == 0;
    uint32_t result = machine_rsqrt(product_f32(a, is_small ? 0x1p24f : 1.0f));
    return product_f32(result, is_small ? 0x1p12f : 1.0f);
}

static inline uint32_t machine_sqrt(uint32_t a)
{
    int32_t exponent = (int32_t)(a >> 23 & 255) - 127;
    uint32_t significand = mufu_sqrt(a & MANTISSA_F32, exponent & 1);
    uint32_t result = scaled_f32(significand, exponent >> 1);
    result = a == F32_INFINITY ? a : result;
    result = (a & SIGN_F32) != 0 ? F32_NAN : result;
    result = (a & F32_INFINITY) == 0 ? a & SIGN_F32 : result;
    return is_nan_f32(a) ? F32_NAN : result;
}

static inline uint32_t approximate_sqrt(uint32_t a)
{
    bool is_small = (a & F32_INFINITY) == 0;
    uint32_t result = machine_sqrt(product_f32(a, is_small ? 0x1p24f : 1.0f));
    return product_f32(result, is_small ? 0x1p-12f : 1.0f);
}

// -- div

static inline uint32_t approximate_div_full(uint32_t a, uint32_t b)
{
    bool is_small = (b & F32_INFINITY) == 0;
    bool is_large = (b & ~SIGN_F32) > 0x7e800000u;
    float scale = is_small ? 0x1p24f : is_large ? 0.25f : 1.0f;
    uint32_t reciprocal = machine_rcp(product_f32(b, scale));
    return product_f32(product_f32(a, scale), f32_of_bits(reciprocal));
}

// Zero where the machine's reciprocal would be subnormal.
static inline uint32_t approximate_div(uint32_t a, uint32_t b)
{
    float scale = (b & F32_INFINITY) == 0 ? 0x1p24f : 1.0f;
    uint32_t reciprocal = machine_rcp(product_f32(b, scale));
    return product_f32(product_f32(a, scale), f32_of_bits(reciprocal));
}

// -- f64: the machine reads and writes the upper 32 bits, subnormals count as zero

static inline uint64_t approximate_rcp_f64(uint64_t a)
{
    uint32_t upper = (uint32_t)(a >> 32), magnitude = upper & ~SIGN_F32;
    uint32_t significand = mufu_rcp((upper & 0xfffffu) << 3) >> 3;
    uint32_t field = magnitude >> 20, left = 2044 - field;
    uint32_t result = field > 2044 ? 0 : (left << 20) + significand;
    result = field == 2045 && (significand >> 20) > 1 ? 0x00100000u : result;
    result = field == 0 ? 0x7ff00000u : result;
    bool is_nan = magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && (uint32_t)a != 0);
    result = is_nan ? 0x7fffffffu : result | (upper & SIGN_F32);
    return (uint64_t)result << 32;
}

static inline uint64_t approximate_rsqrt_ftz_f64(uint64_t a)
{
    uint32_t upper = (uint32_t)(a >> 32), magnitude = upper & ~SIGN_F32;
    int32_t exponent = (int32_t)(magnitude >> 20) - 1023;
    uint32_t significand = mufu_rsqrt((upper & 0xfffffu) << 3, exponent & 1) >> 3;
    significand = (upper & 0x001fffffu) == 0x00100000u ? 1u << 21 : significand;
    uint32_t result = ((uint32_t)(1021 - (exponent >> 1)) << 20) + significand;
    result = upper == 0x7ff00000u ? 0 : result;
    result = (upper & SIGN_F32) != 0 ? 0x7fffffffu : result;
    result = exponent == -1023 ? 0x7ff00000u | (upper & SIGN_F32) : result;
    bool is_nan = magnitude > 0x7ff00000u || (magnitude == 0x7ff00000u && (uint32_t)a != 0);
    return (uint64_t)(is_nan ? 0x7fffffffu : result) << 32;
}

// One step of third order from the machine's value; subnormals are scaled.
static inline uint64_t approximate_rsqrt_f64(uint64_t a)
{
    bool is_small = (a & F64_INFINITY) == 0;
    double x = f64_of_bits(a) * (is_small ? 0x1p54 : 1.0);
    double y = f64_of_bits(approximate_rsqrt_ftz_f64(bits_of_f64(x)));
    double error = fma(x, -(y * y), 1.0);
    double result = fma(fma(error, 0.375, 0.5), y * error, y) * (is_small ? 0x1p27 : 1.0);
    bool is_special = !(x > 0) || (a & F64_INFINITY) == F64_INFINITY;
    double special = x == 0 ? copysign(f64_of_bits(F64_INFINITY), x) : x > 0 ? 0.0 : x - x;
    return bits_of_f64(is_special ? quiet1_f64(x < 0 ? f64_of_bits(F64_NAN) : special, x) : result);
}

#endif
