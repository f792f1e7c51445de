// SPDX-License-Identifier: Apache-2.0
// IEEE half precision; CUDA Math API, "Half Precision Intrinsics". Each operation is the one PTX
// instruction that sm_90 has for it.
#pragma once
#define __CUDA_FP16_H__

struct __align__(2) __half;
struct __align__(4) __half2;
struct __align__(2) __half_raw { unsigned short x; };

namespace __lockstep_half {
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
}

struct __align__(2) __half {
    unsigned short __x;
    __half() = default;
    __host__ __device__ __forceinline__ constexpr __half(const __half_raw &raw) : __x(raw.x) {}
    __device__ __forceinline__ __half(float value) : __x(__lockstep_half::from_float(value)) {}
    __device__ __forceinline__ __half(double value) : __x(__lockstep_half::from_double(value)) {}
    __device__ __forceinline__ __half(int value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(unsigned value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(short value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(unsigned short value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(long value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(unsigned long value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(long long value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ __half(unsigned long long value) : __x(__lockstep_half::from_float((float)value)) {}
    __device__ __forceinline__ operator float() const { return __lockstep_half::to_float(__x); }
    __device__ __forceinline__ operator __half_raw() const { __half_raw raw; raw.x = __x; return raw; }
    __device__ __forceinline__ explicit operator bool() const { return (__x & 0x7fff) != 0; }
    __device__ __forceinline__ explicit operator int() const { return (int)__lockstep_half::to_float(__x); }
    __device__ __forceinline__ explicit operator unsigned() const { return (unsigned)__lockstep_half::to_float(__x); }
    __device__ __forceinline__ explicit operator short() const { return (short)__lockstep_half::to_float(__x); }
    __device__ __forceinline__ explicit operator long long() const { return (long long)__lockstep_half::to_float(__x); }
    __half(const __half &) = default;
    __half &operator=(const __half &) = default;
    __device__ __forceinline__ __half &operator=(float value) { __x = __lockstep_half::from_float(value); return *this; }
    __device__ __forceinline__ __half &operator=(double value) { __x = __lockstep_half::from_double(value); return *this; }
    __device__ __forceinline__ __half &operator=(int value) { __x = __lockstep_half::from_float((float)value); return *this; }
};

struct __align__(4) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __forceinline__ constexpr __half2(const __half &a, const __half &b) : x(a), y(b) {}
};
typedef __half half;
typedef __half2 half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half nv_half;
typedef __half2 nv_half2;

namespace __lockstep_half {
__host__ __device__ __forceinline__ constexpr __half of(unsigned short bits) { __half_raw raw = {}; raw.x = bits; return __half(raw); }
__device__ __forceinline__ unsigned pack(__half2 v) { return (unsigned)v.x.__x | (unsigned)v.y.__x << 16; }
__device__ __forceinline__ __half2 unpack(unsigned bits) { return __half2(of((unsigned short)bits), of((unsigned short)(bits >> 16))); }
}

// Arithmetic.
__device__ __forceinline__ __half __hadd(__half a, __half b)
{
    unsigned short r;
    asm("add.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hadd_rn(__half a, __half b)
{
    unsigned short r;
    asm("add.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hadd_sat(__half a, __half b)
{
    unsigned short r;
    asm("add.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hsub(__half a, __half b)
{
    unsigned short r;
    asm("sub.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hsub_rn(__half a, __half b)
{
    unsigned short r;
    asm("sub.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hsub_sat(__half a, __half b)
{
    unsigned short r;
    asm("sub.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmul(__half a, __half b)
{
    unsigned short r;
    asm("mul.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmul_rn(__half a, __half b)
{
    unsigned short r;
    asm("mul.rn.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmul_sat(__half a, __half b)
{
    unsigned short r;
    asm("mul.sat.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hfma(__half a, __half b, __half c)
{
    unsigned short r;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hfma_sat(__half a, __half b, __half c)
{
    unsigned short r;
    asm("fma.rn.sat.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hneg(__half a)
{
    unsigned short r;
    asm("neg.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __habs(__half a)
{
    unsigned short r;
    asm("abs.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half2 __hadd2(__half2 a, __half2 b)
{
    unsigned r;
    asm("add.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hadd2_rn(__half2 a, __half2 b)
{
    unsigned r;
    asm("add.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hadd2_sat(__half2 a, __half2 b)
{
    unsigned r;
    asm("add.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hsub2(__half2 a, __half2 b)
{
    unsigned r;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hsub2_rn(__half2 a, __half2 b)
{
    unsigned r;
    asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hsub2_sat(__half2 a, __half2 b)
{
    unsigned r;
    asm("sub.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hmul2(__half2 a, __half2 b)
{
    unsigned r;
    asm("mul.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hmul2_rn(__half2 a, __half2 b)
{
    unsigned r;
    asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hmul2_sat(__half2 a, __half2 b)
{
    unsigned r;
    asm("mul.sat.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    unsigned r;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)), "r"(__lockstep_half::pack(c)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c)
{
    unsigned r;
    asm("fma.rn.sat.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)), "r"(__lockstep_half::pack(c)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hneg2(__half2 a)
{
    unsigned r;
    asm("neg.f16x2 %0, %1;" : "=r"(r) : "r"(__lockstep_half::pack(a)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __habs2(__half2 a)
{
    unsigned r;
    asm("abs.f16x2 %0, %1;" : "=r"(r) : "r"(__lockstep_half::pack(a)));
    return __lockstep_half::unpack(r);
}
#if __CUDA_ARCH__ < 800 // which has no such instructions
__device__ __forceinline__ __half __hmin(__half a, __half b) { return __half(fminf((float)a, (float)b)); }
__device__ __forceinline__ __half __hmax(__half a, __half b) { return __half(fmaxf((float)a, (float)b)); }
__device__ __forceinline__ __half __lockstep_or_nan(__half a, __half b, __half other)
{
    bool is_nan = (float)a != (float)a || (float)b != (float)b;
    return is_nan ? __lockstep_half::of(0x7fff) : other;
}
__device__ __forceinline__ __half __hmin_nan(__half a, __half b) { return __lockstep_or_nan(a, b, __hmin(a, b)); }
__device__ __forceinline__ __half __hmax_nan(__half a, __half b) { return __lockstep_or_nan(a, b, __hmax(a, b)); }
__device__ __forceinline__ __half __hfma_relu(__half a, __half b, __half c)
{
    return __hmax_nan(__hfma(a, b, c), __lockstep_half::of(0));
}
__device__ __forceinline__ __half2 __hmin2(__half2 a, __half2 b) { return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ __forceinline__ __half2 __hmax2(__half2 a, __half2 b) { return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ __forceinline__ __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}
#else
__device__ __forceinline__ __half __hmin(__half a, __half b)
{
    unsigned short r;
    asm("min.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmax(__half a, __half b)
{
    unsigned short r;
    asm("max.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmin_nan(__half a, __half b)
{
    unsigned short r;
    asm("min.NaN.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hmax_nan(__half a, __half b)
{
    unsigned short r;
    asm("max.NaN.f16 %0, %1, %2;" : "=h"(r) : "h"(a.__x), "h"(b.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half __hfma_relu(__half a, __half b, __half c)
{
    unsigned short r;
    asm("fma.rn.relu.f16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c)
{
    unsigned r;
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)), "r"(__lockstep_half::pack(c)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hmin2(__half2 a, __half2 b)
{
    unsigned r;
    asm("min.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
__device__ __forceinline__ __half2 __hmax2(__half2 a, __half2 b)
{
    unsigned r;
    asm("max.f16x2 %0, %1, %2;" : "=r"(r) : "r"(__lockstep_half::pack(a)), "r"(__lockstep_half::pack(b)));
    return __lockstep_half::unpack(r);
}
#endif

// The float's format holds a product of two of these and keeps a quotient's rounding innocuous.
__device__ __forceinline__ __half __hdiv(__half a, __half b) { return __half((float)a / (float)b); }
__device__ __forceinline__ __half2 __h2div(__half2 a, __half2 b) { return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y)); }

// Conversions.
__device__ __forceinline__ __half __float2half(float a) { return __half(a); }
__device__ __forceinline__ __half __float2half_rn(float a) { return __half(a); }
__device__ __forceinline__ __half __float2half_rz(float a)
{
    unsigned short r;
    asm("cvt.rz.f16.f32 %0, %1;" : "=h"(r) : "f"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ float __half2float(__half a) { return (float)a; }
__device__ __forceinline__ __half __double2half(double a) { return __half(a); }
__device__ __forceinline__ __half __int2half_rn(int a)
{
    unsigned short r;
    asm("cvt.rn.f16.s32 %0, %1;" : "=h"(r) : "r"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ int __half2int_rz(__half a)
{
    int r;
    asm("cvt.rzi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __half2int_rn(__half a)
{
    int r;
    asm("cvt.rni.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __half2int_rd(__half a)
{
    int r;
    asm("cvt.rmi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ int __half2int_ru(__half a)
{
    int r;
    asm("cvt.rpi.s32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __half __uint2half_rn(unsigned a)
{
    unsigned short r;
    asm("cvt.rn.f16.u32 %0, %1;" : "=h"(r) : "r"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ unsigned __half2uint_rz(__half a)
{
    unsigned r;
    asm("cvt.rzi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __half2uint_rn(__half a)
{
    unsigned r;
    asm("cvt.rni.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __half2uint_rd(__half a)
{
    unsigned r;
    asm("cvt.rmi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned __half2uint_ru(__half a)
{
    unsigned r;
    asm("cvt.rpi.u32.f16 %0, %1;" : "=r"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __half __short2half_rn(short a)
{
    unsigned short r;
    asm("cvt.rn.f16.s16 %0, %1;" : "=h"(r) : "h"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ short __half2short_rz(__half a)
{
    short r;
    asm("cvt.rzi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __half2short_rn(__half a)
{
    short r;
    asm("cvt.rni.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __half2short_rd(__half a)
{
    short r;
    asm("cvt.rmi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ short __half2short_ru(__half a)
{
    short r;
    asm("cvt.rpi.s16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __half __ushort2half_rn(unsigned short a)
{
    unsigned short r;
    asm("cvt.rn.f16.u16 %0, %1;" : "=h"(r) : "h"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ unsigned short __half2ushort_rz(__half a)
{
    unsigned short r;
    asm("cvt.rzi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __half2ushort_rn(__half a)
{
    unsigned short r;
    asm("cvt.rni.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __half2ushort_rd(__half a)
{
    unsigned short r;
    asm("cvt.rmi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __half2ushort_ru(__half a)
{
    unsigned short r;
    asm("cvt.rpi.u16.f16 %0, %1;" : "=h"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __half __ll2half_rn(long long a)
{
    unsigned short r;
    asm("cvt.rn.f16.s64 %0, %1;" : "=h"(r) : "l"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ long long __half2ll_rz(__half a)
{
    long long r;
    asm("cvt.rzi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __half2ll_rn(__half a)
{
    long long r;
    asm("cvt.rni.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __half2ll_rd(__half a)
{
    long long r;
    asm("cvt.rmi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ long long __half2ll_ru(__half a)
{
    long long r;
    asm("cvt.rpi.s64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ __half __ull2half_rn(unsigned long long a)
{
    unsigned short r;
    asm("cvt.rn.f16.u64 %0, %1;" : "=h"(r) : "l"(a));
    return __lockstep_half::of(r);
}
__device__ __forceinline__ unsigned long long __half2ull_rz(__half a)
{
    unsigned long long r;
    asm("cvt.rzi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __half2ull_rn(__half a)
{
    unsigned long long r;
    asm("cvt.rni.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __half2ull_rd(__half a)
{
    unsigned long long r;
    asm("cvt.rmi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned long long __half2ull_ru(__half a)
{
    unsigned long long r;
    asm("cvt.rpi.u64.f16 %0, %1;" : "=l"(r) : "h"(a.__x));
    return r;
}
__device__ __forceinline__ unsigned short __half_as_ushort(__half a) { return a.__x; }
__device__ __forceinline__ short __half_as_short(__half a) { return (short)a.__x; }
__host__ __device__ __forceinline__ constexpr __half __ushort_as_half(unsigned short a) { return __lockstep_half::of(a); }
__host__ __device__ __forceinline__ constexpr __half __short_as_half(short a) { return __lockstep_half::of((unsigned short)a); }
__host__ __device__ __forceinline__ constexpr __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ __forceinline__ constexpr __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__host__ __device__ __forceinline__ constexpr __half2 __half2half2(__half a) { return __half2(a, a); }
__host__ __device__ __forceinline__ constexpr __half __low2half(__half2 a) { return a.x; }
__host__ __device__ __forceinline__ constexpr __half __high2half(__half2 a) { return a.y; }
__host__ __device__ __forceinline__ constexpr __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__host__ __device__ __forceinline__ constexpr __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__host__ __device__ __forceinline__ constexpr __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }
__host__ __device__ __forceinline__ constexpr __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__host__ __device__ __forceinline__ constexpr __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__device__ __forceinline__ float __low2float(__half2 a) { return (float)a.x; }
__device__ __forceinline__ float __high2float(__half2 a) { return (float)a.y; }
__device__ __forceinline__ __half2 __floats2half2_rn(float a, float b)
{
#if __CUDA_ARCH__ < 800
    return __half2(__half(a), __half(b));
#else
    unsigned r;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(b), "f"(a));
    return __lockstep_half::unpack(r);
#endif
}
__device__ __forceinline__ __half2 __float2half2_rn(float a) { return __floats2half2_rn(a, a); }
__device__ __forceinline__ __half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
__device__ __forceinline__ float2 __half22float2(__half2 a) { return make_float2((float)a.x, (float)a.y); }

// Comparisons; the forms with u are true when unordered.
__device__ __forceinline__ bool __heq(__half a, __half b) { return ((float)a == (float)b); }
__device__ __forceinline__ bool __hequ(__half a, __half b) { return !((float)a < (float)b || (float)a > (float)b); }
__device__ __forceinline__ bool __hne(__half a, __half b) { float x = (float)a, y = (float)b; return x < y || x > y; }
__device__ __forceinline__ bool __hneu(__half a, __half b) { float x = (float)a, y = (float)b; return x != y; }
__device__ __forceinline__ bool __hlt(__half a, __half b) { return ((float)a < (float)b); }
__device__ __forceinline__ bool __hltu(__half a, __half b) { return !((float)a >= (float)b); }
__device__ __forceinline__ bool __hle(__half a, __half b) { return ((float)a <= (float)b); }
__device__ __forceinline__ bool __hleu(__half a, __half b) { return !((float)a > (float)b); }
__device__ __forceinline__ bool __hgt(__half a, __half b) { return ((float)a > (float)b); }
__device__ __forceinline__ bool __hgtu(__half a, __half b) { return !((float)a <= (float)b); }
__device__ __forceinline__ bool __hge(__half a, __half b) { return ((float)a >= (float)b); }
__device__ __forceinline__ bool __hgeu(__half a, __half b) { return !((float)a < (float)b); }
__device__ __forceinline__ __half2 __heq2(__half2 a, __half2 b) { return __half2(__half(__heq(a.x, b.x) ? 1.0f : 0.0f), __half(__heq(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbeq2(__half2 a, __half2 b) { return __heq(a.x, b.x) && __heq(a.y, b.y); }
__device__ __forceinline__ __half2 __hne2(__half2 a, __half2 b) { return __half2(__half(__hne(a.x, b.x) ? 1.0f : 0.0f), __half(__hne(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbne2(__half2 a, __half2 b) { return __hne(a.x, b.x) && __hne(a.y, b.y); }
__device__ __forceinline__ __half2 __hlt2(__half2 a, __half2 b) { return __half2(__half(__hlt(a.x, b.x) ? 1.0f : 0.0f), __half(__hlt(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hblt2(__half2 a, __half2 b) { return __hlt(a.x, b.x) && __hlt(a.y, b.y); }
__device__ __forceinline__ __half2 __hle2(__half2 a, __half2 b) { return __half2(__half(__hle(a.x, b.x) ? 1.0f : 0.0f), __half(__hle(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hble2(__half2 a, __half2 b) { return __hle(a.x, b.x) && __hle(a.y, b.y); }
__device__ __forceinline__ __half2 __hgt2(__half2 a, __half2 b) { return __half2(__half(__hgt(a.x, b.x) ? 1.0f : 0.0f), __half(__hgt(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbgt2(__half2 a, __half2 b) { return __hgt(a.x, b.x) && __hgt(a.y, b.y); }
__device__ __forceinline__ __half2 __hge2(__half2 a, __half2 b) { return __half2(__half(__hge(a.x, b.x) ? 1.0f : 0.0f), __half(__hge(a.y, b.y) ? 1.0f : 0.0f)); }
__device__ __forceinline__ bool __hbge2(__half2 a, __half2 b) { return __hge(a.x, b.x) && __hge(a.y, b.y); }
__device__ __forceinline__ bool __hisnan(__half a) { return (float)a != (float)a; }
__device__ __forceinline__ int __hisinf(__half a) { return (a.__x & 0x7fff) == 0x7c00 ? ((a.__x & 0x8000) ? -1 : 1) : 0; }
__device__ __forceinline__ __half2 __hisnan2(__half2 a) { return __half2(__half(__hisnan(a.x) ? 1.0f : 0.0f), __half(__hisnan(a.y) ? 1.0f : 0.0f)); }

// Functions: rounded once from the float result.
__device__ __forceinline__ __half hsqrt(__half a) { float x = (float)a; return __half(__builtin_sqrtf(x)); }
__device__ __forceinline__ __half2 h2sqrt(__half2 a) { return __half2(hsqrt(a.x), hsqrt(a.y)); }
__device__ __forceinline__ __half hrsqrt(__half a) { float x = (float)a; return __half(rsqrtf(x)); }
__device__ __forceinline__ __half2 h2rsqrt(__half2 a) { return __half2(hrsqrt(a.x), hrsqrt(a.y)); }
__device__ __forceinline__ __half hrcp(__half a) { float x = (float)a; return __half(1.0f / x); }
__device__ __forceinline__ __half2 h2rcp(__half2 a) { return __half2(hrcp(a.x), hrcp(a.y)); }
__device__ __forceinline__ __half hexp(__half a) { float x = (float)a; return __half(expf(x)); }
__device__ __forceinline__ __half2 h2exp(__half2 a) { return __half2(hexp(a.x), hexp(a.y)); }
__device__ __forceinline__ __half hexp2(__half a) { float x = (float)a; return __half(exp2f(x)); }
__device__ __forceinline__ __half2 h2exp2(__half2 a) { return __half2(hexp2(a.x), hexp2(a.y)); }
__device__ __forceinline__ __half hexp10(__half a) { float x = (float)a; return __half(exp10f(x)); }
__device__ __forceinline__ __half2 h2exp10(__half2 a) { return __half2(hexp10(a.x), hexp10(a.y)); }
__device__ __forceinline__ __half hlog(__half a) { float x = (float)a; return __half(logf(x)); }
__device__ __forceinline__ __half2 h2log(__half2 a) { return __half2(hlog(a.x), hlog(a.y)); }
__device__ __forceinline__ __half hlog2(__half a) { float x = (float)a; return __half(log2f(x)); }
__device__ __forceinline__ __half2 h2log2(__half2 a) { return __half2(hlog2(a.x), hlog2(a.y)); }
__device__ __forceinline__ __half hlog10(__half a) { float x = (float)a; return __half(log10f(x)); }
__device__ __forceinline__ __half2 h2log10(__half2 a) { return __half2(hlog10(a.x), hlog10(a.y)); }
__device__ __forceinline__ __half hsin(__half a) { float x = (float)a; return __half(sinf(x)); }
__device__ __forceinline__ __half2 h2sin(__half2 a) { return __half2(hsin(a.x), hsin(a.y)); }
__device__ __forceinline__ __half hcos(__half a) { float x = (float)a; return __half(cosf(x)); }
__device__ __forceinline__ __half2 h2cos(__half2 a) { return __half2(hcos(a.x), hcos(a.y)); }
__device__ __forceinline__ __half htanh(__half a) { float x = (float)a; return __half(tanhf(x)); }
__device__ __forceinline__ __half2 h2tanh(__half2 a) { return __half2(htanh(a.x), htanh(a.y)); }
__device__ __forceinline__ __half hfloor(__half a) { float x = (float)a; return __half(__builtin_floorf(x)); }
__device__ __forceinline__ __half2 h2floor(__half2 a) { return __half2(hfloor(a.x), hfloor(a.y)); }
__device__ __forceinline__ __half hceil(__half a) { float x = (float)a; return __half(__builtin_ceilf(x)); }
__device__ __forceinline__ __half2 h2ceil(__half2 a) { return __half2(hceil(a.x), hceil(a.y)); }
__device__ __forceinline__ __half htrunc(__half a) { float x = (float)a; return __half(__builtin_truncf(x)); }
__device__ __forceinline__ __half2 h2trunc(__half2 a) { return __half2(htrunc(a.x), htrunc(a.y)); }
__device__ __forceinline__ __half hrint(__half a) { float x = (float)a; return __half(__builtin_rintf(x)); }
__device__ __forceinline__ __half2 h2rint(__half2 a) { return __half2(hrint(a.x), hrint(a.y)); }

// Operators.
__device__ __forceinline__ __half operator+(const __half &a, const __half &b) { return __hadd(a, b); }
__device__ __forceinline__ __half &operator+=(__half &a, const __half &b) { a = __hadd(a, b); return a; }
__device__ __forceinline__ __half operator-(const __half &a, const __half &b) { return __hsub(a, b); }
__device__ __forceinline__ __half &operator-=(__half &a, const __half &b) { a = __hsub(a, b); return a; }
__device__ __forceinline__ __half operator*(const __half &a, const __half &b) { return __hmul(a, b); }
__device__ __forceinline__ __half &operator*=(__half &a, const __half &b) { a = __hmul(a, b); return a; }
__device__ __forceinline__ __half operator/(const __half &a, const __half &b) { return __hdiv(a, b); }
__device__ __forceinline__ __half &operator/=(__half &a, const __half &b) { a = __hdiv(a, b); return a; }
__device__ __forceinline__ __half2 operator+(const __half2 &a, const __half2 &b) { return __hadd2(a, b); }
__device__ __forceinline__ __half2 &operator+=(__half2 &a, const __half2 &b) { a = __hadd2(a, b); return a; }
__device__ __forceinline__ __half2 operator-(const __half2 &a, const __half2 &b) { return __hsub2(a, b); }
__device__ __forceinline__ __half2 &operator-=(__half2 &a, const __half2 &b) { a = __hsub2(a, b); return a; }
__device__ __forceinline__ __half2 operator*(const __half2 &a, const __half2 &b) { return __hmul2(a, b); }
__device__ __forceinline__ __half2 &operator*=(__half2 &a, const __half2 &b) { a = __hmul2(a, b); return a; }
__device__ __forceinline__ __half2 operator/(const __half2 &a, const __half2 &b) { return __h2div(a, b); }
__device__ __forceinline__ __half2 &operator/=(__half2 &a, const __half2 &b) { a = __h2div(a, b); return a; }
__device__ __forceinline__ __half operator+(const __half &a) { return a; }
__device__ __forceinline__ __half operator-(const __half &a) { return __hneg(a); }
__device__ __forceinline__ __half2 operator-(const __half2 &a) { return __hneg2(a); }
__device__ __forceinline__ __half &operator++(__half &a) { a = __hadd(a, __half(1.0f)); return a; }
__device__ __forceinline__ __half &operator--(__half &a) { a = __hsub(a, __half(1.0f)); return a; }
__device__ __forceinline__ bool operator==(const __half &a, const __half &b) { return __heq(a, b); }
__device__ __forceinline__ bool operator!=(const __half &a, const __half &b) { return __hneu(a, b); }
__device__ __forceinline__ bool operator<(const __half &a, const __half &b) { return __hlt(a, b); }
__device__ __forceinline__ bool operator<=(const __half &a, const __half &b) { return __hle(a, b); }
__device__ __forceinline__ bool operator>(const __half &a, const __half &b) { return __hgt(a, b); }
__device__ __forceinline__ bool operator>=(const __half &a, const __half &b) { return __hge(a, b); }

// Warps and memory.
__device__ __forceinline__ __half __shfl_sync(unsigned mask, __half value, int other, int width = 32) { return __lockstep_half::of((unsigned short)__shfl_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __half2 __shfl_sync(unsigned mask, __half2 value, int other, int width = 32) { return __lockstep_half::unpack(__shfl_sync(mask, __lockstep_half::pack(value), other, width)); }
__device__ __forceinline__ __half __shfl_up_sync(unsigned mask, __half value, unsigned other, int width = 32) { return __lockstep_half::of((unsigned short)__shfl_up_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __half2 __shfl_up_sync(unsigned mask, __half2 value, unsigned other, int width = 32) { return __lockstep_half::unpack(__shfl_up_sync(mask, __lockstep_half::pack(value), other, width)); }
__device__ __forceinline__ __half __shfl_down_sync(unsigned mask, __half value, unsigned other, int width = 32) { return __lockstep_half::of((unsigned short)__shfl_down_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __half2 __shfl_down_sync(unsigned mask, __half2 value, unsigned other, int width = 32) { return __lockstep_half::unpack(__shfl_down_sync(mask, __lockstep_half::pack(value), other, width)); }
__device__ __forceinline__ __half __shfl_xor_sync(unsigned mask, __half value, int other, int width = 32) { return __lockstep_half::of((unsigned short)__shfl_xor_sync(mask, (unsigned)value.__x, other, width)); }
__device__ __forceinline__ __half2 __shfl_xor_sync(unsigned mask, __half2 value, int other, int width = 32) { return __lockstep_half::unpack(__shfl_xor_sync(mask, __lockstep_half::pack(value), other, width)); }
__device__ __forceinline__ __half atomicAdd(__half *address, __half value)
{
    unsigned short old;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(old) : "l"(address), "h"(value.__x) : "memory");
    return __lockstep_half::of(old);
}
__device__ __forceinline__ __half2 atomicAdd(__half2 *address, __half2 value)
{
    unsigned old;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(old) : "l"(address), "r"(__lockstep_half::pack(value)) : "memory");
    return __lockstep_half::unpack(old);
}

#include "lockstep_sixteen.h"
__LOCKSTEP_SIXTEEN(__half, __half2, __lockstep_half, half, "f16")
__LOCKSTEP_SIXTEEN_INTEGERS(__half, __lockstep_half, half, "f16")
__LOCKSTEP_SIXTEEN_FROM(__half, __lockstep_half, __float2half_rd, float, "f", "cvt.rm.f16.f32")
__LOCKSTEP_SIXTEEN_FROM(__half, __lockstep_half, __float2half_ru, float, "f", "cvt.rp.f16.f32")
__device__ __forceinline__ __half2 __hmax2_nan(__half2 a, __half2 b) { return __half2(__hmax_nan(a.x, b.x), __hmax_nan(a.y, b.y)); }
__device__ __forceinline__ __half2 __hmin2_nan(__half2 a, __half2 b) { return __half2(__hmin_nan(a.x, b.x), __hmin_nan(a.y, b.y)); }
