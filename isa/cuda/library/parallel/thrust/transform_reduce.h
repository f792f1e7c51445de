// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/reduction.h>

namespace thrust
{
template <class P, class It, class F, class T, class Op>
__host__ __device__ T transform_reduce(const execution_policy<P> &policy, It first, It last, F f,
                                       T init, Op op)
{
    typedef detail::load_transformed<detail::raw_t<It>, T, F> Load;
    return detail::fold(policy, Load{detail::raw(first), f}, last - first, init, op);
}
template <class It, class F, class T, class Op>
T transform_reduce(It first, It last, F f, T init, Op op)
{
    return thrust::transform_reduce(detail::policy_of<It>(), first, last, f, init, op);
}
} // namespace thrust
#include <thrust/detail/all.h>
