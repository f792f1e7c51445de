// SPDX-License-Identifier: Apache-2.0
#include "isa/base/text.h"
#include "tests/test.h"

TEST(an_empty_text_reads_as_an_empty_string)
{
    Text text = {0};
    EXPECT_TEXT(text_string(&text), "");
    text_destroy(&text);
}

TEST(pieces_follow_each_other)
{
    Text text = {0};
    text_put(&text, "warp ");
    text_printf(&text, "%d of %s", 3, "block");
    text_add(&text, "!?", 1);
    EXPECT_TEXT(text_string(&text), "warp 3 of block!");
    EXPECT_EQ(text.size_bytes, 16);
    text_destroy(&text);
}

TEST(a_text_grows_past_its_first_room)
{
    Text text = {0};
    for (int i = 0; i < 10000; i++) {
        text_printf(&text, "%04d", i);
    }
    EXPECT_EQ(text.size_bytes, 40000);
    EXPECT_TEXT(text_string(&text) + 39996, "9999");
    text_destroy(&text);
}
