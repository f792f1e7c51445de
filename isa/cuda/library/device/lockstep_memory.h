// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache hint, prefetches, address spaces, stream-ordered helpers.
#pragma once

template <typename T> __device__ __forceinline__ T __ldg(const T *address) { return __builtin_ldg(address); }
template <typename T> __device__ __forceinline__ T __ldu(const T *address) { return __builtin_ldg(address); }

// For each hint the types of the CUDA Programming Guide ("Load Functions Using Cache Hints"); a byte
// travels in a 32-bit register.
#define __LOCKSTEP_HINTS(make, type, ptx, constraint, held)                                        \
    make##_LOAD(__ldcg, "ld.global.cg", type, ptx, constraint, held)                               \
    make##_LOAD(__ldca, "ld.global.ca", type, ptx, constraint, held)                               \
    make##_LOAD(__ldcs, "ld.global.cs", type, ptx, constraint, held)                               \
    make##_LOAD(__ldlu, "ld.global.lu", type, ptx, constraint, held)                               \
    make##_LOAD(__ldcv, "ld.global.cv", type, ptx, constraint, held)                               \
    make##_STORE(__stwb, "st.global.wb", type, ptx, constraint, held)                              \
    make##_STORE(__stcg, "st.global.cg", type, ptx, constraint, held)                              \
    make##_STORE(__stcs, "st.global.cs", type, ptx, constraint, held)                              \
    make##_STORE(__stwt, "st.global.wt", type, ptx, constraint, held)
#define __LOCKSTEP_ONE_LOAD(function, instruction, type, ptx, constraint, held)                    \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        held x;                                                                                    \
        asm volatile(instruction "." ptx " %0, [%1];"                                              \
                     : "=" constraint(x)                                                           \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        return (type)x;                                                                            \
    }
#define __LOCKSTEP_ONE_STORE(function, instruction, type, ptx, constraint, held)                   \
    __device__ __forceinline__ void function(type *address, type value)                            \
    {                                                                                              \
        asm volatile(instruction "." ptx " [%0], %1;"                                              \
                     :                                                                             \
                     : "l"(address), constraint((held)value)                                       \
                     : "memory");                                                                  \
    }
#define __LOCKSTEP_TWO_LOAD(function, instruction, type, ptx, constraint, held)                    \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        held x, y;                                                                                 \
        asm volatile(instruction ".v2." ptx " {%0, %1}, [%2];"                                     \
                     : "=" constraint(x), "=" constraint(y)                                        \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        type value;                                                                                \
        value.x = x;                                                                               \
        value.y = y;                                                                               \
        return value;                                                                              \
    }
#define __LOCKSTEP_TWO_STORE(function, instruction, type, ptx, constraint, held)                   \
    __device__ __forceinline__ void function(type *address, type value)                            \
    {                                                                                              \
        asm volatile(instruction ".v2." ptx " [%0], {%1, %2};"                                     \
                     :                                                                             \
                     : "l"(address), constraint((held)value.x), constraint((held)value.y)          \
                     : "memory");                                                                  \
    }
#define __LOCKSTEP_FOUR_LOAD(function, instruction, type, ptx, constraint, held)                   \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        held x, y, z, w;                                                                           \
        asm volatile(instruction ".v4." ptx " {%0, %1, %2, %3}, [%4];"                             \
                     : "=" constraint(x), "=" constraint(y), "=" constraint(z),                    \
                       "=" constraint(w)                                                           \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        type value;                                                                                \
        value.x = x;                                                                               \
        value.y = y;                                                                               \
        value.z = z;                                                                               \
        value.w = w;                                                                               \
        return value;                                                                              \
    }
#define __LOCKSTEP_FOUR_STORE(function, instruction, type, ptx, constraint, held)                  \
    __device__ __forceinline__ void function(type *address, type value)                            \
    {                                                                                              \
        asm volatile(instruction ".v4." ptx " [%0], {%1, %2, %3, %4};"                             \
                     :                                                                             \
                     : "l"(address), constraint((held)value.x), constraint((held)value.y),         \
                       constraint((held)value.z), constraint((held)value.w)                        \
                     : "memory");                                                                  \
    }
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, char, "s8", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, signed char, "s8", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, unsigned char, "u8", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, short, "s16", "h", short)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, unsigned short, "u16", "h", unsigned short)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, int, "s32", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, unsigned, "u32", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, long, "s64", "l", long)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, unsigned long, "u64", "l", unsigned long)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, long long, "s64", "l", long long)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, unsigned long long, "u64", "l", unsigned long long)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, float, "f32", "f", float)
__LOCKSTEP_HINTS(__LOCKSTEP_ONE, double, "f64", "d", double)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, char2, "s8", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, uchar2, "u8", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, short2, "s16", "h", short)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, ushort2, "u16", "h", unsigned short)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, int2, "s32", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, uint2, "u32", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, longlong2, "s64", "l", long long)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, ulonglong2, "u64", "l", unsigned long long)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, long2, "s64", "l", long)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, ulong2, "u64", "l", unsigned long)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, float2, "f32", "f", float)
__LOCKSTEP_HINTS(__LOCKSTEP_TWO, double2, "f64", "d", double)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, char4, "s8", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, uchar4, "u8", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, short4, "s16", "h", short)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, ushort4, "u16", "h", unsigned short)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, int4, "s32", "r", int)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, uint4, "u32", "r", unsigned)
__LOCKSTEP_HINTS(__LOCKSTEP_FOUR, float4, "f32", "f", float)

