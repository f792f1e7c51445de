// SPDX-License-Identifier: Apache-2.0
// Occupancy: how many blocks of a kernel fit on one SM, and what limits them. Pure functions.
#ifndef LOCKSTEP_GPU_OCCUPANCY_H
#define LOCKSTEP_GPU_OCCUPANCY_H

#include "isa/base/text.h"
#include "sim/gpu/gpu.h"

typedef enum OccupancyLimit {
    OCCUPANCY_WARPS = 1 << 0,
    OCCUPANCY_BLOCKS = 1 << 1,
    OCCUPANCY_SHARED = 1 << 2,
    OCCUPANCY_REGISTERS = 1 << 3
} OccupancyLimit;

typedef struct Occupancy {
    uint32_t blocks_per_sm; // 0: the block does not fit at all; see `refusal`
    uint32_t warps_per_sm;  // resident
    double fraction;        // of the GPU's warps per SM, 0 to 1
    // Blocks each would allow; UINT32_MAX: no limit at all, since nothing of it is used.
    uint32_t limit_warps, limit_blocks, limit_shared, limit_registers;
    uint32_t limited_by;          // OccupancyLimit bits of all that equal the minimum
    uint32_t registers_per_block; // as allocated, with rounding
    uint32_t shared_per_block;    // as allocated, with rounding and what the system reserves
    const char *refusal;          // why blocks_per_sm is 0, or NULL
} Occupancy;

// threads: per block; registers: per thread; shared_bytes: static and dynamic of one block (cc 1.x:
// the kernel's parameter bytes are added by the caller). Source of the rules: NVIDIA's
// cuda_occupancy.h.
Occupancy occupancy(const Gpu *gpu, uint32_t threads, uint32_t registers, uint32_t shared_bytes);

// The same for `registers` that are an estimate: if no block fits because of them, but would with
// at least two thirds of them, the block has the most with which it fits. *registers becomes what
// was assumed.
Occupancy occupancy_of_estimate(const Gpu *gpu, uint32_t threads, uint32_t *registers,
                                uint32_t shared_bytes);

// Appends the names of all OccupancyLimit bits: "warps and registers", `between` being " and ".
void occupancy_put_limits(uint32_t limited_by, const char *between, Text *out);

#endif
