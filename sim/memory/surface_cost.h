// SPDX-License-Identifier: Apache-2.0
// What one surface access of a warp costs: requests to L1, and sectors there and in L2. Measured on
// an H200 (traces/h200/probes/surface_sectors.csv); used for all GPUs. Pure. Leaves out cube maps,
// which nothing was measured of: they count as layers do.
#ifndef LOCKSTEP_MEMORY_SURFACE_COST_H
#define LOCKSTEP_MEMORY_SURFACE_COST_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SurfaceAccess {
    uint32_t lanes;    // bit = lane that accesses a texel
    bool has_slices;   // of three dimensions or with layers
    bool is_reduction; // lanes at one place are served one after another
    int32_t at[32][3]; // x in bytes, y, z or layer
} SurfaceAccess;

typedef struct SurfaceCost {
    uint32_t requests;
    uint32_t sectors;    // of all requests
    uint32_t l2_sectors; // that differ; of reductions each
} SurfaceCost;

// A sector is 16 bytes of two rows, and at most 16 bytes a lane are accessed, aligned. A request
// has eight lanes, with slices four.
SurfaceCost surface_cost(const SurfaceAccess *access);

#endif
