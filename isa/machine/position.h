// SPDX-License-Identifier: Apache-2.0
// The place of a micro-op in what the user wrote.
#ifndef LOCKSTEP_MACHINE_POSITION_H
#define LOCKSTEP_MACHINE_POSITION_H

#include "isa/machine/program.h"

// The CUDA source if the PTX says so, else the PTX itself. Of the places that inlining stacked up,
// it is the innermost in the file that holds the kernel: what happens in a toolkit's header is
// shown where the program uses the header.
SourcePosition micro_position(const MachineProgram *program, uint32_t pc);

// Whether that is a place in the CUDA source.
bool micro_has_source(const MachineProgram *program, uint32_t pc);

#endif
