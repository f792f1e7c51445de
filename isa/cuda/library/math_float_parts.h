// SPDX-License-Identifier: Apache-2.0
// Rounding to integers, the parts of a float, neighbors and remainders: all exact.
#ifndef LOCKSTEP_MATH_FLOAT_PARTS_H
#define LOCKSTEP_MATH_FLOAT_PARTS_H

#include "math_fast.h"
#include "math_primitive.h"

__device__ __forceinline__ float floorf(float x)
{
    return __builtin_floorf(x);
}

__device__ __forceinline__ float ceilf(float x)
{
    return __builtin_ceilf(x);
}

__device__ __forceinline__ float truncf(float x)
{
    return __builtin_truncf(x);
}

__device__ __forceinline__ float rintf(float x)
{
    return __builtin_rintf(x);
}

__device__ __forceinline__ float nearbyintf(float x)
{
    return __builtin_rintf(x);
}

// Halves away from zero. The sum is rounded toward zero, so nothing below 1/2 reaches 1.
__device__ __forceinline__ float roundf(float x)
{
    return __builtin_truncf(__fadd_rz(x, __builtin_copysignf(0.5f, x)));
}

__device__ __forceinline__ long long llrintf(float x)
{
    return __lockstep_long_rn(x);
}

__device__ __forceinline__ long lrintf(float x)
{
    return (long)__lockstep_long_rn(x);
}

__device__ __forceinline__ long long llroundf(float x)
{
    return (long long)roundf(x);
}

__device__ __forceinline__ long lroundf(float x)
{
    return (long)(long long)roundf(x);
}

__device__ __forceinline__ float modff(float x, float *whole)
{
    float w = __builtin_truncf(x);
    *whole = w;
    float rest;
    asm("sub.rn" __LOCKSTEP_FTZ ".f32 %0, %1, %2;"
        : "=f"(rest)
        : "f"(x), "f"(w)); // x's own product is not fused
    rest = __builtin_fabsf(x) == __LOCKSTEP_INF_F ? 0.0f : rest;
    return __builtin_copysignf(rest, x);
}

// x = r 2^exponent, 1/2 <= |r| < 1
__device__ __forceinline__ float frexpf(float x, int *exponent)
{
    float a = __builtin_fabsf(x);
    bool is_small = a < 1.17549435e-38f;
    int bits = __builtin_float_as_int(is_small ? x * 16777216.0f : x);
    int n = (bits >> 23 & 255) - (is_small ? 150 : 126);
    float r = __builtin_int_as_float((bits & (int)0x807fffff) | 0x3f000000);
    bool has_parts = a > 0.0f && a < __LOCKSTEP_INF_F;
    *exponent = has_parts ? n : 0;
    return has_parts ? r : x + x;
}

// Times 2^n in four factors: three of 2^(n/4) rounded down but for a small n.
__device__ __forceinline__ float ldexpf(float x, int n)
{
    n = __builtin_max_s32(__builtin_min_s32(n, 278), -278); // beyond, every float overflows
    int quarter = (n + 508) >> 2;                           // 508 = 4 * 127
    bool is_small = n > -101 && n < 101;
    float first = __builtin_int_as_float((is_small ? n + 127 : n + 508 - 3 * quarter) << 23);
    float other = is_small ? 1.0f : __builtin_int_as_float(quarter << 23);
    return x * first * other * other * other;
}

