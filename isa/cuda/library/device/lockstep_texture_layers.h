// SPDX-License-Identifier: Apache-2.0
// Texture fetches with gradients and gathers, layered surfaces.
#pragma once

__device__ __forceinline__ void __lockstep_tex1DGrad(float4 &v, cudaTextureObject_t texture, float x, float dx, float dy)
{
    asm("tex.grad.1d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
}
__device__ __forceinline__ void __lockstep_tex1DGrad(int4 &v, cudaTextureObject_t texture, float x, float dx, float dy)
{
    asm("tex.grad.1d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
}
__device__ __forceinline__ void __lockstep_tex1DGrad(uint4 &v, cudaTextureObject_t texture, float x, float dx, float dy)
{
    asm("tex.grad.1d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5}], {%6}, {%7};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(dx), "f"(dy));
}
template <typename T> __device__ __forceinline__ T tex1DGrad(cudaTextureObject_t texture, float x, float dx, float dy)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex1DGrad(v, texture, x, dx, dy);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex1DGrad(T *to, cudaTextureObject_t texture, float x, float dx, float dy)
{
    *to = tex1DGrad<T>(texture, x, dx, dy);
}
__device__ __forceinline__ void __lockstep_tex2DGrad(float4 &v, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    asm("tex.grad.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
}
__device__ __forceinline__ void __lockstep_tex2DGrad(int4 &v, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    asm("tex.grad.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
}
__device__ __forceinline__ void __lockstep_tex2DGrad(uint4 &v, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    asm("tex.grad.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}], {%7, %8}, {%9, %10};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y));
}
template <typename T> __device__ __forceinline__ T tex2DGrad(cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex2DGrad(v, texture, x, y, dx, dy);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex2DGrad(T *to, cudaTextureObject_t texture, float x, float y, float2 dx, float2 dy)
{
    *to = tex2DGrad<T>(texture, x, y, dx, dy);
}
__device__ __forceinline__ void __lockstep_tex3DGrad(float4 &v, cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy)
{
    asm("tex.grad.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z));
}
__device__ __forceinline__ void __lockstep_tex3DGrad(int4 &v, cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy)
{
    asm("tex.grad.3d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z));
}
__device__ __forceinline__ void __lockstep_tex3DGrad(uint4 &v, cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy)
{
    asm("tex.grad.3d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13};" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z));
}
template <typename T> __device__ __forceinline__ T tex3DGrad(cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy)
{
    typename __lockstep_texel<T>::vector v;
    __lockstep_tex3DGrad(v, texture, x, y, z, dx, dy);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex3DGrad(T *to, cudaTextureObject_t texture, float x, float y, float z, float4 dx, float4 dy)
{
    *to = tex3DGrad<T>(texture, x, y, z, dx, dy);
}
__device__ __forceinline__ void __lockstep_tex2Dgather(float4 &v, cudaTextureObject_t texture, float x, float y, int component)
{
    if (component == 0) asm("tld4.r.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 1) asm("tld4.g.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 2) asm("tld4.b.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 3) asm("tld4.a.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(texture), "f"(x), "f"(y));
}
__device__ __forceinline__ void __lockstep_tex2Dgather(int4 &v, cudaTextureObject_t texture, float x, float y, int component)
{
    if (component == 0) asm("tld4.r.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 1) asm("tld4.g.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 2) asm("tld4.b.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 3) asm("tld4.a.2d.v4.s32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
}
__device__ __forceinline__ void __lockstep_tex2Dgather(uint4 &v, cudaTextureObject_t texture, float x, float y, int component)
{
    if (component == 0) asm("tld4.r.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 1) asm("tld4.g.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 2) asm("tld4.b.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
    if (component == 3) asm("tld4.a.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "l"(texture), "f"(x), "f"(y));
}
template <typename T> __device__ __forceinline__ T tex2Dgather(cudaTextureObject_t texture, float x, float y, int component = 0)
{
    typename __lockstep_texel<T>::vector v = {};
    __lockstep_tex2Dgather(v, texture, x, y, component);
    return __lockstep_texel<T>::of(v);
}
template <typename T> __device__ __forceinline__ void tex2Dgather(T *to, cudaTextureObject_t texture, float x, float y, int component = 0)
{
    *to = tex2Dgather<T>(texture, x, y, component);
}

// As __lockstep_surface, with the layer before the coordinates.
template <int size> struct __lockstep_layers;
template <> struct __lockstep_layers<1> {
    unsigned short word[1];
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a1d.b8.zero %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a1d.b8.clamp %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a1d.b8.trap %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a1d.b8.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a1d.b8.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a1d.b8.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a2d.b8.zero %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a2d.b8.clamp %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a2d.b8.trap %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a2d.b8.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a2d.b8.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a2d.b8.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
    }
};
template <> struct __lockstep_layers<2> {
    unsigned short word[1];
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a1d.b16.zero %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a1d.b16.clamp %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a1d.b16.trap %0, [%1, {%2, %3}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a1d.b16.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a1d.b16.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a1d.b16.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "h"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a2d.b16.zero %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a2d.b16.clamp %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a2d.b16.trap %0, [%1, {%2, %3, %4, %4}];" : "=h"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a2d.b16.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a2d.b16.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a2d.b16.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "h"(word[0]) : "memory");
    }
};
template <> struct __lockstep_layers<4> {
    unsigned word[1];
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a1d.b32.zero %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a1d.b32.clamp %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a1d.b32.trap %0, [%1, {%2, %3}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a1d.b32.zero [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a1d.b32.clamp [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a1d.b32.trap [%0, {%1, %2}], %3;" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]) : "memory");
    }
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a2d.b32.zero %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a2d.b32.clamp %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a2d.b32.trap %0, [%1, {%2, %3, %4, %4}];" : "=r"(word[0]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a2d.b32.zero [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a2d.b32.clamp [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a2d.b32.trap [%0, {%1, %2, %3, %3}], %4;" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]) : "memory");
    }
};
template <> struct __lockstep_layers<8> {
    unsigned word[2];
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a1d.v2.b32.zero {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a1d.v2.b32.clamp {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a1d.v2.b32.trap {%0, %1}, [%2, {%3, %4}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a1d.v2.b32.zero [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a1d.v2.b32.clamp [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a1d.v2.b32.trap [%0, {%1, %2}], {%3, %4};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]) : "memory");
    }
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a2d.v2.b32.zero {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a2d.v2.b32.clamp {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a2d.v2.b32.trap {%0, %1}, [%2, {%3, %4, %5, %5}];" : "=r"(word[0]), "=r"(word[1]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a2d.v2.b32.zero [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a2d.v2.b32.clamp [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a2d.v2.b32.trap [%0, {%1, %2, %3, %3}], {%4, %5};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]) : "memory");
    }
};
template <> struct __lockstep_layers<16> {
    unsigned word[4];
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a1d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a1d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a1d.v4.b32.trap {%0, %1, %2, %3}, [%4, {%5, %6}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a1d.v4.b32.zero [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a1d.v4.b32.clamp [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a1d.v4.b32.trap [%0, {%1, %2}], {%3, %4, %5, %6};" : : "l"(surface), "r"(layer), "r"(x), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
    }
    __device__ __forceinline__ void read(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("suld.b.a2d.v4.b32.zero {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("suld.b.a2d.v4.b32.clamp {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("suld.b.a2d.v4.b32.trap {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];" : "=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3]) : "l"(surface), "r"(layer), "r"(x), "r"(y) : "memory");
    }
    __device__ __forceinline__ void write(cudaSurfaceObject_t surface, int x, int y, int layer, cudaSurfaceBoundaryMode mode)
    {
        if (mode == cudaBoundaryModeZero) asm volatile("sust.b.a2d.v4.b32.zero [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeClamp) asm volatile("sust.b.a2d.v4.b32.clamp [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
        if (mode == cudaBoundaryModeTrap) asm volatile("sust.b.a2d.v4.b32.trap [%0, {%1, %2, %3, %3}], {%4, %5, %6, %7};" : : "l"(surface), "r"(layer), "r"(x), "r"(y), "r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3]) : "memory");
    }
};
#define __LOCKSTEP_LAYERED(name, parameters, ...)                                                  \
    template <typename T>                                                                          \
    __device__ __forceinline__ T name##read(cudaSurfaceObject_t surface, __LOCKSTEP_THESE parameters, \
                                           cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap)    \
    {                                                                                              \
        union { __lockstep_layers<sizeof(T)> words; T value; } u;                                  \
        u.words.read(surface, __VA_ARGS__, mode);                                                  \
        return u.value;                                                                            \
    }                                                                                              \
    template <typename T>                                                                          \
    __device__ __forceinline__ void name##read(T *to, cudaSurfaceObject_t surface, __LOCKSTEP_THESE parameters, \
                                              cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                              \
        *to = name##read<T>(surface, __VA_ARGS__, mode);                                           \
    }                                                                                              \
    template <typename T>                                                                          \
    __device__ __forceinline__ void name##write(T value, cudaSurfaceObject_t surface, __LOCKSTEP_THESE parameters, \
                                               cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                              \
        union { __lockstep_layers<sizeof(T)> words; T value; } u;                                  \
        u.value = value;                                                                           \
        u.words.write(surface, __VA_ARGS__, mode);                                                 \
    }
#define __LOCKSTEP_THESE(...) __VA_ARGS__
__LOCKSTEP_LAYERED(surf1DLayered, (int x, int layer), x, layer)
__LOCKSTEP_LAYERED(surf2DLayered, (int x, int y, int layer), x, y, layer)
__LOCKSTEP_LAYERED(surfCubemap, (int x, int y, int face), x, y, face)
__LOCKSTEP_LAYERED(surfCubemapLayered, (int x, int y, int face), x, y, face)
