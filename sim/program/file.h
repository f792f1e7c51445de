// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#ifndef LOCKSTEP_PROGRAM_FILE_H
#define LOCKSTEP_PROGRAM_FILE_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// The file's bytes, zero-terminated, in the arena; NULL with errno set when it can not be read or
// has more than 256 MiB.
char *file_text(const char *path, size_t *size_bytes, Arena *arena);
bool file_store(const char *path, const void *bytes, size_t size_bytes);

#endif
