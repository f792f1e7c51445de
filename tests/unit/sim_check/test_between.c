// SPDX-License-Identifier: Apache-2.0
// What orders accesses of two units.
#include "sim/check/between.h"
#include "tests/test.h"

TEST(an_acquire_learns_what_was_released_there)
{
    UnitOrder between;
    Order own;
    between_init(&between);
    order_init(&own, 1, false);
    between_release(&between, 0, 256, 5, 6);
    EXPECT(!between_knows(&between, 0, 5, 1, 1));
    uint32_t before = own.tick;
    between_acquire(&between, 1, 256, &own);
    EXPECT(between_knows(&between, 0, 5, 1, own.tick));
    EXPECT(!between_knows(&between, 0, 7, 1, own.tick)); // after the release
    EXPECT(!between_knows(&between, 0, 5, 1, before - 1));
    EXPECT(!between_knows(&between, 0, 5, 2, own.tick));
    order_destroy(&own);
    between_destroy(&between);
}

TEST(knowledge_is_handed_on)
{
    UnitOrder between;
    Order own[2];
    between_init(&between);
    order_init(&own[0], 1, false);
    order_init(&own[1], 1, false);
    between_release(&between, 0, 256, 5, 6);
    between_acquire(&between, 1, 256, &own[0]);
    between_release(&between, 1, 512, own[0].tick, own[0].tick + 1);
    between_acquire(&between, 2, 512, &own[1]);
    EXPECT(between_knows(&between, 0, 5, 2, own[1].tick));
    order_destroy(&own[0]);
    order_destroy(&own[1]);
    between_destroy(&between);
}
