// SPDX-License-Identifier: Apache-2.0
// A static build cannot load a program's host code, because a static C library has no dlopen. The
// static tarball therefore carries a second program that is linked with the system's C library, and
// hands over to it.
#ifndef LOCKSTEP_CLI_HAND_OVER_H
#define LOCKSTEP_CLI_HAND_OVER_H

#include <stdbool.h>

// In a static build: runs the companion program in place of this one, with the same arguments.
// Returns false, with a message on stderr, if there is none or the system cannot start it. Any
// other build returns true at once.
bool hand_over_if_static(void);

#endif
