// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms and powers of floats. Each function carries its largest error in units
// in the last place (ulp), as the CUDA C++ Programming Guide documents it ("Mathematical
// Functions"). Results are those of an H200, bit for bit: the coefficients, the order of the
// operations and which products are rounded for themselves (__lockstep_mul) are the ones of the PTX
// that nvcc 13.0 makes of a kernel with the function's call (tests/corpus/math_bits_float.cu); the
// same holds for math_double_*.h. Gamma and Bessel functions are not among them.
#ifndef LOCKSTEP_MATH_FLOAT_EXP_H
#define LOCKSTEP_MATH_FLOAT_EXP_H

#include "math_fast.h"
#include "math_primitive.h"

// exp(x) as a product of the result and *scale: x log2e = n + f with n in [-126, 126], so that
// 2^n is a normal number; beyond that range f grows and 2^f goes to 0 or infinity.
// 0.00572 = log2(e) / 252; the low bits of `big` are n + 127.
__device__ __forceinline__ float __lockstep_exp_parts_f(float x, float *scale)
{
    float share = __lockstep_saturate(__builtin_fmaf(x, 0.00572498003f, 0.5f));
    float big = __lockstep_fma_down(share, 252.0f, 12582913.0f);
    float n = big - 12583039.0f;
    float f = __builtin_fmaf(x, 1.44269502f, -n);
    f = __builtin_fmaf(x, 1.92596303e-08f, f);
    *scale = __builtin_int_as_float(__builtin_float_as_int(big) << 23);
    return __lockstep_ex2_ftz(f);
}

