// SPDX-License-Identifier: Apache-2.0
// Describes a pointer, for the message after the program's host code has crashed at it.
#ifndef LOCKSTEP_RUNTIME_POINTER_H
#define LOCKSTEP_RUNTIME_POINTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes a sentence without a period. False, with nothing written, if a thread is inside a runtime
// call: the runtime cannot be queried then, and runtime_stop would wait.
bool runtime_describe_pointer(uint64_t address, char *out, size_t room);

#endif
