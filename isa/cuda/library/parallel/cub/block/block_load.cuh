// SPDX-License-Identifier: Apache-2.0
// Loads of a block. Whatever the algorithm, a thread gets consecutive items, or striped ones.
#pragma once
#include <cub/thread/thread_load.cuh>

namespace cub
{
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = from[thread * ITEMS + i];
    }
}
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS], int valid)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (thread * ITEMS + i < valid) {
            items[i] = from[thread * ITEMS + i];
        }
    }
}
template <class T, class Default, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectBlocked(int thread, Iterator from, T (&items)[ITEMS], int valid, Default rest)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = rest;
    }
    LoadDirectBlocked(thread, from, items, valid);
}
template <class T, int ITEMS>
__device__ __forceinline__ void LoadDirectBlockedVectorized(int thread, T *from, T (&items)[ITEMS])
{
    LoadDirectBlocked(thread, from, items);
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = from[thread + i * THREADS];
    }
}
template <int THREADS, class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS], int valid)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        if (thread + i * THREADS < valid) {
            items[i] = from[thread + i * THREADS];
        }
    }
}
template <int THREADS, class T, class Default, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectStriped(int thread, Iterator from, T (&items)[ITEMS], int valid, Default rest)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = rest;
    }
    LoadDirectStriped<THREADS>(thread, from, items, valid);
}
// Each warp has a range of its own, striped over its lanes.
template <class T, int ITEMS, class Iterator>
__device__ __forceinline__ void LoadDirectWarpStriped(int thread, Iterator from, T (&items)[ITEMS])
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        items[i] = from[thread / 32 * 32 * ITEMS + thread % 32 + i * 32];
    }
}

enum BlockLoadAlgorithm {
    BLOCK_LOAD_DIRECT,
    BLOCK_LOAD_STRIPED,
    BLOCK_LOAD_VECTORIZE,
    BLOCK_LOAD_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE,
    BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockLoad
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };
    int thread;

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ BlockLoad() : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    __device__ __forceinline__ BlockLoad(TempStorage &) : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    template <class Iterator> __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS_PER_THREAD])
    {
        if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<THREADS>(thread, from, items);
        } else {
            LoadDirectBlocked(thread, from, items);
        }
    }
    template <class Iterator>
    __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS_PER_THREAD], int valid)
    {
        if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<THREADS>(thread, from, items, valid);
        } else {
            LoadDirectBlocked(thread, from, items, valid);
        }
    }
    template <class Iterator, class Default>
    __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS_PER_THREAD], int valid, Default rest)
    {
        if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED) {
            LoadDirectStriped<THREADS>(thread, from, items, valid, rest);
        } else {
            LoadDirectBlocked(thread, from, items, valid, rest);
        }
    }
};
} // namespace cub
