// SPDX-License-Identifier: Apache-2.0
// What is known of an integer's bits without running: those that are always zero or one, and how
// many at the top repeat the sign. Special registers have the ranges that the PTX ISA's "Special
// Registers" and CUDA's limits on launches give. Inside of isa/cuda/optimize only.
#ifndef LOCKSTEP_CUDA_KNOWN_H
#define LOCKSTEP_CUDA_KNOWN_H

#include "isa/cuda/optimize/rewrite.h"

typedef struct Known {
    uint64_t zeros, ones; // within the type's width
} Known;

Known known_bits(const IrInstruction *value);
bool known_non_negative(const IrInstruction *value);
uint64_t known_maximum(const IrInstruction *value); // as unsigned
// At least this many top bits are equal; from 1.
uint32_t known_sign_bits(const IrInstruction *value);

#endif
