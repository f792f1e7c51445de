// SPDX-License-Identifier: Apache-2.0
// Names of device functions, so that host code which mentions them and never runs them compiles:
// bodies of lambdas and of __host__ __device__ functions. They are defined nowhere on the host.
#ifndef LOCKSTEP_CUDA_DEVICE_FUNCTIONS_H
#define LOCKSTEP_CUDA_DEVICE_FUNCTIONS_H

#include "vector_types.h"

// clang-format off
void __syncthreads();
int __syncthreads_count(int);
int __syncthreads_and(int);
int __syncthreads_or(int);
void __syncwarp(unsigned int = 0xffffffffu);
void __threadfence();
void __threadfence_block();
void __threadfence_system();
unsigned int __activemask();
unsigned int __ballot_sync(unsigned int, int);
int __all_sync(unsigned int, int);
int __any_sync(unsigned int, int);
template <class __T> unsigned int __match_any_sync(unsigned int, __T);
template <class __T> unsigned int __match_all_sync(unsigned int, __T, int *);
template <class __T> __T __shfl_sync(unsigned int, __T, int, int = 32);
template <class __T> __T __shfl_up_sync(unsigned int, __T, unsigned int, int = 32);
template <class __T> __T __shfl_down_sync(unsigned int, __T, unsigned int, int = 32);
template <class __T> __T __shfl_xor_sync(unsigned int, __T, int, int = 32);
template <class __T> __T __shfl(__T, int, int = 32);
template <class __T> __T __shfl_up(__T, unsigned int, int = 32);
template <class __T> __T __shfl_down(__T, unsigned int, int = 32);
template <class __T> __T __shfl_xor(__T, int, int = 32);
template <class __T> __T __ldg(const __T *);
template <class __T, class __V> __T atomicAdd(__T *, __V);
template <class __T, class __V> __T atomicAdd_block(__T *, __V);
template <class __T, class __V> __T atomicAdd_system(__T *, __V);
template <class __T, class __V> __T atomicSub(__T *, __V);
template <class __T, class __V> __T atomicSub_block(__T *, __V);
template <class __T, class __V> __T atomicSub_system(__T *, __V);
template <class __T, class __V> __T atomicExch(__T *, __V);
template <class __T, class __V> __T atomicExch_block(__T *, __V);
template <class __T, class __V> __T atomicExch_system(__T *, __V);
template <class __T, class __V> __T atomicMin(__T *, __V);
template <class __T, class __V> __T atomicMin_block(__T *, __V);
template <class __T, class __V> __T atomicMin_system(__T *, __V);
template <class __T, class __V> __T atomicMax(__T *, __V);
template <class __T, class __V> __T atomicMax_block(__T *, __V);
template <class __T, class __V> __T atomicMax_system(__T *, __V);
template <class __T, class __V> __T atomicAnd(__T *, __V);
template <class __T, class __V> __T atomicAnd_block(__T *, __V);
template <class __T, class __V> __T atomicAnd_system(__T *, __V);
template <class __T, class __V> __T atomicOr(__T *, __V);
template <class __T, class __V> __T atomicOr_block(__T *, __V);
template <class __T, class __V> __T atomicOr_system(__T *, __V);
template <class __T, class __V> __T atomicXor(__T *, __V);
template <class __T, class __V> __T atomicXor_block(__T *, __V);
template <class __T, class __V> __T atomicXor_system(__T *, __V);
template <class __T, class __V> __T atomicInc(__T *, __V);
template <class __T, class __V> __T atomicInc_block(__T *, __V);
template <class __T, class __V> __T atomicInc_system(__T *, __V);
template <class __T, class __V> __T atomicDec(__T *, __V);
template <class __T, class __V> __T atomicDec_block(__T *, __V);
template <class __T, class __V> __T atomicDec_system(__T *, __V);
template <class __T, class __V, class __W> __T atomicCAS(__T *, __V, __W);
template <class __T, class __V, class __W> __T atomicCAS_block(__T *, __V, __W);
template <class __T, class __V, class __W> __T atomicCAS_system(__T *, __V, __W);
float __sinf(float);
float __cosf(float);
float __tanf(float);
float __expf(float);
float __exp10f(float);
float __logf(float);
float __log2f(float);
float __log10f(float);
float __fsqrt_rn(float);
float __frcp_rn(float);
float __frsqrt_rn(float);
float __saturatef(float);
float __powf(float, float);
float __fdividef(float, float);
float __fadd_rn(float, float);
float __fmul_rn(float, float);
float __fsub_rn(float, float);
float __fdiv_rn(float, float);
float __fmaf_rn(float, float, float);
void __sincosf(float, float *, float *);
double __dadd_rn(double, double);
double __dmul_rn(double, double);
double __fma_rn(double, double, double);
int __popc(unsigned int);
int __popcll(unsigned long long);
int __clz(int);
int __clzll(long long);
int __ffs(int);
int __ffsll(long long);
unsigned int __brev(unsigned int);
unsigned int __byte_perm(unsigned int, unsigned int, unsigned int);
int __mul24(int, int);
unsigned int __umul24(unsigned int, unsigned int);
int __mulhi(int, int);
unsigned int __umulhi(unsigned int, unsigned int);
unsigned int __sad(int, int, unsigned int);
int __float2int_rn(float);
int __float2int_rz(float);
int __float2int_rd(float);
int __float2int_ru(float);
unsigned int __float2uint_rn(float);
unsigned int __float2uint_rz(float);
float __int2float_rn(int);
float __uint2float_rn(unsigned int);
int __float_as_int(float);
unsigned int __float_as_uint(float);
float __int_as_float(int);
float __uint_as_float(unsigned int);
long long __double_as_longlong(double);
double __longlong_as_double(long long);
void __nanosleep(unsigned int);
void __trap();
long long clock64();
// clang-format on

#endif
