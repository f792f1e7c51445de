// SPDX-License-Identifier: Apache-2.0
// Which array each access is to, as far as the PTX tells: the one variable or pointer parameter
// that its address is computed from. Accesses of one line that share a position are told apart by
// it.
#ifndef LOCKSTEP_REPORT_ARRAY_H
#define LOCKSTEP_REPORT_ARRAY_H

#include "isa/machine/program.h"

// By pc: the variable, or the pointer that is a parameter of the kernel; NULL where the PTX names
// none or several, and in functions that are called. [code_count], in the arena.
const PtxVariable **arrays_find(const MachineProgram *program, Arena *arena);

// The name in the source: "tile"; the last part of a mangled one where the PTX does not say; NULL
// for an unnamed parameter.
const char *array_name(const PtxModule *module, const PtxVariable *array, Arena *arena);

// The name of a variable as the program has it: the last part of a mangled one. That of a
// function's own variable (_ZZ4kernelPiE4tile) ends with its length and its name.
const char *array_plain_name(const char *name, Arena *arena);

#endif
