// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/find.h>

namespace thrust
{
template <class P, class It, class Predicate>
__host__ __device__ bool all_of(const execution_policy<P> &policy, It first, It last,
                                Predicate predicate)
{
    return thrust::find_if_not(policy, first, last, predicate) == last;
}
template <class P, class It, class Predicate>
__host__ __device__ bool any_of(const execution_policy<P> &policy, It first, It last,
                                Predicate predicate)
{
    return thrust::find_if(policy, first, last, predicate) != last;
}
template <class P, class It, class Predicate>
__host__ __device__ bool none_of(const execution_policy<P> &policy, It first, It last,
                                 Predicate predicate)
{
    return thrust::find_if(policy, first, last, predicate) == last;
}
template <class It, class Predicate> bool all_of(It first, It last, Predicate predicate)
{
    return thrust::all_of(detail::policy_of<It>(), first, last, predicate);
}
template <class It, class Predicate> bool any_of(It first, It last, Predicate predicate)
{
    return thrust::any_of(detail::policy_of<It>(), first, last, predicate);
}
template <class It, class Predicate> bool none_of(It first, It last, Predicate predicate)
{
    return thrust::none_of(detail::policy_of<It>(), first, last, predicate);
}
} // namespace thrust
#include <thrust/detail/all.h>
