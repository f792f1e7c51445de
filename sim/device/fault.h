// SPDX-License-Identifier: Apache-2.0
// A fault in words.
#ifndef LOCKSTEP_DEVICE_FAULT_H
#define LOCKSTEP_DEVICE_FAULT_H

#include "sim/device/record.h"

// "out of bounds", "deadlock"; "" for FAULT_NONE.
const char *fault_name(FaultKind kind);

// Adds the error (what happened, at the line it happened in) and a note (which block, thread and
// PTX line). The record's status is LOCKSTEP_ERROR_FAULT or LOCKSTEP_ERROR_LIMIT.
void fault_describe(const LaunchRecord *record, Diagnostics *diagnostics);

// Likewise of the record's first access outside every allocation after which the kernel went on.
void fault_describe_beyond(const LaunchRecord *record, Diagnostics *diagnostics);

// Adds what the fault alone does not say: that the address is the host's own memory, or that the
// kernel synchronizes a grid that was not launched for it.
void fault_explain(const Launch *launch, const LockstepOptions *options, Fault *fault);

#endif
