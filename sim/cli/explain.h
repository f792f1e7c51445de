// SPDX-License-Identifier: Apache-2.0
// The line that `lockstep explain` is about.
#ifndef LOCKSTEP_CLI_EXPLAIN_H
#define LOCKSTEP_CLI_EXPLAIN_H

#include "sim/cli/options.h"

// Takes FILE:LINE out of the arguments, before they are read as options. What is left are those of
// a run: the file without its line, or, if the line is in a header, the other arguments.
void explain_take_line(Options *options, int *count, char **arguments);

#endif
