// SPDX-License-Identifier: Apache-2.0
// The headers that a CUDA program includes and nobody has to install: CUDA C++ text, embedded in
// the binary by room.cmake. Device headers are the other *.h of this folder, and every header below
// its sub-folders; device/, toolkit/ and parallel/ are not part of their names.
#ifndef LOCKSTEP_CUDA_LIBRARY_H
#define LOCKSTEP_CUDA_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The text of the header that #include names so ("cuda_fp16.h", "cuda/atomic"), or NULL. It is
// zero-terminated after size_bytes; size_bytes may be NULL.
const char *library_find(const char *name, size_t *size_bytes);

// For tests and tables: the names of all headers, in the order of strcmp; NULL from the end on.
const char *library_name(uint32_t index);

// Whether host code includes the header of this index, too: those of cuRAND and its neighbors, in
// toolkit/, and the parts of their sources.
bool library_is_shared(uint32_t index);

// Whether the header is of Thrust, CUB or libcu++, in parallel/: host code that the system's
// compiler compiles includes it, and clang, which compiles NVIDIA's own, must not see it.
bool library_is_parallel(uint32_t index);

#endif
