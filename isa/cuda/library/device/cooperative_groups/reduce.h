// SPDX-License-Identifier: Apache-2.0
// cooperative_groups::reduce over tiles and coalesced groups: every thread gets the result.
#pragma once
#include "cooperative_groups.h"
namespace cooperative_groups {
namespace details {
// Reductions of whole warps and of coalesced groups that the machine has (redux.sync, since sm_80).
template <typename T, typename Operation> struct redux {
    static constexpr bool is_known = false;
};
#if __CUDA_ARCH__ >= 800
#define __LOCKSTEP_REDUX(type, operation, name)                                                    \
    template <> struct redux<type, operation<type>> {                                              \
        static constexpr bool is_known = true;                                                     \
        static __device__ __forceinline__ type of(unsigned mask, type value) { return name(mask, value); } \
    };
__LOCKSTEP_REDUX(int, plus, __reduce_add_sync)
__LOCKSTEP_REDUX(unsigned, plus, __reduce_add_sync)
__LOCKSTEP_REDUX(int, less, __reduce_min_sync)
__LOCKSTEP_REDUX(unsigned, less, __reduce_min_sync)
__LOCKSTEP_REDUX(int, greater, __reduce_max_sync)
__LOCKSTEP_REDUX(unsigned, greater, __reduce_max_sync)
__LOCKSTEP_REDUX(unsigned, bit_and, __reduce_and_sync)
__LOCKSTEP_REDUX(unsigned, bit_or, __reduce_or_sync)
#undef __LOCKSTEP_REDUX
#endif
} // namespace details
template <unsigned Size, typename P, typename T, typename Operation>
__device__ __forceinline__ T reduce(const thread_block_tile<Size, P> &tile, T value, Operation operation)
{
    if constexpr (Size == 32 && details::redux<T, Operation>::is_known)
        return details::redux<T, Operation>::of(0xffffffffu, value);
    for (int distance = Size / 2; distance > 0; distance /= 2)
        value = operation(value, tile.shfl_xor(value, distance));
    return value;
}
template <typename T, typename Operation>
__device__ __forceinline__ T reduce(const coalesced_group &group, T value, Operation operation)
{
    if constexpr (details::redux<T, Operation>::is_known)
        return details::redux<T, Operation>::of(group.__mask(), value);
    unsigned rank = group.thread_rank(), count = group.size();
    for (unsigned distance = 1; distance < count; distance *= 2) {
        T other = group.shfl_down(value, distance);
        if (rank % (2 * distance) == 0 && rank + distance < count)
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}
} // namespace cooperative_groups
