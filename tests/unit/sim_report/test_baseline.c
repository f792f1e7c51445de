// SPDX-License-Identifier: Apache-2.0
// An earlier report is read back from its JSON, its launches are found again, and changes are told;
// what is no such report is refused.
#include "sim/report/baseline.h"
#include "sim/report/json_reader.h"
#include "sim/report/print.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

#include <stdlib.h>

static const JsonValue *read_json(const char *text, unsigned *line, Arena *arena)
{
    // A copy of exactly these bytes, so that a sanitizer sees what is read beyond.
    size_t size_bytes = strlen(text);
    char *bytes = malloc(size_bytes + (size_bytes == 0));
    memcpy(bytes, text, size_bytes);
    const JsonValue *value = json_read(bytes, size_bytes, line, arena);
    free(bytes);
    return value;
}

TEST(json_is_read_as_a_tree)
{
    Arena arena = {0};
    unsigned line;
    const JsonValue *value = read_json(
        " {\"a\": [1, -2.5e1, true, null], \"b\\n\\u00e9\\ud83d\\ude00\": \"\\\"x\\\\\"}\n", &line,
        &arena);
    const JsonValue *list = json_field(value, "a");
    EXPECT(list != NULL && list->first != NULL);
    EXPECT_EQ(list->first->number, 1);
    EXPECT(list->first->next->number < -24.9 && list->first->next->number > -25.1);
    EXPECT_EQ(list->first->next->next->kind, JSON_BOOLEAN);
    EXPECT_EQ(list->first->next->next->next->kind, JSON_NULL);
    EXPECT(list->first->next->next->next->next == NULL);
    EXPECT_TEXT(json_field_text(value, "b\n\xc3\xa9\xf0\x9f\x98\x80"), "\"x\\");
    EXPECT(json_field(value, "c") == NULL);
    EXPECT(json_field(list, "a") == NULL);
    arena_clear(&arena);
}

TEST(what_is_no_json_is_refused_at_its_line)
{
    static const char *const wrong[] = {"",          "{",           "[1,]",     "{\"a\":1,}",
                                        "{\"a\" 1}", "\"a",         "\"\\x\"",  "\"\\u12\"",
                                        "[1] 2",     "\"\\ud800\"", "nul",      "+",
                                        "1e",        "{1: 2}",      "\"a\nb\"", "-"};
    Arena arena = {0};
    unsigned line;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        EXPECT(read_json(wrong[i], &line, &arena) == NULL);
    }
    EXPECT(read_json("[1,\n2,\n?]", &line, &arena) == NULL);
    EXPECT_EQ(line, 3);
    char deep[200];
    memset(deep, '[', sizeof deep);
    EXPECT(json_read(deep, sizeof deep, &line, &arena) == NULL);
    arena_clear(&arena);
}

// What --json writes of the sample.
static Text report_json(const Sample *sample)
{
    Text text = {0};
    Report *report = report_create(&sample->report);
    const Report *reports[] = {report};
    report_print_json(reports, 1, "1.0", &text);
    report_destroy(report);
    return text;
}

TEST(launches_are_found_again_and_every_counter_has_its_change)
{
    Sample sample;
    sample_init(&sample);
    Text old = report_json(&sample);
    Baseline baseline;
    Arena arena = {0};
    uint32_t without;
    char number[NUMBER_MAX];
    EXPECT(baseline_read("old.json", text_string(&old), old.size_bytes, &baseline, &arena) == NULL);
    sample.accesses[2].shared_wavefronts = sample.accesses[3].shared_wavefronts = SAMPLE_EXECUTED;
    sample.record.grid[0] = 50; // another grid: the kernel is found all the same
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT_TEXT(baseline_change(launch, COUNTER_shared_wavefronts, number), "");
    EXPECT(baseline_match(&baseline, report, &without) == NULL);
    EXPECT_EQ(without, 0);
    EXPECT(launch->before != NULL);
    EXPECT_TEXT(launch->before->file, "old.json");
    EXPECT_TEXT(baseline_change(launch, COUNTER_shared_wavefronts, number), "-95.4 %");
    EXPECT_TEXT(baseline_change(launch, COUNTER_inst_executed, number), "0 %");
    EXPECT_TEXT(baseline_change(launch, COUNTER_grid_size, number), "+100.0 %");
    EXPECT_TEXT(baseline_change(launch, COUNTER_cycles_elapsed, number), "");
    Text page = {0};
    report_print_details(report, false, &page);
    EXPECT(strstr(text_string(&page), "Changes since launch #0 of old.json") != NULL);
    EXPECT(strstr(text_string(&page), "(+100.0 %)") != NULL);
    text_destroy(&page);
    report_destroy(report);
    text_destroy(&old);
    arena_clear(&arena);
}

