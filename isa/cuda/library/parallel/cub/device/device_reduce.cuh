// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>
#ifndef __CUDA_ARCH__
#include <limits>
#endif

namespace cub
{
#ifndef __CUDA_ARCH__
struct DeviceReduce {
    template <class In, class Out, class Op, class T, class N>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out, N count, Op op, T init,
                              cudaStream_t stream = 0, bool = false)
    {
        return detail::run(storage, bytes, [&] {
            thrust::detail::load_element<detail::raw_t<In>, T> load{detail::raw(in)};
            detail::put(stream, out, thrust::detail::launch_reduce<T>(stream, load, count, &init, op));
        });
    }
    template <class In, class Out, class Op, class F, class T, class N>
    static cudaError_t TransformReduce(void *storage, size_t &bytes, In in, Out out, N count, Op op, F f, T init,
                                       cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes, [&] {
            thrust::detail::load_transformed<detail::raw_t<In>, T, F> load{detail::raw(in), f};
            detail::put(stream, out, thrust::detail::launch_reduce<T>(stream, load, count, &init, op));
        });
    }
    template <class In, class Out, class N>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_or<Out, detail::value_of<In>> T;
        return Reduce(storage, bytes, in, out, count, cub::Sum(), T{}, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_of<In> T;
        T most = std::numeric_limits<T>::max();
        return Reduce(storage, bytes, in, out, count, cub::Min(), most, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_of<In> T;
        T least = std::numeric_limits<T>::lowest();
        return Reduce(storage, bytes, in, out, count, cub::Max(), least, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0,
                              bool = false)
    {
        typedef detail::value_of<In> T;
        KeyValuePair<int, T> none(1, std::numeric_limits<T>::max());
        ArgIndexInputIterator<detail::raw_t<In>, int> indexed(detail::raw(in));
        return Reduce(storage, bytes, indexed, out, count, cub::ArgMin(), none, stream);
    }
    template <class In, class Out, class N>
    static cudaError_t ArgMax(void *storage, size_t &bytes, In in, Out out, N count, cudaStream_t stream = 0,
                              bool = false)
    {
        typedef detail::value_of<In> T;
        KeyValuePair<int, T> none(1, std::numeric_limits<T>::lowest());
        ArgIndexInputIterator<detail::raw_t<In>, int> indexed(detail::raw(in));
        return Reduce(storage, bytes, indexed, out, count, cub::ArgMax(), none, stream);
    }
    template <class K, class KOut, class V, class VOut, class Runs, class Op, class N>
    static cudaError_t ReduceByKey(void *storage, size_t &bytes, K keys, KOut keys_out, V values, VOut values_out,
                                   Runs runs, Op op, N count, cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_or<VOut, detail::value_of<V>> T;
        return detail::run(storage, bytes, [&] {
            long long found = thrust::detail::reduce_runs<T>(detail::on(stream), detail::raw(keys), count,
                                                             detail::raw(values), detail::raw(keys_out),
                                                             detail::raw(values_out), Equality(), op);
            detail::put(stream, runs, found);
        });
    }
};
#endif

namespace detail
{
// One thread goes through a segment.
template <class In, class Out, class Begin, class End, class Op, class T> struct segment_step {
    In in;
    Out out;
    Begin begin;
    End end;
    Op op;
    T init;
    __host__ __device__ void operator()(long long i)
    {
        T sum = init;
        for (long long k = begin[i]; k < (long long)end[i]; k++) {
            sum = op(sum, static_cast<T>(in[k]));
        }
        out[i] = sum;
    }
};

// The same for places, which are counted from the start of each segment.
template <class In, class Out, class Begin, class End, class Op, class T> struct segment_place_step {
    In in;
    Out out;
    Begin begin;
    End end;
    Op op;
    T none;
    __host__ __device__ void operator()(long long i)
    {
        KeyValuePair<int, T> best(1, none);
        for (long long k = begin[i]; k < (long long)end[i]; k++) {
            best = op(best, KeyValuePair<int, T>((int)(k - (long long)begin[i]), static_cast<T>(in[k])));
        }
        out[i] = best;
    }
};
} // namespace detail

#ifndef __CUDA_ARCH__
struct DeviceSegmentedReduce {
    template <class In, class Out, class Begin, class End, class Op, class T, class N>
    static cudaError_t Reduce(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end, Op op,
                              T init, cudaStream_t stream = 0, bool = false)
    {
        typedef detail::segment_step<detail::raw_t<In>, detail::raw_t<Out>, detail::raw_t<Begin>, detail::raw_t<End>,
                                     Op, T>
            Step;
        return detail::run(storage, bytes, [&] {
            thrust::detail::launch_each(
                stream, Step{detail::raw(in), detail::raw(out), detail::raw(begin), detail::raw(end), op, init},
                segments);
        });
    }
    template <class In, class Out, class Begin, class End, class N>
    static cudaError_t Sum(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end,
                           cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_or<Out, detail::value_of<In>> T;
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Sum(), T{}, stream);
    }
    template <class In, class Out, class Begin, class End, class N>
    static cudaError_t Min(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end,
                           cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_of<In> T;
        T most = std::numeric_limits<T>::max();
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Min(), most, stream);
    }
    template <class In, class Out, class Begin, class End, class N>
    static cudaError_t Max(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end,
                           cudaStream_t stream = 0, bool = false)
    {
        typedef detail::value_of<In> T;
        T least = std::numeric_limits<T>::lowest();
        return Reduce(storage, bytes, in, out, segments, begin, end, cub::Max(), least, stream);
    }
    template <class In, class Out, class Begin, class End, class N>
    static cudaError_t ArgMin(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end,
                              cudaStream_t stream = 0, bool = false)
    {
        detail::value_of<In> most = std::numeric_limits<detail::value_of<In>>::max();
        return find(storage, bytes, in, out, segments, begin, end, cub::ArgMin(), most, stream);
    }
    template <class In, class Out, class Begin, class End, class N>
    static cudaError_t ArgMax(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end,
                              cudaStream_t stream = 0, bool = false)
    {
        detail::value_of<In> least = std::numeric_limits<detail::value_of<In>>::lowest();
        return find(storage, bytes, in, out, segments, begin, end, cub::ArgMax(), least, stream);
    }

  private:
    template <class In, class Out, class Begin, class End, class Op, class T, class N>
    static cudaError_t find(void *storage, size_t &bytes, In in, Out out, N segments, Begin begin, End end, Op op,
                            T none, cudaStream_t stream)
    {
        typedef detail::segment_place_step<detail::raw_t<In>, detail::raw_t<Out>, detail::raw_t<Begin>,
                                           detail::raw_t<End>, Op, T>
            Step;
        return detail::run(storage, bytes, [&] {
            thrust::detail::launch_each(
                stream, Step{detail::raw(in), detail::raw(out), detail::raw(begin), detail::raw(end), op, none},
                segments);
        });
    }
};
#endif
} // namespace cub
