// SPDX-License-Identifier: Apache-2.0
// Members that take the name of a type which their own declaration uses (`Color Color;`, `using
// Array = Array<T>;`). C++ forbids them without requiring a message ([basic.scope.class]): g++
// refuses them unless it is told to be permissive; nvcc hands qualified names to it, so it takes
// them.
#ifndef LOCKSTEP_PROGRAM_MEANING_H
#define LOCKSTEP_PROGRAM_MEANING_H

#include "sim/program/scan.h"

// Whether a class has such a member, by the tokens alone.
bool meaning_changes(const Scan *scan);

#endif
