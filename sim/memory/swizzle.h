// SPDX-License-Identifier: Apache-2.0
// The swizzles of Hopper's copies and products: the 16-byte pieces of a row of 32, 64 or 128 bytes
// change places by the row's number in a pattern of 256, 512 or 1024 bytes of shared memory (PTX
// ISA 9.0, "Swizzling Modes"). Pure.
#ifndef LOCKSTEP_MEMORY_SWIZZLE_H
#define LOCKSTEP_MEMORY_SWIZZLE_H

#include <stdint.h>

// The address of a byte whose place without a swizzle is `address`. span_bytes: 16 for none.
static inline uint32_t swizzled(uint32_t address, uint32_t span_bytes)
{
    return address ^ ((address >> 7 & (span_bytes / 16 - 1)) << 4);
}

#endif
