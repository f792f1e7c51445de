// SPDX-License-Identifier: Apache-2.0
// Atomic functions; CUDA Programming Guide, "Atomic Functions". Relaxed, at the scope of the GPU;
// _block and _system at theirs.
#pragma once

#define __atomic(name, builtin, scope, type)                                                       \
    __device__ __forceinline__ type atomic##name##scope(type *address, type value) { return __builtin_atomic_##builtin##scope(address, value); }
#define __subtract(scope, type)                                                                    \
    __device__ __forceinline__ type atomicSub##scope(type *address, type value) { return __builtin_atomic_add##scope(address, (type)(0 - value)); }
#define __exchange_if(scope, type)                                                                 \
    __device__ __forceinline__ type atomicCAS##scope(type *address, type compare, type value) { return __builtin_atomic_cas##scope(address, compare, value); }
#define __atomic_int(name, builtin, scope)                                                         \
    __atomic(name, builtin, scope, int)                                                            \
    __atomic(name, builtin, scope, unsigned)                                                       \
    __atomic(name, builtin, scope, unsigned long long)

// All of one scope, which is `ptx` in instructions.
#define __atomics(scope, ptx)                                                                      \
    __atomic_int(Add, add, scope)                                                                  \
    __atomic(Add, add, scope, float)                                                               \
    __atomic(Add, add, scope, double)                                                              \
    __subtract(scope, int)                                                                         \
    __subtract(scope, unsigned)                                                                    \
    __subtract(scope, unsigned long long)                                                          \
    __atomic_int(Min, min, scope)                                                                  \
    __atomic(Min, min, scope, long long)                                                           \
    __atomic_int(Max, max, scope)                                                                  \
    __atomic(Max, max, scope, long long)                                                           \
    __atomic_int(And, and, scope)                                                                  \
    __atomic_int(Or, or, scope)                                                                    \
    __atomic_int(Xor, xor, scope)                                                                  \
    __atomic(Inc, inc, scope, unsigned)                                                            \
    __atomic(Dec, dec, scope, unsigned)                                                            \
    __atomic_int(Exch, exch, scope)                                                                \
    __atomic(Exch, exch, scope, float)                                                             \
    __exchange_if(scope, int)                                                                      \
    __exchange_if(scope, unsigned)                                                                 \
    __exchange_if(scope, unsigned long long)                                                       \
    __device__ __forceinline__ unsigned short atomicCAS##scope(unsigned short *address, unsigned short compare, unsigned short value) \
    {                                                                                              \
        unsigned short old;                                                                        \
        asm volatile("atom" ptx ".cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(address), "h"(compare), "h"(value) : "memory"); \
        return old;                                                                                \
    }
__atomics(, "")
__atomics(_block, ".cta")
__atomics(_system, ".sys")

#if __CUDA_ARCH__ >= 900
// From compute capability 9.0 on: vectors of floats, each element by itself, and any 16 bytes.
template <typename T, bool = (sizeof(T) == 16 && alignof(T) >= 16 && __is_trivially_copyable(T))> struct __lockstep_sixteen_bytes {};
template <typename T> struct __lockstep_sixteen_bytes<T, true> { typedef T type; };
#define __wide_atomics(scope, ptx)                                                                 \
    __device__ __forceinline__ float2 atomicAdd##scope(float2 *address, float2 value)              \
    {                                                                                              \
        float2 old;                                                                                \
        asm volatile("atom" ptx ".add.v2.f32 {%0, %1}, [%2], {%3, %4};"                            \
                     : "=f"(old.x), "=f"(old.y) : "l"(address), "f"(value.x), "f"(value.y) : "memory"); \
        return old;                                                                                \
    }                                                                                              \
    __device__ __forceinline__ float4 atomicAdd##scope(float4 *address, float4 value)              \
    {                                                                                              \
        float4 old;                                                                                \
        asm volatile("atom" ptx ".add.v4.f32 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"            \
                     : "=f"(old.x), "=f"(old.y), "=f"(old.z), "=f"(old.w)                          \
                     : "l"(address), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w) : "memory"); \
        return old;                                                                                \
    }                                                                                              \
    template <typename T> __device__ __forceinline__ typename __lockstep_sixteen_bytes<T>::type atomicExch##scope(T *address, T value) \
    {                                                                                              \
        unsigned long long *half = (unsigned long long *)&value;                                   \
        asm volatile("{ .reg .b128 old, put; mov.b128 put, {%3, %4}; atom" ptx ".exch.b128 old, [%2], put; mov.b128 {%0, %1}, old; }" \
                     : "=l"(half[0]), "=l"(half[1]) : "l"(address), "l"(half[0]), "l"(half[1]) : "memory"); \
        return value;                                                                              \
    }                                                                                              \
    template <typename T> __device__ __forceinline__ typename __lockstep_sixteen_bytes<T>::type atomicCAS##scope(T *address, T compare, T value) \
    {                                                                                              \
        unsigned long long *seen = (unsigned long long *)&compare, *half = (unsigned long long *)&value; \
        asm volatile("{ .reg .b128 old, is, put; mov.b128 is, {%3, %4}; mov.b128 put, {%5, %6}; "  \
                     "atom" ptx ".cas.b128 old, [%2], is, put; mov.b128 {%0, %1}, old; }"          \
                     : "=l"(half[0]), "=l"(half[1])                                                \
                     : "l"(address), "l"(seen[0]), "l"(seen[1]), "l"(half[0]), "l"(half[1]) : "memory"); \
        return value;                                                                              \
    }
__wide_atomics(, "")
__wide_atomics(_block, ".cta")
__wide_atomics(_system, ".sys")
#undef __wide_atomics
#endif

#undef __atomic
#undef __subtract
#undef __exchange_if
#undef __atomic_int
#undef __atomics
