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

// One way of one set. The cache reads and keeps `note` and `marks` for its caller alone: what is
// asked about a line lies in one line of the host.
typedef struct CacheLine {
    uint64_t tag;          // address / line_bytes
    uint32_t valid, dirty; // sectors: held; written since they were fetched
    double note;           // 0 at first; stays when another line takes the place
    uint32_t marks;        // all bits are set when a line takes the place
} CacheLine;

// Where a line is or may be: its set, and its number among the cache's sets * ways.
#define CACHE_NOWHERE UINT32_MAX // it is not known
typedef struct CachePlace {
    uint32_t set, line;
} CachePlace;

typedef struct Cache {
    CacheShape shape;
    Divisor line_bytes, set_count;
    unsigned char *heads; // [sets]: how a set's lines are found and replaced (cache.c)
    size_t head_bytes;
    CacheLine *lines; // [sets * ways]; both in the arena given to cache_init()
    CacheCounts counts;
    uint64_t expected_tag; // cache_expect()
    CachePlace expected;
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

// Whether a cache of this shape works: sizes and counts not 0, sectors that fill the line, no more
// than CACHE_WAYS_MAX ways.
#define CACHE_WAYS_MAX 65535u
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

// Hints that this address will be accessed soon, which change no result: the first fetches its set,
// the second, a little later, the line of the set. They fill in what they find out of `place`,
// which cache_expect() tells of the address that is accessed next.
void cache_prefetch(const Cache *cache, uint64_t address, CachePlace *place);
void cache_prefetch_line(const Cache *cache, uint64_t address, CachePlace *place);
void cache_expect(Cache *cache, uint64_t address, const CachePlace *place);

// Forgets everything; returns the dirty sectors that go below.
uint64_t cache_flush(Cache *cache);

#endif
