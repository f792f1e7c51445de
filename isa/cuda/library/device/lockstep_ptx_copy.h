// SPDX-License-Identifier: Apache-2.0
// <cuda/ptx>: bulk copies and reductions, plain and by tensor map; remote stores and reductions in a cluster; changes of tensor
// maps; libcu++ documentation, "PTX bindings".
#pragma once
#include "lockstep_ptx_select.h"
struct __half;
struct __nv_bfloat16;

// The forms of one number of dimensions. `list` names the coordinates, which the last arguments give.
#define __LOCKSTEP_PTX_TENSOR(n, list, ...)                                                                            \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to, const void *map,               \
                                             const int32_t (&at)[n], uint64_t *bar)                                    \
    {                                                                                                                  \
        asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "          \
                     "[%[to]], [%[map], " list "], [%[bar]];"                                                          \
                     : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), __VA_ARGS__ : "memory");    \
    }                                                                                                                  \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_shared_t, space_global_t, void *to, const void *map,                \
                                             const int32_t (&at)[n], uint64_t *bar)                                    \
    {                                                                                                                  \
        asm volatile("cp.async.bulk.tensor." #n "d.shared::cta.global.tile.mbarrier::complete_tx::bytes "              \
                     "[%[to]], [%[map], " list "], [%[bar]];"                                                          \
                     : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), __VA_ARGS__ : "memory");    \
    }                                                                                                                  \
    template <dot_cta_group group>                                                                                     \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_shared_t, space_global_t, cta_group_t<group>, void *to,             \
                                             const void *map, const int32_t (&at)[n], uint64_t *bar)                   \
    {                                                                                                                  \
        __LOCKSTEP_PTX_GROUP(                                                                                          \
            group, "cp.async.bulk.tensor." #n "d.shared::cta.global.tile.mbarrier::complete_tx::bytes",                \
            " [%[to]], [%[map], " list "], [%[bar]];"                                                                  \
            : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), __VA_ARGS__ : "memory");             \
    }                                                                                                                  \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to, const void *map,               \
                                             const int32_t (&at)[n], uint64_t *bar, const uint16_t &blocks)            \
    {                                                                                                                  \
        asm volatile("cp.async.bulk.tensor." #n "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"           \
                     ".multicast::cluster [%[to]], [%[map], " list "], [%[bar]], %[blocks];"                           \
                     : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), [blocks] "h"(blocks),       \
                         __VA_ARGS__ : "memory");                                                                      \
    }                                                                                                                  \
    template <dot_cta_group group>                                                                                     \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_cluster_t, space_global_t, cta_group_t<group>, void *to,            \
                                             const void *map, const int32_t (&at)[n], uint64_t *bar,                   \
                                             const uint16_t &blocks)                                                   \
    {                                                                                                                  \
        __LOCKSTEP_PTX_GROUP(                                                                                          \
            group, "cp.async.bulk.tensor." #n "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"             \
                   ".multicast::cluster",                                                                              \
            " [%[to]], [%[map], " list "], [%[bar]], %[blocks];"                                                       \
            : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), [blocks] "h"(blocks), __VA_ARGS__    \
            : "memory");                                                                                               \
    }                                                                                                                  \
    __LOCKSTEP_PTX void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map,                          \
                                             const int32_t (&at)[n], const void *from)                                 \
    {                                                                                                                  \
        asm volatile("cp.async.bulk.tensor." #n "d.global.shared::cta.tile.bulk_group [%[map], " list "], [%[from]];"  \
                     : : [map] "l"(map), [from] "r"(__shared(from)), __VA_ARGS__ : "memory");                          \
    }                                                                                                                  \
    template <dot_op op>                                                                                               \
    __LOCKSTEP_PTX void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<op>, const void *map,         \
                                                    const int32_t (&at)[n], const void *from)                          \
    {                                                                                                                  \
        __LOCKSTEP_PTX_OP(op, "cp.reduce.async.bulk.tensor." #n "d.global.shared::cta",                                \
                          ".tile.bulk_group [%[map], " list "], [%[from]];"                                            \
                          : : [map] "l"(map), [from] "r"(__shared(from)), __VA_ARGS__ : "memory");                     \
    }

// cp.reduce.async.bulk of one operation and type: into shared memory of the cluster, or into global memory.
#define __LOCKSTEP_PTX_REDUCE_SHARED(op, T, suffix)                                                                    \
    __LOCKSTEP_PTX void cp_reduce_async_bulk(space_cluster_t, space_shared_t, op, T *to, const T *from,                \
                                             uint32_t bytes, uint64_t *bar)                                            \
    {                                                                                                                  \
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." suffix           \
                     " [%0], [%1], %2, [%3];"                                                                          \
                     : : "r"(__shared(to)), "r"(__shared(from)), "r"(bytes), "r"(__shared(bar)) : "memory");           \
    }
#define __LOCKSTEP_PTX_REDUCE_GLOBAL(op, T, suffix)                                                                    \
    __LOCKSTEP_PTX void cp_reduce_async_bulk(space_global_t, space_shared_t, op, T *to, const T *from, uint32_t bytes) \
    {                                                                                                                  \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." suffix " [%0], [%1], %2;"                   \
                     : : "l"(__global(to)), "r"(__shared(from)), "r"(bytes) : "memory");                               \
    }
#define __LOCKSTEP_PTX_REDUCE(op, T, suffix)                                                                           \
    __LOCKSTEP_PTX_REDUCE_SHARED(op, T, suffix)                                                                        \
    __LOCKSTEP_PTX_REDUCE_GLOBAL(op, T, suffix)
// Operations on bits take any type of 4 bytes, in global memory also of 8.
#define __LOCKSTEP_PTX_REDUCE_BITS(op, suffix)                                                                         \
    template <typename B32, __if_bytes<B32, 4> = true> __LOCKSTEP_PTX_REDUCE_SHARED(op, B32, suffix ".b32")            \
    template <typename B32, __if_bytes<B32, 4> = true> __LOCKSTEP_PTX_REDUCE_GLOBAL(op, B32, suffix ".b32")            \
    template <typename B64, __if_bytes<B64, 8> = true> __LOCKSTEP_PTX_REDUCE_GLOBAL(op, B64, suffix ".b64")

#define __LOCKSTEP_PTX_RED(op, T, suffix, letter, Bar)                                                                 \
    __LOCKSTEP_PTX void red_async(op, T *to, const T &value, Bar *bar)                                                 \
    {                                                                                                                  \
        asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." suffix " [%0], %1, [%2];" \
                     : : "r"(__shared(to)), letter(__bits_of(value)), "r"(__shared(bar)) : "memory");                  \
    }

// tensormap.replace of a field by a value, of one element of a field by a value, and of a field by a constant.
#define __LOCKSTEP_PTX_REPLACE(tag, space, address, name, field, bytes, letter)                                         \
    template <typename T, __if_bytes<T, bytes> = true>                                                                 \
    __LOCKSTEP_PTX void tensormap_replace_##name(tag, void *map, T value)                                              \
    {                                                                                                                  \
        asm volatile("tensormap.replace.tile." #name "." space ".b1024." field " [%0], %1;"                            \
                     : : address, letter(__bits_of(value)) : "memory");                                                \
    }
#define __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, name, field, bytes, type, letter)                          \
    template <int element, typename T, __if_bytes<T, bytes> = true>                                                    \
    __LOCKSTEP_PTX void tensormap_replace_##name(tag, void *map, n32_t<element>, T value)                              \
    {                                                                                                                  \
        asm volatile("tensormap.replace.tile." field "." space ".b1024." type " [%0], %1, %2;"                         \
                     : : address, "n"(element), letter(__bits_of(value)) : "memory");                                  \
    }
#define __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, name)                                                     \
    template <int value> __LOCKSTEP_PTX void tensormap_replace_##name(tag, void *map, n32_t<value>)                    \
    {                                                                                                                  \
        asm volatile("tensormap.replace.tile." #name "." space ".b1024.b32 [%0], %1;"                                  \
                     : : address, "n"(value) : "memory");                                                              \
    }
// All of them for maps in one space.
#define __LOCKSTEP_PTX_REPLACE_ALL(tag, space, address)                                                                \
    __LOCKSTEP_PTX_REPLACE(tag, space, address, global_address, "b64", 8, "l")                                         \
    __LOCKSTEP_PTX_REPLACE(tag, space, address, rank, "b32", 4, "r")                                                   \
    __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, box_dim, "box_dim", 4, "b32", "r")                             \
    __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, global_dim, "global_dim", 4, "b32", "r")                       \
    __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, global_stride, "global_stride", 8, "b64", "l")                 \
    __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, element_stride, "element_stride", 4, "b32", "r")               \
    __LOCKSTEP_PTX_REPLACE_ELEMENT(tag, space, address, element_size, "element_stride", 4, "b32", "r")                 \
    __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, elemtype)                                                     \
    __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, interleave_layout)                                            \
    __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, swizzle_mode)                                                 \
    __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, fill_mode)                                                    \
    __LOCKSTEP_PTX_REPLACE_CONSTANT(tag, space, address, swizzle_atomicity)

