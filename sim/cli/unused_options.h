// SPDX-License-Identifier: Apache-2.0
// Options that a command takes, because its relatives do, and whose output has no use for them.
#ifndef LOCKSTEP_CLI_UNUSED_OPTIONS_H
#define LOCKSTEP_CLI_UNUSED_OPTIONS_H

#include "sim/cli/options.h"

// Says of each such option on stderr, once, that it has no effect, and what has.
void unused_options_note(const Options *options);

#endif
