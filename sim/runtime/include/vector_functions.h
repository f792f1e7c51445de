// SPDX-License-Identifier: Apache-2.0
// make_float4 and its like.
#ifndef LOCKSTEP_CUDA_VECTOR_FUNCTIONS_H
#define LOCKSTEP_CUDA_VECTOR_FUNCTIONS_H
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#if defined(__cplusplus)
#define __LOCKSTEP_MAKE static inline __host__ __device__
#else
#define __LOCKSTEP_MAKE static inline __attribute__((unused))
#endif

// clang-format off
#define __LOCKSTEP_VECTOR(name, type, align2, align4)                                              \
    __LOCKSTEP_MAKE name##1 make_##name##1(type x) { name##1 v; v.x = x; return v; }               \
    __LOCKSTEP_MAKE name##2 make_##name##2(type x, type y) { name##2 v; v.x = x; v.y = y; return v; } \
    __LOCKSTEP_MAKE name##3 make_##name##3(type x, type y, type z) { name##3 v; v.x = x; v.y = y; v.z = z; return v; } \
    __LOCKSTEP_MAKE name##4 make_##name##4(type x, type y, type z, type w) { name##4 v; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__LOCKSTEP_VECTORS(__LOCKSTEP_VECTOR)
// Fours with an alignment of their own.
#define __LOCKSTEP_FOUR(name, type) __LOCKSTEP_MAKE name make_##name(type x, type y, type z, type w) { name v; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__LOCKSTEP_FOUR(long4_16a, long)
__LOCKSTEP_FOUR(long4_32a, long)
__LOCKSTEP_FOUR(ulong4_16a, unsigned long)
__LOCKSTEP_FOUR(ulong4_32a, unsigned long)
__LOCKSTEP_FOUR(longlong4_16a, long long)
__LOCKSTEP_FOUR(longlong4_32a, long long)
__LOCKSTEP_FOUR(ulonglong4_16a, unsigned long long)
__LOCKSTEP_FOUR(ulonglong4_32a, unsigned long long)
__LOCKSTEP_FOUR(double4_16a, double)
__LOCKSTEP_FOUR(double4_32a, double)
// clang-format on

#undef __LOCKSTEP_MAKE
#undef __LOCKSTEP_VECTOR
#undef __LOCKSTEP_FOUR
#endif
