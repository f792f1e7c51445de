// SPDX-License-Identifier: Apache-2.0
// The error function of doubles, the normal distribution and their inverses. Errors and
// bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_ERROR_H
#define LOCKSTEP_MATH_DOUBLE_ERROR_H

#include "math_double_exp.h"
#include "math_double_steps.h"
#include "math_fast.h"

// 2 ulp. 1 - exp(-q), q = a + a p(a) with its rounding error; 1 from 5.92 on.
__device__ __forceinline__ double erf(double x)
{
    double a = __builtin_fabs(x);
    double p = -3.642577040697121e-15;
    p = __builtin_fma(p, a, 1.636624707883456e-13);
    p = __builtin_fma(p, a, -3.4079297100747907e-12);
    p = __builtin_fma(p, a, 4.3555974045566826e-11);
    p = __builtin_fma(p, a, -3.806599039253438e-10);
    p = __builtin_fma(p, a, 2.389211325400646e-09);
    p = __builtin_fma(p, a, -1.0909760903049583e-08);
    p = __builtin_fma(p, a, 3.508901186822047e-08);
    p = __builtin_fma(p, a, -6.72032708005184e-08);
    p = __builtin_fma(p, a, -8.299332548682465e-09);
    p = __builtin_fma(p, a, 5.643145203798444e-07);
    p = __builtin_fma(p, a, -2.0278249778025215e-06);
    p = __builtin_fma(p, a, 3.1218939658311085e-06);
    p = __builtin_fma(p, a, 3.180046170354655e-06);
    p = __builtin_fma(p, a, -2.9583306728241582e-05);
    p = __builtin_fma(p, a, 6.442483232470452e-05);
    p = __builtin_fma(p, a, 2.590260570264615e-05);
    p = __builtin_fma(p, a, -0.0005901318195328236);
    p = __builtin_fma(p, a, 0.001696207528729842);
    p = __builtin_fma(p, a, -0.00020919483164788562);
    p = __builtin_fma(p, a, -0.019128446995328407);
    p = __builtin_fma(p, a, 0.10277260330144233);
    p = __builtin_fma(p, a, 0.6366197723675876);
    p = __builtin_fma(p, a, 0.1283791670955126);
    double q = __builtin_fma(p, a, a);
    double low = __builtin_fma(p, a, a - q);
    float n = __builtin_rintf((float)q * -1.44269502f);
    double r = __builtin_fma(-(double)n, 0.6931471805599453, -q);
    r = r + __builtin_fma(__lockstep_expm1_tail(r), r, -low);
    double scale = (double)__lockstep_ex2_ftz(n);
    double y = __builtin_fma(-r, scale, 1.0 - scale);
    y = a >= 5.9215871957945065 ? 1.0 : y;
    return __builtin_copysign(y, x);
}

// exp(a^2) erfc(a) for a >= 0: (1 + 2a) times it is smooth in t = (a - 4) / (a + 4).
__device__ inline double __lockstep_erfcx_core(double a)
{
    double inverse = __lockstep_reciprocal(a + 4.0);
    double t = (a - 4.0) * inverse;
    double missing = __builtin_fma(-t, a, __builtin_fma(-4.0, __dadd_rn(t, 1.0), a));
    t = __builtin_fma(inverse, missing, t);
    double p = -3.56026948268174e-10;
    p = __builtin_fma(p, t, -9.723912259144727e-09);
    p = __builtin_fma(p, t, -8.935022485164912e-09);
    p = __builtin_fma(p, t, 1.0404430921625484e-07);
    p = __builtin_fma(p, t, 5.880669858534126e-08);
    p = __builtin_fma(p, t, -8.214741492911691e-07);
    p = __builtin_fma(p, t, 3.095640985330624e-07);
    p = __builtin_fma(p, t, 5.708787184432565e-06);
    p = __builtin_fma(p, t, -1.1231787437600085e-05);
    p = __builtin_fma(p, t, -2.439955885720019e-05);
    p = __builtin_fma(p, t, 0.00015062557169571788);
    p = __builtin_fma(p, t, -0.00019925637684786154);
    p = __builtin_fma(p, t, -0.0007577742918278583);
    p = __builtin_fma(p, t, 0.005031969879259957);
    p = __builtin_fma(p, t, -0.016197733895953217);
    p = __builtin_fma(p, t, 0.03716751555301873);
    p = __builtin_fma(p, t, -0.06633036582753243);
    p = __builtin_fma(p, t, 0.09373283499711554);
    p = __builtin_fma(p, t, -0.10103906603555676);
    p = __builtin_fma(p, t, 0.06809705425473514);
    p = __builtin_fma(p, t, 0.015379652102605428);
    p = __builtin_fma(p, t, -0.13962111684056291);
    p = __builtin_fma(p, t, 1.2329951186255526);
    double reciprocal = __lockstep_reciprocal(__builtin_fma(2.0, a, 1.0));
    double r = p * reciprocal;
    double rest = __dadd_rn(__builtin_fma(a, r * -2.0, p), -r);
    return __builtin_fma(rest, reciprocal, r);
}

