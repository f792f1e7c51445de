// SPDX-License-Identifier: Apache-2.0
// Programs that lockstep nvcc made, in place of sources: lockstep --set full ./program ARGUMENTS.
#ifndef LOCKSTEP_CLI_MADE_PROGRAM_H
#define LOCKSTEP_CLI_MADE_PROGRAM_H

#include <stdbool.h>

// If a word of the command line is such a program, it is executed with the words before it as its
// options (LOCKSTEP_OPTIONS) and those after it as its arguments, and this does not return. Else,
// or after an error that was reported, it returns whether there was one.
bool made_program_fails(int count, char **arguments);

#endif
