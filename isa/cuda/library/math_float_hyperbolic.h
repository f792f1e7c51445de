// SPDX-License-Identifier: Apache-2.0
// Hyperbolic functions of floats and their inverses. Errors and bits: see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_HYPERBOLIC_H
#define LOCKSTEP_MATH_FLOAT_HYPERBOLIC_H

#include "math_float_exp.h"

// 3 ulp. Above 1 by exp(a) / 4, which stays in range as long as the result does.
__device__ __forceinline__ float sinhf(float x)
{
    float a = __builtin_fabsf(x);
    float e = __lockstep_exp_whole_f(a, 2.0f);
    float large = __builtin_fmaf(2.0f, e, __lockstep_div_ftz(-0.125f, e));
    float s = x * x;
    float p = 2.81695111e-06f;
    p = __builtin_fmaf(p, s, 0.000198361595f);
    p = __builtin_fmaf(p, s, 0.0083333496f);
    p = __builtin_fmaf(p, s, 0.166666672f);
    float small = __builtin_fmaf(s * p, x, x);
    return a >= 1.0f ? __builtin_copysignf(large, x) : small;
}

// 2 ulp
__device__ __forceinline__ float coshf(float x)
{
    float e = __lockstep_exp_whole_f(__builtin_fabsf(x), 2.0f);
    return __builtin_fmaf(2.0f, e, __lockstep_div_ftz(0.125f, e));
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
    large = a >= 9.01091385f ? 1.0f : large;
    float s = x * x;
    float p = 0.0157396831f;
    p = __builtin_fmaf(p, s, -0.0523039624f);
    p = __builtin_fmaf(p, s, 0.133152977f);
    p = __builtin_fmaf(p, s, -0.333327681f);
    p = __builtin_fmaf(p, s, 0.0f); // +0 for -0: so that tanh(-0) is -0
    float small = __builtin_fmaf(p, x, x);
    return a >= 0.6f ? __builtin_copysignf(large, x) : small;
}

// 3 ulp. log1p(a + a^2 / (1 + sqrt(1 + a^2))); log(2a) where a is large.
__device__ __forceinline__ float asinhf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a > 8388608.0f;
    float t = __builtin_fmaf(x, x, 1.0f);
    float d = __builtin_fmaf(t, __lockstep_rsqrt_ftz(t), 1.0f);
    float u = __builtin_fmaf(a, a * __lockstep_rcp_ftz(d), a);
    float r = log1pf(is_large ? a : u);
    r = is_large ? r + 0.693147182f : r;
    return a <= __LOCKSTEP_INF_F ? __builtin_copysignf(r, x) : r;
}

// 4 ulp. With t = x - 1: log1p(t + sqrt(x^2 - 1)); above 2^23 log(x - 2) + log(2). The comparison
// of bits also takes x < 1, whose logarithm is then NaN.
__device__ __forceinline__ float acoshf(float x)
{
    float t = __fadd_rn(x, -1.0f);
    bool is_large = (unsigned int)__builtin_float_as_int(t) > 0x4b000000u;
    float square = __builtin_fmaf(x, x, -1.0f);
    float inverse = __lockstep_rsqrt_ftz(square);
    float root = square * inverse;
    float half = inverse * 0.5f;
    root = __builtin_fmaf(__builtin_fmaf(-root, root, square), half, root);
    root = square == 0.0f ? 0.0f : root;
    float r = log1pf(t + (is_large ? -1.00000012f : root));
    return is_large ? r + 0.693147182f : r;
}

// 3 ulp. log1p(2a / (1 - a)) / 2; the reciprocal of a large 1 - a would be subnormal.
__device__ __forceinline__ float atanhf(float x)
{
    float a = __builtin_fabsf(x);
    float reciprocal = __lockstep_rcp_ftz(1.0f - a);
    float u = a * (reciprocal + reciprocal);
    u = a > 8.50705917e+37f ? -2.0f : u;
    return __builtin_copysignf(0.5f, x) * log1pf(u);
}

#endif
