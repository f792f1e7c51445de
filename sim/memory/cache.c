// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/cache.h"

#include "isa/base/bits.h"

#include <string.h>

// The line size of the host's caches.
#define HOST_LINE_BYTES 64u
// The associativity for which the search for the oldest way is compiled by itself.
#define COMMON_WAYS 16u

// The head of a set, as a rule one line of the host. It says where a line can be, so that of all
// lines the host reads no other.
typedef struct Set {
    uint64_t *hashes; // a byte for each way, 8 in a word from its lowest byte on
    uint16_t *order;  // [ways]: 1 was used longest ago; 0: free
    uint8_t *dirty;   // a bit for each way: it has dirty sectors
    uint16_t *used;   // ways that are not free, the first ones
    CacheLine *lines; // [ways]
} Set;

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
           shape.line_bytes / shape.sector_bytes <= 32 && shape.ways <= CACHE_WAYS_MAX;
}

static size_t hash_words(uint32_t ways)
{
    return (ways + 7) / 8;
}

static size_t head_bytes(uint32_t ways)
{
    size_t words = hash_words(ways);
    size_t bytes = words * sizeof(uint64_t) + (ways + 1) * sizeof(uint16_t) + words;
    return (bytes + HOST_LINE_BYTES - 1) / HOST_LINE_BYTES * HOST_LINE_BYTES;
}

void cache_init(Cache *cache, CacheShape shape, Arena *arena)
{
    size_t line_count = (size_t)shape.sets * shape.ways;
    *cache = (Cache){.shape = shape,
                     .line_bytes = divisor_of(shape.line_bytes),
                     .set_count = divisor_of(shape.sets),
                     .head_bytes = head_bytes(shape.ways),
                     .expected = {CACHE_NOWHERE, CACHE_NOWHERE},
                     .lines = arena_alloc(arena, line_count * sizeof(CacheLine))};
    cache->heads = arena_alloc(arena, shape.sets * cache->head_bytes);
}

static Set set_at(const Cache *cache, uint64_t number)
{
    uint32_t ways = cache->shape.ways;
    uint64_t *hashes = (void *)(cache->heads + number * cache->head_bytes);
    uint16_t *order = (uint16_t *)(hashes + hash_words(ways));
    return (Set){.hashes = hashes,
                 .order = order,
                 .used = order + ways,
                 .dirty = (uint8_t *)(order + ways + 1),
                 .lines = cache->lines + number * ways};
}

static Set set_of(const Cache *cache, uint64_t tag)
{
    return set_at(cache, divide_rest(tag, &cache->set_count));
}

