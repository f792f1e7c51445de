// SPDX-License-Identifier: Apache-2.0
// Objects of other compilers that are not position-independent, as GCC makes them for executables:
// what they use of shared libraries. Only sim/program includes this.
#ifndef LOCKSTEP_PROGRAM_DIRECT_H
#define LOCKSTEP_PROGRAM_DIRECT_H

#include "sim/program/build.h"

// Adds to a link what lets such objects become part of a shared object. False: said why.
bool direct_add_link(Build *build, Command *command);

#endif
