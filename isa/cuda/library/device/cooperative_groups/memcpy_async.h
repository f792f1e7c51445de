// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::memcpy_async from global to shared memory, and wait.
#pragma once
#include "cooperative_groups.h"
namespace cooperative_groups {
template <typename Group>
__device__ __forceinline__ void memcpy_async(const Group &group, void *shared, const void *global, size_t size)
{
    unsigned long long both = (unsigned long long)shared | (unsigned long long)global | size;
    char *to = (char *)shared;
    const char *from = (const char *)global;
    if ((both & 15) == 0) {
        for (size_t i = group.thread_rank() * 16; i < size; i += group.size() * 16)
            __pipeline_memcpy_async(to + i, from + i, 16);
    } else if ((both & 3) == 0) {
        for (size_t i = group.thread_rank() * 4; i < size; i += group.size() * 4)
            __pipeline_memcpy_async(to + i, from + i, 4);
    } else {
        for (size_t i = group.thread_rank(); i < size; i += group.size())
            to[i] = from[i];
    }
    __pipeline_commit();
}
template <typename Group, typename T>
__device__ __forceinline__ void memcpy_async(const Group &group, T *shared, const T *global, size_t size)
{
    memcpy_async(group, (void *)shared, (const void *)global, size);
}
template <typename Group> __device__ __forceinline__ void wait(const Group &group)
{
    __pipeline_wait_prior(0);
    group.sync();
}
template <unsigned Stages, typename Group> __device__ __forceinline__ void wait_prior(const Group &group)
{
    __pipeline_wait_prior(Stages);
    group.sync();
}
} // namespace cooperative_groups
