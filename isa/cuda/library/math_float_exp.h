// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and powers of floats. Each function carries its largest error in units
// in the last place (ulp), as the CUDA C++ Programming Guide documents it ("Mathematical
// Functions"). Polynomials are minimax fits (tests/library/minimax.py) on the interval named beside
// them.
#ifndef LOCKSTEP_MATH_FLOAT_EXP_H
#define LOCKSTEP_MATH_FLOAT_EXP_H

#include "math_fast.h"
#include "math_primitive.h"

// exp(x) 2^-lift: x log2e = n + f with n in [-126, 126], so that 2^n is a normal number; beyond
// that range f grows and 2^f goes to 0 or infinity. 0.00572 = log2(e) / 252; the low bits of `big`
// are n + 127 - lift. lift is -1, or above 0 if x is not negative.
__device__ __forceinline__ float __lockstep_exp_f(float x, float lift)
{
    float share = __lockstep_saturate(__builtin_fmaf(x, 0.0057249805f, 0.5f));
    float big = __lockstep_fma_down(share, 252.0f, 12582913.0f - lift);
    float n = big - (12583039.0f - lift);
    float f = __builtin_fmaf(x, 1.44269502f, -n);
    f = __builtin_fmaf(x, 1.92596303e-08f, f);
    return __lockstep_ex2_ftz(f) * __builtin_int_as_float(__builtin_float_as_int(big) << 23);
}

// 2 ulp
__device__ __forceinline__ float expf(float x)
{
    __LOCKSTEP_FAST(__expf(x));
    return __lockstep_exp_f(x, 0.0f);
}

// 2 ulp
__device__ __forceinline__ float exp2f(float x)
{
    return __lockstep_ex2(x);
}

// 2 ulp; 0.01318 = log2(10) / 252
__device__ __forceinline__ float exp10f(float x)
{
    __LOCKSTEP_FAST(__exp10f(x));
    float share = __lockstep_saturate(__builtin_fmaf(x, 0.0131822545f, 0.5f));
    float big = __lockstep_fma_down(share, 252.0f, 12582913.0f);
    float n = big - 12583039.0f;
    float f = __builtin_fmaf(x, 3.32192802f, -n);
    f = __builtin_fmaf(x, 7.05953696e-08f, f);
    return __lockstep_ex2_ftz(f) * __builtin_int_as_float(__builtin_float_as_int(big) << 23);
}

// 1 ulp. exp(r) - 1 on |r| <= ln2 / 2, times 2^n; halves keep 2^128 in range.
__device__ __forceinline__ float expm1f(float x)
{
    int n = __lockstep_int_rn(x * 1.44269502f);
    float fn = (float)n;
    float r = __builtin_fmaf(fn, -0.693147182f, x);
    r = __builtin_fmaf(fn, 1.90465421e-09f, r);
    float p = 0.000197470654f;
    p = __builtin_fmaf(p, r, 0.00139341457f);
    p = __builtin_fmaf(p, r, 0.0083335638f);
    p = __builtin_fmaf(p, r, 0.0416664742f);
    p = __builtin_fmaf(p, r, 0.166666657f);
    p = __builtin_fmaf(p, r, 0.5f);
    p = __builtin_fmaf(p, r * r, r);
    float half_scale = __lockstep_power_of_two_f(n - 1);
    float y = __builtin_fmaf(p, half_scale, half_scale - 0.5f);
    y = n == 0 ? p : y + y;
    y = x > 88.8f ? __LOCKSTEP_INF_F : y;
    y = x < -20.0f ? -1.0f : y;
    return x == 0.0f ? x : y;
}

// log(1 + m) on [-1/3, 1/3]
__device__ __forceinline__ float __lockstep_log1p_core_f(float m)
{
    float p = -0.128230885f;
    p = __builtin_fmaf(p, m, 0.140025854f);
    p = __builtin_fmaf(p, m, -0.122006901f);
    p = __builtin_fmaf(p, m, 0.140016541f);
    p = __builtin_fmaf(p, m, -0.166792408f);
    p = __builtin_fmaf(p, m, 0.200107127f);
    p = __builtin_fmaf(p, m, -0.249998271f);
    p = __builtin_fmaf(p, m, 0.333332092f);
    p = __builtin_fmaf(p, m, -0.5f);
    return __builtin_fmaf(p * m, m, m);
}