void cache_prefetch(const Cache *cache, uint64_t address, CachePlace *place)
{
    uint64_t tag = divide(address, &cache->line_bytes);
    place->set = (uint32_t)divide_rest(tag, &cache->set_count);
    __builtin_prefetch(set_at(cache, place->set).hashes, 1);
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

static uint64_t hash_of(uint64_t tag)
{
    return tag * UINT64_C(0x9e3779b97f4a7c15) >> 56;
}

// The highest bit of each byte that is 0.
static uint64_t zero_bytes(uint64_t bytes)
{
    const uint64_t low = UINT64_C(0x7f7f7f7f7f7f7f7f);
    return ~(((bytes & low) + low) | bytes | low);
}

// The next of the ways from `from` on that may hold a tag, else shape.ways.
static inline uint32_t next_candidate(const Cache *cache, const Set *set, uint64_t tag,
                                      uint32_t from)
{
    uint32_t ways = cache->shape.ways;
    uint64_t wanted = hash_of(tag) * UINT64_C(0x0101010101010101);
    uint64_t mask = UINT64_MAX << from % 8 * 8;
    for (uint32_t word = from / 8; word * 8 < ways; word++, mask = UINT64_MAX) {
        uint64_t equal = zero_bytes(set->hashes[word] ^ wanted) & mask;
        if (equal != 0) {
            uint32_t way = word * 8 + bits_lowest_64(equal) / 8;
            return way < *set->used ? way : ways;
        }
    }
    return ways;
}

// The way that holds a tag, else shape.ways.
static uint32_t find_way(const Cache *cache, const Set *set, uint64_t tag)
{
    uint32_t ways = cache->shape.ways, way = next_candidate(cache, set, tag, 0);
    while (way < ways && set->lines[way].tag != tag) {
        way = next_candidate(cache, set, tag, way + 1);
    }
    return way;
}

static uint32_t place_of(const Cache *cache, const Set *set, uint32_t way)
{
    return (uint32_t)(set->lines + way - cache->lines);
}

static inline uint32_t find_oldest(const uint16_t *order, uint32_t ways)
{
    uint16_t oldest = 0;
    for (uint32_t way = 0; way < ways; way++) {
        oldest = (uint16_t)(oldest | (order[way] == 1 ? way : 0));
    }
    return oldest;
}

// The way that the next new line takes: a free one, else the one that was used longest ago.
static uint32_t next_way(const Cache *cache, const Set *set)
{
    uint32_t ways = cache->shape.ways;
    if (*set->used < ways) {
        return *set->used;
    }
    return ways == COMMON_WAYS ? find_oldest(set->order, COMMON_WAYS)
                               : find_oldest(set->order, ways);
}

static inline void move_up(uint16_t *order, uint32_t ways, uint16_t after)
{
    for (uint32_t way = 0; way < ways; way++) {
        order[way] = (uint16_t)(order[way] - (order[way] > after));
    }
}

static void make_newest(const Cache *cache, const Set *set, uint32_t way)
{
    uint16_t before = set->order[way];
    if (before == 0) {
        ++*set->used;
    } else if (cache->shape.ways == COMMON_WAYS) {
        move_up(set->order, COMMON_WAYS, before);
    } else {
        move_up(set->order, cache->shape.ways, before);
    }
    set->order[way] = *set->used;
}

static bool is_dirty(const Set *set, uint32_t way)
{
    return (set->dirty[way / 8] >> way % 8 & 1) != 0;
}

static void set_dirty(const Set *set, uint32_t way, bool is_now)
{
    uint32_t bit = 1u << way % 8;
    set->dirty[way / 8] =
        (uint8_t)(is_now ? set->dirty[way / 8] | bit : set->dirty[way / 8] & ~bit);
}

void cache_prefetch_line(const Cache *cache, uint64_t address, CachePlace *place)
{
    uint64_t tag = divide(address, &cache->line_bytes);
    if (place->set == CACHE_NOWHERE) {
        place->set = (uint32_t)divide_rest(tag, &cache->set_count);
    }
    Set set = set_at(cache, place->set);
    uint32_t way = next_candidate(cache, &set, tag, 0);
    bool is_likely = way < cache->shape.ways;
    way = is_likely ? way : next_way(cache, &set);
    place->line = is_likely ? place_of(cache, &set, way) : CACHE_NOWHERE;
    __builtin_prefetch(&set.lines[way], 1);
}

void cache_expect(Cache *cache, uint64_t address, const CachePlace *place)
{
    cache->expected_tag = divide(address, &cache->line_bytes);
    cache->expected = *place;
}

// The set of a tag, and the way that holds it, else shape.ways.
static Set find(const Cache *cache, uint64_t tag, uint32_t *way)
{
    CachePlace place = cache->expected;
    if (tag != cache->expected_tag || place.set == CACHE_NOWHERE) {
        Set set = set_of(cache, tag);
        *way = find_way(cache, &set, tag);
        return set;
    }
    Set set = set_at(cache, place.set);
    bool is_right = place.line != CACHE_NOWHERE && cache->lines[place.line].tag == tag;
    *way =
        is_right ? (uint32_t)(cache->lines + place.line - set.lines) : find_way(cache, &set, tag);
    return set;
}

// A free line of the set, or the least recently used one, which becomes the line of this tag.
static uint32_t make_room(Cache *cache, const Set *set, uint64_t tag, CacheResult *result)
{
    uint32_t way = next_way(cache, set);
    CacheLine *line = &set->lines[way];
    if (set->order[way] != 0) {
        result->is_line_evicted = true;
        result->evicted_line = line->tag * cache->shape.line_bytes;
        result->evicted_dirty = line->dirty;
        cache->counts.evictions++;
        cache->counts.written_back += bits_count(line->dirty);
    }
    uint32_t shift = way % 8 * 8;
    uint64_t others = set->hashes[way / 8] & ~(UINT64_C(0xff) << shift);
    set->hashes[way / 8] = others | hash_of(tag) << shift;
    set_dirty(set, way, false);
    *line = (CacheLine){.tag = tag, .note = line->note, .marks = UINT32_MAX};
    return way;
}

CacheResult cache_read_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    CacheResult result = {0};
    uint64_t tag = divide(address, &cache->line_bytes);
    uint32_t way;
    Set set = find(cache, tag, &way);
    result.is_line_held = way < cache->shape.ways;
    if (!result.is_line_held) {
        way = make_room(cache, &set, tag, &result);
    }
    result.place = place_of(cache, &set, way);
    CacheLine *line = &set.lines[way];
    result.hits = sectors & line->valid;
    result.misses = sectors & ~line->valid;
    line->valid |= sectors;
    make_newest(cache, &set, way);
    cache->counts.reads += bits_count(sectors);
    cache->counts.read_hits += bits_count(result.hits);
    return result;
}

