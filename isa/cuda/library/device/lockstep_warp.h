// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes, matches and reductions of a warp; CUDA Programming Guide, "Warp Vote Functions",
// "Warp Match", "Warp Reduce" and "Warp Shuffle Functions". The forms without _sync are those of
// CUDA 8, kept for old programs: all lanes take part.
#pragma once

#define __LOCKSTEP_SHUFFLE(name, mode, second, third, clamp)                                       \
    __device__ __forceinline__ int __##name##_sync(unsigned mask, int value, second third,         \
                                                   int width = 32)                                 \
    {                                                                                              \
        int result;                                                                                \
        asm volatile("shfl.sync." mode ".b32 %0, %1, %2, %3, %4;"                                  \
                     : "=r"(result)                                                                \
                     : "r"(value), "r"(third), "r"(((32 - width) << 8) | clamp), "r"(mask));       \
        return result;                                                                             \
    }                                                                                              \
    __device__ __forceinline__ unsigned __##name##_sync(unsigned mask, unsigned value,             \
                                                        second third, int width = 32)              \
    {                                                                                              \
        return (unsigned)__##name##_sync(mask, (int)value, third, width);                          \
    }                                                                                              \
    __device__ __forceinline__ float __##name##_sync(unsigned mask, float value, second third,     \
                                                     int width = 32)                               \
    {                                                                                              \
        return __builtin_int_as_float(                                                             \
            __##name##_sync(mask, __builtin_float_as_int(value), third, width));                   \
    }                                                                                              \
    __device__ __forceinline__ unsigned long long __##name##_sync(                                 \
        unsigned mask, unsigned long long value, second third, int width = 32)                     \
    {                                                                                              \
        unsigned low, high;                                                                        \
        asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(value));                         \
        high = (unsigned)__##name##_sync(mask, (int)high, third, width);                           \
        low = (unsigned)__##name##_sync(mask, (int)low, third, width);                             \
        asm("mov.b64 %0, {%1, %2};" : "=l"(value) : "r"(low), "r"(high));                          \
        return value;                                                                              \
    }                                                                                              \
    __device__ __forceinline__ long long __##name##_sync(unsigned mask, long long value,           \
                                                         second third, int width = 32)             \
    {                                                                                              \
        return (long long)__##name##_sync(mask, (unsigned long long)value, third, width);          \
    }                                                                                              \
    __device__ __forceinline__ unsigned long __##name##_sync(unsigned mask, unsigned long value,   \
                                                             second third, int width = 32)         \
    {                                                                                              \
        return (unsigned long)__##name##_sync(mask, (unsigned long long)value, third, width);      \
    }                                                                                              \
    __device__ __forceinline__ long __##name##_sync(unsigned mask, long value, second third,       \
                                                    int width = 32)                                \
    {                                                                                              \
        return (long)__##name##_sync(mask, (unsigned long long)value, third, width);               \
    }                                                                                              \
    __device__ __forceinline__ double __##name##_sync(unsigned mask, double value, second third,   \
                                                      int width = 32)                              \
    {                                                                                              \
        return __builtin_longlong_as_double((long long)__##name##_sync(                            \
            mask, (unsigned long long)__builtin_double_as_longlong(value), third, width));         \
    }                                                                                              \
    template <typename T>                                                                          \
    __device__ __forceinline__ T __##name(T value, second third, int width = 32)                   \
    {                                                                                              \
        return __##name##_sync(0xffffffff, value, third, width);                                   \
    }

__LOCKSTEP_SHUFFLE(shfl, "idx", int, source_lane, 0x1f)
__LOCKSTEP_SHUFFLE(shfl_up, "up", unsigned, distance, 0)
__LOCKSTEP_SHUFFLE(shfl_down, "down", unsigned, distance, 0x1f)
__LOCKSTEP_SHUFFLE(shfl_xor, "bfly", int, lane_mask, 0x1f)

