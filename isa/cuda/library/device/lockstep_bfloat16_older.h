// SPDX-License-Identifier: Apache-2.0
// bfloat16 on GPUs before compute capability 9.0, as nvcc does it there: sums and products in float,
// rounded once (24 bits are enough that this is the right rounding); fma of its own from 8.0.
// A part of cuda_bf16.h, in the words of lockstep_sixteen.h.
#pragma once

__device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fadd_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
__device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fsub_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }
__device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fmul_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
#if __CUDA_ARCH__ >= 800
__ternary_of_one(fma, "fma.rn")
#else
__device__ __forceinline__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __nv_bfloat16(fmaf((float)a, (float)b, (float)c)); }
#endif
__device__ __forceinline__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __lockstep_bfloat16::of((unsigned short)(a.__x ^ 0x8000)); }
__device__ __forceinline__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __lockstep_bfloat16::of((unsigned short)(a.__x & 0x7fff)); }
__binary_of_both(add, )
__binary_of_both(add, _rn)
__binary_of_both(sub, )
__binary_of_both(sub, _rn)
__binary_of_both(mul, )
__binary_of_both(mul, _rn)
__ternary_of_both(fma, )
__unary_of_both(neg)
__unary_of_both(abs)
__minimum_in_float

// Integers through floats, by way of `through`: what the float cut off is kept in its last bit for
// the second rounding.
#define __from_integer(word, type, through)                                                        \
    __device__ __forceinline__ __nv_bfloat16 __##word##2bfloat16_rn(type a)                        \
    {                                                                                              \
        float cut = __##through##2float_rz(a);                                                     \
        int odd = __float2##through##_rz(cut) != a ? 1 : 0;                                        \
        return __nv_bfloat16(__builtin_int_as_float(__builtin_float_as_int(cut) | odd));           \
    }                                                                                              \
    __device__ __forceinline__ __nv_bfloat16 __##word##2bfloat16_rz(type a) { return __float2bfloat16_rz(__##through##2float_rz(a)); } \
    __device__ __forceinline__ __nv_bfloat16 __##word##2bfloat16_rd(type a) { return __float2bfloat16_rd(__##through##2float_rd(a)); } \
    __device__ __forceinline__ __nv_bfloat16 __##word##2bfloat16_ru(type a) { return __float2bfloat16_ru(__##through##2float_ru(a)); }
__from_integer(int, int, int)
__from_integer(uint, unsigned, uint)
__from_integer(short, short, int)
__from_integer(ushort, unsigned short, uint)
__from_integer(ll, long long, ll)
__from_integer(ull, unsigned long long, ull)

#define __to_integer(word, type)                                                                   \
    __device__ __forceinline__ type __bfloat162##word##_rz(__nv_bfloat16 a) { return __float2##word##_rz((float)a); } \
    __device__ __forceinline__ type __bfloat162##word##_rn(__nv_bfloat16 a) { return __float2##word##_rn((float)a); } \
    __device__ __forceinline__ type __bfloat162##word##_rd(__nv_bfloat16 a) { return __float2##word##_rd((float)a); } \
    __device__ __forceinline__ type __bfloat162##word##_ru(__nv_bfloat16 a) { return __float2##word##_ru((float)a); }
__to_integer(int, int)
__to_integer(uint, unsigned)
__to_integer(ll, long long)
__to_integer(ull, unsigned long long)

#define __to_short(rounding)                                                                       \
    __device__ __forceinline__ short __bfloat162short_##rounding(__nv_bfloat16 a)                  \
    {                                                                                              \
        int whole = __float2int_##rounding((float)a);                                              \
        return (short)(whole < -32768 ? -32768 : whole > 32767 ? 32767 : whole);                   \
    }                                                                                              \
    __device__ __forceinline__ unsigned short __bfloat162ushort_##rounding(__nv_bfloat16 a)        \
    {                                                                                              \
        unsigned whole = __float2uint_##rounding((float)a);                                        \
        return (unsigned short)(whole > 65535 ? 65535 : whole);                                    \
    }
__to_short(rz)
__to_short(rn)
__to_short(rd)
__to_short(ru)

#undef __from_integer
#undef __to_integer
#undef __to_short
