// SPDX-License-Identifier: Apache-2.0
// Stable sorts by the digits of keys, four bits at a time. A block counts its digits, a scan of all
// counts tells where each digit of each block goes, and the block moves its keys there.
#pragma once
#include <thrust/detail/launch.h>

namespace lockstep
{
enum { DIGITS = 16, SORT_ITEMS = 4, SORT_TILE = BLOCK_THREADS * SORT_ITEMS };

// No value beside the key.
struct Nothing {
};

// Keys as unsigned integers in the order of the keys; -0.0 is 0.0.
template <int size> struct RadixWord {
    typedef unsigned type;
};
template <> struct RadixWord<8> {
    typedef unsigned long long type;
};
template <class K> __host__ __device__ typename RadixWord<sizeof(K)>::type radix_word(const K &key)
{
    typedef typename RadixWord<sizeof(K)>::type Word;
    constexpr Word top = (Word)1 << (8 * sizeof(K) - 1);
    if constexpr (std::is_floating_point<K>::value) {
        K value = key == K(0) ? K(0) : key;
        Word bits;
        memcpy(&bits, &value, sizeof value);
        return (bits & top) != 0 ? ~bits : bits | top;
    } else if constexpr (std::is_signed<K>::value) {
        constexpr Word all = sizeof(K) < 4 ? ((Word)1 << (8 * sizeof(K) % 32)) - 1 : ~(Word)0;
        return ((Word)key & all) ^ top;
    } else {
        return (Word)key;
    }
}

template <class K> struct RadixDigit {
    int shift, bits;
    bool is_descending;
    __host__ __device__ unsigned operator()(const K &key) const
    {
        unsigned digit = (unsigned)(radix_word(key) >> shift) & ((1u << bits) - 1);
        return is_descending ? (1u << bits) - 1 - digit : digit;
    }
};

template <class K>
__global__ void count_digits(const K *keys, long long count, RadixDigit<K> digit_of,
                             unsigned *counts)
{
    __shared__ unsigned digits[DIGITS];
    if (threadIdx.x < DIGITS) {
        digits[threadIdx.x] = 0;
    }
    __syncthreads();
    long long i = blockIdx.x * (long long)SORT_TILE + threadIdx.x;
    for (int k = 0; k < SORT_ITEMS && i < count; k++, i += BLOCK_THREADS) {
        atomicAdd(&digits[digit_of(keys[i])], 1u);
    }
    __syncthreads();
    if (threadIdx.x < DIGITS) {
        counts[threadIdx.x * gridDim.x + blockIdx.x] = digits[threadIdx.x];
    }
}

// Each thread has SORT_ITEMS consecutive keys, and a column of counters.
template <class K, class V>
__global__ void move_digits(const K *keys, const V *values, long long count, RadixDigit<K> digit_of,
                            const unsigned *starts, K *keys_out, V *values_out)
{
    __shared__ unsigned short columns[DIGITS][BLOCK_THREADS];
    __shared__ unsigned short parts[DIGITS][DIGITS];
    long long first = blockIdx.x * (long long)SORT_TILE + threadIdx.x * SORT_ITEMS;
    for (int d = 0; d < DIGITS; d++) {
        columns[d][threadIdx.x] = 0;
    }
    unsigned digits[SORT_ITEMS], ranks[SORT_ITEMS];
    for (int k = 0; k < SORT_ITEMS; k++) {
        if (first + k < count) {
            digits[k] = digit_of(keys[first + k]);
            ranks[k] = columns[digits[k]][threadIdx.x]++;
        }
    }
    __syncthreads();
    unsigned row = threadIdx.x / DIGITS, part = threadIdx.x % DIGITS;
    unsigned sum = 0;
    for (int k = 0; k < DIGITS; k++) {
        sum += columns[row][part * DIGITS + k];
    }
    parts[row][part] = (unsigned short)sum;
    __syncthreads();
    sum = 0;
    for (unsigned k = 0; k < part; k++) {
        sum += parts[row][k];
    }
    for (int k = 0; k < DIGITS; k++) {
        unsigned here = columns[row][part * DIGITS + k];
        columns[row][part * DIGITS + k] = (unsigned short)sum;
        sum += here;
    }
    __syncthreads();
    for (int k = 0; k < SORT_ITEMS; k++) {
        if (first + k < count) {
            unsigned to = starts[digits[k] * gridDim.x + blockIdx.x] +
                          columns[digits[k]][threadIdx.x] + ranks[k];
            keys_out[to] = keys[first + k];
            if constexpr (!std::is_same<V, Nothing>::value) {
                values_out[to] = values[first + k];
            }
        }
    }
}
} // namespace lockstep

namespace thrust
{
namespace detail
{
template <class K> struct load_changed_bits {
    typedef typename lockstep::RadixWord<sizeof(K)>::type Word;
    const K *keys;
    __host__ __device__ Word operator()(long long i) const
    {
        return lockstep::radix_word(keys[i]) ^ lockstep::radix_word(keys[0]);
    }
};
struct either_bits {
    template <class T> __host__ __device__ T operator()(T a, T b) const
    {
        return a | b;
    }
};
struct add_unsigned {
    __host__ __device__ unsigned operator()(unsigned a, unsigned b) const
    {
        return a + b;
    }
};
struct store_start {
    unsigned *at;
    __host__ __device__ void operator()(long long i, const unsigned *before, unsigned,
                                        unsigned) const
    {
        at[i] = before == nullptr ? 0 : *before;
    }
};
} // namespace detail
} // namespace thrust

#ifndef __CUDA_ARCH__
namespace thrust
{
namespace detail
{

// Sorts by the bits begin .. end - 1. The arrays keys and values are changed; the result is in
// them, or in the others: true.
template <class K, class V>
bool radix_sort(cudaStream_t stream, K *keys, V *values, K *other_keys, V *other_values,
                long long count, bool is_descending, int begin, int end)
{
    typedef typename lockstep::RadixWord<sizeof(K)>::type Word;
    if (count < 2) {
        return false;
    }
    Word none = 0;
    Word changed =
        launch_reduce<Word>(stream, load_changed_bits<K>{keys}, count, &none, either_bits());
    unsigned blocks = (unsigned)((count + lockstep::SORT_TILE - 1) / lockstep::SORT_TILE);
    temporary<unsigned> counts((size_t)blocks * lockstep::DIGITS);
    bool is_other = false;
    for (int shift = begin; shift < end; shift += 4) {
        int bits = end - shift < 4 ? end - shift : 4;
        if ((changed >> shift & (((Word)1 << bits) - 1)) == 0) {
            continue;
        }
        lockstep::RadixDigit<K> digit{shift, bits, is_descending};
        const K *from = is_other ? other_keys : keys;
        const V *with = is_other ? other_values : values;
        lockstep::count_digits<K>
            <<<blocks, lockstep::BLOCK_THREADS, 0, stream>>>(from, count, digit, counts.get());
        finish(stream, "sort");
        launch_scan<unsigned>(stream, load_pointer<unsigned>{counts.get()},
                              (long long)blocks * lockstep::DIGITS, add_unsigned(),
                              store_start{counts.get()});
        const unsigned *starts = counts.get();
        K *to = is_other ? keys : other_keys;
        V *beside = is_other ? values : other_values;
        lockstep::move_digits<K, V><<<blocks, lockstep::BLOCK_THREADS, 0, stream>>>(
            from, with, count, digit, starts, to, beside);
        finish(stream, "sort");
        is_other = !is_other;
    }
    return is_other;
}
} // namespace detail
} // namespace thrust
#endif
