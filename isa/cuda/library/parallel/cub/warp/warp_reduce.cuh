// SPDX-License-Identifier: Apache-2.0
// Reductions among the lanes of a warp or of equal parts of it. Lane i is combined with lane i + 1,
// then the pairs with the pairs after them, and so on; the first lane has the result.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0> class WarpReduce
{
    static __device__ __forceinline__ unsigned lane() { return LaneId() % LOGICAL_WARP_THREADS; }
    static __device__ __forceinline__ unsigned mask()
    {
        unsigned first = LaneId() / LOGICAL_WARP_THREADS * LOGICAL_WARP_THREADS;
        return LOGICAL_WARP_THREADS == 32 ? 0xffffffffu : ((1u << LOGICAL_WARP_THREADS % 32) - 1) << first;
    }
    // Shuffles know widths that are powers of two alone.
    static constexpr int width = (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0 ? LOGICAL_WARP_THREADS : 32;
    template <class Op> static __device__ __forceinline__ T fold(T x, Op op, int last)
    {
#pragma unroll
        for (int distance = 1; distance < LOGICAL_WARP_THREADS; distance *= 2) {
            T other = detail::shuffle<detail::SHUFFLE_DOWN>(x, distance, width, mask());
            if ((int)lane() + distance <= last) {
                x = op(x, other);
            }
        }
        return x;
    }
    // The last lane of the segment that this lane is in.
    static __device__ __forceinline__ int segment_end(bool is_head, bool is_tail, bool by_heads)
    {
        unsigned first = LaneId() - lane();
        unsigned flags = __ballot_sync(mask(), by_heads ? is_head : is_tail) >> first;
        flags = by_heads ? flags >> 1 : flags;
        flags &= ~0u << lane();
        int end = __ffs(flags) - 1;
        return end < 0 || end >= LOGICAL_WARP_THREADS ? LOGICAL_WARP_THREADS - 1 : end;
    }

  public:
    struct TempStorage {
    };
    typedef TempStorage _TempStorage;
    __device__ __forceinline__ WarpReduce(TempStorage &) {}
    __device__ __forceinline__ WarpReduce() {}

    template <class Op> __device__ __forceinline__ T Reduce(T x, Op op) { return fold(x, op, LOGICAL_WARP_THREADS - 1); }
    template <class Op> __device__ __forceinline__ T Reduce(T x, Op op, int valid) { return fold(x, op, valid - 1); }
    __device__ __forceinline__ T Sum(T x) { return Reduce(x, cub::Sum()); }
    __device__ __forceinline__ T Sum(T x, int valid) { return Reduce(x, cub::Sum(), valid); }
    __device__ __forceinline__ T Max(T x) { return Reduce(x, cub::Max()); }
    __device__ __forceinline__ T Min(T x) { return Reduce(x, cub::Min()); }
    template <class Flag, class Op> __device__ __forceinline__ T HeadSegmentedReduce(T x, Flag head, Op op)
    {
        return fold(x, op, segment_end((bool)head, false, true));
    }
    template <class Flag, class Op> __device__ __forceinline__ T TailSegmentedReduce(T x, Flag tail, Op op)
    {
        return fold(x, op, segment_end(false, (bool)tail, false));
    }
    template <class Flag> __device__ __forceinline__ T HeadSegmentedSum(T x, Flag head)
    {
        return HeadSegmentedReduce(x, head, cub::Sum());
    }
    template <class Flag> __device__ __forceinline__ T TailSegmentedSum(T x, Flag tail)
    {
        return TailSegmentedReduce(x, tail, cub::Sum());
    }
};
} // namespace cub
