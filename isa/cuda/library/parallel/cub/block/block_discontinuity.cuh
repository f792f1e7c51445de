// SPDX-License-Identifier: Apache-2.0
// Compares each item of a block with its neighbor: where runs begin and end, and differences.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0> class BlockDiscontinuity
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };

  public:
    struct TempStorage {
        Uninitialized<T> first[THREADS], last[THREADS];
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void heads(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op, const T *before)
    {
        room.last[thread].Alias() = in[ITEMS - 1];
        __syncthreads();
        flags[0] = thread > 0 ? (Flag)op(room.last[thread - 1].Alias(), in[0])
                   : before != nullptr ? (Flag)op(*before, in[0])
                                       : (Flag)1;
        for (int i = 1; i < ITEMS; i++) {
            flags[i] = op(in[i - 1], in[i]);
        }
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void tails(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op, const T *after)
    {
        room.first[thread].Alias() = in[0];
        __syncthreads();
        for (int i = 0; i + 1 < ITEMS; i++) {
            flags[i] = op(in[i], in[i + 1]);
        }
        flags[ITEMS - 1] = thread + 1 < THREADS ? (Flag)op(in[ITEMS - 1], room.first[thread + 1].Alias())
                           : after != nullptr   ? (Flag)op(in[ITEMS - 1], *after)
                                                : (Flag)1;
    }

  public:
    __device__ __forceinline__ BlockDiscontinuity()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockDiscontinuity(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void FlagHeads(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op)
    {
        heads(flags, in, op, nullptr);
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void FlagHeads(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op, T before)
    {
        heads(flags, in, op, &before);
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void FlagTails(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op)
    {
        tails(flags, in, op, nullptr);
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void FlagTails(Flag (&flags)[ITEMS], T (&in)[ITEMS], Op op, T after)
    {
        tails(flags, in, op, &after);
    }
    template <int ITEMS, class Flag, class Op>
    __device__ __forceinline__ void FlagHeadsAndTails(Flag (&first)[ITEMS], Flag (&last)[ITEMS], T (&in)[ITEMS], Op op)
    {
        heads(first, in, op, nullptr);
        tails(last, in, op, nullptr);
    }
};

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1> class BlockAdjacentDifference
{
    typedef BlockDiscontinuity<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z> Neighbors;
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z };

  public:
    typedef typename Neighbors::TempStorage TempStorage;

  private:
    TempStorage &room;
    int thread;

  public:
    __device__ __forceinline__ BlockAdjacentDifference(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    template <int ITEMS, class Out, class Op>
    __device__ __forceinline__ void SubtractLeft(T (&in)[ITEMS], Out (&out)[ITEMS], Op op)
    {
        room.last[thread].Alias() = in[ITEMS - 1];
        __syncthreads();
        for (int i = ITEMS - 1; i > 0; i--) {
            out[i] = op(in[i], in[i - 1]);
        }
        out[0] = thread > 0 ? (Out)op(in[0], room.last[thread - 1].Alias()) : (Out)in[0];
    }
    template <int ITEMS, class Out, class Op>
    __device__ __forceinline__ void SubtractRight(T (&in)[ITEMS], Out (&out)[ITEMS], Op op)
    {
        room.first[thread].Alias() = in[0];
        __syncthreads();
        for (int i = 0; i + 1 < ITEMS; i++) {
            out[i] = op(in[i], in[i + 1]);
        }
        out[ITEMS - 1] = thread + 1 < THREADS ? (Out)op(in[ITEMS - 1], room.first[thread + 1].Alias())
                                              : (Out)in[ITEMS - 1];
    }
};
} // namespace cub
