// SPDX-License-Identifier: Apache-2.0
// Conversions with a rounding of their own, and numbers as bits. NaN becomes 0 (of 64-bit integers:
// 0x8000000000000000), what does not fit the nearest that does: cvt of the PTX ISA.
#ifndef LOCKSTEP_MATH_CONVERT_H
#define LOCKSTEP_MATH_CONVERT_H

#include "math_primitive.h"

#define __LOCKSTEP_CONVERT(to, to_constraint, from, from_constraint, name, instruction)            \
    __device__ __forceinline__ to name(from a)                                                     \
    {                                                                                              \
        to r;                                                                                      \
        asm(instruction " %0, %1;" : "=" to_constraint(r) : from_constraint(a));                   \
        return r;                                                                                  \
    }

__LOCKSTEP_CONVERT(int, "r", float, "f", __float2int_rn, "cvt.rni.s32.f32")
__LOCKSTEP_CONVERT(int, "r", float, "f", __float2int_rz, "cvt.rzi.s32.f32")
__LOCKSTEP_CONVERT(int, "r", float, "f", __float2int_ru, "cvt.rpi.s32.f32")
__LOCKSTEP_CONVERT(int, "r", float, "f", __float2int_rd, "cvt.rmi.s32.f32")
__LOCKSTEP_CONVERT(unsigned int, "r", float, "f", __float2uint_rn, "cvt.rni.u32.f32")
__LOCKSTEP_CONVERT(unsigned int, "r", float, "f", __float2uint_rz, "cvt.rzi.u32.f32")
__LOCKSTEP_CONVERT(unsigned int, "r", float, "f", __float2uint_ru, "cvt.rpi.u32.f32")
__LOCKSTEP_CONVERT(unsigned int, "r", float, "f", __float2uint_rd, "cvt.rmi.u32.f32")
__LOCKSTEP_CONVERT(long long, "l", float, "f", __float2ll_rn, "cvt.rni.s64.f32")
__LOCKSTEP_CONVERT(long long, "l", float, "f", __float2ll_rz, "cvt.rzi.s64.f32")
__LOCKSTEP_CONVERT(long long, "l", float, "f", __float2ll_ru, "cvt.rpi.s64.f32")
__LOCKSTEP_CONVERT(long long, "l", float, "f", __float2ll_rd, "cvt.rmi.s64.f32")
__LOCKSTEP_CONVERT(unsigned long long, "l", float, "f", __float2ull_rn, "cvt.rni.u64.f32")
__LOCKSTEP_CONVERT(unsigned long long, "l", float, "f", __float2ull_rz, "cvt.rzi.u64.f32")
__LOCKSTEP_CONVERT(unsigned long long, "l", float, "f", __float2ull_ru, "cvt.rpi.u64.f32")
__LOCKSTEP_CONVERT(unsigned long long, "l", float, "f", __float2ull_rd, "cvt.rmi.u64.f32")
__LOCKSTEP_CONVERT(int, "r", double, "d", __double2int_rn, "cvt.rni.s32.f64")
__LOCKSTEP_CONVERT(int, "r", double, "d", __double2int_rz, "cvt.rzi.s32.f64")
__LOCKSTEP_CONVERT(int, "r", double, "d", __double2int_ru, "cvt.rpi.s32.f64")
__LOCKSTEP_CONVERT(int, "r", double, "d", __double2int_rd, "cvt.rmi.s32.f64")
__LOCKSTEP_CONVERT(unsigned int, "r", double, "d", __double2uint_rn, "cvt.rni.u32.f64")
__LOCKSTEP_CONVERT(unsigned int, "r", double, "d", __double2uint_rz, "cvt.rzi.u32.f64")
__LOCKSTEP_CONVERT(unsigned int, "r", double, "d", __double2uint_ru, "cvt.rpi.u32.f64")
__LOCKSTEP_CONVERT(unsigned int, "r", double, "d", __double2uint_rd, "cvt.rmi.u32.f64")
__LOCKSTEP_CONVERT(long long, "l", double, "d", __double2ll_rn, "cvt.rni.s64.f64")
__LOCKSTEP_CONVERT(long long, "l", double, "d", __double2ll_rz, "cvt.rzi.s64.f64")
__LOCKSTEP_CONVERT(long long, "l", double, "d", __double2ll_ru, "cvt.rpi.s64.f64")
__LOCKSTEP_CONVERT(long long, "l", double, "d", __double2ll_rd, "cvt.rmi.s64.f64")
__LOCKSTEP_CONVERT(unsigned long long, "l", double, "d", __double2ull_rn, "cvt.rni.u64.f64")
__LOCKSTEP_CONVERT(unsigned long long, "l", double, "d", __double2ull_rz, "cvt.rzi.u64.f64")
__LOCKSTEP_CONVERT(unsigned long long, "l", double, "d", __double2ull_ru, "cvt.rpi.u64.f64")
__LOCKSTEP_CONVERT(unsigned long long, "l", double, "d", __double2ull_rd, "cvt.rmi.u64.f64")
__LOCKSTEP_CONVERT(float, "f", int, "r", __int2float_rn, "cvt.rn.f32.s32")
__LOCKSTEP_CONVERT(float, "f", int, "r", __int2float_rz, "cvt.rz.f32.s32")
__LOCKSTEP_CONVERT(float, "f", int, "r", __int2float_ru, "cvt.rp.f32.s32")
__LOCKSTEP_CONVERT(float, "f", int, "r", __int2float_rd, "cvt.rm.f32.s32")
__LOCKSTEP_CONVERT(double, "d", int, "r", __int2double_rn, "cvt.rn.f64.s32")
__LOCKSTEP_CONVERT(float, "f", unsigned int, "r", __uint2float_rn, "cvt.rn.f32.u32")
__LOCKSTEP_CONVERT(float, "f", unsigned int, "r", __uint2float_rz, "cvt.rz.f32.u32")
__LOCKSTEP_CONVERT(float, "f", unsigned int, "r", __uint2float_ru, "cvt.rp.f32.u32")
__LOCKSTEP_CONVERT(float, "f", unsigned int, "r", __uint2float_rd, "cvt.rm.f32.u32")
__LOCKSTEP_CONVERT(double, "d", unsigned int, "r", __uint2double_rn, "cvt.rn.f64.u32")
__LOCKSTEP_CONVERT(float, "f", long long, "l", __ll2float_rn, "cvt.rn.f32.s64")
__LOCKSTEP_CONVERT(float, "f", long long, "l", __ll2float_rz, "cvt.rz.f32.s64")
__LOCKSTEP_CONVERT(float, "f", long long, "l", __ll2float_ru, "cvt.rp.f32.s64")
__LOCKSTEP_CONVERT(float, "f", long long, "l", __ll2float_rd, "cvt.rm.f32.s64")
__LOCKSTEP_CONVERT(double, "d", long long, "l", __ll2double_rn, "cvt.rn.f64.s64")
__LOCKSTEP_CONVERT(double, "d", long long, "l", __ll2double_rz, "cvt.rz.f64.s64")
__LOCKSTEP_CONVERT(double, "d", long long, "l", __ll2double_ru, "cvt.rp.f64.s64")
__LOCKSTEP_CONVERT(double, "d", long long, "l", __ll2double_rd, "cvt.rm.f64.s64")
__LOCKSTEP_CONVERT(float, "f", unsigned long long, "l", __ull2float_rn, "cvt.rn.f32.u64")
__LOCKSTEP_CONVERT(float, "f", unsigned long long, "l", __ull2float_rz, "cvt.rz.f32.u64")
__LOCKSTEP_CONVERT(float, "f", unsigned long long, "l", __ull2float_ru, "cvt.rp.f32.u64")
__LOCKSTEP_CONVERT(float, "f", unsigned long long, "l", __ull2float_rd, "cvt.rm.f32.u64")
__LOCKSTEP_CONVERT(double, "d", unsigned long long, "l", __ull2double_rn, "cvt.rn.f64.u64")
__LOCKSTEP_CONVERT(double, "d", unsigned long long, "l", __ull2double_rz, "cvt.rz.f64.u64")
__LOCKSTEP_CONVERT(double, "d", unsigned long long, "l", __ull2double_ru, "cvt.rp.f64.u64")
__LOCKSTEP_CONVERT(double, "d", unsigned long long, "l", __ull2double_rd, "cvt.rm.f64.u64")
__LOCKSTEP_CONVERT(float, "f", double, "d", __double2float_rn, "cvt.rn.f32.f64")
__LOCKSTEP_CONVERT(float, "f", double, "d", __double2float_rz, "cvt.rz.f32.f64")
__LOCKSTEP_CONVERT(float, "f", double, "d", __double2float_ru, "cvt.rp.f32.f64")
__LOCKSTEP_CONVERT(float, "f", double, "d", __double2float_rd, "cvt.rm.f32.f64")

__device__ __forceinline__ int __float_as_int(float x)
{
    return __builtin_float_as_int(x);
}

__device__ __forceinline__ unsigned int __float_as_uint(float x)
{
    return (unsigned int)__builtin_float_as_int(x);
}

__device__ __forceinline__ float __int_as_float(int x)
{
    return __builtin_int_as_float(x);
}

__device__ __forceinline__ float __uint_as_float(unsigned int x)
{
    return __builtin_int_as_float((int)x);
}

__device__ __forceinline__ long long __double_as_longlong(double x)
{
    return __builtin_double_as_longlong(x);
}

__device__ __forceinline__ double __longlong_as_double(long long x)
{
    return __builtin_longlong_as_double(x);
}

__device__ __forceinline__ int __double2hiint(double x)
{
    return __lockstep_high_word(x);
}

__device__ __forceinline__ int __double2loint(double x)
{
    return __lockstep_low_word(x);
}

__device__ __forceinline__ double __hiloint2double(int high, int low)
{
    return __lockstep_from_words(high, low);
}

#endif
