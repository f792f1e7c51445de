// SPDX-License-Identifier: Apache-2.0
// Inside of device memory: the host memory that holds an allocation. The host need not have it
// until it is written, because a program may allocate all of a GPU that is larger than this
// computer.
#ifndef LOCKSTEP_MEMORY_HOST_BYTES_H
#define LOCKSTEP_MEMORY_HOST_BYTES_H

#include <stdint.h>

// Zeroed memory, or NULL when the host has none left.
uint8_t *host_bytes_create(uint64_t size_bytes);
// Gives every byte a value; large memory gets it when it is first used.
void host_bytes_fill(uint8_t *bytes, uint64_t size_bytes, uint8_t value);
void host_bytes_release(uint8_t *bytes, uint64_t size_bytes);

#endif
