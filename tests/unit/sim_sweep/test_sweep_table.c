// SPDX-License-Identifier: Apache-2.0
// The table of a sweep, from what runs print.
#include "sim/sweep/sweep_table.h"
#include "tests/test.h"

#include <string.h>

static SweepSpec two_points(Arena *arena)
{
    static const char text[] = "run a.cu {n}\naxis n 08 -2\n";
    Diagnostics diagnostics = {0};
    SweepSpec spec;
    sweep_read(text, strlen(text), "a.sweep", &spec, &diagnostics, arena);
    return spec;
}

static bool add(SweepTable *table, uint32_t point, const char *csv)
{
    return sweep_table_add(table, point, csv, strlen(csv));
}

static const char first[] =
    "\"ID\",\"Process ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"CC\",\"time\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"\",\"ns\"\n"
    "\"0\",\"1\",\"k(int, \"\"x\"\")\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"1.5\"\n"
    "\"1\",\"1\",\"k\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"9.0\",\"\"\n";
static const char second[] =
    "\"ID\",\"Kernel Name\",\"inst\",\"time\"\n\"\",\"\",\"\",\"ns\"\n\"0\",\"k\",\"7\",\"2\"\n";

TEST(columns_are_those_of_all_points)
{
    Arena arena = {0};
    Text csv = {0}, json = {0};
    SweepSpec spec = two_points(&arena);
    SweepTable *table = sweep_table_create(&spec, &arena);
    EXPECT(add(table, 0, first));
    EXPECT(add(table, 1, second));
    sweep_table_print_csv(table, &csv);
    sweep_table_print_json(table, &json);
    EXPECT_TEXT(text_string(&csv),
                "\"point\",\"n\",\"status\",\"launch\",\"kernel\",\"block\",\"grid\","
                "\"time [ns]\",\"inst\"\n"
                "\"0\",\"08\",\"ok\",\"0\",\"k(int, \"\"x\"\")\",\"(1, 1, 1)\",\"(2, 1, 1)\","
                "\"1.5\",\"\"\n"
                "\"0\",\"08\",\"ok\",\"1\",\"k\",\"(1, 1, 1)\",\"(2, 1, 1)\",\"\",\"\"\n"
                "\"1\",\"-2\",\"ok\",\"0\",\"k\",\"\",\"\",\"2\",\"7\"\n");
    // 08 is no number of JSON.
    EXPECT_TEXT(text_string(&json),
                "{\"point\":0,\"n\":\"08\",\"status\":\"ok\",\"launch\":0,\"kernel\":\"k(int, "
                "\\\"x\\\")\",\"block\":\"(1, 1, 1)\",\"grid\":\"(2, 1, 1)\",\"time [ns]\":1.5}\n"
                "{\"point\":0,\"n\":\"08\",\"status\":\"ok\",\"launch\":1,\"kernel\":\"k\","
                "\"block\":\"(1, 1, 1)\",\"grid\":\"(2, 1, 1)\"}\n"
                "{\"point\":1,\"n\":-2,\"status\":\"ok\",\"launch\":0,\"kernel\":\"k\","
                "\"time [ns]\":2,\"inst\":7}\n");
    text_destroy(&csv);
    text_destroy(&json);
    arena_clear(&arena);
}

TEST(a_failed_point_has_a_row)
{
    Arena arena = {0};
    Text csv = {0};
    SweepSpec spec = two_points(&arena);
    SweepTable *table = sweep_table_create(&spec, &arena);
    EXPECT(!add(table, 0, "segmentation fault\n"));
    EXPECT(!add(table, 0, ""));
    sweep_table_fail(table, 0, "exit code 2: out of bounds");
    sweep_table_print_csv(table, &csv);
    EXPECT_TEXT(text_string(&csv), "\"point\",\"n\",\"status\",\"launch\",\"kernel\",\"block\","
                                   "\"grid\"\n\"0\",\"08\",\"exit code 2: out of bounds\",\"\","
                                   "\"\",\"\",\"\"\n");
    text_destroy(&csv);
    arena_clear(&arena);
}
