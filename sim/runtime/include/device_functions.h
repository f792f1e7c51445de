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
template <class T> unsigned int __match_any_sync(unsigned int, T);
template <class T> unsigned int __match_all_sync(unsigned int, T, int *);
template <class T> T __shfl_sync(unsigned int, T, int, int = 32);
template <class T> T __shfl_up_sync(unsigned int, T, unsigned int, int = 32);
template <class T> T __shfl_down_sync(unsigned int, T, unsigned int, int = 32);
template <class T> T __shfl_xor_sync(unsigned int, T, int, int = 32);
template <class T> T __shfl(T, int, int = 32);
template <class T> T __shfl_up(T, unsigned int, int = 32);
template <class T> T __shfl_down(T, unsigned int, int = 32);
template <class T> T __shfl_xor(T, int, int = 32);
template <class T> T __ldg(const T *);
template <class T, class V> T atomicAdd(T *, V);
template <class T, class V> T atomicAdd_block(T *, V);
template <class T, class V> T atomicAdd_system(T *, V);
template <class T, class V> T atomicSub(T *, V);
template <class T, class V> T atomicSub_block(T *, V);
template <class T, class V> T atomicSub_system(T *, V);
template <class T, class V> T atomicExch(T *, V);
template <class T, class V> T atomicExch_block(T *, V);
template <class T, class V> T atomicExch_system(T *, V);
template <class T, class V> T atomicMin(T *, V);
template <class T, class V> T atomicMin_block(T *, V);
template <class T, class V> T atomicMin_system(T *, V);
template <class T, class V> T atomicMax(T *, V);
template <class T, class V> T atomicMax_block(T *, V);
template <class T, class V> T atomicMax_system(T *, V);
template <class T, class V> T atomicAnd(T *, V);
template <class T, class V> T atomicAnd_block(T *, V);
template <class T, class V> T atomicAnd_system(T *, V);
template <class T, class V> T atomicOr(T *, V);
template <class T, class V> T atomicOr_block(T *, V);
template <class T, class V> T atomicOr_system(T *, V);
template <class T, class V> T atomicXor(T *, V);
template <class T, class V> T atomicXor_block(T *, V);
template <class T, class V> T atomicXor_system(T *, V);
template <class T, class V> T atomicInc(T *, V);
template <class T, class V> T atomicInc_block(T *, V);
template <class T, class V> T atomicInc_system(T *, V);
template <class T, class V> T atomicDec(T *, V);
template <class T, class V> T atomicDec_block(T *, V);
template <class T, class V> T atomicDec_system(T *, V);
template <class T, class V, class W> T atomicCAS(T *, V, W);
template <class T, class V, class W> T atomicCAS_block(T *, V, W);
template <class T, class V, class W> T atomicCAS_system(T *, V, W);
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
