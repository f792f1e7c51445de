// SPDX-License-Identifier: Apache-2.0
// The program's allocations, and what its pointers refer to.
#ifndef LOCKSTEP_RUNTIME_ALLOCATE_H
#define LOCKSTEP_RUNTIME_ALLOCATE_H

#include "sim/runtime/state.h"

// The allocation that holds the byte at this address, or starts there; NULL: none of the program's.
Allocation *allocation_find(Runtime *runtime, uint64_t address);
cudaError_t allocation_create(Runtime *runtime, AllocationKind kind, uint64_t size_bytes,
                              uint64_t *address);
cudaError_t allocation_release(Runtime *runtime, Allocation *allocation);
void allocations_stop(Runtime *runtime);
// Only those in the memory of the current device.
void allocations_stop_here(Runtime *runtime);

// Where the bytes of [address, address + size_bytes) are on the host: those of an allocation on the
// device, or the host's own memory. *is_device: kernels reach them, *is_host: the program does.
// False when the range leaves its allocation, or the host has no such memory.
bool memory_reach(Runtime *runtime, uint64_t address, uint64_t size_bytes, uint8_t **bytes,
                  bool *is_device, bool *is_host);

// cudaDeviceGetLimit's values at the start.
void limits_start(Runtime *runtime);

// cudaErrorInvalidValue unless all bytes are managed memory; not within a call.
cudaError_t advice_check(const void *pointer, size_t count);

#endif
