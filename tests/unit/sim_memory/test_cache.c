// SPDX-License-Identifier: Apache-2.0
// Hits, misses and evictions of small streams, counted by hand.
#include "sim/memory/cache.h"
#include "tests/test.h"

// Reads one byte at each address; returns how many hit.
static uint32_t read_all(Cache *cache, const uint64_t *address, uint32_t count)
{
    uint32_t hits = 0;
    for (uint32_t at = 0; at < count; at++) {
        hits += cache_read(cache, address[at], 1).hits != 0;
    }
    return hits;
}

TEST(a_line_is_fetched_once)
{
    Arena arena = {0};
    Cache cache;
    cache_init(&cache, cache_shape(1024, 32, 32, 4, CACHE_WRITES_THROUGH), &arena);
    for (uint64_t address = 0; address < 1024; address += 4) {
        CacheResult result = cache_read(&cache, address, 4);
        EXPECT_EQ(result.hits != 0, address % 32 != 0);
    }
    EXPECT_EQ(cache.counts.reads, 256);
    EXPECT_EQ(cache.counts.read_hits, 256 - 32);
    EXPECT_EQ(cache.counts.evictions, 0);
    arena_clear(&arena);
}

TEST(the_least_recently_used_line_leaves)
{
    Arena arena = {0};
    Cache cache;
    cache_init(&cache, cache_shape(128, 64, 64, 2, CACHE_WRITES_THROUGH), &arena);
    const uint64_t stream[] = {0, 64, 0, 128, 0, 64}; // 128 replaces 64, then 64 replaces 128
    EXPECT_EQ(read_all(&cache, stream, 6), 2);
    EXPECT_EQ(cache.counts.evictions, 2);
    EXPECT(cache_read(&cache, 0, 1).is_line_held);
    CacheResult result = cache_read(&cache, 128, 1);
    EXPECT(result.is_line_evicted);
    EXPECT_EQ(result.evicted_line, 64);
    arena_clear(&arena);
}

TEST(lines_of_other_sets_do_not_disturb)
{
    Arena arena = {0};
    Cache cache;
    CacheShape shape = cache_shape(4 * 64, 64, 64, 1, CACHE_WRITES_THROUGH);
    EXPECT_EQ(shape.sets, 4);
    cache_init(&cache, shape, &arena);
    const uint64_t stream[] = {0, 64, 128, 192, 0, 256, 64, 0}; // 256 shares the set of 0
    EXPECT_EQ(read_all(&cache, stream, 8), 2);
    arena_clear(&arena);
}

TEST(sectors_of_a_line_are_fetched_one_by_one)
{
    Arena arena = {0};
    Cache cache;
    cache_init(&cache, cache_shape(1024, 128, 32, 8, CACHE_WRITES_THROUGH), &arena);
    CacheResult result = cache_read(&cache, 256 + 32, 32);
    EXPECT_EQ(result.misses, 1u << 1);
    EXPECT(!result.is_line_held);
    result = cache_read(&cache, 256, 128);
    EXPECT(result.is_line_held);
    EXPECT_EQ(result.hits, 1u << 1);
    EXPECT_EQ(result.misses, 0xd);
    EXPECT_EQ(cache_read(&cache, 256 + 60, 8).hits, 0x6);
    arena_clear(&arena);
}

TEST(writing_through_allocates_nothing)
{
    Arena arena = {0};
    Cache cache;
    cache_init(&cache, cache_shape(256, 128, 32, 2, CACHE_WRITES_THROUGH), &arena);
    EXPECT_EQ(cache_write(&cache, 0, 32).misses, 1);
    EXPECT_EQ(cache_read(&cache, 0, 32).misses, 1);
    EXPECT_EQ(cache_write(&cache, 0, 32).hits, 1);
    EXPECT_EQ(cache_flush(&cache), 0);
    EXPECT_EQ(cache_read(&cache, 0, 32).misses, 1);
    arena_clear(&arena);
}

TEST(writing_back_keeps_sectors_until_their_line_leaves)
{
    Arena arena = {0};
    Cache cache;
    cache_init(&cache, cache_shape(256, 128, 32, 2, CACHE_WRITES_BACK), &arena);
    cache_write(&cache, 0, 64);
    EXPECT_EQ(cache_read(&cache, 32, 32).hits, 1u << 1);
    cache_read(&cache, 128, 32);
    CacheResult result = cache_read(&cache, 256, 32); // line 0 is the oldest
    EXPECT(result.is_line_evicted);
    EXPECT_EQ(result.evicted_line, 0);
    EXPECT_EQ(result.evicted_dirty, 0x3);
    cache_write(&cache, 128, 32);
    EXPECT_EQ(cache_flush(&cache), 1);
    EXPECT_EQ(cache.counts.written_back, 3);
    arena_clear(&arena);
}

