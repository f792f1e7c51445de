// SPDX-License-Identifier: Apache-2.0
// Circular functions of doubles and their inverses. Errors and bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_TRIG_H
#define LOCKSTEP_MATH_DOUBLE_TRIG_H

#include "math_double_steps.h"
#include "math_fast.h"
#include "math_primitive.h"

// 2/pi in binary after one word of zeros.
__device__ const unsigned long long __lockstep_two_over_pi[19] = {
    0x0000000000000000ull, 0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull,
    0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull, 0x06492eea09d1921cull, 0xfe1deb1cb129a73eull,
    0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull, 0x9c845f8bbdf9283bull,
    0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull};

// The most significant 64 bits of the 128 after `count` of high:low.
__device__ __forceinline__ unsigned long long __lockstep_window(unsigned long long high,
                                                                unsigned long long low, int count)
{
    return high << count | low >> 1 >> (63 - count);
}

// Payne and Hanek's reduction as __lockstep_reduce_large_f, in words of 64 bits; the product with
// pi/2 in integers, rounded once.
__device__ inline double __lockstep_reduce_large(double x, int *quadrant)
{
    unsigned long long bits = (unsigned long long)__builtin_double_as_longlong(x);
    int first = ((int)(bits >> 52) & 2047) - 1024; // the first bit of the window
    *quadrant = 0;
    if (first == 1023) // infinity and NaN
        return x;
    unsigned long long mantissa = bits << 11 | 0x8000000000000000ull;
    const unsigned long long *words = __lockstep_two_over_pi + (first >> 6 & 15);
    int count = first & 63;
    unsigned long long high = __lockstep_window(words[0], words[1], count);
    unsigned long long middle = __lockstep_window(words[1], words[2], count);
    unsigned long long low = __lockstep_window(words[2], words[3], count);
    unsigned long long turns_low = __builtin_mulhi_u64(mantissa, low);
    unsigned long long product = mantissa * middle;
    unsigned long long turns = __builtin_mulhi_u64(mantissa, middle) + mantissa * high;
    turns_low += product;
    turns += turns_low < product ? 1 : 0;
    int q = (int)(turns >> 62) + (int)(turns >> 61 & 1);
    *quadrant = x < 0.0 ? -q : q;
    turns = turns << 2 | turns_low >> 62;
    turns_low <<= 2;
    bool is_negative = (long long)turns < 0;
    turns = is_negative ? ~turns + (turns_low == 0 ? 1 : 0) : turns;
    turns_low = is_negative ? 0 - turns_low : turns_low;
    int zeros = __builtin_clz64(turns);
    turns = __lockstep_window(turns, turns_low, zeros & 63);
    unsigned long long half_pi = 0xc90fdaa22168c235ull; // of 2^63
    unsigned long long angle = __builtin_mulhi_u64(turns, half_pi);
    if ((long long)angle > 0) {
        angle = angle << 1 | turns * half_pi >> 63;
        zeros++;
    }
    unsigned long long rounded = ((angle + 1 >> 10) + 1) >> 1;
    rounded += 0x3fe0000000000000ull - ((unsigned long long)zeros << 52);
    bool turns_back = is_negative != (x < 0.0);
    return __builtin_longlong_as_double((long long)(rounded | (turns_back ? 1ull << 63 : 0)));
}

// x - n pi/2, |result| <= pi/4: three parts of pi/2 as long as n has no more than 31 bits.
__device__ __forceinline__ double __lockstep_reduce(double x, int *quadrant)
{
    if (__builtin_fabs(x) == __LOCKSTEP_INF) {
        *quadrant = 0;
        return __lockstep_mul_double(x, 0.0);
    }
    int q = __lockstep_int_rn_double(x * 0.6366197723675814);
    double n = (double)q;
    double r = __builtin_fma(-n, 1.5707963267948966, x);
    r = __builtin_fma(-n, 6.123233995736757e-17, r);
    *quadrant = q;
    r = __builtin_fma(-n, 8.478427660368898e-32, r);
    if (__builtin_fabs(x) >= 2147483648.0)
        r = __lockstep_reduce_large(x, quadrant);
    return r;
}

