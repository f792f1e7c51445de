// SPDX-License-Identifier: Apache-2.0
// Atomic functions; CUDA Programming Guide, "Atomic Functions". Relaxed, at the scope of the GPU;
// _block and _system at theirs.
#pragma once

__device__ __forceinline__ int atomicAdd(int *address, int value) { return __builtin_atomic_add(address, value); }
__device__ __forceinline__ unsigned atomicAdd(unsigned *address, unsigned value) { return __builtin_atomic_add(address, value); }
__device__ __forceinline__ unsigned long long atomicAdd(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add(address, value); }
__device__ __forceinline__ float atomicAdd(float *address, float value) { return __builtin_atomic_add(address, value); }
__device__ __forceinline__ double atomicAdd(double *address, double value) { return __builtin_atomic_add(address, value); }
__device__ __forceinline__ int atomicSub(int *address, int value) { return __builtin_atomic_add(address, (int)(0 - value)); }
__device__ __forceinline__ unsigned atomicSub(unsigned *address, unsigned value) { return __builtin_atomic_add(address, (unsigned)(0 - value)); }
__device__ __forceinline__ unsigned long long atomicSub(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add(address, (unsigned long long)(0 - value)); }
__device__ __forceinline__ int atomicMin(int *address, int value) { return __builtin_atomic_min(address, value); }
__device__ __forceinline__ unsigned atomicMin(unsigned *address, unsigned value) { return __builtin_atomic_min(address, value); }
__device__ __forceinline__ long long atomicMin(long long *address, long long value) { return __builtin_atomic_min(address, value); }
__device__ __forceinline__ unsigned long long atomicMin(unsigned long long *address, unsigned long long value) { return __builtin_atomic_min(address, value); }
__device__ __forceinline__ int atomicMax(int *address, int value) { return __builtin_atomic_max(address, value); }
__device__ __forceinline__ unsigned atomicMax(unsigned *address, unsigned value) { return __builtin_atomic_max(address, value); }
__device__ __forceinline__ long long atomicMax(long long *address, long long value) { return __builtin_atomic_max(address, value); }
__device__ __forceinline__ unsigned long long atomicMax(unsigned long long *address, unsigned long long value) { return __builtin_atomic_max(address, value); }
__device__ __forceinline__ int atomicAnd(int *address, int value) { return __builtin_atomic_and(address, value); }
__device__ __forceinline__ unsigned atomicAnd(unsigned *address, unsigned value) { return __builtin_atomic_and(address, value); }
__device__ __forceinline__ unsigned long long atomicAnd(unsigned long long *address, unsigned long long value) { return __builtin_atomic_and(address, value); }
__device__ __forceinline__ int atomicOr(int *address, int value) { return __builtin_atomic_or(address, value); }
__device__ __forceinline__ unsigned atomicOr(unsigned *address, unsigned value) { return __builtin_atomic_or(address, value); }
__device__ __forceinline__ unsigned long long atomicOr(unsigned long long *address, unsigned long long value) { return __builtin_atomic_or(address, value); }
__device__ __forceinline__ int atomicXor(int *address, int value) { return __builtin_atomic_xor(address, value); }
__device__ __forceinline__ unsigned atomicXor(unsigned *address, unsigned value) { return __builtin_atomic_xor(address, value); }
__device__ __forceinline__ unsigned long long atomicXor(unsigned long long *address, unsigned long long value) { return __builtin_atomic_xor(address, value); }
__device__ __forceinline__ unsigned atomicInc(unsigned *address, unsigned value) { return __builtin_atomic_inc(address, value); }
__device__ __forceinline__ unsigned atomicDec(unsigned *address, unsigned value) { return __builtin_atomic_dec(address, value); }
__device__ __forceinline__ int atomicExch(int *address, int value) { return __builtin_atomic_exch(address, value); }
__device__ __forceinline__ unsigned atomicExch(unsigned *address, unsigned value) { return __builtin_atomic_exch(address, value); }
__device__ __forceinline__ unsigned long long atomicExch(unsigned long long *address, unsigned long long value) { return __builtin_atomic_exch(address, value); }
__device__ __forceinline__ float atomicExch(float *address, float value) { return __builtin_atomic_exch(address, value); }
__device__ __forceinline__ int atomicCAS(int *address, int compare, int value) { return __builtin_atomic_cas(address, compare, value); }
__device__ __forceinline__ unsigned atomicCAS(unsigned *address, unsigned compare, unsigned value) { return __builtin_atomic_cas(address, compare, value); }
__device__ __forceinline__ unsigned long long atomicCAS(unsigned long long *address, unsigned long long compare, unsigned long long value) { return __builtin_atomic_cas(address, compare, value); }
__device__ __forceinline__ unsigned short atomicCAS(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
    return old;
}
__device__ __forceinline__ int atomicAdd_block(int *address, int value) { return __builtin_atomic_add_block(address, value); }
__device__ __forceinline__ unsigned atomicAdd_block(unsigned *address, unsigned value) { return __builtin_atomic_add_block(address, value); }
__device__ __forceinline__ unsigned long long atomicAdd_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add_block(address, value); }
__device__ __forceinline__ float atomicAdd_block(float *address, float value) { return __builtin_atomic_add_block(address, value); }
__device__ __forceinline__ double atomicAdd_block(double *address, double value) { return __builtin_atomic_add_block(address, value); }
__device__ __forceinline__ int atomicSub_block(int *address, int value) { return __builtin_atomic_add_block(address, (int)(0 - value)); }
__device__ __forceinline__ unsigned atomicSub_block(unsigned *address, unsigned value) { return __builtin_atomic_add_block(address, (unsigned)(0 - value)); }
__device__ __forceinline__ unsigned long long atomicSub_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add_block(address, (unsigned long long)(0 - value)); }
__device__ __forceinline__ int atomicMin_block(int *address, int value) { return __builtin_atomic_min_block(address, value); }
__device__ __forceinline__ unsigned atomicMin_block(unsigned *address, unsigned value) { return __builtin_atomic_min_block(address, value); }
__device__ __forceinline__ long long atomicMin_block(long long *address, long long value) { return __builtin_atomic_min_block(address, value); }
__device__ __forceinline__ unsigned long long atomicMin_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_min_block(address, value); }
__device__ __forceinline__ int atomicMax_block(int *address, int value) { return __builtin_atomic_max_block(address, value); }
__device__ __forceinline__ unsigned atomicMax_block(unsigned *address, unsigned value) { return __builtin_atomic_max_block(address, value); }
__device__ __forceinline__ long long atomicMax_block(long long *address, long long value) { return __builtin_atomic_max_block(address, value); }
__device__ __forceinline__ unsigned long long atomicMax_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_max_block(address, value); }
__device__ __forceinline__ int atomicAnd_block(int *address, int value) { return __builtin_atomic_and_block(address, value); }
__device__ __forceinline__ unsigned atomicAnd_block(unsigned *address, unsigned value) { return __builtin_atomic_and_block(address, value); }
__device__ __forceinline__ unsigned long long atomicAnd_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_and_block(address, value); }
__device__ __forceinline__ int atomicOr_block(int *address, int value) { return __builtin_atomic_or_block(address, value); }
__device__ __forceinline__ unsigned atomicOr_block(unsigned *address, unsigned value) { return __builtin_atomic_or_block(address, value); }
__device__ __forceinline__ unsigned long long atomicOr_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_or_block(address, value); }
__device__ __forceinline__ int atomicXor_block(int *address, int value) { return __builtin_atomic_xor_block(address, value); }
__device__ __forceinline__ unsigned atomicXor_block(unsigned *address, unsigned value) { return __builtin_atomic_xor_block(address, value); }
__device__ __forceinline__ unsigned long long atomicXor_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_xor_block(address, value); }
__device__ __forceinline__ unsigned atomicInc_block(unsigned *address, unsigned value) { return __builtin_atomic_inc_block(address, value); }
__device__ __forceinline__ unsigned atomicDec_block(unsigned *address, unsigned value) { return __builtin_atomic_dec_block(address, value); }
__device__ __forceinline__ int atomicExch_block(int *address, int value) { return __builtin_atomic_exch_block(address, value); }
__device__ __forceinline__ unsigned atomicExch_block(unsigned *address, unsigned value) { return __builtin_atomic_exch_block(address, value); }
__device__ __forceinline__ unsigned long long atomicExch_block(unsigned long long *address, unsigned long long value) { return __builtin_atomic_exch_block(address, value); }
__device__ __forceinline__ float atomicExch_block(float *address, float value) { return __builtin_atomic_exch_block(address, value); }
__device__ __forceinline__ int atomicCAS_block(int *address, int compare, int value) { return __builtin_atomic_cas_block(address, compare, value); }
__device__ __forceinline__ unsigned atomicCAS_block(unsigned *address, unsigned compare, unsigned value) { return __builtin_atomic_cas_block(address, compare, value); }
__device__ __forceinline__ unsigned long long atomicCAS_block(unsigned long long *address, unsigned long long compare, unsigned long long value) { return __builtin_atomic_cas_block(address, compare, value); }
__device__ __forceinline__ unsigned short atomicCAS_block(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.cta.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
    return old;
}
__device__ __forceinline__ int atomicAdd_system(int *address, int value) { return __builtin_atomic_add_system(address, value); }
__device__ __forceinline__ unsigned atomicAdd_system(unsigned *address, unsigned value) { return __builtin_atomic_add_system(address, value); }
__device__ __forceinline__ unsigned long long atomicAdd_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add_system(address, value); }
__device__ __forceinline__ float atomicAdd_system(float *address, float value) { return __builtin_atomic_add_system(address, value); }
__device__ __forceinline__ double atomicAdd_system(double *address, double value) { return __builtin_atomic_add_system(address, value); }
__device__ __forceinline__ int atomicSub_system(int *address, int value) { return __builtin_atomic_add_system(address, (int)(0 - value)); }
__device__ __forceinline__ unsigned atomicSub_system(unsigned *address, unsigned value) { return __builtin_atomic_add_system(address, (unsigned)(0 - value)); }
__device__ __forceinline__ unsigned long long atomicSub_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_add_system(address, (unsigned long long)(0 - value)); }
__device__ __forceinline__ int atomicMin_system(int *address, int value) { return __builtin_atomic_min_system(address, value); }
__device__ __forceinline__ unsigned atomicMin_system(unsigned *address, unsigned value) { return __builtin_atomic_min_system(address, value); }
__device__ __forceinline__ long long atomicMin_system(long long *address, long long value) { return __builtin_atomic_min_system(address, value); }
__device__ __forceinline__ unsigned long long atomicMin_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_min_system(address, value); }
__device__ __forceinline__ int atomicMax_system(int *address, int value) { return __builtin_atomic_max_system(address, value); }
__device__ __forceinline__ unsigned atomicMax_system(unsigned *address, unsigned value) { return __builtin_atomic_max_system(address, value); }
__device__ __forceinline__ long long atomicMax_system(long long *address, long long value) { return __builtin_atomic_max_system(address, value); }
__device__ __forceinline__ unsigned long long atomicMax_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_max_system(address, value); }
__device__ __forceinline__ int atomicAnd_system(int *address, int value) { return __builtin_atomic_and_system(address, value); }
__device__ __forceinline__ unsigned atomicAnd_system(unsigned *address, unsigned value) { return __builtin_atomic_and_system(address, value); }
__device__ __forceinline__ unsigned long long atomicAnd_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_and_system(address, value); }
__device__ __forceinline__ int atomicOr_system(int *address, int value) { return __builtin_atomic_or_system(address, value); }
__device__ __forceinline__ unsigned atomicOr_system(unsigned *address, unsigned value) { return __builtin_atomic_or_system(address, value); }
__device__ __forceinline__ unsigned long long atomicOr_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_or_system(address, value); }
__device__ __forceinline__ int atomicXor_system(int *address, int value) { return __builtin_atomic_xor_system(address, value); }
__device__ __forceinline__ unsigned atomicXor_system(unsigned *address, unsigned value) { return __builtin_atomic_xor_system(address, value); }
__device__ __forceinline__ unsigned long long atomicXor_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_xor_system(address, value); }
__device__ __forceinline__ unsigned atomicInc_system(unsigned *address, unsigned value) { return __builtin_atomic_inc_system(address, value); }
__device__ __forceinline__ unsigned atomicDec_system(unsigned *address, unsigned value) { return __builtin_atomic_dec_system(address, value); }
__device__ __forceinline__ int atomicExch_system(int *address, int value) { return __builtin_atomic_exch_system(address, value); }
__device__ __forceinline__ unsigned atomicExch_system(unsigned *address, unsigned value) { return __builtin_atomic_exch_system(address, value); }
__device__ __forceinline__ unsigned long long atomicExch_system(unsigned long long *address, unsigned long long value) { return __builtin_atomic_exch_system(address, value); }
__device__ __forceinline__ float atomicExch_system(float *address, float value) { return __builtin_atomic_exch_system(address, value); }
__device__ __forceinline__ int atomicCAS_system(int *address, int compare, int value) { return __builtin_atomic_cas_system(address, compare, value); }
__device__ __forceinline__ unsigned atomicCAS_system(unsigned *address, unsigned compare, unsigned value) { return __builtin_atomic_cas_system(address, compare, value); }
__device__ __forceinline__ unsigned long long atomicCAS_system(unsigned long long *address, unsigned long long compare, unsigned long long value) { return __builtin_atomic_cas_system(address, compare, value); }
__device__ __forceinline__ unsigned short atomicCAS_system(unsigned short *address, unsigned short compare, unsigned short value)
{
    unsigned short old;
    asm volatile("atom.sys.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory");
    return old;
}

