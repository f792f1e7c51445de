// SPDX-License-Identifier: Apache-2.0
// Rounding to integers, the parts of a double, neighbors and remainders: all exact.
#ifndef LOCKSTEP_MATH_DOUBLE_PARTS_H
#define LOCKSTEP_MATH_DOUBLE_PARTS_H

#include "math_fast.h"
#include "math_primitive.h"

__device__ __forceinline__ double floor(double x)
{
    return __builtin_floor(x);
}

__device__ __forceinline__ double ceil(double x)
{
    return __builtin_ceil(x);
}

__device__ __forceinline__ double trunc(double x)
{
    return __builtin_trunc(x);
}

__device__ __forceinline__ double rint(double x)
{
    return __builtin_rint(x);
}

__device__ __forceinline__ double nearbyint(double x)
{
    return __builtin_rint(x);
}

// Halves away from zero. The sum is rounded toward zero, so nothing below 1/2 reaches 1.
__device__ __forceinline__ double round(double x)
{
    return __builtin_trunc(__dadd_rz(x, __builtin_copysign(0.5, x)));
}

__device__ __forceinline__ long long llrint(double x)
{
    return __lockstep_long_rn_double(x);
}

__device__ __forceinline__ long lrint(double x)
{
    return (long)__lockstep_long_rn_double(x);
}

__device__ __forceinline__ long long llround(double x)
{
    return (long long)round(x);
}

__device__ __forceinline__ long lround(double x)
{
    return (long)(long long)round(x);
}

__device__ __forceinline__ double modf(double x, double *whole)
{
    double w = __builtin_trunc(x);
    *whole = w;
    double rest;
    asm("sub.rn.f64 %0, %1, %2;" : "=d"(rest) : "d"(x), "d"(w)); // x's own product is not fused
    rest = __builtin_fabs(x) == __LOCKSTEP_INF ? 0.0 : rest;
    return __builtin_copysign(rest, x);
}

// x = r 2^exponent, 1/2 <= |r| < 1
__device__ __forceinline__ double frexp(double x, int *exponent)
{
    double a = __builtin_fabs(x);
    bool is_small = a < 2.2250738585072014e-308;
    double b = is_small ? x * 18014398509481984.0 : x; // 2^54
    int high = __lockstep_high_word(b);
    int n = (high >> 20 & 2047) - (is_small ? 1076 : 1022);
    double r = __lockstep_from_words((high & (int)0x800fffff) | 0x3fe00000, __lockstep_low_word(b));
    bool has_parts = a > 0.0 && a < __LOCKSTEP_INF;
    *exponent = has_parts ? n : 0;
    return has_parts ? r : x + x;
}

// Times 2^n in four factors: three of 2^(n/4) rounded down but for a small n.
__device__ __forceinline__ double ldexp(double x, int n)
{
    n = __builtin_max_s32(__builtin_min_s32(n, 2099), -2099); // beyond, every double overflows
    int quarter = (n + 4092) >> 2;                            // 4092 = 4 * 1023
    bool is_small = n > -217 && n < 217;
    int first = is_small ? n + 1023 : n + 4092 - 3 * quarter;
    double other = is_small ? 1.0 : __lockstep_from_words(quarter << 20, 0);
    return x * __lockstep_from_words(first << 20, 0) * other * other * other;
}

__device__ __forceinline__ double scalbn(double x, int n)
{
    return ldexp(x, n);
}

__device__ __forceinline__ double scalbln(double x, long n)
{
    return ldexp(x, (int)__builtin_max_s64(__builtin_min_s64(n, 5000), -5000));
}

__device__ __forceinline__ double logb(double x)
{
    double a = __builtin_fabs(x);
    bool is_small = a < 2.2250738585072014e-308;
    int high = __lockstep_high_word(is_small ? a * 18014398509481984.0 : a);
    double r = (double)((high >> 20) - (is_small ? 1077 : 1023));
    r = a < __LOCKSTEP_INF ? r : a * a;
    return a == 0.0 ? -__LOCKSTEP_INF : r;
}

__device__ __forceinline__ int ilogb(double x)
{
    double a = __builtin_fabs(x);
    if (!(a > 0.0 && a < __LOCKSTEP_INF)) // FP_ILOGB0 and FP_ILOGBNAN are the same
        return a == __LOCKSTEP_INF ? 2147483647 : -2147483647 - 1;
    return (int)logb(a);
}

__device__ __forceinline__ double nextafter(double x, double y)
{
    long long bits = __builtin_double_as_longlong(x);
    bool is_upward = x < y;
    bool grows = is_upward == (bits >= 0);
    long long next = grows ? bits + 1 : bits - 1;
    next = x == 0.0 ? (is_upward ? 1LL : (long long)0x8000000000000001ULL) : next;
    double r = x == y ? y : __builtin_longlong_as_double(next);
    return x != x || y != y ? x + y : r;
}

// a - b trunc(a / b) for 0 <= a / b < 2^52: the rounded quotient is one too large at the most.
__device__ __forceinline__ double __lockstep_remainder_step(double a, double b)
{
    double r = __builtin_fma(-__builtin_trunc(a / b), b, a);
    return r < 0.0 ? r + b : r;
}

// a mod b for 0 <= a < infinity, b > 0. While a / b is too large, b 2^k takes b's place.
__device__ __forceinline__ double __lockstep_remainder(double a, double b)
{
    while (a >= b * 4503599627370496.0) {
        double t = b * 4503599627370496.0;
        int high = __lockstep_high_word(t);
        int distance = (__lockstep_high_word(a) & 0x7ff00000) - (high & 0x7ff00000);
        high += __builtin_max_s32(distance - (51 << 20), 0);
        a = __lockstep_remainder_step(a, __lockstep_from_words(high, __lockstep_low_word(t)));
    }
    return __lockstep_remainder_step(a, b);
}

__device__ __forceinline__ double fmod(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    if (!(a < __LOCKSTEP_INF && b > 0.0)) // infinite x, zero y, NaN
        return x != x || y != y ? x + y : __LOCKSTEP_NAN;
    double r = a < b ? a : __lockstep_remainder(a, b);
    return __builtin_copysign(r, x);
}

// The quotient's low bits, at least three, go to *quotient.
__device__ __forceinline__ double remquo(double x, double y, int *quotient)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    *quotient = 0;
    if (!(a < __LOCKSTEP_INF && b > 0.0))
        return x != x || y != y ? x + y : __LOCKSTEP_NAN;
    if (b == __LOCKSTEP_INF)
        return x;
    if (8.0 * b < __LOCKSTEP_INF)
        a = __lockstep_remainder(a, 8.0 * b);
    int q = 0;
    for (int bit = 4; bit > 0; bit >>= 1) {
        double multiple = (double)bit * b;
        bool is_in = a >= multiple;
        a = is_in ? a - multiple : a;
        q = is_in ? q + bit : q;
    }
    double rest = b - a;
    bool is_over = a > rest || (a == rest && (q & 1) != 0);
    a = is_over ? -rest : a;
    q = is_over ? q + 1 : q;
    q &= 7;
    *quotient = (__lockstep_high_word(x) ^ __lockstep_high_word(y)) < 0 ? -q : q;
    a = a == 0.0 ? 0.0 : a;
    return __lockstep_high_word(x) < 0 ? -a : a;
}

__device__ __forceinline__ double remainder(double x, double y)
{
    int quotient;
    return remquo(x, y, &quotient);
}

#endif
