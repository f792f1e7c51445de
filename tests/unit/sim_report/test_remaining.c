// SPDX-License-Identifier: Apache-2.0
// The estimate of the time that is left, at given seconds.
#include "sim/report/remaining.h"
#include "tests/test.h"

static const char *after(uint64_t done, uint64_t all, double seconds, Text *text)
{
    text_destroy(text);
    *text = (Text){0};
    remaining_print(done, all, seconds, text);
    return text_string(text);
}

TEST(the_rest_takes_as_long_as_what_is_done)
{
    Text text = {0};
    EXPECT_TEXT(after(62, 100, 67, &text), "62 % · 42 s left"); // 67 / 0.62 - 67 = 41.06
    EXPECT_TEXT(after(1, 2, 5, &text), "50 % · 5 s left");
    EXPECT_TEXT(after(1, 3, 65, &text), "33 % · 2 min 10 s left");
    EXPECT_TEXT(after(1, 1000, 10, &text), "0 % · 2 h 46 min left"); // 9990 s
    EXPECT_TEXT(after(100, 100, 5, &text), "100 % · 0 s left");
    text_destroy(&text);
}

TEST(minutes_are_not_rounded_up_to_sixty_seconds)
{
    Text text = {0};
    EXPECT_TEXT(after(1, 2, 59.5, &text), "50 % · 1 min 0 s left");
    EXPECT_TEXT(after(1, 2, 119.2, &text), "50 % · 2 min 0 s left");
    EXPECT_TEXT(after(1, 2, 3599.9, &text), "50 % · 1 h 0 min left");
    text_destroy(&text);
}

TEST(nothing_is_estimated_from_nothing)
{
    Text text = {0};
    EXPECT_TEXT(after(0, 100, 4.9, &text), "no block done after 4 s");
    EXPECT_TEXT(after(0, 0, 75, &text), "no block done after 1 min 15 s");
    text_destroy(&text);
}
