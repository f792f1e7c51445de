// SPDX-License-Identifier: Apache-2.0
// Warnings about code that CUDA leaves undefined and that works by luck, found in the checked tree:
// warp-synchronous reads of shared memory, missing and divergent barriers, shuffles without a mask,
// locals without a value.
//
// Two accesses to one __shared__ variable with no barrier between on some path, one of them a read
// or an atomic and the other a store, are reported when they meet in an element for two threads of
// an assumed block: the largest usual one with which no index leaves its array. Seen are indices
// of any integer arithmetic over threadIdx, blockDim, integer parameters, locals and loops (also
// the next round of a loop), pointers into shared memory, device functions (in their places),
// barriers in them, cooperative groups. Taken as barriers, so that nothing is said in doubt:
// fences, atomicCAS and atomicExch, assembly that touches memory, `switch`, calls of what cannot
// be followed. Leaves out: two stores, volatile accesses, indices that mix memory's contents with
// threadIdx, accesses under one common condition on memory's contents, what follows a `goto`,
// loops that run no round at all, rounds beyond the first four, the last two and their next.
#ifndef LOCKSTEP_CUDA_WARN_H
#define LOCKSTEP_CUDA_WARN_H

#include "isa/cuda/tree/tree.h"

// Adds warnings for the user's functions; each ends in a [name]. compute_capability: 90 is sm_90;
// what only cc 7.0 and newer break is not reported below 70.
void warn_tree(const Tree *tree, uint32_t compute_capability, Diagnostics *diagnostics);

// Inside of this room: locals that are read before they are given a value.
void warn_unset(const Tree *tree, const Function *function, Diagnostics *diagnostics);
// Inside of this room: one kernel's shared memory.
void warn_shared(const Tree *tree, const Function *function, uint32_t compute_capability,
                 Diagnostics *diagnostics);

#endif
