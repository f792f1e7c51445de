// SPDX-License-Identifier: Apache-2.0
// What an SM reports to the recorder about its warps besides their steps: cycles, waits and the
// results they were for, where accesses were served. An SM has a tape from its first block that is
// to be recorded; what is not said to work without one is called only if sm->tape is not NULL.
#ifndef LOCKSTEP_TIME_SM_RECORD_H
#define LOCKSTEP_TIME_SM_RECORD_H

#include "sim/record/recorder.h"
#include "sim/time/sm_state.h"

void sm_tape_destroy(Sm *sm);

// The block at this place was started, by an SM with a recorder; works without a tape.
void sm_record_begin(Sm *sm, uint32_t place);
// It has ended.
void sm_record_end(Sm *sm, uint32_t place);

// The cycles until `until` that sm_account is about to charge; steps that follow are of `until`.
void sm_record_account(Sm *sm, const TimedWarp *warp, Cycle until);
// A machine instruction of the warp issues.
void sm_record_issue(Sm *sm, uint32_t slot, Cycle now);
// The warp sleeps until `ready`: finds the step whose result that is.
void sm_record_cause(Sm *sm, uint32_t slot, const MicroTime *time, Ready ready);
// Warps of the block that wait are let go by the last step of warp `by`.
void sm_record_release(Sm *sm, uint32_t by);
// A suspended warp goes on because of the last step of warp `by`; RECORDED_NONE: it begins to wait.
void sm_record_wake(Sm *sm, uint32_t slot, uint32_t by);
// The warp's last step makes its results; of a free one they are ready when its operands are.
void sm_record_results(Sm *sm, uint32_t slot, const MicroTime *time);
void sm_record_free(Sm *sm, uint32_t slot, const MicroTime *time, Ready ready);
// The warp's last step copies for this group of its scoreboard.
void sm_record_copy(Sm *sm, uint32_t slot, const Ready *group);
// That step; RECORDED_NONE: it is not recorded. Needs a tape.
uint32_t sm_record_last(const Sm *sm, uint32_t slot);
// Readers of a register of the warp wait for this step, or for the one that wrote it
// (RECORDED_NONE). Works without a tape.
void sm_record_producer(Sm *sm, uint32_t slot, uint32_t result, uint32_t step);
// The last machine instruction of a sequence issues now.
void sm_record_last_issue(Sm *sm, uint32_t slot);

// Around the timing of an access: in between it is the one that requests are for.
void sm_record_access(Sm *sm, uint32_t slot);
void sm_record_accessed(Sm *sm, uint32_t slot, const MicroTime *time);
// The access that requests are for; RECORDED_NONE: none that is recorded, or there is no tape.
uint32_t sm_record_asker(const Sm *sm);
// Sectors found in L1; and data of an access that arrived. access may be RECORDED_NONE.
void sm_record_l1(Sm *sm, uint32_t sectors);
void sm_record_done(Sm *sm, uint32_t access, Cycle done);
// memory_time_serve (is_now) or memory_time_send, and where it found the sectors.
void sm_record_serve(Sm *sm, MemoryTime *memory, MemoryRequest *request, uint32_t access,
                     bool is_now);

#endif
