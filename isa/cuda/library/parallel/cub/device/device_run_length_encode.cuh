// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>

#ifndef __CUDA_ARCH__
namespace cub
{
struct DeviceRunLengthEncode {
    template <class In, class Out, class Lengths, class Runs, class N>
    static cudaError_t Encode(void *storage, size_t &bytes, In in, Out out, Lengths lengths, Runs runs, N count,
                              cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_or<Lengths, int> T;
        return detail::run(storage, bytes, [&] {
            long long found = thrust::detail::reduce_runs<T>(
                detail::on(stream), detail::raw(in), count, thrust::constant_iterator<T>((T)1), detail::raw(out),
                detail::raw(lengths), Equality(), cub::Sum());
            detail::put(stream, runs, found);
        });
    }
};
} // namespace cub
#endif
