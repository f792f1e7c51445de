// SPDX-License-Identifier: Apache-2.0
// Where #include finds a user's own files: "name" beside the file that asks for it, then both kinds
// along -I.
#ifndef LOCKSTEP_PROGRAM_INCLUDE_H
#define LOCKSTEP_PROGRAM_INCLUDE_H

#include "sim/program/program.h"

#include <sys/types.h>

// Two paths of one file (beside the includer, and by way of -I.) have one identity.
typedef struct IncludedFile {
    const char *path; // by which it was found first
    dev_t device;
    ino_t number;
} IncludedFile;

typedef struct IncludeSearch {
    Arena *arena; // gets the files
    ProgramList folders;
    IncludedFile *found; // each file once
    uint32_t found_count, found_room;
} IncludeSearch;

// For CudaOptions.find; the context is an IncludeSearch. A file keeps the path by which it was found
// first, so that #pragma once holds for all its paths.
bool include_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes);

#endif
