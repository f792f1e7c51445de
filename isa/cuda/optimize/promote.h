// SPDX-License-Identifier: Apache-2.0
// What the two halves of promote_locals share. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_PROMOTE_H
#define LOCKSTEP_CUDA_PROMOTE_H

#include "isa/cuda/optimize/optimize.h"
#include "isa/cuda/optimize/rewrite.h"

// Aggregates to one local for each part that is accessed by itself.
bool split_locals(IrFunction *function);

// Loads through a choice of addresses of locals to a choice of loads.
bool choose_locals(IrFunction *function);

#define LEAVES_MAX 128u // a copy of more scalars stays a copy

// COPY or FILL to one access for each scalar; the layout is that of `type` from `offset` on, or of
// units of the known alignment when type is NULL. False when there are too many.
bool expand_copy(IrInstruction *copy, const Type *type, uint64_t offset_bytes);

// A LOCAL with nothing but loads and stores of all its bytes: the form its values are kept in.
bool promote_candidate(const IrInstruction *local, IrMemory *memory);

#endif
