// SPDX-License-Identifier: Apache-2.0
// .sweep files: their points, command lines and mistakes.
#include "sim/sweep/spec.h"
#include "tests/test.h"

#include <string.h>

static SweepSpec read(const char *text, Arena *arena, Diagnostics *diagnostics)
{
    SweepSpec spec;
    sweep_read(text, strlen(text), "a.sweep", &spec, diagnostics, arena);
    return spec;
}

// What is wrong with a file, as it is printed.
static const char *mistakes(const char *text, Arena *arena)
{
    Diagnostics diagnostics = {0};
    Text out = {0};
    read(text, arena, &diagnostics);
    for (uint32_t i = 0; i < diagnostics.count; i++) {
        text_printf(&out, "%u: %s\n", diagnostics.items[i].position.line,
                    diagnostics.items[i].message);
    }
    const char *result = arena_text(arena, text_string(&out), out.size_bytes);
    text_destroy(&out);
    diagnostics_clear(&diagnostics);
    return result;
}

static const char *const spec_text = "# two axes and two parameters\n"
                                     "run 'my program.cu' -D N={n}x{n} --mode cycles {word} {}\n"
                                     "axis n 1 2 3   # numbers\n"
                                     "axis word \"a b\" c\r\n"
                                     "gpu h200 my.gpu\n"
                                     "set l2_bytes \"25 MB\" '1 MB'\n"
                                     "metrics a b\nmetrics c";

TEST(points_are_all_combinations)
{
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    SweepSpec spec = read(spec_text, &arena, &diagnostics);
    EXPECT_EQ(diagnostics.error_count, 0u);
    EXPECT_EQ(spec.point_count, 24u);
    EXPECT_EQ(spec.metric_count, 3u);
    // The last axis changes fastest.
    EXPECT_TEXT(sweep_value(&spec, 3, 0), "25 MB");
    EXPECT_TEXT(sweep_value(&spec, 3, 1), "1 MB");
    EXPECT_TEXT(sweep_value(&spec, 2, 1), "h200");
    EXPECT_TEXT(sweep_value(&spec, 2, 2), "my.gpu");
    EXPECT_TEXT(sweep_value(&spec, 1, 4), "c");
    EXPECT_TEXT(sweep_value(&spec, 0, 23), "3");
    EXPECT_TEXT(sweep_gpu_name(&spec, 23), "my.gpu");
    arena_clear(&arena);
}

TEST(names_in_braces_become_values)
{
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    SweepSpec spec = read(spec_text, &arena, &diagnostics);
    EXPECT_EQ(spec.word_count, 7u);
    EXPECT_TEXT(sweep_word(&spec, 0, 0, &arena), "my program.cu");
    EXPECT_TEXT(sweep_word(&spec, 2, 0, &arena), "N=1x1");
    EXPECT_TEXT(sweep_word(&spec, 2, 8, &arena), "N=2x2");
    EXPECT_TEXT(sweep_word(&spec, 5, 0, &arena), "a b");
    EXPECT_TEXT(sweep_word(&spec, 6, 0, &arena), "{}");
    arena_clear(&arena);
}

TEST(parameters_change_a_preset_or_a_file)
{
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    SweepSpec spec = read(spec_text, &arena, &diagnostics);
    EXPECT_TEXT(sweep_gpu(&spec, 1, "h200", NULL, &arena), "base = h200\nl2_bytes = 1 MB\n");
    EXPECT_TEXT(sweep_gpu(&spec, 2, "my.gpu", "base = t4", &arena),
                "base = t4\nl2_bytes = 25 MB\n");
    SweepSpec plain = read("run a.cu", &arena, &diagnostics);
    EXPECT_EQ(plain.point_count, 1u);
    EXPECT(sweep_gpu(&plain, 0, "h200", NULL, &arena) == NULL);
    EXPECT(sweep_gpu_name(&plain, 0) == NULL);
    arena_clear(&arena);
}

TEST(mistakes_have_their_lines)
{
    Arena arena = {0};
    EXPECT_TEXT(mistakes("gpu h200\n", &arena),
                "0: no line begins with 'run': what is to be run?\n");
    EXPECT_TEXT(mistakes("run a.cu {m}\naxis n 1\ngpu\naxis n 2\n", &arena),
                "3: 'gpu' has no values\n4: 'n' has its values already\n"
                "1: {m} is no axis of this sweep\n2: the command line does not use {n}\n");
    EXPECT_TEXT(mistakes("run a.cu\nrun b.cu\naxes n 1\nfoo\nset\n", &arena),
                "2: a second 'run'; a sweep runs one command line\n"
                "3: 'axes' is unknown; did you mean 'axis'?\n"
                "4: 'foo' is none of run, gpu, set, axis, metrics\n"
                "5: 'set' needs a name and values\n");
    EXPECT_TEXT(mistakes("run 'a.cu\n", &arena), "1: a quotation mark ' is not closed\n");
    EXPECT_TEXT(mistakes("run\n", &arena), "1: 'run' needs a program\n");
    arena_clear(&arena);
}

TEST(points_have_a_limit)
{
    Arena arena = {0};
    Text text = {0};
    text_put(&text, "run a.cu {a}{b}{c}{d}{e}{f}\n");
    for (char name = 'a'; name <= 'f'; name++) {
        text_printf(&text, "axis %c 0 1 2 3 4 5 6 7 8 9\n", name);
    }
    EXPECT_TEXT(mistakes(text_string(&text), &arena), "1: more than 100000 points\n");
    text_destroy(&text);
    arena_clear(&arena);
}
