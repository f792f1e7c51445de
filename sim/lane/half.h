// SPDX-License-Identifier: Apache-2.0
// f16 and bf16: their values as floats, rounding to them, arithmetic. PTX ISA 9.0, "Half Precision
// Floating-Point Instructions". Sums and products of two are rounded twice, to f32 and to the
// narrow format, which gives the same as once because f32 has more than twice the digits; fma
// rounds its sum to odd first. Functions take values as floats and give bits; rounding is in the
// host's current direction.
#ifndef LOCKSTEP_LANE_HALF_H
#define LOCKSTEP_LANE_HALF_H

#include "sim/lane/approximate.h"
#include "sim/lane/convert.h"

static inline float f32_of_f16(uint32_t bits)
{
    float value = f32_of_bits((bits & 0x7fffu) << 13) * 0x1p112f; // exact, subnormals too
    uint32_t magnitude = bits_of_f32(value);
    magnitude |= (bits & 0x7c00u) == 0x7c00u ? F32_INFINITY : 0;
    return f32_of_bits(magnitude | (bits & 0x8000u) << 16);
}

static inline float f32_of_bf16(uint32_t bits)
{
    return f32_of_bits(bits << 16);
}

static inline float low_f16(uint32_t pair)
{
    return f32_of_f16(pair & 0xffffu);
}

static inline float high_f16(uint32_t pair)
{
    return f32_of_f16(pair >> 16);
}

static inline float low_bf16(uint32_t pair)
{
    return f32_of_bits(pair << 16);
}

static inline float high_bf16(uint32_t pair)
{
    return f32_of_bits(pair & 0xffff0000u);
}

// A function on one half, on both.
#define PAIR1_F16(f, a)     (f(low_f16(a)) | f(high_f16(a)) << 16)
#define PAIR1_BF16(f, a)    (f(low_bf16(a)) | f(high_bf16(a)) << 16)
#define PAIR2_F16(f, a, b)  (f(low_f16(a), low_f16(b)) | f(high_f16(a), high_f16(b)) << 16)
#define PAIR2_BF16(f, a, b) (f(low_bf16(a), low_bf16(b)) | f(high_bf16(a), high_bf16(b)) << 16)
#define PAIR3_F16(f, a, b, c)                                                                      \
    (f(low_f16(a), low_f16(b), low_f16(c)) | f(high_f16(a), high_f16(b), high_f16(c)) << 16)
#define PAIR3_BF16(f, a, b, c)                                                                     \
    (f(low_bf16(a), low_bf16(b), low_bf16(c)) | f(high_bf16(a), high_bf16(b), high_bf16(c)) << 16)
// A function of bits on both.
#define BITS3(f, a, b, c)                                                                          \
    (f(a & 0xffffu, b & 0xffffu, c & 0xffffu) | f(a >> 16, b >> 16, c >> 16) << 16)
// A comparison on both: all ones in the halves where it holds.
#define PAIR_TEST_F16(f, a, b)                                                                     \
    ((f(low_f16(a), low_f16(b)) ? 0xffffu : 0) | (f(high_f16(a), high_f16(b)) ? 0xffff0000u : 0))
#define PAIR_TEST_BF16(f, a, b)                                                                    \
    ((f(low_bf16(a), low_bf16(b)) ? 0xffffu : 0) |                                                 \
     (f(high_bf16(a), high_bf16(b)) ? 0xffff0000u : 0))

// The magnitude bits of an f16 whose value a float holds exactly, or exceeds: in the float's
// exponent range [2^-14, 2^16), made to overflow in the host's direction first. An infinity leaves
// 31 in the five bits of the exponent.
static inline uint32_t f16_of_held(float held)
{
    float limited = held * 0x1p112f * 0x1p-112f * 0x1p-112f;
    return bits_of_f32(limited) >> 13 & 0x7fffu;
}

// Of a float that is an f16's value, or a NaN.
static inline uint32_t f16_of_exact(float x)
{
    uint32_t result = f16_of_held(x) | (bits_of_f32(x) >> 16 & 0x8000u);
    return x != x ? F16_NAN : result;
}

// Adding and subtracting 2^13 times the binade of x (at least f16's smallest) leaves f16's digits.
static inline uint32_t f16_of_f32(float x)
{
    uint32_t bits = bits_of_f32(x), sign = bits & 0x80000000u;
    int32_t exponent = clamp_s32((int32_t)(bits >> 23 & 255), 127 - 14, 127 + 16);
    float large = f32_of_bits(sign | (uint32_t)(exponent + 13) << 23);
    float held = (x + large) - large;
    uint32_t result = f16_of_held(held) | sign >> 16;
    return x != x ? F16_NAN : result;
}

