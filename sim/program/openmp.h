// SPDX-License-Identifier: Apache-2.0
// OpenMP in host code that clang compiles (Thrust, CUB): it calls LLVM's runtime, not GCC's.
#ifndef LOCKSTEP_PROGRAM_OPENMP_H
#define LOCKSTEP_PROGRAM_OPENMP_H

#include "sim/program/build.h"

// Adds the options for the linker: -fopenmp becomes LLVM's runtime, which serves GCC's code, too,
// if clang compiled a unit's host code for it. False, with a message, when it is not installed.
bool openmp_add_link(Build *build, Command *command, const ProgramList *options);

#endif
