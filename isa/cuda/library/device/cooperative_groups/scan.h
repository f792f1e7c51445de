// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::inclusive_scan and exclusive_scan over tiles and coalesced groups.
#pragma once
#include "cooperative_groups.h"
namespace cooperative_groups {
template <typename Group, typename T, typename Operation>
__device__ __forceinline__ T inclusive_scan(const Group &group, T value, Operation operation)
{
    unsigned rank = group.thread_rank(), count = group.size();
    for (unsigned distance = 1; distance < count; distance *= 2) {
        T before = group.shfl_up(value, distance);
        if (rank >= distance)
            value = operation(before, value);
    }
    return value;
}
template <typename Group, typename T> __device__ __forceinline__ T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Operation>
__device__ __forceinline__ T exclusive_scan(const Group &group, T value, Operation operation)
{
    T up_to_here = inclusive_scan(group, value, operation);
    T before = group.shfl_up(up_to_here, 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename Group, typename T> __device__ __forceinline__ T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}
} // namespace cooperative_groups
