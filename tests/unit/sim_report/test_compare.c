// SPDX-License-Identifier: Apache-2.0
// Comparison: how launches find each other, the rule of each class, known differences, and what is
// a mismatch.
#include "sim/report/compare.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

#include <string.h>

// The sample's launch beside the one row of an import.
typedef struct Rig {
    Sample sample;
    Arena arena;
    Report *report;
    Import import;
    KnownDifferences known;
    CompareOptions options;
    Comparison comparison;
} Rig;

static void rig_init(Rig *rig, const char *import)
{
    *rig = (Rig){.options = {.tolerance_percent = 10}};
    sample_init(&rig->sample);
    rig->report = report_create(&rig->sample.report);
    EXPECT(import_read(import, strlen(import), &rig->import, &rig->arena) == NULL);
}

static void rig_compare(Rig *rig)
{
    rig->comparison = compare(rig->report, &rig->import, &rig->options, &rig->arena);
}

static void rig_end(Rig *rig)
{
    report_destroy(rig->report);
    arena_clear(&rig->arena);
}

#define HEAD "ID,Kernel Name,Block Size,Grid Size,CC,"

// The verdict on one metric whose value on the other side is given.
static Verdict verdict_on(const char *metric, const char *value)
{
    Rig rig;
    Text text = {0};
    text_printf(&text, HEAD "%s\n0,transpose,,,9.0,\"%s\"\n", metric, value);
    rig_init(&rig, text_string(&text));
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.launches[0].count, 1);
    Verdict verdict = rig.comparison.launches[0].values[0].verdict;
    rig_end(&rig);
    text_destroy(&text);
    return verdict;
}

// The sample has 1000 loads of 4 sectors, 62000 wavefronts too many, 6000 warp instructions.
TEST(exact_counters_are_equal)
{
    const char *sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
    EXPECT_EQ(verdict_on(sectors, "4,000"), VERDICT_SAME);
    EXPECT_EQ(verdict_on(sectors, "4,001"), VERDICT_DIFFERS);
    EXPECT_EQ(verdict_on(sectors, "3,999"), VERDICT_DIFFERS);
}

TEST(counters_of_the_instruction_stream_are_near)
{
    const char *instructions = "smsp__inst_executed.sum";
    EXPECT_EQ(verdict_on(instructions, "6000"), VERDICT_SAME);
    EXPECT_EQ(verdict_on(instructions, "5500"), VERDICT_WITHIN);
    EXPECT_EQ(verdict_on(instructions, "6600"), VERDICT_WITHIN);
    EXPECT_EQ(verdict_on(instructions, "5400"), VERDICT_DIFFERS);
    EXPECT_EQ(verdict_on(instructions, "6700"), VERDICT_DIFFERS);
}

TEST(noisy_counters_are_no_smaller_on_the_hardware)
{
    const char *conflicts = "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum";
    EXPECT_EQ(verdict_on(conflicts, "62000"), VERDICT_SAME);
    EXPECT_EQ(verdict_on(conflicts, "70000"), VERDICT_OK);
    EXPECT_EQ(verdict_on(conflicts, "61999"), VERDICT_DIFFERS);
}

TEST(divergence_has_no_tolerance)
{
    const char *divergent = "smsp__sass_branch_targets_threads_divergent.sum";
    EXPECT_EQ(verdict_on(divergent, "250"), VERDICT_SAME);
    EXPECT_EQ(verdict_on(divergent, "251"), VERDICT_DIFFERS);
}

TEST(ratios_are_equal_as_far_as_digits_were_printed)
{
    const char *efficiency = "smsp__sass_average_branch_targets_threads_uniform.pct";
    EXPECT_EQ(verdict_on(efficiency, "75"), VERDICT_SAME);
    EXPECT_EQ(verdict_on(efficiency, "75.01"), VERDICT_WITHIN);
    EXPECT_EQ(
        verdict_on("l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "4.004"),
        VERDICT_DIFFERS);
}

TEST(the_instrumented_wavefronts_of_wide_loads_may_differ)
{
    const char *import = HEAD "memory_l1_wavefronts_shared\n0,transpose,,,,1\n";
    Rig rig;
    rig_init(&rig, import);
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.launches[0].values[0].verdict, VERDICT_DIFFERS);
    rig.sample.code[2].width_bytes = 16;
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.launches[0].values[0].verdict, VERDICT_NOT_COMPARED);
    EXPECT(rig.comparison.launches[0].values[0].reason != NULL);
    rig_end(&rig);
}