// Coefficients of sine and cosine but the first; a pair is one load.
struct __align__(16) __lockstep_pair
{
    double x, y;
};
__device__ const __lockstep_pair __lockstep_sine_pairs[8] = {
    {-2.5050911383645487e-08, 2.755731498463003e-06},
    {-0.0001984126983447703, 0.008333333333329349},
    {-0.16666666666666663, 0.0},
    {0.0, 0.0},
    {2.08758833785978e-09, -2.7557315542999557e-07},
    {2.4801587293618683e-05, -0.0013888888888880667},
    {0.04166666666666664, -0.5},
    {0.0, 0.0}};

// sin(r + quadrant pi/2) for |r| <= pi/4
__device__ __forceinline__ double __lockstep_sine(double r, int quadrant)
{
    bool is_cosine = (quadrant & 1) != 0;
    const __lockstep_pair *pairs = __lockstep_sine_pairs + (quadrant & 1) * 4;
    double s = __lockstep_mul_double(r, r);
    double p = is_cosine ? -1.1367817304626284e-11 : 1.5903078570611027e-10;
    __lockstep_pair first = pairs[0], second = pairs[1], third = pairs[2];
    p = __builtin_fma(p, s, first.x);
    p = __builtin_fma(p, s, first.y);
    p = __builtin_fma(p, s, second.x);
    p = __builtin_fma(p, s, second.y);
    p = __builtin_fma(p, s, third.x);
    p = __builtin_fma(p, s, third.y); // +0 of sine: so that sin(-0) is -0
    double y = is_cosine ? __builtin_fma(p, s, 1.0) : __builtin_fma(p, r, r);
    return (quadrant & 2) != 0 ? __builtin_fma(y, -1.0, 0.0) : y;
}

// Both at once.
__device__ __forceinline__ void __lockstep_sine_both(double r, int quadrant, double *sine,
                                                     double *cosine)
{
    double s = __lockstep_mul_double(r, r);
    double c = -1.1367817304626284e-11;
    c = __builtin_fma(c, s, 2.08758833785978e-09);
    c = __builtin_fma(c, s, -2.7557315542999557e-07);
    c = __builtin_fma(c, s, 2.4801587293618683e-05);
    c = __builtin_fma(c, s, -0.0013888888888880667);
    c = __builtin_fma(c, s, 0.04166666666666664);
    c = __builtin_fma(c, s, -0.5);
    c = __builtin_fma(c, s, 1.0);
    double p = 1.5903078570611027e-10;
    p = __builtin_fma(p, s, -2.5050911383645487e-08);
    p = __builtin_fma(p, s, 2.755731498463003e-06);
    p = __builtin_fma(p, s, -0.0001984126983447703);
    p = __builtin_fma(p, s, 0.008333333333329349);
    p = __builtin_fma(p, s, -0.16666666666666663);
    p = __builtin_fma(p, s, 0.0);
    p = __builtin_fma(p, r, r);
    double y = (quadrant & 1) != 0 ? c : p, z = (quadrant & 1) != 0 ? -p : c;
    *sine = (quadrant & 2) != 0 ? -y : y;
    *cosine = (quadrant & 2) != 0 ? -z : z;
}

// 2 ulp
__device__ __forceinline__ double sin(double x)
{
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    return __lockstep_sine(r, quadrant);
}

// 2 ulp
__device__ __forceinline__ double cos(double x)
{
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    return __lockstep_sine(r, quadrant + 1);
}

// 2 ulp
__device__ __forceinline__ void sincos(double x, double *sine, double *cosine)
{
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    __lockstep_sine_both(r, quadrant, sine, cosine);
}

// 2 ulp
__device__ __forceinline__ double tan(double x)
{
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    double s = r * r;
    double p = 9.80062872032863e-06;
    p = __builtin_fma(p, s, -2.4279526494179897e-05);
    p = __builtin_fma(p, s, 4.864417313093716e-05);
    p = __builtin_fma(p, s, -2.5640012693782273e-05);
    p = __builtin_fma(p, s, 6.722398433088007e-05);
    p = __builtin_fma(p, s, 8.355928731821164e-05);
    p = __builtin_fma(p, s, 0.00024375039850848564);
    p = __builtin_fma(p, s, 0.0005888648775485667);
    p = __builtin_fma(p, s, 0.001456045484467204);
    p = __builtin_fma(p, s, 0.003592100888585718);
    p = __builtin_fma(p, s, 0.008863237921861371);
    p = __builtin_fma(p, s, 0.02186948839933789);
    p = __builtin_fma(p, s, 0.053968253972902704);
    p = __builtin_fma(p, s, 0.13333333333325342);
    p = __builtin_fma(p, s, 0.3333333333333338);
    p = s * p;
    double y = __builtin_fma(p, r, r);
    if ((quadrant & 1) != 0) { // -1 / (y + low)
        double low = __builtin_fma(p, r, -(y - r));
        double inverse = -__lockstep_reciprocal(y);
        double rest = __builtin_fma(inverse, low, __builtin_fma(y, inverse, 1.0));
        y = __builtin_fma(rest, inverse, inverse);
    }
    return y;
}

