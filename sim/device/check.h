// SPDX-License-Identifier: Apache-2.0
// Whether a GPU can run a launch: every limit of the GPU and of the kernel's own directives, with
// the reason and the limit in the refusal. The .target of the PTX is none of them: what matters is
// whether the GPU has what the kernel uses, and that is found when the kernel is lowered.
#ifndef LOCKSTEP_DEVICE_CHECK_H
#define LOCKSTEP_DEVICE_CHECK_H

#include "isa/base/text.h"
#include "sim/gpu/occupancy.h"
#include "sim/warp/block.h"

// Dimensions of grid, block and cluster, and the kernel's .reqntid, .maxntid, .reqnctapercluster.
// Reads launch->gpu, grid, block, cluster. Returns false with the reason appended to `refusal`.
bool check_shape(const Launch *launch, const PtxFunction *kernel, Text *refusal);

// What a block takes (shared memory, registers, local memory) and whether a cooperative grid is
// resident at once. launch->program is set, and `occupancy` is that of the launch.
bool check_resources(const Launch *launch, const Occupancy *occupancy, Text *refusal);

// The parameter block against the kernel's declaration. Bytes after the last parameter, up to the
// 16 that the tail padding of a C structure may take, are accepted.
bool check_parameters(const Launch *launch, const PtxFunction *kernel, Text *refusal);

#endif
