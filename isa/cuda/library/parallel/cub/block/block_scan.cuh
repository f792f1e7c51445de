// SPDX-License-Identifier: Apache-2.0
// Scans of a block: each thread stores its value, the lanes of the first warp take a segment of
// values each, scan the segments' sums among themselves, and go through their segments again.
#pragma once
#include <cub/thread/thread_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

namespace cub
{
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockScan
{
    enum {
        THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
        LANES = THREADS < 32 ? THREADS : 32,
        SEGMENT = (THREADS + LANES - 1) / LANES
    };

  public:
    struct TempStorage {
        Uninitialized<T> values[THREADS], all, prefix;
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    // The prefix before this thread's value, which thread 0 does not have, and the block's sum.
    template <class Op> __device__ __forceinline__ T before(T x, Op op, T &aggregate)
    {
        room.values[thread].Alias() = x;
        __syncthreads();
        if (thread < LANES) {
            int first = thread * SEGMENT;
            T sum = x;
#pragma unroll
            for (int k = 0; k < SEGMENT; k++) {
                if (first + k < THREADS) {
                    sum = k == 0 ? room.values[first].Alias() : (T)op(sum, room.values[first + k].Alias());
                }
            }
            unsigned mask = LANES == 32 ? 0xffffffffu : (1u << LANES % 32) - 1;
            int last = (THREADS + SEGMENT - 1) / SEGMENT - 1;
            T through = sum;
            for (int distance = 1; distance < LANES; distance *= 2) {
                T other = detail::shuffle<detail::SHUFFLE_UP>(through, distance, 32, mask);
                if (thread >= distance && thread <= last) {
                    through = op(other, through);
                }
            }
            T prior = detail::shuffle<detail::SHUFFLE_UP>(through, 1, 32, mask);
            if (thread == last) {
                room.all.Alias() = through;
            }
#pragma unroll
            for (int k = 0; k < SEGMENT; k++) {
                if (first + k < THREADS) {
                    T value = room.values[first + k].Alias();
                    if (first + k > 0) {
                        room.values[first + k].Alias() = prior;
                        prior = op(prior, value);
                    } else {
                        prior = value;
                    }
                }
            }
        }
        __syncthreads();
        aggregate = room.all.Alias();
        return room.values[thread].Alias();
    }
    // The first warp asks for the prefix of the whole block; lane 0's answer counts.
    template <class Callback> __device__ __forceinline__ T ask(T aggregate, Callback &callback)
    {
        __syncthreads();
        if (thread < 32) {
            T prefix = callback(aggregate);
            if (thread == 0) {
                room.prefix.Alias() = prefix;
            }
        }
        __syncthreads();
        return room.prefix.Alias();
    }

  public:
    __device__ __forceinline__ BlockScan()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockScan(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }

    template <class Op> __device__ __forceinline__ void InclusiveScan(T x, T &through, Op op, T &aggregate)
    {
        T prior = before(x, op, aggregate);
        through = thread == 0 ? x : (T)op(prior, x);
    }
    template <class Op> __device__ __forceinline__ void InclusiveScan(T x, T &through, Op op)
    {
        T aggregate;
        InclusiveScan(x, through, op, aggregate);
    }
    template <class Op, class Callback>
    __device__ __forceinline__ auto InclusiveScan(T x, T &through, Op op, Callback &callback)
        -> decltype((void)callback(x))
    {
        T aggregate, prior = before(x, op, aggregate), prefix = ask(aggregate, callback);
        through = thread == 0 ? (T)op(prefix, x) : (T)op((T)op(prefix, prior), x);
    }
    template <int ITEMS, class Op>
    __device__ __forceinline__ void InclusiveScan(T (&x)[ITEMS], T (&through)[ITEMS], Op op, T &aggregate)
    {
        T prior = before(ThreadReduce(x, op), op, aggregate);
        T sum = thread == 0 ? x[0] : (T)op(prior, x[0]);
        through[0] = sum;
#pragma unroll
        for (int i = 1; i < ITEMS; i++) {
            sum = op(sum, x[i]);
            through[i] = sum;
        }
    }
    template <int ITEMS, class Op>
    __device__ __forceinline__ void InclusiveScan(T (&x)[ITEMS], T (&through)[ITEMS], Op op)
    {
        T aggregate;
        InclusiveScan(x, through, op, aggregate);
    }
    template <int ITEMS, class Op, class Callback>
    __device__ __forceinline__ auto InclusiveScan(T (&x)[ITEMS], T (&through)[ITEMS], Op op, Callback &callback)
        -> decltype((void)callback(x[0]))
    {
        T aggregate, prior = before(ThreadReduce(x, op), op, aggregate), prefix = ask(aggregate, callback);
        T sum = thread == 0 ? prefix : (T)op(prefix, prior);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            sum = op(sum, x[i]);
            through[i] = sum;
        }
    }
    __device__ __forceinline__ void InclusiveSum(T x, T &through) { InclusiveScan(x, through, cub::Sum()); }
    template <class Last> __device__ __forceinline__ void InclusiveSum(T x, T &through, Last &aggregate_or_callback)
    {
        InclusiveScan(x, through, cub::Sum(), aggregate_or_callback);
    }
    template <int ITEMS> __device__ __forceinline__ void InclusiveSum(T (&x)[ITEMS], T (&through)[ITEMS])
    {
        InclusiveScan(x, through, cub::Sum());
    }
    template <int ITEMS, class Last>
    __device__ __forceinline__ void InclusiveSum(T (&x)[ITEMS], T (&through)[ITEMS], Last &aggregate_or_callback)
    {
        InclusiveScan(x, through, cub::Sum(), aggregate_or_callback);
    }

    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, T init, Op op, T &aggregate)
    {
        T own = before(x, op, aggregate);
        prior = thread == 0 ? init : (T)op(init, own);
    }
    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, T init, Op op)
    {
        T aggregate;
        ExclusiveScan(x, prior, init, op, aggregate);
    }
    template <class Op> __device__ __forceinline__ void ExclusiveScan(T x, T &prior, Op op)
    {
        T aggregate;
        prior = before(x, op, aggregate);
    }
    template <class Op, class Callback>
    __device__ __forceinline__ auto ExclusiveScan(T x, T &prior, Op op, Callback &callback)
        -> decltype((void)callback(x))
    {
        T aggregate, own = before(x, op, aggregate), prefix = ask(aggregate, callback);
        prior = thread == 0 ? prefix : (T)op(prefix, own);
    }
    template <int ITEMS, class Op>
    __device__ __forceinline__ void ExclusiveScan(T (&x)[ITEMS], T (&prior)[ITEMS], T init, Op op, T &aggregate)
    {
        T own = before(ThreadReduce(x, op), op, aggregate);
        T sum = thread == 0 ? init : (T)op(init, own);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            T value = x[i];
            prior[i] = sum;
            sum = op(sum, value);
        }
    }
    template <int ITEMS, class Op>
    __device__ __forceinline__ void ExclusiveScan(T (&x)[ITEMS], T (&prior)[ITEMS], T init, Op op)
    {
        T aggregate;
        ExclusiveScan(x, prior, init, op, aggregate);
    }
    template <int ITEMS, class Op, class Callback>
    __device__ __forceinline__ auto ExclusiveScan(T (&x)[ITEMS], T (&prior)[ITEMS], Op op, Callback &callback)
        -> decltype((void)callback(x[0]))
    {
        T aggregate, own = before(ThreadReduce(x, op), op, aggregate), prefix = ask(aggregate, callback);
        T sum = thread == 0 ? prefix : (T)op(prefix, own);
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            T value = x[i];
            prior[i] = sum;
            sum = op(sum, value);
        }
    }
    __device__ __forceinline__ void ExclusiveSum(T x, T &prior)
    {
        T aggregate;
        ExclusiveSum(x, prior, aggregate);
    }
    __device__ __forceinline__ void ExclusiveSum(T x, T &prior, T &aggregate)
    {
        T own = before(x, cub::Sum(), aggregate);
        prior = thread == 0 ? T() : own;
    }
    template <class Callback> __device__ __forceinline__ auto ExclusiveSum(T x, T &prior, Callback &callback)
        -> decltype((void)callback(x))
    {
        ExclusiveScan(x, prior, cub::Sum(), callback);
    }
    template <int ITEMS> __device__ __forceinline__ void ExclusiveSum(T (&x)[ITEMS], T (&prior)[ITEMS], T &aggregate)
    {
        T own = before(ThreadReduce(x, cub::Sum()), cub::Sum(), aggregate);
        T sum = thread == 0 ? T() : own;
#pragma unroll
        for (int i = 0; i < ITEMS; i++) {
            T value = x[i];
            prior[i] = sum;
            sum = sum + value;
        }
    }
    template <int ITEMS> __device__ __forceinline__ void ExclusiveSum(T (&x)[ITEMS], T (&prior)[ITEMS])
    {
        T aggregate;
        ExclusiveSum(x, prior, aggregate);
    }
    template <int ITEMS, class Callback>
    __device__ __forceinline__ auto ExclusiveSum(T (&x)[ITEMS], T (&prior)[ITEMS], Callback &callback)
        -> decltype((void)callback(x[0]))
    {
        ExclusiveScan(x, prior, cub::Sum(), callback);
    }
};
} // namespace cub
