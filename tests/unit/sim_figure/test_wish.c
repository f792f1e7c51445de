// SPDX-License-Identifier: Apache-2.0
// What is to be drawn, as it is written on the command line.
#include "sim/figure/figure.h"
#include "tests/test.h"

#include <string.h>

static bool read(const char *text, FigureWish *wish, Text *trouble)
{
    text_destroy(trouble);
    *trouble = (Text){0};
    return figure_wish_read(text, wish, trouble);
}

TEST(a_panel_stands_alone)
{
    FigureWish wish;
    Text trouble = {0};
    EXPECT(read("banks", &wish, &trouble));
    EXPECT_EQ(wish.panel, PANEL_BANKS);
    EXPECT_EQ(wish.line, 0u);
    EXPECT_EQ(wish.kind, FIGURE_ANY);
    text_destroy(&trouble);
}

TEST(keys_follow_a_colon)
{
    FigureWish wish;
    Text trouble = {0};
    EXPECT(read("segments:line=14,visit=3,store", &wish, &trouble));
    EXPECT_EQ(wish.panel, PANEL_SEGMENTS);
    EXPECT_EQ(wish.line, 14u);
    EXPECT_EQ(wish.visit, 3u);
    EXPECT_EQ(wish.kind, FIGURE_STORE);
    EXPECT(read("tile:columns=33,rows=8,load", &wish, &trouble));
    EXPECT_EQ(wish.columns, 33u);
    EXPECT_EQ(wish.rows, 8u);
    EXPECT_EQ(wish.kind, FIGURE_LOAD);
    text_destroy(&trouble);
}

TEST(what_is_unknown_is_refused_with_what_there_is)
{
    FigureWish wish;
    Text trouble = {0};
    EXPECT(!read("bank", &wish, &trouble));
    EXPECT(strstr(text_string(&trouble), "unknown panel 'bank'; did you mean 'banks'?") != NULL);
    EXPECT(strstr(text_string(&trouble), "\n  banks ") != NULL);
    EXPECT(!read("", &wish, &trouble));
    EXPECT(!read("banks:lime=3", &wish, &trouble));
    EXPECT(strstr(text_string(&trouble), "unknown key 'lime'; did you mean 'line'?") != NULL);
    EXPECT(strstr(text_string(&trouble), "\n  line=N ") != NULL);
    text_destroy(&trouble);
}

TEST(a_panel_refuses_what_it_would_not_heed)
{
    FigureWish wish;
    Text trouble = {0};
    EXPECT(!read("timeline:line=5", &wish, &trouble));
    EXPECT_TEXT(text_string(&trouble), "timeline does not take 'line', but: from until rows\n");
    EXPECT(!read("masks:line=5,store", &wish, &trouble));
    EXPECT_TEXT(text_string(&trouble), "masks does not take 'store', but: line visit rows\n");
    EXPECT(read("timeline:from=5,until=90", &wish, &trouble));
    text_destroy(&trouble);
}

TEST(numbers_start_at_one)
{
    static const char *const wrong[] = {"banks:line=0",   "banks:line=",   "banks:line=x",
                                        "banks:line=-1",  "banks:line=1x", "banks:line=99999999999",
                                        "banks:line=1,,", "banks:",        "banks:load=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        FigureWish wish;
        Text trouble = {0};
        EXPECT(!read(wrong[i], &wish, &trouble));
        EXPECT(trouble.size_bytes > 0);
        text_destroy(&trouble);
    }
}
