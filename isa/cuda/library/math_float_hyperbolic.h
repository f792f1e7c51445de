// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions of floats and their inverses. Errors and polynomials: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_HYPERBOLIC_H
#define LOCKSTEP_MATH_FLOAT_HYPERBOLIC_H

#include "math_float_exp.h"

// 3 ulp. Above 1 by exp(a) / 4, which stays in range as long as the result does.
__device__ __forceinline__ float sinhf(float x)
{
    float a = __builtin_fabsf(x);
    float e = __lockstep_exp_f(a, 2.0f);
    float large = __builtin_fmaf(e, 2.0f, -0.125f * __lockstep_rcp_ftz(e));
    float s = x * x;
    float p = 2.79181586e-06f;
    p = __builtin_fmaf(p, s, 0.000198413982f);
    p = __builtin_fmaf(p, s, 0.00833331607f);
    p = __builtin_fmaf(p, s, 0.166666672f);
    float small = __builtin_fmaf(p * s, x, x);
    return a >= 1.0f ? __builtin_copysignf(large, x) : small;
}

// 2 ulp
__device__ __forceinline__ float coshf(float x)
{
    float e = __lockstep_exp_f(__builtin_fabsf(x), 2.0f);
    return __builtin_fmaf(e, 2.0f, 0.125f * __lockstep_rcp_ftz(e));
}

// 2 ulp. Above 0.6: 1 - 2 / (exp(2a) + 1).
__device__ __forceinline__ float tanhf(float x)
{
#if __CUDA_ARCH__ >= 750
    __LOCKSTEP_FAST(__tanhf(x));
#endif
    float a = __builtin_fabsf(x);
    float e = __lockstep_ex2_ftz(a * 2.88539004f);
    float large = __builtin_fmaf(__lockstep_rcp_ftz(e + 1.0f), -2.0f, 1.0f);
    float s = x * x;
    float p = 0.0154729066f;
    p = __builtin_fmaf(p, s, -0.0521256402f);
    p = __builtin_fmaf(p, s, 0.133115426f);
    p = __builtin_fmaf(p, s, -0.333325177f);
    p = __builtin_fmaf(p, s, 0.0f); // +0 for -0: so that tanh(-0) is -0
    float small = __builtin_fmaf(p, x, x);
    return a >= 0.6f ? __builtin_copysignf(large, x) : small;
}

// log(1 + u) for u > 0
__device__ __forceinline__ float __lockstep_log1p_positive_f(float u)
{
    int n = (__builtin_float_as_int(u + 1.0f) - 0x3f2aaaab) & (int)0xff800000;
    float scaled = __builtin_int_as_float(__builtin_float_as_int(u) - n);
    float four = __builtin_int_as_float(0x40800000 - n);
    float m = scaled + __builtin_fmaf(four, 0.25f, -1.0f);
    return __builtin_fmaf((float)n * 1.1920929e-07f, 0.693147182f, __lockstep_log1p_core_f(m));
}

// 3 ulp. log1p(a + a^2 / (1 + sqrt(1 + a^2))); log(2a) where a^2 would overflow.
__device__ __forceinline__ float asinhf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 1.8446744e19f;
    float t = __builtin_fmaf(a, a, 1.0f);
    float root = t * __lockstep_rsqrt_ftz(t);
    float u = __builtin_fmaf(a * a, __lockstep_rcp_ftz(root + 1.0f), a);
    float r = __lockstep_log1p_positive_f(is_large ? a : u);
    r = is_large ? r + 0.693147182f : r;
    r = a < __LOCKSTEP_INF_F ? r : a + a;
    return __builtin_copysignf(r, x);
}

// 4 ulp. With t = x - 1: log1p(t + sqrt(2t + t^2)).
__device__ __forceinline__ float acoshf(float x)
{
    bool is_large = x > 1.8446744e19f;
    float t = x - 1.0f;
    float square = __builtin_fmaf(t, t, t + t);
    float root = square * __lockstep_rsqrt_ftz(square);
    float u = t + (square == 0.0f ? 0.0f : root);
    float r = __lockstep_log1p_positive_f(is_large ? x : u);
    r = is_large ? r + 0.693147182f : r;
    r = x < 1.0f ? __LOCKSTEP_NAN_F : r;
    return x < __LOCKSTEP_INF_F ? r : x + x;
}

// 3 ulp. log1p(2a / (1 - a)) / 2.
__device__ __forceinline__ float atanhf(float x)
{
    float a = __builtin_fabsf(x);
    float d = 1.0f - a;
    float reciprocal = __lockstep_rcp_ftz(d);
    float u = (a + a) * reciprocal;
    u = __builtin_fmaf(__builtin_fmaf(-u, d, a + a), reciprocal, u);
    float r = 0.5f * __lockstep_log1p_positive_f(u);
    r = a < 1.1754944e-38f ? a : r;
    r = a < 1.0f ? r : (a == 1.0f ? __LOCKSTEP_INF_F : __LOCKSTEP_NAN_F);
    return a <= 1.0f ? __builtin_copysignf(r, x) : r;
}

#endif
