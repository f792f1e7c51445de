// SPDX-License-Identifier: Apache-2.0
// Device code by NVIDIA's compiler, which passes every name that it is given to a shell: of files,
// macros, its working folder and the folder for temporary files.
#ifndef LOCKSTEP_PROGRAM_NVCC_H
#define LOCKSTEP_PROGRAM_NVCC_H

#include "sim/program/build.h"

// The unit's PTX. is_silent: what nvcc says of the program goes nowhere.
bool nvcc_compile(Build *build, BuildUnit *unit, bool is_silent);

#endif