// 1 ulp. x = 2^n (1 + m), 1 + m in [2/3, 4/3): 0x3f2aaaab is 2/3.
__device__ __forceinline__ float logf(float x)
{
    __LOCKSTEP_FAST(__logf(x));
    bool is_small = x < 1.17549435e-38f;
    float y = is_small ? x * 8388608.0f : x;
    int bits = __builtin_float_as_int(y);
    int n = (bits - 0x3f2aaaab) & (int)0xff800000;
    float m = __builtin_int_as_float(bits - n) - 1.0f;
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -23.0f : 0.0f);
    float r = __builtin_fmaf(fn, 0.693147182f, __lockstep_log1p_core_f(m));
    if ((unsigned int)bits >= 0x7f800000u) // negative, infinity, NaN
        r = __builtin_fmaf(y, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
    return y == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 1 ulp. log2(1 + m) = m (log2e + p(m)), log2e in the last step alone.
__device__ __forceinline__ float log2f(float x)
{
    __LOCKSTEP_FAST(__log2f(x));
    bool is_small = x < 1.17549435e-38f;
    float y = is_small ? x * 8388608.0f : x;
    int bits = __builtin_float_as_int(y);
    int n = (bits - 0x3f2aaaab) & (int)0xff800000;
    float m = __builtin_int_as_float(bits - n) - 1.0f;
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -23.0f : 0.0f);
    float p = -0.18974866f;
    p = __builtin_fmaf(p, m, 0.203236341f);
    p = __builtin_fmaf(p, m, -0.174735144f);
    p = __builtin_fmaf(p, m, 0.201699197f);
    p = __builtin_fmaf(p, m, -0.240750074f);
    p = __builtin_fmaf(p, m, 0.288718283f);
    p = __builtin_fmaf(p, m, -0.360666871f);
    p = __builtin_fmaf(p, m, 0.480895817f);
    p = __builtin_fmaf(p, m, -0.72134757f);
    p = __builtin_fmaf(p, m, 2.4940686e-08f);
    float r = fn + __builtin_fmaf(m, 1.44269502f, p * m);
    if ((unsigned int)bits >= 0x7f800000u)
        r = __builtin_fmaf(y, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
    return y == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 2 ulp
__device__ __forceinline__ float log10f(float x)
{
    __LOCKSTEP_FAST(__log10f(x));
    bool is_small = x < 1.17549435e-38f;
    float y = is_small ? x * 8388608.0f : x;
    int bits = __builtin_float_as_int(y);
    int n = (bits - 0x3f2aaaab) & (int)0xff800000;
    float m = __builtin_int_as_float(bits - n) - 1.0f;
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -23.0f : 0.0f);
    float r = __lockstep_log1p_core_f(m) * 0.434294492f;
    r = __builtin_fmaf(fn, 0.30103001f, r);
    if ((unsigned int)bits >= 0x7f800000u)
        r = __builtin_fmaf(y, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
    return y == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 1 ulp. 1 + x = 2^n (1 + m); x 2^-n by its exponent field, 2^(2-n) always normal.
__device__ __forceinline__ float log1pf(float x)
{
    int n = (__builtin_float_as_int(x + 1.0f) - 0x3f2aaaab) & (int)0xff800000;
    float scaled = __builtin_int_as_float(__builtin_float_as_int(x) - n);
    float four = __builtin_int_as_float(0x40800000 - n);
    float m = scaled + __builtin_fmaf(four, 0.25f, -1.0f);
    float fn = (float)n * 1.1920929e-07f;
    float r = __builtin_fmaf(fn, 0.693147182f, __lockstep_log1p_core_f(m));
    if (!(x > -1.0f && x < __LOCKSTEP_INF_F)) {
        r = x < -1.0f ? __LOCKSTEP_NAN_F : x + x;
        r = x == -1.0f ? -__LOCKSTEP_INF_F : r;
    }
    return x == 0.0f ? x : r;
}

// The exponent as a float; exact.
__device__ __forceinline__ float logbf(float x)
{
    float a = __builtin_fabsf(x);
    bool is_small = a < 1.17549435e-38f;
    int bits = __builtin_float_as_int(is_small ? a * 8388608.0f : a);
    float r = (float)((bits >> 23) - (is_small ? 150 : 127));
    r = a < __LOCKSTEP_INF_F ? r : a * a;
    return a == 0.0f ? -__LOCKSTEP_INF_F : r;
}

__device__ __forceinline__ int ilogbf(float x)
{
    float a = __builtin_fabsf(x);
    int bits = __builtin_float_as_int(a);
    int n = bits < 0x00800000 ? 9 - __builtin_clz32((unsigned int)bits) : bits >> 23;
    n = bits == 0 ? -2147483647 - 1 : n - 127; // FP_ILOGB0
    n = bits == 0x7f800000 ? 2147483647 : n;
    return bits > 0x7f800000 ? -2147483647 - 1 : n; // FP_ILOGBNAN
}

// |x|^y for finite positive |x|: log2 |x| = high + low with some 35 bits, times y, 2 to that.
// With u = 2 (m - 1) / (m + 1), log2(m) = u log2e + u^3 p(u^2).
__device__ __forceinline__ float __lockstep_pow_core_f(float a, float y)
{
    bool is_small = a < 1.17549435e-38f;
    float b = is_small ? a * 16777216.0f : a;
    int bits = __builtin_float_as_int(b);
    int n = (bits - 0x3f3504f3) & (int)0xff800000; // sqrt(1/2)
    float m = __builtin_int_as_float(bits - n);
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -24.0f : 0.0f);
    float f = m - 1.0f;
    float reciprocal = __lockstep_rcp_ftz(m + 1.0f);
    float u = __lockstep_mul(f + f, reciprocal);
    float rest = f - u;
    rest = __builtin_fmaf(-u, f, rest + rest);
    float u_low = __lockstep_mul(reciprocal, rest);
    float s = __lockstep_mul(u, u);
    float p = 0.000658059143f;
    p = __builtin_fmaf(p, s, 0.00321801961f);
    p = __builtin_fmaf(p, s, 0.0180337206f);
    p = __builtin_fmaf(p, s, 0.120224588f);
    p = __lockstep_mul(p, s);
    float high = __builtin_fmaf(u, 1.44269502f, fn);
    float low = __builtin_fmaf(u, 1.44269502f, fn - high);
    low = __builtin_fmaf(u_low, 1.44269502f, low);
    low = __builtin_fmaf(u, 1.92596303e-08f, low);
    low = __builtin_fmaf(p * 3.0f, u_low, low);
    low = __builtin_fmaf(p, u, low);
    float sum = high + low;
    low = low + (high - sum);
    float product = __lockstep_mul(sum, y);
    float product_low = __builtin_fmaf(low, y, __builtin_fmaf(sum, y, -product));
    float whole = __builtin_rintf(product);
    float g = (product - whole) + product_low;
    float e = 0.000151970758f;
    e = __builtin_fmaf(e, g, 0.00133913045f);
    e = __builtin_fmaf(e, g, 0.0096190013f);
    e = __builtin_fmaf(e, g, 0.0555035882f);
    e = __builtin_fmaf(e, g, 0.240226433f);
    e = __builtin_fmaf(e, g, 0.693147182f);
    e = __builtin_fmaf(e, g, 1.0f);
    int half = whole > 0.0f ? 0x7f000000 : 0x02000000; // the scale in two factors, 2^127 or 2^-123
    float first = e * __builtin_int_as_float(half);
    int second = ((int)whole << 23) - half + 0x7f000000;
    float r = first * __builtin_int_as_float(second);
    return __builtin_fabsf(product) > 152.0f ? (product < 0.0f ? 0.0f : __LOCKSTEP_INF_F) : r;
}

// 4 ulp; special cases as C99 F.9.4.4.
__device__ __forceinline__ float powf(float x, float y)
{
    __LOCKSTEP_FAST(__powf(x, y));
    float a = __builtin_fabsf(x);
    float r = __lockstep_pow_core_f(a, y);
    if (x == 1.0f || y == 0.0f)
        return 1.0f;
    if (!(a <= __LOCKSTEP_INF_F) || !(__builtin_fabsf(y) <= __LOCKSTEP_INF_F))
        return x + y;
    float half = y * 0.5f;
    bool is_odd = __builtin_fabsf(y - 2.0f * __builtin_truncf(half)) == 1.0f;
    if (a == 0.0f || a == __LOCKSTEP_INF_F) {
        bool is_zero = (a == 0.0f) == (y > 0.0f);
        float limit = is_zero ? 0.0f : __LOCKSTEP_INF_F;
        return is_odd ? __builtin_copysignf(limit, x) : limit;
    }
    if (x == -1.0f && __builtin_fabsf(y) == __LOCKSTEP_INF_F)
        return 1.0f;
    if (x < 0.0f) {
        r = is_odd ? -r : r;
        if (__builtin_floorf(y) != y)
            r = __LOCKSTEP_NAN_F;
    }
    return r;
}

#endif
