// SPDX-License-Identifier: Apache-2.0
// Rounding to integers, the parts of a float, neighbors and remainders: all exact.
#ifndef LOCKSTEP_MATH_FLOAT_PARTS_H
#define LOCKSTEP_MATH_FLOAT_PARTS_H

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

// Halves away from zero: the number before 1/2 is added, so that nothing below 1/2 reaches 1.
__device__ __forceinline__ float roundf(float x)
{
    float r = __builtin_truncf(x + __builtin_copysignf(0.49999997f, x));
    return __builtin_fabsf(x) >= 8388608.0f ? x : r;
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

// In double the product is exact, so the result is rounded once.
__device__ __forceinline__ float ldexpf(float x, int n)
{
    n = __builtin_max_s32(__builtin_min_s32(n, 400), -400);
    return (float)((double)x * __lockstep_power_of_two(n));
}

__device__ __forceinline__ float scalbnf(float x, int n)
{
    return ldexpf(x, n);
}

__device__ __forceinline__ float scalblnf(float x, long n)
{
    return ldexpf(x, (int)__builtin_max_s64(__builtin_min_s64(n, 400), -400));
}

__device__ __forceinline__ float nextafterf(float x, float y)
{
    int bits = __builtin_float_as_int(x);
    bool is_upward = x < y;
    bool grows = is_upward == (bits >= 0);
    int next = grows ? bits + 1 : bits - 1;
    next = x == 0.0f ? (is_upward ? 1 : (int)0x80000001) : next;
    float r = x == y ? y : __builtin_int_as_float(next);
    return x != x || y != y ? x + y : r;
}

// a - b trunc(a / b) for 0 <= a / b < 2^23: the rounded quotient is one too large at the most.
__device__ __forceinline__ float __lockstep_remainder_step_f(float a, float b)
{
    float r = __builtin_fmaf(-__builtin_truncf(a / b), b, a);
    return r < 0.0f ? r + b : r;
}

// a mod b for 0 <= a < infinity, b > 0. While a / b is too large, b 2^k takes b's place.
__device__ __forceinline__ float __lockstep_remainder_f(float a, float b)
{
    while (a >= b * 8388608.0f) {
        int t = __builtin_float_as_int(b * 8388608.0f);
        int distance = (__builtin_float_as_int(a) & 0x7f800000) - (t & 0x7f800000);
        t += __builtin_max_s32(distance - (22 << 23), 0);
        a = __lockstep_remainder_step_f(a, __builtin_int_as_float(t));
    }
    return __lockstep_remainder_step_f(a, b);
}

__device__ __forceinline__ float fmodf(float x, float y)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    if (!(a < __LOCKSTEP_INF_F && b > 0.0f)) // infinite x, zero y, NaN
        return x != x || y != y ? x + y : __LOCKSTEP_NAN_F;
    float r = a < b ? a : __lockstep_remainder_f(a, b);
    return __builtin_copysignf(r, x);
}

// The quotient's low bits, at least three, go to *quotient.
__device__ __forceinline__ float remquof(float x, float y, int *quotient)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    *quotient = 0;
    if (!(a < __LOCKSTEP_INF_F && b > 0.0f))
        return x != x || y != y ? x + y : __LOCKSTEP_NAN_F;
    if (b == __LOCKSTEP_INF_F)
        return x;
    if (8.0f * b < __LOCKSTEP_INF_F)
        a = __lockstep_remainder_f(a, 8.0f * b);
    int q = 0;
    for (int bit = 4; bit > 0; bit >>= 1) {
        float multiple = (float)bit * b;
        bool is_in = a >= multiple;
        a = is_in ? a - multiple : a;
        q = is_in ? q + bit : q;
    }
    float rest = b - a;
    bool is_over = a > rest || (a == rest && (q & 1) != 0);
    a = is_over ? -rest : a;
    q = is_over ? q + 1 : q;
    q &= 7;
    *quotient = (__builtin_float_as_int(x) ^ __builtin_float_as_int(y)) < 0 ? -q : q;
    a = a == 0.0f ? 0.0f : a;
    return __builtin_float_as_int(x) < 0 ? -a : a;
}

__device__ __forceinline__ float remainderf(float x, float y)
{
    int quotient;
    return remquof(x, y, &quotient);
}

#endif
