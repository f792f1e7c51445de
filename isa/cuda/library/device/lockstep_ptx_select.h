// SPDX-License-Identifier: Apache-2.0
// What the functions of <cuda/ptx> share: addresses of a space, and one asm statement for each value of a tag. In
// __LOCKSTEP_PTX_SCOPE(scope, "fence.sc", ";" : ...) the modifier comes between the two parts of the text. A modifier that
// an instruction does not have is an error where the PTX is checked.
#pragma once
#include <cstdint>
#include <lockstep_ptx_tags.h>

#define __LOCKSTEP_PTX __device__ __forceinline__

#define __LOCKSTEP_PTX_SCOPE(scope, before, ...)                                                                       \
    do {                                                                                                               \
        if constexpr (scope == dot_scope::cta)                                                                         \
            asm volatile(before ".cta" __VA_ARGS__);                                                                   \
        else if constexpr (scope == dot_scope::cluster)                                                                \
            asm volatile(before ".cluster" __VA_ARGS__);                                                               \
        else if constexpr (scope == dot_scope::gpu)                                                                    \
            asm volatile(before ".gpu" __VA_ARGS__);                                                                   \
        else                                                                                                           \
            asm volatile(before ".sys" __VA_ARGS__);                                                                   \
    } while (0)
#define __LOCKSTEP_PTX_SPACE(space, before, ...)                                                                       \
    do {                                                                                                               \
        if constexpr (space == dot_space::global)                                                                      \
            asm volatile(before ".global" __VA_ARGS__);                                                                \
        else if constexpr (space == dot_space::cluster)                                                                \
            asm volatile(before ".shared::cluster" __VA_ARGS__);                                                       \
        else                                                                                                           \
            asm volatile(before ".shared::cta" __VA_ARGS__);                                                           \
    } while (0)
#define __LOCKSTEP_PTX_GROUP(group, before, ...)                                                                       \
    do {                                                                                                               \
        if constexpr (group == dot_cta_group::cta_group_1)                                                             \
            asm volatile(before ".cta_group::1" __VA_ARGS__);                                                          \
        else                                                                                                           \
            asm volatile(before ".cta_group::2" __VA_ARGS__);                                                          \
    } while (0)
#define __LOCKSTEP_PTX_OP(op, before, ...)                                                                             \
    do {                                                                                                               \
        if constexpr (op == dot_op::add)                                                                               \
            asm volatile(before ".add" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::dec)                                                                          \
            asm volatile(before ".dec" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::inc)                                                                          \
            asm volatile(before ".inc" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::max)                                                                          \
            asm volatile(before ".max" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::min)                                                                          \
            asm volatile(before ".min" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::and_op)                                                                       \
            asm volatile(before ".and" __VA_ARGS__);                                                                   \
        else if constexpr (op == dot_op::or_op)                                                                        \
            asm volatile(before ".or" __VA_ARGS__);                                                                    \
        else                                                                                                           \
            asm volatile(before ".xor" __VA_ARGS__);                                                                   \
    } while (0)

namespace cuda {
namespace ptx {

// The address in the window of shared memory, or in global memory, that the instructions take.
__LOCKSTEP_PTX uint32_t __shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__LOCKSTEP_PTX uint64_t __global(const void *p) { return (uint64_t)__cvta_generic_to_global(p); }

// The bits of a value as the integer that an instruction moves, and back.
template <size_t bytes> struct __bits;
template <> struct __bits<1> {
    typedef uint8_t type;
};
template <> struct __bits<2> {
    typedef uint16_t type;
};
template <> struct __bits<4> {
    typedef uint32_t type;
};
template <> struct __bits<8> {
    typedef uint64_t type;
};
template <typename To, typename From> __LOCKSTEP_PTX To __as(const From &from)
{
    static_assert(sizeof(To) == sizeof(From), "the value has another size than the instruction's type");
    return *reinterpret_cast<const To *>(&from);
}
template <typename T> __LOCKSTEP_PTX typename __bits<sizeof(T)>::type __bits_of(const T &value)
{
    return __as<typename __bits<sizeof(T)>::type>(value);
}
template <typename T, size_t bytes> using __if_bytes = typename ::std::enable_if<sizeof(T) == bytes, bool>::type;

} // namespace ptx
} // namespace cuda
