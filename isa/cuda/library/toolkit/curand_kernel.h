// SPDX-License-Identifier: Apache-2.0
// cuRAND's device API: XORWOW, Philox4x32-10, MRG32k3a and Sobol32, with the states and the numbers
// of NVIDIA's library. Host code knows the names alone.
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "curand.h"

typedef struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStateXORWOW_t;

typedef struct curandStatePhilox4_32_10 {
    uint4 ctr;
    uint4 output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStatePhilox4_32_10_t;

typedef struct curandStateMRG32k3a {
    unsigned int s1[3];
    unsigned int s2[3];
    int boxmuller_flag;
    int boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
} curandStateMRG32k3a_t;

typedef struct curandStateSobol32 {
    unsigned int i, x, c;
    unsigned int direction_vectors[32];
} curandStateSobol32_t;

typedef struct curandStateScrambledSobol32 {
    unsigned int i, x, c;
    unsigned int direction_vectors[32];
} curandStateScrambledSobol32_t;

typedef curandStateXORWOW_t curandState_t;
typedef curandStateXORWOW_t curandState;

#ifdef __CUDA_ARCH__
#define __curand static __device__ __forceinline__
#include "lockstep_curand_poisson.h"
#undef __curand
#elif defined(__cplusplus)
template <class __S>
void curand_init(unsigned long long, unsigned long long, unsigned long long, __S *);
template <class __S> void curand_init(unsigned int *, unsigned int, __S *);
template <class __S> void curand_init(unsigned int *, unsigned int, unsigned int, __S *);
template <class __S> void skipahead(unsigned long long, __S *);
template <class __S> void skipahead_sequence(unsigned long long, __S *);
template <class __S> void skipahead_subsequence(unsigned long long, __S *);
template <class __S> unsigned int curand(__S *);
template <class __S> uint4 curand4(__S *);
template <class __S> float curand_uniform(__S *);
template <class __S> float4 curand_uniform4(__S *);
template <class __S> double curand_uniform_double(__S *);
template <class __S> double2 curand_uniform2_double(__S *);
template <class __S> float curand_normal(__S *);
template <class __S> float2 curand_normal2(__S *);
template <class __S> float4 curand_normal4(__S *);
template <class __S> double curand_normal_double(__S *);
template <class __S> double2 curand_normal2_double(__S *);
template <class __S> float curand_log_normal(__S *, float, float);
template <class __S> float2 curand_log_normal2(__S *, float, float);
template <class __S> float4 curand_log_normal4(__S *, float, float);
template <class __S> double curand_log_normal_double(__S *, double, double);
template <class __S> double2 curand_log_normal2_double(__S *, double, double);
template <class __S> unsigned int curand_poisson(__S *, double);
template <class __S> uint4 curand_poisson4(__S *, double);
#endif

#endif
