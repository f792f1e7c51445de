// SPDX-License-Identifier: Apache-2.0
// What the linker's files share.
#ifndef LOCKSTEP_PTX_LINK_MERGE_H
#define LOCKSTEP_PTX_LINK_MERGE_H

#include "isa/ptx/link.h"

typedef enum LinkKind {
    LINK_LOCAL,
    LINK_NEEDED, // declared only
    LINK_WEAK,
    LINK_STRONG
} LinkKind;

// A function or variable of one module; one of the two.
typedef struct LinkSymbol {
    const char *name;
    uint32_t module; // index
    LinkKind kind;
    PtxFunction *function;
    PtxVariable *variable;
    const char *linked; // its new name; NULL: the old one
} LinkSymbol;

typedef struct Linker {
    Arena *arena;
    PtxModule *const *modules;
    uint32_t module_count;
    bool (*is_provided)(const char *name);
    Diagnostics *diagnostics;
    LinkSymbol *symbols; // by name, then by module
    uint32_t symbol_count;
} Linker;

// The text of all modules, whose symbols are resolved, one after the other.
void link_merge(const Linker *linker, Text *out);

#endif
