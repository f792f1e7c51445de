// SPDX-License-Identifier: Apache-2.0
// Reductions of a block. Thread 0 has the result: the sums of the warps, added in their order.
#pragma once
#include <cub/thread/thread_reduce.cuh>
#include <cub/warp/warp_reduce.cuh>

namespace cub
{
enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
    BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

template <class T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockReduce
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, WARPS = (THREADS + 31) / 32 };

  public:
    struct TempStorage {
        Uninitialized<T> sums[WARPS];
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    template <class Op> __device__ __forceinline__ T fold(T x, Op op, int valid)
    {
        int warp = thread / 32, lane = thread % 32, first = warp * 32;
        int here = THREADS - first < 32 ? THREADS - first : 32;
        unsigned mask = here == 32 ? 0xffffffffu : (1u << here) - 1;
        int last = valid - first < here ? valid - first - 1 : here - 1;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            T other = detail::shuffle<detail::SHUFFLE_DOWN>(x, distance, 32, mask);
            if (lane + distance <= last) {
                x = op(x, other);
            }
        }
        if (WARPS == 1) {
            return x;
        }
        if (lane == 0) {
            room.sums[warp].Alias() = x;
        }
        __syncthreads();
        if (thread == 0) {
            for (int i = 1; i < WARPS && i * 32 < valid; i++) {
                x = op(x, room.sums[i].Alias());
            }
        }
        return x;
    }

  public:
    __device__ __forceinline__ BlockReduce()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockReduce(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    template <class Op> __device__ __forceinline__ T Reduce(T x, Op op) { return fold(x, op, THREADS); }
    template <class Op> __device__ __forceinline__ T Reduce(T x, Op op, int valid) { return fold(x, op, valid); }
    template <int ITEMS, class Op> __device__ __forceinline__ T Reduce(T (&items)[ITEMS], Op op)
    {
        return fold(ThreadReduce(items, op), op, THREADS);
    }
    __device__ __forceinline__ T Sum(T x) { return fold(x, cub::Sum(), THREADS); }
    __device__ __forceinline__ T Sum(T x, int valid) { return fold(x, cub::Sum(), valid); }
    template <int ITEMS> __device__ __forceinline__ T Sum(T (&items)[ITEMS])
    {
        return fold(ThreadReduce(items, cub::Sum()), cub::Sum(), THREADS);
    }
};
} // namespace cub
