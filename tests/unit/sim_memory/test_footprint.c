// SPDX-License-Identifier: Apache-2.0
// Sectors that the passes of an atomic visit: the same as pass by pass, for any addresses and
// masks.
#include "isa/base/bits.h"
#include "sim/memory/footprint.h"
#include "tests/test.h"

static uint64_t state = 1;

static uint32_t random_below(uint32_t end)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % end;
}

static uint32_t sectors_in(const uint64_t address[32], uint32_t lanes)
{
    uint32_t count = 0;
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool is_new = (lanes >> lane & 1) != 0;
        for (uint32_t other = 0; other < lane; other++) {
            bool is_same = (lanes >> other & 1) != 0 && address[other] / 32 == address[lane] / 32;
            is_new = is_new && !is_same;
        }
        count += is_new;
    }
    return count;
}

static uint32_t pass_by_pass(const uint64_t address[32], uint32_t lanes)
{
    uint32_t sectors = 0;
    while (lanes != 0) {
        uint32_t taken = footprint_pass(address, lanes);
        sectors += sectors_in(address, taken);
        lanes &= ~taken;
    }
    return sectors;
}

// Words of an array of `words`, by masks of all kinds; some far apart.
static uint32_t mistakes(uint32_t words, uint64_t stride)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        uint64_t address[32];
        uint32_t lanes = i % 2 == 0 ? UINT32_MAX : random_below(1u << 31) << 1 | (i >> 1 & 1);
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = (UINT64_C(1) << 40) + random_below(words) * stride;
        }
        uint32_t sectors = sectors_in(address, lanes);
        count += footprint_rounds(address, lanes, sectors) != pass_by_pass(address, lanes);
    }
    return count;
}

TEST(rounds_are_the_passes_one_after_another)
{
    static const uint32_t words[] = {1, 2, 7, 32, 64, 256, 1024, 4096, 1u << 20};
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
        EXPECT_EQ(mistakes(words[i], 4), 0);
        EXPECT_EQ(mistakes(words[i], 8), 0);
    }
    EXPECT_EQ(mistakes(1u << 20, UINT64_C(1) << 16), 0); // beyond 4 GB
}

// By the distances from the lowest lane.
static bool is_near_same(const Footprint *found, const uint64_t address[32], uint32_t lanes)
{
    int32_t delta[32], lowest = 0;
    uint64_t first = lanes == 0 ? 0 : address[bits_lowest(lanes)];
    for (uint32_t lane = 0; lane < 32; lane++) {
        delta[lane] = (lanes >> lane & 1) != 0 ? (int32_t)(address[lane] - first) : 0;
        lowest = delta[lane] < lowest ? delta[lane] : lowest;
    }
    Footprint near = footprint_near(first, delta, lowest, lanes);
    return near.addresses == found->addresses && near.sectors == found->sectors &&
           near.lines == found->lines;
}

TEST(sectors_are_counted_once_whatever_lanes_are_on)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < 2000; i++) {
        uint64_t address[32];
        uint32_t lanes = random_below(1u << 31) << 1 | (i & 1);
        for (uint32_t lane = 0; lane < 32; lane++) {
            address[lane] = (UINT64_C(1) << 40) + 4 * random_below(32u << i % 12);
        }
        Footprint found = footprint(address, lanes, 4);
        wrong += found.sectors != sectors_in(address, lanes);
        wrong += !is_near_same(&found, address, lanes);
    }
    EXPECT_EQ(wrong, 0);
}
