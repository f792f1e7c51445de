// SPDX-License-Identifier: Apache-2.0
// What lanes of a warp compute together: shuffle, vote, match, reduction, election (PTX ISA 9.0,
// "Parallel Synchronization and Communication Instructions"). Operands and results stand apart from
// registers, because lanes that meet may come from different instructions, each with registers of
// its own. Leaves out: who waits for whom (split.h).
#ifndef LOCKSTEP_WARP_COLLECTIVE_H
#define LOCKSTEP_WARP_COLLECTIVE_H

#include "sim/warp/warp.h"

typedef struct Collective {
    uint32_t lanes;               // that take part
    uint32_t truth;               // bit = lane: a vote's predicate
    uint32_t members[LANE_COUNT]; // member mask that each lane names
    uint64_t value[LANE_COUNT];
    uint32_t b[LANE_COUNT], c[LANE_COUNT]; // a shuffle's source lane, and clamp with segment mask
    // what comes out
    uint32_t result[LANE_COUNT];
    uint32_t predicate;
} Collective;

// The lane whose value a shuffle gives to this one: its own if the lane meant is out of range.
uint32_t collective_source(const Warp *warp, const Micro *micro, uint32_t lane);

// Adds the operands of `lanes`, whose running entry of the warp is at this micro-op.
void collective_read(Collective *collective, const Warp *warp, const Micro *micro, uint32_t lanes);

// Fills in the results of all lanes. Kind, function and type of the micro-op are those of all
// micro-ops that take part.
void collective_compute(Collective *collective, const Micro *micro);

// Writes the results of `lanes` to the registers that this micro-op names.
void collective_write(const Collective *collective, const Warp *warp, const Micro *micro,
                      uint32_t lanes);

// A shuffle of 32 bits in which all lanes take part, in one go where the host can. False: it did
// nothing.
bool collective_shuffle_all(const Warp *warp, const Micro *micro);

#endif
