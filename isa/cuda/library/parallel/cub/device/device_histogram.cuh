// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>

namespace cub
{
namespace detail
{
// Counts a sample in a bin of equal width, or in the bin between two levels.
template <class In, class Counter, class Level> struct even_bin_step {
    In in;
    Counter *histogram;
    int bins, stride, channel;
    Level lower, upper;
    __host__ __device__ void operator()(long long i)
    {
        auto sample = in[i * stride + channel];
        if (!((Level)sample >= lower && (Level)sample < upper)) {
            return;
        }
        int bin;
        if constexpr (std::is_floating_point<Level>::value) {
            bin = (int)(((Level)sample - lower) * ((Level)bins / (upper - lower)));
        } else {
            bin = (int)((unsigned long long)((Level)sample - lower) * (unsigned long long)bins /
                        (unsigned long long)(upper - lower));
        }
#ifdef __CUDA_ARCH__
        atomicAdd(&histogram[bin < bins ? bin : bins - 1], (Counter)1);
#endif
    }
};
template <class In, class Counter, class Level> struct range_bin_step {
    In in;
    Counter *histogram;
    const Level *levels;
    int bins, stride, channel;
    __host__ __device__ void operator()(long long i)
    {
        Level sample = (Level)in[i * stride + channel];
        int low = 0, high = bins + 1;
        while (low < high) {
            int middle = (low + high) / 2;
            if (sample < levels[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
#ifdef __CUDA_ARCH__
        if (low > 0 && low <= bins) {
            atomicAdd(&histogram[low - 1], (Counter)1);
        }
#endif
    }
};
} // namespace detail

#ifndef __CUDA_ARCH__
struct DeviceHistogram {
    template <class In, class Counter, class Level, class N>
    static cudaError_t HistogramEven(void *storage, size_t &bytes, In in, Counter *histogram, int levels, Level lower,
                                     Level upper, N count, cudaStream_t stream = 0, bool = false)
    {
        return even(storage, bytes, in, histogram, levels, lower, upper, count, 1, 0, stream);
    }
    template <class In, class Counter, class Level, class N>
    static cudaError_t HistogramRange(void *storage, size_t &bytes, In in, Counter *histogram, int levels,
                                      const Level *edges, N count, cudaStream_t stream = 0, bool = false)
    {
        return range(storage, bytes, in, histogram, levels, edges, count, 1, 0, stream);
    }
    template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class N>
    static cudaError_t MultiHistogramEven(void *storage, size_t &bytes, In in, Counter *histograms[ACTIVE],
                                          const int levels[ACTIVE], const Level lower[ACTIVE],
                                          const Level upper[ACTIVE], N pixels, cudaStream_t stream = 0, bool = false)
    {
        cudaError_t error = cudaSuccess;
        for (int c = 0; c < ACTIVE && error == cudaSuccess; c++) {
            error = even(storage, bytes, in, histograms[c], levels[c], lower[c], upper[c], pixels, CHANNELS, c, stream);
        }
        return error;
    }
    template <int CHANNELS, int ACTIVE, class In, class Counter, class Level, class N>
    static cudaError_t MultiHistogramRange(void *storage, size_t &bytes, In in, Counter *histograms[ACTIVE],
                                           const int levels[ACTIVE], const Level *const edges[ACTIVE], N pixels,
                                           cudaStream_t stream = 0, bool = false)
    {
        cudaError_t error = cudaSuccess;
        for (int c = 0; c < ACTIVE && error == cudaSuccess; c++) {
            error = range(storage, bytes, in, histograms[c], levels[c], edges[c], pixels, CHANNELS, c, stream);
        }
        return error;
    }

  private:
    template <class Counter> static void clear(cudaStream_t stream, Counter *histogram, int bins)
    {
        thrust::detail::launch_each(stream, thrust::detail::fill_step<Counter *, Counter>{histogram, (Counter)0}, bins);
    }
    template <class In, class Counter, class Level, class N>
    static cudaError_t even(void *storage, size_t &bytes, In in, Counter *histogram, int levels, Level lower,
                            Level upper, N count, int stride, int channel, cudaStream_t stream)
    {
        typedef detail::even_bin_step<detail::raw_t<In>, Counter, Level> Step;
        return detail::run(storage, bytes, [&] {
            clear(stream, histogram, levels - 1);
            thrust::detail::launch_each(
                stream, Step{detail::raw(in), histogram, levels - 1, stride, channel, lower, upper}, count);
        });
    }
    template <class In, class Counter, class Level, class N>
    static cudaError_t range(void *storage, size_t &bytes, In in, Counter *histogram, int levels, const Level *edges,
                             N count, int stride, int channel, cudaStream_t stream)
    {
        typedef detail::range_bin_step<detail::raw_t<In>, Counter, Level> Step;
        return detail::run(storage, bytes, [&] {
            clear(stream, histogram, levels - 1);
            thrust::detail::launch_each(stream, Step{detail::raw(in), histogram, edges, levels - 1, stride, channel},
                                        count);
        });
    }
};
#endif
} // namespace cub
