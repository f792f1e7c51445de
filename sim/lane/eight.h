// SPDX-License-Identifier: Apache-2.0
// Narrow floats. Of 8 bits: e4m3 (largest 448, no infinity, one NaN for each sign) and e5m2 (as f16
// with 2 bits of fraction). PTX ISA 9.0, "cvt": rounding is to nearest even and .satfinite, so what
// is too large becomes the largest number; a NaN becomes 0x7f, and as f16 the canonical one. Of 4
// and 6 bits: e2m1, e2m3, e3m2, without infinities and NaNs. e8m0 is a power of two.
#ifndef LOCKSTEP_LANE_EIGHT_H
#define LOCKSTEP_LANE_EIGHT_H

#include "sim/lane/half.h"

#define EIGHT_NAN  0x7fu
#define E4M3_LARGE 0x7eu
#define E5M2_LARGE 0x7bu

// lowest: the exponent field that an f32 as small as the smallest normal number has.
static inline uint32_t eight_of_f32(float x, uint32_t fraction, uint32_t lowest, uint32_t large)
{
    uint32_t bits = bits_of_f32(x), magnitude = bits & 0x7fffffffu;
    uint32_t exponent = magnitude >> 23;
    uint32_t shift = 23 - fraction + (exponent < lowest ? lowest - exponent : 0);
    shift = shift > 25 ? 25 : shift; // all of it is less than middle of the smallest number
    uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u, middle = 1u << (shift - 1);
    uint32_t kept = mantissa >> shift, rest = mantissa & (2 * middle - 1);
    kept += rest > middle || (rest == middle && (kept & 1) != 0);
    // The leading bit of a normal number adds one to its exponent field.
    kept += exponent < lowest ? 0 : (exponent - lowest) << fraction;
    kept = kept > large ? large : kept;
    return magnitude > F32_INFINITY ? EIGHT_NAN : kept | (bits >> 24 & 0x80u);
}

static inline uint32_t e4m3_of_f32(float x)
{
    return eight_of_f32(x, 3, 127 - 6, E4M3_LARGE);
}

static inline uint32_t e5m2_of_f32(float x)
{
    return eight_of_f32(x, 2, 127 - 14, E5M2_LARGE);
}

// Without infinities and NaNs: a NaN becomes the largest number. sign: the bit of the sign.
static inline uint32_t tiny_of_f32(float x, uint32_t fraction, uint32_t lowest, uint32_t large,
                                   uint32_t sign)
{
    uint32_t eight = x != x ? large : eight_of_f32(x, fraction, lowest, large);
    return (eight & 0x7fu) | ((eight & 0x80u) != 0 ? sign : 0);
}

static inline uint32_t e2m1_of_f32(float x)
{
    return tiny_of_f32(x, 1, 127, 0x7u, 0x8u);
}

static inline uint32_t e2m3_of_f32(float x)
{
    return tiny_of_f32(x, 3, 127, 0x1fu, 0x20u);
}

static inline uint32_t e3m2_of_f32(float x)
{
    return tiny_of_f32(x, 2, 127 - 2, 0x1fu, 0x20u);
}

// The magnitude's bits, shifted to where f16 has its exponent, are the number divided by `scale`.
static inline uint32_t f16_of_tiny(uint32_t bits, uint32_t sign, uint32_t shift, float scale)
{
    float value = f32_of_f16((bits & (sign - 1)) << shift) * scale;
    return f16_nearest(value) | ((bits & sign) != 0 ? 0x8000u : 0);
}

static inline uint32_t f16_of_e2m1(uint32_t bits)
{
    return f16_of_tiny(bits, 0x8u, 9, 0x1p14f);
}

static inline uint32_t f16_of_e2m3(uint32_t bits)
{
    return f16_of_tiny(bits, 0x20u, 7, 0x1p14f);
}

static inline uint32_t f16_of_e3m2(uint32_t bits)
{
    return f16_of_tiny(bits, 0x20u, 8, 0x1p12f);
}

// 8 bits of exponent of the magnitude, 0 for 2^-127, 0xff for a NaN. Away from zero: from just
// above the power of two on. limit: what an infinity and what is rounded there become.
static inline uint32_t e8m0_of_f32(float x, bool is_up, uint32_t limit)
{
    uint32_t magnitude = bits_of_f32(x) & 0x7fffffffu, exponent = magnitude >> 23;
    bool is_between = (magnitude & 0x7fffffu) != 0 && magnitude > 0x00400000u && exponent < 0xffu;
    exponent += is_up && is_between;
    return magnitude > F32_INFINITY ? 0xffu : exponent > limit ? limit : exponent;
}

static inline uint32_t bf16_of_e8m0(uint32_t bits)
{
    return bits == 0xffu ? BF16_NAN : bits == 0 ? 0x0040u : bits << 7;
}

// Infinities become the largest number.
static inline uint32_t finite_f16(uint32_t bits)
{
    return (bits & 0x7fffu) == 0x7c00u ? (bits & 0x8000u) | 0x7bffu : bits;
}

static inline uint32_t finite_bf16(uint32_t bits)
{
    return (bits & 0x7fffu) == 0x7f80u ? (bits & 0x8000u) | 0x7f7fu : bits;
}

static inline uint32_t finite_tf32(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fffffffu;
    return magnitude > F32_INFINITY    ? 0x7fffffffu
           : magnitude == F32_INFINITY ? (bits & 0x80000000u) | 0x7f7fe000u
                                       : bits;
}

// PTX ISA 9.0, "cvt.pack": a and b of `bits` bits each below the low bits of c.
static inline uint32_t pack_clamped(int32_t a, int32_t b, uint32_t c, uint32_t bits, int32_t lowest,
                                    int32_t highest)
{
    uint32_t mask = (1u << bits) - 1;
    uint32_t high = (uint32_t)(a < lowest ? lowest : a > highest ? highest : a) & mask;
    uint32_t low = (uint32_t)(b < lowest ? lowest : b > highest ? highest : b) & mask;
    return (bits < 16 ? c << 2 * bits : 0) | high << bits | low;
}

static inline float relu_f32(float x)
{
    return x <= 0.0f ? 0.0f : x;
}

static inline uint32_t f16_of_e5m2(uint32_t bits)
{
    return (bits & 0x7fu) > 0x7cu ? F16_NAN : bits << 8;
}

static inline uint32_t f16_of_e4m3(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fu;
    float value = f32_of_f16(magnitude << 7) * 0x1p8f; // the exponents differ by 8
    return magnitude == EIGHT_NAN ? F16_NAN : f16_nearest(value) | (bits & 0x80u) << 8;
}

#endif
