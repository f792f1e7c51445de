// SPDX-License-Identifier: Apache-2.0
// Parts of unit_unroll: what ptxas unrolls, and how far.
#ifndef LOCKSTEP_MACHINE_UNROLL_H
#define LOCKSTEP_MACHINE_UNROLL_H

#include "isa/machine/flow.h"
#include "isa/machine/op.h"

// Whether the body of a loop (ops first to end, the loop's test included) is short enough for four
// rounds at once.
bool unroll_is_short(const Unit *unit, const Op *ops, uint32_t first, uint32_t end);

// How many of a loop's known number of rounds run at once: all, some, or 1.
uint32_t unroll_rounds_at_once(const Unit *unit, const Op *ops, uint32_t first, uint32_t end,
                               uint32_t rounds);

// The one op that sets the counter of the loop `block` outside, which each way into the loop
// passes; NULL: there is none.
Op *unroll_start(Op *ops, const Flow *flow, uint32_t block, Value counter);

// The number of rounds of the loop `block` whose counter moves by `step` before `test`, and the
// counter's value before the first; 0: not known.
uint32_t unroll_known_rounds(const Unit *unit, Op *ops, const Flow *flow, uint32_t block,
                             const Op *test, int64_t step, uint64_t *start);

#endif
