// SPDX-License-Identifier: Apache-2.0
// Intrinsics of floating point: the machine's own approximations, and arithmetic with a rounding of
// its own. Rows __LOCKSTEP_...(name, instruction) make functions of one PTX instruction.
#ifndef LOCKSTEP_MATH_FAST_H
#define LOCKSTEP_MATH_FAST_H

#include "math_primitive.h"

#define __LOCKSTEP_UNARY(type, constraint, name, instruction)                                      \
    __device__ __forceinline__ type name(type a)                                                   \
    {                                                                                              \
        type r;                                                                                    \
        asm(instruction " %0, %1;" : "=" constraint(r) : constraint(a));                           \
        return r;                                                                                  \
    }

#define __LOCKSTEP_BINARY(type, constraint, name, instruction)                                     \
    __device__ __forceinline__ type name(type a, type b)                                           \
    {                                                                                              \
        type r;                                                                                    \
        asm(instruction " %0, %1, %2;" : "=" constraint(r) : constraint(a), constraint(b));        \
        return r;                                                                                  \
    }

#define __LOCKSTEP_TERNARY(type, constraint, name, instruction)                                    \
    __device__ __forceinline__ type name(type a, type b, type c)                                   \
    {                                                                                              \
        type r;                                                                                    \
        asm(instruction " %0, %1, %2, %3;"                                                         \
            : "=" constraint(r)                                                                    \
            : constraint(a), constraint(b), constraint(c));                                        \
        return r;                                                                                  \
    }

// -- approximations

__LOCKSTEP_UNARY(float, "f", __sinf, "sin.approx" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __cosf, "cos.approx" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __log2f, "lg2.approx" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __tanhf, "tanh.approx.f32")
__LOCKSTEP_UNARY(float, "f", __saturatef, "cvt.sat" __LOCKSTEP_FTZ ".f32.f32")
__LOCKSTEP_BINARY(float, "f", __fdividef, "div.approx" __LOCKSTEP_FTZ ".f32")

__device__ __forceinline__ float fdividef(float a, float b)
{
    return a / b;
}

__device__ __forceinline__ void __sincosf(float x, float *sine, float *cosine)
{
    *sine = __sinf(x);
    *cosine = __cosf(x);
}

__device__ __forceinline__ float __tanf(float x)
{
    return __fdividef(__sinf(x), __cosf(x));
}

__device__ __forceinline__ float __expf(float x)
{
    return __lockstep_ex2(x * 1.44269502f);
}

__device__ __forceinline__ float __exp10f(float x)
{
    return __lockstep_ex2(x * 3.32192802f);
}

__device__ __forceinline__ float __logf(float x)
{
    return __log2f(x) * 0.693147182f;
}

__device__ __forceinline__ float __log10f(float x)
{
    return __log2f(x) * 0.30103001f;
}

__device__ __forceinline__ float __powf(float x, float y)
{
    return __lockstep_ex2(y * __log2f(x));
}

// -- floats with a rounding

