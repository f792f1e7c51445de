// SPDX-License-Identifier: Apache-2.0
// Histograms of a block's items, by atomic additions whatever the algorithm.
#pragma once
#include <cub/util.cuh>

namespace cub
{
enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS, BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockHistogram
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };
    int thread;

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ BlockHistogram() : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    __device__ __forceinline__ BlockHistogram(TempStorage &) : thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>()) {}
    template <class Counter> __device__ __forceinline__ void InitHistogram(Counter histogram[BINS])
    {
        for (int i = thread; i < BINS; i += THREADS) {
            histogram[i] = 0;
        }
    }
    template <class Counter>
    __device__ __forceinline__ void Composite(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS])
    {
        for (int i = 0; i < ITEMS_PER_THREAD; i++) {
            atomicAdd(&histogram[items[i]], (Counter)1);
        }
    }
    template <class Counter>
    __device__ __forceinline__ void Histogram(T (&items)[ITEMS_PER_THREAD], Counter histogram[BINS])
    {
        InitHistogram(histogram);
        __syncthreads();
        Composite(items, histogram);
    }
};
} // namespace cub
