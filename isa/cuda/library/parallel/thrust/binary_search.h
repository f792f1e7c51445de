// SPDX-License-Identifier: Apache-2.0
// Searches in sorted ranges, for one value or for a range of them.
#pragma once
#include <thrust/detail/merging.h>
#include <thrust/detail/reduction.h>
#include <thrust/functional.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
enum SearchKind { SEARCH_LOWER, SEARCH_UPPER, SEARCH_ANY };
template <SearchKind kind, class It, class Values, class Out, class Less> struct search_step {
    It it;
    long long count;
    Values values;
    Out out;
    Less less;
    __host__ __device__ void operator()(long long i)
    {
        value_of<Values> value = values[i];
        long long place = kind == SEARCH_UPPER ? upper_place(it, 0, count, value, less)
                                               : lower_place(it, 0, count, value, less);
        if (kind == SEARCH_ANY) {
            out[i] = place < count && !less(value, it[place]);
        } else {
            out[i] = place;
        }
    }
};
template <SearchKind kind, class Policy, class It, class T, class Less>
__host__ __device__ long long search_one(const execution_policy<Policy> &policy, It it,
                                         long long count, const T &value, Less less)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        temporary<T> given(1);
        temporary<long long> found(1);
        given.write(0, value);
        typedef search_step<kind, It, const T *, long long *, Less> Step;
        each(policy, Step{it, count, given.get(), found.get(), less}, 1);
        return found.read(0);
    } else
#endif
    {
        long long found = 0;
        typedef search_step<kind, It, const T *, long long *, Less> Step;
        Step{it, count, &value, &found, less}(0);
        return found;
    }
}
} // namespace detail

#define LOCKSTEP_THRUST_SEARCH(name, kind, result, convert)                                        \
    template <class P, class It, class T, class Less>                                              \
    __host__ __device__ typename detail::plain<result>::type name(                                 \
        const execution_policy<P> &policy, It first, It last, const T &value, Less compare)        \
    {                                                                                              \
        long long found =                                                                          \
            detail::search_one<kind>(policy, detail::raw(first), last - first, value, compare);    \
        return convert;                                                                            \
    }                                                                                              \
    template <class P, class It, class T>                                                          \
    __host__ __device__ typename detail::plain<result>::type name(                                 \
        const execution_policy<P> &policy, It first, It last, const T &value)                      \
    {                                                                                              \
        return thrust::name(policy, first, last, value, less<>());                                 \
    }                                                                                              \
    template <class It, class T>                                                                   \
    typename detail::plain<result>::type name(It first, It last, const T &value)                   \
    {                                                                                              \
        return thrust::name(detail::policy_of<It>(), first, last, value, less<>());                \
    }                                                                                              \
    template <class It, class T, class Less>                                                       \
    typename detail::plain<result>::type name(It first, It last, const T &value, Less compare)     \
    {                                                                                              \
        return thrust::name(detail::policy_of<It>(), first, last, value, compare);                 \
    }                                                                                              \
    template <class P, class It, class Values, class Out, class Less>                              \
    __host__ __device__ Out name(const execution_policy<P> &policy, It first, It last,             \
                                 Values values, Values values_end, Out out, Less compare)          \
    {                                                                                              \
        typedef detail::search_step<kind, detail::raw_t<It>, detail::raw_t<Values>,                \
                                    detail::raw_t<Out>, Less>                                      \
            Step;                                                                                  \
        detail::each(policy,                                                                       \
                     Step{detail::raw(first), last - first, detail::raw(values), detail::raw(out), \
                          compare},                                                                \
                     values_end - values);                                                         \
        return out + (values_end - values);                                                        \
    }                                                                                              \
    template <class P, class It, class Values, class Out>                                          \
    __host__ __device__ Out name(const execution_policy<P> &policy, It first, It last,             \
                                 Values values, Values values_end, Out out)                        \
    {                                                                                              \
        return thrust::name(policy, first, last, values, values_end, out, less<>());               \
    }                                                                                              \
    template <class It, class Values, class Out, class Less>                                       \
    Out name(It first, It last, Values values, Values values_end, Out out, Less compare)           \
    {                                                                                              \
        return thrust::name(detail::policy_of<It, Values, Out>(), first, last, values, values_end, \
                            out, compare);                                                         \
    }                                                                                              \
    template <class It, class Values, class Out>                                                   \
    Out name(It first, It last, Values values, Values values_end, Out out)                         \
    {                                                                                              \
        return thrust::name(detail::policy_of<It, Values, Out>(), first, last, values, values_end, \
                            out, less<>());                                                        \
    }
LOCKSTEP_THRUST_SEARCH(lower_bound, detail::SEARCH_LOWER, It, first + found)
LOCKSTEP_THRUST_SEARCH(upper_bound, detail::SEARCH_UPPER, It, first + found)
LOCKSTEP_THRUST_SEARCH(binary_search, detail::SEARCH_ANY, bool, found != 0)
#undef LOCKSTEP_THRUST_SEARCH

template <class P, class It, class T, class Less>
__host__ __device__ pair<It, It> equal_range(const execution_policy<P> &policy, It first, It last,
                                             const T &value, Less compare)
{
    return pair<It, It>(thrust::lower_bound(policy, first, last, value, compare),
                        thrust::upper_bound(policy, first, last, value, compare));
}
template <class P, class It, class T>
__host__ __device__ pair<It, It> equal_range(const execution_policy<P> &policy, It first, It last,
                                             const T &value)
{
    return thrust::equal_range(policy, first, last, value, less<>());
}
template <class It, class T> pair<It, It> equal_range(It first, It last, const T &value)
{
    return thrust::equal_range(detail::policy_of<It>(), first, last, value, less<>());
}
template <class It, class T, class Less>
pair<It, It> equal_range(It first, It last, const T &value, Less compare)
{
    return thrust::equal_range(detail::policy_of<It>(), first, last, value, compare);
}
} // namespace thrust
#include <thrust/detail/all.h>
