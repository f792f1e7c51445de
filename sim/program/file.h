// SPDX-License-Identifier: Apache-2.0
// Whole files in and out.
#ifndef LOCKSTEP_PROGRAM_FILE_H
#define LOCKSTEP_PROGRAM_FILE_H

#include "isa/base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The file's bytes, zero-terminated, in the arena; NULL with errno set when it cannot be read,
// EFBIG when it has more than limit_bytes: a device may never end.
char *file_read(const char *path, uint64_t limit_bytes, size_t *size_bytes, Arena *arena);

// The same for a file that is open; closes it.
char *file_read_open(int file, uint64_t limit_bytes, size_t *size_bytes, Arena *arena);

// The same for a text; of 256 MiB, more than people or compilers write.
char *file_text(const char *path, size_t *size_bytes, Arena *arena);

// False with errno set when it cannot be written; then it may be there in part.
bool file_write(const char *path, const void *bytes, size_t size_bytes);

// The same for a file of the user's: written beside it and renamed, so that there is always either
// the old or the new file. Devices, pipes and files of other users are written to directly.
bool file_replace(const char *path, const void *bytes, size_t size_bytes);

#endif
