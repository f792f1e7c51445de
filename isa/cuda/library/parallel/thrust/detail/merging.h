// SPDX-License-Identifier: Apache-2.0
// Stable sorts by any comparison: on the device runs of eight, sorted by a thread each and then
// merged by twos; else in place, by rotations.
#pragma once
#include <thrust/detail/radix.h>

namespace thrust
{
namespace detail
{
// Where a value goes in a sorted range: before all that are not less, or behind all equal ones.
template <class It, class T, class Less>
__host__ __device__ long long lower_place(It it, long long first, long long last, const T &value,
                                          Less &less)
{
    while (first < last) {
        long long middle = first + (last - first) / 2;
        if (less(it[middle], value)) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return first;
}
template <class It, class T, class Less>
__host__ __device__ long long upper_place(It it, long long first, long long last, const T &value,
                                          Less &less)
{
    while (first < last) {
        long long middle = first + (last - first) / 2;
        if (less(value, it[middle])) {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    return first;
}

template <class It, class Values> struct swap_elements {
    It it;
    Values values;
    __host__ __device__ void operator()(long long a, long long b)
    {
        value_of<It> old = it[a];
        it[a] = static_cast<value_of<It>>(it[b]);
        it[b] = old;
        if constexpr (!std::is_same<Values, lockstep::Nothing>::value) {
            value_of<Values> value = values[a];
            values[a] = static_cast<value_of<Values>>(values[b]);
            values[b] = value;
        }
    }
};
template <class Swap>
__host__ __device__ void reverse_elements(Swap &swap, long long first, long long last)
{
    for (; first < --last; first++) {
        swap(first, last);
    }
}
template <class It, class Values, class Less>
__host__ __device__ void insertion_sort(It it, Values values, long long first, long long last,
                                        Less &less)
{
    swap_elements<It, Values> swap{it, values};
    for (long long i = first + 1; i < last; i++) {
        for (long long k = i; k > first && less(it[k], it[k - 1]); k--) {
            swap(k, k - 1);
        }
    }
}
// Merges first .. middle - 1 and middle .. last - 1 without memory.
template <class It, class Values, class Less>
__host__ __device__ void merge_here(It it, Values values, long long first, long long middle,
                                    long long last, Less &less)
{
    swap_elements<It, Values> swap{it, values};
    while (first < middle && middle < last) {
        if (last - first <= 2) {
            if (less(it[middle], it[first])) {
                swap(first, middle);
            }
            return;
        }
        long long left, right;
        if (middle - first > last - middle) {
            left = first + (middle - first) / 2;
            value_of<It> value = it[left];
            right = lower_place(it, middle, last, value, less);
        } else {
            right = middle + (last - middle) / 2;
            value_of<It> value = it[right];
            left = upper_place(it, first, middle, value, less);
        }
        reverse_elements(swap, left, middle);
        reverse_elements(swap, middle, right);
        reverse_elements(swap, left, right);
        long long between = left + (right - middle);
        merge_here(it, values, first, left, between, less);
        first = between;
        middle = right;
    }
}
template <class It, class Values, class Less>
__host__ __device__ void sort_here(It it, Values values, long long count, Less &less)
{
    enum { RUN = 16 };
    for (long long i = 0; i < count; i += RUN) {
        insertion_sort(it, values, i, i + RUN < count ? i + RUN : count, less);
    }
    for (long long width = RUN; width < count; width *= 2) {
        for (long long i = 0; i + width < count; i += 2 * width) {
            merge_here(it, values, i, i + width, i + 2 * width < count ? i + 2 * width : count,
                       less);
        }
    }
}

enum { THREAD_RUN = 8 };
template <class K, class V, class Less> struct sort_run_step {
    K *keys;
    V *values;
    long long count;
    Less less;
    __host__ __device__ void operator()(long long i)
    {
        long long first = i * THREAD_RUN;
        long long last = first + THREAD_RUN < count ? first + THREAD_RUN : count;
        if constexpr (std::is_same<V, lockstep::Nothing>::value) {
            insertion_sort(keys, lockstep::Nothing(), first, last, less);
        } else {
            insertion_sort(keys, values, first, last, less);
        }
    }
};
template <class K, class V, class Less> struct merge_runs_step {
    const K *keys;
    const V *values;
    K *keys_out;
    V *values_out;
    long long count, width;
    Less less;
    __host__ __device__ void operator()(long long i)
    {
        long long first = i / (2 * width) * (2 * width);
        long long middle = first + width < count ? first + width : count;
        long long last = first + 2 * width < count ? first + 2 * width : count;
        long long to = i < middle ? i + lower_place(keys, middle, last, keys[i], less) - middle
                                  : i - middle + upper_place(keys, first, middle, keys[i], less);
        keys_out[to] = keys[i];
        if constexpr (!std::is_same<V, lockstep::Nothing>::value) {
            values_out[to] = values[i];
        }
    }
};

#ifndef __CUDA_ARCH__
// As radix_sort: true if the result is in the other arrays.
template <class K, class V, class Less>
bool merge_sort(cudaStream_t stream, K *keys, V *values, K *other_keys, V *other_values,
                long long count, Less less)
{
    launch_each(stream, sort_run_step<K, V, Less>{keys, values, count, less},
                (count + THREAD_RUN - 1) / THREAD_RUN);
    bool is_other = false;
    for (long long width = THREAD_RUN; width < count; width *= 2, is_other = !is_other) {
        merge_runs_step<K, V, Less> step{is_other ? other_keys : keys,
                                         is_other ? other_values : values,
                                         is_other ? keys : other_keys,
                                         is_other ? values : other_values,
                                         count,
                                         width,
                                         less};
        launch_each(stream, step, count);
    }
    return is_other;
}
#endif
} // namespace detail
} // namespace thrust