__device__ __forceinline__ float scalbnf(float x, int n)
{
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalblnf(float x, long n)
{
    return ldexpf(x, (int)__builtin_max_s64(__builtin_min_s64(n, 400), -400));
}

// The smallest number, with --ftz=true the smallest normal one, is next to zero.
#ifdef __LOCKSTEP_FLUSH__
#define __LOCKSTEP_LEAST_F 0x00800000
#else
#define __LOCKSTEP_LEAST_F 0x00000001
#endif

__device__ __forceinline__ float nextafterf(float x, float y)
{
    int bits = __builtin_float_as_int(x);
    bool is_upward = x < y;
    bool grows = is_upward == (bits >= 0);
    int next = grows ? bits + 1 : bits - 1;
    next =
        x == 0.0f ? (is_upward ? __LOCKSTEP_LEAST_F : (int)0x80000000 | __LOCKSTEP_LEAST_F) : next;
#ifdef __LOCKSTEP_FLUSH__
    next = __builtin_int_as_float(next) == 0.0f ? next & (int)0x80000000 : next;
#endif
    float r = x == y ? y : __builtin_int_as_float(next);
    return x != x || y != y ? x + y : r;
}

// a - b trunc(a / b) for b <= a <= 2^23 b. The approximate quotient is wrong by less than two or
// three, which shows in the rest: negative or above b.
__device__ __forceinline__ float __lockstep_remainder_near_f(float a, float b,
                                                             unsigned int *quotient)
{
    float q = __builtin_truncf(__fdividef(a, b));
#if __CUDA_ARCH__ < 200
    float r = __builtin_fmaf(-b, q, a);
#else
    float r = __fmaf_ieee_rn(-b, q, a);
#endif
    unsigned int bits = (unsigned int)__builtin_float_as_int(r);
    if (bits >= (unsigned int)__builtin_float_as_int(b)) {
        if (bits > 0x80000000u) {
            q = r < -b ? q - 2.0f : q - 1.0f;
        } else {
            q = q + 1.0f;
            if (r >= b + b)
                q = __builtin_fmaf(-3.0f, b, r) >= 0.0f ? q + 2.0f : q + 1.0f;
        }
    }
    *quotient = (unsigned int)q;
    return __builtin_fmaf(-b, q, a);
}

// The same for larger a, and NaN for arguments without a remainder: a division of mantissas that
// makes 23 bits of the quotient at a time. 0x0b800000 is 23 in the exponent's field.
__device__ inline float __lockstep_remainder_far_f(float a, float b, unsigned int *quotient)
{
    unsigned int bits = (unsigned int)__builtin_float_as_int(a);
    unsigned int large = (unsigned int)__builtin_float_as_int(b * 8388608.0f);
    unsigned int left = (bits - ((large - 0x0b800000u) & 0xff800000u)) & 0xff800000u;
    unsigned int rest = (bits & 0x007fffffu) | 0x3f800000u, q = 0;
    float d = __builtin_int_as_float((int)((large & 0x007fffffu) | 0x3f800000u));
    float reciprocal = __lockstep_rcp_ftz(d);
    while (left != 0 && rest != 0) {
        unsigned int step = __builtin_min_u32(left, 0x0b800000u);
        float x = __builtin_int_as_float((int)(rest + step));
        float y = __builtin_fmaf(x, reciprocal, -0.0f);
        y = __builtin_fmaf(__builtin_fmaf(-d, y, x), reciprocal, y);
        y = __builtin_truncf(__fmaf_rz(__builtin_fmaf(-d, y, x), reciprocal, y));
        rest = (unsigned int)__builtin_float_as_int(__builtin_fmaf(-d, y, x));
        q = (q << (step >> 23)) + (unsigned int)y;
        left -= step;
    }
    *quotient = q << (left < 4u << 23 ? left >> 23 : 3);
    float scale = __builtin_int_as_float((int)(large & 0xff800000u));
    scale = b > 0.0f && bits < 0x7f800000u ? scale : __LOCKSTEP_NAN_F;
    return scale * (__builtin_int_as_float((int)rest) * 1.1920929e-07f); // 2^-23
}

// a mod b; *quotient is the whole quotient modulo 8.
__device__ __forceinline__ float __lockstep_remainder_f(float a, float b, unsigned int *quotient)
{
    *quotient = 0;
    if (a < b)
        return a;
    if (a <= b * 8388608.0f)
        return __lockstep_remainder_near_f(a, b, quotient);
    return __lockstep_remainder_far_f(a, b, quotient);
}

__device__ __forceinline__ float fmodf(float x, float y)
{
    unsigned int quotient;
    float r = __lockstep_remainder_f(__builtin_fabsf(x), __builtin_fabsf(y), &quotient);
    return __builtin_fabsf(r) <= __LOCKSTEP_INF_F ? __builtin_copysignf(r, x) : r;
}

// The quotient's low bits, at least three, go to *quotient.
__device__ __forceinline__ float remquof(float x, float y, int *quotient)
{
    float b = __builtin_fabsf(y);
    unsigned int q;
    float r = __lockstep_remainder_f(__builtin_fabsf(x), b, &q);
    float twice = r + r;
    if (twice > b || (twice == b && (q & 1) != 0)) {
        q++;
        r = r - b;
    }
    bool is_number = __builtin_fabsf(r) <= __LOCKSTEP_INF_F;
    r = __builtin_float_as_int(x) < 0 && is_number ? -r : r;
    int low = (int)(q & 7);
    low = (__builtin_float_as_int(x) ^ __builtin_float_as_int(y)) < 0 ? -low : low;
    *quotient = is_number ? low : 0;
    return r;
}

__device__ __forceinline__ float remainderf(float x, float y)
{
    int quotient;
    return remquof(x, y, &quotient);
}

#endif
