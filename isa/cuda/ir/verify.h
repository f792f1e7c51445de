// SPDX-License-Identifier: Apache-2.0
// Inside of verification.
#ifndef LOCKSTEP_CUDA_VERIFY_H
#define LOCKSTEP_CUDA_VERIFY_H

#include "isa/cuda/ir/ir.h"

// What is wrong with the types of the instruction, its operands and its fields; NULL: nothing.
const char *verify_types(const IrInstruction *at);

#endif
