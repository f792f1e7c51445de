// SPDX-License-Identifier: Apache-2.0
// The place of a micro-op in the user's source.
#ifndef LOCKSTEP_MACHINE_POSITION_H
#define LOCKSTEP_MACHINE_POSITION_H

#include "isa/machine/program.h"

// The place in the CUDA source if the PTX gives it, else in the PTX itself. If inlining stacked
// several places, the innermost one in the kernel's file is reported: code from a toolkit's header
// is shown where the program uses the header.
SourcePosition micro_position(const MachineProgram *program, uint32_t pc);

// Whether that is a place in the CUDA source.
bool micro_has_source(const MachineProgram *program, uint32_t pc);

#endif
