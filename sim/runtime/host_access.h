// SPDX-License-Identifier: Apache-2.0
// What a checked program's host code does to memory that kernels reach: managed, pinned and
// registered. The compiler of host code calls these functions before each load and store
// (sim/program/sanitize.h). Found are accesses beyond such memory, races with kernels and
// copies that the host has not waited for, and reads of managed memory that nobody has written.
// Leaves out: accesses of code that Lockstep does not compile, such as the C library's, and those
// of functions that a stream calls.
#ifndef LOCKSTEP_RUNTIME_HOST_ACCESS_H
#define LOCKSTEP_RUNTIME_HOST_ACCESS_H

#include "sim/runtime/state.h"

// The program's allocations have changed.
void host_access_watch(const Runtime *runtime);

#endif
