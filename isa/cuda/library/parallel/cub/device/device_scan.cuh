// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>

#ifndef __CUDA_ARCH__
namespace cub
{
struct DeviceScan {
    template <class In, class Out, class Op, class T, class N>
    static cudaError_t ExclusiveScan(void *storage, size_t &bytes, In in, Out out, Op op, T init, N count,
                                     cudaStream_t stream = 0, bool = false)
    {
        return detail::run(storage, bytes, [&] {
            thrust::detail::load_element<detail::raw_t<In>, T> load{detail::raw(in)};
            thrust::detail::exclusive_prefix<T>(detail::on(stream), load, count, detail::raw(out), init, op);
        });
    }
    template <class In, class Out, class Op, class N>
    static cudaError_t InclusiveScan(void *storage, size_t &bytes, In in, Out out, Op op, N count,
                                     cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_of<In> T;
        return detail::run(storage, bytes, [&] {
            thrust::detail::load_element<detail::raw_t<In>, T> load{detail::raw(in)};
            thrust::detail::inclusive_prefix<T>(detail::on(stream), load, count, detail::raw(out), op);
        });
    }
    template <class In, class Out, class N>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0,
                                    bool = false)
    {
        return ExclusiveScan(storage, bytes, in, out, cub::Sum(), detail::value_of<In>{}, count, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0,
                                    bool = false)
    {
        return InclusiveScan(storage, bytes, in, out, cub::Sum(), count, stream);
    }
    template <class It, class N>
    static cudaError_t ExclusiveSum(void *storage, size_t &bytes, It data, N count, cudaStream_t stream = 0)
    {
        return ExclusiveSum(storage, bytes, data, data, count, stream);
    }
    template <class It, class N>
    static cudaError_t InclusiveSum(void *storage, size_t &bytes, It data, N count, cudaStream_t stream = 0)
    {
        return InclusiveSum(storage, bytes, data, data, count, stream);
    }
    template <class K, class V, class Out, class Op, class T, class N>
    static cudaError_t ExclusiveScanByKey(void *storage, size_t &bytes, K keys, V values, Out out, Op op, T init,
                                          N count, cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes, [&] {
            thrust::detail::scan_runs<false, T>(detail::on(stream), detail::raw(keys), count, detail::raw(values),
                                                detail::raw(out), init, Equality(), op);
        });
    }
    template <class K, class V, class Out, class Op, class N>
    static cudaError_t InclusiveScanByKey(void *storage, size_t &bytes, K keys, V values, Out out, Op op, N count,
                                          cudaStream_t stream = 0)
    {
        typedef detail::value_of<V> T;
        return detail::run(storage, bytes, [&] {
            thrust::detail::scan_runs<true, T>(detail::on(stream), detail::raw(keys), count, detail::raw(values),
                                               detail::raw(out), T(), Equality(), op);
        });
    }
    template <class K, class V, class Out, class N>
    static cudaError_t ExclusiveSumByKey(void *storage, size_t &bytes, K keys, V values, Out out, N count,
                                         cudaStream_t stream = 0)
    {
        return ExclusiveScanByKey(storage, bytes, keys, values, out, cub::Sum(), detail::value_of<V>{}, count, stream);
    }
    template <class K, class V, class Out, class N>
    static cudaError_t InclusiveSumByKey(void *storage, size_t &bytes, K keys, V values, Out out, N count,
                                         cudaStream_t stream = 0)
    {
        return InclusiveScanByKey(storage, bytes, keys, values, out, cub::Sum(), count, stream);
    }
};
} // namespace cub
#endif
