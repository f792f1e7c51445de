// SPDX-License-Identifier: Apache-2.0
// Lines that rows of bytes touch, and their sectors.
#include "sim/memory/line.h"
#include "tests/test.h"

#include <stdlib.h>

TEST(bytes_in_one_line_are_one_access)
{
    LineList list = {0};
    line_list_add(&list, 1024, 16, true);
    line_list_add(&list, 1040, 48, false);
    EXPECT_EQ(list.count, 1);
    EXPECT_EQ(list.lines[0].line, 8);
    EXPECT_EQ(list.lines[0].sectors, 3);
    EXPECT_EQ(line_list_sectors(&list), 2);
    free(list.lines);
}

TEST(bytes_across_lines_are_split_at_their_borders)
{
    LineList list = {0};
    line_list_add(&list, 128 - 16, 16 + 128 + 33, true);
    EXPECT_EQ(list.count, 3);
    EXPECT_EQ(list.lines[0].sectors, 8);
    EXPECT_EQ(list.lines[1].sectors, 15);
    EXPECT_EQ(list.lines[2].line, 2);
    EXPECT_EQ(list.lines[2].sectors, 3);
    EXPECT_EQ(line_list_sectors(&list), 7);
    free(list.lines);
}

TEST(a_new_row_is_an_access_of_its_own)
{
    LineList list = {0};
    line_list_add(&list, 0, 32, true);
    line_list_add(&list, 32, 32, true);
    EXPECT_EQ(list.count, 2);
    EXPECT_EQ(list.lines[1].sectors, 2);
    free(list.lines);
}
