// SPDX-License-Identifier: Apache-2.0
#include "sim/report/number.h"
#include "tests/test.h"

static void expect_both(double value, const char *grouped, const char *plain)
{
    char buffer[NUMBER_MAX];
    EXPECT_TEXT(number_grouped(value, buffer), grouped);
    EXPECT_TEXT(number_plain(value, buffer), plain);
}

TEST(whole_numbers_have_no_point)
{
    expect_both(0, "0", "0");
    expect_both(999, "999", "999");
    expect_both(1000, "1,000", "1000");
    expect_both(1048576, "1,048,576", "1048576");
    expect_both(-1234567, "-1,234,567", "-1234567");
    expect_both(9007199254740992.0, "9,007,199,254,740,992", "9007199254740992");
}

TEST(fractions_have_two_digits_for_people_and_six_for_programs)
{
    expect_both(0.5, "0.50", "0.5");
    expect_both(1234.5678901, "1,234.57", "1234.56789");
    expect_both(0.00378788, "0.0038", "0.003788");
    expect_both(93.9393939, "93.94", "93.939394");
}
