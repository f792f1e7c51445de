// SPDX-License-Identifier: Apache-2.0
// IEEE half precision; CUDA Math API, "Half Precision Intrinsics". Each operation is the one PTX
// instruction that sm_90 has for it.
#pragma once
#define __CUDA_FP16_H__

struct __align__(2) __half;
struct __align__(4) __half2;
struct __align__(2) __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };

namespace __lockstep_half {
#if defined(__clang__) && !defined(__CUDA_ARCH__) // host code, which clang compiles with this
__device__ __forceinline__ unsigned short from_float(float value) { return __builtin_bit_cast(unsigned short, (_Float16)value); }
__device__ __forceinline__ float to_float(unsigned short bits) { return (float)__builtin_bit_cast(_Float16, bits); }
__device__ __forceinline__ unsigned short from_double(double value) { return __builtin_bit_cast(unsigned short, (_Float16)value); }
#else
__device__ __forceinline__ unsigned short from_float(float value)
{
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
}
__device__ __forceinline__ float to_float(unsigned short bits)
{
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
}
__device__ __forceinline__ unsigned short from_double(double value)
{
    unsigned short bits;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(bits) : "d"(value));
    return bits;
}
#endif
}

#define __one __half
#define __two __half2
#define __raw __half_raw
#define __space __lockstep_half
#define __ptx "f16"
#define __has_atomic 1
#define __name(before, after) before##half##after
#include "lockstep_sixteen.h"

__binary(add, , "add")
__binary(add, _rn, "add.rn")
__binary(add, _sat, "add.sat")
__binary(sub, , "sub")
__binary(sub, _rn, "sub.rn")
__binary(sub, _sat, "sub.sat")
__binary(mul, , "mul")
__binary(mul, _rn, "mul.rn")
__binary(mul, _sat, "mul.sat")
__ternary(fma, , "fma.rn")
__ternary(fma, _sat, "fma.rn.sat")
__unary(neg, "neg")
__unary(abs, "abs")
#if __CUDA_ARCH__ < 800
__minimum_in_float
#else
__minimum
#endif

__from(__float2half_rz, float, "f", "cvt.rz.f16.f32")
__from(__float2half_rd, float, "f", "cvt.rm.f16.f32")
__from(__float2half_ru, float, "f", "cvt.rp.f16.f32")
__integers
__host__ __device__ __forceinline__ constexpr __half2 __half2half2(__half a) { return __half2(a, a); }
__device__ __forceinline__ int __hisinf(__half a) { return (a.__x & 0x7fff) == 0x7c00 ? ((a.__x & 0x8000) ? -1 : 1) : 0; }

#include "lockstep_sixteen_functions.h"

typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;
