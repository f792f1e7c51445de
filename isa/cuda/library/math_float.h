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
    return __builtin_int_as_float(0x7fc00000 | ((int)__lockstep_nan_payload(tag) & 0x3fffff));
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

// 1 ulp. With r = a^(-2/3) by logarithms, y = a r and then y + y (1 - y y r) / 3.
__device__ __forceinline__ float cbrtf(float x)
{
    float a = __builtin_fabsf(x);
    float r = __lockstep_ex2_ftz(__lockstep_lg2(a) * -0.666666687f);
    float y = a * r;
    float rest = __builtin_fmaf(y, -(r * y), 1.0f);
    y = __builtin_fmaf(y, rest * 0.333333343f, y);
    y = x < 0.0f ? -y : y;
    return x + x == x ? x + x : y;
}

// 1 ulp. y + y (1 - a y^3) / 3.
__device__ __forceinline__ float rcbrtf(float x)
{
    float a = __builtin_fabsf(x);
    float y = __lockstep_ex2_ftz(__lockstep_lg2(a) * -0.333333343f);
    float rest = __builtin_fmaf(y * y, -(a * y), 1.0f);
    y = __builtin_fmaf(rest, y * 0.333333343f, y);
    y = x < 0.0f ? -y : y;
    float inverse = __builtin_int_as_float(__builtin_float_as_int(x + x) ^ 0x7f800000);
    return x + x == x ? inverse : y; // zero and infinity
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
    float r = __builtin_sqrtf(__builtin_fmaf(p, p, q * q)) * __lockstep_unscale_f(large);
    r = small == 0.0f ? large : r;
    return small == __LOCKSTEP_INF_F ? small : r;
}

// 2 ulp
__device__ __forceinline__ float rhypotf(float x, float y)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y);
    float large = __lockstep_larger_f(a, b), small = __lockstep_smaller_f(a, b);
    float scale = __lockstep_scale_f(large);
    float p = large * scale, q = small * scale;
    float r = __lockstep_rsqrt(__builtin_fmaf(p, p, q * q)) * scale;
    return small == __LOCKSTEP_INF_F ? 0.0f : r;
}

// The sum of the squares of three lengths, scaled by the largest, which goes to *large: the
// smallest first. min and max leave a NaN out, so it comes back by the sum of the lengths.
__device__ __forceinline__ float __lockstep_squares3_f(float a, float b, float c, float *large)
{
    float least = __builtin_fminf(a, b), most = __builtin_fmaxf(a, b);
    float middle = __builtin_fminf(most, c);
    most = __builtin_fmaxf(most, c);
    *large = most;
    float scale = __lockstep_scale_f(most);
    middle *= scale;
    least *= scale;
    most *= scale;
    return __builtin_fmaf(most, most, __builtin_fmaf(least, least, middle * middle));
}

__device__ __forceinline__ float __lockstep_squares4_f(float a, float b, float c, float d,
                                                       float *large)
{
    float first = __builtin_fminf(a, b), most = __builtin_fmaxf(a, b);
    float second = __builtin_fminf(most, c);
    most = __builtin_fmaxf(most, c);
    float third = __builtin_fminf(most, d);
    most = __builtin_fmaxf(most, d);
    *large = most;
    float scale = __lockstep_scale_f(most);
    third *= scale;
    second *= scale;
    first *= scale;
    most *= scale;
    float sum = __builtin_fmaf(first, first, __builtin_fmaf(second, second, third * third));
    return __builtin_fmaf(most, most, sum);
}

// 3 ulp
__device__ __forceinline__ float norm3df(float x, float y, float z)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y), c = __builtin_fabsf(z), large;
    float squares = __lockstep_squares3_f(a, b, c, &large), sum = (a + b) + c;
    float r = __builtin_sqrtf(squares) * __lockstep_unscale_f(large);
    r = sum > large ? r : sum;
    return large == __LOCKSTEP_INF_F ? large : r;
}

// 2 ulp
__device__ __forceinline__ float rnorm3df(float x, float y, float z)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y), c = __builtin_fabsf(z), large;
    float squares = __lockstep_squares3_f(a, b, c, &large), sum = (a + b) + c;
    float r = __lockstep_rsqrt(squares) * __lockstep_scale_f(large);
    r = sum <= __LOCKSTEP_INF_F ? r : sum;
    return large == __LOCKSTEP_INF_F ? 0.0f : r;
}

// 3 ulp
__device__ __forceinline__ float norm4df(float x, float y, float z, float w)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y), c = __builtin_fabsf(z);
    float d = __builtin_fabsf(w), large;
    float squares = __lockstep_squares4_f(a, b, c, d, &large), sum = c + ((a + b) + d);
    float r = __builtin_sqrtf(squares) * __lockstep_unscale_f(large);
    r = sum > large ? r : sum;
    return large == __LOCKSTEP_INF_F ? large : r;
}

// 2 ulp
__device__ __forceinline__ float rnorm4df(float x, float y, float z, float w)
{
    float a = __builtin_fabsf(x), b = __builtin_fabsf(y), c = __builtin_fabsf(z);
    float d = __builtin_fabsf(w), large;
    float squares = __lockstep_squares4_f(a, b, c, d, &large), sum = c + ((a + b) + d);
    float r = __lockstep_rsqrt(squares) * __lockstep_scale_f(large);
    r = sum <= __LOCKSTEP_INF_F ? r : sum;
    return large == __LOCKSTEP_INF_F ? 0.0f : r;
}

// The sum of the squares, scaled by the largest length, which goes to *large and whose own square
// (of one of several) comes last.
__device__ inline float __lockstep_squares_f(int count, const float *v, float *large, float *rest)
{
    float most = 0.0f;
    for (int i = 0; i < count; i++)
        most = __builtin_fmaxf(__builtin_fabsf(v[i]), most);
    *large = most;
    float scale = __lockstep_scale_f(most), sum = 0.0f;
    most *= scale;
    bool is_left_out = false;
    for (int i = 0; i < count; i++) {
        float scaled = __builtin_fabsf(v[i]) * scale;
        bool is_most = scaled == most && !is_left_out;
        sum = is_most ? sum : __builtin_fmaf(scaled, scaled, sum);
        is_left_out = is_left_out || is_most;
    }
    *rest = sum;
    return __builtin_fmaf(most, most, sum);
}

// No bound is documented.
__device__ inline float normf(int count, const float *v)
{
    float large, rest, squares = __lockstep_squares_f(count, v, &large, &rest);
    float r = __builtin_sqrtf(squares) * __lockstep_unscale_f(large);
    return large == __LOCKSTEP_INF_F || rest == 0.0f ? large : r;
}

__device__ inline float rnormf(int count, const float *v)
{
    float large, rest, squares = __lockstep_squares_f(count, v, &large, &rest);
    float r = __lockstep_rsqrt(squares) * __lockstep_scale_f(large);
    return large == __LOCKSTEP_INF_F ? 0.0f : r;
}

#endif
