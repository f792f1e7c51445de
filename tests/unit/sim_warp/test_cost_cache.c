// SPDX-License-Identifier: Apache-2.0
// The cache must give what the rules give, for every rule: patterns are moved about by the units
// that the cache takes to change nothing.
#include "sim/warp/cost_cache.h"

#include "sim/lane/lanes.h"
#include "tests/test.h"

#include <stdlib.h>

static uint64_t state = 1;

static uint32_t next_random(uint32_t below)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((state >> 33) % below);
}

// Strides, broadcasts, permutations and random words, by turns.
static void make_pattern(uint32_t kind, uint32_t width, uint32_t offset[32])
{
    uint32_t stride = next_random(40), spread = 1 + next_random(200);
    for (uint32_t lane = 0; lane < 32; lane++) {
        switch (kind % 4) {
        case 0: offset[lane] = lane * stride * width; break;
        case 1: offset[lane] = next_random(spread) * width; break;
        case 2: offset[lane] = lane / 2 * stride * width; break;
        default: offset[lane] = (lane ^ (stride & 31)) * width; break;
        }
    }
}

static uint32_t make_mask(void)
{
    return next_random(2) == 0 ? UINT32_MAX : next_random(UINT32_MAX) | 1u << next_random(32);
}

TEST(shared_costs_are_those_of_the_rule_wherever_the_pattern_lies)
{
    CostCache *cache = calloc(1, sizeof *cache);
    uint32_t wrong = 0;
    for (uint32_t rule = SHARED_HALF_WARP; rule < SHARED_RULE_COUNT; rule++) {
        memset(cache, 0, sizeof *cache);
        cache->addresses = address_table("baseline");
        for (uint32_t i = 0; i < 4000; i++) {
            uint32_t width = 1u << next_random(5), pattern[32], address[32], mask = make_mask();
            SharedAccess access = (SharedAccess)next_random(SHARED_INCREMENT + 1);
            make_pattern(i, width, pattern);
            for (uint32_t move = 0; move < 3; move++) {
                uint32_t base = width * next_random(600);
                for (uint32_t lane = 0; lane < 32; lane++) {
                    address[lane] = base + pattern[lane];
                }
                SharedCost cost =
                    cost_cache_shared(cache, (SharedRule)rule, access, address, mask, width);
                SharedCost expected = shared_cost((SharedRule)rule, access, address, mask, width);
                wrong += cost.wavefronts != expected.wavefronts || cost.ideal != expected.ideal ||
                         cost.conflicts != expected.conflicts;
            }
        }
    }
    EXPECT_EQ(wrong, 0);
    free(cache);
}

TEST(global_costs_are_those_of_the_rule_wherever_the_pattern_lies)
{
    CostCache *cache = calloc(1, sizeof *cache);
    uint32_t wrong = 0;
    for (uint32_t rule = COALESCE_STRICT; rule < COALESCE_RULE_COUNT; rule++) {
        memset(cache, 0, sizeof *cache);
        cache->addresses = address_table(lane_table_host()->level);
        for (uint32_t i = 0; i < 4000; i++) {
            uint32_t width = 1u << next_random(5), pattern[32], mask = make_mask();
            uint64_t address[32];
            GlobalAccess access = (GlobalAccess)next_random(GLOBAL_REDUCE + 1);
            bool is_cached = next_random(2) == 0;
            make_pattern(i, width, pattern);
            for (uint32_t move = 0; move < 3; move++) {
                uint64_t base = UINT64_C(0x7f4000000000) + width * next_random(600);
                for (uint32_t lane = 0; lane < 32; lane++) {
                    address[lane] = base + pattern[lane];
                }
                GlobalCost cost = cost_cache_global(cache, (CoalesceRule)rule, access, address,
                                                    mask, width, is_cached);
                GlobalCost expected =
                    coalesce((CoalesceRule)rule, access, address, mask, width, is_cached);
                wrong += memcmp(&cost, &expected, sizeof cost) != 0;
            }
        }
    }
    EXPECT_EQ(wrong, 0);
    free(cache);
}

TEST(addresses_far_apart_are_not_taken_for_near_ones)
{
    CostCache *cache = calloc(1, sizeof *cache);
    cache->addresses = address_table("baseline");
    uint64_t near[32], far[32];
    for (uint64_t lane = 0; lane < 32; lane++) {
        near[lane] = 0x1000 + lane % 2 * 4;
        far[lane] = near[lane] + (lane % 2 << 32);
    }
    GlobalCost one =
        cost_cache_global(cache, COALESCE_SECTORS, GLOBAL_LOAD, near, UINT32_MAX, 4, true);
    GlobalCost two =
        cost_cache_global(cache, COALESCE_SECTORS, GLOBAL_LOAD, far, UINT32_MAX, 4, true);
    EXPECT_EQ(one.sectors, 1);
    EXPECT_EQ(two.sectors, 2);
    free(cache);
}

static bool is_same_global(const GlobalCost *a, const GlobalCost *b)
{
    return a->requests == b->requests && a->sectors == b->sectors &&
           a->touched_sectors == b->touched_sectors && a->ideal_sectors == b->ideal_sectors;
}

// As above, of both addresses by themselves.
static bool is_copy_as_the_rule(CostCache *cache, const CopyAccess *copy, bool is_around)
{
    CopyCost cost = cost_cache_copy(cache, COALESCE_SECTORS, copy, is_around);
    SharedCost shared = is_around ? copy_cost_around(copy) : copy_cost(copy);
    GlobalCost timed = {0}, counted = {0};
    if (copy->reads != 0) {
        timed = coalesce(COALESCE_SECTORS, GLOBAL_LOAD, copy->from, copy->reads, copy->width_bytes,
                         !is_around);
        counted = timed;
        if (is_around) {
            copy_sectors_around(copy, &counted);
        }
    }
    return cost.shared.wavefronts == shared.wavefronts && cost.shared.ideal == shared.ideal &&
           cost.shared.bytes_used == shared.bytes_used && is_same_global(&cost.timed, &timed) &&
           is_same_global(&cost.counted, &counted);
}

TEST(costs_of_copies_are_those_of_the_rule_wherever_the_patterns_lie)
{
    CostCache *cache = calloc(1, sizeof *cache);
    uint32_t wrong = 0;
    cache->addresses = address_table(lane_table_host()->level);
    for (uint32_t i = 0; i < 20000; i++) {
        bool is_around = next_random(2) == 0;
        uint32_t width = is_around ? 16 : 4u << next_random(3), read[32], written[32], to[32];
        uint64_t from[32];
        CopyAccess copy = {from, to, make_mask(), UINT32_MAX, width};
        copy.reads = next_random(3) == 0 ? next_random(UINT32_MAX) : UINT32_MAX;
        copy.reads &= copy.lanes;
        make_pattern(i, width, read);
        make_pattern(next_random(4), width, written);
        for (uint32_t move = 0; move < 4; move++) {
            uint64_t base = UINT64_C(0x7f4000000000) + width * next_random(64);
            uint32_t place = width * next_random(64);
            for (uint32_t lane = 0; lane < 32; lane++) {
                from[lane] = base + read[lane];
                to[lane] = place + written[lane];
            }
            wrong += !is_copy_as_the_rule(cache, &copy, is_around);
            wrong += !is_copy_as_the_rule(cache, &copy, is_around); // now from the cache
        }
    }
    EXPECT_EQ(wrong, 0);
    free(cache);
}