// x in half turns: 2x = n + 2 rest exactly; the angle is rest pi.
__device__ __forceinline__ double __lockstep_half_turns(double x, int *quadrant)
{
    double n = __builtin_rint(x + x);
    double rest = __builtin_fma(-n, 0.5, x);
    *quadrant = (int)(long long)n;
    return __builtin_fma(rest, 3.141592653589793, rest * 1.2246467991473532e-16);
}

// 2 ulp
__device__ __forceinline__ double sinpi(double x)
{
    int quadrant;
    double r = __lockstep_half_turns(x, &quadrant);
    double y = __lockstep_sine(r, quadrant);
    if (x == __builtin_trunc(x))
        y = __lockstep_mul_double(x, 0.0);
    return y;
}

// From 2^53 on all numbers are even.
__device__ __forceinline__ double __lockstep_half_turns_limit(double x)
{
    unsigned int twice = (unsigned int)__lockstep_high_word(x) << 1;
    return twice < 0x86800001u ? x : __lockstep_mul_double(x, 0.0);
}

// 2 ulp
__device__ __forceinline__ double cospi(double x)
{
    int quadrant;
    double r = __lockstep_half_turns(__lockstep_half_turns_limit(x), &quadrant);
    return __lockstep_sine(r, quadrant + 1);
}

// 2 ulp
__device__ __forceinline__ void sincospi(double x, double *sine, double *cosine)
{
    x = __lockstep_half_turns_limit(x);
    int quadrant;
    double r = __lockstep_half_turns(x, &quadrant), y, z;
    __lockstep_sine_both(r, quadrant, &y, &z);
    if (x == __builtin_trunc(x))
        y = __lockstep_mul_double(x, 0.0);
    *sine = y;
    *cosine = __dadd_rn(z, 0.0);
}

// (asin(y) - y) / y for s = y^2, |y| <= 0.575
__device__ __forceinline__ double __lockstep_asin_core(double s)
{
    double p = 0.06259798167646803;
    p = __builtin_fma(p, s, -0.07620591484676952);
    p = __builtin_fma(p, s, 0.06686894879337643);
    p = __builtin_fma(p, s, -0.01787828218369301);
    p = __builtin_fma(p, s, 0.01745227928732326);
    p = __builtin_fma(p, s, 0.0100042275424558);
    p = __builtin_fma(p, s, 0.01418108777515123);
    p = __builtin_fma(p, s, 0.01733194598980628);
    p = __builtin_fma(p, s, 0.02237350511593569);
    p = __builtin_fma(p, s, 0.03038188875134962);
    p = __builtin_fma(p, s, 0.04464285849810986);
    p = __builtin_fma(p, s, 0.0749999999834227);
    p = __builtin_fma(p, s, 0.1666666666667375);
    return s * p;
}

// 2 ulp. Above 0.5625, whose high word as a float is 1.76874995: pi/2 - 2 asin(sqrt((1 - a) / 2)).
__device__ __forceinline__ double asin(double x)
{
    if (__builtin_fabsf(__builtin_int_as_float(__lockstep_high_word(x))) < 1.76874995f)
        return __builtin_fma(__lockstep_asin_core(x * x), x, x);
    double half = __builtin_fma(-0.5, __builtin_fabs(x), 0.5);
    double root = __lockstep_root(half);
    root = __lockstep_high_word(half) < 0 ? __LOCKSTEP_NAN : root;
    root = half != 0.0 ? root : half;
    double t = root * -2.0;
    double low = __builtin_fma(t, __lockstep_asin_core(half), 6.123233995736766e-17);
    double y = ((t + 0.7853981633974483) + low) + 0.7853981633974483; // pi/4
    return __builtin_copysign(y, x);
}

