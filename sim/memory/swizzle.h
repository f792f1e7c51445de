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

// What the swizzle of 128 bytes keeps together (numbered as tensormap.replace does; PTX ISA 9.0,
// "128 byte swizzle mode").
typedef enum SwizzleAtom {
    SWIZZLE_ATOM_16,
    SWIZZLE_ATOM_32,
    SWIZZLE_ATOM_32_FLIP_8, // in odd lines, the halves of every 16 bytes change places, too
    SWIZZLE_ATOM_64,
    SWIZZLE_ATOM_COUNT
} SwizzleAtom;

// The same for a tile copied with such atoms.
static inline uint32_t swizzled_by(uint32_t address, uint32_t span_bytes, SwizzleAtom atom)
{
    uint32_t line = address >> 7;
    switch (atom) {
    case SWIZZLE_ATOM_32: return address ^ ((line & 3) << 5);
    case SWIZZLE_ATOM_32_FLIP_8: return address ^ ((line & 3) << 5) ^ ((line & 1) << 3);
    case SWIZZLE_ATOM_64: return address ^ ((line & 1) << 6);
    default: return swizzled(address, span_bytes);
    }
}

#endif
