// SPDX-License-Identifier: Apache-2.0
// Stores of a block, as block_load.cuh.
#pragma once
#include <cub/thread/thread_load.cuh>

namespace cub
{
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        to[thread * ITEMS + i] = items[i];
    }
}
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectBlocked(int thread, Iterator to, T (&items)[ITEMS], int valid)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (thread * ITEMS + i < valid) {
            to[thread * ITEMS + i] = items[i];
        }
    }
}
template <class T, int ITEMS>
__device__ __forceinline__ void StoreDirectBlockedVectorized(int thread, T *to, T (&items)[ITEMS])
{
    StoreDirectBlocked(thread, to, items);
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        to[thread + i * THREADS] = items[i];
    }
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectStriped(int thread, Iterator to, T (&items)[ITEMS], int valid)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (thread + i * THREADS < valid) {
            to[thread + i * THREADS] = items[i];
        }
    }
}
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void StoreDirectWarpStriped(int thread, Iterator to, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        to[thread / 32 * 32 * ITEMS + thread % 32 + i * 32] = items[i];
    }
}

enum BlockStoreAlgorithm {
    BLOCK_STORE_DIRECT,
    BLOCK_STORE_STRIPED,
    BLOCK_STORE_VECTORIZE,
    BLOCK_STORE_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE,
    BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockStore
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };
    int thread;

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ BlockStore() : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    __device__ __forceinline__ BlockStore(TempStorage &) : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    template <class Iterator> __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS_PER_THREAD])
    {
        if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
            StoreDirectStriped<THREADS>(thread, to, items);
        } else {
            StoreDirectBlocked(thread, to, items);
        }
    }
    template <class Iterator>
    __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS_PER_THREAD], int valid)
    {
        if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
            StoreDirectStriped<THREADS>(thread, to, items, valid);
        } else {
            StoreDirectBlocked(thread, to, items, valid);
        }
    }
};
} // namespace cub
