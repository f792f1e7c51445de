// SPDX-License-Identifier: Apache-2.0
// The gamma function and its logarithm, of doubles and (by them) of floats. Polynomials as in
// math_bessel.h; errors: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_GAMMA_H
#define LOCKSTEP_MATH_GAMMA_H

#include "math_double_exp.h"
#include "math_double_trig.h"

// log(gamma(2 + w)) on [-1/2, 1/2]: its zeros at w = 0 and -1 as factors.
__device__ inline double __lockstep_lgamma_core(double w)
{
    double p = 5.0926880395139452e-08;
    p = __builtin_fma(p, w, -2.2899565904358996e-07);
    p = __builtin_fma(p, w, -1.28388212342248e-07);
    p = __builtin_fma(p, w, 4.2452685672053909e-07);
    p = __builtin_fma(p, w, -1.417870536225072e-07);
    p = __builtin_fma(p, w, 2.1512499873157299e-07);
    p = __builtin_fma(p, w, -8.6936706600722229e-07);
    p = __builtin_fma(p, w, 1.8676621407638643e-06);
    p = __builtin_fma(p, w, -3.8439939534190716e-06);
    p = __builtin_fma(p, w, 8.2106706080083375e-06);
    p = __builtin_fma(p, w, -1.7662107340353099e-05);
    p = __builtin_fma(p, w, 3.817029525647771e-05);
    p = __builtin_fma(p, w, -8.3095090818977491e-05);
    p = __builtin_fma(p, w, 0.00018255253155480839);
    p = __builtin_fma(p, w, -0.00040570739930600357);
    p = __builtin_fma(p, w, 0.00091537692719361136);
    p = __builtin_fma(p, w, -0.0021081308339037769);
    p = __builtin_fma(p, w, 0.0049986411645724545);
    p = __builtin_fma(p, w, -0.012384192193372019);
    p = __builtin_fma(p, w, 0.032965000621157273);
    p = __builtin_fma(p, w, -0.10031730167435392);
    p = __builtin_fma(p, w, 0.42278433509846713);
    return p * (__builtin_fma(w, w, w));
}

// lgamma of positive x.
__device__ inline double __lockstep_lgamma_positive(double x)
{
    if (x >= 8.0) {
        double z = 1.0 / x, s = z * z;
        double p = -0.013138886942804668;
        p = __builtin_fma(p, s, 0.0057317611862377389);
        p = __builtin_fma(p, s, -0.001903058950081961);
        p = __builtin_fma(p, s, 0.00084157833546570063);
        p = __builtin_fma(p, s, -0.00059523692639255638);
        p = __builtin_fma(p, s, 0.00079365078933762957);
        p = __builtin_fma(p, s, -0.0027777777777701403);
        p = __builtin_fma(p, s, 0.083333333333333329);
        double r = (x - 0.5) * (log(x) - 1.0);                              // Stirling
        return x < 1e17 ? r + __builtin_fma(p, z, 0.41893853320467274) : r; // log(2 pi) / 2 - 1/2
    }
    if (x < 0.5)
        return __lockstep_lgamma_core(x) - log(__builtin_fma(x, x, x));
    if (x < 1.5)
        return __lockstep_lgamma_core(x - 1.0) - log1p(x - 1.0);
    double product = 1.0;
    while (x > 2.5) {
        x = x - 1.0;
        product = product * x;
    }
    double r = __lockstep_lgamma_core(x - 2.0);
    return product == 1.0 ? r : r + log(product);
}

// 4 ulp outside (-23.0001, -2.2637), where zeros of the function lie. Reflected for negative x.
__device__ inline double lgamma(double x)
{
    double a = __builtin_fabs(x);
    if (!(a < __LOCKSTEP_INF))
        return a;
    if (a < 1e-17)
        return a == 0.0 ? __LOCKSTEP_INF : -log(a);
    double r = __lockstep_lgamma_positive(a);
    if (x < 0.0) {
        double sine = __builtin_fabs(sinpi(a));
        r = sine == 0.0 ? __LOCKSTEP_INF : log(3.1415926535897931 / (sine * a)) - r;
    }
    return r;
}

