// SPDX-License-Identifier: Apache-2.0
// Options that every way of running takes: how the device runs, what is expected.
#ifndef LOCKSTEP_CLI_CHOICE_H
#define LOCKSTEP_CLI_CHOICE_H

#include "sim/cli/options.h"
#include "sim/lockstep.h"
#include "sim/report/expect.h"

// --threads, --max-instructions, --maxrregcount, --fmad. False, with a message, when one is wrong.
bool device_options_read(const Options *options, LockstepOptions *device);

// --use_fast_math, --ftz, --prec-div and --prec-sqrt as CudaOptions.relaxed.
uint8_t relaxed_floats(const Options *options);

// -rdc
bool device_code_is_linked(const Options *options);

// All of --expect. False, with a message, when one is wrong.
bool expectations_read(const Options *options, Expectation **expectations, uint32_t *count,
                       Arena *arena);

// All arguments of an option that may be repeated, in the arena.
const char **option_values(const Options *options, OptionId id, uint32_t *count, Arena *arena);

#endif
