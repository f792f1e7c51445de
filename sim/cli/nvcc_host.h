// SPDX-License-Identifier: Apache-2.0
// Lockstep by the name of a compiler of the host's, c++ or gcc: a link in a shim. It is that
// compiler, except that it links what `lockstep nvcc` made, and compiles to position-independent
// code, as a program becomes a shared object.
#ifndef LOCKSTEP_CLI_NVCC_HOST_H
#define LOCKSTEP_CLI_NVCC_HOST_H

#include "sim/program/process.h"

// The names; NULL behind the last one.
const char *nvcc_host_name(uint32_t index);

// Whether the program was called by one of them.
bool nvcc_host_is_called(const char *program);

// If these are the words of a link of what `lockstep nvcc` made: true, and `line` gets the words of
// nvcc that do it. Otherwise the compiler takes the process over, or false: said why it cannot.
bool nvcc_host_run(const char *const *words, uint32_t count, Command *line);

#endif
