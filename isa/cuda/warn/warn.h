// SPDX-License-Identifier: Apache-2.0
// Warnings about code that CUDA leaves undefined and that works by luck, found in the checked tree:
// warp-synchronous reads of shared memory, missing and divergent barriers, shuffles without a mask.
// Only what is certain is reported: indices that are threadIdx.x plus a constant, straight-line
// code. Leaves out: other indices, pointers to shared memory, what callers guarantee.
#ifndef LOCKSTEP_CUDA_WARN_H
#define LOCKSTEP_CUDA_WARN_H

#include "isa/cuda/syntax/tree.h"

// Adds warnings for the user's functions; each ends in a [name]. compute_capability: 90 is sm_90;
// what only cc 7.0 and newer break is not reported below 70.
void warn_tree(const Tree *tree, uint32_t compute_capability, Diagnostics *diagnostics);

// Inside of this room: one function's shared memory, in straight-line code.
void warn_shared(const Tree *tree, const Function *function, uint32_t compute_capability,
                 Diagnostics *diagnostics);

#endif
