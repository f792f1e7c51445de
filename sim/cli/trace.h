// SPDX-License-Identifier: Apache-2.0
// `lockstep run --trace FILE`: a run whose recordings are written as a timeline.
#ifndef LOCKSTEP_CLI_TRACE_H
#define LOCKSTEP_CLI_TRACE_H

#include "sim/cli/options.h"

// Runs what the options say on their one GPU, shows the report as without --trace and writes the
// file. The exit code; with a program it does not return, see use.h.
int trace_command(const Options *options);

#endif
