// SPDX-License-Identifier: Apache-2.0
// Spilling: a function that needs more registers than a thread may have keeps some values in its
// frame. Ops are moved for it in spill_sink.c; what stays in the frame between blocks is chosen in
// spill_choose.c, what does within a block, and the loads and stores, in spill.c.
#ifndef LOCKSTEP_MACHINE_SPILL_H
#define LOCKSTEP_MACHINE_SPILL_H

#include "isa/machine/schedule.h"

typedef struct Spill {
    Unit *unit;
    const Flow *flow;
    const Live *live;
    Pressure pressure;    // for what values weigh
    uint32_t limit;       // registers for values
    uint32_t *definition; // [register]: its only write, which is unguarded, plus 1; 0: none such
    const Op **recipe;    // [register]: op that makes it again from constants alone; or NULL
    bool *is_in_memory;   // [register]: stands in the frame between blocks
} Spill;

bool spill_counts(const Spill *spill, Value value); // is a register that takes room
void spill_sink(Spill *spill);                      // definitions and liveness are stale behind it
void spill_choose(Spill *spill);                    // sets is_in_memory

#endif
