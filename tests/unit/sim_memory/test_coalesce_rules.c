// SPDX-License-Identifier: Apache-2.0
// The worked examples of every generation's coalescing rule, whole warps, byte addresses.
#include "sim/memory/coalesce.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

typedef uint64_t AddressOf(uint32_t lane);

static uint64_t aligned(uint32_t i)
{
    return 128 + 4 * i;
}
static uint64_t permuted(uint32_t i)
{
    return 128 + 4 * (i ^ 1);
}
static uint64_t off_by_one(uint32_t i)
{
    return 132 + 4 * i;
}
static uint64_t from_96(uint32_t i)
{
    return 96 + 4 * i;
}
static uint64_t from_64(uint32_t i)
{
    return 64 + 4 * i;
}
static uint64_t stride_2(uint32_t i)
{
    return 8 * i;
}
static uint64_t stride_8(uint32_t i)
{
    return 32 * i;
}
static uint64_t stride_32(uint32_t i)
{
    return 128 * i;
}
static uint64_t column_of_2048(uint32_t i)
{
    return UINT64_C(8192) * i;
}
static uint64_t uniform(uint32_t i)
{
    return 256 + 0 * i;
}
static uint64_t struct_of_12(uint32_t i)
{
    return 12 * i;
}
static uint64_t reversed(uint32_t i)
{
    return 4 * (31 - i);
}
static uint64_t words(uint32_t i)
{
    return 4 * i;
}
static uint64_t bytes(uint32_t i)
{
    return i;
}
static uint64_t shorts(uint32_t i)
{
    return 2 * i;
}
static uint64_t doubles(uint32_t i)
{
    return 8 * i;
}
static uint64_t doubles_off(uint32_t i)
{
    return 8 + 8 * i;
}
static uint64_t float4s(uint32_t i)
{
    return 16 * i;
}
static uint64_t float4s_128(uint32_t i)
{
    return 128 + 16 * i;
}
static uint64_t float4s_off(uint32_t i)
{
    return 16 + 16 * i;
}

typedef struct Example {
    AddressOf *address_of;
    uint32_t width_bytes;
    uint32_t mask;
    uint32_t strict;                  // transactions, cc 1.0 and 1.1
    uint32_t segments, segment_bytes; // transactions and bytes, cc 1.2 and 1.3
    uint32_t uncached, cached;        // cc 2.x: 32-byte segments; 128-byte lines
    uint32_t sectors, lines;          // cc 5.0 on
} Example;

// The first three are figure 16 of the CUDA C Programming Guide 5.5; the others follow from its
// G.3.2 and G.4.2 and, for sectors, from the CUDA C++ Programming Guide 13.
static const Example examples[] = {
    {aligned, 4, ALL_LANES, 2, 2, 128, 4, 1, 4, 1},
    {permuted, 4, ALL_LANES, 32, 2, 128, 4, 1, 4, 1},
    {off_by_one, 4, ALL_LANES, 32, 3, 224, 5, 2, 5, 2},
    {from_96, 4, ALL_LANES, 32, 3, 192, 4, 2, 4, 2},
    {from_64, 4, ALL_LANES, 2, 2, 128, 4, 2, 4, 2},
    {stride_2, 4, ALL_LANES, 32, 2, 256, 8, 2, 8, 2},
    {stride_8, 4, ALL_LANES, 32, 8, 1024, 32, 8, 32, 8},
    {stride_32, 4, ALL_LANES, 32, 32, 1024, 32, 32, 32, 32},
    {column_of_2048, 4, ALL_LANES, 32, 32, 1024, 32, 32, 32, 32},
    {uniform, 4, ALL_LANES, 32, 2, 64, 1, 1, 1, 1},
    {struct_of_12, 4, ALL_LANES, 32, 4, 384, 12, 3, 12, 3},
    {reversed, 4, ALL_LANES, 32, 2, 128, 4, 1, 4, 1},
    {words, 4, 0x55555555, 2, 2, 128, 4, 1, 4, 1},
    {bytes, 1, ALL_LANES, 32, 2, 64, 1, 1, 1, 1},
    {shorts, 2, ALL_LANES, 32, 2, 64, 2, 1, 2, 1},
    {doubles, 8, ALL_LANES, 2, 2, 256, 8, 2, 8, 2},
    {doubles_off, 8, ALL_LANES, 32, 4, 320, 10, 4, 9, 3},
    {float4s, 16, ALL_LANES, 4, 4, 512, 16, 4, 16, 4},
    {float4s_128, 16, ALL_LANES, 4, 4, 512, 16, 4, 16, 4},
    {float4s_off, 16, ALL_LANES, 32, 6, 576, 20, 8, 17, 5},
};

