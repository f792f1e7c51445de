// SPDX-License-Identifier: Apache-2.0
// Memory that host code allocates holds zeros, as most of it does in a process of the program's
// own: here the heap also holds what Lockstep has freed. The linker gives the allocation functions
// the names of the runtime's (sim/runtime/fresh.c).
#ifndef LOCKSTEP_PROGRAM_FRESH_H
#define LOCKSTEP_PROGRAM_FRESH_H

#include "sim/program/build.h"

// For programs of objects that Lockstep compiles. Nothing is added if the program has an allocator
// of its own, or the host's linker does not know --wrap.
void fresh_add_linker(const Build *build, Command *command);

#endif
