// SPDX-License-Identifier: Apache-2.0
// Scans of what a functor of the index loads.
#pragma once
#include <thrust/detail/launch.h>
#include <thrust/detail/reduction.h>

namespace thrust
{
namespace detail
{
template <class Out, class T> struct store_through {
    Out out;
    __host__ __device__ void operator()(long long i, const T *, const T &, const T &through)
    {
        out[i] = through;
    }
};
template <class Out, class T, class Op> struct store_before {
    Out out;
    T init;
    Op op;
    __host__ __device__ void operator()(long long i, const T *before, const T &, const T &)
    {
        if (before == nullptr) {
            out[i] = init;
        } else {
            out[i] = static_cast<T>(op(init, *before));
        }
    }
};

template <class T, class Policy, class Load, class Out, class Op>
__host__ __device__ void inclusive_prefix(const execution_policy<Policy> &policy, Load load,
                                          long long count, Out out, Op op)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        launch_scan<T>(policy.derived().lockstep_stream(), load, count, op,
                       store_through<Out, T>{out});
    } else
#endif
    {
        if (count > 0) {
            T sum = load(0);
            out[0] = sum;
            for (long long i = 1; i < count; i++) {
                sum = static_cast<T>(op(sum, load(i)));
                out[i] = sum;
            }
        }
    }
}
template <class T, class Policy, class Load, class Out, class Op>
__host__ __device__ void exclusive_prefix(const execution_policy<Policy> &policy, Load load,
                                          long long count, Out out, T init, Op op)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        launch_scan<T>(policy.derived().lockstep_stream(), load, count, op,
                       store_before<Out, T, Op>{out, init, op});
    } else
#endif
    {
        for (long long i = 0; i < count; i++) {
            T value = load(i);
            out[i] = init;
            init = static_cast<T>(op(init, value));
        }
    }
}
} // namespace detail
} // namespace thrust
