// SPDX-License-Identifier: Apache-2.0
// The headers that host code is compiled with (sim/runtime/include), embedded in the binary and
// written beside what is built. They are not kept: a compiler would also take what others put
// there.
#ifndef LOCKSTEP_PROGRAM_HEADER_H
#define LOCKSTEP_PROGRAM_HEADER_H

#include "isa/base/arena.h"

// Writes them into a folder, over those that are there. False with errno set when it cannot.
bool header_write_host(const char *folder, Arena *arena);

// A folder in the workspace that holds them; NULL with errno set when it cannot be written.
const char *header_folder(const char *workspace, Arena *arena);

// Adds the device library of the built-in compiler, as a folder device_library. False with errno
// set when it cannot be written.
bool header_add_device_library(const char *folder, Arena *arena);

// Adds Thrust, CUB and libcu++ of the built-in compiler's, for host code: the folder that holds
// them, or NULL with errno set when it cannot be written.
const char *header_add_parallel(const char *folder, Arena *arena);

// Whether one of them has this name.
bool header_is_ours(const char *name);

#endif
