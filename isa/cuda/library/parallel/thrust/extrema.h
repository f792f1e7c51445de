// SPDX-License-Identifier: Apache-2.0
// The places of the least and the greatest element. Among equals, the first.
#pragma once
#include <thrust/detail/reduction.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
struct load_own_index {
    __host__ __device__ long long operator()(long long i) const
    {
        return i;
    }
};
template <class It, class Less> struct least_of {
    It it;
    Less less;
    __host__ __device__ long long operator()(long long a, long long b)
    {
        long long low = a < b ? a : b, high = a < b ? b : a;
        return less(it[high], it[low]) ? high : low;
    }
};
template <class It, class Less> struct greatest_of {
    It it;
    Less less;
    __host__ __device__ long long operator()(long long a, long long b)
    {
        long long low = a < b ? a : b, high = a < b ? b : a;
        return less(it[low], it[high]) ? high : low;
    }
};
} // namespace detail

template <class P, class It, class Less>
__host__ __device__ It min_element(const execution_policy<P> &policy, It first, It last, Less less)
{
    typedef detail::least_of<detail::raw_t<It>, Less> Op;
    if (first == last) {
        return last;
    }
    return first + detail::fold(policy, detail::load_own_index(), last - first, (long long)0,
                                Op{detail::raw(first), less});
}
template <class P, class It, class Less>
__host__ __device__ It max_element(const execution_policy<P> &policy, It first, It last, Less less)
{
    typedef detail::greatest_of<detail::raw_t<It>, Less> Op;
    if (first == last) {
        return last;
    }
    return first + detail::fold(policy, detail::load_own_index(), last - first, (long long)0,
                                Op{detail::raw(first), less});
}
template <class P, class It>
__host__ __device__ It min_element(const execution_policy<P> &policy, It first, It last)
{
    return thrust::min_element(policy, first, last, less<>());
}
template <class P, class It>
__host__ __device__ It max_element(const execution_policy<P> &policy, It first, It last)
{
    return thrust::max_element(policy, first, last, less<>());
}
template <class It, class Less> It min_element(It first, It last, Less less)
{
    return thrust::min_element(detail::policy_of<It>(), first, last, less);
}
template <class It, class Less> It max_element(It first, It last, Less less)
{
    return thrust::max_element(detail::policy_of<It>(), first, last, less);
}
template <class It> It min_element(It first, It last)
{
    return thrust::min_element(detail::policy_of<It>(), first, last, less<>());
}
template <class It> It max_element(It first, It last)
{
    return thrust::max_element(detail::policy_of<It>(), first, last, less<>());
}
template <class P, class It, class Less>
__host__ __device__ pair<It, It> minmax_element(const execution_policy<P> &policy, It first,
                                                It last, Less less)
{
    return pair<It, It>(thrust::min_element(policy, first, last, less),
                        thrust::max_element(policy, first, last, less));
}
template <class P, class It>
__host__ __device__ pair<It, It> minmax_element(const execution_policy<P> &policy, It first,
                                                It last)
{
    return thrust::minmax_element(policy, first, last, less<>());
}
template <class It, class Less> pair<It, It> minmax_element(It first, It last, Less less)
{
    return thrust::minmax_element(detail::policy_of<It>(), first, last, less);
}
template <class It> pair<It, It> minmax_element(It first, It last)
{
    return thrust::minmax_element(detail::policy_of<It>(), first, last, less<>());
}
#undef min
#undef max
template <class T> __host__ __device__ constexpr T min(const T &a, const T &b)
{
    return b < a ? b : a;
}
template <class T> __host__ __device__ constexpr T max(const T &a, const T &b)
{
    return a < b ? b : a;
}
template <class T, class Less>
__host__ __device__ constexpr T min(const T &a, const T &b, Less less)
{
    return less(b, a) ? b : a;
}
template <class T, class Less>
__host__ __device__ constexpr T max(const T &a, const T &b, Less less)
{
    return less(a, b) ? b : a;
}
} // namespace thrust
#include <thrust/detail/all.h>
