// SPDX-License-Identifier: Apache-2.0
// Functions of floats that are exact or nearly one instruction: roots, lengths, rounding, the parts
// of a number, remainders. Errors: see math_float_exp.h; none is stated where the result is exact.
#ifndef LOCKSTEP_MATH_FLOAT_H
#define LOCKSTEP_MATH_FLOAT_H

#include "math_primitive.h"

__device__ __forceinline__ float fabsf(float x)
{
    return __builtin_fabsf(x);
}

// Before cc 2.0 there is none: refused by its name there. (What other functions of the library
// multiply and add is mad.f32 then, as their documented errors on cc 1.x have it.)
__device__ __forceinline__ float fmaf(float x, float y, float z)
{
#if __CUDA_ARCH__ < 200
    float r;
    asm("fma.rn" __LOCKSTEP_FTZ ".f32 %0, %1, %2, %3;" : "=f"(r) : "f"(x), "f"(y), "f"(z));
    return r;
#endif
    return __builtin_fmaf(x, y, z);
}

__device__ __forceinline__ float fminf(float x, float y)
{
    return __builtin_fminf(x, y);
}

__device__ __forceinline__ float fmaxf(float x, float y)
{
    return __builtin_fmaxf(x, y);
}

__device__ __forceinline__ float copysignf(float x, float y)
{
    return __builtin_copysignf(x, y);
}

__device__ __forceinline__ float fdimf(float x, float y)
{
    return x <= y ? 0.0f : x - y;
}

__device__ __forceinline__ float nanf(const char *tag)
{
    return __LOCKSTEP_NAN_F;
}

// -- roots and lengths

__device__ __forceinline__ float sqrtf(float x)
{
    return __builtin_sqrtf(x);
}

// 2 ulp
__device__ __forceinline__ float rsqrtf(float x)
{
    return __lockstep_rsqrt(x);
}

// 1 ulp. An approximation y by logarithms, then y + (a / y^2 - y) / 3.
__device__ __forceinline__ float cbrtf(float x)
{
    float a = __builtin_fabsf(x);
    float y = __lockstep_ex2_ftz(__lockstep_lg2(a) * 0.333333343f);
    float reciprocal = __lockstep_rcp_ftz(y * y);
    float rest = __builtin_fmaf(a, reciprocal, -y);
    y = __builtin_copysignf(__builtin_fmaf(rest, 0.333333343f, y), x);
    return x + x == x ? x : y;
}

// 1 ulp. y + y (1 - a y^3) / 3.
__device__ __forceinline__ float rcbrtf(float x)
{
    float a = __builtin_fabsf(x);
    float y = __lockstep_ex2_ftz(__lockstep_lg2(a) * -0.333333343f);
    float rest = __builtin_fmaf(-(a * y), y * y, 1.0f);
    y = __builtin_copysignf(__builtin_fmaf(rest * 0.333333343f, y, y), x);
    return x + x == x ? __lockstep_rcp_ftz(x) : y;
}

// A power of two that brings a (not negative) near 1, and its inverse: their exponent fields are
// 253 - e and e + 1 for e, a's field rounded down to a multiple of four, so both are normal.
__device__ __forceinline__ float __lockstep_scale_f(float a)
{
    return __builtin_int_as_float(0x7e800000 - (__builtin_float_as_int(a) & (int)0xfe000000));
}

__device__ __forceinline__ float __lockstep_unscale_f(float a)
{
    return __builtin_int_as_float((__builtin_float_as_int(a) & (int)0xfe000000) | 0x00800000);
}

__device__ __forceinline__ float __lockstep_larger_f(float a, float b)
{
    return __builtin_int_as_float(
        __builtin_max_s32(__builtin_float_as_int(a), __builtin_float_as_int(b)));
}

__device__ __forceinline__ float __lockstep_smaller_f(float a, float b)
{
    return __builtin_int_as_float(
        __builtin_min_s32(__builtin_float_as_int(a), __builtin_float_as_int(b)));
}

// 3 ulp; infinity wins over NaN.
__device__ __forceinline__ float hypotf(float x, float y)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    float large = __lockstep_larger_f(a, b), small = __lockstep_smaller_f(a, b);
    float scale = __lockstep_scale_f(large);
    float p = large * scale, q = small * scale;
    float r = __builtin_sqrtf(__builtin_fmaf(q, q, p * p)) * __lockstep_unscale_f(large);
    return small == __LOCKSTEP_INF_F ? small : r;
}

