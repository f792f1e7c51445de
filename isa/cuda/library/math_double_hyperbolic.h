// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions of doubles and their inverses. Errors and polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_HYPERBOLIC_H
#define LOCKSTEP_MATH_DOUBLE_HYPERBOLIC_H

#include "math_double_exp.h"

// exp(a) / 4 for a >= 0: in range as long as cosh(a) is.
__device__ __forceinline__ double __lockstep_exp_quarter(double a)
{
    double big = __builtin_fma(a, 1.4426950408889634, __LOCKSTEP_SHIFT);
    double n = big - __LOCKSTEP_SHIFT;
    double r = __builtin_fma(n, -0.69314718055994529, a);
    r = __builtin_fma(n, -2.3190468138462996e-17, r);
    double y = __lockstep_scale_by(__lockstep_exp_core(r), __lockstep_low_word(big) - 2);
    return __lockstep_is_beyond(a, 0x40863800) ? a * __LOCKSTEP_INF : y; // 711
}

// 2 ulp
__device__ __forceinline__ double sinh(double x)
{
    double a = __builtin_fabs(x);
    double e = __lockstep_exp_quarter(a);
    double large = __builtin_fma(e, 2.0, -0.125 / e);
    double s = x * x;
    double p = 7.7661352587509002e-13;
    p = __builtin_fma(p, s, 1.6056992712906878e-10);
    p = __builtin_fma(p, s, 2.5052126954604426e-08);
    p = __builtin_fma(p, s, 2.755731912978804e-06);
    p = __builtin_fma(p, s, 0.00019841269841532869);
    p = __builtin_fma(p, s, 0.0083333333333329689);
    p = __builtin_fma(p, s, 0.16666666666666669);
    double small = __builtin_fma(p * s, x, x);
    return a >= 1.0 ? __builtin_copysign(large, x) : small;
}

// 1 ulp
__device__ __forceinline__ double cosh(double x)
{
    double e = __lockstep_exp_quarter(__builtin_fabs(x));
    return __builtin_fma(e, 2.0, 0.125 / e);
}

// 1 ulp. Above 0.55: 1 - 2 / (exp(2a) + 1).
__device__ __forceinline__ double tanh(double x)
{
    double a = __builtin_fabs(x);
    double large = 1.0 - 2.0 / (exp(a + a) + 1.0);
    double s = x * x;
    double p = -1.9165444967060824e-05;
    p = __builtin_fma(p, s, 8.2788126145903667e-05);
    p = __builtin_fma(p, s, -0.00023301650420523009);
    p = __builtin_fma(p, s, 0.00058830240660855528);
    p = __builtin_fma(p, s, -0.001455508646557954);
    p = __builtin_fma(p, s, 0.0035920867687002115);
    p = __builtin_fma(p, s, -0.0088632320849650649);
    p = __builtin_fma(p, s, 0.021869488354551273);
    p = __builtin_fma(p, s, -0.053968253962671117);
    p = __builtin_fma(p, s, 0.1333333333332474);
    p = __builtin_fma(p, s, -0.33333333333333287);
    p = __builtin_fma(p, s, 0.0); // +0 for -0: so that tanh(-0) is -0
    double small = __builtin_fma(p, x, x);
    return a >= 0.55 ? __builtin_copysign(large, x) : small;
}

// 3 ulp. log1p(a + a^2 / (1 + sqrt(1 + a^2))); log(a) + ln2 where a^2 would overflow.
__device__ __forceinline__ double asinh(double x)
{
    double a = __builtin_fabs(x);
    bool is_large = a > 1e150;
    double square = a * a;
    double u = a + square / (1.0 + __builtin_sqrt(square + 1.0));
    double r = log1p(is_large ? a : u);
    r = is_large ? r + 0.69314718055994529 : r;
    return __builtin_copysign(r, x);
}

// 3 ulp. With t = x - 1: log1p(t + sqrt(2t + t^2)).
__device__ __forceinline__ double acosh(double x)
{
    bool is_large = x > 1e150;
    double t = x - 1.0;
    double u = t + __builtin_sqrt(__builtin_fma(t, t, t + t));
    double r = log1p(is_large ? x : u);
    r = is_large ? r + 0.69314718055994529 : r;
    return x < 1.0 ? __LOCKSTEP_NAN : r;
}

// 2 ulp. log1p(2a / (1 - a)) / 2.
__device__ __forceinline__ double atanh(double x)
{
    double a = __builtin_fabs(x);
    double r = 0.5 * log1p((a + a) / (1.0 - a));
    r = a < 1e-300 ? a : r;
    r = a > 1.0 ? __LOCKSTEP_NAN : r;
    return __builtin_copysign(r, x);
}

#endif
