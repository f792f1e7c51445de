// SPDX-License-Identifier: Apache-2.0
// Options that every way of running takes: which GPUs, how the device runs, what is expected.
#ifndef LOCKSTEP_CLI_CHOICE_H
#define LOCKSTEP_CLI_CHOICE_H

#include "sim/cli/options.h"
#include "sim/lockstep.h"
#include "sim/report/expect.h"

enum { GPU_MAX = 32 };

// The names in --gpu, or h200. False, with a message, when there is none or there are too many.
bool gpus_read(const Options *options, const char *gpus[GPU_MAX], uint32_t *count, Arena *arena);

// --threads, --max-instructions, --fmad. False, with a message, when one is wrong.
bool device_options_read(const Options *options, LockstepOptions *device);

// The GPU of a name: a preset, or the .gpu file of a path, read into the arena. False, with a
// message, when the file can not be read.
bool gpu_choose(const Style *style, const char *name, LockstepOptions *device, Arena *arena);

// The compute capability that code for this GPU is compiled for; that of an unknown GPU is 90.
uint32_t gpu_capability(const char *name);

// All of --expect. False, with a message, when one is wrong.
bool expectations_read(const Options *options, Expectation **expectations, uint32_t *count,
                       Arena *arena);

// All arguments of an option that may be repeated, in the arena.
const char **option_values(const Options *options, OptionId id, uint32_t *count, Arena *arena);

#endif