static bool fails(const char *import, const char *known, bool is_strict)
{
    Rig rig;
    rig_init(&rig, import);
    if (known != NULL) {
        EXPECT(known_read(known, strlen(known), &rig.known, &rig.arena) == NULL);
        rig.options.known = &rig.known;
    }
    rig.options.is_strict = is_strict;
    rig_compare(&rig);
    bool is_failure = comparison_fails(&rig.comparison);
    rig_end(&rig);
    return is_failure;
}

#define ONE(name, sectors, instructions)                                                           \
    HEAD "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,smsp__inst_executed.sum\n"                \
         "0," name ",,,," #sectors "," #instructions "\n"

TEST(what_is_a_mismatch)
{
    EXPECT(!fails(ONE("transpose", 4000, 6000), NULL, true));
    EXPECT(fails(ONE("transpose", 4001, 6000), NULL, false));
    EXPECT(!fails(ONE("transpose", 4000, 9000), NULL, false));
    EXPECT(fails(ONE("transpose", 4000, 9000), NULL, true));
    EXPECT(fails(ONE("other", 4000, 6000), NULL, false));
    EXPECT(fails(HEAD "nothing.we.have\n0,transpose,,,,1\n", NULL, false));
}

TEST(a_selection_leaves_the_rest_of_the_import_out)
{
    Rig rig;
    rig_init(&rig, HEAD "smsp__inst_executed.sum\n0,other,,,,1\n1,transpose,,,,6000\n");
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.only_theirs, 1);
    EXPECT(comparison_fails(&rig.comparison));
    rig.options.is_selection = true;
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.only_theirs, 0);
    EXPECT(!comparison_fails(&rig.comparison));
    rig_end(&rig);
}

TEST(a_known_difference_passes_and_a_stale_one_fails)
{
    const char *known = "launch,metric,reason\ntranspose,smsp__inst_executed.sum,unrolled\n";
    EXPECT(!fails(ONE("transpose", 4000, 9000), known, true));
    EXPECT(fails(ONE("transpose", 4000, 6000), known, true));
    EXPECT(!fails(ONE("transpose", 4000, 9000), "launch,metric,reason\n0,inst_executed,unrolled\n",
                  true));
    EXPECT(!fails(ONE("transpose", 4000, 9000), "launch,metric,reason\n*,inst_executed,unrolled\n",
                  true));
    EXPECT(fails(ONE("transpose", 4000, 9000), "launch,metric,reason\n1,inst_executed,unrolled\n",
                 true));
}

#define LIMIT "launch,metric,reason,limit\ntranspose,smsp__inst_executed.sum,unrolled,"

// 6000 of ours are 33.3 % below 9000, and 119900 % above 5.
TEST(a_known_difference_beyond_its_limit_fails)
{
    EXPECT(!fails(ONE("transpose", 4000, 9000), LIMIT "34\n", true));
    EXPECT(fails(ONE("transpose", 4000, 9000), LIMIT "33\n", true));
    EXPECT(fails(ONE("transpose", 4000, 5), LIMIT "34\n", true));
    EXPECT(fails(ONE("transpose", 4000, 5), LIMIT "34\n", false));
    EXPECT(!fails(ONE("transpose", 4000, 5), LIMIT "any\n", true));
}

TEST(a_known_difference_from_0_has_a_count_as_its_limit)
{
    EXPECT(!fails(ONE("transpose", 4000, 0), LIMIT "by 6000\n", true));
    EXPECT(fails(ONE("transpose", 4000, 0), LIMIT "by 5999\n", true));
    EXPECT(fails(ONE("transpose", 4000, 0), LIMIT "99\n", true));
}

TEST(what_is_beyond_its_limit_says_so_with_the_reason)
{
    Rig rig;
    Text text = {0};
    const char *known = LIMIT "34\n";
    rig_init(&rig, ONE("transpose", 4000, 5));
    EXPECT(known_read(known, strlen(known), &rig.known, &rig.arena) == NULL);
    rig.options.known = &rig.known;
    rig_compare(&rig);
    EXPECT_EQ(rig.comparison.stale, 0);
    comparison_print(&rig.comparison, "ncu.csv", false, false, &text);
    EXPECT(strstr(text_string(&text), "DIFFERS, beyond the known limit: unrolled") != NULL);
    EXPECT(strstr(text_string(&text), "known differences beyond their limit: 1") != NULL);
    text_destroy(&text);
    rig_end(&rig);
}

