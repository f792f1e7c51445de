// SPDX-License-Identifier: Apache-2.0
// The error function of floats, the normal distribution and their inverses. Errors and bits:
// see math_float_exp.h.
#ifndef LOCKSTEP_MATH_FLOAT_ERROR_H
#define LOCKSTEP_MATH_FLOAT_ERROR_H

#include "math_float.h"
#include "math_float_exp.h"

// 2 ulp. Above 1: 1 - 2^(a p(a)), log2(erfc(a)) = -a (1 + p(a)).
__device__ __forceinline__ float erff(float x)
{
    float a = __builtin_fabsf(x);
    bool is_large = a >= 1.00295997f;
    float s = is_large ? a : x * x;
    float p = is_large ? 0.000112198715f : 8.48349446e-05f;
    p = __builtin_fmaf(p, s, is_large ? -0.00132752524f : -0.000821309164f);
    p = __builtin_fmaf(p, s, is_large ? 0.00839653518f : 0.00521348882f);
    p = __builtin_fmaf(p, s, is_large ? -0.0402465835f : -0.0268687736f);
    p = __builtin_fmaf(p, s, is_large ? 0.159504309f : 0.112840049f);
    p = __builtin_fmaf(p, s, is_large ? 0.912917674f : -0.376126647f);
    p = __builtin_fmaf(p, s, is_large ? 0.62906003f : 0.128379151f);
    float base = is_large ? -a : x;
    p = __builtin_fmaf(p, base, base);
    if (is_large)
        p = __builtin_copysignf(1.0f - __lockstep_ex2_ftz(p), x);
    return p;
}

// exp(a^2) erfc(a) for a >= 0: (1 + 2a) times it is smooth in t = (a - 4) / (a + 4).
__device__ __forceinline__ float __lockstep_erfcx_core_f(float a)
{
    float inverse = __lockstep_rcp_ftz(a + 4.0f);
    float t = __lockstep_mul(a - 4.0f, inverse);
    float missing = __builtin_fmaf(-t, a, __builtin_fmaf(-4.0f, t + 1.0f, a));
    t = __builtin_fmaf(inverse, missing, t);
    float p = 0.000891217089f;
    p = __builtin_fmaf(p, t, 0.00704578822f);
    p = __builtin_fmaf(p, t, -0.0158668961f);
    p = __builtin_fmaf(p, t, 0.036429625f);
    p = __builtin_fmaf(p, t, -0.0666434318f);
    p = __builtin_fmaf(p, t, 0.0938145295f);
    p = __builtin_fmaf(p, t, -0.100990564f);
    p = __builtin_fmaf(p, t, 0.0680940002f);
    p = __builtin_fmaf(p, t, 0.0153773874f);
    p = __builtin_fmaf(p, t, -0.139621079f);
    p = __builtin_fmaf(p, t, 1.23299515f);
    float reciprocal = __lockstep_rcp_ftz(__builtin_fmaf(2.0f, a, 1.0f));
    float r = __lockstep_mul(p, reciprocal);
    float rest = __builtin_fmaf(a, r * -2.0f, p) - r;
    return __builtin_fmaf(rest, reciprocal, r);
}

// 4 ulp. The square in the exponent is exact: its rounding comes back as a factor.
__device__ __forceinline__ float erfcf(float x)
{
    float a = __builtin_fabsf(x);
    float core = __lockstep_erfcx_core_f(a);
    float square = a * a;
    float e = __lockstep_exp_whole_f(-square, 0.0f);
    e = __builtin_fmaf(e, __builtin_fmaf(-a, a, square), e);
    float r = core * e;
    r = a > 10.0550003f ? 0.0f : r;
    return x < 0.0f ? 2.0f - r : r;
}

// 4 ulp. Where a is large a series of 1 / a^2; for negative x: 2 exp(x^2) - erfcx(-x).
__device__ __forceinline__ float erfcxf(float x)
{
    float a = __builtin_fabsf(x);
    float r;
    if (a < 10.0550003f) {
        r = __lockstep_erfcx_core_f(a);
    } else {
        float inverse = __fdividef(0.25f, a * 0.25f);
        float s = inverse * inverse;
        float p = 6.5625f;
        p = __builtin_fmaf(p, s, -1.875f);
        p = __builtin_fmaf(p, s, 0.75f);
        p = __builtin_fmaf(p, s, -0.5f);
        p = __builtin_fmaf(p, s, 1.0f);
        r = inverse * 0.564189613f * p; // 1 / sqrt(pi)
    }
    if (x < 0.0f) {
        float square = __fmul_rz(a, a);
        float rest = __builtin_fmaf(a, a, -square);
        float scale, e = __lockstep_exp_parts_f(square, &scale);
        e = __builtin_fmaf(e, scale, e * scale);
        float twice = __builtin_fmaf(e, rest, e);
        r = e == __LOCKSTEP_INF_F ? e : twice - r;
    }
    return r;
}

