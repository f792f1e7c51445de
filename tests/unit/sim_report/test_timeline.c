// SPDX-License-Identifier: Apache-2.0
// Kernels and copies of a program, summed up.
#include "sim/report/timeline.h"
#include "tests/test.h"

#include <string.h>

TEST(times_are_of_at_least_one_and_overlap_of_both)
{
    const TraceSpan spans[] = {
        {"copy", 0, 4, 1000, UINT32_MAX}, {"kernel", 2, 5, 0, 0},
        {"kernel", 3, 6, 0, 1}, // beside the other: 2 to 6 in all
        {"copy", 5, 8, 500, UINT32_MAX},  {"kernel", 10, 11, 0, 2},
    };
    Timeline timeline = timeline_of(spans, 5);
    EXPECT_EQ(timeline.kernels, 5);
    EXPECT_EQ(timeline.copies, 7);
    EXPECT_EQ(timeline.overlap, 3); // 2 to 4, 5 to 6
    EXPECT_EQ(timeline.whole, 11);
    EXPECT_EQ(timeline.kernel_count, 3);
    EXPECT_EQ(timeline.copy_count, 2);
    EXPECT_EQ(timeline.copied_bytes, 1500);
}

TEST(one_after_another_nothing_overlaps)
{
    const TraceSpan spans[] = {{"kernel", 1, 3, 0, 0}, {"fill", 3, 4, 64, UINT32_MAX}};
    Timeline timeline = timeline_of(spans, 2);
    EXPECT_EQ(timeline.overlap, 0);
    EXPECT_EQ(timeline.whole, 3);
}

TEST(a_program_without_work_has_no_section)
{
    Text text = {0};
    Timeline none = timeline_of(NULL, 0);
    timeline_print(&none, false, &text);
    EXPECT_EQ(text.size_bytes, 0);
    none.kernel_count = 1;
    none.kernels = 2e-6;
    timeline_print(&none, false, &text);
    EXPECT(strstr(text_string(&text), "us, 1 launch ") != NULL);
    text_destroy(&text);
}
