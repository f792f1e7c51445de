// SPDX-License-Identifier: Apache-2.0
// Constant memory: how many accesses to the constant cache one warp load becomes. Pure; the cache
// itself and its latencies are elsewhere. Loads of a constant operand inside an instruction are
// uniform by nature.
#ifndef LOCKSTEP_MEMORY_CONSTANT_H
#define LOCKSTEP_MEMORY_CONSTANT_H

#include <stdint.h>

typedef struct ConstantCost {
    uint32_t requests;  // warps, on cc 1.x half-warps, that have an active lane
    uint32_t accesses;  // one for each distinct address of a request, one after another
    uint32_t conflicts; // accesses - requests: what a uniform address would have saved
} ConstantCost;

// Lanes of one request: half a warp on cc 1.x, the whole warp later. compute_capability: 90 is 9.0.
uint32_t constant_request_lanes(uint32_t compute_capability);

// address[lane]: byte address, read where bit `lane` of mask is set. An empty mask costs nothing.
// Source: CUDA C Programming Guide 5.5, 5.3.2 (as many requests as there are different addresses).
ConstantCost constant_cost(uint32_t request_lanes, const uint64_t address[32], uint32_t mask);

#endif
