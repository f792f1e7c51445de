// SPDX-License-Identifier: Apache-2.0
// <cuda/ptx>: products, copies and memory of Blackwell's tensor cores (tcgen05), and cancellation of launched clusters; libcu++
// documentation, "PTX bindings". The forms with block scales whose names say tmem_a take a descriptor of A, as in CUDA 13.0.
#pragma once
#include "lockstep_ptx_select.h"

// One statement for each kind of product; `modifiers` come after the kind.
#define __LOCKSTEP_PTX_KIND(kind, group, before, modifiers, ...)                                                       \
    do {                                                                                                               \
        if constexpr (kind == dot_kind::f16)                                                                           \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::f16" modifiers __VA_ARGS__);                                   \
        else if constexpr (kind == dot_kind::tf32)                                                                     \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::tf32" modifiers __VA_ARGS__);                                  \
        else if constexpr (kind == dot_kind::f8f6f4)                                                                   \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::f8f6f4" modifiers __VA_ARGS__);                                \
        else if constexpr (kind == dot_kind::i8)                                                                       \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::i8" modifiers __VA_ARGS__);                                    \
        else if constexpr (kind == dot_kind::mxf8f6f4)                                                                 \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::mxf8f6f4" modifiers __VA_ARGS__);                              \
        else if constexpr (kind == dot_kind::mxf4)                                                                     \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::mxf4" modifiers __VA_ARGS__);                                  \
        else                                                                                                           \
            __LOCKSTEP_PTX_GROUP(group, before, ".kind::mxf4nvf4" modifiers __VA_ARGS__);                              \
    } while (0)
// A product: whether it adds to D is a predicate.
#define __LOCKSTEP_PTX_PRODUCT "{\n\t.reg .pred p;\n\tsetp.ne.b32 p, %[adds], 0;\n\ttcgen05.mma"
#define __LOCKSTEP_PTX_OPERANDS(a_letter)                                                                              \
    [d] "r"(d), [a] a_letter(a), [b] "l"(b), [shape] "r"(shape), [adds] "r"((uint32_t)adds)
#define __LOCKSTEP_PTX_LANES_4 "{%[l0], %[l1], %[l2], %[l3]}"
#define __LOCKSTEP_PTX_LANES_8 "{%[l0], %[l1], %[l2], %[l3], %[l4], %[l5], %[l6], %[l7]}"
#define __LOCKSTEP_PTX_LANE_VALUES_4 [l0] "r"(off[0]), [l1] "r"(off[1]), [l2] "r"(off[2]), [l3] "r"(off[3])
#define __LOCKSTEP_PTX_LANE_VALUES_8                                                                                   \
    __LOCKSTEP_PTX_LANE_VALUES_4, [l4] "r"(off[4]), [l5] "r"(off[5]), [l6] "r"(off[6]), [l7] "r"(off[7])
// With lanes that are not written: four words for one block, eight for a pair.
#define __LOCKSTEP_PTX_MMA_LANES(name, A, a_text, a_letter, group, count)                                              \
    template <dot_kind kind>                                                                                           \
    __LOCKSTEP_PTX void name(kind_t<kind>, group##_t, uint32_t d, A a, uint64_t b, uint32_t shape,                     \
                             const uint32_t (&off)[count], bool adds)                                                  \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, dot_cta_group::group, __LOCKSTEP_PTX_PRODUCT, ,                                      \
                            " [%[d]], " a_text ", %[b], %[shape], " __LOCKSTEP_PTX_LANES_##count ", p;\n\t}"           \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter), __LOCKSTEP_PTX_LANE_VALUES_##count : "memory");     \
    }                                                                                                                  \
    template <int scale, dot_kind kind>                                                                                \
    __LOCKSTEP_PTX void name(kind_t<kind>, group##_t, uint32_t d, A a, uint64_t b, uint32_t shape,                     \
                             const uint32_t (&off)[count], bool adds, n32_t<scale>)                                    \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, dot_cta_group::group, __LOCKSTEP_PTX_PRODUCT, ,                                      \
                            " [%[d]], " a_text ", %[b], %[shape], " __LOCKSTEP_PTX_LANES_##count ", p, %[scale];\n\t}" \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter), __LOCKSTEP_PTX_LANE_VALUES_##count, [scale] "n"(scale) \
                            : "memory");                                                                               \
    }
