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

// The same for addresses first + delta[lane]. All are at or above first + lowest, and
// within 2 GB of it.
Footprint footprint_near(uint64_t first, const int32_t delta[32], int32_t lowest, uint32_t lanes);

// The lanes of `lanes` (not empty) that one pass of an atomic access takes, cc 5.0 on. A pass looks
// up one 128-byte line in each of four banks of tags, that of the bank's lowest lane. Lanes wait
// for a later pass when their line is not looked up, and when a lane below, taken or waiting, has
// the same word of a line in the same bank: only the word's place and the bank are compared.
// Source: found in the passes, line accesses and sectors that an H200 counted; exact for all of
// tests/vectors and for histogram_global of kernels/histogram.cu. Which bits of lines more than 2
// KB apart choose the bank is not known: histogram_global of kernels/clusters.cu, 8 KB of words,
// moves 0.004 % more sectors.
uint32_t footprint_pass(const uint64_t address[32], uint32_t lanes);

// Sectors that the passes of an atomic access visit, summed; `sectors` are the distinct ones
// (Footprint). The bank of a line repeats after this many bytes.
#define FOOTPRINT_PERIOD_BYTES 2048u
uint32_t footprint_rounds(const uint64_t address[32], uint32_t lanes, uint32_t sectors);

#endif
