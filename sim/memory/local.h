// SPDX-License-Identifier: Apache-2.0
// Local memory: each thread's own bytes, laid out so that the 32 lanes of a warp that access the
// same offset access neighboring words. The place of a byte, and what a warp access moves. Pure; no
// memory, no caches.
#ifndef LOCKSTEP_MEMORY_LOCAL_H
#define LOCKSTEP_MEMORY_LOCAL_H

#include "sim/memory/coalesce.h"

// The place of byte `offset` of a lane's local memory, from its warp's part on: 32-bit words of
// the lanes alternate. A warp with n bytes a thread (a multiple of 4) takes 32 * n bytes. Source:
// CUDA C Programming Guide 5.5, 5.3.2.
static inline uint64_t local_physical(uint32_t lane, uint32_t offset)
{
    return ((uint64_t)(offset / 4) * 32 + lane) * 4 + offset % 4;
}

// offset[lane]: byte offset in the lane's local memory, read where bit `lane` of mask is set,
// aligned to width_bytes (1 to 16). Wider accesses touch one 32-bit word after another, each as if
// it were an access of its own: an H200 counts a request for each word
// (traces/h200/local_memory.csv). is_cached as in coalesce().
GlobalCost local_cost(CoalesceRule rule, GlobalAccess access, const uint32_t offset[32],
                      uint32_t mask, uint32_t width_bytes, bool is_cached);

#endif
