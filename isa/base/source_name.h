// SPDX-License-Identifier: Apache-2.0
// What symbols of a PTX text are called in its CUDA source: comments at the end of the text, which
// our compiler writes and messages read. The text of other compilers has none.
#ifndef LOCKSTEP_BASE_SOURCE_NAME_H
#define LOCKSTEP_BASE_SOURCE_NAME_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct SourceName {
    const char *name;  // "tile", not terminated
    const char *shape; // "[4][32]", "[]" of a pointer or an array without a size, "-"; likewise
    uint32_t name_bytes, shape_bytes;
    uint64_t element_bytes; // of the innermost element: an int
} SourceName;

// Adds the comment about a symbol.
void source_name_write(const char *symbol, const char *name, const char *shape,
                       uint64_t element_bytes, Text *ptx);

// False when the text says nothing about the symbol. The name points into the text.
bool source_name_find(const char *ptx, const char *symbol, SourceName *found);

// The element at this offset from the start of an array, or from a pointer, as a quoted expression:
// "'tile[2][0]'", and the byte in it when the offset is not at its start.
void source_name_put(const SourceName *name, uint64_t offset_bytes, Text *out);

#endif
