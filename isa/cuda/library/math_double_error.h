// SPDX-License-Identifier: Apache-2.0
// The error function of doubles, the normal distribution and their inverses. Errors and
// polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_ERROR_H
#define LOCKSTEP_MATH_DOUBLE_ERROR_H

#include "math_double_exp.h"
#include "math_float_error.h"

// exp(a^2) erfc(a) for a >= 0: (1 + 2a) times it is smooth in t = (a - 3) / (a + 3).
__device__ inline double __lockstep_erfcx_core(double a)
{
    double t = a < 1e300 ? (a - 3.0) / (a + 3.0) : 1.0;
    double p = -3.8068060623816335e-11;
    p = __builtin_fma(p, t, 8.1228023150857385e-10);
    p = __builtin_fma(p, t, 1.225091863749668e-09);
    p = __builtin_fma(p, t, -8.048547211740819e-09);
    p = __builtin_fma(p, t, -1.3972519398394131e-08);
    p = __builtin_fma(p, t, 4.0599956371832937e-08);
    p = __builtin_fma(p, t, 1.0289055692165107e-07);
    p = __builtin_fma(p, t, -1.397396475853784e-07);
    p = __builtin_fma(p, t, -6.1768008164460032e-07);
    p = __builtin_fma(p, t, 3.55012281801514e-07);
    p = __builtin_fma(p, t, 3.4731091196146647e-06);
    p = __builtin_fma(p, t, -7.3032015262912352e-07);
    p = __builtin_fma(p, t, -2.0100884639021021e-05);
    p = __builtin_fma(p, t, 4.9489632045264923e-06);
    p = __builtin_fma(p, t, 0.00012509944932681335);
    p = __builtin_fma(p, t, -0.00010515964748679516);
    p = __builtin_fma(p, t, -0.00077983229148776269);
    p = __builtin_fma(p, t, 0.0018886903304533549);
    p = __builtin_fma(p, t, 0.0025293918184594415);
    p = __builtin_fma(p, t, -0.023770514915357192);
    p = __builtin_fma(p, t, 0.068308027343812763);
    p = __builtin_fma(p, t, -0.1192736634155131);
    p = __builtin_fma(p, t, 0.12964515870276597);
    p = __builtin_fma(p, t, -0.047562294353445091);
    p = __builtin_fma(p, t, -0.13562110612458123);
    p = __builtin_fma(p, t, 1.2530080582697296);
    return p / __builtin_fma(a, 2.0, 1.0);
}

// exp(-a^2), the rounding of the square put back as a factor.
__device__ __forceinline__ double __lockstep_exp_minus_square(double a)
{
    double square = __lockstep_mul_double(a, a);
    double e = exp(-square);
    return __builtin_fma(e, -__builtin_fma(a, a, -square), e);
}

// erfc(a) for a >= 0; in two factors where exp(-a^2) is subnormal.
__device__ inline double __lockstep_erfc_positive(double a)
{
    if (a > 27.3)
        return 0.0;
    double square = __lockstep_mul_double(a, a);
    double rest = __builtin_fma(a, a, -square);
    double e = exp(a > 20.0 ? 200.0 - square : -square);
    if (a > 20.0)
        rest = rest + ((200.0 - square) - 200.0 + square); // what the difference lost
    double r = __builtin_fma(e, -rest, e) * __lockstep_erfcx_core(a);
    return a > 20.0 ? r * 1.3838965267367376e-87 : r; // exp(-200)
}

// 2 ulp
__device__ inline double erf(double x)
{
    double a = __builtin_fabs(x);
    if (a >= 1.0)
        return __builtin_copysign(1.0 - __lockstep_erfc_positive(a), x);
    double s = x * x;
    double p = -3.0217342778312737e-11;
    p = __builtin_fma(p, s, 2.6359549745610747e-10);
    p = __builtin_fma(p, s, -1.7495336163269567e-09);
    p = __builtin_fma(p, s, 1.5735800375061661e-08);
    p = __builtin_fma(p, s, -1.6473163657991645e-07);
    p = __builtin_fma(p, s, 1.6470553404130932e-06);
    p = __builtin_fma(p, s, -1.4926111095189999e-05);
    p = __builtin_fma(p, s, 0.00012055350468734461);
    p = __builtin_fma(p, s, -0.00085483274779753725);
    p = __builtin_fma(p, s, 0.0052239776332689341);
    p = __builtin_fma(p, s, -0.026866170645973506);
    p = __builtin_fma(p, s, 0.11283791670960247);
    p = __builtin_fma(p, s, -0.37612638903183898);
    p = __builtin_fma(p, s, 0.12837916709551259);
    return __builtin_fma(p, x, x);
}