// 5 ulp. The square in the exponent is exact: its rounding comes back as a factor.
__device__ inline double erfc(double x)
{
    double a = __builtin_fabs(x);
    if (__lockstep_is_beyond(a, 0x7ff00000))
        return a == __LOCKSTEP_INF ? (x < 0.0 ? 2.0 : 0.0) : x + x;
    double core = __lockstep_erfcx_core(a);
    double square = a * a;
    double r, big = __lockstep_exp_reduce(-square, &r);
    double e = __lockstep_scale_twice(__lockstep_exp_core(r), __lockstep_low_word(big));
    e = __builtin_fma(e, __builtin_fma(-a, a, square), e);
    r = core * e;
    r = (unsigned int)__lockstep_high_word(a) > 0x403b4000u ? 0.0 : r; // 27.25
    return __lockstep_high_word(x) < 0 ? 2.0 - r : r;
}

// 4 ulp. From 32 on a series of 1 / a^2; for negative x: 2 exp(x^2) - erfcx(-x).
__device__ inline double erfcx(double x)
{
    double r;
    if (!__lockstep_is_beyond(x, 0x40400000)) {
        r = __lockstep_erfcx_core(__builtin_fabs(x));
    } else {
        double inverse = 1.0 / x;
        double s = inverse * inverse;
        double p = -29.53125;
        p = __builtin_fma(p, s, 6.5625);
        p = __builtin_fma(p, s, -1.875);
        p = __builtin_fma(p, s, 0.75);
        p = __builtin_fma(p, s, -0.5);
        p = __builtin_fma(p, s, 1.0);
        r = inverse * 0.5641895835477563 * p; // 1 / sqrt(pi)
    }
    if (__lockstep_high_word(x) < 0) {
        double square = x * x;
        double e = exp(square);
        e = e + e;
        double y = __builtin_fma(e, __builtin_fma(x, x, -square), e) - r;
        r = e == __LOCKSTEP_INF ? e : y;
    }
    return r;
}

// 5 ulp. erfc(-x / sqrt(2)) / 2; what -x / sqrt(2) loses by rounding matters where it is large.
__device__ inline double normcdf(double x)
{
    double limited = __builtin_fabs(x) > 38.5 ? __builtin_copysign(38.5, x) : x;
    double high = __lockstep_mul_double(limited, -0.7071067811865476);
    double low = __builtin_fma(limited, -0.7071067811865476, -high);
    low = __builtin_fma(limited, 4.833646656726457e-17, low);
    double a = __dadd_rn(high, low);
    double r = erfc(a);
    if ((unsigned int)__lockstep_high_word(limited) >= 0xbff00001u) { // below -1
        double rest = __dadd_rn(high - a, low);
        r = __builtin_fma(a * -2.0 * r, rest, r);
    }
    return r * 0.5;
}

// log(x) to some 50 bits for a normal x: x = 2^n m, m in [1/2, 2), n even.
__device__ __forceinline__ double __lockstep_log_fast(double x)
{
    int high = __lockstep_high_word(x);
    double n = __lockstep_from_words(0x43300000, (high >> 20 & 0x7fe) + 0x7ffffc02) -
               __lockstep_from_words(0x43300000, (int)0x80000000);
    double m = __lockstep_from_words((high & (int)0x801fffff) | 0x3fe00000, __lockstep_low_word(x));
    double f = m - 1.0;
    double inverse = __lockstep_reciprocal(m + 1.0);
    double t = f * inverse;
    double rest = __builtin_fma(-t, f, __builtin_fma(-2.0, t, f));
    t = __builtin_fma(rest, inverse, t);
    double s = t * t;
    double p = 0.08504880051574228;
    p = __builtin_fma(p, s, 0.04172484912686076);
    p = __builtin_fma(p, s, 0.06052472622047064);
    p = __builtin_fma(p, s, 0.06650560670418708);
    p = __builtin_fma(p, s, 0.076932741976622);
    p = __builtin_fma(p, s, 0.09090872239478873);
    p = __builtin_fma(p, s, 0.11111111976824838);
    p = __builtin_fma(p, s, 0.14285714274058975);
    p = __builtin_fma(p, s, 0.20000000000077559);
    p = __builtin_fma(p, s, 0.33333333333333154);
    t = __builtin_fma(s * p, t, t);
    return __builtin_fma(n, 0.6931471805599453, t + t);
}

