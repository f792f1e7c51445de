// SPDX-License-Identifier: Apache-2.0
// bfloat16: the upper half of a float; CUDA Math API, "Bfloat16 Precision Intrinsics". Each
// operation is the one PTX instruction that sm_90 has for it; before, lockstep_bfloat16_older.h.
#pragma once
#define __CUDA_BF16_H__

struct __align__(2) __nv_bfloat16;
struct __align__(4) __nv_bfloat162;
struct __align__(2) __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };

namespace __lockstep_bfloat16 {
__device__ __forceinline__ unsigned short from_float(float value)
{
#if __CUDA_ARCH__ < 800
    unsigned bits = (unsigned)__builtin_float_as_int(value);
    bool is_nan = value != value;
    return (unsigned short)(is_nan ? 0x7fffu : (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
#else
    unsigned short bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#endif
}
__device__ __forceinline__ float to_float(unsigned short bits) { return __builtin_int_as_float((int)((unsigned)bits << 16)); }
__device__ __forceinline__ unsigned short from_double(double value)
{
    // Round to odd first, so that the second rounding sees what the first cut off.
    float near = (float)value;
    int word = __builtin_float_as_int(near);
    double back = (double)near;
    if (back != value && back == back && (word & 1) == 0)
        word += ((value > back) == (near > 0.0f)) ? 1 : -1;
    return from_float(__builtin_int_as_float(word));
}
}

#define __one __nv_bfloat16
#define __two __nv_bfloat162
#define __raw __nv_bfloat16_raw
#define __space __lockstep_bfloat16
#define __ptx "bf16"
#define __has_atomic (__CUDA_ARCH__ >= 900)
#define __name(before, after) before##bfloat16##after
#include "lockstep_sixteen.h"

__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rz(float a)
{
#if __CUDA_ARCH__ < 800
    unsigned bits = (unsigned)__builtin_float_as_int(a);
    return __lockstep_bfloat16::of((unsigned short)(a != a ? 0x7fffu : bits >> 16));
#else
    unsigned short r;
    asm("cvt.rz.bf16.f32 %0, %1;" : "=h"(r) : "f"(a));
    return __lockstep_bfloat16::of(r);
#endif
}
// What was cut off is one step away from zero.
__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rd(float a)
{
    __nv_bfloat16 cut = __float2bfloat16_rz(a);
    return __lockstep_bfloat16::of((unsigned short)(cut.__x + ((float)cut > a ? 1 : 0)));
}
__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_ru(float a)
{
    __nv_bfloat16 cut = __float2bfloat16_rz(a);
    return __lockstep_bfloat16::of((unsigned short)(cut.__x + ((float)cut < a ? 1 : 0)));
}

#if __CUDA_ARCH__ < 900
#include "lockstep_bfloat16_older.h"
#else
__binary(add, , "add")
__binary(add, _rn, "add.rn")
__binary(sub, , "sub")
__binary(sub, _rn, "sub.rn")
__binary(mul, , "mul")
__binary(mul, _rn, "mul.rn")
__ternary(fma, , "fma.rn")
__unary(neg, "neg")
__unary(abs, "abs")
__minimum
__integers
#endif
// .sat of bf16 is not in PTX: NaN becomes 0 there.
__device__ __forceinline__ __nv_bfloat16 __lockstep_saturated(__nv_bfloat16 a) { return __nv_bfloat16(__saturatef((float)a)); }
__device__ __forceinline__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hadd(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hsub(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hmul(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __lockstep_saturated(__hfma(a, b, c)); }
__binary_of_both(add, _sat)
__binary_of_both(sub, _sat)
__binary_of_both(mul, _sat)
__ternary_of_both(fma, _sat)

__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__device__ __forceinline__ int __hisinf(__nv_bfloat16 a) { return (a.__x & 0x7fff) == 0x7f80 ? ((a.__x & 0x8000) ? -1 : 1) : 0; }

#include "lockstep_sixteen_functions.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
