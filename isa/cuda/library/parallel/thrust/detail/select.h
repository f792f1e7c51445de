// SPDX-License-Identifier: Apache-2.0
// Keeps the elements whose index passes a test, in their order: on the device by a scan of flags.
#pragma once
#include <thrust/detail/launch.h>

namespace thrust
{
namespace detail
{
// Tests are functors of an index.
template <class It, class Predicate> struct test_element {
    It it;
    Predicate predicate;
    __host__ __device__ bool operator()(long long i)
    {
        return static_cast<bool>(predicate(it[i]));
    }
};
template <class It, class Predicate>
__host__ __device__ test_element<It, Predicate> test_of(const It &it, const Predicate &predicate)
{
    return test_element<It, Predicate>{it, predicate};
}
template <class Test> struct fails_test {
    Test test;
    __host__ __device__ bool operator()(long long i)
    {
        return !test(i);
    }
};
// Whether an element differs from its predecessor: where a run begins.
template <class It, class Equal> struct test_run {
    It it;
    Equal equal;
    __host__ __device__ bool operator()(long long i)
    {
        return i == 0 || !equal(it[i - 1], it[i]);
    }
};

template <class Test> struct flag_step {
    Test test;
    unsigned char *flags;
    __host__ __device__ void operator()(long long i)
    {
        flags[i] = test(i);
    }
};
struct load_flag {
    const unsigned char *flags;
    __host__ __device__ long long operator()(long long i) const
    {
        return flags[i];
    }
};
struct add_counts {
    __host__ __device__ long long operator()(long long a, long long b) const
    {
        return a + b;
    }
};
// Writes what is kept, and the number of it at the end.
template <class In, class Out> struct keep_flagged {
    In in;
    Out out;
    long long last, *kept;
    __host__ __device__ void operator()(long long i, const long long *before, long long flag,
                                        long long through)
    {
        if (flag != 0) {
            out[before == nullptr ? 0 : *before] = in[i];
        }
        if (i == last) {
            *kept = through;
        }
    }
};

// Values of a range in memory of its own, where an algorithm that reads one place and writes
// another works in place.
template <class In, class T> struct take_step {
    In in;
    T *to;
    __host__ __device__ void operator()(long long i)
    {
        to[i] = in[i];
    }
};

template <class Policy, class Test, class In, class Out>
__host__ __device__ long long select(const execution_policy<Policy> &policy, Test test,
                                     long long count, In in, Out out)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        if (count <= 0) {
            return 0;
        }
        cudaStream_t stream = policy.derived().lockstep_stream();
        temporary<unsigned char> flags(count);
        temporary<long long> kept(1);
        launch_each(stream, flag_step<Test>{test, flags.get()}, count);
        launch_scan<long long>(stream, load_flag{flags.get()}, count, add_counts(),
                               keep_flagged<In, Out>{in, out, count - 1, kept.get()});
        return kept.read(0);
    } else
#endif
    {
        long long kept = 0;
        for (long long i = 0; i < count; i++) {
            if (test(i)) {
                out[kept++] = in[i];
            }
        }
        return kept;
    }
}

// The same, with the output in the input's place.
template <class Policy, class Test, class It>
__host__ __device__ long long select_here(const execution_policy<Policy> &policy, Test test,
                                          long long count, It it)
{
#ifndef __CUDA_ARCH__
    if constexpr (Policy::is_device) {
        if (count <= 0) {
            return 0;
        }
        typedef value_of<It> T;
        temporary<T> values(count);
        launch_each(policy.derived().lockstep_stream(), take_step<It, T>{it, values.get()}, count);
        return select(policy, test, count, static_cast<const T *>(values.get()), it);
    } else
#endif
    {
        return select(policy, test, count, it, it);
    }
}
} // namespace detail
} // namespace thrust
