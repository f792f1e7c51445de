// SPDX-License-Identifier: Apache-2.0
// Partitions, all of them stable.
#pragma once
#include <thrust/find.h>
#include <thrust/pair.h>
#include <thrust/remove.h>
#ifndef __CUDA_ARCH__
#include <vector>
#endif

namespace thrust
{
namespace detail
{
template <class Policy, class It, class Test>
__host__ __device__ long long partition_here(const execution_policy<Policy> &policy, It it,
                                             long long count, Test test)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        if (count <= 0) {
            return 0;
        }
        typedef value_of<It> T;
        temporary<T> kept(count), rest(count);
        cudaStream_t stream = policy.derived().lockstep_stream();
        long long n = select(policy, test, count, it, kept.get());
        select(policy, fails_test<Test>{test}, count, it, rest.get());
        launch_each(stream, copy_step<const T *, It>{kept.get(), it}, n);
        launch_each(stream, copy_step<const T *, It>{rest.get(), it + n}, count - n);
        return n;
    } else
#endif
    {
#ifndef __CUDA_ARCH__
        std::vector<value_of<It>> rest;
        long long n = 0;
        for (long long i = 0; i < count; i++) {
            if (test(i)) {
                it[n++] = static_cast<value_of<It>>(it[i]);
            } else {
                rest.push_back(static_cast<value_of<It>>(it[i]));
            }
        }
        for (long long i = n; i < count; i++) {
            it[i] = rest[i - n];
        }
#else
        // An element that passes moves before those that do not.
        long long n = 0;
        for (long long i = 0; i < count; i++) {
            if (test(i)) {
                value_of<It> value = it[i];
                for (long long k = i; k > n; k--) {
                    it[k] = static_cast<value_of<It>>(it[k - 1]);
                }
                it[n++] = value;
            }
        }
#endif
        return n;
    }
}
} // namespace detail

#define LOCKSTEP_THRUST_PARTITION(name)                                                            \
    template <class P, class It, class Stencil, class Predicate>                                   \
    __host__ __device__ It name(const execution_policy<P> &policy, It first, It last,              \
                                Stencil stencil, Predicate predicate)                              \
    {                                                                                              \
        return first + detail::partition_here(policy, detail::raw(first), last - first,            \
                                              detail::test_of(detail::raw(stencil), predicate));   \
    }                                                                                              \
    template <class P, class It, class Predicate>                                                  \
    __host__ __device__ It name(const execution_policy<P> &policy, It first, It last,              \
                                Predicate predicate)                                               \
    {                                                                                              \
        return thrust::name(policy, first, last, first, predicate);                                \
    }                                                                                              \
    template <class It, class Stencil, class Predicate>                                            \
    It name(It first, It last, Stencil stencil, Predicate predicate)                               \
    {                                                                                              \
        return thrust::name(detail::policy_of<It, Stencil>(), first, last, stencil, predicate);    \
    }                                                                                              \
    template <class It, class Predicate> It name(It first, It last, Predicate predicate)           \
    {                                                                                              \
        return thrust::name(detail::policy_of<It>(), first, last, first, predicate);               \
    }
LOCKSTEP_THRUST_PARTITION(partition)
LOCKSTEP_THRUST_PARTITION(stable_partition)
#undef LOCKSTEP_THRUST_PARTITION

#define LOCKSTEP_THRUST_PARTITION_COPY(name)                                                       \
    template <class P, class In, class Stencil, class Out1, class Out2, class Predicate>           \
    __host__ __device__ pair<Out1, Out2> name(const execution_policy<P> &policy, In first,         \
                                              In last, Stencil stencil, Out1 passed, Out2 failed,  \
                                              Predicate predicate)                                 \
    {                                                                                              \
        auto n = last - first;                                                                     \
        auto kept = detail::select(policy, detail::test_of(detail::raw(stencil), predicate), n,    \
                                   detail::raw(first), detail::raw(passed));                       \
        detail::select(policy, detail::rest_test(stencil, predicate), n, detail::raw(first),       \
                       detail::raw(failed));                                                       \
        return pair<Out1, Out2>(passed + kept, failed + (n - kept));                               \
    }                                                                                              \
    template <class P, class In, class Out1, class Out2, class Predicate>                          \
    __host__ __device__ pair<Out1, Out2> name(const execution_policy<P> &policy, In first,         \
                                              In last, Out1 passed, Out2 failed,                   \
                                              Predicate predicate)                                 \
    {                                                                                              \
        return thrust::name(policy, first, last, first, passed, failed, predicate);                \
    }                                                                                              \
    template <class In, class Stencil, class Out1, class Out2, class Predicate>                    \
    pair<Out1, Out2> name(In first, In last, Stencil stencil, Out1 passed, Out2 failed,            \
                          Predicate predicate)                                                     \
    {                                                                                              \
        return thrust::name(detail::policy_of<In, Stencil, Out1, Out2>(), first, last, stencil,    \
                            passed, failed, predicate);                                            \
    }                                                                                              \
    template <class In, class Out1, class Out2, class Predicate>                                   \
    pair<Out1, Out2> name(In first, In last, Out1 passed, Out2 failed, Predicate predicate)        \
    {                                                                                              \
        return thrust::name(detail::policy_of<In, Out1, Out2>(), first, last, first, passed,       \
                            failed, predicate);                                                    \
    }
LOCKSTEP_THRUST_PARTITION_COPY(partition_copy)
LOCKSTEP_THRUST_PARTITION_COPY(stable_partition_copy)
#undef LOCKSTEP_THRUST_PARTITION_COPY

template <class P, class It, class Predicate>
__host__ __device__ It partition_point(const execution_policy<P> &policy, It first, It last,
                                       Predicate predicate)
{
    return thrust::find_if_not(policy, first, last, predicate);
}
template <class It, class Predicate> It partition_point(It first, It last, Predicate predicate)
{
    return thrust::find_if_not(detail::policy_of<It>(), first, last, predicate);
}
template <class P, class It, class Predicate>
__host__ __device__ bool is_partitioned(const execution_policy<P> &policy, It first, It last,
                                        Predicate predicate)
{
    It rest = thrust::find_if_not(policy, first, last, predicate);
    return thrust::find_if(policy, rest, last, predicate) == last;
}
template <class It, class Predicate> bool is_partitioned(It first, It last, Predicate predicate)
{
    return thrust::is_partitioned(detail::policy_of<It>(), first, last, predicate);
}
} // namespace thrust
#include <thrust/detail/all.h>
