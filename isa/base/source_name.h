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
    // Members of an element that is a structure; likewise, 0 bytes: none. Each has its offset, "*"
    // if it is a pointer, the size of an element, and its own shape and members:
    // "{position@0:4[3];data@16:*4[];}". A base class has no name.
    const char *members;
    uint32_t name_bytes, shape_bytes, members_bytes;
    uint64_t element_bytes; // of the innermost element: an int
    bool is_pointer;        // a member that points to elements
} SourceName;

// Adds the comment about a symbol.
void source_name_write(const char *symbol, const char *name, const char *shape,
                       uint64_t element_bytes, const char *members, Text *ptx);

// The next comment from here on, whose symbol starts at *symbol; NULL: there is none.
const char *source_name_next(const char *ptx, const char **symbol);

// False when the text says nothing about the symbol. The name points into the text.
bool source_name_find(const char *ptx, const char *symbol, SourceName *found);

// The element at this offset from the start of an array, or from a pointer, as a quoted expression:
// "'tile[2][0]'", "'bodies[1].position[2]'", and the byte in it when the offset is not at its
// start; before a pointer, an index below zero. width_bytes: of the access, which is to a structure
// as a whole if that is no wider.
void source_name_put(const SourceName *name, uint64_t offset_bytes, uint32_t width_bytes,
                     Text *out);

// The members of a structure one after the other: *at is NULL before the first. False: there is no
// further one.
bool source_name_member(const SourceName *structure, const char **at, SourceName *member);

// The pointers that a structure holds, those of its own members' structures included.
typedef struct SourcePointer {
    char path[64];      // "box.data"
    uint64_t offset;    // in the structure
    SourceName pointee; // its name is the path, once source_pointer_name() was called
} SourcePointer;

uint32_t source_name_pointers(const SourceName *structure, SourcePointer *found, uint32_t room);
const SourceName *source_pointer_name(SourcePointer *pointer);

#endif
