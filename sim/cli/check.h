// SPDX-License-Identifier: Apache-2.0
// What --check asks for.
#ifndef LOCKSTEP_CLI_CHECK_H
#define LOCKSTEP_CLI_CHECK_H

#include "sim/cli/cli.h"

// "race,init" as bits of Checker. 0, with a message, when a name is unknown.
uint32_t checkers_read(const char *names, const Style *style);

#endif
