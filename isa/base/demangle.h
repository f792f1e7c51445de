// SPDX-License-Identifier: Apache-2.0
// Kernel names as people read them: the Itanium C++ mangling of functions, as far as kernels use it
// (namespaces, templates, built-in and named types, pointers, references, substitutions), written
// as ncu writes them. Leaves out function types, arrays, expressions: such a name stays as it is.
#ifndef LOCKSTEP_BASE_DEMANGLE_H
#define LOCKSTEP_BASE_DEMANGLE_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#include <stdbool.h>

typedef enum DemangleForm {
    DEMANGLE_FULL,  // "void reduce<(unsigned int)256>(const int *, int *)", as ncu
    DEMANGLE_SHORT, // "reduce<256>"
    DEMANGLE_BASE   // "reduce"
} DemangleForm;

// Appends the name. Returns false, and appends `name` itself, when it is not a mangled name or has
// parts that are left out.
bool demangle(const char *name, DemangleForm form, Text *out);

// The same as a string in the arena.
const char *demangle_in(Arena *arena, const char *name, DemangleForm form);

#endif
