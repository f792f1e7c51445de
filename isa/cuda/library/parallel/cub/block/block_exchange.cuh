// SPDX-License-Identifier: Apache-2.0
// Items of a block in another arrangement, by way of shared memory.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockExchange
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS = ITEMS_PER_THREAD };

  public:
    struct TempStorage {
        Uninitialized<T> values[THREADS * ITEMS];
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    __device__ __forceinline__ int blocked(int i) const { return thread * ITEMS + i; }
    __device__ __forceinline__ int striped(int i) const { return thread + i * THREADS; }
    __device__ __forceinline__ int warp_striped(int i) const { return thread / 32 * 32 * ITEMS + thread % 32 + i * 32; }

  public:
    __device__ __forceinline__ BlockExchange()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockExchange(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
#define LOCKSTEP_CUB_EXCHANGE(name, from, to)                                                                          \
    template <class Out> __device__ __forceinline__ void name(const T (&in)[ITEMS], Out (&out)[ITEMS])                 \
    {                                                                                                                  \
        for (int i = 0; i < ITEMS; i++) {                                                                              \
            room.values[from(i)].Alias() = in[i];                                                                      \
        }                                                                                                              \
        __syncthreads();                                                                                               \
        for (int i = 0; i < ITEMS; i++) {                                                                              \
            out[i] = room.values[to(i)].Alias();                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    __device__ __forceinline__ void name(T (&items)[ITEMS]) { name(items, items); }
    LOCKSTEP_CUB_EXCHANGE(BlockedToStriped, blocked, striped)
    LOCKSTEP_CUB_EXCHANGE(StripedToBlocked, striped, blocked)
    LOCKSTEP_CUB_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
    LOCKSTEP_CUB_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
#undef LOCKSTEP_CUB_EXCHANGE
#define LOCKSTEP_CUB_SCATTER(name, to)                                                                                 \
    template <class Out, class Rank>                                                                                   \
    __device__ __forceinline__ void name(const T (&in)[ITEMS], Out (&out)[ITEMS], Rank (&ranks)[ITEMS])                \
    {                                                                                                                  \
        for (int i = 0; i < ITEMS; i++) {                                                                              \
            room.values[ranks[i]].Alias() = in[i];                                                                     \
        }                                                                                                              \
        __syncthreads();                                                                                               \
        for (int i = 0; i < ITEMS; i++) {                                                                              \
            out[i] = room.values[to(i)].Alias();                                                                       \
        }                                                                                                              \
    }                                                                                                                  \
    template <class Rank> __device__ __forceinline__ void name(T (&items)[ITEMS], Rank (&ranks)[ITEMS])                \
    {                                                                                                                  \
        name(items, items, ranks);                                                                                     \
    }
    LOCKSTEP_CUB_SCATTER(ScatterToBlocked, blocked)
    LOCKSTEP_CUB_SCATTER(ScatterToStriped, striped)
#undef LOCKSTEP_CUB_SCATTER
};
} // namespace cub
