// SPDX-License-Identifier: Apache-2.0
// Functions of doubles that are exact or nearly one instruction: roots, lengths, rounding, the
// parts of a number, remainders. Errors: see math_float_exp.h; none is stated where the result is
// exact.
#ifndef LOCKSTEP_MATH_DOUBLE_H
#define LOCKSTEP_MATH_DOUBLE_H

#include "math_primitive.h"

__device__ __forceinline__ double fabs(double x)
{
    return __builtin_fabs(x);
}

__device__ __forceinline__ double fma(double x, double y, double z)
{
    return __builtin_fma(x, y, z);
}

__device__ __forceinline__ double fmin(double x, double y)
{
    return __builtin_fmin(x, y);
}

__device__ __forceinline__ double fmax(double x, double y)
{
    return __builtin_fmax(x, y);
}

__device__ __forceinline__ double copysign(double x, double y)
{
    return __builtin_copysign(x, y);
}

__device__ __forceinline__ double fdim(double x, double y)
{
    return x <= y ? 0.0 : x - y;
}

__device__ __forceinline__ double nan(const char *tag)
{
    return __LOCKSTEP_NAN;
}

// -- roots and lengths

__device__ __forceinline__ double sqrt(double x)
{
    return __builtin_sqrt(x);
}

// 1 ulp
__device__ __forceinline__ double rsqrt(double x)
{
    double y = __lockstep_rsqrt_double(x);
    double e = __builtin_fma(-(x * y), y, 1.0); // y + y e (1/2 + 3/8 e)
    double r = __builtin_fma(y * e, __builtin_fma(e, 0.375, 0.5), y);
    if ((unsigned int)(__lockstep_high_word(x) - 0x00100000) >= 0x7fe00000u) // not normal
        r = 1.0 / __builtin_sqrt(x);
    return r;
}

// 1 ulp. a = 2^(3n) b, cbrt(b) in float, then one step of Halley's, y + y (b - y^3) / (2 y^3 + b),
// in double, and 2^n again.
__device__ __forceinline__ double cbrt(double x)
{
    double a = __builtin_fabs(x);
    bool is_small = a < 2.2250738585072014e-308;
    double b = is_small ? a * 18014398509481984.0 : a; // 2^54
    int n = ((__lockstep_high_word(b) >> 20) - 1022) / 3;
    b = __lockstep_from_words(__lockstep_high_word(b) - (n * 3 << 20), __lockstep_low_word(b));
    double y = (double)__lockstep_ex2_ftz(__lockstep_lg2((float)b) * 0.333333343f);
    double square = y * y;
    double d = __builtin_fma(square * y, 2.0, b);
    double inverse = __lockstep_rcp_double(d);
    inverse = __builtin_fma(__builtin_fma(-d, inverse, 1.0), inverse, inverse);
    y = __builtin_fma(y, __builtin_fma(-square, y, b) * inverse, y);
    y = y * __lockstep_power_of_two(is_small ? n - 18 : n);
    return a > 0.0 && a < __LOCKSTEP_INF ? __builtin_copysign(y, x) : x + x;
}

// 1 ulp. From b as in cbrt: y + y e (1/3 + 2/9 e) with e = 1 - b y^3, twice.
__device__ __forceinline__ double rcbrt(double x)
{
    double a = __builtin_fabs(x);
    bool is_small = a < 2.2250738585072014e-308;
    double b = is_small ? a * 18014398509481984.0 : a;
    int n = ((__lockstep_high_word(b) >> 20) - 1022) / 3;
    b = __lockstep_from_words(__lockstep_high_word(b) - (n * 3 << 20), __lockstep_low_word(b));
    double y = (double)__lockstep_ex2_ftz(__lockstep_lg2((float)b) * -0.333333343f);
    for (int step = 0; step < 2; step++) {
        double e = __builtin_fma(-(b * y), y * y, 1.0);
        y = __builtin_fma(y * e, __builtin_fma(e, 0.22222222222222221, 0.33333333333333331), y);
    }
    y = y * __lockstep_power_of_two(is_small ? 18 - n : -n);
    return a > 0.0 && a < __LOCKSTEP_INF ? __builtin_copysign(y, x) : 1.0 / x;
}

// A power of two that brings a (not negative) near 1, and its inverse: their exponent fields are
// 2045 - e and e + 1 for e, a's field rounded down to a multiple of four, so both are normal.
__device__ __forceinline__ double __lockstep_scale(double a)
{
    return __lockstep_from_words(0x7fd00000 - (__lockstep_high_word(a) & 0x7fc00000), 0);
}

__device__ __forceinline__ double __lockstep_unscale(double a)
{
    return __lockstep_from_words((__lockstep_high_word(a) & 0x7fc00000) | 0x00100000, 0);
}

__device__ __forceinline__ double __lockstep_larger(double a, double b)
{
    return __builtin_longlong_as_double(
        __builtin_max_s64(__builtin_double_as_longlong(a), __builtin_double_as_longlong(b)));
}

