// SPDX-License-Identifier: Apache-2.0
// Lockstep by the name of a linker, ld: a link in a shim's folder "link", to which CMake points the
// compilers of host code that it links CUDA's objects with (`nvcc_shim_describe`). It is that
// linker, except that it links what `lockstep nvcc` made.
#ifndef LOCKSTEP_CLI_NVCC_LINKER_H
#define LOCKSTEP_CLI_NVCC_LINKER_H

#include "sim/program/process.h"

// The folder of a shim that they are in.
#define NVCC_LINKERS "link"

// The names; NULL behind the last one.
const char *nvcc_linker_name(uint32_t index);

// Whether the program was called by one of them.
bool nvcc_linker_is_called(const char *program);

// The words of nvcc that link what these words of ld do, without what GCC adds to every link, and
// the environment of this process without what GCC tells its linker.
void nvcc_linker_put(const Command *words, Command *line);

#endif
