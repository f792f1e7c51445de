// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It, class T>
__host__ __device__ void sequence(const execution_policy<P> &policy, It first, It last, T init,
                                  T step)
{
    typedef detail::value_or<It, T> V;
    typedef detail::sequence_step<detail::raw_t<It>, V> Step;
    detail::each(policy, Step{detail::raw(first), static_cast<V>(init), static_cast<V>(step)},
                 last - first);
}
template <class P, class It, class T>
__host__ __device__ void sequence(const execution_policy<P> &policy, It first, It last, T init)
{
    thrust::sequence(policy, first, last, init, static_cast<T>(1));
}
template <class P, class It>
__host__ __device__ void sequence(const execution_policy<P> &policy, It first, It last)
{
    typedef detail::value_of<It> T;
    thrust::sequence(policy, first, last, static_cast<T>(0), static_cast<T>(1));
}
template <class It, class T> void sequence(It first, It last, T init, T step)
{
    thrust::sequence(detail::policy_of<It>(), first, last, init, step);
}
template <class It, class T> void sequence(It first, It last, T init)
{
    thrust::sequence(detail::policy_of<It>(), first, last, init, static_cast<T>(1));
}
template <class It> void sequence(It first, It last)
{
    thrust::sequence(detail::policy_of<It>(), first, last);
}
} // namespace thrust
#include <thrust/detail/all.h>
