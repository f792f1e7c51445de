// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <thrust/copy.h>

namespace thrust
{
template <class P, class In, class Out>
__host__ __device__ Out uninitialized_copy(const execution_policy<P> &policy, In first, In last,
                                           Out out)
{
    return thrust::copy(policy, first, last, out);
}
template <class In, class Out> Out uninitialized_copy(In first, In last, Out out)
{
    return thrust::copy(first, last, out);
}
template <class In, class Size, class Out> Out uninitialized_copy_n(In first, Size n, Out out)
{
    return thrust::copy_n(first, n, out);
}
} // namespace thrust
#include <thrust/detail/all.h>