__LOCKSTEP_BINARY(float, "f", __fadd_rn, "add.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fadd_rz, "add.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fadd_ru, "add.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fadd_rd, "add.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fsub_rn, "sub.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fsub_rz, "sub.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fsub_ru, "sub.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fsub_rd, "sub.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fmul_rn, "mul.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fmul_rz, "mul.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fmul_ru, "mul.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fmul_rd, "mul.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fdiv_rn, "div.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fdiv_rz, "div.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fdiv_ru, "div.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_BINARY(float, "f", __fdiv_rd, "div.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_rn, "fma.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_rz, "fma.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_ru, "fma.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_rd, "fma.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __frcp_rn, "rcp.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __frcp_rz, "rcp.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __frcp_ru, "rcp.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __frcp_rd, "rcp.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __fsqrt_rn, "sqrt.rn" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __fsqrt_rz, "sqrt.rz" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __fsqrt_ru, "sqrt.rp" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_UNARY(float, "f", __fsqrt_rd, "sqrt.rm" __LOCKSTEP_FTZ ".f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_ieee_rn, "fma.rn.f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_ieee_rz, "fma.rz.f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_ieee_ru, "fma.rp.f32")
__LOCKSTEP_TERNARY(float, "f", __fmaf_ieee_rd, "fma.rm.f32")

// 1 / sqrt(x) rounded once: of a number in [1/2, 2), by the machine's root, whose square is known
// with twice the digits, and a term more of the series. Exponents are halved apart.
__device__ __forceinline__ float __frsqrt_rn(float x)
{
    bool is_small = __builtin_fabsf(x) < 1.17549435e-38f;
    float y = is_small ? x * 16777216.0f : x;
    int bits = __builtin_float_as_int(y);
    if ((unsigned int)bits - 0x00800000u >= 0x7f000000u) // not positive, infinity, NaN
        return __lockstep_rsqrt_ftz(y);
    int near = (bits & 0x00ffffff) | 0x3f000000;
    int exponent = near - bits + (is_small ? 24 << 23 : 0);
    float m = __builtin_int_as_float(near);
    float r = __lockstep_rsqrt_ftz(m);
    float square = r * r;
    float square_low = __builtin_fmaf(r, r, -square);
    float rest = __builtin_fmaf(square_low, -m, __builtin_fmaf(square, -m, 1.0f));
    r = __builtin_fmaf(__builtin_fmaf(0.375f, rest, 0.5f), r * rest, r);
    return __builtin_int_as_float(__builtin_float_as_int(r) + (exponent >> 1));
}

// -- doubles with a rounding

__LOCKSTEP_BINARY(double, "d", __dadd_rn, "add.rn.f64")
__LOCKSTEP_BINARY(double, "d", __dadd_rz, "add.rz.f64")
__LOCKSTEP_BINARY(double, "d", __dadd_ru, "add.rp.f64")
__LOCKSTEP_BINARY(double, "d", __dadd_rd, "add.rm.f64")
__LOCKSTEP_BINARY(double, "d", __dsub_rn, "sub.rn.f64")
__LOCKSTEP_BINARY(double, "d", __dsub_rz, "sub.rz.f64")
__LOCKSTEP_BINARY(double, "d", __dsub_ru, "sub.rp.f64")
__LOCKSTEP_BINARY(double, "d", __dsub_rd, "sub.rm.f64")
__LOCKSTEP_BINARY(double, "d", __dmul_rn, "mul.rn.f64")
__LOCKSTEP_BINARY(double, "d", __dmul_rz, "mul.rz.f64")
__LOCKSTEP_BINARY(double, "d", __dmul_ru, "mul.rp.f64")
__LOCKSTEP_BINARY(double, "d", __dmul_rd, "mul.rm.f64")
__LOCKSTEP_BINARY(double, "d", __ddiv_rn, "div.rn.f64")
__LOCKSTEP_BINARY(double, "d", __ddiv_rz, "div.rz.f64")
__LOCKSTEP_BINARY(double, "d", __ddiv_ru, "div.rp.f64")
__LOCKSTEP_BINARY(double, "d", __ddiv_rd, "div.rm.f64")
__LOCKSTEP_TERNARY(double, "d", __fma_rn, "fma.rn.f64")
__LOCKSTEP_TERNARY(double, "d", __fma_rz, "fma.rz.f64")
__LOCKSTEP_TERNARY(double, "d", __fma_ru, "fma.rp.f64")
__LOCKSTEP_TERNARY(double, "d", __fma_rd, "fma.rm.f64")
__LOCKSTEP_UNARY(double, "d", __drcp_rn, "rcp.rn.f64")
__LOCKSTEP_UNARY(double, "d", __drcp_rz, "rcp.rz.f64")
__LOCKSTEP_UNARY(double, "d", __drcp_ru, "rcp.rp.f64")
__LOCKSTEP_UNARY(double, "d", __drcp_rd, "rcp.rm.f64")
__LOCKSTEP_UNARY(double, "d", __dsqrt_rn, "sqrt.rn.f64")
__LOCKSTEP_UNARY(double, "d", __dsqrt_rz, "sqrt.rz.f64")
__LOCKSTEP_UNARY(double, "d", __dsqrt_ru, "sqrt.rp.f64")
__LOCKSTEP_UNARY(double, "d", __dsqrt_rd, "sqrt.rm.f64")

#endif
