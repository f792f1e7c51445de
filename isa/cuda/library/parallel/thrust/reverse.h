// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>

namespace thrust
{
template <class P, class It>
__host__ __device__ void reverse(const execution_policy<P> &policy, It first, It last)
{
    long long n = last - first;
    detail::each(policy, detail::reverse_step<detail::raw_t<It>>{detail::raw(first), n}, n / 2);
}
template <class It> void reverse(It first, It last)
{
    thrust::reverse(detail::policy_of<It>(), first, last);
}
template <class P, class In, class Out>
__host__ __device__ Out reverse_copy(const execution_policy<P> &policy, In first, In last, Out out)
{
    typedef detail::reverse_copy_step<detail::raw_t<In>, detail::raw_t<Out>> Step;
    long long n = last - first;
    detail::each(policy, Step{detail::raw(first), detail::raw(out), n}, n);
    return out + n;
}
template <class In, class Out> Out reverse_copy(In first, In last, Out out)
{
    return thrust::reverse_copy(detail::policy_of<In, Out>(), first, last, out);
}
} // namespace thrust
#include <thrust/detail/all.h>
