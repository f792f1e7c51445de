// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>
#include <thrust/adjacent_difference.h>

#ifndef __CUDA_ARCH__
namespace cub
{
struct DeviceFor {
    template <class N, class F> static cudaError_t Bulk(N count, F f, cudaStream_t stream = 0)
    {
        size_t bytes;
        return detail::run((void *)&bytes, bytes, [&] { thrust::detail::launch_each(stream, f, count); });
    }
    template <class It, class N, class F> static cudaError_t ForEachN(It first, N count, F f, cudaStream_t stream = 0)
    {
        size_t bytes;
        typedef thrust::detail::call_step<detail::raw_t<It>, F> Step;
        return detail::run((void *)&bytes, bytes,
                           [&] { thrust::detail::launch_each(stream, Step{detail::raw(first), f}, count); });
    }
    template <class It, class F> static cudaError_t ForEach(It first, It last, F f, cudaStream_t stream = 0)
    {
        return ForEachN(first, last - first, f, stream);
    }
    template <class N, class F> static cudaError_t Bulk(void *storage, size_t &bytes, N count, F f, cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes, [&] { thrust::detail::launch_each(stream, f, count); });
    }
};
struct DeviceTransform {
    template <class In, class Out, class N, class F>
    static cudaError_t Transform(In in, Out out, N count, F f, cudaStream_t stream = 0)
    {
        size_t bytes;
        typedef thrust::detail::transform_step<detail::raw_t<In>, detail::raw_t<Out>, F> Step;
        return detail::run((void *)&bytes, bytes, [&] {
            thrust::detail::launch_each(stream, Step{detail::raw(in), detail::raw(out), f}, count);
        });
    }
};
struct DeviceAdjacentDifference {
    template <class In, class Out, class N, class Op = Difference>
    static cudaError_t SubtractLeftCopy(void *storage, size_t &bytes, In in, Out out, N count, Op op = {},
                                        cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes,
                           [&] { thrust::adjacent_difference(detail::on(stream), in, in + count, out, op); });
    }
    template <class It, class N, class Op = Difference>
    static cudaError_t SubtractLeft(void *storage, size_t &bytes, It data, N count, Op op = {}, cudaStream_t stream = 0)
    {
        return SubtractLeftCopy(storage, bytes, data, data, count, op, stream);
    }
};
} // namespace cub
#endif
