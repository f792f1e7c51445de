// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects, and the texture references of CUDA 11 and before,
// which cudaBindTexture binds; CUDA Programming Guide, "Texture Functions" and "Surface Functions".
#pragma once

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2

// What a fetch of T reads: all four channels in `vector`, of which T keeps the first ones.
template <typename T> struct __lockstep_texel;
template <> struct __lockstep_texel<float> { typedef float4 vector; static __device__ __forceinline__ float of(vector v) { return v.x; } };
template <> struct __lockstep_texel<char> { typedef int4 vector; static __device__ __forceinline__ char of(vector v) { return (char)v.x; } };
template <> struct __lockstep_texel<signed char> { typedef int4 vector; static __device__ __forceinline__ signed char of(vector v) { return (signed char)v.x; } };
template <> struct __lockstep_texel<unsigned char> { typedef uint4 vector; static __device__ __forceinline__ unsigned char of(vector v) { return (unsigned char)v.x; } };
template <> struct __lockstep_texel<short> { typedef int4 vector; static __device__ __forceinline__ short of(vector v) { return (short)v.x; } };
template <> struct __lockstep_texel<unsigned short> { typedef uint4 vector; static __device__ __forceinline__ unsigned short of(vector v) { return (unsigned short)v.x; } };
template <> struct __lockstep_texel<int> { typedef int4 vector; static __device__ __forceinline__ int of(vector v) { return (int)v.x; } };
template <> struct __lockstep_texel<unsigned> { typedef uint4 vector; static __device__ __forceinline__ unsigned of(vector v) { return (unsigned)v.x; } };
template <> struct __lockstep_texel<float1> { typedef float4 vector; static __device__ __forceinline__ float1 of(vector v) { return make_float1((float)v.x); } };
template <> struct __lockstep_texel<float2> { typedef float4 vector; static __device__ __forceinline__ float2 of(vector v) { return make_float2((float)v.x, (float)v.y); } };
template <> struct __lockstep_texel<float3> { typedef float4 vector; static __device__ __forceinline__ float3 of(vector v) { return make_float3((float)v.x, (float)v.y, (float)v.z); } };
template <> struct __lockstep_texel<float4> { typedef float4 vector; static __device__ __forceinline__ float4 of(vector v) { return make_float4((float)v.x, (float)v.y, (float)v.z, (float)v.w); } };
template <> struct __lockstep_texel<char1> { typedef int4 vector; static __device__ __forceinline__ char1 of(vector v) { return make_char1((signed char)v.x); } };
template <> struct __lockstep_texel<char2> { typedef int4 vector; static __device__ __forceinline__ char2 of(vector v) { return make_char2((signed char)v.x, (signed char)v.y); } };
template <> struct __lockstep_texel<char3> { typedef int4 vector; static __device__ __forceinline__ char3 of(vector v) { return make_char3((signed char)v.x, (signed char)v.y, (signed char)v.z); } };
template <> struct __lockstep_texel<char4> { typedef int4 vector; static __device__ __forceinline__ char4 of(vector v) { return make_char4((signed char)v.x, (signed char)v.y, (signed char)v.z, (signed char)v.w); } };
template <> struct __lockstep_texel<uchar1> { typedef uint4 vector; static __device__ __forceinline__ uchar1 of(vector v) { return make_uchar1((unsigned char)v.x); } };
template <> struct __lockstep_texel<uchar2> { typedef uint4 vector; static __device__ __forceinline__ uchar2 of(vector v) { return make_uchar2((unsigned char)v.x, (unsigned char)v.y); } };
template <> struct __lockstep_texel<uchar3> { typedef uint4 vector; static __device__ __forceinline__ uchar3 of(vector v) { return make_uchar3((unsigned char)v.x, (unsigned char)v.y, (unsigned char)v.z); } };
template <> struct __lockstep_texel<uchar4> { typedef uint4 vector; static __device__ __forceinline__ uchar4 of(vector v) { return make_uchar4((unsigned char)v.x, (unsigned char)v.y, (unsigned char)v.z, (unsigned char)v.w); } };
template <> struct __lockstep_texel<short1> { typedef int4 vector; static __device__ __forceinline__ short1 of(vector v) { return make_short1((short)v.x); } };
template <> struct __lockstep_texel<short2> { typedef int4 vector; static __device__ __forceinline__ short2 of(vector v) { return make_short2((short)v.x, (short)v.y); } };
template <> struct __lockstep_texel<short3> { typedef int4 vector; static __device__ __forceinline__ short3 of(vector v) { return make_short3((short)v.x, (short)v.y, (short)v.z); } };
template <> struct __lockstep_texel<short4> { typedef int4 vector; static __device__ __forceinline__ short4 of(vector v) { return make_short4((short)v.x, (short)v.y, (short)v.z, (short)v.w); } };
template <> struct __lockstep_texel<ushort1> { typedef uint4 vector; static __device__ __forceinline__ ushort1 of(vector v) { return make_ushort1((unsigned short)v.x); } };
template <> struct __lockstep_texel<ushort2> { typedef uint4 vector; static __device__ __forceinline__ ushort2 of(vector v) { return make_ushort2((unsigned short)v.x, (unsigned short)v.y); } };
template <> struct __lockstep_texel<ushort3> { typedef uint4 vector; static __device__ __forceinline__ ushort3 of(vector v) { return make_ushort3((unsigned short)v.x, (unsigned short)v.y, (unsigned short)v.z); } };
template <> struct __lockstep_texel<ushort4> { typedef uint4 vector; static __device__ __forceinline__ ushort4 of(vector v) { return make_ushort4((unsigned short)v.x, (unsigned short)v.y, (unsigned short)v.z, (unsigned short)v.w); } };
template <> struct __lockstep_texel<int1> { typedef int4 vector; static __device__ __forceinline__ int1 of(vector v) { return make_int1((int)v.x); } };
template <> struct __lockstep_texel<int2> { typedef int4 vector; static __device__ __forceinline__ int2 of(vector v) { return make_int2((int)v.x, (int)v.y); } };
template <> struct __lockstep_texel<int3> { typedef int4 vector; static __device__ __forceinline__ int3 of(vector v) { return make_int3((int)v.x, (int)v.y, (int)v.z); } };
template <> struct __lockstep_texel<int4> { typedef int4 vector; static __device__ __forceinline__ int4 of(vector v) { return make_int4((int)v.x, (int)v.y, (int)v.z, (int)v.w); } };
template <> struct __lockstep_texel<uint1> { typedef uint4 vector; static __device__ __forceinline__ uint1 of(vector v) { return make_uint1((unsigned)v.x); } };
template <> struct __lockstep_texel<uint2> { typedef uint4 vector; static __device__ __forceinline__ uint2 of(vector v) { return make_uint2((unsigned)v.x, (unsigned)v.y); } };
template <> struct __lockstep_texel<uint3> { typedef uint4 vector; static __device__ __forceinline__ uint3 of(vector v) { return make_uint3((unsigned)v.x, (unsigned)v.y, (unsigned)v.z); } };
template <> struct __lockstep_texel<uint4> { typedef uint4 vector; static __device__ __forceinline__ uint4 of(vector v) { return make_uint4((unsigned)v.x, (unsigned)v.y, (unsigned)v.z, (unsigned)v.w); } };

