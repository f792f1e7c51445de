// SPDX-License-Identifier: Apache-2.0
// The fast ways through the coalescing rules give what their transactions add up to.
#include "sim/memory/coalesce.h"
#include "tests/test.h"

#define ALL_LANES UINT32_MAX

static uint32_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

// Linear, falling, permuted, scattered within a small or a large range, with or without equal
// addresses.
static void make_pattern(uint64_t *state, uint64_t address[32], uint32_t width)
{
    uint32_t kind = random_next(state) % 5, range = 1u << (random_next(state) % 24);
    uint32_t stride = random_next(state) % 70, start = random_next(state) % 100;
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint64_t index = kind == 0   ? start + stride * lane
                         : kind == 1 ? start + 2300 - stride * lane
                         : kind == 2 ? random_next(state) % range
                         : kind == 3 ? (lane ^ stride) * 3 + start
                                     : start + lane;
        address[lane] = UINT64_C(0x7f4000000000) + index * width;
    }
}

static uint32_t count_distinct(const uint64_t address[32], uint32_t mask, uint32_t unit)
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool is_new = mask >> lane & 1;
        for (uint32_t other = 0; other < lane; other++) {
            is_new &= !(mask >> other & 1 && address[other] / unit == address[lane] / unit);
        }
        count += is_new;
    }
    return count;
}

static bool is_inside(const Segment *segment, const uint64_t address[32], uint32_t width)
{
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool is_served = segment->lanes >> lane & 1;
        if (is_served && (address[lane] < segment->address ||
                          address[lane] + width > segment->address + segment->size_bytes)) {
            return false;
        }
    }
    return true;
}

// Transactions serve each active lane once and hold its bytes, and the costs are their sums.
static void check_segments(CoalesceRule rule, GlobalAccess access, const uint64_t address[32],
                           uint32_t mask, uint32_t width, bool is_cached)
{
    Segment segments[SEGMENT_MAX];
    uint32_t count = coalesce_segments(rule, access, address, mask, width, is_cached, segments);
    uint32_t served = 0, sectors = 0, by_size[3] = {0};
    bool is_good = true;
    for (uint32_t at = 0; at < count; at++) {
        const Segment *segment = &segments[at];
        is_good &= EXPECT((served & segment->lanes) == 0);
        is_good &= EXPECT(segment->address % segment->size_bytes == 0);
        is_good &= EXPECT(is_inside(segment, address, width));
        served |= segment->lanes;
        sectors += segment->size_bytes / 32;
        by_size[segment->size_bytes / 64]++;
    }
    GlobalCost cost = coalesce(rule, access, address, mask, width, is_cached);
    is_good &= EXPECT_EQ(served, mask);
    is_good &= EXPECT_EQ(cost.sectors, sectors);
    is_good &= EXPECT_EQ(cost.transactions32, by_size[0]);
    is_good &= EXPECT_EQ(cost.transactions64, by_size[1]);
    is_good &= EXPECT_EQ(cost.transactions128, by_size[2]);
    is_good &= EXPECT_EQ(cost.bytes_used, count_distinct(address, mask, 1) * width);
    if (rule == COALESCE_SECTORS) {
        is_good &= EXPECT_EQ(cost.lines, count_distinct(address, mask, 128));
    }
    if (!is_good) {
        fprintf(stderr, "    rule %u access %u width %u mask %x\n", (unsigned)rule,
                (unsigned)access, width, mask);
    }
}

TEST(costs_are_the_sums_of_the_transactions)
{
    uint64_t state = 1;
    for (uint32_t round = 0; round < 1500; round++) {
        uint64_t address[32];
        uint32_t width = 1u << (round % 5);
        make_pattern(&state, address, width);
        uint32_t mask = round % 3 == 0 ? random_next(&state) | 1 : ALL_LANES;
        for (uint32_t rule = COALESCE_STRICT; rule < COALESCE_RULE_COUNT; rule++) {
            for (uint32_t access = GLOBAL_LOAD; access <= GLOBAL_REDUCE; access++) {
                check_segments((CoalesceRule)rule, (GlobalAccess)access, address, mask, width,
                               round % 2 == 0);
            }
        }
    }
}

