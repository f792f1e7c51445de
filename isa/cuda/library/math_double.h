// SPDX-License-Identifier: Apache-2.0
// Functions of doubles that are exact or nearly one instruction: roots, lengths, rounding, the
// parts of a number, remainders. Errors: see math_float_exp.h; none is stated where the result is
// exact.
#ifndef LOCKSTEP_MATH_DOUBLE_H
#define LOCKSTEP_MATH_DOUBLE_H

#include "math_double_steps.h"
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
    return __builtin_longlong_as_double(
        0x7ff8000000000000LL | (long long)(__lockstep_nan_payload(tag) & 0x7ffffffffffffULL));
}

// -- roots and lengths

__device__ __forceinline__ double sqrt(double x)
{
    return __builtin_sqrt(x);
}

// 1 ulp
__device__ __forceinline__ double rsqrt(double x)
{
    return __lockstep_rsqrt_double(x);
}

// |x| = 2^(3n) b with b near 1; subnormals come with n + 18, as 2^54 b.
__device__ __forceinline__ double __lockstep_cube_parts(double x, int *n)
{
    int high = __lockstep_high_word(x) & 0x7fffffff, low = __lockstep_low_word(x), lift = 0;
    if (high >> 20 == 0) {
        double b = __lockstep_from_words(high, low) * 18014398509481984.0; // 2^54
        high = __lockstep_high_word(b);
        low = __lockstep_low_word(b);
        lift = 18;
    }
    int third = __lockstep_int_rn((float)((high >> 20) - 1022) * 0.333333343f);
    *n = third - lift;
    return __lockstep_from_words(high - third * (3 << 20), low);
}

// 1 ulp. cbrt(b) in float, then one step of Halley's, y + y (b - y^3) / (2 y^3 + b), in double.
__device__ __forceinline__ double cbrt(double x)
{
    int n;
    double b = __lockstep_cube_parts(x, &n);
    double y = (double)__lockstep_ex2_ftz(__lockstep_lg2_ftz((float)b) * 0.333333343f);
    double square = y * y;
    double twice = __lockstep_scale_by(square, 1);
    double inverse = __lockstep_reciprocal(__builtin_fma(twice, y, b));
    y = __builtin_fma(y, inverse * __builtin_fma(square, -y, b), y);
    y = __builtin_copysign(__lockstep_scale_by(y, n), x);
    double sum = x + x;
    return sum == x || x != x || sum != sum ? sum : y;
}

// 1 ulp. y + y e (1/3 + 2/9 e) with e = 1 - b y^3, the products' rounding errors in e.
__device__ __forceinline__ double rcbrt(double x)
{
    int n;
    double b = __lockstep_cube_parts(x, &n);
    double y = (double)__lockstep_ex2_ftz(__lockstep_lg2_ftz((float)b) * -0.333333343f);
    double square = __lockstep_mul_double(y, y), product = __lockstep_mul_double(b, y);
    double e = __builtin_fma(square, -product, 1.0);
    e = __builtin_fma(square, -__builtin_fma(b, y, -product), e);
    e = __builtin_fma(product, -__builtin_fma(y, y, -square), e);
    double factor = __builtin_fma(0.2222222222222222, e, 0.3333333333333333);
    y = __builtin_fma(factor, __lockstep_mul_double(e, y), y);
    y = __lockstep_scale_by(y, -n);
    double sum = x + x;
    if (sum == x) // zero and infinity
        y = __lockstep_from_words(__lockstep_high_word(x) ^ 0x7ff00000, 0);
    else
        y = __builtin_fabs(x) <= __LOCKSTEP_INF ? y : sum;
    return __builtin_copysign(y, x);
}

// A power of two that brings a (not negative) near 1, and its inverse: their exponent fields are
// 2045 - e and e + 1 for e, a's field rounded down to a multiple of four, so both are normal.
__device__ __forceinline__ double __lockstep_scale(double a)
{
    return __lockstep_from_words(0x7fd00000 - (__lockstep_high_word(a) & (int)0xffc00000), 0);
}

__device__ __forceinline__ double __lockstep_unscale(double a)
{
    return __lockstep_from_words((__lockstep_high_word(a) & (int)0xffc00000) | 0x00100000, 0);
}

// Lengths by their bits, and NaN above infinity; fabs leaves the sign of a NaN, as a machine does.
__device__ __forceinline__ double __lockstep_larger(double a, double b)
{
    return __builtin_longlong_as_double(
        (long long)__builtin_max_u64((unsigned long long)__builtin_double_as_longlong(a),
                                     (unsigned long long)__builtin_double_as_longlong(b)));
}

__device__ __forceinline__ double __lockstep_smaller(double a, double b)
{
    return __builtin_longlong_as_double(
        (long long)__builtin_min_u64((unsigned long long)__builtin_double_as_longlong(a),
                                     (unsigned long long)__builtin_double_as_longlong(b)));
}

// sqrt(sum) times the inverse of the scale of the largest length, and 1 / sqrt(sum) times it. An
// infinite sum (of NaNs) is limited for the root.
__device__ __forceinline__ double __lockstep_length(double sum, double large)
{
    double limited = __builtin_fmin(sum, 1.7976931348623157e+308);
    return sum * __lockstep_reciprocal_root(limited) * __lockstep_unscale(large);
}

__device__ __forceinline__ double __lockstep_reciprocal_length(double sum, double large)
{
    return __lockstep_scale(large) * __lockstep_reciprocal_root(sum);
}

// Not infinity and not NaN.
__device__ __forceinline__ bool __lockstep_is_finite(double x)
{
    return (unsigned int)__lockstep_high_word(x) < 0x7ff00000u;
}

