// SPDX-License-Identifier: Apache-2.0
// Checks the compiler's own output before anything else reads it.
#ifndef LOCKSTEP_CUDA_OUTPUT_H
#define LOCKSTEP_CUDA_OUTPUT_H

#include "isa/cuda/ir/ir.h"

typedef enum OutputVerdict {
    OUTPUT_GOOD,
    OUTPUT_LESS, // functions at fault were left out of the module: it is to be emitted again
    OUTPUT_BAD   // the fault is in no function, or in the program's inline assembly
} OutputVerdict;

// Parses and verifies the PTX that emit_module made of this module. Mistakes are reported as
// internal errors, each at the line of the .cu file that the PTX names as its source.
OutputVerdict output_check(IrModule *module, const Text *ptx);

#endif
