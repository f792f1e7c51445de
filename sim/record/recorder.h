// SPDX-License-Identifier: Apache-2.0
// Records blocks while they run. A recorder belongs to one sequence of steps: a block without a
// clock, or an SM with one; recording_join joins all recorders of a launch. It sees the steps by
// itself (sim/warp/watch.h); a driver with a clock calls the functions below for the rest. The
// recording does not depend on the host's threads.
#ifndef LOCKSTEP_RECORD_RECORDER_H
#define LOCKSTEP_RECORD_RECORDER_H

#include "sim/record/recording.h"

typedef struct Recorder Recorder;

// Keeps at most max_steps steps and counts the rest. The choice is copied.
Recorder *recorder_create(const RecordingChoice *choice, uint32_t max_steps, bool has_clock);
void recorder_destroy(Recorder *recorder);

// Whether the choice includes this block, which runs on this SM.
bool recording_has_block(const RecordingChoice *choice, uint64_t block, uint32_t sm);
// The place of the block with this number, counted from the first one, among those to which a
// choice that spreads is limited: that of the next one where it is not among them.
uint64_t recording_tried_number(const RecordingChoice *choice, uint64_t number);
bool recorder_wants(const Recorder *recorder, uint64_t block, uint32_t sm);

// Records a block that was just started and no step of which has run. Returns its
// number among those of this recorder; RECORDED_NONE: there is no more room, and its steps are only
// counted.
uint32_t recorder_begin_block(Recorder *recorder, Block *block, uint64_t index, uint32_t sm,
                              const Launch *launch);
// What stands for a warp of that block below; RECORDED_NONE: it is not recorded.
uint32_t recorder_warp(const Recorder *recorder, uint32_t block, uint32_t number);
// It has ended; the block may be used for another. Not due for blocks that do not end.
void recorder_end_block(Recorder *recorder, uint32_t block);

// Steps kept so far; from now on none is.
uint32_t recorder_step_count(const Recorder *recorder);
void recorder_stop(Recorder *recorder);

// --- with a clock

// The cycle of what happens next.
void recorder_set_cycle(Recorder *recorder, uint64_t now);
// The warp did not issue from one cycle until another. is_inside: between machine instructions of
// its last step; else before the next one.
void recorder_wait(Recorder *recorder, uint32_t warp, const RecordedWait *wait, bool is_inside);
// Whether the SM of this block is the one that is followed as a whole; then its track, whose shape
// is given once.
bool recorder_tracks(const Recorder *recorder, uint64_t block);
TrackTape *recorder_track(Recorder *recorder, const SmTrack *shape);
// Its last step has issued all its machine instructions.
void recorder_end_step(Recorder *recorder, uint32_t warp, uint64_t now);
// The last step of a warp, and its access: RECORDED_NONE when there is none or it was left out.
uint32_t recorder_last_step(const Recorder *recorder, uint32_t warp);
uint32_t recorder_last_access(const Recorder *recorder, uint32_t warp);
// To be changed at once: the next step may move it.
RecordedAccess *recorder_access(Recorder *recorder, uint32_t access);

// ---

// One recording of all; NULL entries are passed over. At most choice->max_steps steps are kept: the
// first ones, or where the choice spreads over blocks, those of whole warps. Lives in the arena.
Recording *recording_join(const RecordingChoice *choice, bool has_clock, Recorder *const *parts,
                          uint32_t count, Arena *arena);

#endif
