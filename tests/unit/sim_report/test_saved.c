// SPDX-License-Identifier: Apache-2.0
// A report that was written as JSON and read again makes the same pages and tables.
#include "sim/report/print.h"
#include "sim/report/saved.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

typedef struct Case {
    Sample sample;
    Report *own, *saved;
    Text json;
    Arena arena;
} Case;

static void start(Case *c)
{
    *c = (Case){.arena = {0}};
    sample_init(&c->sample);
}

// After the sample has been changed as the test needs it.
static void save(Case *c)
{
    uint32_t count;
    const char *program;
    c->own = report_create(&c->sample.report);
    report_list_kernels(c->own);
    const Report *reports[] = {c->own};
    report_print_json(reports, 1, "1.0", &c->json);
    SavedFile file = {text_string(&c->json), c->json.size_bytes, &c->sample.record.gpu, 1};
    EXPECT(saved_read(&file, &c->saved, 1, &count, &program, &c->arena) == NULL);
    EXPECT_EQ(count, 1);
    EXPECT(program == NULL);
}

static void finish(Case *c)
{
    report_destroy(c->own);
    report_destroy(c->saved);
    text_destroy(&c->json);
    arena_clear(&c->arena);
}

typedef void Print(const Report *report, Text *out);

static void print_details(const Report *report, Text *out)
{
    report_print_details(report, false, out);
}

static void print_source(const Report *report, Text *out)
{
    report_print_source(report, NULL, 0, false, false, out);
}

static void print_source_csv(const Report *report, Text *out)
{
    report_print_source_csv(report, NULL, 0, false, out);
}

static void expect_same(const Case *c, Print *print)
{
    Text own = {0}, saved = {0};
    print(c->own, &own);
    print(c->saved, &saved);
    EXPECT(own.size_bytes > 0);
    EXPECT_TEXT(text_string(&saved), text_string(&own));
    text_destroy(&own);
    text_destroy(&saved);
}

TEST(a_saved_report_makes_the_same_pages)
{
    Case c;
    start(&c);
    save(&c);
    EXPECT(c.own->launches[0].finding_count > 0);
    EXPECT_EQ(c.saved->launches[0].finding_count, c.own->launches[0].finding_count);
    expect_same(&c, print_details);
    expect_same(&c, report_print_launches);
    expect_same(&c, print_source);
    expect_same(&c, print_source_csv);
    finish(&c);
}

TEST(a_launch_that_was_refused_stays_so)
{
    Case c;
    start(&c);
    c.sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    c.sample.record.refusal = "too many threads";
    c.sample.record.executed = NULL;
    save(&c);
    EXPECT(!c.saved->launches[0].has_run);
    expect_same(&c, print_details);
    finish(&c);
}

TEST(what_is_no_report_is_refused)
{
    static const char *const texts[] = {
        "",
        "[]",
        "{\"schema\": \"other\"}",
        "{\"schema\": \"lockstep-report\", \"gpus\": []}",
        "{\"schema\": \"lockstep-report\", \"gpus\": [{\"name\": \"nosuch\"}]}",
        "{\"schema\": \"lockstep-report\", \"gpus\": [{}]}"};
    Arena arena = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Report *report;
        uint32_t count;
        const char *program;
        SavedFile file = {.text = texts[i], .size_bytes = strlen(texts[i])};
        EXPECT(saved_read(&file, &report, 1, &count, &program, &arena) != NULL);
        EXPECT_EQ(count, 0);
    }
    arena_clear(&arena);
}
