// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::reduce over tiles and coalesced groups: every thread gets the result.
#pragma once
#include "cooperative_groups.h"
namespace cooperative_groups {
template <unsigned Size, typename P, typename T, typename Operation>
__device__ __forceinline__ T reduce(const thread_block_tile<Size, P> &tile, T value, Operation operation)
{
    for (int distance = Size / 2; distance > 0; distance /= 2)
        value = operation(value, tile.shfl_xor(value, distance));
    return value;
}
template <typename T, typename Operation>
__device__ __forceinline__ T reduce(const coalesced_group &group, T value, Operation operation)
{
    unsigned rank = group.thread_rank(), count = group.size();
    for (unsigned distance = 1; distance < count; distance *= 2) {
        T other = group.shfl_down(value, distance);
        if (rank % (2 * distance) == 0 && rank + distance < count)
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}
} // namespace cooperative_groups
