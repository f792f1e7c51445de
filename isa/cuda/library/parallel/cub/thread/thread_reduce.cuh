// SPDX-License-Identifier: Apache-2.0
// What one thread does with its items.
#pragma once
#include <cub/util.cuh>

namespace cub
{
template <int ITEMS, class T, class Op> __device__ __forceinline__ T ThreadReduce(const T (&items)[ITEMS], Op op)
{
    T sum = items[0];
#pragma unroll
    for (int i = 1; i < ITEMS; i++) {
        sum = op(sum, items[i]);
    }
    return sum;
}
template <int ITEMS, class T, class Op>
__device__ __forceinline__ T ThreadReduce(const T (&items)[ITEMS], Op op, T prefix)
{
#pragma unroll
    for (int i = 0; i < ITEMS; i++) {
        prefix = op(prefix, items[i]);
    }
    return prefix;
}
} // namespace cub
