// SPDX-License-Identifier: Apache-2.0
// Objects that are compiled for an executable address variables of shared libraries directly
// (R_X86_64_PC32), which ld does not allow in a shared object. Such a program is linked with places
// that stand for these variables, and with its relocations (--emit-relocs); before its constructors
// run, each relocation of a place is computed again for the variable itself, as the x86-64 psABI
// (4.4.1, table 4.9) has it.
#ifndef LOCKSTEP_RUNTIME_DIRECT_H
#define LOCKSTEP_RUNTIME_DIRECT_H

#include <stddef.h>

// As include/lockstep/direct.h has it for the program.
typedef struct LockstepDirect {
    const char *name;
    const void *place;  // in the object
    const void *target; // in the library
} LockstepDirect;

// Lets all that the object at this base says of each place mean its target. NULL, or the name of
// the first that is too far away; "" if the object cannot be read or changed.
const char *__lockstepBindDirect(const void *base, const LockstepDirect *list, size_t count);

#endif
