// SPDX-License-Identifier: Apache-2.0
// The linker: modules that were compiled separately (nvcc -rdc=true) become one PTX text, as nvlink
// makes one cubin of them. Names that modules declare as .extern are resolved, a weak definition
// stays once, and names that are local to a module are renamed where another module has them, too.
// Two definitions of a name, a name that is used and never defined, and declarations that
// contradict their definition are errors.
//
// Leaves out nvlink's optimizations: nothing is inlined across modules, and nothing is dropped.
#ifndef LOCKSTEP_PTX_LINK_H
#define LOCKSTEP_PTX_LINK_H

#include "isa/ptx/ptx.h"

// A kernel, function or variable that only its own module knows.
typedef struct PtxLocal {
    uint32_t module;    // index
    const char *name;   // in its module
    const char *linked; // in the linked one
} PtxLocal;

typedef struct PtxLinked {
    Arena arena; // owns all below; release with ptx_linked_clear
    const char *ptx;
    size_t ptx_bytes;
    PtxLocal *locals;
    uint32_t local_count;
} PtxLinked;

// Links the modules, which may be changed: they are only good for ptx_destroy afterwards. Messages
// name their files (PtxModule.file) or the CUDA source that their .loc lines name. is_provided:
// whether a function needs no definition, because the driver has it. False when there were errors.
bool ptx_link(PtxModule *const *modules, uint32_t count, bool (*is_provided)(const char *name),
              PtxLinked *linked, Diagnostics *diagnostics);
void ptx_linked_clear(PtxLinked *linked);

#endif