// erfinv(x) / x from l = log(1 - x^2) >= -6.25; after Giles, "Approximating the erfinv function"
// (2012).
__device__ __forceinline__ double __lockstep_erfinv_near(double l)
{
    double w = -3.125 - l;
    double p = -3.64441206401782e-21;
    p = __builtin_fma(p, w, -1.6850591381820166e-19);
    p = __builtin_fma(p, w, 1.28584807152564e-18);
    p = __builtin_fma(p, w, 1.1157877678025181e-17);
    p = __builtin_fma(p, w, -1.333171662854621e-16);
    p = __builtin_fma(p, w, 2.0972767875968562e-17);
    p = __builtin_fma(p, w, 6.637638134358324e-15);
    p = __builtin_fma(p, w, -4.054566272975207e-14);
    p = __builtin_fma(p, w, -8.151934197605472e-14);
    p = __builtin_fma(p, w, 2.6335093153082323e-12);
    p = __builtin_fma(p, w, -1.2975133253453532e-11);
    p = __builtin_fma(p, w, -5.415412054294628e-11);
    p = __builtin_fma(p, w, 1.0512122733215323e-09);
    p = __builtin_fma(p, w, -4.112633980346984e-09);
    p = __builtin_fma(p, w, -2.9070369957882005e-08);
    p = __builtin_fma(p, w, 4.2347877827932404e-07);
    p = __builtin_fma(p, w, -1.3654692000834679e-06);
    p = __builtin_fma(p, w, -1.3882523362786469e-05);
    p = __builtin_fma(p, w, 0.00018673420803405714);
    p = __builtin_fma(p, w, -0.000740702534166267);
    p = __builtin_fma(p, w, -0.006033670871430149);
    p = __builtin_fma(p, w, 0.24015818242558962);
    p = __builtin_fma(p, w, 1.6536545626831027);
    return p;
}

// The same by s = sqrt(-l), up to 4 and above.
__device__ __forceinline__ double __lockstep_erfinv_far(double s)
{
    if (__lockstep_high_word(s) < 0x40100000) {
        s = s - 3.25;
        double p = 2.2137376921775787e-09;
        p = __builtin_fma(p, s, 9.075656193888539e-08);
        p = __builtin_fma(p, s, -2.7517406297064545e-07);
        p = __builtin_fma(p, s, 1.8239629214389228e-08);
        p = __builtin_fma(p, s, 1.5027403968909828e-06);
        p = __builtin_fma(p, s, -4.013867526981546e-06);
        p = __builtin_fma(p, s, 2.9234449089955446e-06);
        p = __builtin_fma(p, s, 1.2475304481671779e-05);
        p = __builtin_fma(p, s, -4.7318229009055734e-05);
        p = __builtin_fma(p, s, 6.828485145957318e-05);
        p = __builtin_fma(p, s, 2.4031110387097894e-05);
        p = __builtin_fma(p, s, -0.0003550375203628475);
        p = __builtin_fma(p, s, 0.0009532893797373805);
        p = __builtin_fma(p, s, -0.0016882755560235047);
        p = __builtin_fma(p, s, 0.002491442096107851);
        p = __builtin_fma(p, s, -0.003751208507569241);
        p = __builtin_fma(p, s, 0.005370914553590064);
        p = __builtin_fma(p, s, 1.0052589676941592);
        p = __builtin_fma(p, s, 3.0838856104922208);
        return p;
    }
    s = s - 5.0;
    double p = -2.7109920616438573e-11;
    p = __builtin_fma(p, s, -2.555641816996525e-10);
    p = __builtin_fma(p, s, 1.5076572693500548e-09);
    p = __builtin_fma(p, s, -3.789465440126737e-09);
    p = __builtin_fma(p, s, 7.61570120807834e-09);
    p = __builtin_fma(p, s, -1.496002662714924e-08);
    p = __builtin_fma(p, s, 2.914795345090108e-08);
    p = __builtin_fma(p, s, -6.771199775845234e-08);
    p = __builtin_fma(p, s, 2.2900482228026655e-07);
    p = __builtin_fma(p, s, -9.9298272942317e-07);
    p = __builtin_fma(p, s, 4.526062597223154e-06);
    p = __builtin_fma(p, s, -1.968177810553167e-05);
    p = __builtin_fma(p, s, 7.599527703001776e-05);
    p = __builtin_fma(p, s, -0.00021503011930044477);
    p = __builtin_fma(p, s, -0.00013871931833623122);
    p = __builtin_fma(p, s, 1.0103004648645344);
    p = __builtin_fma(p, s, 4.849906401408584);
    return p;
}

