// SPDX-License-Identifier: Apache-2.0
// Stable sorts of a block's keys by their digits, four bits at a time.
#pragma once
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_scan.cuh>
#include <thrust/detail/radix.h>

namespace cub
{
template <class K, int BLOCK_DIM_X, int ITEMS_PER_THREAD, class V = NullType, int RADIX_BITS = 4,
          bool MEMOIZE_OUTER_SCAN = true, BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          int SMEM_CONFIG = 0, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int LEGACY_PTX_ARCH = 0>
class BlockRadixSort
{
    enum { THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS = ITEMS_PER_THREAD, DIGITS = 16 };
    typedef BlockScan<unsigned, BLOCK_DIM_X, BLOCK_SCAN_RAKING, BLOCK_DIM_Y, BLOCK_DIM_Z> Scan;
    typedef BlockExchange<K, BLOCK_DIM_X, ITEMS, false, BLOCK_DIM_Y, BLOCK_DIM_Z> KeyExchange;
    typedef BlockExchange<V, BLOCK_DIM_X, ITEMS, false, BLOCK_DIM_Y, BLOCK_DIM_Z> ValueExchange;
    static constexpr bool has_values = !std::is_same<V, NullType>::value;

  public:
    struct TempStorage {
        union {
            unsigned counts[DIGITS * THREADS];
            typename KeyExchange::TempStorage keys;
            typename ValueExchange::TempStorage values;
        };
        typename Scan::TempStorage scan;
    };

  private:
    TempStorage &room;
    int thread;
    static __device__ __forceinline__ TempStorage &own_storage()
    {
        __shared__ TempStorage storage;
        return storage;
    }
    // Where each of this thread's keys goes: counters stand by digits, then by threads.
    __device__ __forceinline__ void rank(const K (&keys)[ITEMS], lockstep::RadixDigit<K> digit_of, int (&ranks)[ITEMS])
    {
        for (int d = 0; d < DIGITS; d++) {
            room.counts[d * THREADS + thread] = 0;
        }
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) {
            ranks[i] = (int)room.counts[digit_of(keys[i]) * THREADS + thread]++;
        }
        __syncthreads();
        unsigned sum = 0, prior;
        for (int i = 0; i < DIGITS; i++) {
            sum += room.counts[thread * DIGITS + i];
        }
        Scan(room.scan).ExclusiveSum(sum, prior);
        for (int i = 0; i < DIGITS; i++) {
            unsigned count = room.counts[thread * DIGITS + i];
            room.counts[thread * DIGITS + i] = prior;
            prior += count;
        }
        __syncthreads();
        for (int i = 0; i < ITEMS; i++) {
            ranks[i] += (int)room.counts[digit_of(keys[i]) * THREADS + thread];
        }
        __syncthreads();
    }
    __device__ __forceinline__ void sort(K (&keys)[ITEMS], V (&values)[ITEMS], int begin, int end, bool is_descending,
                                         bool is_striped)
    {
        for (int shift = begin; shift < end || shift == begin; shift += 4) {
            int ranks[ITEMS], bits = end - shift < 4 ? end - shift : 4;
            bool is_last = shift + 4 >= end;
            rank(keys, lockstep::RadixDigit<K>{shift, bits, is_descending}, ranks);
            if (is_last && is_striped) {
                KeyExchange(room.keys).ScatterToStriped(keys, ranks);
            } else {
                KeyExchange(room.keys).ScatterToBlocked(keys, ranks);
            }
            __syncthreads();
            if constexpr (has_values) {
                if (is_last && is_striped) {
                    ValueExchange(room.values).ScatterToStriped(values, ranks);
                } else {
                    ValueExchange(room.values).ScatterToBlocked(values, ranks);
                }
                __syncthreads();
            }
        }
    }

  public:
    __device__ __forceinline__ BlockRadixSort()
        : room(own_storage()), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
    __device__ __forceinline__ BlockRadixSort(TempStorage &storage)
        : room(storage), thread(detail::block_thread<BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z>())
    {
    }
#define LOCKSTEP_CUB_SORT(name, is_descending, is_striped)                                                             \
    __device__ __forceinline__ void name(K (&keys)[ITEMS], int begin_bit = 0, int end_bit = sizeof(K) * 8)             \
    {                                                                                                                  \
        V values[ITEMS];                                                                                               \
        sort(keys, values, begin_bit, end_bit, is_descending, is_striped);                                             \
    }                                                                                                                  \
    __device__ __forceinline__ void name(K (&keys)[ITEMS], V (&values)[ITEMS], int begin_bit = 0,                      \
                                         int end_bit = sizeof(K) * 8)                                                  \
    {                                                                                                                  \
        sort(keys, values, begin_bit, end_bit, is_descending, is_striped);                                             \
    }
    LOCKSTEP_CUB_SORT(Sort, false, false)
    LOCKSTEP_CUB_SORT(SortDescending, true, false)
    LOCKSTEP_CUB_SORT(SortBlockedToStriped, false, true)
    LOCKSTEP_CUB_SORT(SortDescendingBlockedToStriped, true, true)
#undef LOCKSTEP_CUB_SORT
};
} // namespace cub
