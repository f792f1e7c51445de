// SPDX-License-Identifier: Apache-2.0
// Why a launch with a clock ends before all its blocks have: each function fills in `fault` if it
// finds a reason.
#ifndef LOCKSTEP_DEVICE_ENDING_H
#define LOCKSTEP_DEVICE_ENDING_H

#include "sim/time/sm.h"

// The first block to fault, of several at once that of the first SM.
void ending_find_fault(Sm *const *sms, uint32_t sm_count, Fault *fault);

// More instructions than the limit (0: there is none) were executed.
void ending_check_limit(Sm *const *sms, uint32_t sm_count, uint64_t limit, Fault *fault);

// No block has ended for so many cycles (0: any number).
void ending_check_endless(Sm *const *sms, uint32_t sm_count, Cycle cycles, uint64_t limit,
                          Fault *fault);

// The user ended the run.
void ending_check_interrupt(const Launch *launch, Sm *const *sms, uint32_t sm_count, Fault *fault);

// All blocks wait, or all read the same again and again.
void ending_check_stuck(Sm *const *sms, uint32_t sm_count, Fault *fault);

// What is known of loops without an end; zero: nothing yet.
typedef struct LoopSearch {
    uint64_t looks;        // so far
    uint64_t until;        // the look that ends the present watch; 0: nothing is watched
    uint64_t blocks_ended; // when it began
    uint32_t watches_left; // after the present one
} LoopSearch;

// To be called now and then: at ever longer intervals it watches whether all blocks are in loops
// without an end.
void ending_search_loops(LoopSearch *search, Sm *const *sms, uint32_t sm_count,
                         uint64_t blocks_ended, Fault *fault);

// Tells the launch's pulse where the oldest block is.
void ending_beat(Sm *const *sms, uint32_t sm_count);

#endif
