// SPDX-License-Identifier: Apache-2.0
// What `lockstep occupancy` is asked about.
#ifndef LOCKSTEP_CLI_OCCUPANCY_H
#define LOCKSTEP_CLI_OCCUPANCY_H

#include "sim/gpu/occupancy.h"

#include "sim/cli/gpu_choice.h"

typedef struct Configuration {
    const Gpu *gpu;
    uint32_t threads, registers, shared_bytes;
} Configuration;

// Block sizes that are listed: warp by warp up to 256 threads, then in steps of 64 and 128; the one
// that is asked about is always among them. From 0; returns 0 after the largest.
uint32_t occupancy_next_size(uint32_t threads, uint32_t asked, uint32_t most);

// Several GPUs, a column each.
void occupancy_put_columns(const Configuration *asked, const GpuChoice *gpus, uint32_t count,
                           Text *out);

#endif
