// SPDX-License-Identifier: Apache-2.0
// The screens of `lockstep help`: one for all, one for each command and topic.
#ifndef LOCKSTEP_CLI_HELP_H
#define LOCKSTEP_CLI_HELP_H

#include "sim/cli/command_table.h"

// What Lockstep is, how to call it, the commands and topics.
void help_overview(Text *out);

// Usage, what the command does, and its options by heading.
void help_command(CommandIndex index, Text *out);

// The command or topic of this name. False: there is none.
bool help_topic(const char *name, Text *out);

#endif
