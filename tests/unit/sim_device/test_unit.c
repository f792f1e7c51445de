// SPDX-License-Identifier: Apache-2.0
// The units that a launch is handed out in: blocks, or clusters of blocks.
#include "sim/device/unit.h"

#include "tests/test.h"

TEST(block_indices_of_a_two_dimensional_cluster)
{
    Launch launch = {.grid = {6, 4, 2}, .cluster = {3, 2, 1}};
    EXPECT_EQ(unit_count(&launch), 8);
    EXPECT_EQ(unit_blocks(&launch), 6);
    EXPECT_EQ(unit_block_index(&launch, 0, 0), 0);
    EXPECT_EQ(unit_block_index(&launch, 0, 5), 2 + 6 * 1);
    EXPECT_EQ(unit_block_index(&launch, 3, 4), (3 + 1) + 6 * (2 + 1));
    EXPECT_EQ(unit_block_index(&launch, 7, 0), 3 + 6 * (2 + 4 * 1));
}