// Loads by the definition: distinct 32-byte sectors of the active lanes.
TEST(sectors_are_the_distinct_ones)
{
    uint64_t state = 7;
    for (uint32_t round = 0; round < 3000; round++) {
        uint64_t address[32];
        uint32_t width = 1u << (round % 5);
        make_pattern(&state, address, width);
        uint32_t mask = round % 2 == 0 ? random_next(&state) | 8 : ALL_LANES;
        GlobalCost cost = coalesce(COALESCE_SECTORS, GLOBAL_LOAD, address, mask, width, true);
        EXPECT_EQ(cost.sectors, count_distinct(address, mask, 32));
        EXPECT_EQ(cost.requests, 1);
    }
}

static bool is_same(GlobalCost a, GlobalCost b)
{
    return a.requests == b.requests && a.sectors == b.sectors && a.lines == b.lines &&
           a.ideal_sectors == b.ideal_sectors && a.transactions32 == b.transactions32 &&
           a.transactions64 == b.transactions64 && a.transactions128 == b.transactions128 &&
           a.coalesced == b.coalesced && a.uncoalesced == b.uncoalesced &&
           a.bytes_used == b.bytes_used;
}

// Two lanes of one request changed places, and the rule does not care about order: the general way
// must give what the linear way gives. The strict rule does care; its linear form is checked
// against its transactions above and here for the alignments.
static void compare_linear(CoalesceRule rule, GlobalAccess access, uint64_t base, uint32_t width,
                           bool is_cached)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = base + (lane ^ 1) * width;
    }
    GlobalCost wanted = coalesce(rule, access, address, ALL_LANES, width, is_cached);
    EXPECT(is_same(coalesce_linear(rule, access, base, width, is_cached), wanted));
}

TEST(the_linear_form_equals_the_general_one)
{
    for (uint32_t rule = COALESCE_SEGMENTS; rule < COALESCE_RULE_COUNT; rule++) {
        for (uint32_t access = GLOBAL_LOAD; access <= GLOBAL_REDUCE; access++) {
            for (uint32_t width = 1; width <= 16; width *= 2) {
                for (uint64_t base = 4096; base <= 4096 + 512; base += width) {
                    compare_linear((CoalesceRule)rule, (GlobalAccess)access, base, width, false);
                    compare_linear((CoalesceRule)rule, (GlobalAccess)access, base, width, true);
                }
            }
        }
    }
}

TEST(the_strict_linear_form_coalesces_at_its_alignments_only)
{
    for (uint32_t width = 1; width <= 16; width *= 2) {
        for (uint64_t base = 4096; base <= 4096 + 512; base += width) {
            bool is_met = width >= 4 && base % (width == 4 ? 64 : 128) == 0;
            GlobalCost cost = coalesce_linear(COALESCE_STRICT, GLOBAL_STORE, base, width, false);
            EXPECT_EQ(cost.coalesced, is_met ? 2 : 0);
            EXPECT_EQ(cost.uncoalesced, is_met ? 0 : 2);
            EXPECT_EQ(cost.sectors, is_met ? width : 32);
        }
    }
}

TEST(addresses_at_the_ends_of_the_range_are_safe)
{
    uint64_t address[32];
    for (uint32_t lane = 0; lane < 32; lane++) {
        address[lane] = UINT64_MAX - 63 + 4 * lane;
    }
    for (uint32_t rule = COALESCE_STRICT; rule < COALESCE_RULE_COUNT; rule++) {
        GlobalCost cost = coalesce((CoalesceRule)rule, GLOBAL_LOAD, address, ALL_LANES, 4, true);
        EXPECT(cost.sectors > 0 && cost.sectors <= 128);
    }
}
