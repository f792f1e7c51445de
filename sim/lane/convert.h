// SPDX-License-Identifier: Apache-2.0
// Between integers and floats, and from wide floats to narrow ones. PTX ISA 9.0, "cvt": float to
// integer clamps; a NaN becomes 0, but the smallest number (as unsigned: only the top bit set)
// where the source is f64 or the destination has 64 bits. Conversions to floats round in the host's
// current direction.
#ifndef LOCKSTEP_LANE_CONVERT_H
#define LOCKSTEP_LANE_CONVERT_H

#include "sim/lane/integer.h"
#include "sim/lane/real.h"

#include <math.h>

// -- float to integer; the float is integral already. The select keeps the C conversion in range.

static inline int32_t s32_of_f32(float x)
{
    int32_t inside = (int32_t)(x >= -0x1p31f && x < 0x1p31f ? x : 0.0f);
    inside = x >= 0x1p31f ? INT32_MAX : inside;
    return x < -0x1p31f ? INT32_MIN : inside;
}

static inline uint32_t u32_of_f32(float x)
{
    uint32_t low = (uint32_t)(int32_t)(x >= 0.0f && x < 0x1p31f ? x : 0.0f);
    uint32_t high = (uint32_t)(int32_t)(x >= 0x1p31f && x < 0x1p32f ? x - 0x1p31f : 0.0f);
    uint32_t inside = x >= 0x1p31f ? high | 0x80000000u : low;
    return x >= 0x1p32f ? UINT32_MAX : inside;
}

static inline int64_t s64_of_f32(float x)
{
    int64_t inside = (int64_t)(x >= -0x1p63f && x < 0x1p63f ? x : 0.0f);
    inside = x >= 0x1p63f ? INT64_MAX : inside;
    return x >= -0x1p63f ? inside : INT64_MIN;
}

static inline uint64_t u64_of_f32(float x)
{
    uint64_t low = (uint64_t)(int64_t)(x >= 0.0f && x < 0x1p63f ? x : 0.0f);
    uint64_t high = (uint64_t)(int64_t)(x >= 0x1p63f && x < 0x1p64f ? x - 0x1p63f : 0.0f);
    uint64_t inside = x >= 0x1p63f ? high | 0x8000000000000000u : low;
    inside = x >= 0x1p64f ? UINT64_MAX : inside;
    return x != x ? 0x8000000000000000u : inside;
}

static inline int32_t s32_of_f64(double x)
{
    int32_t inside = (int32_t)(x > -0x1p31 && x < 0x1p31 ? x : 0.0);
    inside = x >= 0x1p31 ? INT32_MAX : inside;
    return x > -0x1p31 ? inside : INT32_MIN;
}

static inline int64_t s64_of_f64(double x)
{
    int64_t inside = (int64_t)(x >= -0x1p63 && x < 0x1p63 ? x : 0.0);
    inside = x >= 0x1p63 ? INT64_MAX : inside;
    return x >= -0x1p63 ? inside : INT64_MIN;
}

static inline uint32_t u32_of_f64(double x)
{
    uint32_t inside = (uint32_t)(int64_t)(x > 0.0 && x < 0x1p32 ? x : 0.0);
    inside = x >= 0x1p32 ? UINT32_MAX : inside;
    return x != x ? 0x80000000u : inside;
}

static inline uint64_t u64_of_f64(double x)
{
    uint64_t low = (uint64_t)(int64_t)(x >= 0.0 && x < 0x1p63 ? x : 0.0);
    uint64_t high = (uint64_t)(int64_t)(x >= 0x1p63 && x < 0x1p64 ? x - 0x1p63 : 0.0);
    uint64_t inside = x >= 0x1p63 ? high | 0x8000000000000000u : low;
    inside = x >= 0x1p64 ? UINT64_MAX : inside;
    return x != x ? 0x8000000000000000u : inside;
}

static inline int32_t s8_of_f32(float x)
{
    return clamp_s32(s32_of_f32(x), INT8_MIN, INT8_MAX);
}

static inline int32_t s16_of_f32(float x)
{
    return clamp_s32(s32_of_f32(x), INT16_MIN, INT16_MAX);
}

static inline uint32_t u8_of_f32(float x)
{
    return (uint32_t)clamp_s32(s32_of_f32(x), 0, UINT8_MAX);
}

