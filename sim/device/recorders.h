// SPDX-License-Identifier: Apache-2.0
// The recorders of one launch: one for each chosen block without a clock, so that blocks can run on
// any host thread, or one for each SM with a clock.
#ifndef LOCKSTEP_DEVICE_RECORDERS_H
#define LOCKSTEP_DEVICE_RECORDERS_H

#include "sim/device/unit.h"
#include "sim/record/recorder.h"

typedef struct Recorders {
    const Launch *launch;
    RecordingChoice choice;
    bool has_clock;
    uint32_t share;   // steps of each
    uint32_t limit;   // steps of all: more than are kept where the choice spreads over blocks
    Recorder **parts; // [count]; NULL: not needed so far
    uint32_t count;
} Recorders;

// Blocks that the choice has and the grid does not are left out of it. NULL when none is left, or
// choice is NULL.
Recorders *recorders_create(const Launch *launch, const RecordingChoice *choice, bool has_clock);

// Of the blocks of a unit that was started, and that has ended; recorders may be NULL. Any threads
// at a time, each with another unit.
void recorders_begin(Recorders *recorders, const Unit *unit);
void recorders_end(Recorders *recorders, const Unit *unit);

// The recorder of an SM; NULL: nothing of it is recorded.
Recorder *recorders_of_sm(Recorders *recorders, uint32_t sm);
// Between phases: ends all at once when they hold enough together.
void recorders_check(Recorders *recorders);

// The recording, in the arena, NULL without recorders; destroys them.
const Recording *recorders_finish(Recorders *recorders, Arena *arena);

#endif
