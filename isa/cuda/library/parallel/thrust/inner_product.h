// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/reduction.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class A, class B, class T, class Op, class F>
__host__ __device__ T inner_product(const execution_policy<P> &policy, A first, A last, B second,
                                    T init, Op op, F f)
{
    typedef detail::load_combined<detail::raw_t<A>, detail::raw_t<B>, T, F> Load;
    return detail::fold(policy, Load{detail::raw(first), detail::raw(second), f}, last - first,
                        init, op);
}
template <class P, class A, class B, class T>
__host__ __device__ T inner_product(const execution_policy<P> &policy, A first, A last, B second,
                                    T init)
{
    return thrust::inner_product(policy, first, last, second, init, plus<T>(), multiplies<>());
}
template <class A, class B, class T, class Op, class F>
T inner_product(A first, A last, B second, T init, Op op, F f)
{
    return thrust::inner_product(detail::policy_of<A, B>(), first, last, second, init, op, f);
}
template <class A, class B, class T> T inner_product(A first, A last, B second, T init)
{
    return thrust::inner_product(detail::policy_of<A, B>(), first, last, second, init, plus<T>(),
                                 multiplies<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
