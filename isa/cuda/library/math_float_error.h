// SPDX-License-Identifier: Apache-2.0
// The error function of floats, the normal distribution and their inverses. Errors and polynomials:
// see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_ERROR_H
#define LOCKSTEP_MATH_FLOAT_ERROR_H

#include "math_float.h"
#include "math_float_exp.h"

// 2 ulp. Above 1: 1 - 2^(a p(a)), log2(erfc(a)) = a p(a) on [1, 4].
__device__ __forceinline__ float erff(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a >= 1.0f;
    float s = is_large ? a : x * x;
    float p = is_large ? -2.04198986e-05f : 7.82599818e-05f;
    p = __builtin_fmaf(p, s, is_large ? 0.000508597877f : -0.000800276524f);
    p = __builtin_fmaf(p, s, is_large ? -0.00543243391f : 0.00518761156f);
    p = __builtin_fmaf(p, s, is_large ? 0.0346639752f : -0.0268535186f);
    p = __builtin_fmaf(p, s, is_large ? -0.153720766f : 0.11283581f);
    p = __builtin_fmaf(p, s, is_large ? -0.916049421f : -0.37612626f);
    p = __builtin_fmaf(p, s, is_large ? -0.628366232f : 0.128379166f);
    float base = is_large ? -a : x;
    p = __builtin_fmaf(p, is_large ? a : x, base);
    if (is_large)
        p = __builtin_copysignf(1.0f - __lockstep_ex2_ftz(p), x);
    return p;
}

// exp(a^2) erfc(a) for a >= 0: (1 + 2a) times it is smooth in t = (a - 2) / (a + 2).
__device__ __forceinline__ float __lockstep_erfcx_core_f(float a)
{
    float inverse = __lockstep_rcp_ftz(a + 2.0f);
    float t = __builtin_fmaf(inverse, -4.0f, 1.0f);
    float missing = __builtin_fmaf(t, -2.0f, __builtin_fmaf(-t, a, a - 2.0f));
    t = a < 1e30f ? __builtin_fmaf(missing, inverse, t) : t;
    float p = 5.85246562e-05f;
    p = __builtin_fmaf(p, t, 0.000162694472f);
    p = __builtin_fmaf(p, t, -0.000344483356f);
    p = __builtin_fmaf(p, t, -0.00140085455f);
    p = __builtin_fmaf(p, t, 0.00120383408f);
    p = __builtin_fmaf(p, t, 0.0086942343f);
    p = __builtin_fmaf(p, t, -0.0080129467f);
    p = __builtin_fmaf(p, t, -0.0542141311f);
    p = __builtin_fmaf(p, t, 0.164048359f);
    p = __builtin_fmaf(p, t, -0.16603072f);
    p = __builtin_fmaf(p, t, -0.092763707f);
    p = __builtin_fmaf(p, t, 1.27697837f);
    float d = __builtin_fmaf(a, 2.0f, 1.0f);
    float reciprocal = __lockstep_rcp_ftz(d);
    float r = p * reciprocal;
    float rest = __builtin_fmaf(-r, d, p);
    return a < 1e30f ? __builtin_fmaf(rest, reciprocal, r) : r;
}

// 4 ulp. The square in the exponent is exact: its rounding comes back as a factor.
__device__ __forceinline__ float erfcf(float x)
{
    float a = __builtin_fabsf(x);
    float square = __lockstep_mul(a, a);
    float rest = __builtin_fmaf(a, a, -square);
    float e = __lockstep_exp_f(-square, 0.0f);
    e = __builtin_fmaf(e, -rest, e);
    float r = e * __lockstep_erfcx_core_f(a);
    r = a > 10.06f ? 0.0f : r;
    return x < 0.0f ? 2.0f - r : r;
}

// 4 ulp. For negative x: 2 exp(x^2) - erfcx(-x).
__device__ __forceinline__ float erfcxf(float x)
{
    float a = __builtin_fabsf(x);
    float r = __lockstep_erfcx_core_f(a);
    if (a >= 1e30f) // 1 / (sqrt(pi) a), which may be subnormal
        r = 1.6814160e-08f * __lockstep_rcp_ftz(a * 2.98023224e-08f);
    if (x < 0.0f) {
        float square = __lockstep_mul(a, a);
        float rest = __builtin_fmaf(a, a, -square);
        float e = __lockstep_exp_f(square, -1.0f);
        r = __builtin_fmaf(e, rest, e) - r;
        r = e < __LOCKSTEP_INF_F ? r : __LOCKSTEP_INF_F;
    }
    return r;
}

// 5 ulp. erfc(-x / sqrt(2)) / 2; what -x / sqrt(2) loses by rounding matters where it is large.
__device__ __forceinline__ float normcdff(float x)
{
    float limited = __builtin_fabsf(x) > 14.5f ? __builtin_copysignf(14.5f, x) : x;
    float a = __lockstep_mul(limited, -0.707106769f);
    float rest = __builtin_fmaf(limited, -0.707106769f, -a);
    rest = __builtin_fmaf(limited, -1.21016175e-08f, rest);
    float r = erfcf(a);
    float slope = a > 1.0f ? -2.0f * a * r : 0.0f;
    return 0.5f * __builtin_fmaf(slope, rest, r);
}

