// SPDX-License-Identifier: Apache-2.0
// Lines of 128 bytes and their four sectors, in which L1, L2 and device memory move global memory.
#ifndef LOCKSTEP_MEMORY_LINE_H
#define LOCKSTEP_MEMORY_LINE_H

#include <stdbool.h>
#include <stdint.h>

enum { LINE_BYTES = 128, SECTOR_BYTES = 32, LINE_SECTORS = 4 };

// Sectors of a line: bit i is bytes 32 i to 32 i + 31.
typedef struct LineAccess {
    uint64_t line; // address / LINE_BYTES
    uint32_t sectors;
    uint32_t holes; // words of 4 bytes in these sectors that a write leaves as they are, or partly
} LineAccess;

// How many sectors of a line a mask has. A table, because not every host counts bits by itself.
static inline uint32_t sector_count(uint32_t sectors)
{
    static const uint8_t counts[1 << LINE_SECTORS] = {0, 1, 1, 2, 1, 2, 2, 3,
                                                      1, 2, 2, 3, 2, 3, 3, 4};
    return counts[sectors & ((1u << LINE_SECTORS) - 1)];
}

// The words of sectors.
static inline uint32_t sector_words(uint32_t sectors)
{
    uint32_t first = (sectors * 0x00204081u) & 0x01010101u; // bit i to bit 8 i
    return first * 0xff;
}

// Lines in the order in which they are touched.
typedef struct LineList {
    LineAccess *lines;
    uint32_t count, room;
} LineList;

// Adds bytes: those of the line before to it, unless a row begins with them.
void line_list_add(LineList *list, uint64_t address, uint64_t size_bytes, bool is_new_row);
uint32_t line_list_sectors(const LineList *list);

#endif
