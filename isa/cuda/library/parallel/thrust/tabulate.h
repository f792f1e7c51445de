// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It, class F>
__host__ __device__ void tabulate(const execution_policy<P> &policy, It first, It last, F f)
{
    detail::each(policy, detail::tabulate_step<detail::raw_t<It>, F>{detail::raw(first), f},
                 last - first);
}
template <class It, class F> void tabulate(It first, It last, F f)
{
    thrust::tabulate(detail::policy_of<It>(), first, last, f);
}
} // namespace thrust
#include <thrust/detail/all.h>
