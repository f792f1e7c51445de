// SPDX-License-Identifier: Apache-2.0
// What the source calls the memory that a finding or fault of a launch is about: a variable, or the
// element that a pointer argument reaches.
#ifndef LOCKSTEP_DEVICE_NAME_H
#define LOCKSTEP_DEVICE_NAME_H

#include "isa/base/text.h"
#include "sim/check/finding.h"
#include "sim/warp/block.h"

// Names what the findings from `first` on are about.
void name_findings(const Launch *launch, const PtxFunction *kernel, CheckFindings *findings,
                   uint32_t first);

// Adds the memory's name to the sentence of a fault.
void name_fault(const Launch *launch, const PtxFunction *kernel, Fault *fault);

#endif
