// SPDX-License-Identifier: Apache-2.0
// Spilling: a function that needs more registers than a thread may have keeps some values in its
// frame. spill_sink.c moves ops to avoid it, spill_choose.c chooses the values that stay in the
// frame between blocks, and spill.c those within a block, and adds the loads and stores.
#ifndef LOCKSTEP_MACHINE_SPILL_H
#define LOCKSTEP_MACHINE_SPILL_H

#include "isa/machine/schedule.h"

typedef struct Spill {
    Unit *unit;
    const Flow *flow;
    const Live *live;
    Pressure pressure;    // for the weights of values
    uint32_t limit;       // registers for values
    uint32_t *definition; // [register]: its only write, if unguarded, plus 1; 0: none
    const Op **recipe;    // [register]: op that computes it again from constants alone; or NULL
    bool *is_in_memory;   // [register]: is in the frame between blocks
} Spill;

bool spill_counts(const Spill *spill, Value value); // whether it is a register that takes room
void spill_sink(Spill *spill);                      // makes definitions and liveness stale
void spill_choose(Spill *spill);                    // sets is_in_memory

#endif
