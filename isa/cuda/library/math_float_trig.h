// SPDX-License-Identifier: Apache-2.0
// Circular functions of floats and their inverses. Errors and bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_TRIG_H
#define LOCKSTEP_MATH_FLOAT_TRIG_H

#include "math_fast.h"
#include "math_primitive.h"

// 2/pi in binary, the lowest word first.
__device__ const unsigned int __lockstep_two_over_pi_f[6] = {0x3c439041u, 0xdb629599u, 0xf534ddc0u,
                                                             0xfc2757d1u, 0x4e441529u, 0xa2f9836eu};

// Payne and Hanek, "Radian reduction for trigonometric functions" (1983): the bits of x 2/pi that
// matter modulo 4 are looked up in the whole product. Returns the quadrant in the high word, the
// angle in [-pi/4, pi/4] as a float in the low one. As in nvcc's code, the words of the product are
// in local memory and the loop is not unrolled, so that a launch has as many instructions and local
// accesses as there.
__device__ __forceinline__ unsigned long long __lockstep_reduce_large_f(float x)
{
    if (__builtin_fabsf(x) == __LOCKSTEP_INF_F) {
        return (unsigned int)__builtin_float_as_int(__LOCKSTEP_NAN_F);
    }
    unsigned int bits = (unsigned int)__builtin_float_as_int(x);
    unsigned int exponent = (bits >> 23 & 255u) - 128u; // the first bit of the window
    unsigned int mantissa = bits << 8 | 0x80000000u;
    unsigned int words[7];
    unsigned long long sum = 0;
#pragma unroll 1
    for (int i = 0; i < 6; i++) {
        sum += (unsigned long long)__lockstep_two_over_pi_f[i] * mantissa;
        words[i] = (unsigned int)sum;
        sum >>= 32;
    }
    words[6] = (unsigned int)sum;
    unsigned int *window = words + (6 - (int)(exponent >> 5));
    unsigned int high = window[0], low = window[-1], shift = exponent & 31u;
    if (shift != 0) {
        high = (high << shift) + (low >> (32u - shift));
        low = (low << shift) + (window[-2] >> (32u - shift));
    }
    unsigned long long turns = (unsigned long long)high << 32 | low;
    int quadrant = (int)(high >> 30) + (int)(high >> 29 & 1u);
    long long rest = (long long)(turns << 2);
    bool is_negative = (int)bits < 0;
    quadrant = is_negative ? -quadrant : quadrant;
    is_negative = is_negative != (rest < 0);
    rest ^= rest >> 63; // less by one unit than its magnitude, as nvcc makes it
#if __CUDA_ARCH__ < 130 // without doubles; a rounding more
    float r = (float)rest * 8.51530395e-20f; // pi/2 / 2^64
#else
    float r = (float)((double)rest * 8.51530395021638647e-20); // pi/2 / 2^64
#endif
    r = is_negative ? -r : r;
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
    return __builtin_fmaf(n, -5.39030295e-15f, r);
}

// sin(r + quadrant pi/2) for |r| <= pi/4: sin(r) or cos(r) by the quadrant's parity.
__device__ __forceinline__ float __lockstep_sine_f(float r, int quadrant)
{
    bool is_cosine = (quadrant & 1) != 0;
    float s = __lockstep_mul(r, r);
    float base = is_cosine ? 1.0f : r;
    float p = is_cosine ? __builtin_fmaf(2.42795795e-05f, s, -0.00138878601f) : -0.000195746587f;
    p = __builtin_fmaf(p, s, is_cosine ? 0.0416667275f : 0.00833270326f);
    p = __builtin_fmaf(p, s, is_cosine ? -0.49999997f : -0.166666627f);
    float t = __builtin_fmaf(s, base, 0.0f); // +0 for -0, so that sin(-0) is -0
    return __builtin_fmaf(p, t, base);
}

// The sign of quadrants 2 and 3; never -0 there.
__device__ __forceinline__ float __lockstep_turned_f(float y, int quadrant)
{
    return (quadrant & 2) != 0 ? __builtin_fmaf(y, -1.0f, 0.0f) : y;
}

