// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/written.h"

#include <string.h>

#define ALL_BYTES 15u // of a word, in MemoryRegion.valid

// A different value for each word, so that it is not copied from one to another unnoticed.
static uint32_t fresh_word(const MemoryRegion *region, uint64_t word)
{
    uint64_t mixed = (region->base / 4 + word + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return (uint32_t)(mixed >> 32) ^ (uint32_t)mixed;
}

static uint64_t bytes_of_word(const MemoryRegion *region, uint64_t word)
{
    uint64_t left = region->size_bytes - word * 4;
    return left < 4 ? left : 4;
}

// Bits of the bytes of word `word` that lie in [from, end).
static uint8_t word_bits(uint64_t word, uint64_t from, uint64_t end)
{
    uint64_t first = word * 4;
    uint32_t low = from > first ? (uint32_t)(from - first) : 0;
    uint32_t high = end < first + 4 ? (uint32_t)(end - first) : 4;
    return (uint8_t)((1u << high) - (1u << low));
}

void written_mark(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes, bool is_written)
{
    uint64_t end = offset + size_bytes;
    for (uint64_t word = offset / 4; word * 4 < end; word++) {
        uint8_t bits = word_bits(word, offset, end);
        region->valid[word] =
            (uint8_t)(is_written ? region->valid[word] | bits : region->valid[word] & ~bits);
    }
}

void written_fill(const MemoryRegion *region)
{
    for (uint64_t word = 0; word * 4 < region->size_bytes; word++) {
        uint32_t value = fresh_word(region, word);
        memcpy(region->bytes + word * 4, &value, bytes_of_word(region, word));
    }
}

static void settle_word(const MemoryRegion *region, uint64_t word)
{
    uint8_t fresh[4], *valid = &region->valid[word];
    uint32_t value = fresh_word(region, word);
    memcpy(fresh, &value, sizeof fresh);
    for (uint64_t i = 0; i < bytes_of_word(region, word); i++) {
        if (((unsigned)*valid >> i & 1u) == 0 && region->bytes[word * 4 + i] != fresh[i]) {
            *valid |= ALL_BYTES;
        }
    }
}

void written_settle(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes)
{
    uint64_t all, first = offset / 4, end = (offset + size_bytes + 3) / 4;
    memset(&all, ALL_BYTES, sizeof all);
    for (uint64_t word = first; word < end;) {
        if (end - word >= sizeof all && memcmp(&region->valid[word], &all, sizeof all) == 0) {
            word += sizeof all;
        } else if (region->valid[word] == ALL_BYTES) {
            word++;
        } else {
            settle_word(region, word++);
        }
    }
}

bool written_is_none(const MemoryRegion *region, uint64_t offset, uint64_t size_bytes)
{
    written_settle(region, offset, size_bytes);
    for (uint64_t i = offset; i < offset + size_bytes; i++) {
        if (((unsigned)region->valid[i / 4] >> (i & 3u) & 1u) != 0) {
            return false;
        }
    }
    return true;
}
