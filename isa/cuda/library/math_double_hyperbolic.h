// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions of doubles and their inverses. Errors and bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_HYPERBOLIC_H
#define LOCKSTEP_MATH_DOUBLE_HYPERBOLIC_H

#include "math_double_exp.h"
#include "math_double_steps.h"
#include "math_fast.h"

// 2 ulp. Above 1 with e = expm1(a) / 2: e + e / (2e + 1).
__device__ __forceinline__ double sinh(double x)
{
    double a = __builtin_fabs(x), y;
    if (!__lockstep_is_beyond(a, 0x3ff00000)) {
        double s = a * a;
        double p = 7.75874880215053e-13;
        p = __builtin_fma(p, s, 1.6057259768605444e-10);
        p = __builtin_fma(p, s, 2.5052123136725876e-08);
        p = __builtin_fma(p, s, 2.755731915707185e-06);
        p = __builtin_fma(p, s, 0.00019841269841431873);
        p = __builtin_fma(p, s, 0.008333333333333148);
        p = __builtin_fma(p, s, 0.16666666666666669);
        y = __builtin_fma(s * p, a, a);
    } else {
        double e = __lockstep_expm1_scaled(a, 1, 0.5);
        y = e + e / __builtin_fma(2.0, e, 1.0);
        y = a >= 710.475860073944 ? __LOCKSTEP_INF : y;
    }
    return __builtin_copysign(y, x);
}

// 1 ulp. With e = exp(a) / 4: 2 (e + 1 / (16 e)), up to 710.6.
__device__ __forceinline__ double cosh(double x)
{
    double a = __builtin_fabs(x), y;
    if (!__lockstep_is_beyond(a, 0x408633cf)) {
        double r, big = __lockstep_exp_reduce(a, &r);
        double e = __lockstep_scale_by(__lockstep_exp_core(r), __lockstep_low_word(big) - 2);
        y = __builtin_fma(__lockstep_reciprocal(e), 0.0625, e);
    } else {
        y = x <= __LOCKSTEP_INF ? __LOCKSTEP_INF : x;
    }
    return y + y;
}

// 1 ulp. Above 0.655: 1 - 2 / (2 + expm1(2a)), n rounded and 2^n made in float; 1 from 19.06 on.
__device__ __forceinline__ double tanh(double x)
{
    double a = __builtin_fabs(x);
    if (!(a >= 0.6554117889404296)) {
        double s = x * x;
        double p = -1.596017517389285e-05;
        p = __builtin_fma(p, s, 7.709297689027866e-05);
        p = __builtin_fma(p, s, -0.00022870121144856145);
        p = __builtin_fma(p, s, 0.000586488194620488);
        p = __builtin_fma(p, s, -0.001455047543504545);
        p = __builtin_fma(p, s, 0.0035920144108182715);
        p = __builtin_fma(p, s, -0.008863225224458907);
        p = __builtin_fma(p, s, 0.021869487987893173);
        p = __builtin_fma(p, s, -0.05396825395322091);
        p = __builtin_fma(p, s, 0.1333333333331715);
        p = __builtin_fma(p, s, -0.33333333333333304);
        p = __builtin_fma(p, s, 0.0);
        return __builtin_fma(p, x, x); // the +0 makes tanh(-0) -0
    }
    double twice = a + a;
    float n = __builtin_rintf((float)twice * 1.44269502f);
    double r = __builtin_fma(-(double)n, 0.6931471805599453, twice);
    r = __builtin_fma(__lockstep_expm1_tail(r), r, r);
    double scale = (double)__lockstep_ex2_ftz(n);
    double d = 2.0 - __builtin_fma(-r, scale, 1.0 - scale);
    double y = __builtin_fma(2.0, -__lockstep_reciprocal(d), 1.0);
    y = __lockstep_is_beyond(a, 0x40330fc2) ? 1.0 : y;
    return __builtin_copysign(y, x);
}

// 3 ulp. log1p(a + a^2 / (1 + sqrt(1 + a^2))); log(a) + ln2 from 2^54 on.
__device__ __forceinline__ double asinh(double x)
{
    double a = __builtin_fabs(x);
    bool is_large = (unsigned int)__lockstep_high_word(a) > 0x43dfffffu;
    double t = __builtin_fma(x, x, 1.0);
    double d = __builtin_fma(t, __lockstep_reciprocal_root(t), 1.0);
    double u = __builtin_fma(a, a * __lockstep_reciprocal(d), a);
    double r = log1p(is_large ? a : u);
    r = is_large ? r + 0.6931471805599453 : r;
    return __builtin_copysign(r, x);
}

// 3 ulp. With t = x - 1: log1p(t + sqrt(x^2 - 1)); above 2^53 log(x - 2) + ln2. The comparison also
// takes x < 1, whose logarithm is then NaN.
__device__ __forceinline__ double acosh(double x)
{
    double t = __dadd_rn(x, -1.0);
    int high = __lockstep_high_word(t);
    bool is_large = (unsigned int)high > 0x432fffffu;
    double root = __lockstep_root(__builtin_fma(x, x, -1.0));
    root = high == 0 ? 0.0 : root;
    double r = log1p(t + (is_large ? -1.0000000000000002 : root));
    return is_large ? r + 0.6931471805599453 : r;
}

// 2 ulp. log1p(2a / (1 - a)) / 2.
__device__ __forceinline__ double atanh(double x)
{
    double a = __builtin_fabs(x);
    return __builtin_copysign(log1p((a + a) / (1.0 - a)) * 0.5, x);
}

#endif
