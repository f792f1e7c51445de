// SPDX-License-Identifier: Apache-2.0
// Moving the elements of a load or store between host memory and register rows. Addresses are
// checked before; here they are host pointers. The host is little-endian, as the GPU is.
#ifndef LOCKSTEP_WARP_TRANSFER_H
#define LOCKSTEP_WARP_TRANSFER_H

#include "sim/warp/warp.h"

#include <string.h>

#define ELEMENTS_MAX 4u

typedef struct Transfer {
    uint8_t *row[ELEMENTS_MAX]; // scratch where the micro-op names none
    uint32_t count;             // elements a lane
    uint32_t element_bytes;     // 1, 2, 4: 32-bit rows; 8: 64-bit rows
    bool is_signed;
} Transfer;

static inline Transfer transfer_of(const Warp *warp, const Operation *operation, const Micro *micro)
{
    Transfer transfer = {.count = operation->element_count,
                         .element_bytes = operation->element_bytes,
                         .is_signed = (micro->flags & MICRO_SIGNED) != 0};
    transfer.row[0] = warp_operand(warp, operation->d);
    for (uint32_t i = 1; i < transfer.count; i++) {
        transfer.row[i] = warp_operand(warp, operation->element[i - 1]);
    }
    return transfer;
}

// A narrow element (1 or 2 bytes) as the 32 bits of a register.
static inline uint32_t transfer_widen(const uint8_t *bytes, uint32_t element_bytes, bool is_signed)
{
    if (element_bytes == 1) {
        return is_signed ? (uint32_t)(int8_t)*bytes : *bytes;
    }
    uint16_t value;
    memcpy(&value, bytes, sizeof value);
    return is_signed ? (uint32_t)(int16_t)value : value;
}

// Stores the low element_bytes of a register.
static inline void transfer_put(uint8_t *bytes, const uint8_t *from, uint32_t element_bytes)
{
    switch (element_bytes) {
    case 1: *bytes = *from; break;
    case 2: memcpy(bytes, from, 2); break;
    case 4: memcpy(bytes, from, 4); break;
    default: memcpy(bytes, from, 8); break;
    }
}

// Lane i's elements lie at bytes + i * count * element_bytes, in all 32 lanes.
void transfer_load_linear(const Transfer *transfer, const uint8_t *bytes);
void transfer_store_linear(const Transfer *transfer, uint8_t *bytes);

// Lane i's elements lie at bytes + (address[i] - base), for the lanes of mask, lowest lane first.
void transfer_load(const Transfer *transfer, const uint8_t *bytes, uint64_t base,
                   const uint64_t address[32], uint32_t mask);
void transfer_store(const Transfer *transfer, uint8_t *bytes, uint64_t base,
                    const uint64_t address[32], uint32_t mask);

// The same with 32-bit addresses and base 0.
void transfer_load32(const Transfer *transfer, const uint8_t *bytes, const uint32_t address[32],
                     uint32_t mask);
void transfer_store32(const Transfer *transfer, uint8_t *bytes, const uint32_t address[32],
                      uint32_t mask);

// All lanes of mask read the same elements.
void transfer_load_uniform(const Transfer *transfer, const uint8_t *bytes, uint32_t mask);

// One lane.
void transfer_load_lane(const Transfer *transfer, const uint8_t *bytes, uint32_t lane);
void transfer_store_lane(const Transfer *transfer, uint8_t *bytes, uint32_t lane);

#endif
