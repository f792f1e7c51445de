// SPDX-License-Identifier: Apache-2.0
// The declarations of local variables, by their shape: a type, then a name and what may follow it.
#ifndef LOCKSTEP_PROGRAM_LOCAL_H
#define LOCKSTEP_PROGRAM_LOCAL_H

#include "sim/program/scan.h"

// What the declaration that starts at this token declares first: a name, or the [ of a structured
// binding; 0: it is none.
uint32_t local_declaration(const Scan *scan, uint32_t at, uint32_t end);

// The same after the comma in a declaration: after *, & and brackets.
uint32_t local_declarator(const Scan *scan, uint32_t at, uint32_t end);

#endif