// 0.000947 and 0.000473 in the file: waves of blocks on many SMs.
TEST(a_change_has_no_digits_that_the_file_does_not_tell)
{
    BaselineLaunch before = {.counters.is_known = {[COUNTER_waves_per_sm] = true},
                             .counters.value = {[COUNTER_waves_per_sm] = 0.000473}};
    ReportLaunch launch = {.has_run = true, .before = &before, .counters = before.counters};
    double percent = 0;
    char number[NUMBER_MAX];
    launch.counters.value[COUNTER_waves_per_sm] = 1. / 1056;
    EXPECT(baseline_percent(&launch, COUNTER_waves_per_sm, &percent));
    EXPECT(percent > 99.99 && percent < 100.01);
    before.counters.value[COUNTER_waves_per_sm] = 3;
    launch.counters.value[COUNTER_waves_per_sm] = 1;
    EXPECT(baseline_percent(&launch, COUNTER_waves_per_sm, &percent));
    EXPECT_TEXT(number_plain(percent, number), "-66.667");
}

TEST(what_was_zero_is_new)
{
    Sample sample;
    sample_init(&sample);
    sample.accesses[4].branch_diverged = 0;
    Text old = report_json(&sample);
    Baseline baseline;
    Arena arena = {0};
    uint32_t without;
    char number[NUMBER_MAX];
    double percent;
    EXPECT(baseline_read("old.json", text_string(&old), old.size_bytes, &baseline, &arena) == NULL);
    sample.accesses[4].branch_diverged = 5;
    Report *report = report_create(&sample.report);
    EXPECT(baseline_match(&baseline, report, &without) == NULL);
    EXPECT_TEXT(baseline_change(&report->launches[0], COUNTER_branch_divergent, number), "new");
    EXPECT(!baseline_percent(&report->launches[0], COUNTER_branch_divergent, &percent));
    report_destroy(report);
    text_destroy(&old);
    arena_clear(&arena);
}

static const char *match(const char *text, const Sample *sample, Arena *arena)
{
    Baseline baseline;
    uint32_t without;
    const char *problem = baseline_read("old.json", text, strlen(text), &baseline, arena);
    if (problem != NULL) {
        return problem;
    }
    Report *report = report_create(&sample->report);
    problem = baseline_match(&baseline, report, &without);
    problem = problem == NULL ? "" : arena_printf(arena, "%s", problem);
    report_destroy(report);
    return problem;
}

TEST(other_files_gpus_and_kernels_are_refused)
{
    Sample sample;
    Arena arena = {0};
    sample_init(&sample);
    EXPECT(strstr(match("x", &sample, &arena), "line 1 is not JSON") != NULL);
    EXPECT(strstr(match("{\"schema\": \"other\"}", &sample, &arena), "not a report") != NULL);
    EXPECT(strstr(match("{\"schema\": \"lockstep-report\", \"gpus\": [3]}", &sample, &arena),
                  "not a report") != NULL);
    EXPECT(strstr(match("{\"schema\": \"lockstep-report\", \"gpus\": [{\"name\": \"round\", "
                        "\"launches\": [{\"id\": 1}]}]}",
                        &sample, &arena),
                  "not a report") != NULL);
    EXPECT_TEXT(match("{\"schema\": \"lockstep-report\", \"gpus\": [{\"name\": \"a100\", "
                      "\"launches\": []}]}",
                      &sample, &arena),
                "it holds launches on a100, not on round");
    EXPECT(strstr(match("{\"schema\": \"lockstep-report\", \"gpus\": [{\"name\": \"round\", "
                        "\"launches\": [{\"id\": 1, \"kernel\": \"f(int)\", \"grid\": [1, 1, 1], "
                        "\"counters\": {\"inst_executed\": 1}}]}]}",
                        &sample, &arena),
                  "it has no launch of transpose") != NULL);
    arena_clear(&arena);
}