namespace cuda {
namespace ptx {

__LOCKSTEP_PTX void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from, const uint32_t &bytes,
                                  uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 : : "r"(__shared(to)), "l"(__global(from)), "r"(bytes), "r"(__shared(bar)) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk(space_shared_t, space_global_t, void *to, const void *from, const uint32_t &bytes,
                                  uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 : : "r"(__shared(to)), "l"(__global(from)), "r"(bytes), "r"(__shared(bar)) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk(space_cluster_t, space_shared_t, void *to, const void *from, const uint32_t &bytes,
                                  uint64_t *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 : : "r"(__shared(to)), "r"(__shared(from)), "r"(bytes), "r"(__shared(bar)) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk(space_global_t, space_shared_t, void *to, const void *from, const uint32_t &bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 : : "l"(__global(to)), "r"(__shared(from)), "r"(bytes) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from, const uint32_t &bytes,
                                  uint64_t *bar, const uint16_t &blocks)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                 "[%0], [%1], %2, [%3], %4;"
                 : : "r"(__shared(to)), "l"(__global(from)), "r"(bytes), "r"(__shared(bar)), "h"(blocks) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk_cp_mask(space_global_t, space_shared_t, void *to, const void *from,
                                          const uint32_t &bytes, const uint16_t &mask)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], %2, %3;"
                 : : "l"(__global(to)), "r"(__shared(from)), "r"(bytes), "h"(mask) : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;"); }
template <int groups> __LOCKSTEP_PTX void cp_async_bulk_wait_group(n32_t<groups>)
{
    asm volatile("cp.async.bulk.wait_group %0;" : : "n"(groups) : "memory");
}
template <int groups> __LOCKSTEP_PTX void cp_async_bulk_wait_group_read(n32_t<groups>)
{
    asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"(groups) : "memory");
}

__LOCKSTEP_PTX_TENSOR(1, "{%[x]}", [x] "r"(at[0]))
__LOCKSTEP_PTX_TENSOR(2, "{%[x], %[y]}", [x] "r"(at[0]), [y] "r"(at[1]))
__LOCKSTEP_PTX_TENSOR(3, "{%[x], %[y], %[z]}", [x] "r"(at[0]), [y] "r"(at[1]), [z] "r"(at[2]))
__LOCKSTEP_PTX_TENSOR(4, "{%[x], %[y], %[z], %[u]}", [x] "r"(at[0]), [y] "r"(at[1]), [z] "r"(at[2]), [u] "r"(at[3]))
__LOCKSTEP_PTX_TENSOR(5, "{%[x], %[y], %[z], %[u], %[v]}", [x] "r"(at[0]), [y] "r"(at[1]), [z] "r"(at[2]),
                      [u] "r"(at[3]), [v] "r"(at[4]))

// ---- four rows of a matrix: a column and four row numbers
#define __LOCKSTEP_PTX_ROWS "{%[x], %[y], %[z], %[u], %[v]}"
#define __LOCKSTEP_PTX_ROW_VALUES                                                                                      \
    [x] "r"(at[0]), [y] "r"(at[1]), [z] "r"(at[2]), [u] "r"(at[3]), [v] "r"(at[4])
__LOCKSTEP_PTX void cp_async_bulk_tensor_tile_gather4(space_shared_t, space_global_t, void *to, const void *map,
                                                      const int32_t (&at)[5], uint64_t *bar)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes "
                 "[%[to]], [%[map], " __LOCKSTEP_PTX_ROWS "], [%[bar]];"
                 : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), __LOCKSTEP_PTX_ROW_VALUES : "memory");
}
template <dot_cta_group group>
__LOCKSTEP_PTX void cp_async_bulk_tensor_tile_gather4(space_shared_t, space_global_t, cta_group_t<group>, void *to,
                                                      const void *map, const int32_t (&at)[5], uint64_t *bar)
{
    __LOCKSTEP_PTX_GROUP(
        group, "cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::bytes",
        " [%[to]], [%[map], " __LOCKSTEP_PTX_ROWS "], [%[bar]];"
        : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), __LOCKSTEP_PTX_ROW_VALUES : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk_tensor_tile_gather4(space_cluster_t, space_global_t, void *to, const void *map,
                                                      const int32_t (&at)[5], uint64_t *bar, const uint16_t &blocks)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes"
                 ".multicast::cluster [%[to]], [%[map], " __LOCKSTEP_PTX_ROWS "], [%[bar]], %[blocks];"
                 : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), [blocks] "h"(blocks),
                     __LOCKSTEP_PTX_ROW_VALUES : "memory");
}
template <dot_cta_group group>
__LOCKSTEP_PTX void cp_async_bulk_tensor_tile_gather4(space_cluster_t, space_global_t, cta_group_t<group>, void *to,
                                                      const void *map, const int32_t (&at)[5], uint64_t *bar,
                                                      const uint16_t &blocks)
{
    __LOCKSTEP_PTX_GROUP(
        group, "cp.async.bulk.tensor.2d.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes"
               ".multicast::cluster",
        " [%[to]], [%[map], " __LOCKSTEP_PTX_ROWS "], [%[bar]], %[blocks];"
        : : [to] "r"(__shared(to)), [map] "l"(map), [bar] "r"(__shared(bar)), [blocks] "h"(blocks),
            __LOCKSTEP_PTX_ROW_VALUES : "memory");
}
__LOCKSTEP_PTX void cp_async_bulk_tensor_tile_scatter4(space_global_t, space_shared_t, const void *map,
                                                       const int32_t (&at)[5], const void *from)
{
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
                 "[%[map], " __LOCKSTEP_PTX_ROWS "], [%[from]];"
                 : : [map] "l"(map), [from] "r"(__shared(from)), __LOCKSTEP_PTX_ROW_VALUES : "memory");
}

