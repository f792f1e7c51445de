// SPDX-License-Identifier: Apache-2.0
// --source-option: what one source of a program is compiled with besides the others' options.
#ifndef LOCKSTEP_CLI_SOURCE_OPTIONS_H
#define LOCKSTEP_CLI_SOURCE_OPTIONS_H

#include "sim/cli/options.h"
#include "sim/program/program.h"

// Fills build->own and build->link_options, when there are such options. False: said why.
bool source_options_read(const Options *options, ProgramOptions *build, Arena *arena);

#endif
