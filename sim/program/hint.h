// SPDX-License-Identifier: Apache-2.0
// A command line that launches one kernel of a file without main(), as a hint.
#ifndef LOCKSTEP_PROGRAM_HINT_H
#define LOCKSTEP_PROGRAM_HINT_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

// Adds the arguments of `lockstep FILE` for the kernel whose name `entry` points at, in its PTX
// after ".entry ": its name, a shape, and an --arg for each parameter: a buffer where the mangled
// name says that it is a pointer to numbers, else "..." for the user to fill in.
void hint_add(const char *entry, Arena *arena, Text *out);

#endif
