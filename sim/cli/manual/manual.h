// SPDX-License-Identifier: Apache-2.0
// Documents made of command_table.h.
#ifndef LOCKSTEP_CLI_MANUAL_MANUAL_H
#define LOCKSTEP_CLI_MANUAL_MANUAL_H

#include "sim/cli/command_table.h"

void man_page_put(Text *out);
void bash_put(Text *out);
void zsh_put(Text *out);
void fish_put(Text *out);

#endif
