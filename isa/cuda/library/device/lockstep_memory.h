// SPDX-License-Identifier: Apache-2.0
// Loads and stores with a cache hint, prefetches, address spaces, stream-ordered helpers.
#pragma once

template <typename T> __device__ __forceinline__ T __ldg(const T *address) { return __builtin_ldg(address); }
template <typename T> __device__ __forceinline__ T __ldu(const T *address) { return __builtin_ldg(address); }

#define __LOCKSTEP_HINT_SCALAR(type, ptx, constraint)                                              \
    __LOCKSTEP_LOAD(__ldcg, "ld.global.cg." ptx, type, constraint)                                 \
    __LOCKSTEP_LOAD(__ldca, "ld.global.ca." ptx, type, constraint)                                 \
    __LOCKSTEP_LOAD(__ldcs, "ld.global.cs." ptx, type, constraint)                                 \
    __LOCKSTEP_LOAD(__ldlu, "ld.global.lu." ptx, type, constraint)                                 \
    __LOCKSTEP_LOAD(__ldcv, "ld.global.cv." ptx, type, constraint)                                 \
    __LOCKSTEP_STORE(__stwb, "st.global.wb." ptx, type, constraint)                                \
    __LOCKSTEP_STORE(__stcg, "st.global.cg." ptx, type, constraint)                                \
    __LOCKSTEP_STORE(__stcs, "st.global.cs." ptx, type, constraint)                                \
    __LOCKSTEP_STORE(__stwt, "st.global.wt." ptx, type, constraint)
#define __LOCKSTEP_LOAD(function, instruction, type, constraint)                                   \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        type value;                                                                                \
        asm volatile(instruction " %0, [%1];" : "=" constraint(value) : "l"(address) : "memory");  \
        return value;                                                                              \
    }
#define __LOCKSTEP_STORE(function, instruction, type, constraint)                                  \
    __device__ __forceinline__ void function(type *address, type value)                            \
    {                                                                                              \
        asm volatile(instruction " [%0], %1;" : : "l"(address), constraint(value) : "memory");     \
    }
__LOCKSTEP_HINT_SCALAR(short, "s16", "h")
__LOCKSTEP_HINT_SCALAR(unsigned short, "u16", "h")
__LOCKSTEP_HINT_SCALAR(int, "s32", "r")
__LOCKSTEP_HINT_SCALAR(unsigned, "u32", "r")
__LOCKSTEP_HINT_SCALAR(long, "s64", "l")
__LOCKSTEP_HINT_SCALAR(unsigned long, "u64", "l")
__LOCKSTEP_HINT_SCALAR(long long, "s64", "l")
__LOCKSTEP_HINT_SCALAR(unsigned long long, "u64", "l")
__LOCKSTEP_HINT_SCALAR(float, "f32", "f")
__LOCKSTEP_HINT_SCALAR(double, "f64", "d")

#define __LOCKSTEP_HINT_VECTOR(scalar, ptx, constraint)                                            \
    __LOCKSTEP_HINT_VECTORS(scalar##2, scalar##4, ptx, constraint)
#define __LOCKSTEP_HINT_VECTORS(pair, four, ptx, constraint)                                       \
    __LOCKSTEP_LOAD2(__ldcg, "ld.global.cg.v2." ptx, pair, constraint)                             \
    __LOCKSTEP_LOAD2(__ldcs, "ld.global.cs.v2." ptx, pair, constraint)                             \
    __LOCKSTEP_LOAD2(__ldca, "ld.global.ca.v2." ptx, pair, constraint)                             \
    __LOCKSTEP_LOAD4(__ldcg, "ld.global.cg.v4." ptx, four, constraint)                             \
    __LOCKSTEP_LOAD4(__ldcs, "ld.global.cs.v4." ptx, four, constraint)                             \
    __LOCKSTEP_LOAD4(__ldca, "ld.global.ca.v4." ptx, four, constraint)                             \
    __LOCKSTEP_STORE2(__stcg, "st.global.cg.v2." ptx, pair, constraint)                            \
    __LOCKSTEP_STORE2(__stcs, "st.global.cs.v2." ptx, pair, constraint)                            \
    __LOCKSTEP_STORE4(__stcg, "st.global.cg.v4." ptx, four, constraint)                            \
    __LOCKSTEP_STORE4(__stcs, "st.global.cs.v4." ptx, four, constraint)
#define __LOCKSTEP_LOAD2(function, instruction, type, constraint)                                  \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        type v;                                                                                    \
        asm volatile(instruction " {%0, %1}, [%2];"                                                \
                     : "=" constraint(v.x), "=" constraint(v.y)                                    \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        return v;                                                                                  \
    }
#define __LOCKSTEP_LOAD4(function, instruction, type, constraint)                                  \
    __device__ __forceinline__ type function(const type *address)                                  \
    {                                                                                              \
        type v;                                                                                    \
        asm volatile(instruction " {%0, %1, %2, %3}, [%4];"                                        \
                     : "=" constraint(v.x), "=" constraint(v.y), "=" constraint(v.z),              \
                       "=" constraint(v.w)                                                         \
                     : "l"(address)                                                                \
                     : "memory");                                                                  \
        return v;                                                                                  \
    }
#define __LOCKSTEP_STORE2(function, instruction, type, constraint)                                 \
    __device__ __forceinline__ void function(type *address, type v)                                \
    {                                                                                              \
        asm volatile(instruction " [%0], {%1, %2};"                                                \
                     :                                                                             \
                     : "l"(address), constraint(v.x), constraint(v.y)                              \
                     : "memory");                                                                  \
    }
#define __LOCKSTEP_STORE4(function, instruction, type, constraint)                                 \
    __device__ __forceinline__ void function(type *address, type v)                                \
    {                                                                                              \
        asm volatile(instruction " [%0], {%1, %2, %3, %4};"                                        \
                     :                                                                             \
                     : "l"(address), constraint(v.x), constraint(v.y), constraint(v.z),            \
                       constraint(v.w)                                                             \
                     : "memory");                                                                  \
    }
__LOCKSTEP_HINT_VECTOR(int, "s32", "r")
__LOCKSTEP_HINT_VECTOR(uint, "u32", "r")
__LOCKSTEP_HINT_VECTOR(float, "f32", "f")
__LOCKSTEP_LOAD2(__ldcg, "ld.global.cg.v2.f64", double2, "d")
__LOCKSTEP_LOAD2(__ldcs, "ld.global.cs.v2.f64", double2, "d")
__LOCKSTEP_STORE2(__stcg, "st.global.cg.v2.f64", double2, "d")
__LOCKSTEP_STORE2(__stcs, "st.global.cs.v2.f64", double2, "d")

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

// Asynchronous copies of 4, 8 or 16 bytes from global to shared memory (cuda_pipeline.h).
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