// 2 ulp
__device__ __forceinline__ float rhypotf(float x, float y)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    float large = __lockstep_larger_f(a, b), small = __lockstep_smaller_f(a, b);
    float scale = __lockstep_scale_f(large);
    float p = large * scale, q = small * scale;
    float r = __lockstep_rsqrt_ftz(__builtin_fmaf(q, q, p * p)) * scale;
    return small == __LOCKSTEP_INF_F ? 0.0f : r;
}

// The sum of the squares of up to four lengths, scaled by the largest.
__device__ __forceinline__ float __lockstep_squares_f(float a, float b, float c, float d,
                                                      float scale)
{
    a *= scale;
    b *= scale;
    c *= scale;
    d *= scale;
    return __builtin_fmaf(d, d, __builtin_fmaf(c, c, __builtin_fmaf(b, b, a * a)));
}

// 3 ulp
__device__ __forceinline__ float norm4df(float x, float y, float z, float w)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    float c = __builtin_fabsf(z), d = __builtin_fabsf(w);
    float large = __lockstep_larger_f(__lockstep_larger_f(a, b), __lockstep_larger_f(c, d));
    float squares = __lockstep_squares_f(a, b, c, d, __lockstep_scale_f(large));
    float r = __builtin_sqrtf(squares) * __lockstep_unscale_f(large);
    bool is_infinite = a == __LOCKSTEP_INF_F || b == __LOCKSTEP_INF_F || c == __LOCKSTEP_INF_F ||
                       d == __LOCKSTEP_INF_F;
    return is_infinite ? __LOCKSTEP_INF_F : r;
}

// 2 ulp
__device__ __forceinline__ float rnorm4df(float x, float y, float z, float w)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    float c = __builtin_fabsf(z), d = __builtin_fabsf(w);
    float large = __lockstep_larger_f(__lockstep_larger_f(a, b), __lockstep_larger_f(c, d));
    float scale = __lockstep_scale_f(large);
    float r = __lockstep_rsqrt_ftz(__lockstep_squares_f(a, b, c, d, scale)) * scale;
    bool is_infinite = a == __LOCKSTEP_INF_F || b == __LOCKSTEP_INF_F || c == __LOCKSTEP_INF_F ||
                       d == __LOCKSTEP_INF_F;
    return is_infinite ? 0.0f : r;
}

// 3 ulp
__device__ __forceinline__ float norm3df(float x, float y, float z)
{
    return norm4df(x, y, z, 0.0f);
}

// 2 ulp
__device__ __forceinline__ float rnorm3df(float x, float y, float z)
{
    return rnorm4df(x, y, z, 0.0f);
}

// The largest magnitude; NaN if one is NaN and none is infinite.
__device__ inline float __lockstep_largest_f(int count, const float *v)
{
    int largest = 0;
    bool is_infinite = false;
    for (int i = 0; i < count; i++) {
        int bits = __builtin_float_as_int(__builtin_fabsf(v[i]));
        is_infinite = is_infinite || bits == 0x7f800000;
        largest = __builtin_max_s32(largest, bits);
    }
    return is_infinite ? __LOCKSTEP_INF_F : __builtin_int_as_float(largest);
}

// No bound is documented.
__device__ inline float normf(int count, const float *v)
{
    float large = __lockstep_largest_f(count, v);
    float scale = __lockstep_scale_f(large), sum = 0.0f;
    for (int i = 0; i < count; i++)
        sum = __builtin_fmaf(v[i] * scale, v[i] * scale, sum);
    return large < __LOCKSTEP_INF_F ? __builtin_sqrtf(sum) * __lockstep_unscale_f(large) : large;
}

__device__ inline float rnormf(int count, const float *v)
{
    float large = __lockstep_largest_f(count, v);
    float scale = __lockstep_scale_f(large), sum = 0.0f;
    for (int i = 0; i < count; i++)
        sum = __builtin_fmaf(v[i] * scale, v[i] * scale, sum);
    return large < __LOCKSTEP_INF_F ? __lockstep_rsqrt_ftz(sum) * scale : __lockstep_rcp_ftz(large);
}

#endif
