// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/cache.h"

struct CacheLine {
    uint64_t tag;      // address / line_bytes
    uint64_t last_use; // 0: free
    uint32_t valid;    // sectors held
    uint32_t dirty;    // sectors written since they were fetched
};

static uint32_t count_bits(uint32_t bits)
{
    return (uint32_t)__builtin_popcount(bits);
}

CacheShape cache_shape(uint64_t size_bytes, uint32_t line_bytes, uint32_t sector_bytes,
                       uint32_t ways, CacheWrites writes)
{
    uint64_t lines = line_bytes == 0 ? 0 : size_bytes / line_bytes;
    lines = lines > UINT32_MAX ? UINT32_MAX : lines;
    uint32_t used_ways = ways == 0 || ways > lines ? (uint32_t)lines : ways;
    uint32_t sets = used_ways == 0 ? 0 : (uint32_t)lines / used_ways;
    return (CacheShape){line_bytes, sector_bytes, sets, used_ways, writes};
}

bool cache_shape_is_valid(CacheShape shape)
{
    return shape.line_bytes > 0 && shape.sector_bytes > 0 && shape.sets > 0 && shape.ways > 0 &&
           shape.line_bytes % shape.sector_bytes == 0 &&
           shape.line_bytes / shape.sector_bytes <= 32;
}

void cache_init(Cache *cache, CacheShape shape, Arena *arena)
{
    size_t line_count = (size_t)shape.sets * shape.ways;
    *cache = (Cache){.shape = shape, .lines = arena_alloc(arena, line_count * sizeof(CacheLine))};
}

static uint32_t sectors_touched(const CacheShape *shape, uint64_t address, uint32_t size_bytes)
{
    uint32_t offset = (uint32_t)(address % shape->line_bytes);
    uint32_t first = offset / shape->sector_bytes;
    uint32_t last = (offset + size_bytes - 1) / shape->sector_bytes;
    uint32_t count = last - first + 1;
    uint32_t sectors = count >= 32 ? UINT32_MAX : (UINT32_C(1) << count) - 1;
    return sectors << first;
}

static CacheLine *set_of(Cache *cache, uint64_t tag)
{
    return &cache->lines[tag % cache->shape.sets * cache->shape.ways];
}

static CacheLine *find_line(Cache *cache, uint64_t tag)
{
    CacheLine *set = set_of(cache, tag);
    for (uint32_t way = 0; way < cache->shape.ways; way++) {
        if (set[way].last_use != 0 && set[way].tag == tag) {
            return &set[way];
        }
    }
    return NULL;
}

// A free line of the set, or the one whose use is longest ago, made free.
static CacheLine *make_room(Cache *cache, uint64_t tag, CacheResult *result)
{
    CacheLine *set = set_of(cache, tag);
    CacheLine *oldest = set;
    for (uint32_t way = 1; way < cache->shape.ways && oldest->last_use != 0; way++) {
        oldest = set[way].last_use < oldest->last_use ? &set[way] : oldest;
    }
    if (oldest->last_use != 0) {
        result->is_line_evicted = true;
        result->evicted_line = oldest->tag * cache->shape.line_bytes;
        result->evicted_dirty = oldest->dirty;
        cache->counts.evictions++;
        cache->counts.written_back += count_bits(oldest->dirty);
    }
    *oldest = (CacheLine){.tag = tag};
    return oldest;
}

CacheResult cache_read(Cache *cache, uint64_t address, uint32_t size_bytes)
{
    CacheResult result = {0};
    uint64_t tag = address / cache->shape.line_bytes;
    uint32_t sectors = sectors_touched(&cache->shape, address, size_bytes);
    CacheLine *line = find_line(cache, tag);
    result.is_line_held = line != NULL;
    if (line == NULL) {
        line = make_room(cache, tag, &result);
    }
    result.hits = sectors & line->valid;
    result.misses = sectors & ~line->valid;
    line->valid |= sectors;
    line->last_use = ++cache->now;
    cache->counts.reads += count_bits(sectors);
    cache->counts.read_hits += count_bits(result.hits);
    return result;
}

CacheResult cache_write(Cache *cache, uint64_t address, uint32_t size_bytes)
{
    CacheResult result = {0};
    uint64_t tag = address / cache->shape.line_bytes;
    uint32_t sectors = sectors_touched(&cache->shape, address, size_bytes);
    CacheLine *line = find_line(cache, tag);
    result.is_line_held = line != NULL;
    result.hits = line == NULL ? 0 : sectors & line->valid;
    result.misses = sectors & ~result.hits;
    if (cache->shape.writes == CACHE_WRITES_BACK) {
        line = line == NULL ? make_room(cache, tag, &result) : line;
        line->valid |= sectors;
        line->dirty |= sectors;
    }
    if (line != NULL) {
        line->last_use = ++cache->now;
    }
    cache->counts.writes += count_bits(sectors);
    cache->counts.write_hits += count_bits(result.hits);
    return result;
}

uint64_t cache_flush(Cache *cache)
{
    uint64_t dirty = 0;
    size_t line_count = (size_t)cache->shape.sets * cache->shape.ways;
    for (size_t at = 0; at < line_count; at++) {
        dirty += count_bits(cache->lines[at].dirty);
        cache->lines[at] = (CacheLine){0};
    }
    cache->counts.written_back += dirty;
    return dirty;
}
