// SPDX-License-Identifier: Apache-2.0
// How the host code of a checked program is compiled: with a call before each load and store, which
// the runtime answers (sim/runtime/host_access.h). GCC and clang make such calls for the kernel
// address sanitizer, which needs no runtime library. Leaves out: other compilers, and CUDA host
// code that clang compiles as it is.
#ifndef LOCKSTEP_PROGRAM_SANITIZE_H
#define LOCKSTEP_PROGRAM_SANITIZE_H

#include "sim/program/build.h"

// Nothing is added unless the program is checked.
void sanitize_add_compiler(const Build *build, Command *command);
void sanitize_add_linker(const Build *build, Command *command);

#endif
