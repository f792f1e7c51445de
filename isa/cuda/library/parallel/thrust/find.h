// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/reduction.h>
#include <thrust/detail/select.h>

namespace thrust
{
template <class P, class It, class Predicate>
__host__ __device__ It find_if(const execution_policy<P> &policy, It first, It last,
                               Predicate predicate)
{
    return first +
           detail::first_that(policy, detail::test_of(detail::raw(first), predicate), last - first);
}
template <class P, class It, class Predicate>
__host__ __device__ It find_if_not(const execution_policy<P> &policy, It first, It last,
                                   Predicate predicate)
{
    return thrust::find_if(policy, first, last, detail::opposite<Predicate>{predicate});
}
template <class P, class It, class T>
__host__ __device__ It find(const execution_policy<P> &policy, It first, It last, const T &value)
{
    return thrust::find_if(policy, first, last, detail::equals_value<T>{value});
}
template <class It, class Predicate> It find_if(It first, It last, Predicate predicate)
{
    return thrust::find_if(detail::policy_of<It>(), first, last, predicate);
}
template <class It, class Predicate> It find_if_not(It first, It last, Predicate predicate)
{
    return thrust::find_if_not(detail::policy_of<It>(), first, last, predicate);
}
template <class It, class T> It find(It first, It last, const T &value)
{
    return thrust::find(detail::policy_of<It>(), first, last, value);
}
} // namespace thrust
#include <thrust/detail/all.h>