__device__ __forceinline__ double __lockstep_smaller(double a, double b)
{
    return __builtin_longlong_as_double(
        __builtin_min_s64(__builtin_double_as_longlong(a), __builtin_double_as_longlong(b)));
}

// 2 ulp; infinity wins over NaN.
__device__ __forceinline__ double hypot(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    double large = __lockstep_larger(a, b), small = __lockstep_smaller(a, b);
    double scale = __lockstep_scale(large);
    double p = large * scale, q = small * scale;
    double r = __builtin_sqrt(__builtin_fma(q, q, p * p)) * __lockstep_unscale(large);
    return small == __LOCKSTEP_INF ? small : r;
}

// The sum of the squares of up to four lengths, scaled by the largest.
__device__ __forceinline__ double __lockstep_squares(double a, double b, double c, double d,
                                                     double scale)
{
    a *= scale;
    b *= scale;
    c *= scale;
    d *= scale;
    return __builtin_fma(d, d, __builtin_fma(c, c, __builtin_fma(b, b, a * a)));
}

// 2 ulp
__device__ __forceinline__ double norm4d(double x, double y, double z, double w)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    double c = __builtin_fabs(z), d = __builtin_fabs(w);
    double large = __lockstep_larger(__lockstep_larger(a, b), __lockstep_larger(c, d));
    double squares = __lockstep_squares(a, b, c, d, __lockstep_scale(large));
    double r = __builtin_sqrt(squares) * __lockstep_unscale(large);
    bool is_infinite =
        a == __LOCKSTEP_INF || b == __LOCKSTEP_INF || c == __LOCKSTEP_INF || d == __LOCKSTEP_INF;
    return is_infinite ? __LOCKSTEP_INF : r;
}

// The sum s + low grows by a^2; low holds what is lost by rounding.
__device__ __forceinline__ double __lockstep_add_square(double s, double a, double *low)
{
    double h = __lockstep_mul_double(a, a);
    double sum = s + h;
    double part = sum - s;
    *low += ((s - (sum - part)) + (h - part)) + __builtin_fma(a, a, -h);
    return sum;
}

// 1 ulp
__device__ __forceinline__ double rnorm4d(double x, double y, double z, double w)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    double c = __builtin_fabs(z), d = __builtin_fabs(w);
    double large = __lockstep_larger(__lockstep_larger(a, b), __lockstep_larger(c, d));
    double scale = __lockstep_scale(large), low = 0.0;
    double s = __lockstep_add_square(0.0, a * scale, &low);
    s = __lockstep_add_square(s, b * scale, &low);
    s = __lockstep_add_square(s, c * scale, &low);
    s = __lockstep_add_square(s, d * scale, &low);
    double r = rsqrt(s);
    r = s > 0.0 ? __builtin_fma(-0.5 * r, r * r * low, r) : r;
    bool is_infinite =
        a == __LOCKSTEP_INF || b == __LOCKSTEP_INF || c == __LOCKSTEP_INF || d == __LOCKSTEP_INF;
    return is_infinite ? 0.0 : r * scale;
}

// 1 ulp
__device__ __forceinline__ double rhypot(double x, double y)
{
    return rnorm4d(x, y, 0.0, 0.0);
}

// 2 ulp
__device__ __forceinline__ double norm3d(double x, double y, double z)
{
    return norm4d(x, y, z, 0.0);
}

// 1 ulp
__device__ __forceinline__ double rnorm3d(double x, double y, double z)
{
    return rnorm4d(x, y, z, 0.0);
}

// The largest magnitude; NaN if one is NaN and none is infinite.
__device__ inline double __lockstep_largest(int count, const double *v)
{
    double largest = 0.0;
    bool is_infinite = false;
    for (int i = 0; i < count; i++) {
        double a = __builtin_fabs(v[i]);
        is_infinite = is_infinite || a == __LOCKSTEP_INF;
        largest = __lockstep_larger(largest, a);
    }
    return is_infinite ? __LOCKSTEP_INF : largest;
}

// No bound is documented.
__device__ inline double norm(int count, const double *v)
{
    double large = __lockstep_largest(count, v);
    double scale = __lockstep_scale(large), sum = 0.0;
    for (int i = 0; i < count; i++)
        sum = __builtin_fma(v[i] * scale, v[i] * scale, sum);
    return large < __LOCKSTEP_INF ? __builtin_sqrt(sum) * __lockstep_unscale(large) : large;
}

__device__ inline double rnorm(int count, const double *v)
{
    double large = __lockstep_largest(count, v);
    double scale = __lockstep_scale(large), sum = 0.0;
    for (int i = 0; i < count; i++)
        sum = __builtin_fma(v[i] * scale, v[i] * scale, sum);
    return large < __LOCKSTEP_INF ? rsqrt(sum) * scale : 1.0 / large;
}

#endif
