// SPDX-License-Identifier: Apache-2.0
// GCC's names that nvcc takes in device code, and no others. clang has them itself.
#ifndef LOCKSTEP_MATH_GCC_H
#define LOCKSTEP_MATH_GCC_H

#include "math_integer.h"
#include "math_overload.h"

#ifndef __clang__
__device__ __forceinline__ int __builtin_popcount(unsigned int a)
{
    return __popc(a);
}

__device__ __forceinline__ int __builtin_popcountll(unsigned long long a)
{
    return __popcll(a);
}

__device__ __forceinline__ int __builtin_clz(unsigned int a)
{
    return __clz((int)a);
}

__device__ __forceinline__ int __builtin_clzll(unsigned long long a)
{
    return __clzll((long long)a);
}

__device__ __forceinline__ int __builtin_ffs(int a)
{
    return __ffs(a);
}

__device__ __forceinline__ int __builtin_ffsll(long long a)
{
    return __ffsll(a);
}

__device__ __forceinline__ int __builtin_abs(int a)
{
    return abs(a);
}

template <typename Real> __device__ __forceinline__ bool __builtin_isnan(Real x)
{
    return isnan(x);
}

template <typename Real> __device__ __forceinline__ bool __builtin_isinf(Real x)
{
    return isinf(x);
}

__device__ __forceinline__ float __builtin_inff()
{
    return __LOCKSTEP_INF_F;
}

__device__ __forceinline__ double __builtin_inf()
{
    return __LOCKSTEP_INF;
}

__device__ __forceinline__ double __builtin_huge_val()
{
    return __LOCKSTEP_INF;
}

__device__ __forceinline__ float __builtin_huge_valf()
{
    return __LOCKSTEP_INF_F;
}

__device__ __forceinline__ float __builtin_nanf(const char *tag)
{
    return nanf(tag);
}

__device__ __forceinline__ double __builtin_nan(const char *tag)
{
    return nan(tag);
}
#endif

#endif