// To nearest, whatever the host's direction, but faster. Above 0.5 a float's digits end where those
// of f16's subnormals do.
static inline uint32_t f16_nearest(float x)
{
    uint32_t bits = bits_of_f32(x), magnitude = bits & 0x7fffffffu;
    uint32_t normal = (magnitude + 0xfffu + (magnitude >> 13 & 1) - (112u << 23)) >> 13;
    uint32_t subnormal = bits_of_f32(fabsf(x) + 0.5f) - 0x3f000000u;
    uint32_t result = magnitude < 0x38800000u ? subnormal : normal;
    result = result < 0x7c00u ? result : 0x7c00u;
    return x != x ? F16_NAN : result | (bits >> 16 & 0x8000u);
}

static inline uint32_t f16_of_f64(double x)
{
    uint64_t bits = bits_of_f64(x), sign = bits & 0x8000000000000000u;
    int32_t exponent = clamp_s32((int32_t)(bits >> 52 & 2047), 1023 - 14, 1023 + 16);
    double large = f64_of_bits(sign | (uint64_t)(uint32_t)(exponent + 42) << 52);
    float held = (float)((x + large) - large);
    uint32_t result = f16_of_held(held) | (uint32_t)(sign >> 48);
    return x != x ? F16_NAN : result;
}

static inline uint32_t bf16_of_f32(float x)
{
    uint32_t bits = bits_of_f32(x);
    uint32_t result = rounded_above(bits, 16) | (bits >> 16 & 0x8000u);
    return x != x ? BF16_NAN : result;
}

static inline uint32_t bf16_of_f64(double x)
{
    uint64_t bits = bits_of_f64(x), sign = bits & 0x8000000000000000u;
    int32_t exponent = clamp_s32((int32_t)(bits >> 52 & 2047), 1023 - 126, 1023 + 128);
    double large = f64_of_bits(sign | (uint64_t)(uint32_t)(exponent + 45) << 52);
    float held = (float)((x + large) - large);
    uint32_t result = (bits_of_f32(held) >> 16 & 0x7fffu) | (uint32_t)(sign >> 48);
    return x != x ? BF16_NAN : result;
}

// cvt keeps the upper digits of an f64 NaN; arithmetic does not.
static inline uint32_t cvt_f16_f64(double x)
{
    uint32_t nan = f32_nan_of_f64(x);
    return x != x ? (nan >> 16 & 0x8000u) | 0x7c00u | (nan >> 13 & 0x3ffu) : f16_of_f64(x);
}

static inline uint32_t cvt_bf16_f64(double x)
{
    return x != x ? f32_nan_of_f64(x) >> 16 : bf16_of_f64(x);
}

// Cut, not rounded: as the approximate functions leave their results.
static inline uint32_t cut_f16(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fffffffu, exponent = magnitude >> 23;
    uint32_t lost = exponent >= 113 ? 0 : 113 - exponent < 12 ? 113 - exponent : 12;
    uint32_t subnormal = ((magnitude & 0x7fffffu) | 0x800000u) >> 13 >> lost;
    uint32_t result = exponent >= 113 ? (magnitude - (112u << 23)) >> 13 : subnormal;
    result = exponent >= 143 ? 0x7c00u : result;
    return magnitude > F32_INFINITY ? F16_NAN : result | (bits >> 16 & 0x8000u);
}

static inline uint32_t cut_bf16(uint32_t bits)
{
    return is_nan_f32(bits) ? BF16_NAN : bits >> 16;
}

// .relu: what is below zero becomes +0.
static inline uint32_t relu_f16(uint32_t bits)
{
    return bits >= 0x8000u ? 0 : bits;
}

static inline uint32_t relu_bf16(uint32_t bits)
{
    return bits >= 0x8000u ? 0 : bits;
}

// -- f16

static inline uint32_t add_f16(float a, float b)
{
    return f16_nearest(a + b);
}

static inline uint32_t sub_f16(float a, float b)
{
    return f16_nearest(a - b);
}

static inline uint32_t mul_f16(float a, float b)
{
    return f16_nearest(a * b);
}

// a + b cut, with the last bit set when the sum is not exact, so that a second rounding is
// innocent: the error of the rounded sum, found exactly, says whether it was rounded away from
// zero.
static inline float odd_sum_f32(float a, float b)
{
    float sum = a + b, b_part = sum - a;
    float error = (a - (sum - b_part)) + (b - b_part);
    uint32_t bits = bits_of_f32(sum), is_inexact = (error < 0) | (error > 0);
    uint32_t is_away = (bits ^ bits_of_f32(error)) >> 31 & is_inexact;
    return f32_of_bits((bits - is_away) | is_inexact);
}

// The product is exact.
static inline uint32_t fma_f16(float a, float b, float c)
{
    return f16_nearest(odd_sum_f32(a * b, c));
}

static inline uint32_t fma_relu_f16(float a, float b, float c)
{
    return relu_f16(fma_f16(a, b, c));
}

// Whether these are the bits of the NaN that copies by tensor map write outside of a tensor, with
// either sign, as an H200 takes it (traces/h200/hopper/fma_oob.out).
static inline bool is_outside(uint32_t bits)
{
    return (bits & 0x7fffu) == 0x7ff7u;
}

static inline uint32_t fma_oob_f16(uint32_t a, uint32_t b, uint32_t c)
{
    return is_outside(a) || is_outside(b) ? 0 : fma_f16(low_f16(a), low_f16(b), low_f16(c));
}