TEST(lists_of_known_differences_are_checked)
{
    Arena arena = {0};
    KnownDifferences known = {0};
    const char *bad[] = {"",
                         "launch,metric\n",
                         "launch,metric,reason\n0,no_such_counter,why\n",
                         "launch,metric,reason\n0,inst_executed,\n",
                         LIMIT "\n",
                         LIMIT "-1\n",
                         LIMIT "by\n",
                         LIMIT "12 or so\n"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(known_read(bad[i], strlen(bad[i]), &known, &arena) != NULL);
    }
    arena_clear(&arena);
}

static bool matches(const char *ours, const char *theirs)
{
    Rig rig;
    Text text = {0};
    text_printf(&text, HEAD "smsp__inst_executed.sum\n0,\"%s\",,,,1\n", theirs);
    rig_init(&rig, text_string(&text));
    rig.report->launches[0].name = ours;
    rig_compare(&rig);
    bool is_match = rig.comparison.launches[0].theirs != NULL;
    EXPECT_EQ(rig.comparison.count, is_match ? 1 : 2);
    EXPECT_EQ(rig.comparison.only_ours + rig.comparison.only_theirs, is_match ? 0 : 2);
    rig_end(&rig);
    text_destroy(&text);
    return is_match;
}

TEST(kernels_are_found_however_a_tool_writes_them)
{
    EXPECT(matches("void reduce<256>(int const*)", "void reduce<(unsigned int)256>(const int *)"));
    EXPECT(matches("void reduce<256u>(int const*)", "reduce<256>"));
    EXPECT(matches("(anonymous namespace)::copy(float *)", "copy"));
    EXPECT(matches("void f<g<3>, true>(int)", "void f<g<(int)3>, (bool)1>(T1)"));
    EXPECT(matches("math::add(int *)", "add"));
    EXPECT(!matches("reduce(int *)", "reduce_all(int *)"));
}

TEST(published_figures_stand_beside_modeled_time_unjudged)
{
    Rig rig;
    double seconds[] = {1e-3};
    rig_init(&rig, "# A lecture\nlaunch,ms\ntranspose,2\n");
    rig.options.seconds = seconds;
    rig_compare(&rig);
    const ComparedValue *value = &rig.comparison.launches[0].values[0];
    double percent;
    EXPECT(value->ours == 1 && value->theirs == 2);
    EXPECT(compared_percent(value, &percent) && percent == -50);
    EXPECT_EQ(value->class, CLASS_TIMING);
    EXPECT_TEXT(verdict_name(&rig.comparison, value->verdict, &rig.arena), "model");
    EXPECT(!comparison_fails(&rig.comparison));
    EXPECT(figure_unit_is_known("GB/s") && !figure_unit_is_known("furlongs"));
    rig_end(&rig);
}

// The launch of the rig as two, which took 1 and 4 ms, beside two figures that have a ratio.
static Verdict ratio_verdict(const char *import, double percent, double *ours, double *theirs)
{
    Rig rig;
    double seconds[] = {1e-3, 4e-3};
    rig_init(&rig, import);
    ReportLaunch launches[2] = {rig.report->launches[0], rig.report->launches[0]};
    LaunchTime time = {0};
    LaunchRecord record = *launches[0].record;
    record.time = &time;
    launches[0].record = launches[1].record = &record;
    launches[1].name = launches[1].short_name = "other";
    Report report = *rig.report;
    report.launches = launches;
    report.count = 2;
    rig.options.seconds = seconds;
    rig.options.figure_percent = percent;
    Comparison comparison = compare(&report, &rig.import, &rig.options, &rig.arena);
    EXPECT_EQ(comparison.launches[0].values[0].verdict, VERDICT_NOT_COMPARED);
    const ComparedValue *value = &comparison.launches[1].values[0];
    EXPECT_TEXT(value->unit, "times");
    *ours = value->ours;
    *theirs = value->theirs;
    Verdict verdict = value->verdict;
    EXPECT_EQ(comparison_fails(&comparison), verdict == VERDICT_DIFFERS);
    rig_end(&rig);
    return verdict;
}

