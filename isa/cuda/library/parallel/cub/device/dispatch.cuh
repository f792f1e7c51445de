// SPDX-License-Identifier: Apache-2.0
// CUB's protocol: without storage a call only tells how much it needs, and errors are returned. The
// work is done by the kernels of thrust/detail, which take memory of their own.
#pragma once
#include <cub/iterator/counting_input_iterator.cuh>
#include <cub/util.cuh>
#include <thrust/detail/elementwise.h>
#include <thrust/detail/merging.h>
#include <thrust/detail/prefix.h>
#include <thrust/detail/reduction.h>
#include <thrust/detail/runs.h>
#include <thrust/detail/select.h>
#include <thrust/device_ptr.h>

namespace cub
{
namespace detail
{
using thrust::detail::raw;
using thrust::detail::raw_t;
using thrust::detail::value_of;
using thrust::detail::value_or;

template <class Out, class T> struct set_first {
    Out out;
    T value;
    __host__ __device__ void operator()(long long) { out[0] = value; }
};
template <class It, class Out> struct reverse_rest {
    It rest;
    Out out;
    long long count;
    __host__ __device__ void operator()(long long i) { out[count - 1 - i] = rest[i]; }
};
template <class Flags> struct flag_test {
    Flags flags;
    __host__ __device__ bool operator()(long long i) { return (bool)flags[i]; }
};
struct always_one {
    __host__ __device__ long long operator[](long long) const { return 1; }
};

#ifndef __CUDA_ARCH__
inline thrust::detail::device_policy on(cudaStream_t stream)
{
    return thrust::detail::device_policy(stream);
}
template <class Work> cudaError_t run(void *storage, size_t &bytes, Work work)
{
    if (storage == nullptr) {
        bytes = 1;
        return cudaSuccess;
    }
    try {
        work();
    } catch (const thrust::system_error &error) {
        return (cudaError_t)error.code().value();
    } catch (const std::bad_alloc &) {
        return cudaErrorMemoryAllocation;
    }
    return cudaSuccess;
}
template <class Out, class T> void put(cudaStream_t stream, Out out, const T &value)
{
    typedef value_or<Out, T> V;
    thrust::detail::launch_each(stream, set_first<raw_t<Out>, V>{raw(out), static_cast<V>(value)}, 1);
}
#endif
} // namespace detail
} // namespace cub
