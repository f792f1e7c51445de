// SPDX-License-Identifier: Apache-2.0
// What one process packs another has again; bytes that were cut off or changed are refused or are
// another report, never a crash.
#include "sim/report/pack.h"
#include "sim/report/print.h"
#include "sim/report/section.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

#include <stdlib.h>

typedef struct Fixture {
    Sample sample;
    Report *report;
    Text bytes;
} Fixture;

static void setup(Fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    sample_init(&fixture->sample);
    fixture->report = report_create(&fixture->sample.report);
    report_pack(fixture->report, &fixture->bytes);
}

static void teardown(Fixture *fixture)
{
    report_destroy(fixture->report);
    text_destroy(&fixture->bytes);
}

// From memory of exactly this size, so that a sanitizer sees a byte too far.
static Report *unpack(const char *bytes, size_t size_bytes)
{
    char *copy = malloc(size_bytes + (size_bytes == 0));
    memcpy(copy, bytes, size_bytes);
    Report *report = report_unpack(copy, size_bytes);
    free(copy);
    return report;
}

TEST(csv_and_columns_of_the_copy_are_those_of_the_original)
{
    Fixture f;
    Arena arena = {0};
    Text pages[2] = {{0}};
    setup(&f);
    Report *copy = unpack(f.bytes.at, f.bytes.size_bytes);
    EXPECT(copy != NULL);
    const Report *reports[] = {f.report, copy};
    MetricList metrics = metrics_all(NAMING_NCU, &arena);
    for (int i = 0; i < 2 && copy != NULL; i++) {
        const Report *two[] = {reports[i], reports[i]};
        report_print_csv(&reports[i], 1, &metrics, "a", &pages[i]);
        report_print_long_csv(&reports[i], 1, SECTIONS_ALL, &metrics, "a", &pages[i]);
        report_print_launches_csv(&reports[i], 1, &pages[i]);
        report_print_columns(two, 2, NULL, &pages[i]);
    }
    EXPECT(pages[0].size_bytes > 1000);
    EXPECT_TEXT(text_string(&pages[1]), text_string(&pages[0]));
    text_destroy(&pages[0]);
    text_destroy(&pages[1]);
    report_destroy(copy);
    arena_clear(&arena);
    teardown(&f);
}

TEST(a_refusal_and_a_fault_come_along)
{
    Fixture f;
    setup(&f);
    f.sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    f.sample.record.refusal = "too many threads";
    f.report->launches[0].has_run = false;
    f.report->launches[0].fault = "out of bounds";
    f.report->launches[0].fault_name = "out-of-bounds";
    text_destroy(&f.bytes);
    f.bytes = (Text){0};
    report_pack(f.report, &f.bytes);
    Report *copy = unpack(f.bytes.at, f.bytes.size_bytes);
    EXPECT(copy != NULL && copy->count == 1);
    EXPECT_TEXT(copy->launches[0].record->refusal, "too many threads");
    EXPECT_TEXT(copy->launches[0].fault, "out of bounds");
    EXPECT(!copy->launches[0].has_run);
    EXPECT_EQ(copy->launches[0].record->status, LOCKSTEP_ERROR_LAUNCH);
    report_destroy(copy);
    teardown(&f);
}

TEST(a_report_without_launches_comes_along)
{
    Report empty = {0};
    Text bytes = {0};
    report_pack(&empty, &bytes);
    Report *copy = unpack(bytes.at, bytes.size_bytes);
    EXPECT(copy != NULL && copy->count == 0 && copy->gpu == NULL);
    report_destroy(copy);
    text_destroy(&bytes);
}

TEST(bytes_that_are_cut_off_or_too_many_are_no_report)
{
    Fixture f;
    setup(&f);
    for (size_t size = 0; size < f.bytes.size_bytes; size++) {
        EXPECT(unpack(f.bytes.at, size) == NULL);
    }
    text_add(&f.bytes, "", 1);
    EXPECT(unpack(f.bytes.at, f.bytes.size_bytes) == NULL);
    teardown(&f);
}

TEST(changed_bytes_do_no_harm)
{
    Fixture f;
    setup(&f);
    uint32_t refused = 0;
    for (size_t at = 0; at < f.bytes.size_bytes; at++) {
        char old = f.bytes.at[at];
        f.bytes.at[at] = (char)~old;
        Report *copy = unpack(f.bytes.at, f.bytes.size_bytes);
        refused += copy == NULL;
        report_destroy(copy);
        f.bytes.at[at] = old;
    }
    EXPECT(refused > 0);
    teardown(&f);
}