// 2 ulp
__device__ __forceinline__ float sinf(float x)
{
    __LOCKSTEP_FAST(__sinf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619747f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    return __lockstep_turned_f(__lockstep_sine_f(r, quadrant), quadrant);
}

// 2 ulp
__device__ __forceinline__ float cosf(float x)
{
    __LOCKSTEP_FAST(__cosf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619747f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    quadrant++;
    return __lockstep_turned_f(__lockstep_sine_f(r, quadrant), quadrant);
}

// 2 ulp
__device__ __forceinline__ void sincosf(float x, float *sine, float *cosine)
{
    __LOCKSTEP_FAST(__sincosf(x, sine, cosine));
    int quadrant = __lockstep_int_rn(x * 0.636619747f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    float y = __lockstep_sine_f(r, quadrant), z = __lockstep_sine_f(r, quadrant + 1);
    *sine = (quadrant & 2) != 0 ? -y : y;
    *cosine = (quadrant + 1 & 2) != 0 ? -z : z;
}

// 4 ulp
__device__ __forceinline__ float tanf(float x)
{
    __LOCKSTEP_FAST(__tanf(x));
    int quadrant = __lockstep_int_rn(x * 0.636619747f);
    float r = __lockstep_reduce_f(x, (float)quadrant);
    if (__builtin_fabsf(x) >= __LOCKSTEP_TRIG_LARGE_F) {
        unsigned long long reduced = __lockstep_reduce_large_f(x);
        r = __builtin_int_as_float((int)reduced);
        quadrant = (int)(reduced >> 32);
    }
    float s = r * r;
    float p = 0.00933837891f;
    p = __builtin_fmaf(p, s, 0.00326538086f);
    p = __builtin_fmaf(p, s, 0.0242919922f);
    p = __builtin_fmaf(p, s, 0.0534667969f);
    p = __builtin_fmaf(p, s, 0.13337791f);
    p = __builtin_fmaf(p, s, 0.3333323f);
    float y = __builtin_fmaf(p, __lockstep_mul(s, r), r);
    y = __builtin_fabsf(r) == 0.000490966951f ? r : y; // the one argument of which y is too far off
    return (quadrant & 1) != 0 ? __lockstep_rcp_ftz(-y) : y;
}

// x in half turns: 2x = *quadrant + 2 rest exactly; the angle is rest pi.
__device__ __forceinline__ float __lockstep_half_turns_f(float x, int *quadrant)
{
    float n = __builtin_rintf(x + x);
    *quadrant = (int)n;
    return __builtin_fmaf(-n, 0.5f, x);
}

// sin(pi rest) and cos(pi rest) for |rest| <= 1/4
__device__ __forceinline__ float __lockstep_sine_pi_f(float rest)
{
    float s = __lockstep_mul(rest, rest);
    float p = -0.592480242f;
    p = __builtin_fmaf(p, s, 2.5501442f);
    p = __builtin_fmaf(p, s, -5.16771984f);
    p = __builtin_fmaf(p, __builtin_fmaf(s, rest, 0.0f), 0.0f);
    return __builtin_fmaf(3.14159274f, rest, p);
}

__device__ __forceinline__ float __lockstep_cosine_pi_f(float rest)
{
    float s = __lockstep_mul(rest, rest);
    float p = 0.226860315f;
    p = __builtin_fmaf(p, s, -1.33456039f);
    p = __builtin_fmaf(p, s, 4.05869246f);
    p = __builtin_fmaf(p, s, -4.93480206f);
    return __builtin_fmaf(p, s, 1.0f);
}

// 1 ulp
__device__ __forceinline__ float sinpif(float x)
{
    int quadrant;
    float rest = __lockstep_half_turns_f(x, &quadrant);
    float sine = __lockstep_sine_pi_f(rest), cosine = __lockstep_cosine_pi_f(rest);
    float y = (quadrant & 1) != 0 ? cosine : sine;
    y = (quadrant & 2) != 0 ? 0.0f - y : y;
    if (x == __builtin_truncf(x)) // an integer: zero with the sign of x
        y = __lockstep_mul(x, 0.0f);
    return y;
}

// 1 ulp
__device__ __forceinline__ float cospif(float x)
{
    float limited = __builtin_fabsf(x) <= 16777216.0f ? x : __lockstep_mul(x, 0.0f);
    int quadrant;
    float rest = __lockstep_half_turns_f(limited, &quadrant);
    float sine = __lockstep_sine_pi_f(rest), cosine = __lockstep_cosine_pi_f(rest);
    float y = (quadrant & 1) != 0 ? sine : cosine;
    return (quadrant + 1 & 2) != 0 ? 0.0f - y : y;
}

// 1 ulp
__device__ __forceinline__ void sincospif(float x, float *sine, float *cosine)
{
    int quadrant;
    float rest = __lockstep_half_turns_f(x, &quadrant);
    float s = __lockstep_sine_pi_f(rest), c = __lockstep_cosine_pi_f(rest);
    float y = (quadrant & 1) != 0 ? c : s, z = (quadrant & 1) != 0 ? s : c;
    y = (quadrant & 2) != 0 ? -y : y;
    z = __lockstep_turned_f(z, quadrant + 1);
    if (x == __builtin_truncf(x))
        y = __lockstep_mul(x, 0.0f);
    if (!(__builtin_fabsf(x) <= 16777216.0f))
        z = y + 1.0f;
    *sine = y;
    *cosine = z;
}

// sqrt((1 - a) / 2) with a step of Newton's after the machine's reciprocal root; 0 for a = 1.
__device__ __forceinline__ float __lockstep_half_angle_f(float a)
{
    float h = __builtin_fmaf(0.5f, -a, 0.5f);
    float inverse = __lockstep_rsqrt_ftz(h);
    float root = h * inverse;
    root = __builtin_fmaf(root, __builtin_fmaf(-root, inverse * 0.5f, 0.5f), root);
    return a == 1.0f ? 0.0f : root;
}

// pi/2 + y, with pi/2 as a product of two floats that is closer than one float.
__device__ __forceinline__ float __lockstep_from_quarter_f(float y)
{
    return __builtin_fmaf(0.933189452f, 1.68325555f, y);
}

// 2 ulp. Above 0.56: asin(a) = pi/2 - 2 asin(sqrt((1 - a) / 2)).
__device__ __forceinline__ float asinf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 0.56f;
    float y = is_large ? __lockstep_half_angle_f(a) : a;
    float s = y * y;
    float p = 0.0502500199f;
    p = __builtin_fmaf(p, s, 0.0187733602f);
    p = __builtin_fmaf(p, s, 0.0467690527f);
    p = __builtin_fmaf(p, s, 0.0748230144f);
    p = __builtin_fmaf(p, s, 0.166671813f);
    y = __builtin_fmaf(s * p, y, y);
    y = is_large ? __lockstep_from_quarter_f(y * -2.0f) : y;
    return y <= __LOCKSTEP_INF_F ? __builtin_copysignf(y, x) : y;
}

// 2 ulp
__device__ __forceinline__ float acosf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 0.56f;
    float y = __builtin_copysignf(is_large ? __lockstep_half_angle_f(a) : a, x);
    float s = y * y;
    float p = 0.0353822075f;
    p = __builtin_fmaf(p, s, 0.0169805195f);
    p = __builtin_fmaf(p, s, 0.0307629332f);
    p = __builtin_fmaf(p, s, 0.044709418f);
    p = __builtin_fmaf(p, s, 0.0749890432f);
    p = __builtin_fmaf(p, s, 0.166667074f);
    y = __builtin_fmaf(s * p, y, y);
    float r = x > 0.56f ? y : __lockstep_from_quarter_f(is_large ? y : -y);
    return is_large ? r + r : r;
}

// 2 ulp
__device__ __forceinline__ float atanf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 1.0f;
    float t = is_large ? __lockstep_rcp_ftz(a) : a;
    float s = t * t;
    float p = 0.0024500289f;
    p = __builtin_fmaf(p, s, -0.0143969795f);
    p = __builtin_fmaf(p, s, 0.0398497507f);
    p = __builtin_fmaf(p, s, -0.0725297481f);
    p = __builtin_fmaf(p, s, 0.105184801f);
    p = __builtin_fmaf(p, s, -0.14171803f);
    p = __builtin_fmaf(p, s, 0.199887753f);
    p = __builtin_fmaf(p, s, -0.333329409f);
    float y = __builtin_fmaf(s * p, t, t);
    y = is_large ? __lockstep_from_quarter_f(-y) : y;
    return a <= __LOCKSTEP_INF_F ? __builtin_copysignf(y, x) : y;
}

