// SPDX-License-Identifier: Apache-2.0
// One recorded branch of one warp: which lanes went where, what each side cost until they
// reconverged, and what the same code would cost with guards instead of the branch. Plain numbers
// from a recording and a program; terminal text and the page show them. Leaves out: cycles.
#ifndef LOCKSTEP_EXPLAIN_BRANCH_H
#define LOCKSTEP_EXPLAIN_BRANCH_H

#include "isa/machine/program.h"
#include "sim/record/recording.h"

// Why code cannot run under guards.
typedef enum BranchObstacle {
    BRANCH_GUARDABLE,
    BRANCH_LOOPS,    // one side comes back to the branch, or to itself
    BRANCH_CALLS,    // calls, returns and ends of threads
    BRANCH_BARRIERS, // waits for other threads
    BRANCH_OPEN      // the sides do not meet again, or too much code lies between
} BranchObstacle;

// One way out of the branch.
typedef struct BranchSide {
    uint32_t pc;          // of its first micro-op
    uint32_t lanes;       // that took it
    uint32_t steps;       // micro-ops that ran with these lanes until they met the others
    uint32_t issued;      // machine instructions of these
    uint64_t lane_issues; // the same, each counted for every lane it ran in
} BranchSide;

#define BRANCH_SIDES_MAX 33 // an indexed branch parts 32 lanes and those whose guard is off

typedef struct BranchFacts {
    uint32_t active;                    // lanes that came to the branch
    uint32_t issued;                    // machine instructions of the branch itself
    uint32_t reconverge;                // pc, or PC_EXIT
    BranchSide sides[BRANCH_SIDES_MAX]; // those with lanes, the one that ran first first
    uint32_t side_count;                // 1: the branch was uniform
    uint32_t met_step;                  // index of the step with which all go on, or RECORDED_NONE
    bool is_backward;                   // it leads to a pc before it: the end of a loop's body
    bool is_cut_off;                    // the recording ends before the lanes met
    BranchObstacle obstacle;
    uint32_t guarded_issues; // machine instructions of both sides under guards, and of the guards'
                             // condition none: it was computed before
} BranchFacts;

// steps[step] must be of a MICRO_BRANCH or MICRO_BRANCH_INDEX.
void branch_facts(const MachineProgram *program, const Recording *recording, uint32_t step,
                  BranchFacts *facts);

#endif