#define __LOCKSTEP_PTX_MMA(name, A, a_text, a_letter)                                                                  \
    __LOCKSTEP_PTX_MMA_LANES(name, A, a_text, a_letter, cta_group_1, 4)                                                \
    __LOCKSTEP_PTX_MMA_LANES(name, A, a_text, a_letter, cta_group_2, 8)                                                \
    template <dot_kind kind, dot_cta_group group>                                                                      \
    __LOCKSTEP_PTX void name(kind_t<kind>, cta_group_t<group>, uint32_t d, A a, uint64_t b, uint32_t shape, bool adds) \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, group, __LOCKSTEP_PTX_PRODUCT, , " [%[d]], " a_text ", %[b], %[shape], p;\n\t}"      \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter) : "memory");                                         \
    }                                                                                                                  \
    template <int scale, dot_kind kind, dot_cta_group group>                                                           \
    __LOCKSTEP_PTX void name(kind_t<kind>, cta_group_t<group>, uint32_t d, A a, uint64_t b, uint32_t shape, bool adds, \
                             n32_t<scale>)                                                                             \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, group, __LOCKSTEP_PTX_PRODUCT, ,                                                     \
                            " [%[d]], " a_text ", %[b], %[shape], p, %[scale];\n\t}"                                   \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter), [scale] "n"(scale) : "memory");                     \
    }
// With scales of blocks, of the given kind or any.
#define __LOCKSTEP_PTX_MMA_SCALED(name, kinds, kind, modifiers)                                                        \
    template <__LOCKSTEP_PTX_KINDS_##kinds dot_cta_group group>                                                        \
    __LOCKSTEP_PTX void name(kind_t<kind>, cta_group_t<group>, uint32_t d, uint64_t a, uint64_t b, uint32_t shape,     \
                             uint32_t scale_a, uint32_t scale_b, bool adds)                                            \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, group, __LOCKSTEP_PTX_PRODUCT, ".block_scale" modifiers,                             \
                            " [%[d]], %[a], %[b], %[shape], [%[sa]], [%[sb]], p;\n\t}"                                 \
                            : : __LOCKSTEP_PTX_OPERANDS("l"), [sa] "r"(scale_a), [sb] "r"(scale_b) : "memory");        \
    }
