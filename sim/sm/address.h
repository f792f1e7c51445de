// SPDX-License-Identifier: Apache-2.0
// The addresses of one warp access: how they lie, which of them are bad. Pure functions of rows and
// masks; the shapes they recognise are those for which memory can be copied in one piece.
#ifndef LOCKSTEP_SM_ADDRESS_H
#define LOCKSTEP_SM_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum AddressShape {
    ADDRESS_SCATTERED,
    ADDRESS_LINEAR, // all 32 lanes: lane i at base + i * width_bytes
    ADDRESS_UNIFORM // all lanes of the mask at base
} AddressShape;

// Shape of the addresses row[lane] of the lanes in mask. 64-bit rows, and 32-bit ones (whose sums
// do not wrap around for a linear shape).
AddressShape address_shape64(const uint64_t row[32], uint32_t mask, uint32_t width_bytes);
AddressShape address_shape32(const uint32_t row[32], uint32_t mask, uint32_t width_bytes);

// Lowest and highest address of the lanes in mask (not empty); returns all addresses or-ed
// together, for alignment.
uint64_t address_bounds(const uint64_t address[32], uint32_t mask, uint64_t *lowest,
                        uint64_t *highest);

#endif
