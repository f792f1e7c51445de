// SPDX-License-Identifier: Apache-2.0
// The GPUs that a command line names: presets, and .gpu files of a user's own.
#ifndef LOCKSTEP_CLI_GPU_CHOICE_H
#define LOCKSTEP_CLI_GPU_CHOICE_H

#include "sim/cli/options.h"
#include "sim/gpu/gpu.h"
#include "sim/lockstep.h"

enum { GPU_MAX = 32 };

typedef struct GpuChoice {
    const char *name; // as asked for: a preset's name or a path
    const char *text; // of the file; NULL: a preset
    const Gpu *gpu;
    uint32_t max_blocks_per_sm; // of --blocks-per-sm; 0: no limit
} GpuChoice;

// The GPU of a name, in the arena where it is a file's. False, with messages on stderr, when there
// is no such preset or the file is wrong.
bool gpu_choose(const Style *style, const char *name, GpuChoice *choice, Arena *arena);

// All names in --gpu, or h200, each with every limit in --blocks-per-sm. False, with messages, when
// one is wrong, or there is none, or too many.
bool gpus_read(const Options *options, GpuChoice gpus[GPU_MAX], uint32_t *count, Arena *arena);

// A device of this GPU is what the options ask for.
void gpu_choice_apply(const GpuChoice *choice, LockstepOptions *device);

#endif
