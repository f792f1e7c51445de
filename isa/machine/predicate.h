// SPDX-License-Identifier: Apache-2.0
// What the parts of if-conversion share. Inside of predicate*.c only.
#ifndef LOCKSTEP_MACHINE_PREDICATE_H
#define LOCKSTEP_MACHINE_PREDICATE_H

#include "isa/machine/op.h"

typedef struct IfConverter {
    Unit *unit;
    uint32_t *reads;          // [register]: number of operands that read it, before any conversion
    uint32_t *place;          // [label]: its op
    uint32_t *references;     // [label]
    uint32_t *first_branch;   // [label]: the first op that leads to it
    uint32_t *awaited;        // [register]: the body that loads it, or what it is computed from
    uint32_t body;            // counts bodies
    const bool *is_divergent; // [register]
    uint32_t issues_max;
    bool is_changed;
} IfConverter;

bool predicate_is_slow_load(const Op *op); // of global memory
// Whether ptxas would guard the loads among the ops [first, end) behind a branch, which meet other
// paths at a label.
bool predicate_allows_loads(IfConverter *converter, uint32_t first, uint32_t end, uint32_t label);

static inline bool predicate_leaves(const Op *op)
{
    return op->kind == MICRO_EXIT || op->kind == MICRO_RETURN;
}

#endif
