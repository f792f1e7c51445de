// SPDX-License-Identifier: Apache-2.0
// Counting and finding bits, against a loop over each bit; division, against the host's.
#include "isa/base/bits.h"

#include "isa/base/divide.h"
#include "tests/test.h"

static uint32_t count_by_loop(uint64_t bits)
{
    uint32_t count = 0;
    for (int i = 0; i < 64; i++) {
        count += (uint32_t)(bits >> i & 1);
    }
    return count;
}

TEST(bits_are_counted_and_found)
{
    uint64_t bits = 1;
    for (int i = 0; i < 1000; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        uint32_t narrow = (uint32_t)(bits >> 32);
        EXPECT_EQ(bits_count(narrow), count_by_loop(narrow));
        EXPECT_EQ(bits_count_64(bits), count_by_loop(bits));
        if (narrow != 0) {
            EXPECT((narrow >> bits_lowest(narrow) & 1) == 1);
            EXPECT((narrow & ((1u << bits_lowest(narrow)) - 1)) == 0);
            EXPECT_EQ(narrow >> bits_highest(narrow), 1);
            EXPECT_EQ(bits_leading_zeros(narrow, 32), 31 - bits_highest(narrow));
        }
    }
    EXPECT_EQ(bits_count(0), 0);
    EXPECT_EQ(bits_count(UINT32_MAX), 32);
    EXPECT_EQ(bits_lowest_64(UINT64_C(1) << 63), 63);
    EXPECT_EQ(bits_leading_zeros(0, 64), 64);
}

TEST(numbers_are_divided)
{
    static const uint64_t values[] = {1, 2, 3, 7, 48, 128, 3125, 65536, UINT32_MAX, UINT64_MAX};
    uint64_t bits = 1;
    for (uint32_t v = 0; v < sizeof values / sizeof *values; v++) {
        Divisor by = divisor_of(values[v]);
        for (uint32_t i = 0; i < 1000; i++) {
            bits = bits * 6364136223846793005u + 1442695040888963407u;
            uint64_t multiple = (bits >> i % 64) / values[v] * values[v];
            for (uint64_t number = multiple - 1; number != multiple + 2; number++) {
                EXPECT_EQ(divide(number, &by), number / values[v]);
                EXPECT_EQ(divide_rest(number, &by), number % values[v]);
            }
        }
        EXPECT_EQ(divide(by.most, &by), by.most / values[v]);
        EXPECT_EQ(divide(UINT64_MAX, &by), UINT64_MAX / values[v]);
    }
}

TEST(powers_of_two_have_one_bit)
{
    EXPECT(!bits_is_power_of_two(0));
    EXPECT(bits_is_power_of_two(1));
    EXPECT(bits_is_power_of_two(UINT64_C(1) << 63));
    EXPECT(!bits_is_power_of_two(6));
}