// gamma(x) for x > 0 as a product of the result and *second, neither of which overflows below 190.
__device__ inline double __lockstep_gamma_parts(double x, double *second)
{
    *second = 1.0;
    if (x > 11.5) {
        double z = 1.0 / x;
        double p = 0.032413184418050078;
        p = __builtin_fma(p, z, -0.018641058132977225);
        p = __builtin_fma(p, z, 0.0039834416089003935);
        p = __builtin_fma(p, z, 0.00030731915473867957);
        p = __builtin_fma(p, z, -5.4181138336876768e-06);
        p = __builtin_fma(p, z, -0.00059484778845027102);
        p = __builtin_fma(p, z, 6.9832628933062319e-05);
        p = __builtin_fma(p, z, 0.00078403651317056344);
        p = __builtin_fma(p, z, -0.00022947204854129326);
        p = __builtin_fma(p, z, -0.0026813271609432369);
        p = __builtin_fma(p, z, 0.0034722222222245661);
        p = __builtin_fma(p, z, 0.083333333333333329);
        p = __builtin_fma(p, z, 1.0);
        double half = pow(x, __builtin_fma(x, 0.5, -0.25)); // x^(x - 1/2) e^-x sqrt(2 pi) p
        *second = half;
        return half * exp(-x) * (2.5066282746310002 * p);
    }
    double above = 1.0, below = 1.0;
    while (x > 2.5) {
        x = x - 1.0;
        above = above * x;
    }
    while (x < 1.5) {
        below = below * x;
        x = x + 1.0;
    }
    double w = x - 2.0;
    double p = -4.2389266964764352e-07;
    p = __builtin_fma(p, w, 6.717632327203903e-07);
    p = __builtin_fma(p, w, -7.7508627059685833e-07);
    p = __builtin_fma(p, w, 1.7871280280747177e-06);
    p = __builtin_fma(p, w, -3.9008151693647852e-06);
    p = __builtin_fma(p, w, 7.661471596041459e-06);
    p = __builtin_fma(p, w, -1.5208421446277769e-05);
    p = __builtin_fma(p, w, 3.0445549378180908e-05);
    p = __builtin_fma(p, w, -6.0797948050400548e-05);
    p = __builtin_fma(p, w, 0.00012167482175444262);
    p = __builtin_fma(p, w, -0.00024094080856357195);
    p = __builtin_fma(p, w, 0.00049038837046743572);
    p = __builtin_fma(p, w, -0.00091957388898173634);
    p = __builtin_fma(p, w, 0.0021039333444889887);
    p = __builtin_fma(p, w, -0.0028526458186642232);
    p = __builtin_fma(p, w, 0.01115404571803518);
    p = __builtin_fma(p, w, -0.00026698206881622586);
    p = __builtin_fma(p, w, 0.074249010753514894);
    p = __builtin_fma(p, w, 0.081576919247087279);
    p = __builtin_fma(p, w, 0.41184033042643969);
    p = __builtin_fma(p, w, 0.42278433509846713);
    p = __builtin_fma(p, w, 1.0);
    return p * above / below;
}

// 10 ulp
__device__ inline double tgamma(double x)
{
    double a = __builtin_fabs(x);
    if (a < 1e-17 || !(a < __LOCKSTEP_INF))
        return a < 1e-17 ? 1.0 / x : x < 0.0 ? __LOCKSTEP_NAN : x;
    if (x < 0.0 && x == __builtin_trunc(x))
        return __LOCKSTEP_NAN;
    if (x > 172.0)
        return __LOCKSTEP_INF;
    double second;
    double first = __lockstep_gamma_parts(__builtin_fmin(a, 190.0), &second);
    if (x > 0.0)
        return first * second;
    double r = -3.1415926535897931 / (a * sinpi(a)) / first / second;
    return a > 186.0 ? r * 0.0 : r;
}

// 6 ulp outside (-10.001, -2.264)
__device__ inline float lgammaf(float x)
{
    return (float)lgamma((double)x);
}

// 5 ulp
__device__ inline float tgammaf(float x)
{
    return (float)tgamma((double)x);
}

#endif
