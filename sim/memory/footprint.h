// SPDX-License-Identifier: Apache-2.0
// What a set of lane addresses covers: distinct addresses, sectors and lines. Exact for any
// addresses; fast for those that rise from lane to lane or lie close together. Used by this room
// alone.
#ifndef LOCKSTEP_MEMORY_FOOTPRINT_H
#define LOCKSTEP_MEMORY_FOOTPRINT_H

#include <stdint.h>

typedef struct Footprint {
    uint32_t addresses; // distinct
    uint32_t sectors;   // distinct 32-byte sectors
    uint32_t lines;     // distinct 128-byte lines
} Footprint;

// Addresses are aligned to width_bytes, which is at most 16, so no access crosses a sector.
Footprint footprint(const uint64_t address[32], uint32_t lanes, uint32_t width_bytes);

// Over the distinct sectors, the largest number of lanes on one address of it, summed: how often an
// atomic unit that takes each address of a sector once has to be given a sector.
uint32_t footprint_rounds(const uint64_t address[32], uint32_t lanes);

#endif
