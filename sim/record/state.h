// SPDX-License-Identifier: Apache-2.0
// Inside of a recorder. Only this room includes it.
#ifndef LOCKSTEP_RECORD_STATE_H
#define LOCKSTEP_RECORD_STATE_H

#include "sim/record/recorder.h"
#include "sim/warp/watch.h"

// A wait and the step that lists it.
typedef struct PartWait {
    RecordedWait wait;
    uint32_t step;
} PartWait;

// What a warp had after its last step.
typedef struct Shadow {
    uint32_t *rows, *predicates;
    uint32_t row_room, predicate_room;
} Shadow;

typedef struct WarpState {
    uint32_t last_step;  // RECORDED_NONE: none, or left out
    RecordedWait *waits; // before its next step
    uint32_t wait_count, wait_room;
    uint64_t steps_left_out;
    uint32_t change, change_count; // before its next step, which was tried and not performed
    Shadow shadow;
} WarpState;

// A block in the course of being recorded.
typedef struct Tape {
    Recorder *recorder;
    Block *block;
    BlockWatch watch;
    uint32_t index;      // among the recorded blocks
    uint32_t first_warp; // among the recorded warps
    uint32_t shared_words;
    uint32_t *shared; // as last seen
    bool is_shared;   // others than recorded warps can write the shared memory
    // of the step that is about to be performed
    uint64_t issued;
    uint32_t live, split, stack, stack_count, row_base, predicate_base, local_base;
} Tape;

struct Recorder {
    RecordingChoice choice;
    uint32_t max_steps;
    bool has_clock;
    uint64_t now;
    BlockWatch left_out;   // of blocks that begin when there is no more room
    uint32_t *first_warps; // [block_count]: index of a block's first warp
    Tape **tapes;          // [block_count]; NULL: the block has ended
    WarpState *states;     // [warp_count]
    PartWait *waits;       // in no order
    RecordedBlock *blocks;
    RecordedWarp *warps;
    RecordedStep *steps; // in the order of execution
    SimtEntry *entries;
    RecordedAccess *accesses;
    RecordedChange *changes;
    uint32_t *values;
    uint32_t block_count, warp_count, step_count, entry_count, access_count, wait_count,
        change_count, value_count;
    uint32_t tape_room, first_room, state_room, block_room, warp_room, step_room, entry_room,
        access_room, wait_room, change_room, value_room;
    uint64_t steps_left_out;
    TrackTape *track; // NULL: of another SM
};

// Room for `more` further elements.
void *recorder_grow(void *array, uint32_t count, uint32_t more, uint32_t *room, size_t size_bytes);

// Adds what differs from the shadow as changes, and makes the shadow equal.
void record_warp_values(Recorder *recorder, WarpState *state, const Warp *warp, bool is_before);
void record_shared_values(Recorder *recorder, Tape *tape, bool is_before);
// Adds the words of local memory that the step stored to.
void record_local_values(Recorder *recorder, const Warp *warp, const Step *step);
// choose.c: which warps of each part are kept, [part][warp]; NULL: all that there are. Freed by the
// second function.
bool **recording_choose_warps(const RecordingChoice *choice, Recorder *const *parts,
                              uint32_t part_count);
void recording_forget_choice(bool **are_kept, uint32_t part_count);

// Whether the micro-op may write the block's shared memory.
bool may_write_shared(const Step *step);

#endif