// 2 ulp. Above 0.5625 by acos(1 - t) = 2 sqrt(t / 2) (1 + t p(t)).
__device__ __forceinline__ double acos(double x)
{
    double a = __builtin_fabs(x), y;
    bool is_left = __lockstep_high_word(x) < 0;
    if (__lockstep_high_word(a) < 0x3fe26666) {
        y = __builtin_fma(__lockstep_asin_core(a * a), a, a);
        return is_left ? 1.5707963267948966 + __dadd_rn(y, 6.123233995736766e-17)
                       : 1.5707963267948966 - __dadd_rn(y, -6.123233995736766e-17);
    }
    double t = 1.0 - a;
    if (__lockstep_high_word(t) >= 1) {
        double root = __lockstep_scale_by(__lockstep_root(__lockstep_scale_by(t, -1)), 1);
        double p = 2.751918949311172e-06;
        p = __builtin_fma(p, t, -1.5951212865388395e-06);
        p = __builtin_fma(p, t, 6.118529412726973e-06);
        p = __builtin_fma(p, t, 6.928343859556241e-06);
        p = __builtin_fma(p, t, 1.9480663162164715e-05);
        p = __builtin_fma(p, t, 4.503196545530714e-05);
        p = __builtin_fma(p, t, 0.00010911426300865435);
        p = __builtin_fma(p, t, 0.00027113554445344455);
        p = __builtin_fma(p, t, 0.0006991300615525486);
        p = __builtin_fma(p, t, 0.0018988715243469585);
        p = __builtin_fma(p, t, 0.005580357142924968);
        p = __builtin_fma(p, t, 0.018749999999999475);
        p = __builtin_fma(p, t, 0.08333333333333333);
        y = __builtin_fma(t * p, root, root);
    } else {
        y = __lockstep_mul_double(a, 0.0);
    }
    y = __lockstep_high_word(t) < 0 ? __lockstep_mul_double(y, __LOCKSTEP_INF) : y;
    return is_left ? 3.141592653589793 - __dadd_rn(y, -1.2246467991473532e-16) : y;
}

// atan on [0, 1]
__device__ __forceinline__ double __lockstep_atan_core(double t)
{
    double s = t * t;
    double p = -2.0258553044438358e-05;
    p = __builtin_fma(p, s, 0.0002230224034575851);
    p = __builtin_fma(p, s, -0.0011640717779930576);
    p = __builtin_fma(p, s, 0.0038559749383629918);
    p = __builtin_fma(p, s, -0.009184559218716548);
    p = __builtin_fma(p, s, 0.01697803583459733);
    p = __builtin_fma(p, s, -0.025826796814495994);
    p = __builtin_fma(p, s, 0.03406781108271512);
    p = __builtin_fma(p, s, -0.04092638242050997);
    p = __builtin_fma(p, s, 0.046739496199157994);
    p = __builtin_fma(p, s, -0.05239233005460132);
    p = __builtin_fma(p, s, 0.05877307772179085);
    p = __builtin_fma(p, s, -0.06665860363351257);
    p = __builtin_fma(p, s, 0.07692212930586784);
    p = __builtin_fma(p, s, -0.09090901235400523);
    p = __builtin_fma(p, s, 0.11111110678749424);
    p = __builtin_fma(p, s, -0.14285714271334815);
    p = __builtin_fma(p, s, 0.1999999999975502);
    p = __builtin_fma(p, s, -0.3333333333333186);
    return __builtin_fma(s * p, t, t);
}

// 2 ulp
__device__ __forceinline__ double atan(double x)
{
    double a = __builtin_fabs(x), t = a;
    if (a > 1.0)
        t = a == __LOCKSTEP_INF ? 0.0 : __lockstep_reciprocal(a);
    double y = __lockstep_atan_core(t);
    y = a > 1.0 ? 1.5707963267948966 - y : y;
    return __builtin_copysign(y, x);
}

// 2 ulp; zeros and infinities as C99 F.9.1.4.
__device__ __forceinline__ double atan2(double y, double x)
{
    double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
    bool is_steep = ay > ax, is_left = __lockstep_high_word(x) < 0;
    double large = is_steep ? ay : ax, r;
    if (large == 0.0) {
        r = is_left ? 3.141592653589793 : 0.0;
    } else {
        r = __lockstep_atan_core((is_steep ? ax : ay) / large);
        double steep = (is_left ? r : -r) + 1.5707963267948966;
        r = is_left ? 3.141592653589793 - r : r;
        r = is_steep ? steep : r;
        r = ax == ay ? (is_left ? 2.356194490192345 : 0.7853981633974483) : r;
    }
    double sum = __dadd_rn(ax, ay);
    return sum <= __LOCKSTEP_INF ? __builtin_copysign(r, y) : sum;
}

#endif
