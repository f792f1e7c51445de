// SPDX-License-Identifier: Apache-2.0
// Vector types with the alignments of the CUDA Programming Guide ("Built-in Vector Types"), their
// constructors make_*, dim3, and the built-in variables.
#pragma once

// The vectors of one type, and how those of two and four elements are aligned.
#define __vectors(word, type, align2, align4)                                                      \
    struct word##1 { type x; };                                                                    \
    struct __align__(align2) word##2 { type x; type y; };                                          \
    struct word##3 { type x; type y; type z; };                                                    \
    struct __align__(align4) word##4 { type x; type y; type z; type w; };                          \
    __host__ __device__ __forceinline__ constexpr word##1 make_##word##1(type x) { word##1 v = {}; v.x = x; return v; } \
    __host__ __device__ __forceinline__ constexpr word##2 make_##word##2(type x, type y) { word##2 v = {}; v.x = x; v.y = y; return v; } \
    __host__ __device__ __forceinline__ constexpr word##3 make_##word##3(type x, type y, type z) { word##3 v = {}; v.x = x; v.y = y; v.z = z; return v; } \
    __host__ __device__ __forceinline__ constexpr word##4 make_##word##4(type x, type y, type z, type w) { word##4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__vectors(char, signed char, 2, 4)
__vectors(uchar, unsigned char, 2, 4)
__vectors(short, short, 4, 8)
__vectors(ushort, unsigned short, 4, 8)
__vectors(int, int, 8, 16)
__vectors(uint, unsigned int, 8, 16)
__vectors(long, long, 16, 16)
__vectors(ulong, unsigned long, 16, 16)
__vectors(longlong, long long, 16, 16)
__vectors(ulonglong, unsigned long long, 16, 16)
__vectors(float, float, 8, 16)
__vectors(double, double, 16, 16)
#undef __vectors

struct dim3 {
    unsigned int x, y, z;
    __host__ __device__ constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
        : x(vx), y(vy), z(vz)
    {
    }
    __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
    __host__ __device__ constexpr operator uint3() const { return make_uint3(x, y, z); }
};

extern __device__ const uint3 threadIdx;
extern __device__ const uint3 blockIdx;
extern __device__ const dim3 blockDim;
extern __device__ const dim3 gridDim;
extern __device__ const int warpSize;
