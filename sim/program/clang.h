// SPDX-License-Identifier: Apache-2.0
// Both halves of a CUDA file by clang, which needs no CUDA toolkit:
// sim/runtime/include/lockstep/clang has what it must know before a program's first line, and the
// math and the intrinsics are the built-in compiler's library. Host code is not rewritten: clang
// knows launches, and registers kernels and variables (sim/runtime/register.h).
#ifndef LOCKSTEP_PROGRAM_CLANG_H
#define LOCKSTEP_PROGRAM_CLANG_H

#include "sim/program/build.h"

// The unit's PTX. is_silent: what clang says of the program goes nowhere. False: refused, or this
// clang is too old, which is said unless it is silent.
bool clang_compile(Build *build, BuildUnit *unit, bool is_silent);

// What a command that compiles the unit's host code begins with. False: said why.
bool clang_add_host(Build *build, Command *command, const BuildUnit *unit);

#endif
