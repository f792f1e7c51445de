// SPDX-License-Identifier: Apache-2.0
// Races between a kernel and those that it launches. A child sees what its parent did before the
// launch; what the parent does later, nothing orders with the child (CUDA C++ Programming Guide,
// "CUDA Dynamic Parallelism"). Tail launches come after the parent. Children of one parent are
// ordered by their streams only. Leaves out: the children of different kernels, children whose
// streams wait for events, and the copies and fills of kernels.
#ifndef LOCKSTEP_CHECK_FAMILY_H
#define LOCKSTEP_CHECK_FAMILY_H

#include "sim/check/tasks.h"

struct UnitOrder;

// A child that has ended, while others of its parent may run.
typedef struct CheckSibling {
    TaskKernel kernel;
    uint32_t parent, after; // launches: after is the one before it in its stream, or the parent
} CheckSibling;

typedef struct CheckFamily {
    struct CheckParent *parents; // the last one's children run
    uint32_t count, room;
    CheckSibling *siblings;
    uint32_t sibling_count, sibling_room;
    uint64_t sibling_pages; // of all of them together
} CheckFamily;

// When a kernel launched another one.
typedef struct LaunchMoment {
    uint32_t launch; // the parent's
    uint64_t block;  // of the parent, by index
    uint32_t tick;   // of that block's unit
} LaunchMoment;

// Takes over what the kernel did.
void family_keep(CheckFamily *family, const TaskKernel *kernel, const struct UnitOrder *order);
// Adds what the child does to memory that the parent accesses after the moment, or in units that
// nothing orders before it.
void family_compare(const CheckFamily *family, const LaunchMoment *moment, const TaskKernel *child,
                    CheckFindings *to);
// Adds what the child races with in other children of its parent.
void family_compare_siblings(const CheckFamily *family, const CheckSibling *child,
                             CheckFindings *to);
// Takes over what the child did. False: there are too many.
bool family_keep_sibling(CheckFamily *family, const CheckSibling *child);
// The children of this launch have ended.
void family_forget(CheckFamily *family, uint32_t launch);
void family_destroy(CheckFamily *family);

#endif
