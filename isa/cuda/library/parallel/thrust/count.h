// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/reduction.h>
#include <thrust/detail/select.h>

namespace thrust
{
template <class P, class It, class Predicate>
__host__ __device__ typename iterator_traits<It>::difference_type
count_if(const execution_policy<P> &policy, It first, It last, Predicate predicate)
{
    typedef detail::test_element<detail::raw_t<It>, Predicate> Test;
    return detail::fold(policy, detail::load_test<Test>{Test{detail::raw(first), predicate}},
                        last - first, (long long)0, detail::add_counts());
}
template <class It, class Predicate>
typename iterator_traits<It>::difference_type count_if(It first, It last, Predicate predicate)
{
    return thrust::count_if(detail::policy_of<It>(), first, last, predicate);
}
template <class P, class It, class T>
__host__ __device__ typename iterator_traits<It>::difference_type
count(const execution_policy<P> &policy, It first, It last, const T &value)
{
    return thrust::count_if(policy, first, last, detail::equals_value<T>{value});
}
template <class It, class T>
typename iterator_traits<It>::difference_type count(It first, It last, const T &value)
{
    return thrust::count_if(detail::policy_of<It>(), first, last, detail::equals_value<T>{value});
}
} // namespace thrust
#include <thrust/detail/all.h>
