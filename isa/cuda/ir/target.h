// SPDX-License-Identifier: Apache-2.0
// What generations before cc 2.0 lack of what the intermediate representation has; runs on
// optimized functions, when calls are inlined and pointers know their spaces.
#ifndef LOCKSTEP_CUDA_TARGET_H
#define LOCKSTEP_CUDA_TARGET_H

#include "isa/cuda/ir/ir.h"

// Below cc 1.3 doubles in registers, local and shared memory become floats, with one warning, as
// nvcc has it; doubles that come from elsewhere are errors, since the host's have 64 bits.
void target_demote_doubles(IrModule *module);

// Stores and atomics through pointers cast from constant memory or parameters become generic ones,
// with a warning: PTX has no others, and the GPU faults.
void target_write_generic(IrModule *module);

// Below cc 2.0 calls that are left, printf and pointers to other than global memory are errors.
void target_check(IrModule *module);

#endif
