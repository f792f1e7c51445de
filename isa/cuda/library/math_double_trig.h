// SPDX-License-Identifier: Apache-2.0
// Circular functions of doubles and their inverses. Errors and polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_DOUBLE_TRIG_H
#define LOCKSTEP_MATH_DOUBLE_TRIG_H

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

// Payne and Hanek's reduction as __lockstep_reduce_large_f, in words of 64 bits.
__device__ __forceinline__ double __lockstep_reduce_large(double x, int *quadrant)
{
    unsigned long long bits = (unsigned long long)__builtin_double_as_longlong(x);
    int first = ((int)(bits >> 52) & 2047) - 1024; // the first bit of the window
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
    turns = turns << 2 | turns_low >> 62;
    turns_low <<= 2;
    bool is_negative = (long long)turns < 0;
    turns = is_negative ? ~turns : turns;
    turns_low = is_negative ? ~turns_low : turns_low;
    int zeros = __builtin_clz64(turns);
    turns = __lockstep_window(turns, turns_low, zeros & 63);
    double leading = (double)(turns >> 11), trailing = (double)(turns & 2047);
    double scale = __lockstep_power_of_two(-53 - zeros);
    double r = leading * 6.123233995736766e-17 + trailing * (1.5707963267948966 / 2048.0);
    r = __builtin_fma(leading, 1.5707963267948966, r) * scale;
    bool turns_back = is_negative != (x < 0.0);
    *quadrant = x < 0.0 ? -q : q;
    r = turns_back ? -r : r;
    return first == 1023 ? __LOCKSTEP_NAN : r;
}

// x - n pi/2, |result| <= pi/4: three parts of pi/2 as long as n has no more than 31 bits.
__device__ __forceinline__ double __lockstep_reduce(double x, int *quadrant)
{
    if (__builtin_fabs(x) >= 2147483648.0)
        return __lockstep_reduce_large(x, quadrant);
    int q = __lockstep_int_rn_double(x * 0.63661977236758138);
    double n = (double)q;
    double r = __builtin_fma(n, -1.5707963267948966, x);
    r = __builtin_fma(n, -6.123233995736766e-17, r);
    *quadrant = q;
    return __builtin_fma(n, 1.4973849048591698e-33, r);
}

// sin(r + quadrant pi/2) for |r| <= pi/4
__device__ __forceinline__ double __lockstep_sine(double r, int quadrant)
{
    bool is_cosine = (quadrant & 1) != 0;
    double s = __lockstep_mul_double(r, r);
    double base = is_cosine ? 1.0 : r;
    double p = is_cosine ? __builtin_fma(s, -1.1358775806862761e-11, 2.0875705893230048e-09)
                         : 1.5895962717609965e-10;
    p = __builtin_fma(p, s, is_cosine ? -2.7557314220447104e-07 : -2.5050742598311305e-08);
    p = __builtin_fma(p, s, is_cosine ? 2.4801587289012176e-05 : 2.7557313583663127e-06);
    p = __builtin_fma(p, s, is_cosine ? -0.0013888888888873353 : -0.00019841269829461302);
    p = __builtin_fma(p, s, is_cosine ? 0.041666666666666595 : 0.0083333333333219205);
    p = __builtin_fma(p, s, is_cosine ? -0.5 : -0.1666666666666663);
    double t = __builtin_fma(s, base, 0.0); // +0 for -0, so that sin(-0) is -0
    double y = __builtin_fma(p, t, base);
    return (quadrant & 2) != 0 ? -y : y;
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
    *sine = __lockstep_sine(r, quadrant);
    *cosine = __lockstep_sine(r, quadrant + 1);
}

// 2 ulp
__device__ __forceinline__ double tan(double x)
{
    int quadrant;
    double r = __lockstep_reduce(x, &quadrant);
    double s = r * r;
    double p = 9.6970422309435707e-06;
    p = __builtin_fma(p, s, -2.3814050957148121e-05);
    p = __builtin_fma(p, s, 4.7703709270731015e-05);
    p = __builtin_fma(p, s, -2.451148622862378e-05);
    p = __builtin_fma(p, s, 6.6329069033217654e-05);
    p = __builtin_fma(p, s, 8.4053027420249099e-05);
    p = __builtin_fma(p, s, 0.00024355607481545274);
    p = __builtin_fma(p, s, 0.00058891991476201801);
    p = __builtin_fma(p, s, 0.0014560343099175638);
    p = __builtin_fma(p, s, 0.0035921024894688285);
    p = __builtin_fma(p, s, 0.0088632377648140415);
    p = __builtin_fma(p, s, 0.021869488409375849);
    p = __builtin_fma(p, s, 0.053968253972517782);
    p = __builtin_fma(p, s, 0.13333333333326106);
    p = __builtin_fma(p, s, 0.33333333333333376);
    double y = __builtin_fma(p, s * r, r);
    y = r == 0.0 ? r : y;
    return (quadrant & 1) != 0 ? -1.0 / y : y;
}

// x in half turns: 2x = n + rest exactly; the angle is rest pi/2. Above 2^53 all are even.
__device__ __forceinline__ double __lockstep_half_turns(double x, int *quadrant)
{
    double n = __builtin_rint(x + x);
    double rest = __builtin_fma(n, -0.5, x);
    *quadrant = (int)__lockstep_long_rn_double(n);
    return __builtin_fma(rest, 3.1415926535897931, rest * 1.2246467991473532e-16);
}

