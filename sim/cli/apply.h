// SPDX-License-Identifier: Apache-2.0
// `lockstep explain program.cu:LINE --apply padding=1`: the change is written to a copy of the
// program, both run with a clock, and what the explained launch costs stands side by side.
#ifndef LOCKSTEP_CLI_APPLY_H
#define LOCKSTEP_CLI_APPLY_H

#include "sim/cli/options.h"
#include "sim/explain/explain.h"

// Whether --apply is readable: "padding=N" or "swizzle". A message if it is not.
bool apply_is_readable(const Options *options);

// Appends the comparison to the page. The exit code; messages say what cannot be done.
int apply_run(const Options *options, const Report *report, const ExplainWish *wish, Text *page,
              Arena *arena);

#endif
