// SPDX-License-Identifier: Apache-2.0
// From the intermediate representation to PTX text, as ptxas and isa/ptx read it.
#ifndef LOCKSTEP_CUDA_EMIT_H
#define LOCKSTEP_CUDA_EMIT_H

#include "isa/cuda/ir/ir.h"

typedef struct EmitOptions {
    uint32_t compute_capability; // .target sm_NN
    const char *target;          // "sm_90" or "sm_90a"
    bool is_line_info_off;       // no .loc and .file
    bool is_contraction_off;     // add.rn, mul.rn: nobody after us may fuse them
    bool is_flushed;             // .ftz
    const char *divide, *root;   // of floats; NULL: rounded once
} EmitOptions;

void emit_module(IrModule *module, const EmitOptions *options, Text *ptx);

#endif
