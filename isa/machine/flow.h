// SPDX-License-Identifier: Apache-2.0
// The control-flow graph of a unit: basic blocks with their edges, dominators and post-dominators.
// A snapshot: it is stale once the ops change.
#ifndef LOCKSTEP_MACHINE_FLOW_H
#define LOCKSTEP_MACHINE_FLOW_H

#include "isa/machine/lower.h"

#define FLOW_NONE UINT32_MAX

typedef struct FlowBlock {
    uint32_t first, end;    // ops[first .. end)
    uint32_t dominator;     // immediate; FLOW_NONE: the first block, or unreachable
    uint32_t postdominator; // immediate; FLOW_NONE: only the end, or the end is unreachable
    bool is_reachable;
} FlowBlock;

// Edges of all blocks: to[first[b] .. first[b + 1]).
typedef struct FlowEdges {
    uint32_t *first;
    uint32_t *to;
} FlowEdges;

typedef struct Flow {
    FlowBlock *blocks;
    uint32_t count;
    FlowEdges successors, predecessors;
    uint32_t *block_of_label; // FLOW_NONE: the label is not placed
    uint32_t *block_of_op;
} Flow;

Flow *flow_build(Unit *unit); // lives in the lowering's scratch arena

bool flow_dominates(const Flow *flow, uint32_t above, uint32_t below);

// Natural loops; those with the same header are one.
typedef struct FlowLoops {
    uint32_t *header; // [block]: of the innermost loop around it; FLOW_NONE: in none
    uint32_t *outer;  // [header]: that of the next loop around it; FLOW_NONE: none
} FlowLoops;

FlowLoops flow_loops(Unit *unit, const Flow *flow); // lives in the lowering's scratch arena
// The header of the outermost loop around a block, or FLOW_NONE.
uint32_t flow_outermost(const FlowLoops *loops, uint32_t block);
// How many loops are around a block.
uint32_t flow_depth(const FlowLoops *loops, uint32_t block);

#endif
