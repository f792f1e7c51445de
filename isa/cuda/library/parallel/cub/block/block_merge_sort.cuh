// SPDX-License-Identifier: Apache-2.0
// Stable sorts of a block by any comparison: runs of one thread, merged by twos in shared memory.
#pragma once
#include <cub/util.cuh>
#include <thrust/detail/merging.h>

namespace cub
{
template <class K, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class V = NullType, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockMergeSort
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS = ITEMS_PER_THREAD, COUNT = THREADS * ITEMS };
    static constexpr bool has_values = !std::is_same<V, NullType>::value;

  public:
    struct TempStorage {
        Uninitialized<K> keys[COUNT];
        Uninitialized<V> values[has_values ? COUNT : 1];
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    // Items at count and after it stay at the end.
    template <class Less> __device__ __forceinline__ void sort(K (&keys)[ITEMS], V (&values)[ITEMS], Less less, int count)
    {
        K *at = &room.keys[0].Alias();
        for (int width = 1; width < COUNT || width == 1; width *= 2) {
            __syncthreads();
            for (int i = 0; i < ITEMS; i++) {
                room.keys[thread * ITEMS + i].Alias() = keys[i];
            }
            __syncthreads();
            int places[ITEMS];
            for (int i = 0; i < ITEMS; i++) {
                int own = thread * ITEMS + i, first = own / (2 * width) * (2 * width);
                int middle = first + width < count ? first + width : count;
                int last = first + 2 * width < count ? first + 2 * width : count;
                places[i] = own >= count ? own
                            : own < middle
                                ? own + (int)thrust::detail::lower_place(at, middle, last, keys[i], less) - middle
                                : own - middle +
                                      (int)thrust::detail::upper_place(at, first, middle, keys[i], less);
            }
            __syncthreads();
            for (int i = 0; i < ITEMS; i++) {
                room.keys[places[i]].Alias() = keys[i];
                if constexpr (has_values) {
                    room.values[places[i]].Alias() = values[i];
                }
            }
            __syncthreads();
            for (int i = 0; i < ITEMS; i++) {
                keys[i] = room.keys[thread * ITEMS + i].Alias();
                if constexpr (has_values) {
                    values[i] = room.values[thread * ITEMS + i].Alias();
                }
            }
        }
    }

  public:
    __device__ __forceinline__ BlockMergeSort()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockMergeSort(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    template <class Less> __device__ __forceinline__ void Sort(K (&keys)[ITEMS], Less less)
    {
        V values[ITEMS];
        sort(keys, values, less, COUNT);
    }
    template <class Less> __device__ __forceinline__ void Sort(K (&keys)[ITEMS], Less less, int valid, K rest)
    {
        V values[ITEMS];
        sort(keys, values, less, valid);
    }
    template <class Less> __device__ __forceinline__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], Less less)
    {
        sort(keys, values, less, COUNT);
    }
    template <class Less>
    __device__ __forceinline__ void Sort(K (&keys)[ITEMS], V (&values)[ITEMS], Less less, int valid, K rest)
    {
        sort(keys, values, less, valid);
    }
    template <class Less> __device__ __forceinline__ void StableSort(K (&keys)[ITEMS], Less less) { Sort(keys, less); }
    template <class Less> __device__ __forceinline__ void StableSort(K (&keys)[ITEMS], V (&values)[ITEMS], Less less)
    {
        sort(keys, values, less, COUNT);
    }
};
} // namespace cub
