// SPDX-License-Identifier: Apache-2.0
// CUDA C++ files through our own compiler; what they #include is read from beside them and from
// the folders of -I.
#ifndef LOCKSTEP_CLI_COMPILE_H
#define LOCKSTEP_CLI_COMPILE_H

#include "sim/cli/options.h"

// The PTX of a .cu file, in the arena; NULL, with messages on stderr, when it has errors. Kernel
// templates that -k and --launch name are instantiated.
const char *compile_file(const Options *options, const char *path, uint32_t compute_capability,
                         size_t *size_bytes, Arena *arena);

// The compute capability that "sm_90", "compute_90" or "90" names; 0 when it is none.
uint32_t architecture_capability(const char *name);

#endif
