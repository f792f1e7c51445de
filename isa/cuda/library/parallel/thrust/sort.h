// SPDX-License-Identifier: Apache-2.0
// Sorts, all of them stable. Numbers in their own order are sorted by digits.
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/merging.h>
#include <thrust/detail/select.h>
#include <thrust/functional.h>
#include <thrust/mismatch.h>
#ifndef __CUDA_ARCH__
#include <algorithm>
#include <functional>
#endif

namespace thrust
{
namespace detail
{
// 1: a comparison in the order of numbers, -1: in the opposite order.
template <class Less> struct order_of : std::integral_constant<int, 0> {
};
template <class T> struct order_of<less<T>> : std::integral_constant<int, 1> {
};
template <class T> struct order_of<greater<T>> : std::integral_constant<int, -1> {
};
#ifndef __CUDA_ARCH__
template <class T> struct order_of<std::less<T>> : std::integral_constant<int, 1> {
};
template <class T> struct order_of<std::greater<T>> : std::integral_constant<int, -1> {
};

template <class K, class V, class Less>
bool sort_arrays(cudaStream_t stream, K *keys, V *values, K *other_keys, V *other_values,
                 long long count, Less less)
{
    constexpr int order = order_of<Less>::value;
    if constexpr (order != 0 && std::is_arithmetic<K>::value && sizeof(K) <= 8) {
        return radix_sort(stream, keys, values, other_keys, other_values, count, order < 0, 0,
                          (int)(8 * sizeof(K)));
    } else {
        return merge_sort(stream, keys, values, other_keys, other_values, count, less);
    }
}
template <class It, class Less>
void sort_on_device(cudaStream_t stream, It it, long long n, Less less)
{
    typedef value_of<It> K;
    temporary<K> keys(n), other(n);
    launch_each(stream, copy_step<It, K *>{it, keys.get()}, n);
    lockstep::Nothing *none = nullptr;
    bool is_other = sort_arrays(stream, keys.get(), none, other.get(), none, n, less);
    launch_each(stream, copy_step<K *, It>{is_other ? other.get() : keys.get(), it}, n);
}
template <class It, class Values, class Less>
void sort_pairs_on_device(cudaStream_t stream, It it, Values with, long long n, Less less)
{
    typedef value_of<It> K;
    typedef value_of<Values> V;
    temporary<K> keys(n), other_keys(n);
    temporary<V> values(n), other_values(n);
    launch_each(stream, copy_step<It, K *>{it, keys.get()}, n);
    launch_each(stream, copy_step<Values, V *>{with, values.get()}, n);
    bool is_other = sort_arrays(stream, keys.get(), values.get(), other_keys.get(),
                                other_values.get(), n, less);
    launch_each(stream, copy_step<K *, It>{is_other ? other_keys.get() : keys.get(), it}, n);
    launch_each(stream, copy_step<V *, Values>{is_other ? other_values.get() : values.get(), with},
                n);
}
#endif
} // namespace detail

template <class P, class It, class Less>
__host__ __device__ void stable_sort(const execution_policy<P> &policy, It first, It last,
                                     Less less)
{
    long long n = last - first;
    if (n < 2) {
        return;
    }
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
        detail::sort_on_device(policy.derived().lockstep_stream(), detail::raw(first), n, less);
    } else if constexpr (std::is_pointer<It>::value) {
        std::stable_sort(first, last, less);
    } else
#endif
    {
        detail::sort_here(detail::raw(first), lockstep::Nothing(), n, less);
    }
}
template <class P, class K, class V, class Less>
__host__ __device__ void stable_sort_by_key(const execution_policy<P> &policy, K first, K last,
                                            V values, Less less)
{
    long long n = last - first;
    if (n < 2) {
        return;
    }
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
        detail::sort_pairs_on_device(policy.derived().lockstep_stream(), detail::raw(first),
                                     detail::raw(values), n, less);
    } else