// ---- reductions
__LOCKSTEP_PTX_REDUCE_BITS(op_and_op_t, "and")
__LOCKSTEP_PTX_REDUCE_BITS(op_or_op_t, "or")
__LOCKSTEP_PTX_REDUCE_BITS(op_xor_op_t, "xor")
__LOCKSTEP_PTX_REDUCE(op_min_t, uint32_t, "min.u32")
__LOCKSTEP_PTX_REDUCE(op_max_t, uint32_t, "max.u32")
__LOCKSTEP_PTX_REDUCE(op_add_t, uint32_t, "add.u32")
__LOCKSTEP_PTX_REDUCE(op_inc_t, uint32_t, "inc.u32")
__LOCKSTEP_PTX_REDUCE(op_dec_t, uint32_t, "dec.u32")
__LOCKSTEP_PTX_REDUCE(op_min_t, int32_t, "min.s32")
__LOCKSTEP_PTX_REDUCE(op_max_t, int32_t, "max.s32")
__LOCKSTEP_PTX_REDUCE(op_add_t, int32_t, "add.s32")
__LOCKSTEP_PTX_REDUCE(op_add_t, uint64_t, "add.u64")
__LOCKSTEP_PTX_REDUCE(op_add_t, int64_t, "add.u64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_min_t, uint64_t, "min.u64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_max_t, uint64_t, "max.u64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_min_t, int64_t, "min.s64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_max_t, int64_t, "max.s64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_add_t, float, "add.f32")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_add_t, double, "add.f64")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_min_t, ::__half, "min.f16")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_max_t, ::__half, "max.f16")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_add_t, ::__half, "add.noftz.f16")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_min_t, ::__nv_bfloat16, "min.bf16")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_max_t, ::__nv_bfloat16, "max.bf16")
__LOCKSTEP_PTX_REDUCE_GLOBAL(op_add_t, ::__nv_bfloat16, "add.noftz.bf16")

// ---- other blocks of the cluster
__LOCKSTEP_PTX_RED(op_inc_t, uint32_t, "inc.u32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_dec_t, uint32_t, "dec.u32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_min_t, uint32_t, "min.u32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_max_t, uint32_t, "max.u32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_add_t, uint32_t, "add.u32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_min_t, int32_t, "min.s32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_max_t, int32_t, "max.s32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_add_t, int32_t, "add.s32", "r", uint64_t)
__LOCKSTEP_PTX_RED(op_add_t, uint64_t, "add.u64", "l", uint64_t)
__LOCKSTEP_PTX_RED(op_add_t, int64_t, "add.u64", "l", int64_t)
template <typename B32, __if_bytes<B32, 4> = true> __LOCKSTEP_PTX_RED(op_and_op_t, B32, "and.b32", "r", uint64_t)
template <typename B32, __if_bytes<B32, 4> = true> __LOCKSTEP_PTX_RED(op_or_op_t, B32, "or.b32", "r", uint64_t)
template <typename B32, __if_bytes<B32, 4> = true> __LOCKSTEP_PTX_RED(op_xor_op_t, B32, "xor.b32", "r", uint64_t)

template <typename T> __LOCKSTEP_PTX void st_async(T *to, const T &value, uint64_t *bar)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "st_async stores 4 or 8 bytes");
    if constexpr (sizeof(T) == 4)
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                     : : "r"(__shared(to)), "r"(__bits_of(value)), "r"(__shared(bar)) : "memory");
    else
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                     : : "r"(__shared(to)), "l"(__bits_of(value)), "r"(__shared(bar)) : "memory");
}
template <typename T> __LOCKSTEP_PTX void st_async(T *to, const T (&value)[2], uint64_t *bar)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "st_async stores words of 4 or 8 bytes");
    if constexpr (sizeof(T) == 4)
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, %2}, [%3];"
                     : : "r"(__shared(to)), "r"(__bits_of(value[0])), "r"(__bits_of(value[1])), "r"(__shared(bar)) : "memory");
    else
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%0], {%1, %2}, [%3];"
                     : : "r"(__shared(to)), "l"(__bits_of(value[0])), "l"(__bits_of(value[1])), "r"(__shared(bar)) : "memory");
}
template <typename B32, __if_bytes<B32, 4> = true>
__LOCKSTEP_PTX void st_async(B32 *to, const B32 (&value)[4], uint64_t *bar)
{
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];"
                 : : "r"(__shared(to)), "r"(__bits_of(value[0])), "r"(__bits_of(value[1])), "r"(__bits_of(value[2])),
                     "r"(__bits_of(value[3])), "r"(__shared(bar)) : "memory");
}
template <int value> __LOCKSTEP_PTX void st_bulk(void *to, uint64_t bytes, n32_t<value>)
{
    asm volatile("st.bulk.weak.shared::cta [%0], %1, %2;" : : "r"(__shared(to)), "l"(bytes), "n"(value) : "memory");
}

// ---- tensor maps
template <int bytes, dot_scope scope>
__LOCKSTEP_PTX void tensormap_cp_fenceproxy(sem_release_t, scope_t<scope>, void *to, const void *from, n32_t<bytes>)
{
    __LOCKSTEP_PTX_SCOPE(scope, "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release",
                         ".sync.aligned [%0], [%1], %2;"
                         : : "l"(__global(to)), "r"(__shared(from)), "n"(bytes) : "memory");
}

__LOCKSTEP_PTX_REPLACE_ALL(space_global_t, "global", "l"(__global(map)))
__LOCKSTEP_PTX_REPLACE_ALL(space_shared_t, "shared::cta", "r"(__shared(map)))

} // namespace ptx
} // namespace cuda