// 5 ulp. erfc(-x / sqrt(2)) / 2; what -x / sqrt(2) loses by rounding matters where it is large.
__device__ __forceinline__ float normcdff(float x)
{
    float limited = __builtin_fabsf(x) > 14.5f ? __builtin_copysignf(14.5f, x) : x;
    float high = __lockstep_mul(limited, -0.707106769f);
    float low = __builtin_fmaf(limited, -0.707106769f, -high);
    low = __builtin_fmaf(limited, -1.21016175e-08f, low);
    float a = high + low;
    float r = erfcf(a);
    if (limited < -1.0f) {
        float rest = (high - a) + low;
        r = __builtin_fmaf(a * -2.0f * r, rest, r);
    }
    return r * 0.5f;
}

// erfinv(x) / x from w = -log2(1 - x^2), w <= 8.2; after Giles, "Approximating the erfinv function"
// (2012).
__device__ __forceinline__ float __lockstep_erfinv_near_f(float w)
{
    float p = -2.51727084e-10f;
    p = __builtin_fmaf(p, w, 9.42742862e-09f);
    p = __builtin_fmaf(p, w, -1.20547526e-07f);
    p = __builtin_fmaf(p, w, 2.16970051e-07f);
    p = __builtin_fmaf(p, w, 8.06214848e-06f);
    p = __builtin_fmaf(p, w, -3.16754922e-05f);
    p = __builtin_fmaf(p, w, -0.000774363114f);
    p = __builtin_fmaf(p, w, 0.00554658799f);
    p = __builtin_fmaf(p, w, 0.160820231f);
    return __builtin_fmaf(p, w, 0.886226892f);
}

// 2 ulp
__device__ __forceinline__ float erfinvf(float x)
{
    float w = -__lockstep_lg2_ftz(__builtin_fmaf(x, -x, 1.0f));
    float r = x * __lockstep_erfinv_near_f(w);
    if (w > 8.19999981f) {
        float inverse = __lockstep_rsqrt_ftz(w);
        float p = -0.589914382f;
        p = __builtin_fmaf(p, inverse, -0.66300422f);
        p = __builtin_fmaf(p, inverse, 1.59701109f);
        p = __builtin_fmaf(p, inverse, -0.675215542f);
        p = __builtin_fmaf(p, inverse, -0.0952247903f);
        p = __builtin_fmaf(p, inverse, 0.835353434f);
        r = inverse * w * p;
        r = __builtin_copysignf(w == __LOCKSTEP_INF_F ? w : r, x);
    }
    return r;
}

// 4 ulp
__device__ __forceinline__ float erfcinvf(float x)
{
    float other = __fadd_rn(2.0f, -x);
    if (x >= 0.00340000005f && x <= 1.99660003f) {
        float p = __lockstep_erfinv_near_f(-__lockstep_lg2_ftz(__lockstep_mul(other, x)));
        return __builtin_fmaf(p, -x, p);
    }
    bool is_right = x > 1.0f;
    float w = -__lockstep_lg2(is_right ? other : x);
    float inverse = __lockstep_rsqrt_ftz(w);
    float p = -63.113224f;
    p = __builtin_fmaf(p, inverse, 127.484688f);
    p = __builtin_fmaf(p, inverse, -114.105682f);
    p = __builtin_fmaf(p, inverse, 60.3257866f);
    p = __builtin_fmaf(p, inverse, -21.7898922f);
    p = __builtin_fmaf(p, inverse, 6.46740913f);
    p = __builtin_fmaf(p, inverse, -1.83294737f);
    p = __builtin_fmaf(p, inverse, -0.0303277746f);
    p = __builtin_fmaf(p, inverse, 0.832877457f);
    float root = w == __LOCKSTEP_INF_F ? w : inverse * w;
    return __lockstep_mul(p, is_right ? -root : root);
}

// 5 ulp. -sqrt(2) erfcinv(2x)
__device__ __forceinline__ float normcdfinvf(float x)
{
    return __builtin_fmaf(-1.41421354f, erfcinvf(x + x), 0.0f);
}

#endif
