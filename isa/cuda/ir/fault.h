// SPDX-License-Identifier: Apache-2.0
// Our own mistakes: a function that a pass or emission made badly is reported and left out, with
// what calls it. The other kernels of the file stay.
#ifndef LOCKSTEP_CUDA_FAULT_H
#define LOCKSTEP_CUDA_FAULT_H

#include "isa/cuda/ir/ir.h"

// An internal error in the diagnostics; `where` says what was done last: "after unroll_loops". The
// function loses its body and is not emitted.
void fault_report(IrFunction *function, const char *where, IrFault fault);
// The same of what is in no function.
void fault_report_module(IrModule *module, const char *where, const char *what);
// What calls a function that was left out, or takes its address, is left out too.
void fault_spread(IrModule *module);

#endif
