// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/detail/elementwise.h>
#include <thrust/detail/select.h>
#include <thrust/functional.h>

namespace thrust
{
template <class P, class In, class Out, class F>
__host__ __device__ Out adjacent_difference(const execution_policy<P> &policy, In first, In last,
                                            Out out, F f)
{
    typedef detail::value_of<In> T;
    long long n = last - first;
#ifndef __CUDA_ARCH__
    if constexpr (P::is_device) {
        // The output may be the input.
        detail::temporary<T> values(n);
        detail::each(policy,
                     detail::take_step<detail::raw_t<In>, T>{detail::raw(first), values.get()}, n);
        typedef detail::difference_step<const T *, detail::raw_t<Out>, F> Step;
        detail::each(policy, Step{values.get(), detail::raw(out), f}, n);
    } else
#endif
    {
        T before{};
        for (long long i = 0; i < n; i++) {
            T value = first[i];
            if (i == 0) {
                out[i] = value;
            } else {
                out[i] = f(value, before);
            }
            before = value;
        }
    }
    return out + n;
}
template <class P, class In, class Out>
__host__ __device__ Out adjacent_difference(const execution_policy<P> &policy, In first, In last,
                                            Out out)
{
    return thrust::adjacent_difference(policy, first, last, out, minus<>());
}
template <class In, class Out, class F> Out adjacent_difference(In first, In last, Out out, F f)
{
    return thrust::adjacent_difference(detail::policy_of<In, Out>(), first, last, out, f);
}
template <class In, class Out> Out adjacent_difference(In first, In last, Out out)
{
    return thrust::adjacent_difference(detail::policy_of<In, Out>(), first, last, out, minus<>());
}
} // namespace thrust
#include <thrust/detail/all.h>
