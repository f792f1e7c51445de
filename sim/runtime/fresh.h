// SPDX-License-Identifier: Apache-2.0
// What a program finds in memory that it has not written: zeros, as in a process of its own, and
// not what Lockstep has left there. The functions of fresh.def, which the program's allocations are
// linked to (sim/program/fresh.h), are the other half of this.
#ifndef LOCKSTEP_RUNTIME_FRESH_H
#define LOCKSTEP_RUNTIME_FRESH_H

// Clears the stack below the caller, for the main function that it calls next.
void fresh_clear_stack(void);

#endif
