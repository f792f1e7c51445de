// SPDX-License-Identifier: Apache-2.0
// Rounding to integers, the parts of a double, neighbors and remainders: all exact.
#ifndef LOCKSTEP_MATH_DOUBLE_PARTS_H
#define LOCKSTEP_MATH_DOUBLE_PARTS_H

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

// Halves away from zero: the number before 1/2 is added, so that nothing below 1/2 reaches 1.
__device__ __forceinline__ double round(double x)
{
    double r = __builtin_trunc(x + __builtin_copysign(0.49999999999999994, x));
    return __builtin_fabs(x) >= 4503599627370496.0 ? x : r;
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

// Where the result may be subnormal, x is first brought to [1, 2) so that only the last product
// rounds.
__device__ __forceinline__ double ldexp(double x, int n)
{
    double a = __builtin_fabs(x);
    if (!(a > 0.0 && a < __LOCKSTEP_INF))
        return x + x;
    n = __builtin_max_s32(__builtin_min_s32(n, 5000), -5000);
    bool is_small = a < 2.2250738585072014e-308;
    double b = is_small ? x * 18014398509481984.0 : x;
    int high = __lockstep_high_word(b);
    int exponent = (high >> 20 & 2047) - (is_small ? 54 : 0) + n; // biased, of the result
    int kept = __builtin_max_s32(__builtin_min_s32(exponent, 2046), 1);
    b = __lockstep_from_words((high & (int)0x800fffff) | kept << 20, __lockstep_low_word(b));
    int rest = __builtin_max_s32(__builtin_min_s32(exponent - kept, 1), -100);
    return exponent > 2046 ? b * 1.7976931348623157e308 * 2.0 : b * __lockstep_power_of_two(rest);
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
