// SPDX-License-Identifier: Apache-2.0
// The addresses of one warp access: their pattern and their bounds. Pure functions of rows and
// masks, compiled for the same levels of vector instructions as the lane functions. The shapes they
// recognize are those for which memory can be copied in one piece.
#ifndef LOCKSTEP_LANE_ADDRESS_H
#define LOCKSTEP_LANE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum AddressShape {
    ADDRESS_SCATTERED,
    ADDRESS_LINEAR, // lane i at base + i * width_bytes
    ADDRESS_UNIFORM // all lanes at base
} AddressShape;

// What is known of addresses without comparing them one by one.
typedef struct AddressBits {
    uint64_t all;     // all (address - base) or-ed together: not below any of them
    uint64_t differs; // 0: all addresses are equal
} AddressBits;

typedef struct AddressBits32 {
    uint32_t all;
    uint32_t differs;
    uint32_t bends; // 0: lane i is at address[0] + i * width_bytes
} AddressBits32;

// All functions here look at all 32 lanes.
typedef struct AddressTable {
    AddressShape (*shape64)(const uint64_t row[32], uint32_t width_bytes);
    // address[lane] = row[lane] + offset
    AddressBits (*sum64)(const uint64_t row[32], uint64_t offset, uint64_t base,
                         uint64_t address[32]);
    AddressBits32 (*sum32)(const uint32_t row[32], uint32_t offset, uint32_t width_bytes,
                           uint32_t address[32]);
    // Whether address[lane] is first + delta[lane], the difference taken as a signed number.
    bool (*matches64)(const uint64_t address[32], uint64_t first, const uint32_t delta[32]);
    bool (*matches32)(const uint32_t address[32], uint32_t first, const uint32_t delta[32]);
} AddressTable;

// The table for a LaneTable's level.
const AddressTable *address_table(const char *level);

// The bits of given addresses relative to base, in the lanes of mask (not empty).
AddressBits address_bits64(const uint64_t address[32], uint64_t base, uint32_t mask);
AddressBits32 address_bits32(const uint32_t address[32], uint32_t mask); // bends is not 0

// Lowest and highest address of the lanes in mask (not empty).
void address_bounds64(const uint64_t address[32], uint32_t mask, uint64_t *lowest,
                      uint64_t *highest);
uint32_t address_highest32(const uint32_t address[32], uint32_t mask);

#endif