static GlobalCost cost_of(CoalesceRule rule, GlobalAccess access, AddressOf *address_of,
                          uint32_t mask, uint32_t width_bytes, bool is_cached)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = address_of(lane);
    }
    return coalesce(rule, access, address, mask, width_bytes, is_cached);
}

static GlobalCost load(CoalesceRule rule, const Example *example, bool is_cached)
{
    return cost_of(rule, GLOBAL_LOAD, example->address_of, example->mask, example->width_bytes,
                   is_cached);
}

static uint32_t transactions(GlobalCost cost)
{
    return cost.transactions32 + cost.transactions64 + cost.transactions128;
}

TEST(each_generation_makes_the_transactions_its_rule_says)
{
    for (size_t at = 0; at < sizeof examples / sizeof examples[0]; at++) {
        const Example *example = &examples[at];
        bool is_good =
            EXPECT_EQ(transactions(load(COALESCE_STRICT, example, false)), example->strict);
        GlobalCost segments = load(COALESCE_SEGMENTS, example, false);
        is_good &= EXPECT_EQ(transactions(segments), example->segments);
        is_good &= EXPECT_EQ(segments.sectors * 32, example->segment_bytes);
        is_good &=
            EXPECT_EQ(load(COALESCE_LINES, example, false).transactions32, example->uncached);
        is_good &= EXPECT_EQ(load(COALESCE_LINES, example, true).transactions128, example->cached);
        is_good &=
            EXPECT_EQ(load(COALESCE_UNCACHED, example, true).transactions32, example->uncached);
        GlobalCost sectors = load(COALESCE_SECTORS, example, true);
        is_good &= EXPECT_EQ(sectors.sectors, example->sectors);
        is_good &= EXPECT_EQ(sectors.lines, example->lines);
        if (!is_good) {
            fprintf(stderr, "    example %zu\n", at);
        }
    }
}

static uint32_t segments_of(CoalesceRule rule, AddressOf *address_of, uint32_t width_bytes,
                            bool is_cached, Segment segments[SEGMENT_MAX])
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = address_of(lane);
    }
    return coalesce_segments(rule, GLOBAL_LOAD, address, ALL_LANES, width_bytes, is_cached,
                             segments);
}

static void expect_segment(Segment found, uint64_t address, uint32_t size_bytes, uint32_t lanes)
{
    EXPECT_EQ(found.address, address);
    EXPECT_EQ(found.size_bytes, size_bytes);
    EXPECT_EQ(found.lanes, lanes);
}

// Figure 16, right-hand case: the first half-warp's 64 bytes lie across the middle of a 128-byte
// segment.
TEST(cc_1_2_shrinks_segments_to_what_is_used)
{
    Segment segments[SEGMENT_MAX];
    EXPECT_EQ(segments_of(COALESCE_SEGMENTS, off_by_one, 4, false, segments), 3);
    expect_segment(segments[0], 128, 128, 0x0000ffff);
    expect_segment(segments[1], 192, 64, 0x7fff0000);
    expect_segment(segments[2], 256, 32, 0x80000000);
    EXPECT_EQ(segments_of(COALESCE_SEGMENTS, from_96, 4, false, segments), 3);
    expect_segment(segments[0], 96, 32, 0x000000ff);
    expect_segment(segments[1], 128, 32, 0x0000ff00);
    expect_segment(segments[2], 128, 128, 0xffff0000);
}

TEST(cc_1_0_serves_each_lane_alone_where_its_conditions_are_not_met)
{
    Segment segments[SEGMENT_MAX];
    EXPECT_EQ(segments_of(COALESCE_STRICT, off_by_one, 4, false, segments), 32);
    expect_segment(segments[0], 128, 32, 1);
    expect_segment(segments[7], 160, 32, 1 << 7);
    expect_segment(segments[31], 256, 32, UINT32_C(1) << 31);
    EXPECT_EQ(segments_of(COALESCE_STRICT, float4s, 16, false, segments), 4);
    expect_segment(segments[1], 128, 128, 0x0000ff00);
}