// erfinv(x) / x from w = -log(1 - x^2), w < 5; after Giles, "Approximating the erfinv function"
// (2012), with polynomials of our own.
__device__ __forceinline__ float __lockstep_erfinv_near_f(float w)
{
    w = w - 2.5f;
    float p = -8.65276562e-09f;
    p = __builtin_fmaf(p, w, 2.42525093e-08f);
    p = __builtin_fmaf(p, w, 4.64190066e-07f);
    p = __builtin_fmaf(p, w, -3.47694208e-06f);
    p = __builtin_fmaf(p, w, -4.95382665e-06f);
    p = __builtin_fmaf(p, w, 0.00021841054f);
    p = __builtin_fmaf(p, w, -0.00125275902f);
    p = __builtin_fmaf(p, w, -0.00417750003f);
    p = __builtin_fmaf(p, w, 0.246640295f);
    p = __builtin_fmaf(p, w, 1.50140941f);
    return p;
}

// The same for s = sqrt(w): w from 5 to 16.8, where floats next to 1 end.
__device__ __forceinline__ float __lockstep_erfinv_middle_f(float s)
{
    s = s - 3.0f;
    float p = -3.09336247e-05f;
    p = __builtin_fmaf(p, s, 0.000160865893f);
    p = __builtin_fmaf(p, s, -0.00027312708f);
    p = __builtin_fmaf(p, s, -0.000121073565f);
    p = __builtin_fmaf(p, s, 0.00147064577f);
    p = __builtin_fmaf(p, s, -0.00356628443f);
    p = __builtin_fmaf(p, s, 0.00568964239f);
    p = __builtin_fmaf(p, s, -0.0076429653f);
    p = __builtin_fmaf(p, s, 0.00944496132f);
    p = __builtin_fmaf(p, s, 1.00167525f);
    p = __builtin_fmaf(p, s, 2.83297682f);
    return p;
}

// The same for w up to 105.
__device__ __forceinline__ float __lockstep_erfinv_far_f(float s)
{
    s = s - 7.0f;
    float p = -2.11165241e-09f;
    p = __builtin_fmaf(p, s, 1.46413761e-08f);
    p = __builtin_fmaf(p, s, -4.72008459e-08f);
    p = __builtin_fmaf(p, s, 2.66903925e-07f);
    p = __builtin_fmaf(p, s, -1.64769392e-06f);
    p = __builtin_fmaf(p, s, 6.17408523e-06f);
    p = __builtin_fmaf(p, s, 6.34393291e-06f);
    p = __builtin_fmaf(p, s, -0.000512655592f);
    p = __builtin_fmaf(p, s, 1.00859559f);
    p = __builtin_fmaf(p, s, 6.86901951f);
    return p;
}

// 2 ulp
__device__ __forceinline__ float erfinvf(float x)
{
    float w = __lockstep_lg2(__builtin_fmaf(-x, x, 1.0f)) * -0.693147182f;
    float p;
    if (w < 5.0f)
        p = __lockstep_erfinv_near_f(w);
    else
        p = __lockstep_erfinv_middle_f(w * __lockstep_rsqrt_ftz(w));
    return __builtin_fabsf(x) == 1.0f ? x * __LOCKSTEP_INF_F : p * x;
}

// erfinv(x) / x for 1 - x^2 = product.
__device__ __forceinline__ float __lockstep_erfinv_core_f(float product)
{
    float w = __lockstep_lg2(product) * -0.693147182f;
    float s = w * __lockstep_rsqrt_ftz(w);
    if (w < 5.0f)
        return __lockstep_erfinv_near_f(w);
    return w < 16.8f ? __lockstep_erfinv_middle_f(s) : __lockstep_erfinv_far_f(s);
}

// 4 ulp
__device__ __forceinline__ float erfcinvf(float x)
{
    float r = __lockstep_erfinv_core_f(x * (2.0f - x)) * (1.0f - x);
    r = x == 0.0f ? __LOCKSTEP_INF_F : r;
    return x == 2.0f ? -__LOCKSTEP_INF_F : r;
}

// 5 ulp. -sqrt(2) erfcinv(2x); 1 - 2x is exact where it is small.
__device__ __forceinline__ float normcdfinvf(float x)
{
    float product = 4.0f * (x * (1.0f - x));
    float r = __lockstep_erfinv_core_f(product) * __builtin_fmaf(x, 2.0f, -1.0f) * 1.41421354f;
    r = x == 0.0f ? -__LOCKSTEP_INF_F : r;
    return x == 1.0f ? __LOCKSTEP_INF_F : r;
}

#endif
