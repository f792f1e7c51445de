// SPDX-License-Identifier: Apache-2.0
// The headers that host code is compiled with (sim/runtime/include), embedded in the binary and
// written to a folder when a compiler needs them.
#ifndef LOCKSTEP_PROGRAM_HEADER_H
#define LOCKSTEP_PROGRAM_HEADER_H

#include "isa/base/arena.h"

#include <stdbool.h>

// A folder that holds them: in the cache, where it stays, or in `workspace` when cache is NULL.
// NULL with errno set when it can not be written.
const char *header_folder(const char *cache, const char *workspace, Arena *arena);

// Whether one of them has this name.
bool header_is_ours(const char *name);

#endif
