// SPDX-License-Identifier: Apache-2.0
// On the device each element calls a copy of the functor; on the host one functor is called in
// turn.
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It, class Size, class F>
__host__ __device__ It generate_n(const execution_policy<P> &policy, It first, Size n, F f)
{
    detail::each(policy, detail::generate_step<detail::raw_t<It>, F>{detail::raw(first), f}, n);
    return first + n;
}
template <class P, class It, class F>
__host__ __device__ void generate(const execution_policy<P> &policy, It first, It last, F f)
{
    thrust::generate_n(policy, first, last - first, f);
}
template <class It, class Size, class F> It generate_n(It first, Size n, F f)
{
    return thrust::generate_n(detail::policy_of<It>(), first, n, f);
}
template <class It, class F> void generate(It first, It last, F f)
{
    thrust::generate_n(detail::policy_of<It>(), first, last - first, f);
}
} // namespace thrust
#include <thrust/detail/all.h>
