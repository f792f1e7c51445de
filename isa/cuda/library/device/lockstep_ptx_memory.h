// SPDX-License-Identifier: Apache-2.0
// <cuda/ptx>: loads and stores of global memory with hints for the caches, and multicast memory; libcu++ documentation, "PTX
// bindings".
#pragma once
#include "lockstep_ptx_select.h"

// A load of 1, 2, 4, 8 or 16 bytes; the last arguments are the policy of the L2 cache, if there is one.
#define __LOCKSTEP_PTX_LOAD(name, text, end, parameters, ...)                                                          \
    template <typename T> __LOCKSTEP_PTX T name parameters                                                             \
    {                                                                                                                  \
        if constexpr (sizeof(T) == 16) {                                                                               \
            ulonglong2 value;                                                                                          \
            asm volatile("{\n\t.reg .b128 v;\n\t" text ".b128 v, [%2]" end ";\n\tmov.b128 {%0, %1}, v;\n\t}"           \
                         : "=l"(value.x), "=l"(value.y) : "l"(__global(p)) __VA_ARGS__ : "memory");                    \
            return __as<T>(value);                                                                                     \
        } else if constexpr (sizeof(T) == 8) {                                                                         \
            uint64_t value;                                                                                            \
            asm volatile(text ".b64 %0, [%1]" end ";" : "=l"(value) : "l"(__global(p)) __VA_ARGS__ : "memory");        \
            return __as<T>(value);                                                                                     \
        } else if constexpr (sizeof(T) == 4) {                                                                         \
            uint32_t value;                                                                                            \
            asm volatile(text ".b32 %0, [%1]" end ";" : "=r"(value) : "l"(__global(p)) __VA_ARGS__ : "memory");        \
            return __as<T>(value);                                                                                     \
        } else if constexpr (sizeof(T) == 2) {                                                                         \
            uint16_t value;                                                                                            \
            asm volatile(text ".b16 %0, [%1]" end ";" : "=h"(value) : "l"(__global(p)) __VA_ARGS__ : "memory");        \
            return __as<T>(value);                                                                                     \
        } else {                                                                                                       \
            uint32_t value;                                                                                            \
            asm volatile(text ".b8 %0, [%1]" end ";" : "=r"(value) : "l"(__global(p)) __VA_ARGS__ : "memory");         \
            return __as<T>((uint8_t)value);                                                                            \
        }                                                                                                              \
    }
#define __LOCKSTEP_PTX_STORE(name, text, end, parameters, ...)                                                         \
    template <typename T> __LOCKSTEP_PTX void name parameters                                                          \
    {                                                                                                                  \
        if constexpr (sizeof(T) == 16) {                                                                               \
            ulonglong2 value = __as<ulonglong2>(v);                                                                    \
            asm volatile("{\n\t.reg .b128 v;\n\tmov.b128 v, {%1, %2};\n\t" text ".b128 [%0], v" end ";\n\t}"           \
                         : : "l"(__global(p)), "l"(value.x), "l"(value.y) __VA_ARGS__ : "memory");                     \
        } else if constexpr (sizeof(T) == 8)                                                                           \
            asm volatile(text ".b64 [%0], %1" end ";" : : "l"(__global(p)), "l"(__bits_of(v)) __VA_ARGS__ : "memory"); \
        else if constexpr (sizeof(T) == 4)                                                                             \
            asm volatile(text ".b32 [%0], %1" end ";" : : "l"(__global(p)), "r"(__bits_of(v)) __VA_ARGS__ : "memory"); \
        else if constexpr (sizeof(T) == 2)                                                                             \
            asm volatile(text ".b16 [%0], %1" end ";" : : "l"(__global(p)), "h"(__bits_of(v)) __VA_ARGS__ : "memory"); \
        else                                                                                                           \
            asm volatile(text ".b8 [%0], %1" end ";"                                                                   \
                         : : "l"(__global(p)), "r"((uint32_t)__bits_of(v)) __VA_ARGS__ : "memory");                    \
    }
#define __LOCKSTEP_PTX_LOAD_PLAIN(name, text)                                                                          \
    __LOCKSTEP_PTX_LOAD(name, text, "", (space_global_t, const T *p), )
#define __LOCKSTEP_PTX_LOAD_POLICY(name, text)                                                                         \
    __LOCKSTEP_PTX_LOAD(name, text, ", %[policy]", (space_global_t, const T *p, uint64_t policy), ,                    \
                        [policy] "l"(policy))
