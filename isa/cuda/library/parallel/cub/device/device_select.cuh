// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cub/device/dispatch.cuh>

#ifndef __CUDA_ARCH__
namespace cub
{
struct DeviceSelect {
    template <class In, class Flags, class Out, class Count, class N>
    static cudaError_t Flagged(void *storage, size_t &bytes, In in, Flags flags, Out out, Count selected, N count,
                               cudaStream_t stream = 0, bool = false)
    {
        typedef detail::flag_test<detail::raw_t<Flags>> Test;
        return detail::run(storage, bytes, [&] {
            detail::put(stream, selected,
                        thrust::detail::select(detail::on(stream), Test{detail::raw(flags)}, count, detail::raw(in),
                                               detail::raw(out)));
        });
    }
    template <class In, class Out, class Count, class N, class Predicate>
    static cudaError_t If(void *storage, size_t &bytes, In in, Out out, Count selected, N count, Predicate predicate,
                          cudaStream_t stream = 0, bool = false)
    {
        return detail::run(storage, bytes, [&] {
            auto test = thrust::detail::test_of(detail::raw(in), predicate);
            detail::put(stream, selected,
                        thrust::detail::select(detail::on(stream), test, count, detail::raw(in), detail::raw(out)));
        });
    }
    template <class It, class Count, class N, class Predicate>
    static cudaError_t If(void *storage, size_t &bytes, It data, Count selected, N count, Predicate predicate,
                          cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes, [&] {
            auto test = thrust::detail::test_of(detail::raw(data), predicate);
            detail::put(stream, selected,
                        thrust::detail::select_here(detail::on(stream), test, count, detail::raw(data)));
        });
    }
    template <class In, class Flags, class Out, class Count, class N, class Predicate>
    static cudaError_t FlaggedIf(void *storage, size_t &bytes, In in, Flags flags, Out out, Count selected, N count,
                                 Predicate predicate, cudaStream_t stream = 0)
    {
        return detail::run(storage, bytes, [&] {
            auto test = thrust::detail::test_of(detail::raw(flags), predicate);
            detail::put(stream, selected,
                        thrust::detail::select(detail::on(stream), test, count, detail::raw(in), detail::raw(out)));
        });
    }
    template <class In, class Out, class Count, class N>
    static cudaError_t Unique(void *storage, size_t &bytes, In in, Out out, Count selected, N count,
                              cudaStream_t stream = 0, bool = false)
    {
        typedef thrust::detail::test_run<detail::raw_t<In>, Equality> Test;
        return detail::run(storage, bytes, [&] {
            detail::put(stream, selected,
                        thrust::detail::select(detail::on(stream), Test{detail::raw(in), Equality()}, count,
                                               detail::raw(in), detail::raw(out)));
        });
    }
    template <class K, class V, class KOut, class VOut, class Count, class N>
    static cudaError_t UniqueByKey(void *storage, size_t &bytes, K keys, V values, KOut keys_out, VOut values_out,
                                   Count selected, N count, cudaStream_t stream = 0, bool = false)
    {
        typedef thrust::detail::test_run<detail::raw_t<K>, Equality> Test;
        return detail::run(storage, bytes, [&] {
            Test test{detail::raw(keys), Equality()};
            thrust::detail::select(detail::on(stream), test, count, detail::raw(values), detail::raw(values_out));
            detail::put(stream, selected,
                        thrust::detail::select(detail::on(stream), test, count, detail::raw(keys),
                                               detail::raw(keys_out)));
        });
    }
};

// The selected first, in their order; the others from the end on.
struct DevicePartition {
  private:
    template <class In, class Out, class Test>
    static long long split(cudaStream_t stream, Test test, long long count, In in, Out out)
    {
        typedef detail::value_of<In> T;
        if (count <= 0) {
            return 0;
        }
        thrust::detail::temporary<T> rest(count), first(count);
        typedef thrust::detail::fails_test<Test> Fails;
        long long kept = thrust::detail::select(detail::on(stream), test, count, in, first.get());
        thrust::detail::select(detail::on(stream), Fails{test}, count, in, rest.get());
        typedef thrust::detail::copy_step<const T *, Out> Copy;
        thrust::detail::launch_each(stream, Copy{first.get(), out}, kept);
        typedef detail::reverse_rest<const T *, Out> Step;
        thrust::detail::launch_each(stream, Step{rest.get(), out, count}, count - kept);
        return kept;
    }

  public:
    template <class In, class Flags, class Out, class Count, class N>
    static cudaError_t Flagged(void *storage, size_t &bytes, In in, Flags flags, Out out, Count selected, N count,
                               cudaStream_t stream = 0, bool = false)
    {
        typedef detail::flag_test<detail::raw_t<Flags>> Test;
        return detail::run(storage, bytes, [&] {
            detail::put(stream, selected,
                        split(stream, Test{detail::raw(flags)}, count, detail::raw(in), detail::raw(out)));
        });
    }
    template <class In, class Out, class Count, class N, class Predicate>
    static cudaError_t If(void *storage, size_t &bytes, In in, Out out, Count selected, N count, Predicate predicate,
                          cudaStream_t stream = 0, bool = false)
    {
        return detail::run(storage, bytes, [&] {
            detail::put(stream, selected,
                        split(stream, thrust::detail::test_of(detail::raw(in), predicate), count, detail::raw(in),
                              detail::raw(out)));
        });
    }
};
} // namespace cub
#endif
