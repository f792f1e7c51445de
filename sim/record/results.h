// SPDX-License-Identifier: Apache-2.0
// Which PTX instruction a micro-op came from, and which PTX register its result is. Where one
// instruction became several micro-ops, only the one whose result no other of them reads writes the
// register; results of the others have no name.
#ifndef LOCKSTEP_RECORD_RESULTS_H
#define LOCKSTEP_RECORD_RESULTS_H

#include "isa/base/arena.h"
#include "isa/machine/program.h"

typedef struct Results {
    const MachineProgram *program;
    const PtxInstruction **instructions; // [code_count]: that a micro-op came from, or NULL
    bool *is_result;                     // [code_count]: it writes what its PTX names
} Results;

// Lives in `arena`.
Results results_find(const MachineProgram *program, Arena *arena);
// The register that a result of the micro-op is; NULL: not known.
const PtxRegister *results_name(const Results *results, uint32_t pc, const MicroOperand *operand);

#endif
