// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/cache.h"

#include "isa/base/bits.h"

// The line size of the host's caches, and how much of a set is worth prefetching.
#define HOST_LINE_BYTES 64u
#define PREFETCH_BYTES  512u

// A set is its tags, then its uses, then its sectors, so that a search reads neighboring words.
typedef struct Sectors {
    uint32_t valid; // held
    uint32_t dirty; // written since they were fetched
} Sectors;

typedef struct Set {
    uint64_t *tag;      // [ways]: address / line_bytes
    uint64_t *last_use; // [ways]; 0: free
    Sectors *sectors;   // [ways]
} Set;

#define WAY_BYTES (2 * sizeof(uint64_t) + sizeof(Sectors))

CacheShape cache_shape(uint64_t size_bytes, uint32_t line_bytes, uint32_t sector_bytes,
                       uint32_t ways, CacheWrites writes)
{
    uint64_t lines = line_bytes == 0 ? 0 : size_bytes / line_bytes;
    lines = lines > UINT32_MAX ? UINT32_MAX : lines;
    uint32_t used_ways = ways == 0 || ways > lines ? (uint32_t)lines : ways;
    uint32_t sets = used_ways == 0 ? 0 : (uint32_t)lines / used_ways;
    return (CacheShape){line_bytes, sector_bytes, sets, used_ways, writes, 0};
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
    *cache = (Cache){.shape = shape,
                     .line_bytes = divisor_of(shape.line_bytes),
                     .set_count = divisor_of(shape.sets),
                     .sets = arena_alloc(arena, line_count * WAY_BYTES)};
}

static Set set_at(const Cache *cache, uint64_t number)
{
    uint32_t ways = cache->shape.ways;
    uint64_t *words = cache->sets + number * ways * (WAY_BYTES / sizeof(uint64_t));
    return (Set){words, words + ways, (Sectors *)(words + 2 * (size_t)ways)};
}

static Set set_of(const Cache *cache, uint64_t tag)
{
    return set_at(cache, divide_rest(tag, &cache->set_count));
}

void cache_prefetch(const Cache *cache, uint64_t address)
{
    const char *at = (const char *)set_of(cache, divide(address, &cache->line_bytes)).tag;
    size_t size = cache->shape.ways * WAY_BYTES;
    for (size_t done = 0; done < size && done < PREFETCH_BYTES; done += HOST_LINE_BYTES) {
        __builtin_prefetch(at + done, 1);
    }
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

// The way that holds a tag, else shape.ways.
static uint32_t find_way(const Cache *cache, const Set *set, uint64_t tag)
{
    uint32_t ways = cache->shape.ways;
    for (uint32_t way = 0; way < ways; way++) {
        if (set->tag[way] == tag && set->last_use[way] != 0) {
            return way;
        }
    }
    return ways;
}

static uint32_t place_of(const Cache *cache, const Set *set, uint32_t way)
{
    size_t words_before = (size_t)(set->tag - cache->sets);
    return (uint32_t)(words_before / (WAY_BYTES / sizeof(uint64_t))) + way;
}

// A free line of the set, or the least recently used one, made free.
static uint32_t make_room(Cache *cache, const Set *set, uint64_t tag, CacheResult *result)
{
    uint32_t oldest = 0;
    for (uint32_t way = 1; way < cache->shape.ways && set->last_use[oldest] != 0; way++) {
        oldest = set->last_use[way] < set->last_use[oldest] ? way : oldest;
    }
    if (set->last_use[oldest] != 0) {
        result->is_line_evicted = true;
        result->evicted_line = set->tag[oldest] * cache->shape.line_bytes;
        result->evicted_dirty = set->sectors[oldest].dirty;
        cache->counts.evictions++;
        cache->counts.written_back += bits_count(result->evicted_dirty);
    }
    set->tag[oldest] = tag;
    set->sectors[oldest] = (Sectors){0};
    return oldest;
}

CacheResult cache_read_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    CacheResult result = {0};
    uint64_t tag = divide(address, &cache->line_bytes);
    Set set = set_of(cache, tag);
    uint32_t way = find_way(cache, &set, tag);
    result.is_line_held = way < cache->shape.ways;
    if (!result.is_line_held) {
        way = make_room(cache, &set, tag, &result);
    }
    result.place = place_of(cache, &set, way);
    Sectors *line = &set.sectors[way];
    result.hits = sectors & line->valid;
    result.misses = sectors & ~line->valid;
    line->valid |= sectors;
    set.last_use[way] = ++cache->now;
    cache->counts.reads += bits_count(sectors);
    cache->counts.read_hits += bits_count(result.hits);
    return result;
}

