// SPDX-License-Identifier: Apache-2.0
// Which side of a branch the lanes of a stack entry took: a branch leaves an entry that starts at
// its target and one that starts after it. An entry keeps its side while it stays on the stack;
// found by comparing each step of a warp with the next. Pure.
#ifndef LOCKSTEP_EXPLAIN_PATHS_H
#define LOCKSTEP_EXPLAIN_PATHS_H

#include "isa/machine/program.h"
#include "sim/record/recording.h"

typedef enum BranchPath { PATH_NONE, PATH_FELL_THROUGH, PATH_JUMPED } BranchPath;

// For each step, which way the running lanes went at the branches they have not yet reconverged
// from. Fills paths[entry_count], one for each recorded stack entry.
void paths_find(const Recording *recording, const MachineProgram *program, uint8_t *paths,
                Arena *arena);

#endif