// 2 ulp
__device__ __forceinline__ double sinpi(double x)
{
    int quadrant;
    double r = __lockstep_half_turns(x, &quadrant);
    double y = __lockstep_sine(r, quadrant);
    if (x == __builtin_trunc(x))
        y = x * 0.0;
    return y;
}

// 2 ulp
__device__ __forceinline__ double cospi(double x)
{
    double a = __builtin_fabs(x);
    int quadrant;
    double r = __lockstep_half_turns(a < 9007199254740992.0 ? a : a * 0.0, &quadrant);
    return __lockstep_sine(r, quadrant + 1) + 0.0; // never -0
}

// 2 ulp
__device__ __forceinline__ void sincospi(double x, double *sine, double *cosine)
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}

// y + y s p(s), asin on |y| <= 0.575
__device__ __forceinline__ double __lockstep_asin_core(double y, double s)
{
    double p = 0.067993746014207421;
    p = __builtin_fma(p, s, -0.094593458798666277);
    p = __builtin_fma(p, s, 0.08597108255132016);
    p = __builtin_fma(p, s, -0.031603808915484644);
    p = __builtin_fma(p, s, 0.021193555277790491);
    p = __builtin_fma(p, s, 0.0068169415986851379);
    p = __builtin_fma(p, s, 0.012032700937542431);
    p = __builtin_fma(p, s, 0.013909094890881176);
    p = __builtin_fma(p, s, 0.017357286840806199);
    p = __builtin_fma(p, s, 0.022371909935587735);
    p = __builtin_fma(p, s, 0.030381953300394261);
    p = __builtin_fma(p, s, 0.04464285695665704);
    p = __builtin_fma(p, s, 0.075000000001975639);
    p = __builtin_fma(p, s, 0.16666666666665933);
    return __builtin_fma(p * s, y, y);
}

// 2 ulp. Above 0.575: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
__device__ __forceinline__ double asin(double x)
{
    double a = __builtin_fabs(x);
    bool is_large = a > 0.575;
    double half = __builtin_fma(a, -0.5, 0.5);
    double s = is_large ? half : a * a;
    double y = __lockstep_asin_core(is_large ? __builtin_sqrt(half) : a, s);
    y = is_large ? __builtin_fma(y, -2.0, 6.123233995736766e-17) + 1.5707963267948966 : y;
    return __builtin_copysign(y, x);
}

// 2 ulp
__device__ __forceinline__ double acos(double x)
{
    double a = __builtin_fabs(x);
    bool is_large = a > 0.575;
    double half = __builtin_fma(a, -0.5, 0.5);
    double s = is_large ? half : a * a;
    double y = __lockstep_asin_core(is_large ? __builtin_sqrt(half) : x, s);
    double back = __builtin_fma(y, -2.0, 1.2246467991473532e-16) + 3.1415926535897931;
    double large = x < 0.0 ? back : y + y;
    double small = 1.5707963267948966 - (y - 6.123233995736766e-17);
    return is_large ? large : small;
}

// atan on [0, 1]
__device__ __forceinline__ double __lockstep_atan_core(double t)
{
    double s = t * t;
    double p = 1.3198556709231861e-05;
    p = __builtin_fma(p, s, -0.00015189576051538408);
    p = __builtin_fma(p, s, 0.00083009617649348964);
    p = __builtin_fma(p, s, -0.0028814416248141906);
    p = __builtin_fma(p, s, 0.0071897338180268106);
    p = __builtin_fma(p, s, -0.013890972230797886);
    p = __builtin_fma(p, s, 0.021974637656378564);
    p = __builtin_fma(p, s, -0.029895506664196814);
    p = __builtin_fma(p, s, 0.036636614375835416);
    p = __builtin_fma(p, s, -0.042189172709254978);
    p = __builtin_fma(p, s, 0.047222216082084136);
    p = __builtin_fma(p, s, -0.052534886438146654);
    p = __builtin_fma(p, s, 0.058805210206003218);
    p = __builtin_fma(p, s, -0.066664028998111385);
    p = __builtin_fma(p, s, 0.076922796952058739);
    p = __builtin_fma(p, s, -0.090909069903947898);
    p = __builtin_fma(p, s, 0.11111111006295935);
    p = __builtin_fma(p, s, -0.14285714282549475);
    p = __builtin_fma(p, s, 0.19999999999950996);
    p = __builtin_fma(p, s, -0.33333333333333065);
    return __builtin_fma(p * s, t, t);
}

// 2 ulp
__device__ __forceinline__ double atan(double x)
{
    double a = __builtin_fabs(x);
    bool is_large = a > 1.0;
    double y = __lockstep_atan_core(is_large ? 1.0 / a : a);
    y = is_large ? 1.5707963267948966 - (y - 6.123233995736766e-17) : y;
    return __builtin_copysign(y, x);
}

// 2 ulp; zeros and infinities as C99 F.9.1.4.
__device__ __forceinline__ double atan2(double y, double x)
{
    double ax = __builtin_fabs(x), ay = __builtin_fabs(y);
    bool is_steep = ay > ax;
    double small = is_steep ? ax : ay, large = is_steep ? ay : ax;
    double t = small / large;
    if (large == 0.0 || small == __LOCKSTEP_INF)
        t = large == 0.0 ? 0.0 : 1.0;
    double r = __lockstep_atan_core(t);
    r = is_steep ? 1.5707963267948966 - (r - 6.123233995736766e-17) : r;
    r = __lockstep_high_word(x) < 0 ? 3.1415926535897931 - (r - 1.2246467991473532e-16) : r;
    r = __builtin_copysign(r, y);
    return ax + ay <= __LOCKSTEP_INF ? r : ax + ay;
}

#endif
