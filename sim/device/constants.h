// SPDX-License-Identifier: Apache-2.0
// The constant rows of a launch: what a program left open until parameters, addresses and
// dimensions are known.
#ifndef LOCKSTEP_DEVICE_CONSTANTS_H
#define LOCKSTEP_DEVICE_CONSTANTS_H

#include "isa/base/text.h"
#include "sim/device/place.h"
#include "sim/gpu/occupancy.h"
#include "sim/warp/block.h"

// What the values come from. The launch's own `constants` is not read.
typedef struct ConstantSources {
    const Launch *launch;
    const Placement *placement;
    const Occupancy *occupancy;
    uint32_t launch_id;
    uint64_t grid_workspace;  // zeroed memory of a cooperative launch, or 0
    bool is_explicit_cluster; // the launch or the kernel gave cluster dimensions
} ConstantSources;

// Fills rows [program->constant_rows][32], 64-byte aligned. Returns false, with the reason appended
// to `refusal`, when a value cannot be had.
bool constants_fill(const ConstantSources *sources, uint32_t *rows, Text *refusal);

#endif