// 5 ulp
__device__ inline double erfinv(double x)
{
    double r;
    if (!__lockstep_is_beyond(x, 0x3ff00000)) {
        double l = __lockstep_log_fast(__builtin_fma(x, -x, 1.0));
        if ((unsigned int)__lockstep_high_word(l) < 0xc0190000u) // -6.25
            r = __lockstep_erfinv_near(l);
        else
            r = __lockstep_erfinv_far(__builtin_sqrt(-l));
    } else {
        double a = __builtin_fabs(x);
        r = a <= __LOCKSTEP_INF ? (a == 1.0 ? __LOCKSTEP_INF : __LOCKSTEP_NAN) : x;
    }
    return x * r;
}

// erfcinv(c) for small c, as quotients of polynomials of 1 / sqrt(-log(c)); below 2^-161 others.
__device__ inline double __lockstep_erfcinv_core(double c)
{
    if (__builtin_int_as_float(__lockstep_high_word(c)) >= 6.11055423e-13f) {
        double r = __lockstep_reciprocal_root(-__lockstep_log_fast(c));
        double p = 0.8722086652537561;
        p = __builtin_fma(p, r, 2.0785659791501603);
        p = __builtin_fma(p, r, 3.05788606328103);
        p = __builtin_fma(p, r, 3.433547754237851);
        p = __builtin_fma(p, r, 1.2068239635789821);
        p = __builtin_fma(p, r, 0.14033373337606694);
        p = __builtin_fma(p, r, 0.005338365518029045);
        p = __builtin_fma(p, r, 5.1217434951970566e-05);
        double q = r + 2.2387999676904644;
        q = __builtin_fma(q, r, 4.279921171209963);
        q = __builtin_fma(q, r, 4.407122201553097);
        q = __builtin_fma(q, r, 3.6633748801179196);
        q = __builtin_fma(q, r, 1.2187093791443073);
        q = __builtin_fma(q, r, 0.1404911872948574);
        q = __builtin_fma(q, r, 0.005338482464667147);
        q = __builtin_fma(q, r, 5.121723638870252e-05);
        return p / (r * q);
    }
    double r = __lockstep_rsqrt_double(-log(c));
    double p = 0.7775955730008021;
    p = __builtin_fma(p, r, 1.6328311797427437);
    p = __builtin_fma(p, r, 0.41796327487734297);
    p = __builtin_fma(p, r, 0.023330972813256093);
    p = __builtin_fma(p, r, 0.0002610582224071647);
    double q = r + 1.3497521990745058;
    q = __builtin_fma(q, r, 1.6818595730303654);
    q = __builtin_fma(q, r, 0.4187565743603761);
    q = __builtin_fma(q, r, 0.023331573970655654);
    q = __builtin_fma(q, r, 0.0002610572869696108);
    return p / (r * q);
}

// 6 ulp
__device__ inline double erfcinv(double x)
{
    double other = __dadd_rn(2.0, -x);
    if (x >= 0.0009656933499369108 && x <= 1.999034306650063) {
        double p = __lockstep_erfinv_near(__lockstep_log_fast(__lockstep_mul_double(other, x)));
        return __builtin_fma(p, -x, p);
    }
    bool is_right = __lockstep_high_word(x) > 0x3fefffff;
    double y = __lockstep_erfcinv_core(is_right ? other : x);
    return is_right ? -y : y;
}

// 8 ulp. -sqrt(2) erfcinv(2x)
__device__ inline double normcdfinv(double x)
{
    double y = erfcinv(x + x);
    return __dadd_rn(__builtin_fma(-1.414213562373095, y, y * -1.2537167179050217e-16), 0.0);
}

#endif
