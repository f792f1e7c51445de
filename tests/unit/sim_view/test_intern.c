// SPDX-License-Identifier: Apache-2.0
// Texts that repeat are kept once, in the order in which they were first seen.
#include "sim/view/intern.h"
#include "tests/test.h"

#include <stdio.h>

TEST(a_text_has_one_number)
{
    Arena arena = {0};
    Intern set = {0};
    EXPECT_EQ(intern_add(&set, "1", 1, &arena), 0u);
    EXPECT_EQ(intern_add(&set, "22", 2, &arena), 1u);
    EXPECT_EQ(intern_add(&set, "1", 1, &arena), 0u);
    EXPECT_EQ(intern_add(&set, "2", 1, &arena), 2u);
    Text text = {0};
    intern_print(&set, &text);
    EXPECT_TEXT(text_string(&text), "[1,\n22,\n2]");
    text_destroy(&text);
    arena_clear(&arena);
}

TEST(many_keep_their_numbers_while_the_table_grows)
{
    Arena arena = {0};
    Intern set = {0};
    char text[16];
    for (uint32_t round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < 5000; i++) {
            int size = snprintf(text, sizeof text, "%u", i * 7919u);
            EXPECT_EQ(intern_add(&set, text, (size_t)size, &arena), i);
        }
    }
    EXPECT_EQ(set.count, 5000u);
    arena_clear(&arena);
}
