// SPDX-License-Identifier: Apache-2.0
#include "sim/memory/local.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static GlobalCost cost_of(CoalesceRule rule, uint32_t stride, uint32_t mask, uint32_t width_bytes)
{
    uint32_t offset[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        offset[lane] = 64 + stride * lane;
    }
    return local_cost(rule, GLOBAL_LOAD, offset, mask, width_bytes, true);
}

TEST(bytes_of_the_lanes_do_not_overlap)
{
    static bool is_taken[32 * 64];
    for (uint32_t lane = 0; lane < 32; lane++) {
        for (uint32_t offset = 0; offset < 64; offset++) {
            uint64_t at = local_physical(lane, offset);
            EXPECT(at < sizeof is_taken && !is_taken[at]);
            is_taken[at % sizeof is_taken] = true;
        }
    }
    EXPECT_EQ(local_physical(0, 0), 0);
    EXPECT_EQ(local_physical(1, 0), 4);
    EXPECT_EQ(local_physical(0, 4), 128);
    EXPECT_EQ(local_physical(31, 7), 128 + 124 + 3);
}

// CUDA C Programming Guide 5.5, 5.3.2: accesses are coalesced as long as all threads of a warp
// access the same relative address.
TEST(equal_offsets_coalesce)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, 0, ALL_LANES, 4);
    EXPECT_EQ(cost.sectors, 4);
    EXPECT_EQ(cost.ideal_sectors, 4);
    EXPECT_EQ(cost.lines, 1);
    EXPECT_EQ(cost.requests, 1);
    cost = cost_of(COALESCE_STRICT, 0, ALL_LANES, 4);
    EXPECT_EQ(cost.coalesced, 2);
    EXPECT_EQ(cost.transactions64, 2);
}

TEST(different_offsets_touch_a_sector_each)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, 4, ALL_LANES, 4);
    EXPECT_EQ(cost.sectors, 32);
    EXPECT_EQ(cost.lines, 32);
    EXPECT_EQ(cost_of(COALESCE_STRICT, 4, ALL_LANES, 4).transactions32, 32);
}

TEST(wide_accesses_touch_word_after_word)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, 0, ALL_LANES, 16);
    EXPECT_EQ(cost.sectors, 16);
    EXPECT_EQ(cost.lines, 4);
    EXPECT_EQ(cost.requests, 4);
    EXPECT_EQ(cost.bytes_used, 512);
    EXPECT_EQ(cost_of(COALESCE_SECTORS, 0, 0x000000ff, 8).sectors, 2);
}

TEST(bytes_of_one_word_share_its_sector)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, 0, ALL_LANES, 1);
    EXPECT_EQ(cost.sectors, 4);
    EXPECT_EQ(cost.bytes_used, 32);
    EXPECT_EQ(cost.ideal_sectors, 1);
}

TEST(no_lane_costs_nothing)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, 0, 0, 8);
    EXPECT(cost.requests == 0 && cost.sectors == 0 && cost.lines == 0);
}
