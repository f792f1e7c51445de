// SPDX-License-Identifier: Apache-2.0
// What the source calls the memory that a lane accesses: `tile[3][32]`, as the comments of our
// compiler tell (isa/base/source_name.h). Shared variables by their address; global and constant
// ones by the variable or pointer parameter that the address is computed from; the kernel's own
// local memory. Leaves out what the PTX has no name for, and addresses below a pointer.
#ifndef LOCKSTEP_EXPLAIN_ELEMENT_H
#define LOCKSTEP_EXPLAIN_ELEMENT_H

#include "isa/base/source_name.h"
#include "sim/device/record.h"
#include "sim/explain/access.h"
#include "sim/explain/affine.h"

// A named piece of memory of the launch.
typedef struct ElementArray {
    const PtxVariable *variable;
    SourceName name;
    AccessSpace space;
    uint64_t base, size_bytes; // size 0: not known
} ElementArray;

typedef struct Elements {
    ElementArray *arrays;
    uint32_t count;
} Elements;

// Those of a launch, in the arena; `record` must have a program.
Elements elements_find(const LaunchRecord *record, Arena *arena);

// The array that the lane's address is in; NULL: not known.
const ElementArray *element_array(const Elements *elements, const PtxVariable *array,
                                  const Access *access, uint32_t lane);

// Adds the name of what the lane of the access touches; array: the variable that the address is
// computed from, or NULL. False: it has no name.
bool element_put(const Elements *elements, const PtxVariable *array, const Access *access,
                 uint32_t lane, Text *out);

// Elements of several lanes, one name for all: "tile[lane][3]".
#define ELEMENT_WARPS_MAX 32

typedef struct ElementAccess {
    const Access *access;
    uint32_t warp; // its number in the block
} ElementAccess;

// False: some lane's has no name, or the names follow no formula. has_warp: the name depends on w.
bool element_put_all(const Elements *elements, const PtxVariable *array,
                     const ElementAccess *accesses, uint32_t count, Text *out, bool *has_warp);

#endif
