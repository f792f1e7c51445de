// SPDX-License-Identifier: Apache-2.0
// Runs of equal keys: scans that begin anew at each, and their reductions.
#pragma once
#include <thrust/detail/select.h>
#include <thrust/pair.h>

namespace thrust
{
namespace detail
{
// A value, and whether a run begins at or before it in what was combined.
template <class T> struct run_value {
    T value;
    bool is_start;
};
template <class T, class Op> struct combine_runs {
    Op op;
    __host__ __device__ run_value<T> operator()(const run_value<T> &a, const run_value<T> &b)
    {
        if (b.is_start) {
            return b;
        }
        return run_value<T>{static_cast<T>(op(a.value, b.value)), a.is_start};
    }
};
template <class V, class T> struct load_run {
    V values;
    const unsigned char *starts;
    __host__ __device__ run_value<T> operator()(long long i)
    {
        return run_value<T>{static_cast<T>(values[i]), starts[i] != 0};
    }
};
template <class Out, class T> struct store_inclusive_run {
    Out out;
    __host__ __device__ void operator()(long long i, const run_value<T> *, const run_value<T> &,
                                        const run_value<T> &through)
    {
        out[i] = through.value;
    }
};
template <class Out, class T, class Op> struct store_exclusive_run {
    Out out;
    T init;
    Op op;
    __host__ __device__ void operator()(long long i, const run_value<T> *before,
                                        const run_value<T> &own, const run_value<T> &)
    {
        if (own.is_start || before == nullptr) {
            out[i] = init;
        } else {
            out[i] = static_cast<T>(op(init, before->value));
        }
    }
};
// Writes a run's sum where the next run begins.
template <class Out, class T> struct store_ends {
    Out out;
    const unsigned char *starts;
    const long long *run;
    long long count;
    __host__ __device__ void operator()(long long i, const run_value<T> *, const run_value<T> &,
                                        const run_value<T> &through)
    {
        if (i + 1 == count || starts[i + 1] != 0) {
            out[run[i] - 1] = through.value;
        }
    }
};

template <class T, class Policy, class K, class V, class KOut, class VOut, class Equal, class Op>
__host__ __device__ long long reduce_runs(const execution_policy<Policy> &policy, K keys,
                                          long long count, V values, KOut keys_out, VOut values_out,
                                          Equal equal, Op op)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        if (count <= 0) {
            return 0;
        }
        cudaStream_t stream = policy.derived().lockstep_stream();
        typedef test_run<K, Equal> Test;
        temporary<unsigned char> starts(count);
        temporary<long long> runs(count), kept(1);
        launch_each(stream, flag_step<Test>{Test{keys, equal}, starts.get()}, count);
        launch_scan<long long>(stream, load_flag{starts.get()}, count, add_counts(),
                               store_pointer<long long>{runs.get()});
        // Values first: keys may be written in their own place.
        launch_scan<run_value<T>>(stream, load_run<V, T>{values, starts.get()}, count,
                                  combine_runs<T, Op>{op},
                                  store_ends<VOut, T>{values_out, starts.get(), runs.get(), count});
        typedef value_of<K> Key;
        temporary<Key> copies(count);
        launch_each(stream, take_step<K, Key>{keys, copies.get()}, count);
        launch_scan<long long>(
            stream, load_flag{starts.get()}, count, add_counts(),
            keep_flagged<const Key *, KOut>{copies.get(), keys_out, count - 1, kept.get()});
        return kept.read(0);
    } else
#endif
    {
        long long runs = 0;
        for (long long i = 0; i < count;) {
            value_of<K> key = keys[i];
            T sum = static_cast<T>(values[i]);
            for (i++; i < count && equal(keys[i - 1], keys[i]); i++) {
                sum = static_cast<T>(op(sum, values[i]));
            }
            keys_out[runs] = key;
            values_out[runs++] = sum;
        }
        return runs;
    }
}

template <bool is_inclusive, class T, class Policy, class K, class V, class Out, class Equal,
          class Op>
__host__ __device__ void scan_runs(const execution_policy<Policy> &policy, K keys, long long count,
                                   V values, Out out, T init, Equal equal, Op op)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        if (count <= 0) {
            return;
        }
        cudaStream_t stream = policy.derived().lockstep_stream();
        typedef test_run<K, Equal> Test;
        temporary<unsigned char> starts(count);
        launch_each(stream, flag_step<Test>{Test{keys, equal}, starts.get()}, count);
        load_run<V, T> load{values, starts.get()};
        if constexpr (is_inclusive) {
            launch_scan<run_value<T>>(stream, load, count, combine_runs<T, Op>{op},
                                      store_inclusive_run<Out, T>{out});
        } else {
            launch_scan<run_value<T>>(stream, load, count, combine_runs<T, Op>{op},
                                      store_exclusive_run<Out, T, Op>{out, init, op});
        }
    } else
#endif
    {
        T sum = init;
        for (long long i = 0; i < count; i++) {
            bool is_start = i == 0 || !equal(keys[i - 1], keys[i]);
            T value = static_cast<T>(values[i]);
            if (is_inclusive) {
                sum = is_start ? value : static_cast<T>(op(sum, value));
                out[i] = sum;
            } else {
                sum = is_start ? init : sum;
                out[i] = sum;
                sum = static_cast<T>(op(sum, value));
            }
        }
    }
}
} // namespace detail
} // namespace thrust
