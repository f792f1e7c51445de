// SPDX-License-Identifier: Apache-2.0
// op(init, load(0), load(1), ...): on the device in an order of its own, else from the left.
#pragma once
#include <thrust/detail/launch.h>

namespace thrust
{
namespace detail
{
template <class Policy, class T, class Load, class Op>
__host__ __device__ T fold(const execution_policy<Policy> &policy, Load load, long long count,
                           T init, Op op)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        return launch_reduce<T>(policy.derived().lockstep_stream(), load, count, &init, op);
    } else
#endif
    {
        for (long long i = 0; i < count; i++) {
            init = op(init, load(i));
        }
        return init;
    }
}

template <class It, class T> struct load_element {
    It it;
    __host__ __device__ T operator()(long long i)
    {
        return static_cast<T>(it[i]);
    }
};
template <class It, class T, class F> struct load_transformed {
    It it;
    F f;
    __host__ __device__ T operator()(long long i)
    {
        return static_cast<T>(f(it[i]));
    }
};
template <class A, class B, class T, class F> struct load_combined {
    A a;
    B b;
    F f;
    __host__ __device__ T operator()(long long i)
    {
        return static_cast<T>(f(a[i], b[i]));
    }
};
template <class Test> struct load_test {
    Test test;
    __host__ __device__ long long operator()(long long i)
    {
        return test(i) ? 1 : 0;
    }
};
// The index where a test passes, else `none`.
template <class Test> struct load_index {
    Test test;
    long long none;
    __host__ __device__ long long operator()(long long i)
    {
        return test(i) ? i : none;
    }
};
struct lesser_index {
    __host__ __device__ long long operator()(long long a, long long b) const
    {
        return b < a ? b : a;
    }
};

// The first index that passes, else count.
template <class Policy, class Test>
__host__ __device__ long long first_that(const execution_policy<Policy> &policy, Test test,
                                         long long count)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        return fold(policy, load_index<Test>{test, count}, count, count, lesser_index());
    } else
#endif
    {
        long long i = 0;
        while (i < count && !test(i)) {
            i++;
        }
        return i;
    }
}
} // namespace detail
} // namespace thrust
