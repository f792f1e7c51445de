// SPDX-License-Identifier: Apache-2.0
// Vector types with the alignments of the CUDA Programming Guide ("Built-in Vector Types"), their
// constructors make_*, dim3, and the built-in variables.
#pragma once

struct char1 { signed char x; };
struct __align__(2) char2 { signed char x; signed char y; };
struct char3 { signed char x; signed char y; signed char z; };
struct __align__(4) char4 { signed char x; signed char y; signed char z; signed char w; };
struct uchar1 { unsigned char x; };
struct __align__(2) uchar2 { unsigned char x; unsigned char y; };
struct uchar3 { unsigned char x; unsigned char y; unsigned char z; };
struct __align__(4) uchar4 { unsigned char x; unsigned char y; unsigned char z; unsigned char w; };
struct short1 { short x; };
struct __align__(4) short2 { short x; short y; };
struct short3 { short x; short y; short z; };
struct __align__(8) short4 { short x; short y; short z; short w; };
struct ushort1 { unsigned short x; };
struct __align__(4) ushort2 { unsigned short x; unsigned short y; };
struct ushort3 { unsigned short x; unsigned short y; unsigned short z; };
struct __align__(8) ushort4 { unsigned short x; unsigned short y; unsigned short z; unsigned short w; };
struct int1 { int x; };
struct __align__(8) int2 { int x; int y; };
struct int3 { int x; int y; int z; };
struct __align__(16) int4 { int x; int y; int z; int w; };
struct uint1 { unsigned int x; };
struct __align__(8) uint2 { unsigned int x; unsigned int y; };
struct uint3 { unsigned int x; unsigned int y; unsigned int z; };
struct __align__(16) uint4 { unsigned int x; unsigned int y; unsigned int z; unsigned int w; };
struct long1 { long x; };
struct __align__(16) long2 { long x; long y; };
struct long3 { long x; long y; long z; };
struct __align__(16) long4 { long x; long y; long z; long w; };
struct ulong1 { unsigned long x; };
struct __align__(16) ulong2 { unsigned long x; unsigned long y; };
struct ulong3 { unsigned long x; unsigned long y; unsigned long z; };
struct __align__(16) ulong4 { unsigned long x; unsigned long y; unsigned long z; unsigned long w; };
struct longlong1 { long long x; };
struct __align__(16) longlong2 { long long x; long long y; };
struct longlong3 { long long x; long long y; long long z; };
struct __align__(16) longlong4 { long long x; long long y; long long z; long long w; };
struct ulonglong1 { unsigned long long x; };
struct __align__(16) ulonglong2 { unsigned long long x; unsigned long long y; };
struct ulonglong3 { unsigned long long x; unsigned long long y; unsigned long long z; };
struct __align__(16) ulonglong4 { unsigned long long x; unsigned long long y; unsigned long long z; unsigned long long w; };
struct float1 { float x; };
struct __align__(8) float2 { float x; float y; };
struct float3 { float x; float y; float z; };
struct __align__(16) float4 { float x; float y; float z; float w; };
struct double1 { double x; };
struct __align__(16) double2 { double x; double y; };
struct double3 { double x; double y; double z; };
struct __align__(16) double4 { double x; double y; double z; double w; };

__host__ __device__ __forceinline__ constexpr char1 make_char1(signed char x) { char1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr char2 make_char2(signed char x, signed char y) { char2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr char3 make_char3(signed char x, signed char y, signed char z) { char3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr char4 make_char4(signed char x, signed char y, signed char z, signed char w) { char4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr uchar1 make_uchar1(unsigned char x) { uchar1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr uchar2 make_uchar2(unsigned char x, unsigned char y) { uchar2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr uchar3 make_uchar3(unsigned char x, unsigned char y, unsigned char z) { uchar3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr uchar4 make_uchar4(unsigned char x, unsigned char y, unsigned char z, unsigned char w) { uchar4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr short1 make_short1(short x) { short1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr short2 make_short2(short x, short y) { short2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr short3 make_short3(short x, short y, short z) { short3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr short4 make_short4(short x, short y, short z, short w) { short4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr ushort1 make_ushort1(unsigned short x) { ushort1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr ushort2 make_ushort2(unsigned short x, unsigned short y) { ushort2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr ushort3 make_ushort3(unsigned short x, unsigned short y, unsigned short z) { ushort3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr ushort4 make_ushort4(unsigned short x, unsigned short y, unsigned short z, unsigned short w) { ushort4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr int1 make_int1(int x) { int1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr int2 make_int2(int x, int y) { int2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr int3 make_int3(int x, int y, int z) { int3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr int4 make_int4(int x, int y, int z, int w) { int4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr uint1 make_uint1(unsigned int x) { uint1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr uint2 make_uint2(unsigned int x, unsigned int y) { uint2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr uint3 make_uint3(unsigned int x, unsigned int y, unsigned int z) { uint3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr uint4 make_uint4(unsigned int x, unsigned int y, unsigned int z, unsigned int w) { uint4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr long1 make_long1(long x) { long1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr long2 make_long2(long x, long y) { long2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr long3 make_long3(long x, long y, long z) { long3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr long4 make_long4(long x, long y, long z, long w) { long4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr ulong1 make_ulong1(unsigned long x) { ulong1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr ulong2 make_ulong2(unsigned long x, unsigned long y) { ulong2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr ulong3 make_ulong3(unsigned long x, unsigned long y, unsigned long z) { ulong3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr ulong4 make_ulong4(unsigned long x, unsigned long y, unsigned long z, unsigned long w) { ulong4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr longlong1 make_longlong1(long long x) { longlong1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr longlong2 make_longlong2(long long x, long long y) { longlong2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr longlong3 make_longlong3(long long x, long long y, long long z) { longlong3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr longlong4 make_longlong4(long long x, long long y, long long z, long long w) { longlong4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr ulonglong1 make_ulonglong1(unsigned long long x) { ulonglong1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { ulonglong2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr ulonglong3 make_ulonglong3(unsigned long long x, unsigned long long y, unsigned long long z) { ulonglong3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr ulonglong4 make_ulonglong4(unsigned long long x, unsigned long long y, unsigned long long z, unsigned long long w) { ulonglong4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr float1 make_float1(float x) { float1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr float2 make_float2(float x, float y) { float2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr float3 make_float3(float x, float y, float z) { float3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr float4 make_float4(float x, float y, float z, float w) { float4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }
__host__ __device__ __forceinline__ constexpr double1 make_double1(double x) { double1 v = {}; v.x = x; return v; }
__host__ __device__ __forceinline__ constexpr double2 make_double2(double x, double y) { double2 v = {}; v.x = x; v.y = y; return v; }
__host__ __device__ __forceinline__ constexpr double3 make_double3(double x, double y, double z) { double3 v = {}; v.x = x; v.y = y; v.z = z; return v; }
__host__ __device__ __forceinline__ constexpr double4 make_double4(double x, double y, double z, double w) { double4 v = {}; v.x = x; v.y = y; v.z = z; v.w = w; return v; }

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
