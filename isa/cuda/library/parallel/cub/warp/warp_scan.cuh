// SPDX-License-Identifier: Apache-2.0
// Scans among the lanes of a warp or of equal parts of it, in steps of 1, 2, 4, ... lanes.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <class T, int LOGICAL_WARP_THREADS = 32, int LEGACY_PTX_ARCH = 0> class WarpScan
{
    static constexpr int width = (LOGICAL_WARP_THREADS & (LOGICAL_WARP_THREADS - 1)) == 0 ? LOGICAL_WARP_THREADS : 32;
    static __device__ __forceinline__ unsigned lane() { return LaneId() % LOGICAL_WARP_THREADS; }
    static __device__ __forceinline__ unsigned mask()
    {
        unsigned first = LaneId() / LOGICAL_WARP_THREADS * LOGICAL_WARP_THREADS;
        return LOGICAL_WARP_THREADS == 32 ? 0xffffffffu : ((1u << LOGICAL_WARP_THREADS % 32) - 1) << first;
    }
    template <class Op> static __device__ __forceinline__ T prefix(T x, Op op)
    {
#pragma unroll
        for (int distance = 1; distance < LOGICAL_WARP_THREADS; distance *= 2) {
            T other = detail::shuffle<detail::SHUFFLE_UP>(x, distance, width, mask());
            if ((int)lane() >= distance) {
                x = op(other, x);
            }
        }
        return x;
    }
    static __device__ __forceinline__ T before(T through)
    {
        return detail::shuffle<detail::SHUFFLE_UP>(through, 1, width, mask());
    }
    static __device__ __forceinline__ T last(T through)
    {
        return detail::shuffle<detail::SHUFFLE_INDEX>(through, LOGICAL_WARP_THREADS - 1, width, mask());
    }

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ WarpScan(TempStorage &) {}

    template <class Op> __device__ __forceinline__ void InclusiveScan(T x, T &through, Op op) { through = prefix(x, op); }
    template <class Op> __device__ __forceinline__ void InclusiveScan(T x, T &through, Op op, T &aggregate)
    {
        through = prefix(x, op);
        aggregate = last(through);
    }
    __device__ __forceinline__ void InclusiveSum(T x, T &through) { through = prefix(x, cub::Sum()); }
    __device__ __forceinline__ void InclusiveSum(T x, T &through, T &aggregate)
    {
        InclusiveScan(x, through, cub::Sum(), aggregate);
    }
    // Without a first value, that of lane 0 is undefined.
    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, Op op)
    {
        prior = before(prefix(x, op));
    }
    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, T init, Op op)
    {
        T through = before(prefix(x, op));
        prior = lane() == 0 ? init : (T)op(init, through);
    }
    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, T init, Op op, T &aggregate)
    {
        T through = prefix(x, op), shifted = before(through);
        aggregate = last(through);
        prior = lane() == 0 ? init : (T)op(init, shifted);
    }
    __device__ __forceinline__ void ExclusiveSum(T x, T &prior)
    {
        T through = before(prefix(x, cub::Sum()));
        prior = lane() == 0 ? T(0) : through;
    }
    __device__ __forceinline__ void ExclusiveSum(T x, T &prior, T &aggregate)
    {
        T through = prefix(x, cub::Sum()), shifted = before(through);
        aggregate = last(through);
        prior = lane() == 0 ? T(0) : shifted;
    }
    template <class Op> __device__ __forceinline__ void Scan(T x, T &through, T &prior, Op op)
    {
        through = prefix(x, op);
        prior = before(through);
    }
    template <class Op> __device__ __forceinline__ void Scan(T x, T &through, T &prior, T init, Op op)
    {
        T own = prefix(x, op), shifted = before(own);
        through = op(init, own);
        prior = lane() == 0 ? init : (T)op(init, shifted);
    }
    __device__ __forceinline__ T Broadcast(T x, unsigned from)
    {
        return detail::shuffle<detail::SHUFFLE_INDEX>(x, (int)from, width, mask());
    }
};
} // namespace cub