// All loads with one hint for L1.
#define __LOCKSTEP_PTX_LOADS(name, text)                                                                               \
    __LOCKSTEP_PTX_LOAD_PLAIN(name, text)                                                                              \
    __LOCKSTEP_PTX_LOAD_PLAIN(name##_L2_64B, text ".L2::64B")                                                          \
    __LOCKSTEP_PTX_LOAD_PLAIN(name##_L2_128B, text ".L2::128B")                                                        \
    __LOCKSTEP_PTX_LOAD_PLAIN(name##_L2_256B, text ".L2::256B")                                                        \
    __LOCKSTEP_PTX_LOAD_POLICY(name##_L2_cache_hint, text ".L2::cache_hint")                                           \
    __LOCKSTEP_PTX_LOAD_POLICY(name##_L2_cache_hint_L2_64B, text ".L2::cache_hint.L2::64B")                            \
    __LOCKSTEP_PTX_LOAD_POLICY(name##_L2_cache_hint_L2_128B, text ".L2::cache_hint.L2::128B")                          \
    __LOCKSTEP_PTX_LOAD_POLICY(name##_L2_cache_hint_L2_256B, text ".L2::cache_hint.L2::256B")
#define __LOCKSTEP_PTX_STORES(name, text)                                                                              \
    __LOCKSTEP_PTX_STORE(name, text, "", (space_global_t, T *p, T v), )                                                \
    __LOCKSTEP_PTX_STORE(name##_L2_cache_hint, text ".L2::cache_hint", ", %[policy]",                                  \
                         (space_global_t, T *p, T v, uint64_t policy), , [policy] "l"(policy))
#define __LOCKSTEP_PTX_CACHES(each, name, text)                                                                        \
    each(name, text)                                                                                                   \
    each(name##_L1_evict_normal, text ".L1::evict_normal")                                                             \
    each(name##_L1_evict_unchanged, text ".L1::evict_unchanged")                                                       \
    each(name##_L1_evict_first, text ".L1::evict_first")                                                               \
    each(name##_L1_evict_last, text ".L1::evict_last")                                                                 \
    each(name##_L1_no_allocate, text ".L1::no_allocate")

// Multicast memory. `head` gives the template's own parameters, `also` the same before those of the order and scope.
#define __LOCKSTEP_PTX_MULTI_LOAD(head, also, op, T, suffix, letter)                                                   \
    head __LOCKSTEP_PTX T multimem_ld_reduce(sem_weak_t, op, const T *p)                                               \
    {                                                                                                                  \
        typename __bits<sizeof(T)>::type value;                                                                        \
        asm volatile("multimem.ld_reduce.weak.global." suffix " %0, [%1];"                                             \
                     : "=" letter(value) : "l"(__global(p)) : "memory");                                               \
        return __as<T>(value);                                                                                         \
    }                                                                                                                  \
    template <also dot_sem sem, dot_scope scope>                                                                       \
    __LOCKSTEP_PTX T multimem_ld_reduce(sem_t<sem>, scope_t<scope>, op, const T *p)                                    \
    {                                                                                                                  \
        static_assert(sem == dot_sem::relaxed || sem == dot_sem::acquire, "multimem.ld_reduce is relaxed or acquires"); \
        typename __bits<sizeof(T)>::type value;                                                                        \
        if constexpr (sem == dot_sem::relaxed)                                                                         \
            __LOCKSTEP_PTX_SCOPE(scope, "multimem.ld_reduce.relaxed", ".global." suffix " %0, [%1];"                   \
                                 : "=" letter(value) : "l"(__global(p)) : "memory");                                   \
        else                                                                                                           \
            __LOCKSTEP_PTX_SCOPE(scope, "multimem.ld_reduce.acquire", ".global." suffix " %0, [%1];"                   \
                                 : "=" letter(value) : "l"(__global(p)) : "memory");                                   \
        return __as<T>(value);                                                                                         \
    }
#define __LOCKSTEP_PTX_MULTI_STORE(also, name, op, T, instruction, suffix, letter)                                     \
    template <also dot_sem sem, dot_scope scope>                                                                       \
    __LOCKSTEP_PTX void name(sem_t<sem>, scope_t<scope> op, T *p, T v)                                                 \
    {                                                                                                                  \
        static_assert(sem == dot_sem::relaxed || sem == dot_sem::release, instruction " is relaxed or releases");      \
        if constexpr (sem == dot_sem::relaxed)                                                                         \
            __LOCKSTEP_PTX_SCOPE(scope, instruction ".relaxed", ".global." suffix " [%0], %1;"                         \
                                 : : "l"(__global(p)), letter(__bits_of(v)) : "memory");                               \
        else                                                                                                           \
            __LOCKSTEP_PTX_SCOPE(scope, instruction ".release", ".global." suffix " [%0], %1;"                         \
                                 : : "l"(__global(p)), letter(__bits_of(v)) : "memory");                               \
    }
#define __LOCKSTEP_PTX_COMMA ,
#define __LOCKSTEP_PTX_ANY(bytes) typename T, __if_bytes<T, bytes> = true
#define __LOCKSTEP_PTX_MULTI(op, T, suffix, letter)                                                                    \
    __LOCKSTEP_PTX_MULTI_LOAD(, , op, T, suffix, letter)                                                               \
    __LOCKSTEP_PTX_MULTI_STORE(, multimem_red, __LOCKSTEP_PTX_COMMA op, T, "multimem.red", suffix, letter)
#define __LOCKSTEP_PTX_MULTI_BITS(op, bytes, suffix, letter)                                                           \
    __LOCKSTEP_PTX_MULTI_LOAD(template <__LOCKSTEP_PTX_ANY(bytes)>,                                                    \
                              __LOCKSTEP_PTX_ANY(bytes) __LOCKSTEP_PTX_COMMA, op, T, suffix, letter)                   \
    __LOCKSTEP_PTX_MULTI_STORE(__LOCKSTEP_PTX_ANY(bytes) __LOCKSTEP_PTX_COMMA, multimem_red,                           \
                               __LOCKSTEP_PTX_COMMA op, T, "multimem.red", suffix, letter)
#define __LOCKSTEP_PTX_MULTI_PLAIN(bytes, suffix, letter)                                                              \
    template <__LOCKSTEP_PTX_ANY(bytes)> __LOCKSTEP_PTX void multimem_st(sem_weak_t, T *p, T v)                        \
    {                                                                                                                  \
        asm volatile("multimem.st.weak.global." suffix " [%0], %1;"                                                    \
                     : : "l"(__global(p)), letter(__bits_of(v)) : "memory");                                           \
    }                                                                                                                  \
    __LOCKSTEP_PTX_MULTI_STORE(__LOCKSTEP_PTX_ANY(bytes) __LOCKSTEP_PTX_COMMA, multimem_st, , T, "multimem.st",        \
                               suffix, letter)

namespace cuda {
namespace ptx {

__LOCKSTEP_PTX_CACHES(__LOCKSTEP_PTX_LOADS, ld, "ld.global")
__LOCKSTEP_PTX_CACHES(__LOCKSTEP_PTX_LOADS, ld_nc, "ld.global.nc")
__LOCKSTEP_PTX_CACHES(__LOCKSTEP_PTX_STORES, st, "st.global")

__LOCKSTEP_PTX_MULTI(op_min_t, uint32_t, "min.u32", "r")
__LOCKSTEP_PTX_MULTI(op_min_t, uint64_t, "min.u64", "l")
__LOCKSTEP_PTX_MULTI(op_min_t, int32_t, "min.s32", "r")
__LOCKSTEP_PTX_MULTI(op_min_t, int64_t, "min.s64", "l")
__LOCKSTEP_PTX_MULTI(op_max_t, uint32_t, "max.u32", "r")
__LOCKSTEP_PTX_MULTI(op_max_t, uint64_t, "max.u64", "l")
__LOCKSTEP_PTX_MULTI(op_max_t, int32_t, "max.s32", "r")
__LOCKSTEP_PTX_MULTI(op_max_t, int64_t, "max.s64", "l")
__LOCKSTEP_PTX_MULTI(op_add_t, uint32_t, "add.u32", "r")
__LOCKSTEP_PTX_MULTI(op_add_t, uint64_t, "add.u64", "l")
__LOCKSTEP_PTX_MULTI(op_add_t, int32_t, "add.s32", "r")
__LOCKSTEP_PTX_MULTI(op_add_t, int64_t, "add.u64", "l")
__LOCKSTEP_PTX_MULTI_BITS(op_and_op_t, 4, "and.b32", "r")
__LOCKSTEP_PTX_MULTI_BITS(op_or_op_t, 4, "or.b32", "r")
__LOCKSTEP_PTX_MULTI_BITS(op_xor_op_t, 4, "xor.b32", "r")
__LOCKSTEP_PTX_MULTI_BITS(op_and_op_t, 8, "and.b64", "l")
__LOCKSTEP_PTX_MULTI_BITS(op_or_op_t, 8, "or.b64", "l")
__LOCKSTEP_PTX_MULTI_BITS(op_xor_op_t, 8, "xor.b64", "l")
__LOCKSTEP_PTX_MULTI_PLAIN(4, "b32", "r")
__LOCKSTEP_PTX_MULTI_PLAIN(8, "b64", "l")

} // namespace ptx
} // namespace cuda
