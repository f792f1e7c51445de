// SPDX-License-Identifier: Apache-2.0
// Circular functions of floats and their inverses. Errors and polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_TRIG_H
#define LOCKSTEP_MATH_FLOAT_TRIG_H

#include "math_fast.h"
#include "math_primitive.h"

// 2/pi in binary after one word of zeros.
__device__ const unsigned int __lockstep_two_over_pi_f[7] = {
    0x00000000u, 0xa2f9836eu, 0x4e441529u, 0xfc2757d1u, 0xf534ddc0u, 0xdb629599u, 0x3c439041u};

// Payne and Hanek, "Radian reduction for trigonometric functions" (1983): of x 2/pi only the bits
// that matter modulo 4 are computed, 96 of them from a window of 2/pi. Returns the quadrant in the
// high word, the angle in [-pi/4, pi/4] as a float in the low one.
__device__ __forceinline__ unsigned long long __lockstep_reduce_large_f(float x)
{
    unsigned int bits = (unsigned int)__builtin_float_as_int(x);
    unsigned int exponent = (bits >> 23 & 255u) - 128u; // the first bit of the window
    unsigned int mantissa = bits << 8 | 0x80000000u;
    const unsigned int *words = __lockstep_two_over_pi_f + (exponent >> 5);
    unsigned int w0 = words[0], w1 = words[1], w2 = words[2], w3 = words[3];
    unsigned int high = __lockstep_funnel_left(w1, w0, exponent);
    unsigned int middle = __lockstep_funnel_left(w2, w1, exponent);
    unsigned int low = __lockstep_funnel_left(w3, w2, exponent);
    unsigned long long turns = (unsigned long long)mantissa * low >> 32;
    turns += (unsigned long long)mantissa * middle;
    turns += (unsigned long long)(mantissa * high) << 32;
    int quadrant = (int)(turns >> 62) + (int)(turns >> 61 & 1);
#if __CUDA_ARCH__ < 130                                         // without doubles; a rounding more
    float r = (float)(long long)(turns << 2) * 8.51530395e-20f; // pi/2 / 2^64
#else
    double angle = (double)(long long)(turns << 2) * 8.51530395021638647e-20; // pi/2 / 2^64
    float r = (float)angle;
#endif
    bool is_negative = (int)bits < 0;
    r = is_negative ? -r : r;
    quadrant = is_negative ? -quadrant : quadrant;
    r = exponent == 127u ? __LOCKSTEP_NAN_F : r;
    return (unsigned long long)(unsigned int)quadrant << 32 |
           (unsigned int)__builtin_float_as_int(r);
}

// Above, the three parts of pi/2 no longer hold n pi/2 exactly enough.
#define __LOCKSTEP_TRIG_LARGE_F 105615.0f

// x - n pi/2 by Cody and Waite: pi/2 in three parts.
__device__ __forceinline__ float __lockstep_reduce_f(float x, float n)
{
    float r = __builtin_fmaf(n, -1.57079625f, x);
    r = __builtin_fmaf(n, -7.54978942e-08f, r);
    return __builtin_fmaf(n, -5.39030253e-15f, r);
}

// sin(r + quadrant pi/2) for |r| <= pi/4: sin(r) or cos(r) by the quadrant's parity.
__device__ __forceinline__ float __lockstep_sine_f(float r, int quadrant)
{
    bool is_cosine = (quadrant & 1) != 0;
    float s = __lockstep_mul(r, r);
    float base = is_cosine ? 1.0f : r;
    float p = is_cosine ? __builtin_fmaf(2.44325674e-05f, s, -0.00138873106f) : -0.000195184548f;
    p = __builtin_fmaf(p, s, is_cosine ? 0.0416666456f : 0.0083321901f);
    p = __builtin_fmaf(p, s, is_cosine ? -0.5f : -0.166666552f);
    float t = __builtin_fmaf(s, base, 0.0f); // +0 for -0, so that sin(-0) is -0
    float y = __builtin_fmaf(p, t, base);
    return (quadrant & 2) != 0 ? -y : y;
}