void cache_fill_sectors(Cache *cache, uint32_t place, uint32_t sectors)
{
    cache->lines[place].valid |= sectors;
}

void cache_clean_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    uint64_t tag = divide(address, &cache->line_bytes);
    Set set = set_of(cache, tag);
    uint32_t way = find_way(cache, &set, tag);
    if (way < cache->shape.ways) {
        set.lines[way].dirty &= ~sectors;
        set_dirty(&set, way, set.lines[way].dirty != 0);
    }
}

// If too many lines of a set are dirty, the one used longest ago is written back and stays, clean.
static void limit_dirty(Cache *cache, const Set *set, CacheResult *result)
{
    uint32_t ways = cache->shape.ways, dirty = 0, oldest = ways;
    for (uint32_t i = 0; i < hash_words(ways); i++) {
        dirty += bits_count(set->dirty[i]);
    }
    if (dirty <= cache->shape.dirty_ways) {
        return;
    }
    for (uint32_t way = 0; way < ways; way++) {
        bool is_older = oldest == ways || set->order[way] < set->order[oldest];
        oldest = is_dirty(set, way) && is_older ? way : oldest;
    }
    CacheLine *line = &set->lines[oldest];
    result->evicted_line = line->tag * cache->shape.line_bytes;
    result->evicted_dirty = line->dirty;
    line->dirty = 0;
    set_dirty(set, oldest, false);
    cache->counts.written_back += bits_count(result->evicted_dirty);
}

CacheResult cache_write_sectors(Cache *cache, uint64_t address, uint32_t sectors)
{
    CacheResult result = {0};
    uint64_t tag = divide(address, &cache->line_bytes);
    uint32_t way;
    Set set = find(cache, tag, &way);
    result.is_line_held = way < cache->shape.ways;
    result.hits = result.is_line_held ? sectors & set.lines[way].valid : 0;
    result.misses = sectors & ~result.hits;
    if (cache->shape.writes == CACHE_WRITES_BACK) {
        way = result.is_line_held ? way : make_room(cache, &set, tag, &result);
        result.place = place_of(cache, &set, way);
        CacheLine *line = &set.lines[way];
        bool was_dirty = line->dirty != 0;
        line->valid |= sectors;
        line->dirty |= sectors;
        set_dirty(&set, way, line->dirty != 0);
        make_newest(cache, &set, way);
        if (!was_dirty && cache->shape.dirty_ways > 0) {
            limit_dirty(cache, &set, &result);
        }
    } else if (result.is_line_held) {
        result.place = place_of(cache, &set, way);
        make_newest(cache, &set, way);
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
    size_t line_count = (size_t)cache->shape.sets * cache->shape.ways;
    for (size_t i = 0; i < line_count; i++) {
        dirty += bits_count(cache->lines[i].dirty);
        cache->lines[i].valid = cache->lines[i].dirty = 0;
    }
    memset(cache->heads, 0, cache->shape.sets * cache->head_bytes);
    cache->expected = (CachePlace){CACHE_NOWHERE, CACHE_NOWHERE};
    cache->counts.written_back += dirty;
    return dirty;
}