static inline uint32_t fma_oob_relu_f16(uint32_t a, uint32_t b, uint32_t c)
{
    return relu_f16(fma_oob_f16(a, b, c));
}

static inline uint32_t abs_f16(float a)
{
    return f16_of_exact(fabsf(a));
}

static inline uint32_t neg_f16(float a)
{
    return f16_of_exact(-a);
}

static inline uint32_t min_f16(float a, float b)
{
    return f16_of_exact(minimum_f32(a, b));
}

static inline uint32_t max_f16(float a, float b)
{
    return f16_of_exact(maximum_f32(a, b));
}

static inline uint32_t min_nan_f16(float a, float b)
{
    return f16_of_exact(minimum_nan_f32(a, b));
}

static inline uint32_t max_nan_f16(float a, float b)
{
    return f16_of_exact(maximum_nan_f32(a, b));
}

static inline uint32_t min_xor_f16(float a, float b)
{
    return f16_of_exact(xor_sign_f32(minimum_f32(fabsf(a), fabsf(b)), a, b));
}

static inline uint32_t max_xor_f16(float a, float b)
{
    return f16_of_exact(xor_sign_f32(maximum_f32(fabsf(a), fabsf(b)), a, b));
}

static inline uint32_t min_nan_xor_f16(float a, float b)
{
    return f16_of_exact(xor_sign_f32(minimum_nan_f32(fabsf(a), fabsf(b)), a, b));
}

static inline uint32_t max_nan_xor_f16(float a, float b)
{
    return f16_of_exact(xor_sign_f32(maximum_nan_f32(fabsf(a), fabsf(b)), a, b));
}

static inline uint32_t ex2_f16(float a)
{
    return cut_f16(approximate_ex2(bits_of_f32(a)));
}

static inline uint32_t tanh_f16(float a)
{
    return cut_f16(approximate_tanh(bits_of_f32(a)));
}

// -- bf16

static inline uint32_t add_bf16(float a, float b)
{
    return bf16_of_f32(a + b);
}

static inline uint32_t sub_bf16(float a, float b)
{
    return bf16_of_f32(a - b);
}

static inline uint32_t mul_bf16(float a, float b)
{
    return bf16_of_f32(a * b);
}

// As odd_sum_f32: products of bf16 have too large a range for f32.
static inline double odd_sum_f64(double a, double b)
{
    double sum = a + b, b_part = sum - a;
    double error = (a - (sum - b_part)) + (b - b_part);
    uint64_t bits = bits_of_f64(sum), is_inexact = (error < 0) | (error > 0);
    uint64_t is_away = (bits ^ bits_of_f64(error)) >> 63 & is_inexact;
    return f64_of_bits((bits - is_away) | is_inexact);
}

static inline uint32_t fma_bf16(float a, float b, float c)
{
    return bf16_of_f64(odd_sum_f64((double)a * (double)b, (double)c));
}

static inline uint32_t fma_relu_bf16(float a, float b, float c)
{
    return relu_bf16(fma_bf16(a, b, c));
}

static inline uint32_t fma_oob_bf16(uint32_t a, uint32_t b, uint32_t c)
{
    return is_outside(a) || is_outside(b) ? 0 : fma_bf16(low_bf16(a), low_bf16(b), low_bf16(c));
}

static inline uint32_t fma_oob_relu_bf16(uint32_t a, uint32_t b, uint32_t c)
{
    return relu_bf16(fma_oob_bf16(a, b, c));
}

static inline uint32_t abs_bf16(float a)
{
    return cut_bf16(bits_of_f32(fabsf(a)));
}

static inline uint32_t neg_bf16(float a)
{
    return cut_bf16(bits_of_f32(-a));
}

static inline uint32_t min_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(minimum_f32(a, b)));
}

static inline uint32_t max_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(maximum_f32(a, b)));
}

static inline uint32_t min_nan_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(minimum_nan_f32(a, b)));
}

static inline uint32_t max_nan_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(maximum_nan_f32(a, b)));
}

static inline uint32_t min_xor_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(xor_sign_f32(minimum_f32(fabsf(a), fabsf(b)), a, b)));
}

static inline uint32_t max_xor_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(xor_sign_f32(maximum_f32(fabsf(a), fabsf(b)), a, b)));
}

static inline uint32_t min_nan_xor_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(xor_sign_f32(minimum_nan_f32(fabsf(a), fabsf(b)), a, b)));
}

static inline uint32_t max_nan_xor_bf16(float a, float b)
{
    return cut_bf16(bits_of_f32(xor_sign_f32(maximum_nan_f32(fabsf(a), fabsf(b)), a, b)));
}

// PTX has it with .ftz only.
static inline uint32_t ex2_bf16(float a)
{
    return cut_bf16(approximate_ex2_ftz(bits_of_f32(a)));
}

static inline uint32_t tanh_bf16(float a)
{
    return cut_bf16(approximate_tanh(bits_of_f32(a)));
}

#endif
