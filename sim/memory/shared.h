// SPDX-License-Identifier: Apache-2.0
// Shared-memory banks: how many wavefronts one warp access takes, for each generation's rule. Pure
// functions of addresses and mask; no memory, no time.
#ifndef LOCKSTEP_MEMORY_SHARED_H
#define LOCKSTEP_MEMORY_SHARED_H

#include "sim/gpu/gpu.h"

typedef enum SharedAccess {
    SHARED_LOAD,
    SHARED_STORE,
    SHARED_ATOMIC, // result used
    SHARED_ATOMIC_CAS,
    SHARED_REDUCE,   // no result
    SHARED_INCREMENT // add of one, no result, from cc 8.0 on: the lanes on a word are counted
} SharedAccess;

typedef struct SharedCost {
    uint32_t wavefronts; // passes through the banks; cc 1.x: steps of both half-warps together
    uint32_t ideal;      // what the same lanes would cost without conflicts: non-empty phases
    uint32_t conflicts;  // wavefronts - ideal; of a compare-and-swap half of it, as hardware counts
    uint32_t bytes_used; // distinct bytes the lanes ask for: a word that several read counts once
} SharedCost;

// address[lane]: byte address in shared memory, read where bit `lane` of mask is set. width_bytes:
// 1, 2, 4, 8 or 16 a lane, all addresses aligned to it. An empty mask costs nothing.
SharedCost shared_cost(SharedRule rule, SharedAccess access, const uint32_t address[32],
                       uint32_t mask, uint32_t width_bytes);

// The same where lane i accesses base + i * width_bytes in every lane (the common case, in closed
// form).
SharedCost shared_cost_linear(SharedRule rule, SharedAccess access, uint32_t base,
                              uint32_t width_bytes);

// ldmatrix/stmatrix .x1 .x2 .x4: matrix m takes its eight 16-byte rows from lanes 8m .. 8m+7.
SharedCost shared_cost_matrix(const uint32_t address[32], uint32_t matrices);
// The same without bytes_used.
SharedCost shared_passes_matrix(const uint32_t address[32], uint32_t matrices);

#endif
