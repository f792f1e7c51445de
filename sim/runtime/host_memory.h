// SPDX-License-Identifier: Apache-2.0
// The memory of the process that the simulated program runs in.
#ifndef LOCKSTEP_RUNTIME_HOST_MEMORY_H
#define LOCKSTEP_RUNTIME_HOST_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

// Whether the process has memory at this address: its heap, a stack, its variables.
bool is_host_memory(uint64_t address);
// Whether it has memory in all of [address, address + size_bytes).
bool is_host_range(uint64_t address, uint64_t size_bytes);

#endif
