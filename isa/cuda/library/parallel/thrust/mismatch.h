// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/reduction.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
template <class A, class B, class Equal> struct test_differ {
    A a;
    B b;
    Equal equal;
    __host__ __device__ bool operator()(long long i)
    {
        return !equal(a[i], b[i]);
    }
};
template <class It, class Less> struct test_descent {
    It it;
    Less less;
    __host__ __device__ bool operator()(long long i)
    {
        return i > 0 && less(it[i], it[i - 1]);
    }
};
} // namespace detail

template <class P, class A, class B, class Equal>
__host__ __device__ pair<A, B> mismatch(const execution_policy<P> &policy, A first, A last,
                                        B second, Equal equal)
{
    typedef detail::test_differ<detail::raw_t<A>, detail::raw_t<B>, Equal> Test;
    auto n = detail::first_that(policy, Test{detail::raw(first), detail::raw(second), equal},
                                last - first);
    return pair<A, B>(first + n, second + n);
}
template <class P, class A, class B>
__host__ __device__ pair<A, B> mismatch(const execution_policy<P> &policy, A first, A last,
                                        B second)
{
    return thrust::mismatch(policy, first, last, second, equal_to<>());
}
template <class A, class B, class Equal> pair<A, B> mismatch(A first, A last, B second, Equal equal)
{
    return thrust::mismatch(detail::policy_of<A, B>(), first, last, second, equal);
}
template <class A, class B> pair<A, B> mismatch(A first, A last, B second)
{
    return thrust::mismatch(detail::policy_of<A, B>(), first, last, second, equal_to<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