// The texture L1 of GT200, as Wong et al. (ISPASS 2010) measured it: 5 KB, 20 ways, lines of 32
// bytes. A footprint of 5 KB stays; with least recently used replacement one line more a set evicts
// that whole set.
TEST(too_many_dirty_lines_are_cleaned_from_the_oldest)
{
    Arena arena = {0};
    Cache cache;
    CacheShape shape = cache_shape(512, 128, 32, 4, CACHE_WRITES_BACK);
    shape.dirty_ways = 2;
    cache_init(&cache, shape, &arena);
    EXPECT_EQ(cache_write_sectors(&cache, 0, 3).evicted_dirty, 0);
    EXPECT_EQ(cache_write_sectors(&cache, 128, 1).evicted_dirty, 0);
    EXPECT_EQ(cache_write_sectors(&cache, 0, 4).evicted_dirty, 0); // dirty already, now the newest
    CacheResult third = cache_write_sectors(&cache, 256, 1);
    EXPECT(!third.is_line_evicted);
    EXPECT_EQ(third.evicted_dirty, 1);
    EXPECT_EQ(third.evicted_line, 128);
    EXPECT_EQ(cache_read_sectors(&cache, 128, 1).hits, 1); // it stays
    EXPECT_EQ(cache_write_sectors(&cache, 384, 1).evicted_dirty, 7);
    EXPECT_EQ(cache.counts.written_back, 4);
    EXPECT_EQ(cache_flush(&cache), 2);
    arena_clear(&arena);
}

TEST(a_loop_larger_than_the_cache_misses_always_in_the_sets_it_overfills)
{
    Arena arena = {0};
    Cache cache;
    CacheShape shape = cache_shape(5 * 1024, 32, 32, 20, CACHE_WRITES_THROUGH);
    EXPECT_EQ(shape.sets, 8);
    cache_init(&cache, shape, &arena);
    for (uint32_t round = 0; round < 3; round++) {
        uint32_t misses = 0;
        for (uint64_t address = 0; address < 5 * 1024; address += 32) {
            misses += cache_read(&cache, address, 4).misses != 0;
        }
        EXPECT_EQ(misses, round == 0 ? 160 : 0);
    }
    cache_flush(&cache);
    for (uint32_t round = 0; round < 3; round++) {
        uint32_t misses = 0;
        for (uint64_t address = 0; address < 5 * 1024 + 32; address += 32) {
            misses += cache_read(&cache, address, 4).misses != 0;
        }
        EXPECT_EQ(misses, round == 0 ? 161 : 21);
    }
    arena_clear(&arena);
}

// A fully associative cache is a list of lines in the order of their use. With 100 lines some have
// the same hash.
static void expect_list(uint32_t ways)
{
    Arena arena = {0};
    Cache cache;
    uint64_t list[32] = {0}, state = ways;
    uint32_t count = 0, mistakes = 0;
    cache_init(&cache, cache_shape(ways * 128, 128, 32, ways, CACHE_WRITES_BACK), &arena);
    for (uint32_t i = 0; i < 5000; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        uint64_t line = (state >> 33) % 100, address = line * 128;
        uint32_t at = 0;
        while (at < count && list[at] != line) {
            at++;
        }
        bool is_held = at < count, is_full = !is_held && count == ways;
        uint64_t oldest = list[0];
        for (at = is_full ? 0 : at; at + 1 < count; at++) {
            list[at] = list[at + 1];
        }
        count += !is_held && !is_full;
        list[count - 1] = line;
        CachePlace place = {CACHE_NOWHERE, CACHE_NOWHERE};
        if (i % 2 == 0) {
            cache_prefetch(&cache, address, &place);
            cache_prefetch_line(&cache, i % 7 == 0 ? oldest * 128 : address, &place);
            cache_expect(&cache, address, &place);
        }
        CacheResult result = i % 3 == 0 ? cache_write_sectors(&cache, address, 1)
                                        : cache_read_sectors(&cache, address, 1);
        mistakes += result.is_line_held != is_held || result.is_line_evicted != is_full;
        mistakes += is_full && result.evicted_line != oldest * 128;
        CacheLine *own = &cache.lines[result.place];
        mistakes += own->tag != line || own->marks != (is_held ? (uint32_t)line : UINT32_MAX);
        own->marks = (uint32_t)line;
    }
    EXPECT_EQ(mistakes, 0);
    arena_clear(&arena);
}

TEST(a_set_is_a_list_of_lines_in_the_order_of_their_use)
{
    expect_list(1);
    expect_list(3);
    expect_list(16);
    expect_list(20);
}

TEST(shapes_are_made_from_sizes_and_checked)
{
    CacheShape full = cache_shape(1024, 128, 32, 0, CACHE_WRITES_BACK);
    EXPECT_EQ(full.sets, 1);
    EXPECT_EQ(full.ways, 8);
    EXPECT(cache_shape_is_valid(full));
    EXPECT(!cache_shape_is_valid(cache_shape(0, 128, 32, 4, CACHE_WRITES_BACK)));
    EXPECT(!cache_shape_is_valid(cache_shape(1024, 0, 0, 4, CACHE_WRITES_BACK)));
    EXPECT(!cache_shape_is_valid((CacheShape){.sector_bytes = 32, .sets = 1, .ways = 4}));
    EXPECT(!cache_shape_is_valid(cache_shape(1024, 128, 48, 4, CACHE_WRITES_BACK)));
    EXPECT(!cache_shape_is_valid(cache_shape(60u << 20, 128, 32, 0, CACHE_WRITES_BACK)));
    EXPECT_EQ(cache_shape(60u << 20, 128, 32, 16, CACHE_WRITES_BACK).sets, 30720);
}
