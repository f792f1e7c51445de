// SPDX-License-Identifier: Apache-2.0
// Names of an index, as the source line writes it.
#include "sim/explain/index.h"

#include "isa/base/text.h"
#include "tests/test.h"

static void expect_names(const char *line, const char *array, const char *expected)
{
    IndexName names[INDEX_NAMES_MAX];
    Text text = {0};
    uint32_t count = index_names(line, array, names);
    for (uint32_t i = 0; i < count; i++) {
        text_put(&text, i > 0 ? " " : "");
        text_add(&text, names[i].at, names[i].size_bytes);
    }
    EXPECT_TEXT(text_string(&text), expected);
    text_destroy(&text);
}

TEST(the_brackets_behind_the_array_are_read)
{
    expect_names("out[y * n + x] = tile[threadIdx.x][threadIdx.y + i]; // tile[z]", "tile",
                 "threadIdx.x threadIdx.y i");
    expect_names("out[y * n + x] = tile[threadIdx.x][threadIdx.y + i];", "out", "y n x");
    expect_names("s[t] += s [t + 0x1f];", "s", "t");
    expect_names("box.cells[i] = cells2[j];", "cells", "i");
}

TEST(an_index_that_is_loaded_has_its_own_index)
{
    expect_names("bins[values[i * threads + thread] % BINS]++;", "bins", "i threads thread BINS");
    expect_names("sum += x[column[k]];", "column", "k");
}

TEST(arrays_and_functions_are_no_indices)
{
    expect_names("a[min(i, n)] = b[0];", "a", "i n");
    expect_names("*(p + i) = f(x);", "p", "p i x");
}

TEST(without_the_array_any_brackets_count)
{
    expect_names("row[j] = 1;", "in", "j");
    expect_names("row[j] = 1;", NULL, "j");
}

TEST(a_line_that_ends_early_is_read_to_its_end)
{
    expect_names("tile[i][", "tile", "i");
    expect_names("tile[i + (", "tile", "i");
    expect_names("", "tile", "");
}

TEST(all_names_of_a_line_are_those_of_conditions_too)
{
    IndexName names[INDEX_NAMES_MAX];
    uint32_t count = line_names("if (threadIdx.x % (2 * step) == rest[i] && n < f(m)) {", names);
    static const char *const expected[] = {"threadIdx.x", "step", "i", "n", "m"};
    EXPECT_EQ(count, 5);
    for (uint32_t i = 0; i < count && i < 5; i++) {
        EXPECT(strlen(expected[i]) == names[i].size_bytes &&
               memcmp(expected[i], names[i].at, names[i].size_bytes) == 0);
    }
}

TEST(built_in_variables_follow_the_launch)
{
    const uint32_t grid[3] = {5, 2, 1}, block[3] = {16, 4, 2};
    IndexPlace place = {.grid = grid, .block = block, .block_index = 7, .warp = 3};
    static const struct {
        const char *name;
        int64_t value;
    } cases[] = {{"threadIdx.x", 1}, {"threadIdx.y", 3}, {"threadIdx.z", 1}, {"blockIdx.x", 2},
                 {"blockIdx.y", 1},  {"blockDim.y", 4},  {"gridDim.x", 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        IndexName name = {cases[i].name, (uint32_t)strlen(cases[i].name)};
        int64_t value = -1;
        EXPECT(index_builtin(&name, &place, 17, &value));
        EXPECT_EQ(value, cases[i].value);
    }
    IndexName other = {"warp.x", 6};
    int64_t value;
    EXPECT(!index_builtin(&other, &place, 0, &value));
}
