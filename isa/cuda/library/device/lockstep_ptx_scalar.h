// SPDX-License-Identifier: Apache-2.0
// <cuda/ptx>: bit operations, shuffles, special registers, and what else works on registers alone; libcu++ documentation, "PTX
// bindings".
#pragma once
#include "lockstep_ptx_select.h"

#define __LOCKSTEP_PTX_BFIND(T, suffix, letter)                                                                        \
    __LOCKSTEP_PTX uint32_t bfind(T a)                                                                                 \
    {                                                                                                                  \
        uint32_t result;                                                                                               \
        asm("bfind." suffix " %0, %1;" : "=r"(result) : letter(a));                                                    \
        return result;                                                                                                 \
    }                                                                                                                  \
    __LOCKSTEP_PTX uint32_t bfind_shiftamt(T a)                                                                        \
    {                                                                                                                  \
        uint32_t result;                                                                                               \
        asm("bfind.shiftamt." suffix " %0, %1;" : "=r"(result) : letter(a));                                           \
        return result;                                                                                                 \
    }
#define __LOCKSTEP_PTX_SHIFT(name, instruction, bytes, letter)                                                         \
    template <typename T, __if_bytes<T, bytes> = true> __LOCKSTEP_PTX T name(T a, uint32_t b)                          \
    {                                                                                                                  \
        typename __bits<bytes>::type result;                                                                           \
        asm(instruction " %0, %1, %2;" : "=" letter(result) : letter(__bits_of(a)), "r"(b));                           \
        return __as<T>(result);                                                                                        \
    }
#define __LOCKSTEP_PTX_SHIFT_SIGNED(T, suffix, letter)                                                                 \
    __LOCKSTEP_PTX T shr(T a, uint32_t b)                                                                              \
    {                                                                                                                  \
        T result;                                                                                                      \
        asm("shr." suffix " %0, %1, %2;" : "=" letter(result) : letter(a), "r"(b));                                    \
        return result;                                                                                                 \
    }
#define __LOCKSTEP_PTX_PERMUTE(name, instruction)                                                                      \
    template <typename T, __if_bytes<T, 4> = true> __LOCKSTEP_PTX uint32_t name(T a, T b, uint32_t c)                  \
    {                                                                                                                  \
        uint32_t result;                                                                                               \
        asm(instruction " %0, %1, %2, %3;" : "=r"(result) : "r"(__bits_of(a)), "r"(__bits_of(b)), "r"(c));             \
        return result;                                                                                                 \
    }
#define __LOCKSTEP_PTX_SHUFFLE(mode)                                                                                   \
    template <typename T>                                                                                              \
    __LOCKSTEP_PTX T shfl_sync_##mode(T value, bool &is_inside, uint32_t lane, uint32_t clamp, uint32_t mask)          \
    {                                                                                                                  \
        uint32_t result, inside;                                                                                       \
        asm volatile("{\n\t.reg .pred p;\n\tshfl.sync." #mode ".b32 %0|p, %2, %3, %4, %5;\n\t"                         \
                     "selp.u32 %1, 1, 0, p;\n\t}"                                                                      \
                     : "=r"(result), "=r"(inside)                                                                      \
                     : "r"(__as<uint32_t>(value)), "r"(lane), "r"(clamp), "r"(mask));                                  \
        is_inside = inside != 0;                                                                                       \
        return __as<T>(result);                                                                                        \
    }                                                                                                                  \
    template <typename T>                                                                                              \
    __LOCKSTEP_PTX T shfl_sync_##mode(T value, uint32_t lane, uint32_t clamp, uint32_t mask)                           \
    {                                                                                                                  \
        uint32_t result;                                                                                               \
        asm volatile("shfl.sync." #mode ".b32 %0, %1, %2, %3, %4;"                                                     \
                     : "=r"(result)                                                                                    \
                     : "r"(__as<uint32_t>(value)), "r"(lane), "r"(clamp), "r"(mask));                                  \
        return __as<T>(result);                                                                                        \
    }
