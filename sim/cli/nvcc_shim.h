// SPDX-License-Identifier: Apache-2.0
// A folder with which make and CMake find Lockstep in the place of a CUDA toolkit: `lockstep nvcc`
// by the name of nvcc, stand-ins for the host's compilers (nvcc_host.h), headers for host code, and
// libraries to name behind -l.
#ifndef LOCKSTEP_CLI_NVCC_SHIM_H
#define LOCKSTEP_CLI_NVCC_SHIM_H

#include "sim/cli/nvcc_line.h"

// Makes the folder line->output, and says how it is used. False: said why.
bool nvcc_shim_make(const NvccLine *line);

// Prints what -v and -dryrun of nvcc say, as far as CMake reads it, if this process was started as
// the nvcc of such a folder; false if not.
bool nvcc_shim_describe(const NvccLine *line);

// The folder of the link by which this process was started, if it is a shim's; NULL: it is not.
const char *nvcc_shim_folder(Arena *arena);

#endif
