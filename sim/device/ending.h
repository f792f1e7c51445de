// SPDX-License-Identifier: Apache-2.0
// Why a launch with a clock ends before all its blocks have: each function fills in `fault` if it
// finds a reason.
#ifndef LOCKSTEP_DEVICE_ENDING_H
#define LOCKSTEP_DEVICE_ENDING_H

#include "sim/time/sm.h"

// The first block to fault, of several at once that of the first SM.
void ending_find_fault(Sm *const *sms, uint32_t sm_count, Fault *fault);

// More instructions than the limit (0: there is none) were executed.
void ending_check_limit(const Launch *launch, Sm *const *sms, uint32_t sm_count, uint64_t limit,
                        Fault *fault);

// The user ended the run.
void ending_check_interrupt(const Launch *launch, Sm *const *sms, uint32_t sm_count, Fault *fault);

// All blocks wait, or all read the same again and again.
void ending_check_stuck(Sm *const *sms, uint32_t sm_count, Fault *fault);

// Tells the launch's pulse where the oldest block is.
void ending_beat(Sm *const *sms, uint32_t sm_count);

#endif