#define __LOCKSTEP_PTX_COLLECTORS(name, kinds, kind, modifiers)                                                        \
    __LOCKSTEP_PTX_MMA_SCALED(name, kinds, kind, modifiers)                                                            \
    __LOCKSTEP_PTX_MMA_SCALED(name##_collector_a_fill, kinds, kind, modifiers ".collector::a::fill")                   \
    __LOCKSTEP_PTX_MMA_SCALED(name##_collector_a_use, kinds, kind, modifiers ".collector::a::use")                     \
    __LOCKSTEP_PTX_MMA_SCALED(name##_collector_a_lastuse, kinds, kind, modifiers ".collector::a::lastuse")             \
    __LOCKSTEP_PTX_MMA_SCALED(name##_collector_a_discard, kinds, kind, modifiers ".collector::a::discard")
#define __LOCKSTEP_PTX_KINDS_given
#define __LOCKSTEP_PTX_KINDS_any dot_kind kind,
// By one warp, with a buffer for B.
#define __LOCKSTEP_PTX_MMA_WARP_ONE(name, A, a_text, a_letter, collector)                                              \
    template <dot_kind kind>                                                                                           \
    __LOCKSTEP_PTX void name(cta_group_1_t, kind_t<kind>, uint32_t d, A a, uint64_t b, uint32_t shape, bool adds)      \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, dot_cta_group::cta_group_1, __LOCKSTEP_PTX_PRODUCT ".ws", collector,                 \
                            " [%[d]], " a_text ", %[b], %[shape], p;\n\t}"                                             \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter) : "memory");                                         \
    }                                                                                                                  \
    template <dot_kind kind>                                                                                           \
    __LOCKSTEP_PTX void name(cta_group_1_t, kind_t<kind>, uint32_t d, A a, uint64_t b, uint32_t shape, bool adds,      \
                             uint64_t zero_columns)                                                                    \
    {                                                                                                                  \
        __LOCKSTEP_PTX_KIND(kind, dot_cta_group::cta_group_1, __LOCKSTEP_PTX_PRODUCT ".ws", collector,                 \
                            " [%[d]], " a_text ", %[b], %[shape], p, %[zero];\n\t}"                                    \
                            : : __LOCKSTEP_PTX_OPERANDS(a_letter), [zero] "l"(zero_columns) : "memory");               \
    }
#define __LOCKSTEP_PTX_MMA_WARP(buffer, action)                                                                        \
    __LOCKSTEP_PTX_MMA_WARP_ONE(tcgen05_mma_ws_collector_##buffer##_##action, uint64_t, "%[a]", "l",                   \
                                ".collector::" #buffer "::" #action)                                                   \
    __LOCKSTEP_PTX_MMA_WARP_ONE(tcgen05_mma_ws_tmem_a_collector_##buffer##_##action, uint32_t, "[%[a]]", "r",          \
                                ".collector::" #buffer "::" #action)
#define __LOCKSTEP_PTX_MMA_WARPS(buffer)                                                                               \
    __LOCKSTEP_PTX_MMA_WARP(buffer, fill)                                                                              \
    __LOCKSTEP_PTX_MMA_WARP(buffer, use)                                                                               \
    __LOCKSTEP_PTX_MMA_WARP(buffer, lastuse)                                                                           \
    __LOCKSTEP_PTX_MMA_WARP(buffer, discard)

#define __LOCKSTEP_PTX_TENSOR_COPY(name, text)                                                                         \
    template <dot_cta_group group> __LOCKSTEP_PTX void tcgen05_cp_##name(cta_group_t<group>, uint32_t to, uint64_t from) \
    {                                                                                                                  \
        __LOCKSTEP_PTX_GROUP(group, "tcgen05.cp", text " [%0], %1;" : : "r"(to), "l"(from) : "memory");                \
    }
#define __LOCKSTEP_PTX_TENSOR_COPIES(end_name, end)                                                                    \
    __LOCKSTEP_PTX_TENSOR_COPY(128x256b##end_name, ".128x256b" end)                                                    \
    __LOCKSTEP_PTX_TENSOR_COPY(4x256b##end_name, ".4x256b" end)                                                        \
    __LOCKSTEP_PTX_TENSOR_COPY(128x128b##end_name, ".128x128b" end)                                                    \
    __LOCKSTEP_PTX_TENSOR_COPY(64x128b_warpx2_02_13##end_name, ".64x128b.warpx2::02_13" end)                           \
    __LOCKSTEP_PTX_TENSOR_COPY(64x128b_warpx2_01_23##end_name, ".64x128b.warpx2::01_23" end)                           \
    __LOCKSTEP_PTX_TENSOR_COPY(32x128b_warpx4##end_name, ".32x128b.warpx4" end)

// Loads and stores of 1 to 128 registers: their numbers in the text, and their operands.
#define __LOCKSTEP_PTX_TEXT_1 "%0"
#define __LOCKSTEP_PTX_TEXT_2 __LOCKSTEP_PTX_TEXT_1 ", %1"
#define __LOCKSTEP_PTX_TEXT_4 __LOCKSTEP_PTX_TEXT_2 ", %2, %3"
#define __LOCKSTEP_PTX_TEXT_8 __LOCKSTEP_PTX_TEXT_4 ", %4, %5, %6, %7"
#define __LOCKSTEP_PTX_TEXT_16 __LOCKSTEP_PTX_TEXT_8 ", %8, %9, %10, %11, %12, %13, %14, %15"
#define __LOCKSTEP_PTX_TEXT_32 __LOCKSTEP_PTX_TEXT_16                                                                  \
    ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define __LOCKSTEP_PTX_TEXT_64 __LOCKSTEP_PTX_TEXT_32                                                                  \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50"                  \
    ", %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define __LOCKSTEP_PTX_TEXT_128 __LOCKSTEP_PTX_TEXT_64                                                                 \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82"                  \
    ", %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100"                      \
    ", %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, %112, %113, %114, %115, %116"                 \
    ", %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127"
#define __LOCKSTEP_PTX_VALUES_1(v, i) v(i)
#define __LOCKSTEP_PTX_VALUES_2(v, i) __LOCKSTEP_PTX_VALUES_1(v, i), __LOCKSTEP_PTX_VALUES_1(v, i + 1)
#define __LOCKSTEP_PTX_VALUES_4(v, i) __LOCKSTEP_PTX_VALUES_2(v, i), __LOCKSTEP_PTX_VALUES_2(v, i + 2)
#define __LOCKSTEP_PTX_VALUES_8(v, i) __LOCKSTEP_PTX_VALUES_4(v, i), __LOCKSTEP_PTX_VALUES_4(v, i + 4)
#define __LOCKSTEP_PTX_VALUES_16(v, i) __LOCKSTEP_PTX_VALUES_8(v, i), __LOCKSTEP_PTX_VALUES_8(v, i + 8)
#define __LOCKSTEP_PTX_VALUES_32(v, i) __LOCKSTEP_PTX_VALUES_16(v, i), __LOCKSTEP_PTX_VALUES_16(v, i + 16)
#define __LOCKSTEP_PTX_VALUES_64(v, i) __LOCKSTEP_PTX_VALUES_32(v, i), __LOCKSTEP_PTX_VALUES_32(v, i + 32)
#define __LOCKSTEP_PTX_VALUES_128(v, i) __LOCKSTEP_PTX_VALUES_64(v, i), __LOCKSTEP_PTX_VALUES_64(v, i + 64)
#define __LOCKSTEP_PTX_LOADED(i) "=r"(reinterpret_cast<uint32_t &>(out[i]))
#define __LOCKSTEP_PTX_STORED(i) "r"(__bits_of(values[i]))
// 16x32bx2 has a split, between the addresses of its halves.
#define __LOCKSTEP_PTX_HEAD_whole
#define __LOCKSTEP_PTX_HEAD_split , int split
#define __LOCKSTEP_PTX_PARAMETER_whole
#define __LOCKSTEP_PTX_PARAMETER_split , n32_t<split>
#define __LOCKSTEP_PTX_END_whole ""
#define __LOCKSTEP_PTX_END_split ", %[split]"
#define __LOCKSTEP_PTX_OPERAND_whole
#define __LOCKSTEP_PTX_OPERAND_split , [split] "n"(split)
#define __LOCKSTEP_PTX_TENSOR_LOAD(way, name, text, count)                                                             \
    template <typename T, __if_bytes<T, 4> = true __LOCKSTEP_PTX_HEAD_##way>                                           \
    __LOCKSTEP_PTX void tcgen05_ld_##name(T (&out)[count], uint32_t at __LOCKSTEP_PTX_PARAMETER_##way)                 \
    {                                                                                                                  \
        asm volatile("tcgen05.ld.sync.aligned." text ".b32 {" __LOCKSTEP_PTX_TEXT_##count "}, "                        \
                     "[%[at]]" __LOCKSTEP_PTX_END_##way ";"                                                            \
                     : __LOCKSTEP_PTX_VALUES_##count(__LOCKSTEP_PTX_LOADED, 0)                                         \
                     : [at] "r"(at) __LOCKSTEP_PTX_OPERAND_##way : "memory");                                          \
    }
#define __LOCKSTEP_PTX_TENSOR_STORE(way, name, text, count)                                                            \
    template <typename T, __if_bytes<T, 4> = true __LOCKSTEP_PTX_HEAD_##way>                                           \
    __LOCKSTEP_PTX void tcgen05_st_##name(uint32_t at __LOCKSTEP_PTX_PARAMETER_##way, const T (&values)[count])        \
    {                                                                                                                  \
        asm volatile("tcgen05.st.sync.aligned." text ".b32 [%[at]]" __LOCKSTEP_PTX_END_##way                           \
                     ", {" __LOCKSTEP_PTX_TEXT_##count "};"                                                            \
                     : : __LOCKSTEP_PTX_VALUES_##count(__LOCKSTEP_PTX_STORED, 0),                                      \
                         [at] "r"(at) __LOCKSTEP_PTX_OPERAND_##way : "memory");                                        \
    }
// A shape repeated `times`; packed: two halves a register.
#define __LOCKSTEP_PTX_TENSOR_MOVE(way, shape, times, count)                                                           \
    __LOCKSTEP_PTX_TENSOR_LOAD(way, shape, #shape ".x" #times, count)                                                  \
    __LOCKSTEP_PTX_TENSOR_LOAD(way, shape##_pack_16b, #shape ".x" #times ".pack::16b", count)                          \
    __LOCKSTEP_PTX_TENSOR_STORE(way, shape, #shape ".x" #times, count)                                                 \
    __LOCKSTEP_PTX_TENSOR_STORE(way, shape##_unpack_16b, #shape ".x" #times ".unpack::16b", count)

namespace cuda {
namespace ptx {

template <dot_cta_group group>
__LOCKSTEP_PTX void tcgen05_alloc(cta_group_t<group>, uint32_t *to, const uint32_t &columns)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.alloc", ".sync.aligned.shared::cta.b32 [%0], %1;"
                         : : "r"(__shared(to)), "r"(columns) : "memory");
}
template <dot_cta_group group>
__LOCKSTEP_PTX void tcgen05_dealloc(cta_group_t<group>, uint32_t at, const uint32_t &columns)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.dealloc", ".sync.aligned.b32 %0, %1;" : : "r"(at), "r"(columns) : "memory");
}
template <dot_cta_group group> __LOCKSTEP_PTX void tcgen05_relinquish_alloc_permit(cta_group_t<group>)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.relinquish_alloc_permit", ".sync.aligned;" : : : "memory");
}
template <dot_cta_group group> __LOCKSTEP_PTX void tcgen05_commit(cta_group_t<group>, uint64_t *bar)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.commit", ".mbarrier::arrive::one.shared::cluster.b64 [%0];"
                         : : "r"(__shared(bar)) : "memory");
}
template <dot_cta_group group>
__LOCKSTEP_PTX void tcgen05_commit_multicast(cta_group_t<group>, uint64_t *bar, uint16_t blocks)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.commit",
                         ".mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 [%0], %1;"
                         : : "r"(__shared(bar)), "h"(blocks) : "memory");
}
template <dot_cta_group group> __LOCKSTEP_PTX void tcgen05_shift_down(cta_group_t<group>, uint32_t at)
{
    __LOCKSTEP_PTX_GROUP(group, "tcgen05.shift", ".down [%0];" : : "r"(at) : "memory");
}
__LOCKSTEP_PTX void tcgen05_fence_before_thread_sync() { asm volatile("tcgen05.fence::before_thread_sync;" : : : "memory"); }
__LOCKSTEP_PTX void tcgen05_fence_after_thread_sync() { asm volatile("tcgen05.fence::after_thread_sync;" : : : "memory"); }
__LOCKSTEP_PTX void tcgen05_wait_ld() { asm volatile("tcgen05.wait::ld.sync.aligned;" : : : "memory"); }
__LOCKSTEP_PTX void tcgen05_wait_st() { asm volatile("tcgen05.wait::st.sync.aligned;" : : : "memory"); }

__LOCKSTEP_PTX_TENSOR_COPIES(, "")
__LOCKSTEP_PTX_TENSOR_COPIES(_b8x16_b6x16_p32, ".b8x16.b6x16_p32")
__LOCKSTEP_PTX_TENSOR_COPIES(_b8x16_b4x16_p64, ".b8x16.b4x16_p64")

__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 1, 1)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 2, 2)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 4, 4)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 8, 8)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 16, 16)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 32, 32)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 64, 64)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 32x32b, 128, 128)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 1, 1)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 2, 2)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 4, 4)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 8, 8)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 16, 16)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 32, 32)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 64, 64)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x64b, 128, 128)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 1, 2)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 2, 4)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 4, 8)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 8, 16)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 16, 32)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 32, 64)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x128b, 64, 128)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 1, 4)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 2, 8)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 4, 16)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 8, 32)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 16, 64)
__LOCKSTEP_PTX_TENSOR_MOVE(whole, 16x256b, 32, 128)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 1, 1)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 2, 2)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 4, 4)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 8, 8)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 16, 16)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 32, 32)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 64, 64)
__LOCKSTEP_PTX_TENSOR_MOVE(split, 16x32bx2, 128, 128)

