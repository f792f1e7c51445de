// SPDX-License-Identifier: Apache-2.0
#include "sim/time/contention.h"
#include "tests/test.h"

enum { SLICES = 4, SMS = 3 };

static uint32_t take(Contention *contention, uint32_t slice)
{
    Contender next = contention_take(contention, slice);
    return next.sm * 100 + next.warp;
}

TEST(who_has_fewer_lanes_is_served_first_and_of_equals_who_came_first)
{
    Arena arena = {0};
    Contention contention;
    contention_init(&contention, SLICES, SMS, &arena);
    contention_add(&contention, 1, 0, 5, 32);
    contention_add(&contention, 1, 1, 6, 8);
    contention_add(&contention, 1, 2, 7, 32);
    EXPECT_EQ(contention.active_count, 1);
    EXPECT_EQ(take(&contention, 1), 106);
    EXPECT_EQ(take(&contention, 1), 5);
    EXPECT_EQ(take(&contention, 1), 207);
    EXPECT_EQ(contention.active_count, 0);
    contention_destroy(&contention);
    arena_clear(&arena);
}

// Each of two warps of an SM has half of its share: an SM with one is served twice as often.
TEST(warps_of_an_sm_share_its_turns)
{
    Arena arena = {0};
    Contention contention;
    contention_init(&contention, SLICES, SMS, &arena);
    contention_add(&contention, 0, 0, 1, 10); // at 10
    contention_add(&contention, 0, 0, 2, 10); // at 20
    contention_add(&contention, 0, 1, 3, 10); // at 10
    EXPECT_EQ(take(&contention, 0), 1);
    EXPECT_EQ(take(&contention, 0), 103);
    contention_add(&contention, 0, 1, 3, 8); // at 18
    EXPECT_EQ(take(&contention, 0), 103);
    EXPECT_EQ(take(&contention, 0), 2);
    contention_destroy(&contention);
    arena_clear(&arena);
}

TEST(slices_are_independent)
{
    Arena arena = {0};
    Contention contention;
    contention_init(&contention, SLICES, SMS, &arena);
    for (uint32_t i = 0; i < 300; i++) {
        contention_add(&contention, i % 2 * 3, i % SMS, i, 1 + i * 37 % 32);
    }
    EXPECT_EQ(contention.active_count, 2);
    double before[SLICES] = {0};
    for (uint32_t i = 0; i < 300; i++) {
        uint32_t slice = i < 150 ? 0 : 3;
        Contender next = contention_take(&contention, slice);
        EXPECT(next.tag >= before[slice]);
        EXPECT_EQ(next.warp % 2 * 3, slice);
        before[slice] = next.tag;
    }
    EXPECT_EQ(contention.active_count, 0);
    contention_destroy(&contention);
    arena_clear(&arena);
}
