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

// As an H200 has them: lines 0 to 3 are in different banks, and line 2^i is with one of them
// (traces/h200/loads.csv).
TEST(the_tags_of_a_load_are_looked_up_four_banks_at_a_time)
{
    static const uint8_t with[] = {0, 0, 1, 2, 3, 1, 2, 3, 2, 1, 2, 1, 3, 1, 3, 2, 1, 3};
    for (uint32_t bit = 2; bit < sizeof with; bit++) {
        for (uint64_t other = 0; other < 4; other++) {
            LineAccess lines[] = {{.line = UINT64_C(1) << bit}, {.line = other}};
            EXPECT_EQ(traffic_tag_passes(lines, 2), other == with[bit] ? 2 : 1);
        }
    }
    LineAccess lines[32];
    for (uint32_t i = 0; i < 32; i++) {
        lines[i] = (LineAccess){.line = 64 + i};
    }
    EXPECT_EQ(traffic_tag_passes(lines, 4), 1);
    EXPECT_EQ(traffic_tag_passes(lines, 32), 8);
}

// What a store of these lanes leaves of the first line it touches.
static uint32_t holes(uint32_t width, uint64_t stride, uint32_t lanes, uint64_t from)
{
    Step step = {.access = {.lanes = lanes, .width_bytes = width, .is_store = true}};
    step.access.is_linear = lanes == UINT32_MAX && stride == width;
    for (uint32_t lane = 0; lane < 32; lane++) {
        step.access.address[lane] = 4096 + from + lane * stride;
    }
    LineAccess lines[LINES_MAX];
    traffic_global(gpu_preset("h200"), &step, lines);
    return lines[0].holes;
}

TEST(stores_leave_words_of_their_sectors_as_they_are)
{
    EXPECT_EQ(holes(4, 4, UINT32_MAX, 0), 0);
    EXPECT_EQ(holes(4, 4, UINT32_MAX, 8), 3); // begins within a sector
    EXPECT_EQ(holes(4, 4, 0xff, 32), 0);      // a sector of four
    EXPECT_EQ(holes(4, 8, UINT32_MAX, 0), 0xaaaaaaaa);
    EXPECT_EQ(holes(8, 32, 3, 0), 0xfcfc);
    EXPECT_EQ(holes(1, 1, UINT32_MAX, 0), 0);          // 32 bytes
    EXPECT_EQ(holes(1, 1, UINT32_MAX, 2), 1 | 0xff00); // of the first and the last word a half
    EXPECT_EQ(holes(1, 4, UINT32_MAX, 0), UINT32_MAX); // no word is whole
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
