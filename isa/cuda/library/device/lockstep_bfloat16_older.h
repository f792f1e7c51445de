// SPDX-License-Identifier: Apache-2.0
// bfloat16 on GPUs before compute capability 9.0, as nvcc does it there: sums and products in float,
// rounded once (24 bits are enough that this is the right rounding); fma of its own from 8.0.
#pragma once

__device__ __forceinline__ __nv_bfloat16 __hadd(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fadd_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hadd_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hadd(a, b); }
__device__ __forceinline__ __nv_bfloat16 __hsub(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fsub_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hsub_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hsub(a, b); }
__device__ __forceinline__ __nv_bfloat16 __hmul(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(__fmul_rn((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hmul_rn(__nv_bfloat16 a, __nv_bfloat16 b) { return __hmul(a, b); }
__device__ __forceinline__ __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c)
{
#if __CUDA_ARCH__ >= 800
    unsigned short r;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(r) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return __lockstep_bfloat16::of(r);
#else
    return __nv_bfloat16(fmaf((float)a, (float)b, (float)c));
#endif
}
__device__ __forceinline__ __nv_bfloat16 __hneg(__nv_bfloat16 a) { return __lockstep_bfloat16::of((unsigned short)(a.__x ^ 0x8000)); }
__device__ __forceinline__ __nv_bfloat16 __habs(__nv_bfloat16 a) { return __lockstep_bfloat16::of((unsigned short)(a.__x & 0x7fff)); }
__device__ __forceinline__ __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fminf((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __nv_bfloat16(fmaxf((float)a, (float)b)); }
__device__ __forceinline__ __nv_bfloat16 __lockstep_or_nan(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 other)
{
    bool is_nan = (float)a != (float)a || (float)b != (float)b;
    return is_nan ? __lockstep_bfloat16::of(0x7fff) : other;
}
__device__ __forceinline__ __nv_bfloat16 __hmin_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_or_nan(a, b, __hmin(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hmax_nan(__nv_bfloat16 a, __nv_bfloat16 b) { return __lockstep_or_nan(a, b, __hmax(a, b)); }
__device__ __forceinline__ __nv_bfloat16 __hfma_relu(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __hmax_nan(__hfma(a, b, c), __lockstep_bfloat16::of(0)); }
__device__ __forceinline__ __nv_bfloat162 __hadd2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd(a.x, b.x), __hadd(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hadd2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hadd_rn(a.x, b.x), __hadd_rn(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hsub2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub(a.x, b.x), __hsub(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hsub2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hsub_rn(a.x, b.x), __hsub_rn(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmul2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul(a.x, b.x), __hmul(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmul2_rn(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmul_rn(a.x, b.x), __hmul_rn(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) { return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y)); }
__device__ __forceinline__ __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)); }
__device__ __forceinline__ __nv_bfloat162 __hfma2_relu(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return __nv_bfloat162(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y)); }
__device__ __forceinline__ __nv_bfloat162 __hneg2(__nv_bfloat162 a) { return __nv_bfloat162(__hneg(a.x), __hneg(a.y)); }
__device__ __forceinline__ __nv_bfloat162 __habs2(__nv_bfloat162 a) { return __nv_bfloat162(__habs(a.x), __habs(a.y)); }

