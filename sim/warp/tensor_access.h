// SPDX-License-Identifier: Apache-2.0
// Inside of sim/warp: the tensor memory that an instruction of tcgen05 reaches, of its block or of
// a pair of blocks (PTX ISA 9.0, "CTA Pair": ranks in the cluster that differ in the lowest bit).
#ifndef LOCKSTEP_WARP_TENSOR_ACCESS_H
#define LOCKSTEP_WARP_TENSOR_ACCESS_H

#include "sim/warp/memory_access.h"
#include "sim/warp/tensor_memory.h"

// Tensor memory of the block, made when it is first needed.
TensorMemory *tensor_memory_of(Block *block);

// The block, or the two of a pair with the even one first.
typedef struct TensorBlocks {
    Block *blocks[2];
    uint32_t count, own; // blocks[own] executes the instruction
} TensorBlocks;

// Fills `found`; a fault if the instruction wants a pair and there is none.
Outcome tensor_blocks(Block *block, const Warp *warp, const Micro *micro, uint32_t on,
                      TensorBlocks *found);

#endif
