// SPDX-License-Identifier: Apache-2.0
// A seal on a folder of files: their names, sizes and hashes, and the folder's own name, in a file
// of it. What was truncated, altered, renamed or planted since then does not match.
#ifndef LOCKSTEP_PROGRAM_SEAL_H
#define LOCKSTEP_PROGRAM_SEAL_H

#include "isa/base/arena.h"

#include <stdbool.h>

// Seals the regular files of the folder, which will have this name. False with errno set when the
// seal cannot be written.
bool seal_write(const char *folder, const char *name, Arena *arena);

// NULL when the folder is this user's own and its files are as they were sealed; else why not. A
// folder that does not exist is no problem either: *is_there is false.
const char *seal_problem(const char *folder, const char *name, bool *is_there, Arena *arena);

#endif
