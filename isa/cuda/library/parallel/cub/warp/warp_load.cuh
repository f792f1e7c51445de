// SPDX-License-Identifier: Apache-2.0
// Loads and stores of a warp, or of a part of it.
#pragma once
#include <cub/block/block_load.cuh>
#include <cub/block/block_store.cuh>

namespace cub
{
enum WarpLoadAlgorithm { WARP_LOAD_DIRECT, WARP_LOAD_STRIPED, WARP_LOAD_VECTORIZE, WARP_LOAD_TRANSPOSE };
enum WarpStoreAlgorithm { WARP_STORE_DIRECT, WARP_STORE_STRIPED, WARP_STORE_VECTORIZE, WARP_STORE_TRANSPOSE };
template <class T, int ITEMS, WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT, int LOGICAL_WARP_THREADS = 32> class WarpLoad
{
    int lane;

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ WarpLoad() : lane(LaneId() % LOGICAL_WARP_THREADS) {}
    __device__ __forceinline__ WarpLoad(TempStorage &) : lane(LaneId() % LOGICAL_WARP_THREADS) {}
    template <class Iterator> __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS])
    {
        if constexpr (ALGORITHM == WARP_LOAD_STRIPED) {
            LoadDirectStriped<LOGICAL_WARP_THREADS>(lane, from, items);
        } else {
            LoadDirectBlocked(lane, from, items);
        }
    }
    template <class Iterator> __device__ __forceinline__ void Load(Iterator from, T (&items)[ITEMS], int valid)
    {
        if constexpr (ALGORITHM == WARP_LOAD_STRIPED) {
            LoadDirectStriped<LOGICAL_WARP_THREADS>(lane, from, items, valid);
        } else {
            LoadDirectBlocked(lane, from, items, valid);
        }
    }
};
template <class T, int ITEMS, WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT, int LOGICAL_WARP_THREADS = 32> class WarpStore
{
    int lane;

  public:
    struct TempStorage {
    };
    __device__ __forceinline__ WarpStore() : lane(LaneId() % LOGICAL_WARP_THREADS) {}
    __device__ __forceinline__ WarpStore(TempStorage &) : lane(LaneId() % LOGICAL_WARP_THREADS) {}
    template <class Iterator> __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS])
    {
        if constexpr (ALGORITHM == WARP_STORE_STRIPED) {
            StoreDirectStriped<LOGICAL_WARP_THREADS>(lane, to, items);
        } else {
            StoreDirectBlocked(lane, to, items);
        }
    }
    template <class Iterator> __device__ __forceinline__ void Store(Iterator to, T (&items)[ITEMS], int valid)
    {
        if constexpr (ALGORITHM == WARP_STORE_STRIPED) {
            StoreDirectStriped<LOGICAL_WARP_THREADS>(lane, to, items, valid);
        } else {
            StoreDirectBlocked(lane, to, items, valid);
        }
    }
};
} // namespace cub