#define __LOCKSTEP_PTX_REGISTER(name, text) __LOCKSTEP_PTX_READ(name, text, uint32_t, "u32", "=r", asm)
#define __LOCKSTEP_PTX_READ(name, text, T, type, letter, assembly)                                                     \
    __LOCKSTEP_PTX T get_sreg_##name()                                                                                 \
    {                                                                                                                  \
        T value;                                                                                                       \
        assembly("mov." type " %0, %%" text ";" : letter(value));                                                      \
        return value;                                                                                                  \
    }
#define __LOCKSTEP_PTX_REGISTERS(name)                                                                                 \
    __LOCKSTEP_PTX_REGISTER(name##_x, #name ".x")                                                                      \
    __LOCKSTEP_PTX_REGISTER(name##_y, #name ".y")                                                                      \
    __LOCKSTEP_PTX_REGISTER(name##_z, #name ".z")

namespace cuda {
namespace ptx {

__LOCKSTEP_PTX uint32_t bmsk_clamp(uint32_t a, uint32_t b)
{
    uint32_t result;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
}
__LOCKSTEP_PTX uint32_t bmsk_wrap(uint32_t a, uint32_t b)
{
    uint32_t result;
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(result) : "r"(a), "r"(b));
    return result;
}
__LOCKSTEP_PTX_BFIND(uint32_t, "u32", "r")
__LOCKSTEP_PTX_BFIND(uint64_t, "u64", "l")
__LOCKSTEP_PTX_BFIND(int32_t, "s32", "r")
__LOCKSTEP_PTX_BFIND(int64_t, "s64", "l")

__LOCKSTEP_PTX_SHIFT(shl, "shl.b16", 2, "h")
__LOCKSTEP_PTX_SHIFT(shl, "shl.b32", 4, "r")
__LOCKSTEP_PTX_SHIFT(shl, "shl.b64", 8, "l")
__LOCKSTEP_PTX_SHIFT(shr, "shr.b16", 2, "h")
__LOCKSTEP_PTX_SHIFT(shr, "shr.b32", 4, "r")
__LOCKSTEP_PTX_SHIFT(shr, "shr.b64", 8, "l")
__LOCKSTEP_PTX_SHIFT_SIGNED(int16_t, "s16", "h")
__LOCKSTEP_PTX_SHIFT_SIGNED(int32_t, "s32", "r")
__LOCKSTEP_PTX_SHIFT_SIGNED(int64_t, "s64", "l")

__LOCKSTEP_PTX_PERMUTE(prmt, "prmt.b32")
__LOCKSTEP_PTX_PERMUTE(prmt_f4e, "prmt.b32.f4e")
__LOCKSTEP_PTX_PERMUTE(prmt_b4e, "prmt.b32.b4e")
__LOCKSTEP_PTX_PERMUTE(prmt_rc8, "prmt.b32.rc8")
__LOCKSTEP_PTX_PERMUTE(prmt_ecl, "prmt.b32.ecl")
__LOCKSTEP_PTX_PERMUTE(prmt_ecr, "prmt.b32.ecr")
__LOCKSTEP_PTX_PERMUTE(prmt_rc16, "prmt.b32.rc16")

__LOCKSTEP_PTX_SHUFFLE(idx)
__LOCKSTEP_PTX_SHUFFLE(up)
__LOCKSTEP_PTX_SHUFFLE(down)
__LOCKSTEP_PTX_SHUFFLE(bfly)

__LOCKSTEP_PTX_REGISTERS(tid)
__LOCKSTEP_PTX_REGISTERS(ntid)
__LOCKSTEP_PTX_REGISTERS(ctaid)
__LOCKSTEP_PTX_REGISTERS(nctaid)
__LOCKSTEP_PTX_REGISTERS(clusterid)
__LOCKSTEP_PTX_REGISTERS(nclusterid)
__LOCKSTEP_PTX_REGISTERS(cluster_ctaid)
__LOCKSTEP_PTX_REGISTERS(cluster_nctaid)
__LOCKSTEP_PTX_REGISTER(cluster_ctarank, "cluster_ctarank")
__LOCKSTEP_PTX_REGISTER(cluster_nctarank, "cluster_nctarank")
__LOCKSTEP_PTX_REGISTER(laneid, "laneid")
__LOCKSTEP_PTX_REGISTER(smid, "smid")
__LOCKSTEP_PTX_REGISTER(lanemask_eq, "lanemask_eq")
__LOCKSTEP_PTX_REGISTER(lanemask_le, "lanemask_le")
__LOCKSTEP_PTX_REGISTER(lanemask_lt, "lanemask_lt")
__LOCKSTEP_PTX_REGISTER(lanemask_ge, "lanemask_ge")
__LOCKSTEP_PTX_REGISTER(lanemask_gt, "lanemask_gt")
__LOCKSTEP_PTX_REGISTER(total_smem_size, "total_smem_size")
__LOCKSTEP_PTX_REGISTER(aggr_smem_size, "aggr_smem_size")
__LOCKSTEP_PTX_REGISTER(dynamic_smem_size, "dynamic_smem_size")
__LOCKSTEP_PTX_READ(gridid, "gridid", uint64_t, "u64", "=l", asm)
__LOCKSTEP_PTX_READ(current_graph_exec, "current_graph_exec", uint64_t, "u64", "=l", asm)
__LOCKSTEP_PTX_READ(warpid, "warpid", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(nwarpid, "nwarpid", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(nsmid, "nsmid", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(clock, "clock", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(clock_hi, "clock_hi", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(clock64, "clock64", uint64_t, "u64", "=l", asm volatile)
__LOCKSTEP_PTX_READ(globaltimer, "globaltimer", uint64_t, "u64", "=l", asm volatile)
__LOCKSTEP_PTX_READ(globaltimer_lo, "globaltimer_lo", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX_READ(globaltimer_hi, "globaltimer_hi", uint32_t, "u32", "=r", asm volatile)
__LOCKSTEP_PTX bool get_sreg_is_explicit_cluster()
{
    uint32_t is_explicit;
    asm("{\n\t.reg .pred p;\n\tmov.pred p, %%is_explicit_cluster;\n\tselp.u32 %0, 1, 0, p;\n\t}" : "=r"(is_explicit));
    return is_explicit != 0;
}

__LOCKSTEP_PTX uint32_t getctarank(space_cluster_t, const void *p)
{
    uint32_t rank;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(__shared(p)));
    return rank;
}
template <typename T> __LOCKSTEP_PTX T *mapa(space_cluster_t, const T *p, uint32_t rank)
{
    T *mapped; // by one statement: the compiler must not take it for an address in the own block
    asm("{\n\t.reg .u32 a;\n\tmapa.shared::cluster.u32 a, %1, %2;\n\tcvt.u64.u32 %0, a;\n\t"
        "cvta.shared::cluster.u64 %0, %0;\n\t}"
        : "=l"(mapped) : "r"(__shared(p)), "r"(rank));
    return mapped;
}
__LOCKSTEP_PTX bool elect_sync(const uint32_t &mask)
{
    uint32_t is_elected;
    asm volatile("{\n\t.reg .pred p;\n\telect.sync _|p, %1;\n\tselp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(is_elected) : "r"(mask) : "memory");
    return is_elected != 0;
}
template <int registers> __LOCKSTEP_PTX void setmaxnreg_inc(n32_t<registers>)
{
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" : : "n"(registers));
}
template <int registers> __LOCKSTEP_PTX void setmaxnreg_dec(n32_t<registers>)
{
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" : : "n"(registers));
}
__LOCKSTEP_PTX void exit() { asm volatile("exit;" : : : "memory"); }
__LOCKSTEP_PTX void trap() { asm volatile("trap;" : : : "memory"); }

} // namespace ptx
} // namespace cuda
