// SPDX-License-Identifier: Apache-2.0
// What a pointer means, for whoever has to explain that the program's host code crashed at it.
#ifndef LOCKSTEP_RUNTIME_POINTER_H
#define LOCKSTEP_RUNTIME_POINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes a sentence without a period. False, with nothing written, when a thread is in a call of
// the runtime: it cannot be asked then, and runtime_stop would wait.
bool runtime_describe_pointer(uint64_t address, char *out, size_t room);

#endif
