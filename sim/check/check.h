// SPDX-License-Identifier: Apache-2.0
// Checks a launch: shadow memory and the order of events of a block reveal races, uninitialized
// memory and wrong synchronization, in whatever order the blocks ran. A UnitCheck belongs to the
// blocks of one unit (one block, or a cluster) and so to one host thread at a time; a LaunchCheck
// joins units in the order of their indices, so that the findings do not depend on threads. Leaves
// out: how findings are shown.
#ifndef LOCKSTEP_CHECK_CHECK_H
#define LOCKSTEP_CHECK_CHECK_H

#include "sim/check/family.h"
#include "sim/check/finding.h"
#include "sim/check/tasks.h"
#include "sim/warp/block.h"

// --- one launch

typedef struct LaunchCheck LaunchCheck;
typedef struct UnitCheck UnitCheck;

// checkers: bits of Checker. The launch must outlive it.
LaunchCheck *launch_check_create(const Launch *launch, uint32_t id, uint32_t checkers);
// Joins what units up to this index have left, adds the findings to `to` and frees the check.
// tasks: the current one is this launch.
typedef struct CheckKin {
    CheckTasks *tasks;
    CheckFamily *family;
    bool has_children;
    bool runs_beside_parent;
    LaunchMoment launched; // by the parent, which the family has
    uint32_t after;        // the launch before it in its stream; of the first one the parent's
    bool has_waits;        // streams of the parent waited for events
} CheckKin;
void launch_check_finish(LaunchCheck *check, uint64_t last_unit, const CheckKin *kin,
                         CheckFindings *to);

// The variable, or the pointer at an offset in a kernel's parameter, from which the address of the
// access at this pc is computed, and where a variable lies; false: not known, or several.
bool check_meant(const Launch *launch, uint32_t pc, const PtxVariable **variable, uint32_t *offset,
                 uint64_t *base);

// Watches the blocks of a unit that was started, in rank order. Any thread.
UnitCheck *unit_check_begin(LaunchCheck *check, uint64_t unit, Block *const *blocks,
                            uint32_t count);
// The unit has ended, well or not; frees it sooner or later.
void unit_check_end(UnitCheck *check);

#endif