__device__ __forceinline__ void __lockstep_tex1Dfetch(float4 &v, cudaTextureObject_t texture, int x)
{
    asm("tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "r"(x));
}
__device__ __forceinline__ void __lockstep_tex1Dfetch(int4 &v, cudaTextureObject_t texture, int x)
{
    asm("tex.1d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "r"(x));
}
__device__ __forceinline__ void __lockstep_tex1Dfetch(uint4 &v, cudaTextureObject_t texture, int x)
{
    asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "r"(x));
}
__device__ __forceinline__ void __lockstep_tex1D(float4 &v, cudaTextureObject_t texture, float x)
{
    asm("tex.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x));
}
__device__ __forceinline__ void __lockstep_tex1D(int4 &v, cudaTextureObject_t texture, float x)
{
    asm("tex.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x));
}
__device__ __forceinline__ void __lockstep_tex1D(uint4 &v, cudaTextureObject_t texture, float x)
{
    asm("tex.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x));
}
__device__ __forceinline__ void __lockstep_tex2D(float4 &v, cudaTextureObject_t texture, float x, float y)
{
    asm("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y));
}
__device__ __forceinline__ void __lockstep_tex2D(int4 &v, cudaTextureObject_t texture, float x, float y)
{
    asm("tex.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
}
__device__ __forceinline__ void __lockstep_tex2D(uint4 &v, cudaTextureObject_t texture, float x, float y)
{
    asm("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
}
__device__ __forceinline__ void __lockstep_tex3D(float4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_tex3D(int4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_tex3D(uint4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_tex1DLayered(float4 &v, cudaTextureObject_t texture, float x, int layer)
{
    asm("tex.a1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%6, %5}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "r"(layer));
}
__device__ __forceinline__ void __lockstep_tex1DLayered(int4 &v, cudaTextureObject_t texture, float x, int layer)
{
    asm("tex.a1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%6, %5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "r"(layer));
}
__device__ __forceinline__ void __lockstep_tex1DLayered(uint4 &v, cudaTextureObject_t texture, float x, int layer)
{
    asm("tex.a1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%6, %5}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "r"(layer));
}
__device__ __forceinline__ void __lockstep_tex2DLayered(float4 &v, cudaTextureObject_t texture, float x, float y, int layer)
{
    asm("tex.a2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%7, %5, %6, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "r"(layer));
}
__device__ __forceinline__ void __lockstep_tex2DLayered(int4 &v, cudaTextureObject_t texture, float x, float y, int layer)
{
    asm("tex.a2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%7, %5, %6, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "r"(layer));
}
__device__ __forceinline__ void __lockstep_tex2DLayered(uint4 &v, cudaTextureObject_t texture, float x, float y, int layer)
{
    asm("tex.a2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%7, %5, %6, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "r"(layer));
}
__device__ __forceinline__ void __lockstep_texCubemap(float4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.cube.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_texCubemap(int4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.cube.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_texCubemap(uint4 &v, cudaTextureObject_t texture, float x, float y, float z)
{
    asm("tex.cube.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z));
}
__device__ __forceinline__ void __lockstep_tex1DLod(float4 &v, cudaTextureObject_t texture, float x, float level)
{
    asm("tex.level.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex1DLod(int4 &v, cudaTextureObject_t texture, float x, float level)
{
    asm("tex.level.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex1DLod(uint4 &v, cudaTextureObject_t texture, float x, float level)
{
    asm("tex.level.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}], %6;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex2DLod(float4 &v, cudaTextureObject_t texture, float x, float y, float level)
{
    asm("tex.level.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex2DLod(int4 &v, cudaTextureObject_t texture, float x, float y, float level)
{
    asm("tex.level.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex2DLod(uint4 &v, cudaTextureObject_t texture, float x, float y, float level)
{
    asm("tex.level.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], %7;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex3DLod(float4 &v, cudaTextureObject_t texture, float x, float y, float z, float level)
{
    asm("tex.level.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex3DLod(int4 &v, cudaTextureObject_t texture, float x, float y, float z, float level)
{
    asm("tex.level.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(level));
}
__device__ __forceinline__ void __lockstep_tex3DLod(uint4 &v, cudaTextureObject_t texture, float x, float y, float z, float level)
{
    asm("tex.level.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], %8;" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(level));
}

template <typename T> __device__ __forceinline__ T tex1Dfetch(cudaTextureObject_t texture, int x)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex1Dfetch(v, texture, x);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex1Dfetch(T *to, cudaTextureObject_t texture, int x)
{
    *to = tex1Dfetch<T>(texture, x);
}
template <typename T> __device__ __forceinline__ T tex1D(cudaTextureObject_t texture, float x)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex1D(v, texture, x);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex1D(T *to, cudaTextureObject_t texture, float x)
{
    *to = tex1D<T>(texture, x);
}
template <typename T> __device__ __forceinline__ T tex2D(cudaTextureObject_t texture, float x, float y)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex2D(v, texture, x, y);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex2D(T *to, cudaTextureObject_t texture, float x, float y)
{
    *to = tex2D<T>(texture, x, y);
}
template <typename T> __device__ __forceinline__ T tex3D(cudaTextureObject_t texture, float x, float y, float z)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex3D(v, texture, x, y, z);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex3D(T *to, cudaTextureObject_t texture, float x, float y, float z)
{
    *to = tex3D<T>(texture, x, y, z);
}
template <typename T> __device__ __forceinline__ T tex1DLayered(cudaTextureObject_t texture, float x, int layer)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex1DLayered(v, texture, x, layer);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex1DLayered(T *to, cudaTextureObject_t texture, float x, int layer)
{
    *to = tex1DLayered<T>(texture, x, layer);
}
template <typename T> __device__ __forceinline__ T tex2DLayered(cudaTextureObject_t texture, float x, float y, int layer)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex2DLayered(v, texture, x, y, layer);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex2DLayered(T *to, cudaTextureObject_t texture, float x, float y, int layer)
{
    *to = tex2DLayered<T>(texture, x, y, layer);
}
template <typename T> __device__ __forceinline__ T texCubemap(cudaTextureObject_t texture, float x, float y, float z)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_texCubemap(v, texture, x, y, z);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void texCubemap(T *to, cudaTextureObject_t texture, float x, float y, float z)
{
    *to = texCubemap<T>(texture, x, y, z);
}
template <typename T> __device__ __forceinline__ T tex1DLod(cudaTextureObject_t texture, float x, float level)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex1DLod(v, texture, x, level);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex1DLod(T *to, cudaTextureObject_t texture, float x, float level)
{
    *to = tex1DLod<T>(texture, x, level);
}
template <typename T> __device__ __forceinline__ T tex2DLod(cudaTextureObject_t texture, float x, float y, float level)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex2DLod(v, texture, x, y, level);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex2DLod(T *to, cudaTextureObject_t texture, float x, float y, float level)
{
    *to = tex2DLod<T>(texture, x, y, level);
}
template <typename T> __device__ __forceinline__ T tex3DLod(cudaTextureObject_t texture, float x, float y, float z, float level)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex3DLod(v, texture, x, y, z, level);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex3DLod(T *to, cudaTextureObject_t texture, float x, float y, float z, float level)
{
    *to = tex3DLod<T>(texture, x, y, z, level);
}

// Texture references: .texref variables, which the host binds; their address stands for what is bound.
template <typename T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
    cudaTextureObject_t object;
};
template <typename T, cudaTextureReadMode mode> struct __lockstep_read { typedef T type; };
template <> struct __lockstep_read<unsigned char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __lockstep_read<char, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __lockstep_read<unsigned short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __lockstep_read<short, cudaReadModeNormalizedFloat> { typedef float type; };
template <> struct __lockstep_read<uchar2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct __lockstep_read<uchar4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct __lockstep_read<char2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct __lockstep_read<char4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct __lockstep_read<ushort2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct __lockstep_read<ushort4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <> struct __lockstep_read<short2, cudaReadModeNormalizedFloat> { typedef float2 type; };
template <> struct __lockstep_read<short4, cudaReadModeNormalizedFloat> { typedef float4 type; };
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex1Dfetch(const texture<T, cudaTextureType1D, mode> &reference, int x)
{
    return tex1Dfetch<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex1D(const texture<T, cudaTextureType1D, mode> &reference, float x)
{
    return tex1D<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex2D(const texture<T, cudaTextureType2D, mode> &reference, float x, float y)
{
    return tex2D<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x, y);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex3D(const texture<T, cudaTextureType3D, mode> &reference, float x, float y, float z)
{
    return tex3D<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x, y, z);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex1DLayered(const texture<T, cudaTextureType1DLayered, mode> &reference, float x, int layer)
{
    return tex1DLayered<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x, layer);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type tex2DLayered(const texture<T, cudaTextureType2DLayered, mode> &reference, float x, float y, int layer)
{
    return tex2DLayered<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x, y, layer);
}
template <typename T, cudaTextureReadMode mode>
__device__ __forceinline__ typename __lockstep_read<T, mode>::type texCubemap(const texture<T, cudaTextureTypeCubemap, mode> &reference, float x, float y, float z)
{
    return texCubemap<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, x, y, z);
}

// Surfaces: x is in bytes; out of range traps, or reads zero and writes nothing, or is clamped.
template <int size> struct __lockstep_surface;
template <> struct __lockstep_surface<1> {
    unsigned short word[1];
    __device__ __forceinline__ void read_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.1d.b8.zero %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.1d.b8.clamp %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.1d.b8.trap %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.1d.b8.zero [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.1d.b8.clamp [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.1d.b8.trap [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.2d.b8.zero %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.2d.b8.clamp %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.2d.b8.trap %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.2d.b8.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.2d.b8.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.2d.b8.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.3d.b8.zero %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.3d.b8.clamp %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.3d.b8.trap %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
    }
    __device__ __forceinline__ void write_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.3d.b8.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.3d.b8.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.3d.b8.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
    }
};
template <> struct __lockstep_surface<2> {
    unsigned short word[1];
    __device__ __forceinline__ void read_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.1d.b16.zero %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.1d.b16.clamp %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.1d.b16.trap %0, [%1, {%2}];" : "=h"(word[0]) : "l"(surface), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.1d.b16.zero [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.1d.b16.clamp [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.1d.b16.trap [%0, {%1}], %2;" : : "l"(surface), "r"(x), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.2d.b16.zero %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.2d.b16.clamp %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.2d.b16.trap %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.2d.b16.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.2d.b16.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.2d.b16.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.3d.b16.zero %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.3d.b16.clamp %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.3d.b16.trap %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
    }
    __device__ __forceinline__ void write_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.3d.b16.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.3d.b16.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.3d.b16.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "h"(word[0]) : "memory");
    }
};
template <> struct __lockstep_surface<4> {
    unsigned word[1];
    __device__ __forceinline__ void read_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.1d.b32.zero %0, [%1, {%2}];" : "=r"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.1d.b32.clamp %0, [%1, {%2}];" : "=r"(word[0]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.1d.b32.trap %0, [%1, {%2}];" : "=r"(word[0]) : "l"(surface), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.1d.b32.zero [%0, {%1}], %2;" : : "l"(surface), "r"(x), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.1d.b32.clamp [%0, {%1}], %2;" : : "l"(surface), "r"(x), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.1d.b32.trap [%0, {%1}], %2;" : : "l"(surface), "r"(x), "r"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.2d.b32.zero %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.2d.b32.clamp %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.2d.b32.trap %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.2d.b32.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.2d.b32.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.2d.b32.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.3d.b32.zero %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.3d.b32.clamp %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.3d.b32.trap %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
    }
    __device__ __forceinline__ void write_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.3d.b32.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.3d.b32.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.3d.b32.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]) : "memory");
    }
};
template <> struct __lockstep_surface<8> {
    unsigned word[2];
    __device__ __forceinline__ void read_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.1d.v2.b32.zero {%0, %1}, [%2, {%3}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.1d.v2.b32.clamp {%0, %1}, [%2, {%3}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.1d.v2.b32.trap {%0, %1}, [%2, {%3}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.1d.v2.b32.zero [%0, {%1}], {%2, %3};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.1d.v2.b32.clamp [%0, {%1}], {%2, %3};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.1d.v2.b32.trap [%0, {%1}], {%2, %3};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
    }
    __device__ __forceinline__ void read_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.2d.v2.b32.zero {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.2d.v2.b32.clamp {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.2d.v2.b32.trap {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.2d.v2.b32.zero [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.2d.v2.b32.clamp [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.2d.v2.b32.trap [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
    }
    __device__ __forceinline__ void read_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.3d.v2.b32.zero {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.3d.v2.b32.clamp {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.3d.v2.b32.trap {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
    }
    __device__ __forceinline__ void write_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.3d.v2.b32.zero [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.3d.v2.b32.clamp [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.3d.v2.b32.trap [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]) : "memory");
    }
};
template <> struct __lockstep_surface<16> {
    unsigned word[4];
    __device__ __forceinline__ void read_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.1d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.1d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.1d.v4.b32.trap {%0, %1, %2, %3}, [%4, {%5}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write_surf1D(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.1d.v4.b32.zero [%0, {%1}], {%2, %3, %4, %5};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.1d.v4.b32.clamp [%0, {%1}], {%2, %3, %4, %5};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.1d.v4.b32.trap [%0, {%1}], {%2, %3, %4, %5};" : : "l"(surface), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
    }
    __device__ __forceinline__ void read_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.2d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.2d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.2d.v4.b32.trap {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write_surf2D(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.2d.v4.b32.zero [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.2d.v4.b32.clamp [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.2d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
    }
    __device__ __forceinline__ void read_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.3d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.3d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.3d.v4.b32.trap {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(x), "r"(y), "r"(z) : "memory");
    }
    __device__ __forceinline__ void write_surf3D(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.3d.v4.b32.zero [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.3d.v4.b32.clamp [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.3d.v4.b32.trap [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(x), "r"(y), "r"(z), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
    }
};
template <typename T>
__device__ __forceinline__ T surf1Dread(cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.words.read_surf1D(surface, x, mode);
    return u.value;
}
template <typename T>
__device__ __forceinline__ void surf1Dread(T *to, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *to = surf1Dread<T>(surface, x, mode);
}
template <typename T>
__device__ __forceinline__ void surf1Dwrite(T value, cudaSurfaceObject_t surface, int x, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.value = value;
    u.words.write_surf1D(surface, x, mode);
}
template <typename T>
__device__ __forceinline__ T surf2Dread(cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.words.read_surf2D(surface, x, y, mode);
    return u.value;
}
template <typename T>
__device__ __forceinline__ void surf2Dread(T *to, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *to = surf2Dread<T>(surface, x, y, mode);
}
template <typename T>
__device__ __forceinline__ void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.value = value;
    u.words.write_surf2D(surface, x, y, mode);
}
template <typename T>
__device__ __forceinline__ T surf3Dread(cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.words.read_surf3D(surface, x, y, z, mode);
    return u.value;
}
template <typename T>
__device__ __forceinline__ void surf3Dread(T *to, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    *to = surf3Dread<T>(surface, x, y, z, mode);
}
template <typename T>
__device__ __forceinline__ void surf3Dwrite(T value, cudaSurfaceObject_t surface, int x, int y, int z, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)
{
    union { __lockstep_surface<sizeof(T)> words; T value; } u;
    u.value = value;
    u.words.write_surf3D(surface, x, y, z, mode);
}
