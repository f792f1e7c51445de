// SPDX-License-Identifier: Apache-2.0
// CUDA's built-in vector types with the sizes and alignments of the CUDA C++ Programming Guide,
// "Built-in Vector Types". Of this header: C99 and C++11 on.
#ifndef LOCKSTEP_CUDA_VECTOR_TYPES_H
#define LOCKSTEP_CUDA_VECTOR_TYPES_H
#define __VECTOR_TYPES_H__

#include "host_defines.h"

// clang-format off
// vector(name, type of an element, alignment of two, of four)
#define __LOCKSTEP_VECTORS(vector)                                                                 \
    vector(char, signed char, 2, 4)                                                                \
    vector(uchar, unsigned char, 2, 4)                                                             \
    vector(short, short, 4, 8)                                                                     \
    vector(ushort, unsigned short, 4, 8)                                                           \
    vector(int, int, 8, 16)                                                                        \
    vector(uint, unsigned int, 8, 16)                                                              \
    vector(long, long, 16, 16)                                                                     \
    vector(ulong, unsigned long, 16, 16)                                                           \
    vector(longlong, long long, 16, 16)                                                            \
    vector(ulonglong, unsigned long long, 16, 16)                                                  \
    vector(float, float, 8, 16)                                                                    \
    vector(double, double, 16, 16)
#define __LOCKSTEP_VECTOR(name, type, align2, align4)                                              \
    typedef struct name##1 { type x; } name##1;                                                    \
    typedef struct __align__(align2) name##2 { type x, y; } name##2;                               \
    typedef struct name##3 { type x, y, z; } name##3;                                              \
    typedef struct __align__(align4) name##4 { type x, y, z, w; } name##4;
__LOCKSTEP_VECTORS(__LOCKSTEP_VECTOR)
#undef __LOCKSTEP_VECTOR
typedef struct __align__(16) long4_16a { long x, y, z, w; } long4_16a;
typedef struct __align__(32) long4_32a { long x, y, z, w; } long4_32a;
typedef struct __align__(16) ulong4_16a { unsigned long x, y, z, w; } ulong4_16a;
typedef struct __align__(32) ulong4_32a { unsigned long x, y, z, w; } ulong4_32a;
typedef struct __align__(16) longlong4_16a { long long x, y, z, w; } longlong4_16a;
typedef struct __align__(32) longlong4_32a { long long x, y, z, w; } longlong4_32a;
typedef struct __align__(16) ulonglong4_16a { unsigned long long x, y, z, w; } ulonglong4_16a;
typedef struct __align__(32) ulonglong4_32a { unsigned long long x, y, z, w; } ulonglong4_32a;
typedef struct __align__(16) double4_16a { double x, y, z, w; } double4_16a;
typedef struct __align__(32) double4_32a { double x, y, z, w; } double4_32a;
// clang-format on

struct dim3 {
    unsigned int x, y, z;
#if defined(__cplusplus)
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
                                       unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    __host__ __device__ constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
#endif
};
typedef struct dim3 dim3;

#endif
