// SPDX-License-Identifier: Apache-2.0
// Values of other threads of the block.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0> class BlockShuffle
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };

  public:
    struct TempStorage {
        Uninitialized<T> values[THREADS];
    };

  private:
    TempStorage &room;
    int thread;

  public:
    __device__ __forceinline__ BlockShuffle(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ void Offset(T in, T &out, int distance = 1)
    {
        room.values[thread].Alias() = in;
        __syncthreads();
        int from = thread + distance;
        if (from >= 0 && from < THREADS) {
            out = room.values[from].Alias();
        }
    }
    __device__ __forceinline__ void Rotate(T in, T &out, unsigned distance = 1)
    {
        room.values[thread].Alias() = in;
        __syncthreads();
        out = room.values[(thread + distance) % THREADS].Alias();
    }
    template <int ITEMS> __device__ __forceinline__ void Up(T (&in)[ITEMS], T (&out)[ITEMS])
    {
        room.values[thread].Alias() = in[ITEMS - 1];
        __syncthreads();
        for (int i = ITEMS - 1; i > 0; i--) {
            out[i] = in[i - 1];
        }
        if (thread > 0) {
            out[0] = room.values[thread - 1].Alias();
        }
    }
    template <int ITEMS> __device__ __forceinline__ void Down(T (&in)[ITEMS], T (&out)[ITEMS])
    {
        room.values[thread].Alias() = in[0];
        __syncthreads();
        for (int i = 0; i + 1 < ITEMS; i++) {
            out[i] = in[i + 1];
        }
        if (thread + 1 < THREADS) {
            out[ITEMS - 1] = room.values[thread + 1].Alias();
        }
    }
};
} // namespace cub
