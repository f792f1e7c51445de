// SPDX-License-Identifier: Apache-2.0
// Atomics on global memory whose order no thread of the launch can observe: integer functions that
// commute, without a result. Blocks on other host threads may perform them at the same time.
#ifndef LOCKSTEP_WARP_FREE_ATOMIC_H
#define LOCKSTEP_WARP_FREE_ATOMIC_H

#include "isa/machine/program.h"

// Whether all ordered accesses of the program to memory outside of a block are such atomics, of one
// function and type.
bool free_atomic_program(const MachineProgram *program);

// Performs one lane's atomic at host bytes that other host threads may access.
void free_atomic_perform(const Micro *micro, uint8_t *bytes, uint64_t operand);

#endif
