// SPDX-License-Identifier: Apache-2.0
// The reconvergence stack of one warp (or of one split of it): entries of (pc, reconvergence pc,
// lane mask), the top one running. Lanes that diverge meet again at the immediate post-dominator of
// the branch; a call stacks an entry with a frame of its own. Pure bookkeeping: knows no
// instructions, no registers, no time. After W. Fung et al., "Dynamic Warp Formation", MICRO 2007,
// section 2.2.
#ifndef LOCKSTEP_WARP_SIMT_STACK_H
#define LOCKSTEP_WARP_SIMT_STACK_H

#include <stdbool.h>
#include <stdint.h>

#define SIMT_NO_RECONVERGENCE UINT32_MAX // the lanes leave the function before they meet

typedef struct SimtEntry {
    uint32_t pc;         // next instruction of these lanes
    uint32_t reconverge; // where the entry ends and the one below goes on
    uint32_t mask;       // bit = lane
    uint32_t frame;      // call depth, 0 for the kernel
} SimtEntry;

typedef struct SimtStack {
    SimtEntry *entries; // [count - 1] is the top
    uint32_t count, room;
} SimtStack;

// One path that some lanes of a diverging branch take.
typedef struct SimtPath {
    uint32_t pc, mask;
} SimtPath;

// One entry: all lanes of `mask` at pc, in frame 0. An empty mask gives an empty stack.
void simt_stack_start(SimtStack *stack, uint32_t pc, uint32_t mask);
void simt_stack_destroy(SimtStack *stack);
void simt_stack_copy(SimtStack *to, const SimtStack *from);

// The running entry goes on at pc; entries that have reached their reconvergence pc are popped.
// Returns true when that happened.
bool simt_stack_jump(SimtStack *stack, uint32_t pc);

// The lanes of the running entry take several paths (disjoint masks that make up the entry's) and
// meet at `reconverge`. paths[0] runs first.
void simt_stack_diverge(SimtStack *stack, uint32_t reconverge, const SimtPath *paths,
                        uint32_t path_count);

// Lanes of `mask` enter a function at callee_pc, in a frame one deeper. The running entry goes on
// at return_pc when they have come back.
void simt_stack_call(SimtStack *stack, uint32_t callee_pc, uint32_t return_pc, uint32_t mask);

// Lanes leave the running function: they are removed from all entries of its frame.
void simt_stack_return(SimtStack *stack, uint32_t mask);

// Lanes end: they are removed from all entries.
void simt_stack_exit(SimtStack *stack, uint32_t mask);

// Keeps only these lanes.
void simt_stack_restrict(SimtStack *stack, uint32_t mask);

// Lanes of all entries together.
uint32_t simt_stack_lanes(const SimtStack *stack);

// Adds the lanes of `other` when both stacks have the same entries, masks aside.
bool simt_stack_merge(SimtStack *stack, const SimtStack *other);

static inline SimtEntry *simt_stack_top(const SimtStack *stack)
{
    return &stack->entries[stack->count - 1];
}

#endif
