// SPDX-License-Identifier: Apache-2.0
// Which op defines a virtual register, and how often each is read. Enough for what PTX compilers
// emit: a register with one unguarded definition that dominates its use behaves as in static single
// assignment; any other is left alone.
#ifndef LOCKSTEP_MACHINE_DEFINITIONS_H
#define LOCKSTEP_MACHINE_DEFINITIONS_H

#include "isa/machine/flow.h"

typedef struct Definitions {
    Unit *unit;
    Flow *flow;
    uint32_t *op_of; // [register]: the last op that writes it
    uint32_t *writes;
    uint32_t *reads;
    bool *is_guarded; // some write is
} Definitions;

Definitions definitions_build(Unit *unit);

// The op that defines `value` for a reader at op `reader`; NULL unless it is the only one,
// unguarded and certain to have run.
Op *definition_of(const Definitions *definitions, Value value, uint32_t reader);

// Whether `value` as read by `definition` (an op of the unit) is still the same at op `reader`.
bool value_reaches(const Definitions *definitions, Value value, const Op *definition,
                   uint32_t reader);

// Removes ops without effect whose results nothing reads; atomics whose result nothing reads lose
// it.
void definitions_remove_dead(Definitions *definitions);

#endif