__LOCKSTEP_PTX_MMA(tcgen05_mma, uint64_t, "%[a]", "l")
__LOCKSTEP_PTX_MMA(tcgen05_mma_tmem_a, uint32_t, "[%[a]]", "r")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_1x, given, dot_kind::mxf8f6f4, ".scale_vec::1X")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_1x_tmem_a, given, dot_kind::mxf8f6f4, ".scale_vec::1X")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_2x, any, kind, ".scale_vec::2X")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_2_tmem_a, any, kind, ".scale_vec::2X")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_4x, given, dot_kind::mxf4nvf4, ".scale_vec::4X")
__LOCKSTEP_PTX_COLLECTORS(tcgen05_mma_block_scale_vec_4x_tmem_a, given, dot_kind::mxf4nvf4, ".scale_vec::4X")
__LOCKSTEP_PTX_MMA_WARPS(b0)
__LOCKSTEP_PTX_MMA_WARPS(b1)
__LOCKSTEP_PTX_MMA_WARPS(b2)
__LOCKSTEP_PTX_MMA_WARPS(b3)

// ---- cancellation of a cluster that has not begun
__LOCKSTEP_PTX void clusterlaunchcontrol_try_cancel(void *to, uint64_t *bar)
{
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%0], [%1];"
                 : : "r"(__shared(to)), "r"(__shared(bar)) : "memory");
}
__LOCKSTEP_PTX void clusterlaunchcontrol_try_cancel_multicast(void *to, uint64_t *bar)
{
    asm volatile("clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes"
                 ".multicast::cluster::all.b128 [%0], [%1];"
                 : : "r"(__shared(to)), "r"(__shared(bar)) : "memory");
}
template <typename B128, __if_bytes<B128, 16> = true>
__LOCKSTEP_PTX bool clusterlaunchcontrol_query_cancel_is_canceled(B128 response)
{
    ulonglong2 words = __as<ulonglong2>(response);
    uint32_t is_canceled;
    asm("{\n\t.reg .b128 r;\n\t.reg .pred p;\n\tmov.b128 r, {%1, %2};\n\t"
                 "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 p, r;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(is_canceled) : "l"(words.x), "l"(words.y));
    return is_canceled != 0;
}
#define __LOCKSTEP_PTX_FIRST(axis)                                                                                     \
    template <typename B32, __if_bytes<B32, 4> = true, typename B128, __if_bytes<B128, 16> = true>                     \
    __LOCKSTEP_PTX B32 clusterlaunchcontrol_query_cancel_get_first_ctaid_##axis(B128 response)                         \
    {                                                                                                                  \
        ulonglong2 words = __as<ulonglong2>(response);                                                                 \
        uint32_t first;                                                                                                \
        asm("{\n\t.reg .b128 r;\n\tmov.b128 r, {%1, %2};\n\t"                                                 \
                     "clusterlaunchcontrol.query_cancel.get_first_ctaid::" #axis ".b32.b128 %0, r;\n\t}"               \
                     : "=r"(first) : "l"(words.x), "l"(words.y));                                                      \
        return __as<B32>(first);                                                                                       \
    }
__LOCKSTEP_PTX_FIRST(x)
__LOCKSTEP_PTX_FIRST(y)
__LOCKSTEP_PTX_FIRST(z)
template <typename B32, __if_bytes<B32, 4> = true, typename B128, __if_bytes<B128, 16> = true>
__LOCKSTEP_PTX void clusterlaunchcontrol_query_cancel_get_first_ctaid(B32 (&block)[4], B128 response)
{
    ulonglong2 words = __as<ulonglong2>(response);
    uint32_t first[4];
    asm("{\n\t.reg .b128 r;\n\tmov.b128 r, {%4, %5};\n\t"
                 "clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {%0, %1, %2, %3}, r;\n\t}"
                 : "=r"(first[0]), "=r"(first[1]), "=r"(first[2]), "=r"(first[3]) : "l"(words.x), "l"(words.y));
    for (int i = 0; i < 4; i++)
        block[i] = __as<B32>(first[i]);
}

} // namespace ptx
} // namespace cuda
