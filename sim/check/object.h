// SPDX-License-Identifier: Apache-2.0
// Inside of sim/check: which object an access was meant for: the variable or the pointer parameter
// that its address is computed from, where the PTX has one only. Leaves out: pointers that come
// from memory or from a call, and variables in local memory.
#ifndef LOCKSTEP_CHECK_OBJECT_H
#define LOCKSTEP_CHECK_OBJECT_H

#include "isa/machine/program.h"
#include "sim/warp/block.h"

typedef struct Object {
    const PtxVariable *variable; // or a kernel's parameter
    uint32_t offset;             // of the pointer in the parameter
    uint64_t base, size_bytes;   // where it is in this launch; size 0: not known
    bool is_shared;
} Object;

typedef struct Objects {
    Object *items; // [0]: none
    uint32_t count, room;
    uint16_t *of;         // [code_count]: of the access at this pc
    bool *is_before_swap; // [code_count]: a load whose value a compare-and-swap checks
    bool *is_relaxed;     // [code_count]: ld.relaxed or ld.cg, which order nothing until a fence
    // [code_count]: .cg and .cv, which all SMs make in L2: two of them do not race. PTX promises it
    // only of volatile and relaxed accesses, but CUB's scans between blocks rely on it.
    bool *is_in_l2;
} Objects;

void objects_init(Objects *objects, const Launch *launch);
void objects_destroy(Objects *objects);

#endif
