// SPDX-License-Identifier: Apache-2.0
// What the source calls the memory that a finding or fault of a launch is about: a variable, or the
// element that a pointer argument reaches.
#ifndef LOCKSTEP_DEVICE_NAME_H
#define LOCKSTEP_DEVICE_NAME_H

#include "isa/base/text.h"
#include "sim/check/finding.h"
#include "sim/warp/block.h"

// "'out[1024]'" for a global address in or near an allocation that an argument points into, or in a
// variable. Without names in the PTX the argument's number, unless the allocation has a name of its
// own. False when nothing is known.
bool name_address(const Launch *launch, const PtxFunction *kernel, uint64_t address, Text *out);

// Names what the findings from `first` on are about.
void name_findings(const Launch *launch, const PtxFunction *kernel, CheckFindings *findings,
                   uint32_t first);

// Adds the name to the sentence of a fault.
void name_fault(const Launch *launch, const PtxFunction *kernel, Fault *fault);

#endif
