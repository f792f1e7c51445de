// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/mismatch.h>

namespace thrust
{
template <class P, class A, class B, class Equal>
__host__ __device__ bool equal(const execution_policy<P> &policy, A first, A last, B second,
                               Equal same)
{
    return thrust::mismatch(policy, first, last, second, same).first == last;
}
template <class P, class A, class B>
__host__ __device__ bool equal(const execution_policy<P> &policy, A first, A last, B second)
{
    return thrust::mismatch(policy, first, last, second).first == last;
}
template <class A, class B, class Equal> bool equal(A first, A last, B second, Equal same)
{
    return thrust::mismatch(first, last, second, same).first == last;
}
template <class A, class B> bool equal(A first, A last, B second)
{
    return thrust::mismatch(first, last, second).first == last;
}
} // namespace thrust
#include <thrust/detail/all.h>