__device__ __forceinline__ unsigned __isGlobal(const void *p) { return __builtin_is_global(p); }
__device__ __forceinline__ unsigned __isShared(const void *p) { return __builtin_is_shared(p); }
__device__ __forceinline__ unsigned __isConstant(const void *p) { return __builtin_is_constant(p); }
__device__ __forceinline__ unsigned __isLocal(const void *p) { return __builtin_is_local(p); }
__device__ __forceinline__ size_t __cvta_generic_to_global(const void *p) { return __builtin_cvta_global(p); }
__device__ __forceinline__ size_t __cvta_generic_to_shared(const void *p) { return __builtin_cvta_shared(p); }
__device__ __forceinline__ size_t __cvta_generic_to_constant(const void *p) { return __builtin_cvta_constant(p); }
__device__ __forceinline__ size_t __cvta_generic_to_local(const void *p) { return __builtin_cvta_local(p); }
__device__ __forceinline__ void *__cvta_global_to_generic(size_t p) { return __builtin_from_global(p); }
__device__ __forceinline__ void *__cvta_shared_to_generic(size_t p) { return __builtin_from_shared(p); }
__device__ __forceinline__ void *__cvta_constant_to_generic(size_t p) { return __builtin_from_constant(p); }
__device__ __forceinline__ void *__cvta_local_to_generic(size_t p) { return __builtin_from_local(p); }

// Asynchronous copies of 4, 8 or 16 bytes from global to shared memory (cuda_pipeline.h). Before compute
// capability 8.0 the thread copies them itself.
#if __CUDA_ARCH__ >= 800
__device__ __forceinline__ void __pipeline_memcpy_async(void *shared, const void *global, size_t size,
                                                        size_t zero_fill = 0)
{
    unsigned to = (unsigned)__builtin_cvta_shared(shared);
    unsigned kept = (unsigned)(size - zero_fill);
    if (size == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(to), "l"(global), "r"(kept) : "memory");
    else if (size == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(to), "l"(global), "r"(kept) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(to), "l"(global), "r"(kept) : "memory");
}
__device__ __forceinline__ void __pipeline_commit()
{
    asm volatile("cp.async.commit_group;" : : : "memory");
}
#define __LOCKSTEP_WAIT(n) case n: asm volatile("cp.async.wait_group " #n ";" : : : "memory"); break;
__device__ __forceinline__ void __pipeline_wait_prior(size_t prior)
{
    switch (prior) {
        __LOCKSTEP_WAIT(0)
        __LOCKSTEP_WAIT(1)
        __LOCKSTEP_WAIT(2)
        __LOCKSTEP_WAIT(3)
        __LOCKSTEP_WAIT(4)
        __LOCKSTEP_WAIT(5)
        __LOCKSTEP_WAIT(6)
        __LOCKSTEP_WAIT(7)
    default: asm volatile("cp.async.wait_group 8;" : : : "memory"); break;
    }
}
#else
template <class T> __device__ __forceinline__ void __pipeline_copy(void *to, const void *from, size_t kept)
{
    T value = {};
    if (kept >= sizeof(T))
        value = *(const T *)from;
    else
        for (size_t i = 0; i < kept; i++)
            ((char *)&value)[i] = ((const char *)from)[i];
    *(T *)to = value;
}
__device__ __forceinline__ void __pipeline_memcpy_async(void *shared, const void *global, size_t size,
                                                        size_t zero_fill = 0)
{
    if (size == 16)
        __pipeline_copy<uint4>(shared, global, size - zero_fill);
    else if (size == 8)
        __pipeline_copy<uint2>(shared, global, size - zero_fill);
    else
        __pipeline_copy<unsigned>(shared, global, size - zero_fill);
}
__device__ __forceinline__ void __pipeline_commit() {}
__device__ __forceinline__ void __pipeline_wait_prior(size_t prior) {}
#endif