#endif
    {
        detail::sort_here(detail::raw(first), detail::raw(values), n, less);
    }
}

#define LOCKSTEP_THRUST_SORT(name, name_by_key)                                                    \
    template <class P, class It>                                                                   \
    __host__ __device__ void name(const execution_policy<P> &policy, It first, It last)            \
    {                                                                                              \
        thrust::stable_sort(policy, first, last, less<detail::value_of<It>>());                    \
    }                                                                                              \
    template <class It> void name(It first, It last)                                               \
    {                                                                                              \
        thrust::stable_sort(detail::policy_of<It>(), first, last, less<detail::value_of<It>>());   \
    }                                                                                              \
    template <class It, class Less> void name(It first, It last, Less compare)                     \
    {                                                                                              \
        thrust::stable_sort(detail::policy_of<It>(), first, last, compare);                        \
    }                                                                                              \
    template <class P, class K, class V>                                                           \
    __host__ __device__ void name_by_key(const execution_policy<P> &policy, K first, K last,       \
                                         V values)                                                 \
    {                                                                                              \
        thrust::stable_sort_by_key(policy, first, last, values, less<detail::value_of<K>>());      \
    }                                                                                              \
    template <class K, class V> void name_by_key(K first, K last, V values)                        \
    {                                                                                              \
        thrust::stable_sort_by_key(detail::policy_of<K, V>(), first, last, values,                 \
                                   less<detail::value_of<K>>());                                   \
    }                                                                                              \
    template <class K, class V, class Less>                                                        \
    void name_by_key(K first, K last, V values, Less compare)                                      \
    {                                                                                              \
        thrust::stable_sort_by_key(detail::policy_of<K, V>(), first, last, values, compare);       \
    }
LOCKSTEP_THRUST_SORT(stable_sort, stable_sort_by_key)
LOCKSTEP_THRUST_SORT(sort, sort_by_key)
#undef LOCKSTEP_THRUST_SORT
template <class P, class It, class Less>
__host__ __device__ void sort(const execution_policy<P> &policy, It first, It last, Less less)
{
    thrust::stable_sort(policy, first, last, less);
}
template <class P, class K, class V, class Less>
__host__ __device__ void sort_by_key(const execution_policy<P> &policy, K first, K last, V values,
                                     Less less)
{
    thrust::stable_sort_by_key(policy, first, last, values, less);
}

template <class P, class It, class Less>
__host__ __device__ It is_sorted_until(const execution_policy<P> &policy, It first, It last,
                                       Less less)
{
    typedef detail::test_descent<detail::raw_t<It>, Less> Test;
    return first + detail::first_that(policy, Test{detail::raw(first), less}, last - first);
}
template <class P, class It>
__host__ __device__ It is_sorted_until(const execution_policy<P> &policy, It first, It last)
{
    return thrust::is_sorted_until(policy, first, last, less<>());
}
template <class It, class Less> It is_sorted_until(It first, It last, Less less)
{
    return thrust::is_sorted_until(detail::policy_of<It>(), first, last, less);
}
template <class It> It is_sorted_until(It first, It last)
{
    return thrust::is_sorted_until(detail::policy_of<It>(), first, last, less<>());
}
template <class P, class It, class Less>
__host__ __device__ bool is_sorted(const execution_policy<P> &policy, It first, It last, Less less)
{
    return thrust::is_sorted_until(policy, first, last, less) == last;
}
template <class P, class It>
__host__ __device__ bool is_sorted(const execution_policy<P> &policy, It first, It last)
{
    return thrust::is_sorted_until(policy, first, last, less<>()) == last;
}
template <class It, class Less> bool is_sorted(It first, It last, Less less)
{
    return thrust::is_sorted_until(detail::policy_of<It>(), first, last, less) == last;
}
template <class It> bool is_sorted(It first, It last)
{
    return thrust::is_sorted_until(detail::policy_of<It>(), first, last, less<>()) == last;
}
} // namespace thrust
#include <thrust/detail/all.h>
