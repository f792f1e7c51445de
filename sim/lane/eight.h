// SPDX-License-Identifier: Apache-2.0
// 8-bit floats: e4m3 (largest 448, no infinity, one NaN for each sign) and e5m2 (as f16 with 2 bits
// of fraction). PTX ISA 9.0, "cvt": rounding is to nearest even and .satfinite, so what is too
// large becomes the largest number; a NaN becomes 0x7f, and as f16 the canonical one.
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
    shift = shift > 25 ? 25 : shift; // all of it is less than half of the smallest number
    uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u, half = 1u << (shift - 1);
    uint32_t kept = mantissa >> shift, rest = mantissa & (2 * half - 1);
    kept += rest > half || (rest == half && (kept & 1) != 0);
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
