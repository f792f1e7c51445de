// SPDX-License-Identifier: Apache-2.0
// Where #include finds a user's own files: "name" beside the file that asks for it, then both kinds
// along -I.
#ifndef LOCKSTEP_PROGRAM_INCLUDE_H
#define LOCKSTEP_PROGRAM_INCLUDE_H

#include "sim/program/program.h"

typedef struct IncludeSearch {
    Arena *arena; // gets the files
    ProgramList folders;
    const char **found; // paths, once for each #include of a file
    uint32_t found_count, found_room;
} IncludeSearch;

// For CudaOptions.find; the context is an IncludeSearch.
bool include_find(void *context, const char *name, bool is_angled, const char *from,
                  const char **path, const char **text, size_t *size_bytes);

#endif
