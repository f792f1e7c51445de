// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/policy.h>

namespace thrust
{
template <class A, class B> struct pair {
    typedef A first_type;
    typedef B second_type;
    A first;
    B second;
    __host__ __device__ pair() : first(), second()
    {
    }
    __host__ __device__ pair(const A &a, const B &b) : first(a), second(b)
    {
    }
    template <class C, class D>
    __host__ __device__ pair(const pair<C, D> &other) : first(other.first), second(other.second)
    {
    }
    __host__ __device__ void swap(pair &other)
    {
        pair old = *this;
        *this = other;
        other = old;
    }
};
template <class A, class B> __host__ __device__ pair<A, B> make_pair(A a, B b)
{
    return pair<A, B>(a, b);
}
template <class A, class B>
__host__ __device__ bool operator==(const pair<A, B> &a, const pair<A, B> &b)
{
    return a.first == b.first && a.second == b.second;
}
template <class A, class B>
__host__ __device__ bool operator!=(const pair<A, B> &a, const pair<A, B> &b)
{
    return !(a == b);
}
template <class A, class B>
__host__ __device__ bool operator<(const pair<A, B> &a, const pair<A, B> &b)
{
    return a.first < b.first || (!(b.first < a.first) && a.second < b.second);
}
template <class A, class B>
__host__ __device__ bool operator>(const pair<A, B> &a, const pair<A, B> &b)
{
    return b < a;
}
template <class A, class B>
__host__ __device__ bool operator<=(const pair<A, B> &a, const pair<A, B> &b)
{
    return !(b < a);
}
template <class A, class B>
__host__ __device__ bool operator>=(const pair<A, B> &a, const pair<A, B> &b)
{
    return !(a < b);
}
} // namespace thrust
