// SPDX-License-Identifier: Apache-2.0
// Exact cycles of rows of a memory partition.
#include "sim/time/rows.h"
#include "tests/test.h"

static const RowTimes times = {
    .banks = 4, .row_bytes = 1024, .any = 10, .same = 40, .same_write = 50};

static double use(Rows *rows, uint64_t offset, double now, bool is_write)
{
    double open = rows_open(rows, &times, offset, now, is_write);
    rows_serve(rows, open);
    return open;
}

TEST(an_open_row_takes_no_time)
{
    Rows rows = {0};
    EXPECT_EQ(use(&rows, 0, 100, false), 100);
    EXPECT_EQ(use(&rows, 1023, 100, false), 100);
}

TEST(rows_of_all_banks_open_one_after_another)
{
    Rows rows = {0};
    for (uint64_t bank = 0; bank < 4; bank++) {
        EXPECT_EQ(use(&rows, bank * 1024, 100, false), 100 + 10 * (double)bank);
    }
}

TEST(two_rows_of_one_bank_wait_longer_and_after_a_write_longest)
{
    Rows rows = {0};
    EXPECT_EQ(use(&rows, 0, 100, false), 100);
    EXPECT_EQ(use(&rows, 4096, 100, true), 140);
    EXPECT_EQ(use(&rows, 8192, 100, false), 190);
}

TEST(others_open_their_rows_while_one_waits_for_its_bank)
{
    Rows rows = {0};
    use(&rows, 0, 100, false);
    EXPECT_EQ(use(&rows, 4096, 100, false), 140);
    EXPECT_EQ(use(&rows, 1024, 100, false), 120);
}

TEST(the_controller_holds_so_many_requests)
{
    Rows rows = {0};
    for (uint32_t i = 0; i < ROW_QUEUE; i++) {
        rows_open(&rows, &times, 0, 100, false);
        rows_serve(&rows, 500 + i);
    }
    EXPECT_EQ(use(&rows, 0, 100, false), 500);
    EXPECT_EQ(use(&rows, 0, 100, false), 501);
}