// 5 ulp
__device__ inline double erfc(double x)
{
    double r = __lockstep_erfc_positive(__builtin_fabs(x));
    return x < 0.0 ? 2.0 - r : r == r && x == x ? r : x;
}

// 4 ulp. For negative x: 2 exp(x^2) - erfcx(-x).
__device__ inline double erfcx(double x)
{
    double a = __builtin_fabs(x);
    double r = __lockstep_erfcx_core(a < 1e300 ? a : 1.0);
    if (x < 0.0) {
        double square = __lockstep_mul_double(a, a);
        double rest = __builtin_fma(a, a, -square);
        double e = exp(square);
        r = 2.0 * __builtin_fma(e, rest, e) - r;
        return a < 26.7 && e < __LOCKSTEP_INF ? r : __LOCKSTEP_INF;
    }
    return a < 1e300 ? r : x == x ? 0.56418958354775629 / a : x; // 1 / sqrt(pi)
}

// 5 ulp. erfc(-x / sqrt(2)) / 2; what -x / sqrt(2) loses by rounding matters where it is large.
__device__ inline double normcdf(double x)
{
    double limited = __builtin_fabs(x) > 38.6 ? __builtin_copysign(38.6, x) : x;
    double a = __lockstep_mul_double(limited, -0.70710678118654757);
    double rest = __builtin_fma(limited, -0.70710678118654757, -a);
    rest = __builtin_fma(limited, 4.8336466567264567e-17, rest);
    double r = erfc(a);
    double slope = a > 1.0 ? -2.0 * a * r : 0.0;
    return 0.5 * __builtin_fma(slope, rest, r);
}

// A first guess of erfcinv(c) for 0 < c < 1, to some 20 bits; to 8 where c is below 1e-45.
__device__ inline double __lockstep_erfcinv_guess(double c)
{
    double w = -log(c * (2.0 - c));
    if (w > 104.0)
        return __builtin_sqrt(w - 0.5 * log(3.1415926535897931 * w) + 0.69314718055994529);
    float wf = (float)w;
    float s = wf * __lockstep_rsqrt_ftz(wf);
    float p = wf < 5.0f    ? __lockstep_erfinv_near_f(wf)
              : wf < 16.8f ? __lockstep_erfinv_middle_f(s)
                           : __lockstep_erfinv_far_f(s);
    return (1.0 - c) * (double)p;
}

// erfcinv(c) for 0 < c <= 1/2 by Halley's steps on erfc(y) - c, scaled by exp(y^2).
__device__ inline double __lockstep_erfcinv_core(double c)
{
    double y = __lockstep_erfcinv_guess(c);
    for (int step = 0; step < 2; step++) {
        double square = __lockstep_mul_double(y, y);
        double e = exp(square * 0.5);
        double scaled = c * e * e;
        scaled = __builtin_fma(scaled, __builtin_fma(y, y, -square), scaled);
        double f = (scaled - __lockstep_erfcx_core(y)) * 0.88622692545275805; // sqrt(pi) / 2
        y = y - f / __builtin_fma(y, f, 1.0);
    }
    return y;
}

// 5 ulp
__device__ inline double erfinv(double x)
{
    double a = __builtin_fabs(x);
    if (!(a < 1.0))
        return a == 1.0 ? x * __LOCKSTEP_INF : __LOCKSTEP_NAN;
    if (a < 1e-9)
        return x * 0.88622692545275805;
    if (a > 0.5)
        return __builtin_copysign(__lockstep_erfcinv_core(1.0 - a), x);
    double y = (double)__lockstep_erfinv_near_f((float)-log(__builtin_fma(-x, x, 1.0))) * x;
    double f = (erf(y) - x) * 0.88622692545275805 * exp(y * y);
    return y - f / __builtin_fma(y, f, 1.0);
}

// 6 ulp
__device__ inline double erfcinv(double x)
{
    if (!(x > 0.0 && x < 2.0))
        return x == 0.0 ? __LOCKSTEP_INF : x == 2.0 ? -__LOCKSTEP_INF : __LOCKSTEP_NAN;
    if (x > 0.5 && x < 1.5)
        return erfinv(1.0 - x);
    return x <= 0.5 ? __lockstep_erfcinv_core(x) : -__lockstep_erfcinv_core(2.0 - x);
}

// 8 ulp
__device__ inline double normcdfinv(double x)
{
    double y = x > 0.25 && x < 0.75 ? -erfinv(__builtin_fma(x, 2.0, -1.0))
               : x > 0.5            ? -erfcinv(2.0 * (1.0 - x))
                                    : erfcinv(2.0 * x);
    return x == 0.5 ? 0.0 : y * -1.4142135623730951;
}

#endif
