// SPDX-License-Identifier: Apache-2.0
#include "sim/time/traffic.h"
#include "tests/test.h"

// Lane i reads `width` bytes at i % per_row * width + i / per_row * row_bytes.
static uint32_t passes(uint32_t width, uint32_t per_row, uint64_t row_bytes)
{
    StepAccess access = {.lanes = UINT32_MAX, .width_bytes = width};
    for (uint32_t lane = 0; lane < 32; lane++) {
        access.address[lane] =
            4096 + (uint64_t)(lane % per_row) * width + lane / per_row * row_bytes;
    }
    return traffic_bank_passes(&access);
}

TEST(a_line_is_read_at_once)
{
    EXPECT_EQ(passes(4, 32, 0), 1);
    EXPECT_EQ(passes(1, 32, 0), 1);
    EXPECT_EQ(passes(4, 1, 0), 1); // all the same word
}

TEST(wide_loads_take_a_pass_for_each_line)
{
    EXPECT_EQ(passes(8, 32, 0), 2);
    EXPECT_EQ(passes(16, 32, 0), 4);
}

// Four rows of eight words, rows 2048 bytes apart: all in the same eight banks.
TEST(rows_of_a_tile_meet_in_the_same_banks)
{
    EXPECT_EQ(passes(4, 8, 2048), 4);
    EXPECT_EQ(passes(4, 8, 2048 + 32), 1);
    EXPECT_EQ(passes(4, 1, 4096), 32);
    EXPECT_EQ(passes(4, 1, 4100), 1);
}

TEST(the_sectors_of_a_texture_fetch_become_lines)
{
    const uint64_t sectors[] = {256, 288, 1024, 256 + 96};
    StepAccess access = {.texture_sectors = sectors, .texture_sector_count = 4};
    LineAccess lines[LINES_MAX];
    EXPECT_EQ(traffic_texture(&access, lines), 2);
    EXPECT_EQ(lines[0].line, 2);
    EXPECT_EQ(lines[0].sectors, 11);
    EXPECT_EQ(lines[1].line, 8);
    EXPECT_EQ(lines[1].sectors, 1);
}