TEST(cc_1_0_counts_half_warps_that_coalesce)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = lane < 16 ? 4 * lane : 4 * (lane ^ 1);
    }
    GlobalCost cost = coalesce(COALESCE_STRICT, GLOBAL_LOAD, address, ALL_LANES, 4, false);
    EXPECT_EQ(cost.coalesced, 1);
    EXPECT_EQ(cost.uncoalesced, 1);
    EXPECT_EQ(cost.transactions64, 1);
    EXPECT_EQ(cost.transactions32, 16);
    cost = coalesce(COALESCE_STRICT, GLOBAL_LOAD, address, 0x00000f00, 4, false);
    EXPECT_EQ(cost.requests, 1);
    EXPECT_EQ(cost.transactions64, 1);
}

TEST(fermi_fetches_a_line_again_for_each_request_that_touches_it)
{
    Segment segments[SEGMENT_MAX];
    EXPECT_EQ(segments_of(COALESCE_LINES, doubles_off, 8, true, segments), 4);
    expect_segment(segments[0], 0, 128, 0x00007fff);
    expect_segment(segments[1], 128, 128, 0x00008000);
    expect_segment(segments[2], 128, 128, 0x7fff0000);
    expect_segment(segments[3], 256, 128, 0x80000000);
}

TEST(fermi_stores_leave_in_segments_of_32_bytes)
{
    GlobalCost cost = cost_of(COALESCE_LINES, GLOBAL_STORE, aligned, ALL_LANES, 4, true);
    EXPECT_EQ(cost.transactions32, 4);
    EXPECT_EQ(cost.lines, 0);
}

TEST(wide_accesses_are_more_requests_on_cc_2_and_3)
{
    EXPECT_EQ(cost_of(COALESCE_LINES, GLOBAL_LOAD, words, ALL_LANES, 4, true).requests, 1);
    EXPECT_EQ(cost_of(COALESCE_LINES, GLOBAL_LOAD, doubles, ALL_LANES, 8, true).requests, 2);
    EXPECT_EQ(cost_of(COALESCE_UNCACHED, GLOBAL_LOAD, float4s, ALL_LANES, 16, true).requests, 4);
    EXPECT_EQ(cost_of(COALESCE_UNCACHED, GLOBAL_LOAD, float4s, 0xff, 16, true).requests, 1);
    EXPECT_EQ(cost_of(COALESCE_SECTORS, GLOBAL_LOAD, float4s, ALL_LANES, 16, true).requests, 1);
}

// What fully used sectors could carry: `vector add` 100 %, stride 8 words 12.5 %.
// As ncu counts memory_l2_theoretical_sectors_global_ideal on an H200 (traces/h200).
TEST(ideal_sectors_are_what_the_lanes_would_fill_side_by_side)
{
    GlobalCost cost = cost_of(COALESCE_SECTORS, GLOBAL_LOAD, words, ALL_LANES, 4, true);
    EXPECT_EQ(cost.bytes_used, 128);
    EXPECT_EQ(cost.ideal_sectors, cost.sectors);
    cost = cost_of(COALESCE_SECTORS, GLOBAL_LOAD, stride_8, ALL_LANES, 4, true);
    EXPECT_EQ(cost.bytes_used, 128);
    EXPECT_EQ(cost.ideal_sectors, 4);
    EXPECT_EQ(cost.sectors, 32);
    cost = cost_of(COALESCE_SECTORS, GLOBAL_LOAD, uniform, ALL_LANES, 4, true);
    EXPECT_EQ(cost.bytes_used, 4);
    EXPECT_EQ(cost.ideal_sectors, 1);
}

// Measured on an H200: the sectors of an atomic count once for each lane on one word.
TEST(atomics_visit_a_sector_once_for_each_lane_on_one_word)
{
    EXPECT_EQ(cost_of(COALESCE_SECTORS, GLOBAL_ATOMIC, uniform, ALL_LANES, 4, true).sectors, 32);
    EXPECT_EQ(cost_of(COALESCE_SECTORS, GLOBAL_REDUCE, words, ALL_LANES, 4, true).sectors, 4);
}

TEST(no_lane_costs_nothing)
{
    for (uint32_t rule = COALESCE_STRICT; rule < COALESCE_RULE_COUNT; rule++) {
        for (uint32_t access = GLOBAL_LOAD; access <= GLOBAL_REDUCE; access++) {
            GlobalCost cost = cost_of((CoalesceRule)rule, (GlobalAccess)access, words, 0, 4, true);
            EXPECT(cost.requests == 0 && cost.sectors == 0 && cost.lines == 0);
            EXPECT(transactions(cost) == 0 && cost.bytes_used == 0);
        }
    }
}
