// SPDX-License-Identifier: Apache-2.0
// The values of a recording at any of its steps, forward and back: registers, predicates, shared
// memory. Leaves out local memory (sim/record/variable_memory.h follows it) and what no change
// tells of, which is zero: all of it without wants_values.
#ifndef LOCKSTEP_RECORD_REPLAY_H
#define LOCKSTEP_RECORD_REPLAY_H

#include "sim/record/recording.h"

typedef struct Replay Replay;

// Stands before the first step. The recording must outlive it.
Replay *replay_create(const Recording *recording);
void replay_destroy(Replay *replay);

// Moves to where a step is about to be performed; step_count: the end. Takes time proportional to
// the changes in between.
void replay_seek(Replay *replay, uint32_t step);

// Values now. warp, block: indices of the recording; row, predicate: of the warp, as
// RecordedChange counts them; word: of the block's shared memory.
const uint32_t *replay_row(const Replay *replay, uint32_t warp, uint32_t row); // [32]
uint32_t replay_predicate(const Replay *replay, uint32_t warp, uint32_t predicate);
uint32_t replay_shared(const Replay *replay, uint32_t block, uint32_t word);

#endif