// 3 ulp; zeros and infinities as C99 F.9.1.4.
__device__ __forceinline__ float atan2f(float y, float x)
{
    float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
    bool is_steep = ay > ax, is_left = __builtin_float_as_int(x) < 0;
    float small = is_steep ? ax : ay, large = is_steep ? ay : ax;
    float t = __fdiv_rn(small, large);
    float s = t * t;
    float p = 0.00273806113f;
    p = __builtin_fmaf(p, s, -0.0156818777f);
    p = __builtin_fmaf(p, s, 0.0422007516f);
    p = __builtin_fmaf(p, s, -0.0747929811f);
    p = __builtin_fmaf(p, s, 0.106404155f);
    p = __builtin_fmaf(p, s, -0.142077222f);
    p = __builtin_fmaf(p, s, 0.199939251f);
    p = __builtin_fmaf(p, s, -0.333331972f);
    float r = __builtin_fmaf(s * p, t, t);
    if (is_steep)
        r = __lockstep_from_quarter_f(is_left ? r : -r);
    else
        r = is_left ? __builtin_fmaf(1.8663789f, 1.68325555f, -r) : r; // pi
    r = ax == ay ? (is_left ? 2.3561945f : 0.785398185f) : r;
    r = large == 0.0f ? (is_left ? 3.14159274f : 0.0f) : r;
    float sum = ax + ay;
    return sum <= __LOCKSTEP_INF_F ? __builtin_copysignf(r, y) : sum;
}

#endif
