// SPDX-License-Identifier: Apache-2.0
// Texture objects, and the texture references of CUDA 11 and before, which cudaBindTexture binds;
// CUDA Programming Guide, "Texture Functions".
#pragma once

#if !defined(__clang__) // which reads the host's headers too
typedef unsigned long long cudaTextureObject_t;
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };
enum cudaTextureAddressMode { cudaAddressModeWrap = 0, cudaAddressModeClamp = 1, cudaAddressModeMirror = 2, cudaAddressModeBorder = 3 };
enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureTypeCubemap 0x0C
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#endif

// Takes the parentheses off a list that was one argument of a macro.
#define __list(...) __VA_ARGS__

// What a fetch of T reads: all four channels in `vector`, of which T keeps the first ones.
template <typename T> struct __lockstep_texel;
#define __texel(type, four, value) template <> struct __lockstep_texel<type> { typedef four vector; static __device__ __forceinline__ type of(vector v) { return value; } };
#define __texels(word, element, four)                                                              \
    __texel(word##1, four, make_##word##1((element)v.x))                                           \
    __texel(word##2, four, make_##word##2((element)v.x, (element)v.y))                             \
    __texel(word##3, four, make_##word##3((element)v.x, (element)v.y, (element)v.z))               \
    __texel(word##4, four, make_##word##4((element)v.x, (element)v.y, (element)v.z, (element)v.w))
__texel(float, float4, v.x)
__texel(char, int4, (char)v.x)
__texel(signed char, int4, (signed char)v.x)
__texel(unsigned char, uint4, (unsigned char)v.x)
__texel(short, int4, (short)v.x)
__texel(unsigned short, uint4, (unsigned short)v.x)
__texel(int, int4, (int)v.x)
__texel(unsigned, uint4, (unsigned)v.x)
__texels(float, float, float4)
__texels(char, signed char, int4)
__texels(uchar, unsigned char, uint4)
__texels(short, short, int4)
__texels(ushort, unsigned short, uint4)
__texels(int, int, int4)
__texels(uint, unsigned, uint4)

// A fetch: `parameters` and `values` are the function's after the texture; `from` is what the
// instruction has behind its result, in which the texture is operand 4 and `operands` follow it.
#define __fetch_as(name, four, constraint, instruction, parameters, from, operands)                \
    __device__ __forceinline__ void __lockstep_##name(four &v, cudaTextureObject_t texture, __list parameters) \
    {                                                                                              \
        asm(instruction " {%0, %1, %2, %3}, " from ";" : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w) : "l"(texture), __list operands); \
    }
#define __fetch_functions(name, parameters, values)                                                \
    template <typename T> __device__ __forceinline__ T name(cudaTextureObject_t texture, __list parameters) \
    {                                                                                              \
        typename __lockstep_texel<T>::vector v;                                                    \
        __lockstep_##name(v, texture, __list values);                                              \
        return __lockstep_texel<T>::of(v);                                                         \
    }                                                                                              \
    template <typename T> __device__ __forceinline__ void name(T *to, cudaTextureObject_t texture, __list parameters) \
    {                                                                                              \
        *to = name<T>(texture, __list values);                                                     \
    }
#define __fetch(name, instruction, coordinate, parameters, values, from, operands)                 \
    __fetch_as(name, float4, "=f", instruction ".v4.f32." coordinate, parameters, from, operands)  \
    __fetch_as(name, int4, "=r", instruction ".v4.s32." coordinate, parameters, from, operands)    \
    __fetch_as(name, uint4, "=r", instruction ".v4.u32." coordinate, parameters, from, operands)   \
    __fetch_functions(name, parameters, values)

__fetch(tex1Dfetch, "tex.1d", "s32", (int x), (x), "[%4, {%5}]", ("r"(x)))
__fetch(tex1D, "tex.1d", "f32", (float x), (x), "[%4, {%5}]", ("f"(x)))
__fetch(tex2D, "tex.2d", "f32", (float x, float y), (x, y), "[%4, {%5, %6}]", ("f"(x), "f"(y)))
__fetch(tex3D, "tex.3d", "f32", (float x, float y, float z), (x, y, z),
        "[%4, {%5, %6, %7, %7}]", ("f"(x), "f"(y), "f"(z)))
__fetch(texCubemap, "tex.cube", "f32", (float x, float y, float z), (x, y, z),
        "[%4, {%5, %6, %7, %7}]", ("f"(x), "f"(y), "f"(z)))
__fetch(tex1DLayered, "tex.a1d", "f32", (float x, int layer), (x, layer),
        "[%4, {%6, %5}]", ("f"(x), "r"(layer)))
__fetch(tex2DLayered, "tex.a2d", "f32", (float x, float y, int layer), (x, y, layer),
        "[%4, {%7, %5, %6, %6}]", ("f"(x), "f"(y), "r"(layer)))
__fetch(tex1DLod, "tex.level.1d", "f32", (float x, float level), (x, level),
        "[%4, {%5}], %6", ("f"(x), "f"(level)))
__fetch(tex2DLod, "tex.level.2d", "f32", (float x, float y, float level), (x, y, level),
        "[%4, {%5, %6}], %7", ("f"(x), "f"(y), "f"(level)))
__fetch(tex3DLod, "tex.level.3d", "f32", (float x, float y, float z, float level), (x, y, z, level),
        "[%4, {%5, %6, %7, %7}], %8", ("f"(x), "f"(y), "f"(z), "f"(level)))
__fetch(tex1DGrad, "tex.grad.1d", "f32", (float x, float dx, float dy), (x, dx, dy),
        "[%4, {%5}], {%6}, {%7}", ("f"(x), "f"(dx), "f"(dy)))
__fetch(tex2DGrad, "tex.grad.2d", "f32", (float x, float y, float2 dx, float2 dy), (x, y, dx, dy),
        "[%4, {%5, %6}], {%7, %8}, {%9, %10}",
        ("f"(x), "f"(y), "f"(dx.x), "f"(dx.y), "f"(dy.x), "f"(dy.y)))
__fetch(tex3DGrad, "tex.grad.3d", "f32", (float x, float y, float z, float4 dx, float4 dy), (x, y, z, dx, dy),
        "[%4, {%5, %6, %7, %7}], {%8, %9, %10, %10}, {%11, %12, %13, %13}",
        ("f"(x), "f"(y), "f"(z), "f"(dx.x), "f"(dx.y), "f"(dx.z), "f"(dy.x), "f"(dy.y), "f"(dy.z)))

// One component of the four texels that a filtered fetch would read.
#define __gather_as(four, constraint, type)                                                        \
    __device__ __forceinline__ void __lockstep_tex2Dgather(four &v, cudaTextureObject_t texture, float x, float y, int component) \
    {                                                                                              \
        if (component == 0) __gather("r", constraint, type);                                       \
        if (component == 1) __gather("g", constraint, type);                                       \
        if (component == 2) __gather("b", constraint, type);                                       \
        if (component == 3) __gather("a", constraint, type);                                       \
    }
#define __gather(component, constraint, type)                                                      \
    asm("tld4." component ".2d.v4." type ".f32 {%0, %1, %2, %3}, [%4, {%5, %6}];" : constraint(v.x), constraint(v.y), constraint(v.z), constraint(v.w) : "l"(texture), "f"(x), "f"(y))
__gather_as(float4, "=f", "f32")
__gather_as(int4, "=r", "s32")
__gather_as(uint4, "=r", "u32")
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

#ifndef __LOCKSTEP_OWN_TEXTURE__ // the name is the program's
// Texture references: .texref variables, which the host binds; their address stands for what is bound.
#if !defined(__clang__) // which has the host's
template <typename T, int dimensions = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture {
    cudaTextureObject_t object;
};
#endif
template <typename T, cudaTextureReadMode mode> struct __lockstep_read { typedef T type; };
#define __normalized(one, word)                                                                    \
    template <> struct __lockstep_read<one, cudaReadModeNormalizedFloat> { typedef float type; };  \
    template <> struct __lockstep_read<word##2, cudaReadModeNormalizedFloat> { typedef float2 type; }; \
    template <> struct __lockstep_read<word##4, cudaReadModeNormalizedFloat> { typedef float4 type; };
__normalized(unsigned char, uchar)
__normalized(char, char)
__normalized(unsigned short, ushort)
__normalized(short, short)
#define __reference(name, dimensions, parameters, values)                                          \
    template <typename T, cudaTextureReadMode mode>                                                \
    __device__ __forceinline__ typename __lockstep_read<T, mode>::type name(const texture<T, dimensions, mode> &reference, __list parameters) \
    {                                                                                              \
        return name<typename __lockstep_read<T, mode>::type>((cudaTextureObject_t)&reference, __list values); \
    }
__reference(tex1Dfetch, cudaTextureType1D, (int x), (x))
__reference(tex1D, cudaTextureType1D, (float x), (x))
__reference(tex2D, cudaTextureType2D, (float x, float y), (x, y))
__reference(tex3D, cudaTextureType3D, (float x, float y, float z), (x, y, z))
__reference(tex1DLayered, cudaTextureType1DLayered, (float x, int layer), (x, layer))
__reference(tex2DLayered, cudaTextureType2DLayered, (float x, float y, int layer), (x, y, layer))
__reference(texCubemap, cudaTextureTypeCubemap, (float x, float y, float z), (x, y, z))
#endif

#undef __list
#undef __texel
#undef __texels
#undef __fetch_as
#undef __fetch_functions
#undef __fetch
#undef __gather_as
#undef __gather
#undef __normalized
#undef __reference
