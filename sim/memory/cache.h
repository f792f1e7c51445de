// SPDX-License-Identifier: Apache-2.0
// A cache as a value: which lines and sectors it holds, what hits, what is written back.
// Set-associative, least recently used replacement, lines of sectors that are fetched one by one.
// Leaves out time, data, and outstanding misses: a miss is filled at once.
#ifndef LOCKSTEP_MEMORY_CACHE_H
#define LOCKSTEP_MEMORY_CACHE_H

#include "isa/base/arena.h"
#include "isa/base/divide.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum CacheWrites {
    CACHE_WRITES_THROUGH, // writes update what is held and go below; a write miss allocates nothing
    CACHE_WRITES_BACK     // writes allocate; what was written goes below when the line leaves
} CacheWrites;

typedef struct CacheShape {
    uint32_t line_bytes;   // one tag
    uint32_t sector_bytes; // what a miss fetches; divides line_bytes, at most 32 to a line
    uint32_t sets, ways;
    CacheWrites writes;
    uint32_t dirty_ways; // lines of a set that may be dirty; 0: all
} CacheShape;

typedef struct CacheCounts {
    uint64_t reads, read_hits;   // sectors
    uint64_t writes, write_hits; // sectors
    uint64_t evictions;          // lines that left for another one
    uint64_t written_back;       // sectors
} CacheCounts;

typedef struct Cache {
    CacheShape shape;
    Divisor line_bytes, set_count;
    uint64_t *sets; // in the arena given to cache_init()
    uint64_t now;   // counts accesses, for the order of use
    CacheCounts counts;
} Cache;

// What one access did; bit i of a mask is sector i of its line.
typedef struct CacheResult {
    uint32_t hits, misses;  // sectors that were held, that were not
    bool is_line_held;      // the tag was there before
    bool is_line_evicted;   // another line had to leave
    uint64_t evicted_line;  // its address
    uint32_t evicted_dirty; // its sectors that go below now
    uint32_t place;         // of the line among the cache's sets * ways, if it is held now
} CacheResult;

// The shape of a cache of this size. ways 0: fully associative. Ways are cut to the number of
// lines; what does not fill a set is left out.
CacheShape cache_shape(uint64_t size_bytes, uint32_t line_bytes, uint32_t sector_bytes,
                       uint32_t ways, CacheWrites writes);

// Whether a cache of this shape works: sizes and counts not 0, sectors that fill the line.
bool cache_shape_is_valid(CacheShape shape);

// An empty cache. The shape must be valid.
void cache_init(Cache *cache, CacheShape shape, Arena *arena);

// Accesses the sectors that bytes address to address + size_bytes - 1 touch; they must lie in one
// line and size_bytes must not be 0.
CacheResult cache_read(Cache *cache, uint64_t address, uint32_t size_bytes);
CacheResult cache_write(Cache *cache, uint64_t address, uint32_t size_bytes);

// The same for sectors (bit i: sector i) of the line at or around `address`.
CacheResult cache_read_sectors(Cache *cache, uint64_t address, uint32_t sectors);
CacheResult cache_write_sectors(Cache *cache, uint64_t address, uint32_t sectors);

// Adds sectors to a line that is held: they came with others that it lacked.
void cache_fill_sectors(Cache *cache, uint32_t place, uint32_t sectors);

// Makes sectors of the line at `address` clean, if it is held: they have been written back.
void cache_clean_sectors(Cache *cache, uint64_t address, uint32_t sectors);

// A hint that this address will be accessed soon. Changes nothing.
void cache_prefetch(const Cache *cache, uint64_t address);

// Forgets everything; returns the dirty sectors that go below.
uint64_t cache_flush(Cache *cache);

#endif
