// SPDX-License-Identifier: Apache-2.0
// What other tools wrote: CSV in general, ncu's two pages, published figures, and what is refused.
#include "sim/report/import.h"
#include "sim/report/table.h"
#include "tests/test.h"

#include <string.h>

TEST(cells_may_be_quoted_and_hold_commas_quotes_and_line_ends)
{
    Arena arena = {0};
    const char *text = "a,\"b,\"\"c\"\"\",\r\n\n\"two\nlines\",x";
    Table table = table_read(text, strlen(text), &arena);
    EXPECT_EQ(table.count, 2);
    EXPECT_EQ(table.rows[0].count, 3);
    EXPECT_TEXT(table_cell(&table.rows[0], 1), "b,\"c\"");
    EXPECT_TEXT(table_cell(&table.rows[0], 2), "");
    EXPECT_TEXT(table_cell(&table.rows[1], 0), "two\nlines");
    EXPECT_TEXT(table_cell(&table.rows[1], 7), "");
    EXPECT_EQ(table_column(&table.rows[0], "a"), 0);
    EXPECT_EQ(table_column(&table.rows[0], "z"), UINT32_MAX);
    arena_clear(&arena);
}

TEST(a_cell_is_written_so_that_it_reads_back)
{
    Arena arena = {0};
    Text text = {0};
    table_put(&text, "say \"no\", twice");
    table_put(&text, "");
    EXPECT_TEXT(text_string(&text), "\"say \"\"no\"\", twice\",\"\"");
    Table table = table_read(text_string(&text), text.size_bytes, &arena);
    EXPECT_TEXT(table_cell(&table.rows[0], 0), "say \"no\", twice");
    text_destroy(&text);
    arena_clear(&arena);
}

static const char *read_import(const char *text, Import *import, Arena *arena)
{
    return import_read(text, strlen(text), import, arena);
}

static const ImportValue *value_of(const Import *import, uint32_t launch, const char *metric)
{
    return import_find(&import->launches[launch], metric, strlen(metric));
}

TEST(the_raw_page_has_a_launch_in_each_row)
{
    Arena arena = {0};
    Import import;
    EXPECT(read_import("==PROF== Connected to process 12\n"
                       "1 reduce ok\n"
                       "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"a.sum\","
                       "\"b.pct\",\"c.sum\",\"d\"\n"
                       "\"\",\"\",\"\",\"\",\"\",\"inst\",\"%\",\"Mbyte\",\"\"\n"
                       "\"0\",\"f(int *)\",\"(256, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"1,048,576\","
                       "\"15.52\",\"1.05\",\"n/a\"\n"
                       "\"1\",\"g(int *)\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"9.0\",\"7\",\"100\","
                       "\"2\",\"1.5e+06\"\n"
                       "==PROF== Disconnected\n",
                       &import, &arena) == NULL);
    EXPECT_EQ(import.form, IMPORT_RAW);
    EXPECT_EQ(import.count, 2);
    EXPECT_TEXT(import.launches[0].kernel, "f(int *)");
    EXPECT_TEXT(import.launches[0].grid, "(2, 1, 1)");
    EXPECT_TEXT(import.launches[1].capability, "9.0");
    EXPECT_EQ(value_of(&import, 0, "a.sum")->number, 1048576);
    EXPECT_EQ(value_of(&import, 0, "a.sum")->resolution, 0);
    EXPECT(value_of(&import, 0, "b.pct")->number == 15.52);
    EXPECT(value_of(&import, 0, "b.pct")->resolution == 0.01);
    EXPECT_EQ(value_of(&import, 0, "c.sum")->number, 1050000);
    EXPECT_TEXT(value_of(&import, 0, "c.sum")->unit, "byte");
    EXPECT_EQ(value_of(&import, 0, "c.sum")->resolution, 10000);
    EXPECT_EQ(value_of(&import, 1, "c.sum")->number, 2000000);
    EXPECT_EQ(value_of(&import, 1, "c.sum")->resolution, 1000000);
    EXPECT(value_of(&import, 0, "d") == NULL);
    EXPECT_EQ(value_of(&import, 1, "d")->number, 1500000);
    EXPECT_EQ(value_of(&import, 1, "d")->resolution, 100000);
    EXPECT(value_of(&import, 0, "a") == NULL);
    arena_clear(&arena);
}

TEST(the_details_page_has_a_metric_in_each_row_and_labels_of_its_own)
{
    Arena arena = {0};
    Import import;
    EXPECT(read_import("\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\","
                       "\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
                       "\"0\",\"f\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"Launch Statistics\","
                       "\"Registers Per Thread\",\"register/thread\",\"16\"\n"
                       "\"0\",\"f\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"Launch Statistics\","
                       "\"Static Shared Memory Per Block\",\"Kbyte/block\",\"4.10\"\n"
                       "\"1\",\"g\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"Command line profiler "
                       "metrics\",\"smsp__inst_executed.sum\",\"inst\",\"12,345\"\n",
                       &import, &arena) == NULL);
    EXPECT_EQ(import.form, IMPORT_DETAILS);
    EXPECT_EQ(import.count, 2);
    EXPECT_EQ(value_of(&import, 0, "launch__registers_per_thread")->number, 16);
    EXPECT_EQ(value_of(&import, 0, "launch__shared_mem_per_block_static")->number, 4100);
    EXPECT_EQ(value_of(&import, 1, "smsp__inst_executed.sum")->number, 12345);
    arena_clear(&arena);
}

TEST(published_figures_have_a_source_and_one_column)
{
    Arena arena = {0};
    Import import;
    EXPECT(read_import("# Somebody,\n# somewhere\nlaunch,GB/s\nreduce,3.77\n# a remark\ncopy,112\n",
                       &import, &arena) == NULL);
    EXPECT_EQ(import.form, IMPORT_FIGURES);
    EXPECT_TEXT(import.source, "Somebody, somewhere");
    EXPECT_TEXT(import.unit, "GB/s");
    EXPECT_EQ(import.count, 2);
    EXPECT_TEXT(import.launches[1].kernel, "copy");
    EXPECT_EQ(import.launches[1].values[0].number, 112);
    EXPECT(!import.are_ratios);
    EXPECT(read_import("launch,ms,ratios\nreduce,3\n", &import, &arena) == NULL &&
           import.are_ratios);
    arena_clear(&arena);
}

static void expect_problem(const char *text, const char *part)
{
    Arena arena = {0};
    Import import;
    const char *problem = read_import(text, &import, &arena);
    EXPECT(problem != NULL && strstr(problem, part) != NULL);
    arena_clear(&arena);
}

TEST(other_files_are_refused)
{
    expect_problem("", "no header");
    expect_problem("name,value\na,1\n", "no header");
    expect_problem("\"ID\",\"a\"\n\"0\",\"1\"\n", "Kernel Name");
    expect_problem("\"ID\",\"Kernel Name\"\n\"\",\"\"\n", "no launch");
    expect_problem("launch,GB/s,ms\na,1,2\n", "two columns");
    expect_problem("launch,GB/s\na,fast\n", "not a number");
    expect_problem("launch,GB/s\n", "no launch");
}