static inline uint32_t u16_of_f32(float x)
{
    return (uint32_t)clamp_s32(s32_of_f32(x), 0, UINT16_MAX);
}

static inline int32_t s8_of_f64(double x)
{
    return clamp_s32(s32_of_f64(x), INT8_MIN, INT8_MAX);
}

static inline int32_t s16_of_f64(double x)
{
    return clamp_s32(s32_of_f64(x), INT16_MIN, INT16_MAX);
}

static inline uint32_t u8_of_f64(double x)
{
    return x != x ? 0x80u : (uint32_t)clamp_s32(s32_of_f64(x), 0, UINT8_MAX);
}

static inline uint32_t u16_of_f64(double x)
{
    return x != x ? 0x8000u : (uint32_t)clamp_s32(s32_of_f64(x), 0, UINT16_MAX);
}

// -- integer to float. Unsigned values from signed halves: compilers make them by subtracting
// constants, which gives -0 when rounding down.

static inline double f64_of_u32(uint32_t x)
{
    return (double)(int32_t)(x >> 16) * 0x1p16 + (double)(int32_t)(x & 0xffffu);
}

static inline float f32_of_u32(uint32_t x)
{
    return (float)f64_of_u32(x);
}

static inline double f64_of_u64(uint64_t x)
{
    return f64_of_u32((uint32_t)(x >> 32)) * 0x1p32 + f64_of_u32((uint32_t)x);
}

// An f64 that rounds to any float of at most 24 bits as x does: the low eleven bits (of unsigned
// ones twelve), which an f64 of a large x cannot hold, become one bit that says whether any was
// set.
static inline double odd_f64_of_s64(int64_t x)
{
    bool is_large = x >= INT64_C(1) << 53 || x <= -(INT64_C(1) << 53);
    int64_t kept = (int64_t)((uint64_t)x & ~UINT64_C(0x7ff)) | ((x & 0x7ff) != 0 ? 0x400 : 0);
    return (double)(is_large ? kept : x);
}

static inline double odd_f64_of_u64(uint64_t x)
{
    uint64_t kept = (x & ~UINT64_C(0xfff)) | ((x & 0xfff) != 0 ? 0x800 : 0);
    return f64_of_u64(x >= UINT64_C(1) << 53 ? kept : x);
}

static inline float f32_of_u64(uint64_t x)
{
    return (float)odd_f64_of_u64(x);
}

// -- float to float

// An f64 NaN in f32: made quiet, with its sign and the upper digits.
static inline uint32_t f32_nan_of_f64(double x)
{
    uint64_t bits = bits_of_f64(x);
    return (uint32_t)(bits >> 32 & 0x80000000u) | 0x7fc00000u | (uint32_t)(bits >> 29 & 0x3fffffu);
}

static inline float f32_of_f64(double x)
{
    return x != x ? f32_of_bits(f32_nan_of_f64(x)) : (float)x;
}

static inline double f64_of_f32(float x)
{
    return quiet1_f64((double)x, (double)x);
}

// The magnitude bits of a float cut off below bit `count`, rounded in the host's direction. The bit
// above the cut and those below it make a number in [0, 2) whose rounding to an integer decides.
static inline uint32_t rounded_above(uint32_t bits, uint32_t count)
{
    uint32_t magnitude = bits & 0x7fffffffu, sign = bits & 0x80000000u;
    uint32_t parity = magnitude >> count & 1;
    uint32_t tail = magnitude & ((2u << count) - 1);
    float scale = f32_of_bits((127 - count) << 23);
    float fraction = f32_of_bits(bits_of_f32((float)(int32_t)tail * scale) | sign);
    float large = f32_of_bits(0x4b000000u | sign); // 2^23: its neighbors are integers
    float rounded = (fraction + large) - large;
    uint32_t increment = (uint32_t)(int32_t)fabsf(rounded) - parity;
    return (magnitude >> count) + increment;
}

static inline uint32_t tf32_of_f32(float x)
{
    uint32_t bits = bits_of_f32(x);
    uint32_t result = rounded_above(bits, 13) << 13 | (bits & 0x80000000u);
    return x != x ? TF32_NAN : result;
}

// .rna: ties away from zero. A NaN loses its lower digits.
static inline uint32_t tf32_away(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fffffffu;
    uint32_t rounded = magnitude + (magnitude >= F32_INFINITY ? 0 : 0x1000u);
    return (rounded & ~0x1fffu) | (bits & 0x80000000u);
}

#endif
