// SPDX-License-Identifier: Apache-2.0
// bfloat16: the upper half of a float; CUDA Math API, "Bfloat16 Precision Intrinsics". Each operation is the one PTX
// instruction that sm_90 has for it.
#pragma once
#define __CUDA_BF16_H__

struct __align__(2) __nv_bfloat16;
struct __align__(4) __nv_bfloat162;
struct __align__(2) __nv_bfloat16_raw { unsigned short x; };

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
__device__ __forceinline__ float to_float(unsigned short bits)
{
    float value;
    value = __builtin_int_as_float((int)((unsigned)bits << 16));
    return value;
}
__device__ __forceinline__ unsigned short from_double(double value)
{
    unsigned short bits;
    // Round to odd first, so that the second rounding sees what the first cut off.
    float near = (float)value;
    int word = __builtin_float_as_int(near);
    double back = (double)near;
    if (back != value && back == back && (word & 1) == 0)
        word += ((value > back) == (near > 0.0f)) ? 1 : -1;
    bits = from_float(__builtin_int_as_float(word));
    return bits;
}
}

struct __align__(2) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ __forceinline__ constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : __x(raw.x) {}
    __device__ __forceinline__ __nv_bfloat16(float value) : __x(__lockstep_bfloat16::from_float(value)) {}
    __device__ __forceinline__ __nv_bfloat16(double value) : __x(__lockstep_bfloat16::from_double(value)) {}
    __device__ __forceinline__ __nv_bfloat16(int value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(unsigned value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(short value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(unsigned short value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(long value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(unsigned long value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(long long value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ __nv_bfloat16(unsigned long long value) : __x(__lockstep_bfloat16::from_float((float)value)) {}
    __device__ __forceinline__ operator float() const { return __lockstep_bfloat16::to_float(__x); }
    __device__ __forceinline__ operator __nv_bfloat16_raw() const { __nv_bfloat16_raw raw; raw.x = __x; return raw; }
    __device__ __forceinline__ explicit operator bool() const { return (__x & 0x7fff) != 0; }
    __device__ __forceinline__ explicit operator int() const { return (int)__lockstep_bfloat16::to_float(__x); }
    __device__ __forceinline__ explicit operator unsigned() const { return (unsigned)__lockstep_bfloat16::to_float(__x); }
    __device__ __forceinline__ explicit operator short() const { return (short)__lockstep_bfloat16::to_float(__x); }
    __device__ __forceinline__ explicit operator long long() const { return (long long)__lockstep_bfloat16::to_float(__x); }
    __nv_bfloat16(const __nv_bfloat16 &) = default;
    __nv_bfloat16 &operator=(const __nv_bfloat16 &) = default;
    __device__ __forceinline__ __nv_bfloat16 &operator=(float value) { __x = __lockstep_bfloat16::from_float(value); return *this; }
    __device__ __forceinline__ __nv_bfloat16 &operator=(double value) { __x = __lockstep_bfloat16::from_double(value); return *this; }
    __device__ __forceinline__ __nv_bfloat16 &operator=(int value) { __x = __lockstep_bfloat16::from_float((float)value); return *this; }
};

struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __host__ __device__ __forceinline__ constexpr __nv_bfloat162(const __nv_bfloat16 &a, const __nv_bfloat16 &b) : x(a), y(b) {}
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

namespace __lockstep_bfloat16 {
__host__ __device__ __forceinline__ constexpr __nv_bfloat16 of(unsigned short bits) { __nv_bfloat16_raw raw = {}; raw.x = bits; return __nv_bfloat16(raw); }
__device__ __forceinline__ unsigned pack(__nv_bfloat162 v) { return (unsigned)v.x.__x | (unsigned)v.y.__x << 16; }
__device__ __forceinline__ __nv_bfloat162 unpack(unsigned bits) { return __nv_bfloat162(of((unsigned short)bits), of((unsigned short)(bits >> 16))); }
}

// Arithmetic.
#if __CUDA_ARCH__ < 900
#include "lockstep_bfloat16_older.h"
#else
__device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("add.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("add.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("sub.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("sub.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("mul.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("mul.rn.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    unsigned short r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
    unsigned short r;
    asm("fma.rn.relu.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hneg(__nv_bfloat16 a)
{
    unsigned short r;
    asm("neg.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __habs(__nv_bfloat16 a)
{
    unsigned short r;
    asm("abs.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("min.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("max.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("min.NaN.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b)
{
    unsigned short r;
    asm("max.NaN.bf16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("add.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("add.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("sub.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("sub.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("mul.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("mul.rn.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    unsigned r;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)), "r"(__lockstep_bfloat16::pack(c)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c)
{
    unsigned r;
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)), "r"(__lockstep_bfloat16::pack(c)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hneg2(__nv_bfloat162 a)
{
    unsigned r;
    asm("neg.bf16x2 %0, %1;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __habs2(__nv_bfloat162 a)
{
    unsigned r;
    asm("abs.bf16x2 %0, %1;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("min.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
__device__ __forceinline__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b)
{
    unsigned r;
    asm("max.bf16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_bfloat16::pack(a)), "r"(__lockstep_bfloat16::pack(b)));
    return __lockstep_bfloat16::unpack(r);
}
#endif

// The float's format holds a product of two of these and keeps a quotient's rounding innocuous.
__device__ __forceinline__ __nv_bfloat16 __hdiv(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16((float)a / (float)b); }
__device__ __forceinline__ __nv_bfloat162 __h2div(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

// Conversions.
__device__ __forceinline__ __nv_bfloat16 __float2bfloat16(float a) { return __nv_bfloat16(a); }
__device__ __forceinline__ __nv_bfloat16 __float2bfloat16_rn(float a) { return __nv_bfloat16(a); }
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
__device__ __forceinline__ float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
__device__ __forceinline__ __nv_bfloat16 __double2bfloat16(double a) { return __nv_bfloat16(a); }
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
#include "lockstep_bfloat16_integer.h"
#else
__device__ __forceinline__ __nv_bfloat16 __int2bfloat16_rn(int a)
{
    unsigned short r;
    asm("cvt.rn.bf16.s32 %0, %1;" : "=h"(r) : "r"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ int __bfloat162int_rz(__nv_bfloat16 a)
{
    int r;
    asm("cvt.rzi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __bfloat162int_rn(__nv_bfloat16 a)
{
    int r;
    asm("cvt.rni.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __bfloat162int_rd(__nv_bfloat16 a)
{
    int r;
    asm("cvt.rmi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __bfloat162int_ru(__nv_bfloat16 a)
{
    int r;
    asm("cvt.rpi.s32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __nv_bfloat16 __uint2bfloat16_rn(unsigned a)
{
    unsigned short r;
    asm("cvt.rn.bf16.u32 %0, %1;" : "=h"(r) : "r"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ unsigned __bfloat162uint_rz(__nv_bfloat16 a)
{
    unsigned r;
    asm("cvt.rzi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __bfloat162uint_rn(__nv_bfloat16 a)
{
    unsigned r;
    asm("cvt.rni.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __bfloat162uint_rd(__nv_bfloat16 a)
{
    unsigned r;
    asm("cvt.rmi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __bfloat162uint_ru(__nv_bfloat16 a)
{
    unsigned r;
    asm("cvt.rpi.u32.bf16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __nv_bfloat16 __short2bfloat16_rn(short a)
{
    unsigned short r;
    asm("cvt.rn.bf16.s16 %0, %1;" : "=h"(r) : "h"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ short __bfloat162short_rz(__nv_bfloat16 a)
{
    short r;
    asm("cvt.rzi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __bfloat162short_rn(__nv_bfloat16 a)
{
    short r;
    asm("cvt.rni.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __bfloat162short_rd(__nv_bfloat16 a)
{
    short r;
    asm("cvt.rmi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __bfloat162short_ru(__nv_bfloat16 a)
{
    short r;
    asm("cvt.rpi.s16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short a)
{
    unsigned short r;
    asm("cvt.rn.bf16.u16 %0, %1;" : "=h"(r) : "h"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 a)
{
    unsigned short r;
    asm("cvt.rzi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 a)
{
    unsigned short r;
    asm("cvt.rni.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 a)
{
    unsigned short r;
    asm("cvt.rmi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 a)
{
    unsigned short r;
    asm("cvt.rpi.u16.bf16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __nv_bfloat16 __ll2bfloat16_rn(long long a)
{
    unsigned short r;
    asm("cvt.rn.bf16.s64 %0, %1;" : "=h"(r) : "l"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ long long __bfloat162ll_rz(__nv_bfloat16 a)
{
    long long r;
    asm("cvt.rzi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __bfloat162ll_rn(__nv_bfloat16 a)
{
    long long r;
    asm("cvt.rni.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __bfloat162ll_rd(__nv_bfloat16 a)
{
    long long r;
    asm("cvt.rmi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __bfloat162ll_ru(__nv_bfloat16 a)
{
    long long r;
    asm("cvt.rpi.s64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long a)
{
    unsigned short r;
    asm("cvt.rn.bf16.u64 %0, %1;" : "=h"(r) : "l"(a));
    return __lockstep_bfloat16::of(r);
}
__device__ __forceinline__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 a)
{
    unsigned long long r;
    asm("cvt.rzi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 a)
{
    unsigned long long r;
    asm("cvt.rni.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 a)
{
    unsigned long long r;
    asm("cvt.rmi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 a)
{
    unsigned long long r;
    asm("cvt.rpi.u64.bf16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
#endif
__device__ __forceinline__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.__x; }
__device__ __forceinline__ short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.__x; }
__host__ __device__ __forceinline__ constexpr __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { return __lockstep_bfloat16::of(a); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat16 __short_as_bfloat16(short a) { return __lockstep_bfloat16::of((unsigned short)a); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat162(a, b); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) { return __nv_bfloat162(a, a); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
__host__ __device__ __forceinline__ constexpr __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.x, a.x); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.y); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __lowhigh2highlow(__nv_bfloat162 a) { return __nv_bfloat162(a.y, a.x); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.x, b.x); }
__host__ __device__ __forceinline__ constexpr __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(a.y, b.y); }
__device__ __forceinline__ float __low2float(__nv_bfloat162 a) { return (float)a.x; }
__device__ __forceinline__ float __high2float(__nv_bfloat162 a) { return (float)a.y; }
__device__ __forceinline__ __nv_bfloat162 __floats2bfloat162_rn(float a, float b)
{
#if __CUDA_ARCH__ < 800
    return __nv_bfloat162(__nv_bfloat16(a), __nv_bfloat16(b));
#else
    unsigned r;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
    return __lockstep_bfloat16::unpack(r);
#endif
}
__device__ __forceinline__ __nv_bfloat162 __float2bfloat162_rn(float a) { return __floats2bfloat162_rn(a, a); }
__device__ __forceinline__ __nv_bfloat162 __float22bfloat162_rn(float2 a) { return __floats2bfloat162_rn(a.x, a.y); }
__device__ __forceinline__ float2 __bfloat1622float2(__nv_bfloat162 a) { return make_float2((float)a.x, (float)a.y); }

// Comparisons; the forms with u are true when unordered.
__device__ __forceinline__ bool __heq(__nv_bfloat16 a, __nv_bfloat16 b) { return ((float)a == (float)b); }
__device__ __forceinline__ bool __hequ(__nv_bfloat16 a, __nv_bfloat16 b) { return !((float)a < (float)b || (float)a > (float)b); }
__device__ __forceinline__ bool __hne(__nv_bfloat16 a, __nv_bfloat16 b) { float x = (float)a, y = (float)b; return x < y || x > y; }
__device__ __forceinline__ bool __hneu(__nv_bfloat16 a, __nv_bfloat16 b) { float x = (float)a, y = (float)b; return x != y; }
__device__ __forceinline__ bool __hlt(__nv_bfloat16 a, __nv_bfloat16 b) { return ((float)a < (float)b); }
__device__ __forceinline__ bool __hltu(__nv_bfloat16 a, __nv_bfloat16 b) { return !((float)a >= (float)b); }
__device__ __forceinline__ bool __hle(__nv_bfloat16 a, __nv_bfloat16 b) { return ((float)a <= (float)b); }
__device__ __forceinline__ bool __hleu(__nv_bfloat16 a, __nv_bfloat16 b) { return !((float)a > (float)b); }
__device__ __forceinline__ bool __hgt(__nv_bfloat16 a, __nv_bfloat16 b) { return ((float)a > (float)b); }
__device__ __forceinline__ bool __hgtu(__nv_bfloat16 a, __nv_bfloat16 b) { return !((float)a <= (float)b); }
__device__ __forceinline__ bool __hge(__nv_bfloat16 a, __nv_bfloat16 b) { return ((float)a >= (float)b); }
__device__ __forceinline__ bool __hgeu(__nv_bfloat16 a, __nv_bfloat16 b) { return !((float)a < (float)b); }
__device__ __forceinline__ __nv_bfloat162 __heq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__heq(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbeq2(__nv_bfloat162 a, __nv_bfloat162 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
__device__ __forceinline__ __nv_bfloat162 __hne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hne(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbne2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__device__ __forceinline__ __nv_bfloat162 __hlt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hlt(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hblt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
__device__ __forceinline__ __nv_bfloat162 __hle2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hle(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hble2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
__device__ __forceinline__ __nv_bfloat162 __hgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hgt(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbgt2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
__device__ __forceinline__ __nv_bfloat162 __hge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__nv_bfloat16(__hge(a.x, b.x) ? 1.0f : 0.0f), __nv_bfloat16(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbge2(__nv_bfloat162 a, __nv_bfloat162 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
__device__ __forceinline__ bool __hisnan(__nv_bfloat16 a) { return (float)a != (float)a; }
__device__ __forceinline__ int __hisinf(__nv_bfloat16 a) { return (a.__x & 0x7fff) == 0x7f80 ? ((a.__x & 0x8000) ? -1 : 1) : 0; }
__device__ __forceinline__ __nv_bfloat162 __hisnan2(__nv_bfloat162 a) { return __nv_bfloat162(__nv_bfloat16(__hisnan(a.x) ? 1.0f : 0.0f), __nv_bfloat16(__hisnan(a.y) ? 1.0f : 0.0f)); }

// Functions: rounded once from the float result.
__device__ __forceinline__ __nv_bfloat16 hsqrt(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(__builtin_sqrtf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2sqrt(__nv_bfloat162 a) { return __nv_bfloat162(hsqrt(a.x), hsqrt(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hrsqrt(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(rsqrtf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2rsqrt(__nv_bfloat162 a) { return __nv_bfloat162(hrsqrt(a.x), hrsqrt(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hrcp(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(1.0f / x); }
__device__ __forceinline__ __nv_bfloat162 h2rcp(__nv_bfloat162 a) { return __nv_bfloat162(hrcp(a.x), hrcp(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hexp(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(expf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2exp(__nv_bfloat162 a) { return __nv_bfloat162(hexp(a.x), hexp(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hexp2(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(exp2f(x)); }
__device__ __forceinline__ __nv_bfloat162 h2exp2(__nv_bfloat162 a) { return __nv_bfloat162(hexp2(a.x), hexp2(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hexp10(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(exp10f(x)); }
__device__ __forceinline__ __nv_bfloat162 h2exp10(__nv_bfloat162 a) { return __nv_bfloat162(hexp10(a.x), hexp10(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hlog(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(logf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2log(__nv_bfloat162 a) { return __nv_bfloat162(hlog(a.x), hlog(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hlog2(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(log2f(x)); }
__device__ __forceinline__ __nv_bfloat162 h2log2(__nv_bfloat162 a) { return __nv_bfloat162(hlog2(a.x), hlog2(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hlog10(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(log10f(x)); }
__device__ __forceinline__ __nv_bfloat162 h2log10(__nv_bfloat162 a) { return __nv_bfloat162(hlog10(a.x), hlog10(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hsin(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(sinf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2sin(__nv_bfloat162 a) { return __nv_bfloat162(hsin(a.x), hsin(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hcos(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(cosf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2cos(__nv_bfloat162 a) { return __nv_bfloat162(hcos(a.x), hcos(a.y)); }
__device__ __forceinline__ __nv_bfloat16 htanh(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(tanhf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2tanh(__nv_bfloat162 a) { return __nv_bfloat162(htanh(a.x), htanh(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hfloor(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(__builtin_floorf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2floor(__nv_bfloat162 a) { return __nv_bfloat162(hfloor(a.x), hfloor(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hceil(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(__builtin_ceilf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2ceil(__nv_bfloat162 a) { return __nv_bfloat162(hceil(a.x), hceil(a.y)); }
__device__ __forceinline__ __nv_bfloat16 htrunc(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(__builtin_truncf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2trunc(__nv_bfloat162 a) { return __nv_bfloat162(htrunc(a.x), htrunc(a.y)); }
__device__ __forceinline__ __nv_bfloat16 hrint(__nv_bfloat16 a) { float x = (float)a; return __nv_bfloat16(__builtin_rintf(x)); }
__device__ __forceinline__ __nv_bfloat162 h2rint(__nv_bfloat162 a) { return __nv_bfloat162(hrint(a.x), hrint(a.y)); }

// Operators.
__device__ __forceinline__ __nv_bfloat16 operator+(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hadd(a, b); }
__device__ __forceinline__ __nv_bfloat16 &operator+=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = __hadd(a, b); return a; }
__device__ __forceinline__ __nv_bfloat16 operator-(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hsub(a, b); }
__device__ __forceinline__ __nv_bfloat16 &operator-=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = __hsub(a, b); return a; }
__device__ __forceinline__ __nv_bfloat16 operator*(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hmul(a, b); }
__device__ __forceinline__ __nv_bfloat16 &operator*=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = __hmul(a, b); return a; }
__device__ __forceinline__ __nv_bfloat16 operator/(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hdiv(a, b); }
__device__ __forceinline__ __nv_bfloat16 &operator/=(__nv_bfloat16 &a, const __nv_bfloat16 &b) { a = __hdiv(a, b); return a; }
__device__ __forceinline__ __nv_bfloat162 operator+(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hadd2(a, b); }
__device__ __forceinline__ __nv_bfloat162 &operator+=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __hadd2(a, b); return a; }
__device__ __forceinline__ __nv_bfloat162 operator-(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hsub2(a, b); }
__device__ __forceinline__ __nv_bfloat162 &operator-=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __hsub2(a, b); return a; }
__device__ __forceinline__ __nv_bfloat162 operator*(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __hmul2(a, b); }
__device__ __forceinline__ __nv_bfloat162 &operator*=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __hmul2(a, b); return a; }
__device__ __forceinline__ __nv_bfloat162 operator/(const __nv_bfloat162 &a, const __nv_bfloat162 &b) { return __h2div(a, b); }
__device__ __forceinline__ __nv_bfloat162 &operator/=(__nv_bfloat162 &a, const __nv_bfloat162 &b) { a = __h2div(a, b); return a; }
__device__ __forceinline__ __nv_bfloat16 operator+(const __nv_bfloat16 &a) { return a; }
__device__ __forceinline__ __nv_bfloat16 operator-(const __nv_bfloat16 &a) { return __hneg(a); }
__device__ __forceinline__ __nv_bfloat162 operator-(const __nv_bfloat162 &a) { return __hneg2(a); }
__device__ __forceinline__ __nv_bfloat16 &operator++(__nv_bfloat16 &a) { a = __hadd(a, __nv_bfloat16(1.0f)); return a; }
__device__ __forceinline__ __nv_bfloat16 &operator--(__nv_bfloat16 &a) { a = __hsub(a, __nv_bfloat16(1.0f)); return a; }
__device__ __forceinline__ bool operator==(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __heq(a, b); }
__device__ __forceinline__ bool operator!=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hneu(a, b); }
__device__ __forceinline__ bool operator<(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hlt(a, b); }
__device__ __forceinline__ bool operator<=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hle(a, b); }
__device__ __forceinline__ bool operator>(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hgt(a, b); }
__device__ __forceinline__ bool operator>=(const __nv_bfloat16 &a, const __nv_bfloat16 &b) { return __hge(a, b); }

// Warps and memory.
__device__ __forceinline__ __nv_bfloat16 __shfl_sync(unsigned mask, __nv_bfloat16 value, int other, int width = 32) { return __lockstep_bfloat16::of((unsigned short)__shfl_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __nv_bfloat162 __shfl_sync(unsigned mask, __nv_bfloat162 value, int other, int width = 32) { return __lockstep_bfloat16::unpack(__shfl_sync(mask, __lockstep_bfloat16::pack(value), other, width)); }
__device__ __forceinline__ __nv_bfloat16 __shfl_up_sync(unsigned mask, __nv_bfloat16 value, unsigned other, int width = 32) { return __lockstep_bfloat16::of((unsigned short)__shfl_up_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __nv_bfloat162 __shfl_up_sync(unsigned mask, __nv_bfloat162 value, unsigned other, int width = 32) { return __lockstep_bfloat16::unpack(__shfl_up_sync(mask, __lockstep_bfloat16::pack(value), other, width)); }
__device__ __forceinline__ __nv_bfloat16 __shfl_down_sync(unsigned mask, __nv_bfloat16 value, unsigned other, int width = 32) { return __lockstep_bfloat16::of((unsigned short)__shfl_down_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __nv_bfloat162 __shfl_down_sync(unsigned mask, __nv_bfloat162 value, unsigned other, int width = 32) { return __lockstep_bfloat16::unpack(__shfl_down_sync(mask, __lockstep_bfloat16::pack(value), other, width)); }
__device__ __forceinline__ __nv_bfloat16 __shfl_xor_sync(unsigned mask, __nv_bfloat16 value, int other, int width = 32) { return __lockstep_bfloat16::of((unsigned short)__shfl_xor_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __nv_bfloat162 __shfl_xor_sync(unsigned mask, __nv_bfloat162 value, int other, int width = 32) { return __lockstep_bfloat16::unpack(__shfl_xor_sync(mask, __lockstep_bfloat16::pack(value), other, width)); }
__device__ __forceinline__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value)
{
    unsigned short old;
    asm volatile("atom.add.noftz.bf16 %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(value.__x) : "memory");
    return __lockstep_bfloat16::of(old);
}
__device__ __forceinline__ __nv_bfloat162 atomicAdd(__nv_bfloat162 *address, __nv_bfloat162 value)
{
    unsigned old;
    asm volatile("atom.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(__lockstep_bfloat16::pack(value)) : "memory");
    return __lockstep_bfloat16::unpack(old);
}

#include "lockstep_sixteen.h"
__LOCKSTEP_SIXTEEN(__nv_bfloat16, __nv_bfloat162, __lockstep_bfloat16, bfloat16, "bf16")
#if __CUDA_ARCH__ >= 900
__LOCKSTEP_SIXTEEN_INTEGERS(__nv_bfloat16, __lockstep_bfloat16, bfloat16, "bf16")
#endif
// .sat of bf16 is not in PTX: NaN becomes 0 there.
__device__ __forceinline__ __nv_bfloat16 __lockstep_saturated(__nv_bfloat16 a) { return __nv_bfloat16(__saturatef((float)a)); }
__device__ __forceinline__ __nv_bfloat16 __hadd_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hadd(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hsub_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hsub(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hmul_sat(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_saturated(__hmul(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hfma_sat(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __lockstep_saturated(__hfma(a, b, c)); }
__device__ __forceinline__ __nv_bfloat162 __hadd2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd_sat(a.x, b.x), __hadd_sat(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hsub2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub_sat(a.x, b.x), __hsub_sat(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmul2_sat(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul_sat(a.x, b.x), __hmul_sat(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hfma2_sat(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmax2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmin2_nan(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }
