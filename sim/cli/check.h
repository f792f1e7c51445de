// SPDX-License-Identifier: Apache-2.0
// What --check asks for.
#ifndef LOCKSTEP_CLI_CHECK_H
#define LOCKSTEP_CLI_CHECK_H

#include "sim/cli/options.h"
#include "sim/report/report.h"

// "race,init" as bits of Checker. 0, with a message, when a name is unknown.
uint32_t checkers_read(const char *names, const Style *style);

// Says on stderr what a run with --check found; says nothing without that option. The exit code
// that the findings ask for: CLI_DONE where there are no errors.
int check_tell(const Options *options, const Report *report);

#endif