__device__ __forceinline__ unsigned __activemask()
{
    unsigned mask;
#if __CUDA_ARCH__ < 300
    return __builtin_vote_ballot(0xffffffff, true);
#endif
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
__device__ __forceinline__ int __all_sync(unsigned mask, int predicate)
{
    return __builtin_vote_all(mask, predicate != 0);
}
__device__ __forceinline__ int __any_sync(unsigned mask, int predicate)
{
    return __builtin_vote_any(mask, predicate != 0);
}
__device__ __forceinline__ int __uni_sync(unsigned mask, int predicate)
{
    return __builtin_vote_uni(mask, predicate != 0);
}
__device__ __forceinline__ unsigned __ballot_sync(unsigned mask, int predicate)
{
    return __builtin_vote_ballot(mask, predicate != 0);
}
__device__ __forceinline__ int __all(int predicate) { return __all_sync(0xffffffff, predicate); }
__device__ __forceinline__ int __any(int predicate) { return __any_sync(0xffffffff, predicate); }
__device__ __forceinline__ unsigned __ballot(int predicate) { return __ballot_sync(0xffffffff, predicate); }

__device__ __forceinline__ unsigned __lockstep_match_any32(unsigned mask, unsigned value)
{
    unsigned same;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(same) : "r"(value), "r"(mask));
    return same;
}
__device__ __forceinline__ unsigned __lockstep_match_any64(unsigned mask, unsigned long long value)
{
    unsigned same;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(same) : "l"(value), "r"(mask));
    return same;
}
__device__ __forceinline__ unsigned __lockstep_match_all32(unsigned mask, unsigned value, int *all)
{
    unsigned same;
    int is_all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b32 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}"
                 : "=r"(same), "=r"(is_all)
                 : "r"(value), "r"(mask));
    *all = is_all;
    return same;
}
__device__ __forceinline__ unsigned __lockstep_match_all64(unsigned mask, unsigned long long value,
                                                           int *all)
{
    unsigned same;
    int is_all;
    asm volatile("{\n\t.reg .pred p;\n\tmatch.all.sync.b64 %0|p, %2, %3;\n\tselp.s32 %1, 1, 0, p;\n\t}"
                 : "=r"(same), "=r"(is_all)
                 : "l"(value), "r"(mask));
    *all = is_all;
    return same;
}
#define __LOCKSTEP_MATCH(type, width, bits)                                                        \
    __device__ __forceinline__ unsigned __match_any_sync(unsigned mask, type value)                \
    {                                                                                              \
        return __lockstep_match_any##width(mask, bits);                                            \
    }                                                                                              \
    __device__ __forceinline__ unsigned __match_all_sync(unsigned mask, type value, int *all)      \
    {                                                                                              \
        return __lockstep_match_all##width(mask, bits, all);                                       \
    }
__LOCKSTEP_MATCH(int, 32, (unsigned)value)
__LOCKSTEP_MATCH(unsigned, 32, value)
__LOCKSTEP_MATCH(float, 32, (unsigned)__builtin_float_as_int(value))
__LOCKSTEP_MATCH(long, 64, (unsigned long long)value)
__LOCKSTEP_MATCH(unsigned long, 64, value)
__LOCKSTEP_MATCH(long long, 64, (unsigned long long)value)
__LOCKSTEP_MATCH(unsigned long long, 64, value)
__LOCKSTEP_MATCH(double, 64, (unsigned long long)__builtin_double_as_longlong(value))

#define __LOCKSTEP_REDUCE(name, type, operation)                                                   \
    __device__ __forceinline__ type __reduce_##name##_sync(unsigned mask, type value)              \
    {                                                                                              \
        type result;                                                                               \
        asm volatile("redux.sync." operation " %0, %1, %2;"                                        \
                     : "=r"(result)                                                                \
                     : "r"(value), "r"(mask));                                                     \
        return result;                                                                             \
    }
__LOCKSTEP_REDUCE(add, unsigned, "add.u32")
__LOCKSTEP_REDUCE(add, int, "add.s32")
__LOCKSTEP_REDUCE(min, unsigned, "min.u32")
__LOCKSTEP_REDUCE(min, int, "min.s32")
__LOCKSTEP_REDUCE(max, unsigned, "max.u32")
__LOCKSTEP_REDUCE(max, int, "max.s32")
__LOCKSTEP_REDUCE(and, unsigned, "and.b32")
__LOCKSTEP_REDUCE(or, unsigned, "or.b32")
__LOCKSTEP_REDUCE(xor, unsigned, "xor.b32")

#define __LOCKSTEP_LANE_REGISTER(function, name)                                                   \
    __device__ __forceinline__ unsigned function()                                                 \
    {                                                                                              \
        unsigned value;                                                                            \
        asm("mov.u32 %0, %%" name ";" : "=r"(value));                                              \
        return value;                                                                              \
    }
__LOCKSTEP_LANE_REGISTER(__lanemask_lt, "lanemask_lt")
__LOCKSTEP_LANE_REGISTER(__lanemask_le, "lanemask_le")
__LOCKSTEP_LANE_REGISTER(__lanemask_eq, "lanemask_eq")
__LOCKSTEP_LANE_REGISTER(__lanemask_ge, "lanemask_ge")
__LOCKSTEP_LANE_REGISTER(__lanemask_gt, "lanemask_gt")
__LOCKSTEP_LANE_REGISTER(__smid, "smid")
__LOCKSTEP_LANE_REGISTER(__nsmid, "nsmid")
__device__ __forceinline__ unsigned __fns(unsigned mask, unsigned base, int offset)
{
    unsigned position;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(position) : "r"(mask), "r"(base), "r"(offset));
    return position;
}
