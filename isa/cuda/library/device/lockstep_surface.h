// SPDX-License-Identifier: Apache-2.0
// Surface objects; CUDA Programming Guide, "Surface Functions". x is in bytes; out of range traps,
// or reads zero and writes nothing, or is clamped.
#pragma once

#if !defined(__clang__) // which reads the host's headers too
typedef unsigned long long cudaSurfaceObject_t;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };
#endif

// Takes the parentheses off a list that was one argument of a macro.
#define __list(...) __VA_ARGS__

// One access. Where it is inlined the mode is a constant, and one of the three stays.
#define __access(instruction, text, ...)                                                           \
    if (mode == cudaBoundaryModeZero) asm volatile(instruction ".zero " text ";" : __VA_ARGS__ : "memory"); \
    if (mode == cudaBoundaryModeClamp) asm volatile(instruction ".clamp " text ";" : __VA_ARGS__ : "memory"); \
    if (mode == cudaBoundaryModeTrap) asm volatile(instruction ".trap " text ";" : __VA_ARGS__ : "memory");
// `from` and `to` are what suld and sust have behind their names: suld's operands are the words,
// the surface and the coordinates, sust's the surface, the coordinates and the words.
#define __geometry(geometry, bits, outputs, inputs, parameters, coordinates, from, to)             \
    __device__ __forceinline__ void read_##geometry(cudaSurfaceObject_t surface, __list parameters, cudaSurfaceBoundaryMode mode) \
    {                                                                                              \
        __access("suld.b." #geometry "." bits, from, __list outputs : "l"(surface), __list coordinates) \
    }                                                                                              \
    __device__ __forceinline__ void write_##geometry(cudaSurfaceObject_t surface, __list parameters, cudaSurfaceBoundaryMode mode) \
    {                                                                                              \
        __access("sust.b." #geometry "." bits, to, : "l"(surface), __list coordinates, __list inputs) \
    }
#define __geometry_1(name, bits, outputs, inputs, from, to) __geometry(name, bits, outputs, inputs, (int x), ("r"(x)), from, to)
#define __geometry_2(name, bits, outputs, inputs, from, to) __geometry(name, bits, outputs, inputs, (int x, int y), ("r"(x), "r"(y)), from, to)
#define __geometry_3(name, bits, outputs, inputs, from, to) __geometry(name, bits, outputs, inputs, (int x, int y, int z), ("r"(x), "r"(y), "r"(z)), from, to)

// The texels of one size. Of layered surfaces (a1d, a2d) the first coordinate is the layer.
template <int size> struct __lockstep_surface;
#define __surface(size, type, count, bits, outputs, inputs, from1, to1, from2, to2, from3, to3)    \
    template <> struct __lockstep_surface<size> {                                                  \
        type word[count];                                                                          \
        __geometry_1(1d, bits, outputs, inputs, from1, to1)                                        \
        __geometry_2(2d, bits, outputs, inputs, from2, to2)                                        \
        __geometry_3(3d, bits, outputs, inputs, from3, to3)                                        \
        __geometry_2(a1d, bits, outputs, inputs, from2, to2)                                       \
        __geometry_3(a2d, bits, outputs, inputs, from3, to3)                                       \
    };
#define __surface_word(size, type, bits, constraint)                                               \
    __surface(size, type, 1, bits, ("=" constraint(word[0])), (constraint(word[0])),               \
              "%0, [%1, {%2}]", "[%0, {%1}], %2",                                                  \
              "%0, [%1, {%2, %3}]", "[%0, {%1, %2}], %3",                                          \
              "%0, [%1, {%2, %3, %4, %4}]", "[%0, {%1, %2, %3, %3}], %4")
__surface_word(1, unsigned short, "b8", "h")
__surface_word(2, unsigned short, "b16", "h")
__surface_word(4, unsigned, "b32", "r")
__surface(8, unsigned, 2, "v2.b32", ("=r"(word[0]), "=r"(word[1])), ("r"(word[0]), "r"(word[1])),
          "{%0, %1}, [%2, {%3}]", "[%0, {%1}], {%2, %3}",
          "{%0, %1}, [%2, {%3, %4}]", "[%0, {%1, %2}], {%3, %4}",
          "{%0, %1}, [%2, {%3, %4, %5, %5}]", "[%0, {%1, %2, %3, %3}], {%4, %5}")
__surface(16, unsigned, 4, "v4.b32", ("=r"(word[0]), "=r"(word[1]), "=r"(word[2]), "=r"(word[3])),
          ("r"(word[0]), "r"(word[1]), "r"(word[2]), "r"(word[3])),
          "{%0, %1, %2, %3}, [%4, {%5}]", "[%0, {%1}], {%2, %3, %4, %5}",
          "{%0, %1, %2, %3}, [%4, {%5, %6}]", "[%0, {%1, %2}], {%3, %4, %5, %6}",
          "{%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}]", "[%0, {%1, %2, %3, %3}], {%4, %5, %6, %7}")

// `coordinates` are the parameters in the instruction's order.
#define __surface_functions(name, geometry, parameters, coordinates)                               \
    template <typename T>                                                                          \
    __device__ __forceinline__ T name##read(cudaSurfaceObject_t surface, __list parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                              \
        union { __lockstep_surface<sizeof(T)> words; T value; } u;                                 \
        u.words.read_##geometry(surface, __list coordinates, mode);                                \
        return u.value;                                                                            \
    }                                                                                              \
    template <typename T>                                                                          \
    __device__ __forceinline__ void name##read(T *to, cudaSurfaceObject_t surface, __list parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                              \
        union { __lockstep_surface<sizeof(T)> words; T value; } u;                                 \
        u.words.read_##geometry(surface, __list coordinates, mode);                                \
        *to = u.value;                                                                             \
    }                                                                                              \
    template <typename T>                                                                          \
    __device__ __forceinline__ void name##write(T value, cudaSurfaceObject_t surface, __list parameters, cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) \
    {                                                                                              \
        union { __lockstep_surface<sizeof(T)> words; T value; } u;                                 \
        u.value = value;                                                                           \
        u.words.write_##geometry(surface, __list coordinates, mode);                               \
    }
__surface_functions(surf1D, 1d, (int x), (x))
__surface_functions(surf2D, 2d, (int x, int y), (x, y))
__surface_functions(surf3D, 3d, (int x, int y, int z), (x, y, z))
__surface_functions(surf1DLayered, a1d, (int x, int layer), (layer, x))
__surface_functions(surf2DLayered, a2d, (int x, int y, int layer), (layer, x, y))
__surface_functions(surfCubemap, a2d, (int x, int y, int face), (face, x, y))
__surface_functions(surfCubemapLayered, a2d, (int x, int y, int face), (face, x, y))

#undef __list
#undef __access
#undef __geometry
#undef __geometry_1
#undef __geometry_2
#undef __geometry_3
#undef __surface
#undef __surface_word
#undef __surface_functions
