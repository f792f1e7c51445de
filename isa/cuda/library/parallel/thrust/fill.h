// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It, class Size, class T>
__host__ __device__ It fill_n(const execution_policy<P> &policy, It first, Size n, const T &value)
{
    typedef detail::value_or<It, T> V;
    detail::each(policy,
                 detail::fill_step<detail::raw_t<It>, V>{detail::raw(first), static_cast<V>(value)},
                 n);
    return first + n;
}
template <class P, class It, class T>
__host__ __device__ void fill(const execution_policy<P> &policy, It first, It last, const T &value)
{
    thrust::fill_n(policy, first, last - first, value);
}
template <class It, class Size, class T> It fill_n(It first, Size n, const T &value)
{
    return thrust::fill_n(detail::policy_of<It>(), first, n, value);
}
template <class It, class T> void fill(It first, It last, const T &value)
{
    thrust::fill_n(detail::policy_of<It>(), first, last - first, value);
}
template <class P, class It, class T>
__host__ __device__ void uninitialized_fill(const execution_policy<P> &policy, It first, It last,
                                            const T &value)
{
    thrust::fill_n(policy, first, last - first, value);
}
template <class It, class T> void uninitialized_fill(It first, It last, const T &value)
{
    thrust::fill_n(detail::policy_of<It>(), first, last - first, value);
}
template <class P, class It, class Size, class T>
__host__ __device__ It uninitialized_fill_n(const execution_policy<P> &policy, It first, Size n,
                                            const T &value)
{
    return thrust::fill_n(policy, first, n, value);
}
template <class It, class Size, class T> It uninitialized_fill_n(It first, Size n, const T &value)
{
    return thrust::fill_n(detail::policy_of<It>(), first, n, value);
}
} // namespace thrust
#include <thrust/detail/all.h>
