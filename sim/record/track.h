// SPDX-License-Identifier: Apache-2.0
// One SM over time: in which state each of its warp slots was, recorded or not, and what its
// schedulers' warps waited for. Kept in at most TRACK_BINS bins of equal length, which double when
// time goes on, so that its size does not depend on the launch. A clock is needed.
#ifndef LOCKSTEP_RECORD_TRACK_H
#define LOCKSTEP_RECORD_TRACK_H

#include "isa/base/arena.h"
#include "sim/observe/counts.h"

#define TRACK_BINS   512u
#define TRACK_JOIN   8u // bins that the sums of a scheduler join
#define TRACK_BLOCKS 1024u
#define TRACK_EMPTY  UINT8_MAX

// A block that was resident.
typedef struct TrackBlock {
    uint64_t index, begun, ended; // ended 0: not before the launch stopped
    uint32_t first_slot;
} TrackBlock;

typedef struct SmTrack {
    uint32_t sm, slot_count, scheduler_count, warps_per_block;
    uint32_t issue_cycles;    // that a scheduler takes to issue one instruction
    uint64_t first;           // cycle
    uint64_t bin_cycles;      // a power of two
    uint32_t bin_count;       // up to the last one in which something happened
    const uint8_t *state;     // [slot][bin_count]: the Stall that took most of its cycles, or EMPTY
    const uint32_t *cycles;   // [scheduler][bins joined][STALL_COUNT]: of its warps together;
                              // SELECTED: instructions issued. Slot s is of scheduler s % count
    const TrackBlock *blocks; // in the order in which they began; the first TRACK_BLOCKS
    uint32_t block_count;
} SmTrack;

// A track in the making.
typedef struct TrackTape TrackTape;

TrackTape *track_create(const SmTrack *shape); // sm to first; the rest is not read
void track_destroy(TrackTape *tape);

// The slot's warp was in that state from one cycle until another.
void track_add(TrackTape *tape, uint32_t slot, Stall stall, uint64_t from, uint64_t until);
void track_begin_block(TrackTape *tape, uint32_t first_slot, uint64_t index, uint64_t now);
void track_end_block(TrackTape *tape, uint32_t first_slot, uint64_t now);

// In the arena.
const SmTrack *track_finish(const TrackTape *tape, Arena *arena);

#endif