void cache_fill_sectors(Cache *cache, uint32_t place, uint32_t sectors)
{
    uint32_t ways = cache->shape.ways;
    Set set = set_at(cache, place / ways);
    set.sectors[place % ways].valid |= sectors;
}

void cache_clean_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    uint64_t tag = divide(address, &cache->line_bytes);
    Set set = set_of(cache, tag);
    uint32_t way = find_way(cache, &set, tag);
    if (way < cache->shape.ways) {
        set.sectors[way].dirty &= ~sectors;
    }
}

// If too many lines of a set are dirty, the one used longest ago is written back and stays, clean.
static void limit_dirty(Cache *cache, const Set *set, CacheResult *result)
{
    uint32_t ways = cache->shape.ways, dirty = 0, oldest = ways;
    for (uint32_t way = 0; way < ways; way++) {
        if (set->sectors[way].dirty != 0) {
            dirty++;
            bool is_older = oldest == ways || set->last_use[way] < set->last_use[oldest];
            oldest = is_older ? way : oldest;
        }
    }
    if (dirty > cache->shape.dirty_ways) {
        result->evicted_line = set->tag[oldest] * cache->shape.line_bytes;
        result->evicted_dirty = set->sectors[oldest].dirty;
        set->sectors[oldest].dirty = 0;
        cache->counts.written_back += bits_count(result->evicted_dirty);
    }
}

CacheResult cache_write_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    CacheResult result = {0};
    uint64_t tag = divide(address, &cache->line_bytes);
    Set set = set_of(cache, tag);
    uint32_t way = find_way(cache, &set, tag);
    result.is_line_held = way < cache->shape.ways;
    result.hits = result.is_line_held ? sectors & set.sectors[way].valid : 0;
    result.misses = sectors & ~result.hits;
    if (cache->shape.writes == CACHE_WRITES_BACK) {
        way = result.is_line_held ? way : make_room(cache, &set, tag, &result);
        bool was_dirty = set.sectors[way].dirty != 0;
        set.sectors[way].valid |= sectors;
        set.sectors[way].dirty |= sectors;
        set.last_use[way] = ++cache->now;
        if (!was_dirty && cache->shape.dirty_ways > 0) {
            limit_dirty(cache, &set, &result);
        }
    } else if (way < cache->shape.ways) {
        set.last_use[way] = ++cache->now;
    }
    cache->counts.writes += bits_count(sectors);
    cache->counts.write_hits += bits_count(result.hits);
    return result;
}

CacheResult cache_read(Cache *cache, uint64_t address, uint32_t size_bytes)
{
    return cache_read_sectors(cache, address, sectors_touched(&cache->shape, address, size_bytes));
}

CacheResult cache_write(Cache *cache, uint64_t address, uint32_t size_bytes)
{
    return cache_write_sectors(cache, address, sectors_touched(&cache->shape, address, size_bytes));
}

uint64_t cache_flush(Cache *cache)
{
    uint64_t dirty = 0;
    for (uint32_t number = 0; number < cache->shape.sets; number++) {
        Set set = set_of(cache, number);
        for (uint32_t way = 0; way < cache->shape.ways; way++) {
            dirty += bits_count(set.sectors[way].dirty);
            set.sectors[way] = (Sectors){0};
            set.last_use[way] = 0;
        }
    }
    cache->counts.written_back += dirty;
    return dirty;
}
