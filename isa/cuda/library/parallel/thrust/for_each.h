// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It, class Size, class F>
__host__ __device__ It for_each_n(const execution_policy<P> &policy, It first, Size n, F f)
{
    detail::each(policy, detail::call_step<detail::raw_t<It>, F>{detail::raw(first), f}, n);
    return first + n;
}
template <class It, class Size, class F> It for_each_n(It first, Size n, F f)
{
    return thrust::for_each_n(detail::policy_of<It>(), first, n, f);
}
template <class P, class It, class F>
__host__ __device__ It for_each(const execution_policy<P> &policy, It first, It last, F f)
{
    return thrust::for_each_n(policy, first, last - first, f);
}
template <class It, class F> It for_each(It first, It last, F f)
{
    return thrust::for_each(detail::policy_of<It>(), first, last, f);
}
} // namespace thrust
#include <thrust/detail/all.h>
