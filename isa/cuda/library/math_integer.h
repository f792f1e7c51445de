// SPDX-License-Identifier: Apache-2.0
// Intrinsics of integers: high halves of products, bits, bytes, funnel shifts, dot products.
#ifndef LOCKSTEP_MATH_INTEGER_H
#define LOCKSTEP_MATH_INTEGER_H

#include "math_primitive.h"

__device__ __forceinline__ int __mulhi(int a, int b)
{
    return __builtin_mulhi_s32(a, b);
}

__device__ __forceinline__ unsigned int __umulhi(unsigned int a, unsigned int b)
{
    return __builtin_mulhi_u32(a, b);
}

__device__ __forceinline__ long long __mul64hi(long long a, long long b)
{
    return __builtin_mulhi_s64(a, b);
}

__device__ __forceinline__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return __builtin_mulhi_u64(a, b);
}

// The low 24 bits of both, signed.
__device__ __forceinline__ int __mul24(int a, int b)
{
    return (a << 8 >> 8) * (b << 8 >> 8);
}

__device__ __forceinline__ unsigned int __umul24(unsigned int a, unsigned int b)
{
    return (a & 0xffffffu) * (b & 0xffffffu);
}

__device__ __forceinline__ int mul24(int a, int b)
{
    return __mul24(a, b);
}

__device__ __forceinline__ unsigned int umul24(unsigned int a, unsigned int b)
{
    return __umul24(a, b);
}

__device__ __forceinline__ int mulhi(int a, int b)
{
    return __builtin_mulhi_s32(a, b);
}

__device__ __forceinline__ unsigned int umulhi(unsigned int a, unsigned int b)
{
    return __builtin_mulhi_u32(a, b);
}