// 2 ulp; infinity wins over NaN.
__device__ __forceinline__ double hypot(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    double large = __lockstep_larger(a, b), small = __lockstep_smaller(a, b);
    double scale = __lockstep_scale(large);
    double p = scale * large, q = scale * small;
    double r = __lockstep_length(__builtin_fma(p, p, q * q), large);
    r = small == 0.0 ? large : r;
    return __lockstep_is_finite(small) ? r : small;
}

// 1 ulp
__device__ __forceinline__ double rhypot(double x, double y)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y);
    double large = __lockstep_larger(a, b), small = __lockstep_smaller(a, b);
    double scale = __lockstep_scale(large);
    double p = scale * large, q = scale * small;
    double r = __lockstep_reciprocal_length(__builtin_fma(p, p, q * q), large);
    if (!__lockstep_is_finite(r)) {
        r = large <= __LOCKSTEP_INF ? (large == __LOCKSTEP_INF ? 0.0 : __LOCKSTEP_INF)
                                    : large + small;
        r = small == __LOCKSTEP_INF ? 0.0 : r;
    }
    return r;
}

// The sum of the squares of three lengths, scaled by the largest, which goes to *large: the
// smallest first. min and max leave a NaN out, so it comes back by the sum of the lengths.
__device__ __forceinline__ double __lockstep_squares3(double a, double b, double c, double *large)
{
    double least = __builtin_fmin(a, b), most = __builtin_fmax(a, b);
    double middle = __builtin_fmin(most, c);
    most = __builtin_fmax(most, c);
    *large = most;
    double scale = __lockstep_scale(most);
    middle *= scale;
    least *= scale;
    most *= scale;
    return __builtin_fma(most, most, __builtin_fma(least, least, middle * middle));
}

__device__ __forceinline__ double __lockstep_squares4(double a, double b, double c, double d,
                                                      double *large)
{
    double first = __builtin_fmin(a, b), most = __builtin_fmax(a, b);
    double second = __builtin_fmin(most, c);
    most = __builtin_fmax(most, c);
    double third = __builtin_fmin(most, d);
    most = __builtin_fmax(most, d);
    *large = most;
    double scale = __lockstep_scale(most);
    third *= scale;
    second *= scale;
    first *= scale;
    most *= scale;
    double sum = __builtin_fma(first, first, __builtin_fma(second, second, third * third));
    return __builtin_fma(most, most, sum);
}

// 2 ulp
__device__ __forceinline__ double norm3d(double x, double y, double z)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y), c = __builtin_fabs(z), large;
    double squares = __lockstep_squares3(a, b, c, &large), sum = (a + b) + c;
    double r = __lockstep_length(squares, large);
    r = sum > large ? r : sum;
    return __lockstep_is_finite(large) ? r : large;
}

// 1 ulp
__device__ __forceinline__ double rnorm3d(double x, double y, double z)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y), c = __builtin_fabs(z), large;
    double squares = __lockstep_squares3(a, b, c, &large), sum = (a + b) + c;
    double r = __lockstep_reciprocal_length(squares, large);
    r = sum > 0.0 ? r : sum + __LOCKSTEP_INF;
    return large == __LOCKSTEP_INF ? 0.0 : r;
}

// 2 ulp
__device__ __forceinline__ double norm4d(double x, double y, double z, double w)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y), c = __builtin_fabs(z);
    double d = __builtin_fabs(w), large;
    double squares = __lockstep_squares4(a, b, c, d, &large), sum = ((a + b) + c) + d;
    double r = __lockstep_length(squares, large);
    r = sum > large ? r : sum;
    return __lockstep_is_finite(large) ? r : large;
}

// 1 ulp
__device__ __forceinline__ double rnorm4d(double x, double y, double z, double w)
{
    double a = __builtin_fabs(x), b = __builtin_fabs(y), c = __builtin_fabs(z);
    double d = __builtin_fabs(w), large;
    double squares = __lockstep_squares4(a, b, c, d, &large), sum = ((a + b) + c) + d;
    double r = __lockstep_reciprocal_length(squares, large);
    r = sum > 0.0 ? r : sum + __LOCKSTEP_INF;
    return large == __LOCKSTEP_INF ? 0.0 : r;
}

// The sum of the squares, scaled by the largest length, which goes to *large and whose own square
// (of one of several) comes last.
__device__ inline double __lockstep_squares(int count, const double *v, double *large, double *rest)
{
    double most = 0.0;
    for (int i = 0; i < count; i++)
        most = __builtin_fmax(__builtin_fabs(v[i]), most);
    *large = most;
    double scale = __lockstep_scale(most), sum = 0.0;
    most *= scale;
    bool is_left_out = false;
    for (int i = 0; i < count; i++) {
        double scaled = scale * __builtin_fabs(v[i]);
        bool is_most = scaled == most && !is_left_out;
        sum = is_most ? sum : __builtin_fma(scaled, scaled, sum);
        is_left_out = is_left_out || is_most;
    }
    *rest = sum;
    return __builtin_fma(most, most, sum);
}

// No bound is documented.
__device__ inline double norm(int count, const double *v)
{
    double large, rest, squares = __lockstep_squares(count, v, &large, &rest);
    return rest == 0.0 || !__lockstep_is_finite(large) ? large : __lockstep_length(squares, large);
}

__device__ inline double rnorm(int count, const double *v)
{
    double large, rest, squares = __lockstep_squares(count, v, &large, &rest);
    double r = __lockstep_scale(large) * __lockstep_rsqrt_double(squares);
    return large == __LOCKSTEP_INF ? 0.0 : r;
}

#endif
