// SPDX-License-Identifier: Apache-2.0
// Which virtual registers are live at the ends of each block. Per thread: a lane follows one path,
// so ordinary liveness suffices under divergence. A guarded write does not end a value's life.
#ifndef LOCKSTEP_MACHINE_LIVE_H
#define LOCKSTEP_MACHINE_LIVE_H

#include "isa/machine/flow.h"

// Only registers that are live at the start of some block have a number and bits.
typedef struct Live {
    uint32_t *number;      // [register_count]: or FLOW_NONE
    uint32_t *register_of; // by number
    uint32_t count;
    uint32_t words;     // of 64 bits, a block's set
    uint64_t *in, *out; // [block][words]
    // [op]: it ends the life of the value that it overwrites. A guarded write does so only if all
    // reads and writes of the register have the same guard, or if the complementary write follows
    // in the block.
    bool *is_end;
} Live;

Live *live_build(Unit *unit, const Flow *flow);
bool live_is_out(const Live *live, uint32_t block, Value value);
bool live_is_in(const Live *live, uint32_t block, Value value);

#endif