TEST(figures_of_an_unknown_gpu_are_judged_by_ratios)
{
    double ours, theirs;
    const char *times = "launch,ms,ratios\ntranspose,20\nother,100\n";
    EXPECT_EQ(ratio_verdict(times, 30, &ours, &theirs), VERDICT_WITHIN);
    EXPECT(ours == 0.25 && theirs == 0.2);
    EXPECT_EQ(ratio_verdict(times, 20, &ours, &theirs), VERDICT_DIFFERS);
}

// Of published figures beside the sample's one launch: whether they fail; the page is in `text`.
static bool figures_fail(const char *import, bool is_selection, Text *text)
{
    Rig rig;
    double seconds[] = {1e-3};
    rig_init(&rig, import);
    rig.options.seconds = seconds;
    rig.options.is_selection = is_selection;
    rig_compare(&rig);
    comparison_print(&rig.comparison, "figures.csv", false, false, text);
    bool is_failure = comparison_fails(&rig.comparison);
    rig_end(&rig);
    return is_failure;
}

TEST(a_published_figure_without_a_partner_fails)
{
    Text text = {0}, selection = {0};
    EXPECT(figures_fail("launch,ms\ntranspose,2\nother,5\n", false, &text));
    EXPECT(strstr(text_string(&text), "\nunmatched: other\n") != NULL);
    EXPECT(strstr(text_string(&text), "unmatched published figures: 1 of 2\n") != NULL);
    EXPECT(!figures_fail("launch,ms\ntranspose,2\nother,5\n", true, &selection));
    EXPECT(strstr(text_string(&selection), "partner") == NULL);
    text_destroy(&text);
    text_destroy(&selection);
}

TEST(published_figures_of_which_no_launch_occurs_fail)
{
    Text text = {0}, selection = {0};
    EXPECT(figures_fail("launch,ms\nother,5\n", false, &text));
    EXPECT(strstr(text_string(&text), "no launch of the import matches\n") != NULL);
    EXPECT(strstr(text_string(&text), "published  ") == NULL);
    EXPECT(figures_fail("launch,ms\nother,5\n", true, &selection));
    text_destroy(&text);
    text_destroy(&selection);
}

TEST(the_gpu_that_an_import_names_is_noted_when_it_is_another)
{
    const Gpu *h200 = gpu_preset("h200"), *gtx280 = gpu_preset("gtx280");
    const char *text = "measured with 200 blocks on a GeForce GTX 280: GB/s";
    EXPECT(compare_other_gpu(text, h200) == gtx280);
    EXPECT(compare_other_gpu(text, gtx280) == NULL);
    EXPECT(compare_other_gpu("a GeForce GTX 280M, with 200 blocks", gpu_preset("t4")) == NULL);
    EXPECT(compare_other_gpu("a GTX 280 and an H200", h200) == NULL);
    EXPECT(compare_other_gpu("", h200) == NULL);
    EXPECT(compare_other_gpu(text, NULL) == NULL);
}

TEST(the_text_shows_what_differs_and_the_data_shows_all)
{
    Rig rig;
    Text text = {0}, csv = {0}, json = {0};
    rig_init(&rig, ONE("transpose", 4001, 6000));
    rig_compare(&rig);
    comparison_print(&rig.comparison, "ncu.csv", false, false, &text);
    EXPECT(strstr(text_string(&text), "_global_op_ld.sum") != NULL);
    EXPECT(strstr(text_string(&text), "smsp__inst_executed.sum") == NULL);
    EXPECT(strstr(text_string(&text), "mismatch: 1 exact counter differs") != NULL);
    comparison_print_csv(&rig.comparison, &csv);
    EXPECT(strstr(text_string(&csv),
                  "\"4000\",\"4001\",\"-0.024994\",\"exact\",\"DIFFERS\",\"\"") != NULL);
    EXPECT(strstr(text_string(&csv), "\"6000\",\"6000\",\"0\",\"exact@ISA\",\"same\",\"\"") !=
           NULL);
    comparison_print_json(&rig.comparison, "ncu.csv", "1", &json);
    EXPECT(strstr(text_string(&json), "\"result\":\"mismatch\"") != NULL);
    EXPECT(strstr(text_string(&json), "\"counter\":\"inst_executed\"") != NULL);
    text_destroy(&text);
    text_destroy(&csv);
    text_destroy(&json);
    rig_end(&rig);
}