// 2 ulp
__device__ __forceinline__ float expf(float x)
{
    __LOCKSTEP_FAST(__expf(x));
    float scale, e = __lockstep_exp_parts_f(x, &scale);
    return e * scale;
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

// exp(x) 2^-lift: as above, but n = trunc(x log2e), so f goes up to 1.
__device__ __forceinline__ float __lockstep_exp_whole_f(float x, float lift)
{
    float n = __builtin_truncf(__lockstep_mul(x, 1.44269502f));
    n = __builtin_fabsf(n) > 126.0f ? __builtin_copysignf(126.0f, n) : n;
    float f = __builtin_fmaf(n, -0.693147182f, x);
    f = __builtin_fmaf(n, 1.90465421e-09f, f);
    float big = n + (12583039.0f - lift);
    float scale = __builtin_int_as_float(__builtin_float_as_int(big) << 23);
    return __lockstep_ex2_ftz(f * 1.44269502f) * scale;
}

// 1 ulp. exp(r) - 1 on |r| <= ln2 / 2, times 2^n; a half keeps 2^128 in range. Below 0.41 n is 0.
__device__ __forceinline__ float expm1f(float x)
{
    float n = __builtin_rintf(x * 1.44269502f);
    n = __builtin_fabsf(x) < 0.41f ? 0.0f : n;
    float r = __builtin_fmaf(-n, 0.693145752f, x);
    r = __builtin_fmaf(-n, 1.42860677e-06f, r);
    bool is_top = n == 128.0f;
    n = is_top ? n - 1.0f : n;
    float p = 0.00138795073f;
    p = __builtin_fmaf(p, r, 0.0083824126f);
    p = __builtin_fmaf(p, r, 0.0416678302f);
    p = __builtin_fmaf(p, r, 0.166663975f);
    p = __builtin_fmaf(p, r, 0.49999994f);
    p = __builtin_fmaf(r * p, r, r);
    float scale = __lockstep_ex2(n);
    float y = __builtin_fmaf(p, scale, scale - 1.0f);
    y = is_top ? y + y : y;
    y = n > 128.0f ? __LOCKSTEP_INF_F : y;
    y = n < -25.0f ? -1.0f : y;
    return x == 0.0f ? x + x : y;
}

// log(1 + m) on [-1/3, 1/3]
__device__ __forceinline__ float __lockstep_log_core_f(float m)
{
    float p = -0.130188569f;
    p = __builtin_fmaf(p, m, 0.140846103f);
    p = __builtin_fmaf(p, m, -0.121486276f);
    p = __builtin_fmaf(p, m, 0.139806107f);
    p = __builtin_fmaf(p, m, -0.166842356f);
    p = __builtin_fmaf(p, m, 0.200122997f);
    p = __builtin_fmaf(p, m, -0.249996692f);
    p = __builtin_fmaf(p, m, 0.333331823f);
    p = __builtin_fmaf(p, m, -0.5f);
    return __builtin_fmaf(m * p, m, m);
}

// log(x) but for x = 0; *shifted is x without a subnormal's exponent. x = 2^n (1 + m), 1 + m in
// [2/3, 4/3): 0x3f2aaaab is 2/3.
__device__ __forceinline__ float __lockstep_log_f(float x, float *shifted)
{
    bool is_small = x < 1.17549435e-38f;
    float y = is_small ? x * 8388608.0f : x;
    int bits = __builtin_float_as_int(y);
    int n = (bits - 0x3f2aaaab) & (int)0xff800000;
    float m = __builtin_int_as_float(bits - n) - 1.0f;
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -23.0f : 0.0f);
    float r = __builtin_fmaf(fn, 0.693147182f, __lockstep_log_core_f(m));
    if ((unsigned int)bits >= 0x7f800000u) // negative, infinity, NaN
        r = __builtin_fmaf(y, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
    *shifted = y;
    return r;
}

// 1 ulp
__device__ __forceinline__ float logf(float x)
{
    __LOCKSTEP_FAST(__logf(x));
    float shifted;
    float r = __lockstep_log_f(x, &shifted);
    return shifted == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 1 ulp. log2(1 + m) = m log2e + m^2 p(m), 1 + m in [sqrt(1/2), sqrt(2)): 0x3f3504f3.
__device__ __forceinline__ float log2f(float x)
{
    __LOCKSTEP_FAST(__log2f(x));
    bool is_small = x < 1.17549435e-38f;
    float y = is_small ? x * 8388608.0f : x;
    int bits = __builtin_float_as_int(y);
    int n = (bits - 0x3f3504f3) & (int)0xff800000;
    float m = __builtin_int_as_float(bits - n) - 1.0f;
    float fn = __builtin_fmaf((float)n, 1.1920929e-07f, is_small ? -23.0f : 0.0f);
    float p = 0.0970201418f;
    p = __builtin_fmaf(p, m, -0.168453932f);
    p = __builtin_fmaf(p, m, 0.171688706f);
    p = __builtin_fmaf(p, m, -0.179009482f);
    p = __builtin_fmaf(p, m, 0.205123723f);
    p = __builtin_fmaf(p, m, -0.240465328f);
    p = __builtin_fmaf(p, m, 0.288571149f);
    p = __builtin_fmaf(p, m, -0.360674173f);
    p = __builtin_fmaf(p, m, 0.480898201f);
    p = __builtin_fmaf(p, m, -0.721347511f);
    float r = fn + __builtin_fmaf(m, 1.44269502f, m * (m * p));
    if ((unsigned int)bits >= 0x7f800000u)
        r = __builtin_fmaf(y, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
    return y == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 2 ulp
__device__ __forceinline__ float log10f(float x)
{
    __LOCKSTEP_FAST(__log10f(x));
    float shifted;
    float r = __lockstep_log_f(x, &shifted) * 0.434294492f;
    return shifted == 0.0f ? -__LOCKSTEP_INF_F : r;
}

// 1 ulp. 1 + x = 2^n (1 + m), 1 + m in [3/4, 3/2): 0x3f400000 is 3/4; x 2^-n by its exponent field,
// 2^(2-n) always normal.
__device__ __forceinline__ float log1pf(float x)
{
    int bits = __builtin_float_as_int(x);
    int n = (__builtin_float_as_int(__fadd_rz(x, 1.0f)) - 0x3f400000) & (int)0xff800000;
    float scaled = __builtin_int_as_float(bits - n);
    float four = __builtin_int_as_float(0x40800000 - n);
    float m = __builtin_fmaf(0.25f, four, -1.0f) + scaled;
    float fn = (float)n * 1.1920929e-07f;
    float p = -0.0453486145f;
    p = __builtin_fmaf(p, m, 0.105468884f);
    p = __builtin_fmaf(p, m, -0.132297039f);
    p = __builtin_fmaf(p, m, 0.144914463f);
    p = __builtin_fmaf(p, m, -0.166415647f);
    p = __builtin_fmaf(p, m, 0.199888676f);
    p = __builtin_fmaf(p, m, -0.250001967f);
    p = __builtin_fmaf(p, m, 0.333335102f);
    p = __builtin_fmaf(p, m, -0.5f);
    p = __builtin_fmaf(m * p, m, m);
    float r = __builtin_fmaf(fn, 0.693147182f, p);
    if ((unsigned int)bits >= 0x7f800000u) {
        if (bits > (int)0xbf800000) // infinity, NaN, below -1
            r = __builtin_fmaf(x, __LOCKSTEP_INF_F, __LOCKSTEP_INF_F);
        r = x == 0.0f ? -0.0f : r;
    }
    return r;
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

// log2(a) = high + *low with some 35 bits, for finite positive a. With u = 2 (m - 1) / (m + 1),
// log2(m) = u log2e + u^3 p(u^2).
__device__ __forceinline__ float __lockstep_log2_pair_f(float a, float *low_part)
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
    float s = u * u;
    float rest = f - u;
    rest = __builtin_fmaf(-u, f, rest + rest);
    float u_low = __lockstep_mul(reciprocal, rest);
    float p = 0.000656886259f;
    p = __builtin_fmaf(p, s, 0.00321816537f);
    p = __builtin_fmaf(p, s, 0.0180337187f);
    p = __builtin_fmaf(p, s, 0.120224588f);
    p = __lockstep_mul(p, s);
    float high = __builtin_fmaf(u, 1.44269502f, fn);
    float low = __builtin_fmaf(u, 1.44269502f, fn - high);
    low = __builtin_fmaf(u_low, 1.44269502f, low);
    low = __builtin_fmaf(u, 1.92513667e-08f, low);
    low = __builtin_fmaf(p * 3.0f, u_low, low);
    low = __builtin_fmaf(p, u, low);
    float sum = high + low;
    *low_part = low - (sum - high);
    return sum;
}

// |x|^y for finite positive |x|: 2^(y log2 |x|).
__device__ __forceinline__ float __lockstep_pow_core_f(float a, float y)
{
    float low, sum = __lockstep_log2_pair_f(a, &low);
    float product = __lockstep_mul(sum, y);
    float product_low = __builtin_fmaf(low, y, __builtin_fmaf(sum, y, -product));
    float whole = __builtin_rintf(product);
    float g = product_low + (product - whole);
    float e = 0.000152392517f;
    e = __builtin_fmaf(e, g, 0.00133913534f);
    e = __builtin_fmaf(e, g, 0.00961883925f);
    e = __builtin_fmaf(e, g, 0.0555035882f);
    e = __builtin_fmaf(e, g, 0.240226448f);
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
