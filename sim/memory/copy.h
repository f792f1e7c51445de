// SPDX-License-Identifier: Apache-2.0
// What one cp.async of a warp costs on the side of shared memory and in L1. Pure functions of
// addresses and masks. Source: 112 copies counted on an H200 (traces/h200/copies): all 28 around L1
// and 81 of 84 through it agree in every number; three random ones through L1 take one or two
// wavefronts more there.
#ifndef LOCKSTEP_MEMORY_COPY_H
#define LOCKSTEP_MEMORY_COPY_H

#include "sim/memory/coalesce.h"
#include "sim/memory/shared.h"

// A copy of a warp: where bit `lane` of `lanes` is set, width_bytes (4, 8, 16) go from from[lane]
// in global memory to to[lane] in shared memory, both aligned to width_bytes; lanes outside `reads`
// write zeros and read nothing.
typedef struct CopyAccess {
    const uint64_t *from; // [32]
    const uint32_t *to;   // [32]
    uint32_t lanes, reads, width_bytes;
} CopyAccess;

// Through L1 (.ca): lanes share a wavefront if neither the words they read nor the words they write
// have a bank in common, in groups of lanes that move 128 bytes.
SharedCost copy_cost(const CopyAccess *copy);

// Around L1 (.cg, 16 bytes a lane): lanes share a wavefront if one line of 128 bytes goes to one
// line of shared memory and the places of its 16-byte pieces differ in the same bits.
SharedCost copy_cost_around(const CopyAccess *copy);

// Around L1, what is asked of L2: puts the sectors that are counted as requested (one for each line
// read and sector written) and those that are moved into a cost made by coalesce().
void copy_sectors_around(const CopyAccess *copy, GlobalCost *cost);

#endif