// |a - b| + c
__device__ __forceinline__ unsigned int __sad(int a, int b, unsigned int c)
{
    unsigned int r;
    asm("sad.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ __forceinline__ unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
    unsigned int r;
    asm("sad.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

// Averages that do not overflow, rounded down (hadd) or up (rhadd).
__device__ __forceinline__ int __hadd(int a, int b)
{
    return (a & b) + ((a ^ b) >> 1);
}

__device__ __forceinline__ int __rhadd(int a, int b)
{
    return (a | b) - ((a ^ b) >> 1);
}

__device__ __forceinline__ unsigned int __uhadd(unsigned int a, unsigned int b)
{
    return (a & b) + ((a ^ b) >> 1);
}

__device__ __forceinline__ unsigned int __urhadd(unsigned int a, unsigned int b)
{
    return (a | b) - ((a ^ b) >> 1);
}

__device__ __forceinline__ int __popc(unsigned int a)
{
    return __builtin_popc32(a);
}

__device__ __forceinline__ int __popcll(unsigned long long a)
{
    return __builtin_popc64(a);
}

__device__ __forceinline__ int __clz(int a)
{
    return __builtin_clz32((unsigned int)a);
}

__device__ __forceinline__ int __clzll(long long a)
{
    return __builtin_clz64((unsigned long long)a);
}

__device__ __forceinline__ unsigned int __brev(unsigned int a)
{
    return __builtin_brev32(a);
}

__device__ __forceinline__ unsigned long long __brevll(unsigned long long a)
{
    return __builtin_brev64(a);
}

// The lowest set bit, counted from 1; 0 for none.
__device__ __forceinline__ int __ffs(int a)
{
    return 32 - __builtin_clz32((unsigned int)(a & -a));
}

__device__ __forceinline__ int __ffsll(long long a)
{
    return 64 - __builtin_clz64((unsigned long long)(a & -a));
}

__device__ __forceinline__ unsigned int __byte_perm(unsigned int a, unsigned int b,
                                                    unsigned int selector)
{
    unsigned int r;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(selector & 0x7777u));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_l(unsigned int low, unsigned int high,
                                                        unsigned int count)
{
    unsigned int r;
    asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(count));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_lc(unsigned int low, unsigned int high,
                                                         unsigned int count)
{
    unsigned int r;
    asm("shf.l.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(count));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_r(unsigned int low, unsigned int high,
                                                        unsigned int count)
{
    unsigned int r;
    asm("shf.r.wrap.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(count));
    return r;
}

__device__ __forceinline__ unsigned int __funnelshift_rc(unsigned int low, unsigned int high,
                                                         unsigned int count)
{
    unsigned int r;
    asm("shf.r.clamp.b32 %0, %1, %2, %3;" : "=r"(r) : "r"(low), "r"(high), "r"(count));
    return r;
}

// Dot products of bytes, or of halves with the low or the high bytes, plus c; one PTX instruction.
// The overloads with vectors of bytes and halves (char4, short2) are beside those types.
#define __LOCKSTEP_DOT(type, name, instruction)                                                    \
    __device__ __forceinline__ type name(type a, type b, type c)                                   \
    {                                                                                              \
        type r;                                                                                    \
        asm(instruction " %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));                    \
        return r;                                                                                  \
    }

__LOCKSTEP_DOT(int, __dp4a, "dp4a.s32.s32")
__LOCKSTEP_DOT(unsigned int, __dp4a, "dp4a.u32.u32")
__LOCKSTEP_DOT(int, __dp2a_lo, "dp2a.lo.s32.s32")
__LOCKSTEP_DOT(unsigned int, __dp2a_lo, "dp2a.lo.u32.u32")
__LOCKSTEP_DOT(int, __dp2a_hi, "dp2a.hi.s32.s32")
__LOCKSTEP_DOT(unsigned int, __dp2a_hi, "dp2a.hi.u32.u32")

// -- sums and limits in one (DPX)

#define __LOCKSTEP_LIMITS(type, suffix)                                                            \
    __device__ __forceinline__ type __vimax3_##suffix(type a, type b, type c)                      \
    {                                                                                              \
        return __builtin_max_##suffix(__builtin_max_##suffix(a, b), c);                            \
    }                                                                                              \
    __device__ __forceinline__ type __vimin3_##suffix(type a, type b, type c)                      \
    {                                                                                              \
        return __builtin_min_##suffix(__builtin_min_##suffix(a, b), c);                            \
    }                                                                                              \
    __device__ __forceinline__ type __viaddmax_##suffix(type a, type b, type c)                    \
    {                                                                                              \
        return __builtin_max_##suffix(a + b, c);                                                   \
    }                                                                                              \
    __device__ __forceinline__ type __viaddmin_##suffix(type a, type b, type c)                    \
    {                                                                                              \
        return __builtin_min_##suffix(a + b, c);                                                   \
    }                                                                                              \
    __device__ __forceinline__ type __vibmax_##suffix(type a, type b, bool *is_first)              \
    {                                                                                              \
        *is_first = a >= b;                                                                        \
        return __builtin_max_##suffix(a, b);                                                       \
    }                                                                                              \
    __device__ __forceinline__ type __vibmin_##suffix(type a, type b, bool *is_first)              \
    {                                                                                              \
        *is_first = a <= b;                                                                        \
        return __builtin_min_##suffix(a, b);                                                       \
    }

__LOCKSTEP_LIMITS(int, s32)
__LOCKSTEP_LIMITS(unsigned int, u32)

__device__ __forceinline__ int __vimax_s32_relu(int a, int b)
{
    return __builtin_max_s32(__builtin_max_s32(a, b), 0);
}

__device__ __forceinline__ int __vimin_s32_relu(int a, int b)
{
    return __builtin_max_s32(__builtin_min_s32(a, b), 0);
}

__device__ __forceinline__ int __vimax3_s32_relu(int a, int b, int c)
{
    return __builtin_max_s32(__vimax3_s32(a, b, c), 0);
}

__device__ __forceinline__ int __vimin3_s32_relu(int a, int b, int c)
{
    return __builtin_max_s32(__vimin3_s32(a, b, c), 0);
}

__device__ __forceinline__ int __viaddmax_s32_relu(int a, int b, int c)
{
    return __builtin_max_s32(__viaddmax_s32(a, b, c), 0);
}

__device__ __forceinline__ int __viaddmin_s32_relu(int a, int b, int c)
{
    return __builtin_max_s32(__viaddmin_s32(a, b, c), 0);
}

#endif
