// SPDX-License-Identifier: Apache-2.0
// Races between copies and fills of several streams, by what each follows.
#include "sim/check/tasks.h"
#include "tests/test.h"

static uint32_t found;

// A task that writes or reads bytes [begin, end); adds what it races with to `found`.
static void task(CheckTasks *tasks, uint32_t slot, uint64_t known, uint64_t begin, uint64_t end,
                 bool is_write)
{
    CheckFindings findings = {0};
    tasks_begin(tasks, slot, known, "a copy");
    tasks_range(tasks, begin, end - begin, is_write, &findings);
    tasks_end(tasks);
    found = findings.count;
    findings_clear(&findings);
}

TEST(tasks_race_unless_one_follows_the_other)
{
    CheckTasks tasks = {0};
    task(&tasks, 0, 0, 1000, 2000, true);
    EXPECT_EQ(found, 0);
    task(&tasks, 1, 0, 1999, 2400, false);
    EXPECT_EQ(found, 1);
    task(&tasks, 2, 0, 2000, 2400, false); // two readers, and beside the writer
    EXPECT_EQ(found, 0);
    task(&tasks, 3, 1, 1000, 1004, true); // after the first
    EXPECT_EQ(found, 0);
    task(&tasks, 4, 1, 1000, 1004, false);
    EXPECT_EQ(found, 1);
    tasks_forget(&tasks, UINT64_MAX);
}

TEST(what_is_forgotten_races_with_nothing)
{
    CheckTasks tasks = {0};
    task(&tasks, 0, 0, 1000, 2000, true);
    tasks_forget(&tasks, 1);
    task(&tasks, 1, 0, 1000, 2000, true);
    EXPECT_EQ(found, 0);
    task(&tasks, 0, 0, 1000, 2000, true); // its slot again
    EXPECT_EQ(found, 1);
    tasks_forget(&tasks, UINT64_MAX);
}

TEST(without_a_task_nothing_is_kept)
{
    CheckTasks tasks = {0};
    CheckFindings findings = {0};
    EXPECT(!tasks_range(&tasks, 1000, 8, true, &findings));
    task(&tasks, 1, 0, 1000, 2000, true);
    EXPECT_EQ(found, 0);
    tasks_forget(&tasks, UINT64_MAX);
}
