// SPDX-License-Identifier: Apache-2.0
// Which lines a cache of constants holds. The strides and numbers of lines are those at which an
// H200 begins to miss (chase in traces/h200/probes/constants.csv).
#include "sim/time/constant_cache.h"

#include "tests/test.h"

#define MISS_CYCLES 64

// When the line is there, which is fetched if it is not held.
static Cycle line_read(ConstantCache *cache, uint64_t address, Cycle now)
{
    Cycle ready = constant_cache_find(cache, address, now);
    if (ready == CONSTANT_MISS) {
        ready = now + MISS_CYCLES;
        constant_cache_put(cache, address, ready);
    }
    return ready;
}

// The misses of the second of two rounds over `lines` lines, `stride` bytes apart.
static uint32_t misses(uint32_t ways, uint32_t stride, uint32_t lines)
{
    Arena arena = {0};
    ConstantCache cache;
    constant_cache_init(&cache, 2048, 64, ways, &arena);
    uint32_t count = 0;
    Cycle now = 0;
    for (uint32_t i = 0; i < 2 * lines; i++) {
        now += 1000;
        Cycle ready = line_read(&cache, (uint64_t)(i % lines) * stride, now);
        count += i >= lines && ready > now;
    }
    arena_clear(&arena);
    return count;
}

TEST(lines_are_held_as_an_h200_holds_them)
{
    static const uint32_t fit[][2] = {{64, 32}, {128, 16}, {256, 8}, {512, 4}, {4096, 4}};
    for (size_t i = 0; i < sizeof fit / sizeof *fit; i++) {
        EXPECT_EQ(misses(4, fit[i][0], fit[i][1]), 0);
        EXPECT(misses(4, fit[i][0], fit[i][1] + 1) >= 5);
    }
    EXPECT_EQ(misses(4, 512, 5), 5);
    EXPECT_EQ(misses(0, 512, 32), 0); // any line anywhere
    EXPECT_EQ(misses(0, 512, 33), 33);
}

TEST(a_line_on_its_way_is_waited_for_once)
{
    Arena arena = {0};
    ConstantCache cache, none;
    constant_cache_init(&cache, 2048, 64, 4, &arena);
    EXPECT_EQ(line_read(&cache, 4096, 100), 164);
    EXPECT_EQ(line_read(&cache, 4159, 120), 164);
    EXPECT_EQ(line_read(&cache, 4100, 200), 200);
    EXPECT_EQ(line_read(&cache, 4160, 200), 264);
    constant_cache_init(&none, 0, 64, 4, &arena);
    EXPECT_EQ(line_read(&none, 0, 7), 7);
    arena_clear(&arena);
}
