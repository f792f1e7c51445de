// SPDX-License-Identifier: Apache-2.0
// Expectations: their grammar, all six comparisons, and what a failure says.
#include "sim/report/expect.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

static bool meets(const char *text)
{
    Sample sample;
    sample_init(&sample);
    Arena arena = {0};
    Expectation expectation;
    Text out = {0};
    const char *problem = expect_parse(text, &expectation, &arena);
    EXPECT(problem == NULL);
    Report *report = report_create(&sample.report);
    bool is_met = problem == NULL && expect_check(&expectation, report, false, &out);
    EXPECT_EQ(out.size_bytes == 0, is_met);
    report_destroy(report);
    text_destroy(&out);
    arena_clear(&arena);
    return is_met;
}

TEST(comparisons)
{
    EXPECT(meets("shared_excess==62000"));
    EXPECT(!meets("shared_excess==0"));
    EXPECT(meets("shared_excess != 0"));
    EXPECT(!meets("shared_excess!=62000"));
    EXPECT(meets("branch_efficiency >= 75 %"));
    EXPECT(!meets("branch_efficiency>75"));
    EXPECT(meets("branch_efficiency<=75"));
    EXPECT(!meets("branch_efficiency<75"));
    EXPECT(meets("inst_executed<1e4"));
    EXPECT(meets("smsp__inst_executed.sum=6000"));
}

TEST(a_counter_of_another_generation_is_not_met)
{
    EXPECT(!meets("gld_incoherent==0"));
}

static void expect_problem(const char *text, const char *part)
{
    Arena arena = {0};
    Expectation expectation;
    const char *problem = expect_parse(text, &expectation, &arena);
    EXPECT(problem != NULL && strstr(problem, part) != NULL);
    arena_clear(&arena);
}

TEST(mistakes_are_named)
{
    expect_problem("nonsense==1", "unknown counter 'nonsense'");
    expect_problem("inst_executed", "not of the form");
    expect_problem("==1", "not of the form");
    expect_problem("", "not of the form");
    expect_problem("inst_executed==x", "'x' is not a number");
    expect_problem("inst_executed==1x", "is not a number");
}

TEST(a_failure_names_the_place_and_the_number)
{
    Sample sample;
    sample_init(&sample);
    Arena arena = {0};
    Expectation expectation;
    Text out = {0};
    EXPECT(expect_parse("shared_excess==0", &expectation, &arena) == NULL);
    Report *report = report_create(&sample.report);
    EXPECT(!expect_check(&expectation, report, false, &out));
    EXPECT_TEXT(text_string(&out),
                "transpose.cu:14:9: error: expected shared_excess==0 in transpose on "
                "round, found 62000 [expect]\n");
    text_destroy(&out);
    EXPECT(expect_parse("shared_excess>70000", &expectation, &arena) == NULL);
    EXPECT(!expect_check(&expectation, report, false, &out)); // too few: no access is the cause
    EXPECT_TEXT(text_string(&out),
                "transpose.cu:10:5: error: expected shared_excess>70000 in transpose on "
                "round, found 62000 [expect]\n");
    report_destroy(report);
    text_destroy(&out);
    arena_clear(&arena);
}