// 2 ulp
__device__ __forceinline__ float sinf(float x)
{
    __LOCKSTEP_FAST(__sinf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619772f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    return __lockstep_sine_f(r, quadrant);
}

// 2 ulp
__device__ __forceinline__ float cosf(float x)
{
    __LOCKSTEP_FAST(__cosf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619772f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    return __lockstep_sine_f(r, quadrant + 1);
}

// 2 ulp
__device__ __forceinline__ void sincosf(float x, float *sine, float *cosine)
{
    __LOCKSTEP_FAST(__sincosf(x, sine, cosine));
    int quadrant = __lockstep_int_rn(x * 0.636619772f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    *sine = __lockstep_sine_f(r, quadrant);
    *cosine = __lockstep_sine_f(r, quadrant + 1);
}

// 4 ulp
__device__ __forceinline__ float tanf(float x)
{
    __LOCKSTEP_FAST(__tanf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619772f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    float s = r * r;
    float p = 0.00938776415f;
    p = __builtin_fmaf(p, s, 0.00311510055f);
    p = __builtin_fmaf(p, s, 0.0244338773f);
    p = __builtin_fmaf(p, s, 0.0534099191f);
    p = __builtin_fmaf(p, s, 0.133388221f);
    p = __builtin_fmaf(p, s, 0.333331555f);
    float y = __builtin_fmaf(p, s * r, r);
    y = r == 0.0f ? r : y;
    return (quadrant & 1) != 0 ? __lockstep_rcp_ftz(-y) : y;
}

// x in half turns: 2x = n + rest exactly; the angle is rest pi/2.
__device__ __forceinline__ float __lockstep_half_turns_f(float x, int *quadrant)
{
    float n = __builtin_rintf(x + x);
    float rest = __builtin_fmaf(n, -0.5f, x);
    *quadrant = __lockstep_int_rn(n);
    return __builtin_fmaf(rest, 3.14159274f, rest * -8.74227766e-08f);
}

// 1 ulp
__device__ __forceinline__ float sinpif(float x)
{
    int quadrant;
    float r = __lockstep_half_turns_f(x, &quadrant);
    float y = __lockstep_sine_f(r, quadrant);
    if (x == __builtin_truncf(x)) // an integer: zero with the sign of x
        y = x * 0.0f;
    return y;
}

// 1 ulp
__device__ __forceinline__ float cospif(float x)
{
    float a = __builtin_fabsf(x);
    int quadrant;
    float r = __lockstep_half_turns_f(a < 16777216.0f ? a : a * 0.0f, &quadrant);
    return __lockstep_sine_f(r, quadrant + 1) + 0.0f; // never -0
}

// 1 ulp
__device__ __forceinline__ void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}

// (asin(sqrt(s)) / sqrt(s) - 1) / s on [0, 0.32]
__device__ __forceinline__ float __lockstep_asin_core_f(float s)
{
    float p = 0.0517702773f;
    p = __builtin_fmaf(p, s, 0.018114144f);
    p = __builtin_fmaf(p, s, 0.0467825271f);
    p = __builtin_fmaf(p, s, 0.0748421326f);
    return __builtin_fmaf(p, s, 0.166670397f);
}

// sqrt(h) with one step of Newton's after the machine's reciprocal root; 0 for 0.
__device__ __forceinline__ float __lockstep_root_f(float h)
{
    float inverse = __lockstep_rsqrt_ftz(h);
    float root = h * inverse;
    root = __builtin_fmaf(__builtin_fmaf(-root, root, h), 0.5f * inverse, root);
    return h == 0.0f ? 0.0f : root;
}

// 2 ulp. Above 0.5625: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
__device__ __forceinline__ float asinf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 0.5625f;
    float half = __builtin_fmaf(a, -0.5f, 0.5f);
    float y = is_large ? __lockstep_root_f(half) : a;
    float s = is_large ? half : a * a;
    y = __builtin_fmaf(__lockstep_asin_core_f(s) * s, y, y);
    y = is_large ? __builtin_fmaf(y, -2.0f, 1.57079637f) : y;
    return __builtin_copysignf(y, x);
}

// 2 ulp
__device__ __forceinline__ float acosf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 0.5625f;
    float half = __builtin_fmaf(a, -0.5f, 0.5f);
    float y = is_large ? __lockstep_root_f(half) : x;
    float s = is_large ? half : a * a;
    y = __builtin_fmaf(__lockstep_asin_core_f(s) * s, y, y);
    float large = x < 0.0f ? __builtin_fmaf(y, -2.0f, 3.14159274f) : y + y;
    float small = (1.57079637f - y) + -4.37113883e-08f;
    return is_large ? large : small;
}

// atan on [0, 1]
__device__ __forceinline__ float __lockstep_atan_core_f(float t)
{
    float s = t * t;
    float p = 0.00291255908f;
    p = __builtin_fmaf(p, s, -0.0163350888f);
    p = __builtin_fmaf(p, s, 0.0431579091f);
    p = __builtin_fmaf(p, s, -0.0754759088f);
    p = __builtin_fmaf(p, s, 0.106638066f);
    p = __builtin_fmaf(p, s, -0.142104879f);
    p = __builtin_fmaf(p, s, 0.199937016f);
    p = __builtin_fmaf(p, s, -0.333331496f);
    return __builtin_fmaf(p * s, t, t);
}

// 2 ulp
__device__ __forceinline__ float atanf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 1.0f;
    float y = __lockstep_atan_core_f(is_large ? __lockstep_rcp_ftz(a) : a);
    y = is_large ? 1.57079637f - y : y;
    return __builtin_copysignf(y, x);
}

// 3 ulp; zeros and infinities as C99 F.9.1.4.
__device__ __forceinline__ float atan2f(float y, float x)
{
    float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
    bool is_steep = ay > ax;
    float small = is_steep ? ax : ay, large = is_steep ? ay : ax;
    float t = small / large;
    if (large == 0.0f || small == __LOCKSTEP_INF_F) // both zero, or both infinite
        t = large == 0.0f ? 0.0f : 1.0f;
    float r = __lockstep_atan_core_f(t);
    r = is_steep ? 1.57079637f - r : r;
    r = __builtin_float_as_int(x) < 0 ? 3.14159274f - r : r;
    r = __builtin_copysignf(r, y);
    return ax + ay <= __LOCKSTEP_INF_F ? r : ax + ay;
}

#endif
