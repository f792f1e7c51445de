// SPDX-License-Identifier: Apache-2.0
// Which comparison decides what runs under a guard in place of a branch (a short branch that was
// converted). Pure functions of a program. Leaves out: what the lanes did.
#ifndef LOCKSTEP_EXPLAIN_GUARDS_H
#define LOCKSTEP_EXPLAIN_GUARDS_H

#include "isa/machine/program.h"

#define GUARDED_NONE UINT32_MAX

// The micro-ops after a comparison that are guarded by its predicate in place of a branch, until
// the predicate gets another value.
typedef struct Guarded {
    uint32_t issued;   // their machine instructions
    uint32_t first_pc; // GUARDED_NONE: there are none
} Guarded;

// Those after micro-op `from` that one predicate guards.
Guarded guarded_by(const MachineProgram *program, uint32_t from, Predicate predicate);

// Those that micro-op pc decides; none where it is no comparison.
Guarded guarded_by_comparison(const MachineProgram *program, uint32_t pc);

#endif
