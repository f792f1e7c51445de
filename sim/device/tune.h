// SPDX-License-Identifier: Apache-2.0
// What a program may choose of a GPU before Maxwell for one launch: how L1 and shared memory divide
// the memory they share, and the width of Kepler's banks. Pure functions.
#ifndef LOCKSTEP_DEVICE_TUNE_H
#define LOCKSTEP_DEVICE_TUNE_H

#include "sim/gpu/gpu.h"
#include "sim/lockstep.h"

// Whether the GPU has such a choice.
bool tune_has_choice(const Gpu *gpu);

// The GPU as a launch finds it whose blocks take so much shared memory. Without a preference, or if
// a block does not fit, shared memory is as large as possible: 48 KB (CUDA C Programming Guide 5.5,
// G.4.1 and G.5.1). LOCKSTEP_PREFER_EQUAL is 32 KB, which Fermi does not have.
Gpu tune(const Gpu *gpu, const LockstepLaunch *launch, uint32_t shared_bytes);

#endif
