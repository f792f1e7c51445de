// SPDX-License-Identifier: Apache-2.0
// The renderings, on a record made by hand: shapes that other programs read, and what a person
// looks for.
#include "sim/report/print.h"
#include "sim/report/section.h"
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

typedef struct Fixture {
    Sample sample;
    Report *report;
    const Report *reports[1];
    Arena arena;
    Text text;
} Fixture;

static void setup(Fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    sample_init(&fixture->sample);
    fixture->report = report_create(&fixture->sample.report);
    fixture->reports[0] = fixture->report;
}

static void teardown(Fixture *fixture)
{
    report_destroy(fixture->report);
    arena_clear(&fixture->arena);
    text_destroy(&fixture->text);
}

static bool has(const Fixture *fixture, const char *text)
{
    bool is_there = strstr(text_string(&fixture->text), text) != NULL;
    if (!is_there) {
        fprintf(stderr, "    not in the text: %s\n", text);
    }
    return is_there;
}

TEST(the_details_page_has_actual_ideal_excess_and_class)
{
    Fixture f;
    setup(&f);
    report_print_details(f.report, false, &f.text);
    EXPECT(has(
        &f, "transpose(float *, const float *, int) (25, 5, 1)x(32, 8, 1), Round GPU, CC 9.0\n"));
    EXPECT(has(
        &f, "    load                       2,000          64,000           2,000          62,000"
            "  exact\n"));
    EXPECT(has(&f, "limited by warps"));
    EXPECT(has(&f, "Branch efficiency                           75 %"));
    EXPECT(has(&f, "transpose.cu:14:9: warning: 32-way bank conflict"));
    EXPECT(has(&f, "[bank-conflict]\n    advice: "));
    EXPECT(strstr(text_string(&f.text), "\033") == NULL);
    teardown(&f);
}

TEST(color_marks_headings_and_warnings)
{
    Fixture f;
    setup(&f);
    report_print_details(f.report, true, &f.text);
    EXPECT(has(&f, "\033[1mOccupancy\033[0m"));
    EXPECT(has(&f, "\033[1;35mwarning:\033[0m"));
    teardown(&f);
}

TEST(a_refused_launch_says_why)
{
    Fixture f;
    setup(&f);
    report_destroy(f.report);
    f.sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    f.sample.record.refusal = "the block is too large";
    f.report = report_create(&f.sample.report);
    report_print_details(f.report, false, &f.text);
    EXPECT(has(&f, "Not run: the block is too large\n"));
    teardown(&f);
}

TEST(wide_csv_has_ncus_columns_units_and_one_row_a_launch)
{
    Fixture f;
    setup(&f);
    MetricList metrics;
    const char *unknown;
    EXPECT(metrics_parse("smsp__inst_executed.sum,gld_incoherent,branch_efficiency", &metrics,
                         &unknown, &f.arena));
    report_print_csv(f.reports, 1, &metrics, "a \"b\".ptx", &f.text);
    EXPECT_TEXT(text_string(&f.text),
                "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel "
                "Name\",\"Context\",\"Stream\","
                "\"Block Size\",\"Grid Size\",\"Device\",\"CC\",\"smsp__inst_executed.sum\","
                "\"gld_incoherent\",\"branch_efficiency\"\n"
                "\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"inst\",\"\",\"%\"\n"
                "\"0\",\"1\",\"a \"\"b\"\".ptx\",\"lockstep\",\"transpose(float *, const float *, "
                "int)\",\"1\","
                "\"7\",\"(32, 8, 1)\",\"(25, 5, 1)\",\"0\",\"9.0\",\"6000\",\"\",\"75\"\n");
    teardown(&f);
}

TEST(long_csv_has_a_row_a_metric_and_a_row_a_finding)
{
    Fixture f;
    setup(&f);
    MetricList metrics;
    const char *unknown;
    EXPECT(metrics_parse("inst_executed,gld_incoherent", &metrics, &unknown, &f.arena));
    report_print_long_csv(f.reports, 1, 0, &metrics, "p", &f.text);
    EXPECT(has(&f,
               "\"CC\",\"Section Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\",\"Rule "
               "Name\",\"Rule Type\",\"Rule Description\","));
    EXPECT(has(&f, "\"Command line profiler metrics\",\"inst_executed\",\"inst\",\"6000\",\"\","));
    EXPECT(has(&f, "\"bank-conflict\",\"WRN\",\"transpose.cu:14:9: "));
    EXPECT(strstr(text_string(&f.text), "gld_incoherent") == NULL); // not known on this GPU
    teardown(&f);
}

TEST(an_unknown_metric_is_named)
{
    Fixture f;
    setup(&f);
    MetricList metrics;
    const char *unknown = NULL;
    EXPECT(!metrics_parse("inst_executed,nonsense,branch", &metrics, &unknown, &f.arena));
    EXPECT_TEXT(unknown, "nonsense");
    teardown(&f);
}

TEST(all_metrics_are_sorted_and_each_name_is_a_counter)
{
    Arena arena = {0};
    for (uint32_t naming = 0; naming < NAMING_COUNT; naming++) {
        MetricList list = metrics_all((CounterNaming)naming, &arena);
        EXPECT(list.count > 5);
        for (uint32_t i = 0; i < list.count; i++) {
            EXPECT(i == 0 || strcmp(list.items[i - 1].name, list.items[i].name) < 0);
            EXPECT(list.items[i].id < COUNTER_COUNT);
        }
    }
    arena_clear(&arena);
}

// Steps over one JSON value; NULL when it is none (RFC 8259, without the check of numbers' form).
static const char *skip_json(const char *at, int depth)
{
    if (depth > 32) {
        return NULL;
    }
    if (*at == '{' || *at == '[') {
        char close = *at == '{' ? '}' : ']';
        bool is_object = *at++ == '{';
        while (*at != close) {
            if (is_object) {
                at = *at == '"' ? skip_json(at, depth + 1) : NULL;
                at = at != NULL && *at == ':' ? at + 1 : NULL;
            }
            at = at == NULL ? NULL : skip_json(at, depth + 1);
            if (at == NULL || (*at != ',' && *at != close) || (*at == ',' && at[1] == close)) {
                return NULL;
            }
            at += *at == ',';
        }
        return at + 1;
    }
    if (*at == '"') {
        for (at++; *at != '"'; at++) {
            if ((unsigned char)*at < 0x20) {
                return NULL;
            }
            at += *at == '\\';
        }
        return at + 1;
    }
    size_t size = strspn(at, "-0123456789.eE");
    return size > 0 ? at + size : strncmp(at, "null", 4) == 0 ? at + 4 : NULL;
}

TEST(json_is_well_formed_whatever_the_names_hold)
{
    Fixture f;
    setup(&f);
    report_destroy(f.report);
    f.sample.file.name = "a\"b\\c\n\x01.cu";
    f.report = report_create(&f.sample.report);
    f.reports[0] = f.report;
    report_print_json(f.reports, 1, "1.0.0", &f.text);
    const char *end = skip_json(text_string(&f.text), 0);
    EXPECT(end != NULL && strcmp(end, "\n") == 0);
    EXPECT(has(&f, "{\"schema\":\"lockstep-report\",\"schema_version\":1,\"lockstep\":\"1.0.0\","));
    EXPECT(has(&f, "\"file\":\"a\\\"b\\\\c\\u000a\\u0001.cu\",\"line\":14"));
    EXPECT(has(&f, "\"grid\":[25,5,1],\"block\":[32,8,1],\"status\":\"ok\",\"refusal\":null"));
    EXPECT(has(&f, "\"kind\":\"shared load\",\"bytes_per_lane\":4,\"array\":"));
    teardown(&f);
}

TEST(columns_stand_side_by_side_and_say_why_a_launch_was_refused)
{
    Fixture f, g;
    setup(&f);
    setup(&g);
    report_destroy(g.report);
    strcpy(g.sample.gpu.name, "small");
    g.sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    g.sample.record.refusal = "256 threads a block, 128 is the limit";
    g.report = report_create(&g.sample.report);
    const Report *reports[] = {f.report, g.report};
    report_print_columns(reports, 2, NULL, &f.text);
    EXPECT(has(&f, "            round            small\n"));
    EXPECT(has(&f, "  registers_per_thread                             20"
                   "     refused: 256  exact@ISA\n"));
    EXPECT(has(&f, "  8 threads a block,  exact@ISA\n"));
    EXPECT(has(&f, " 100 128 is the limit  exact@ISA\n"));
    EXPECT(
        has(&f, "shared_ld_wavefronts                         64,000                   exact\n"));
    EXPECT(strstr(text_string(&f.text), "gld_incoherent") == NULL);
    teardown(&f);
    teardown(&g);
}

// A reason that is longer than the table goes on below it, and the GPU's title is its name.
TEST(a_refusal_on_all_gpus_is_all_there_is)
{
    Fixture f;
    setup(&f);
    report_destroy(f.report);
    f.sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    f.sample.record.refusal = "Round GPU (cc 9.0) has no incomprehensibilities";
    f.report = report_create(&f.sample.report);
    const Report *reports[] = {f.report, f.report};
    report_print_columns(reports, 2, NULL, &f.text);
    EXPECT(has(&f, "\n                                                round            round\n"
                   "                                       refused: round   refused: round\n"
                   "                                               has no           has no\n"
                   "                                     incomprehensibil incomprehensibil\n"
                   "                                                ities            ities\n"));
    teardown(&f);
}

// By the kernel, not by the position: one GPU's program left a launch out.
TEST(launches_of_one_kernel_stand_side_by_side)
{
    Fixture f, g;
    setup(&f);
    setup(&g);
    ReportLaunch both[2] = {f.report->launches[0], f.report->launches[0]};
    LaunchRecord other = *both[0].record;
    other.kernel = "other";
    both[0].name = "other";
    both[0].record = &other;
    Report longer = {.gpu = f.report->gpu, .launches = both, .count = 2};
    const Report *reports[] = {g.report, &longer};
    report_print_columns(reports, 2, NULL, &f.text);
    EXPECT(strncmp(text_string(&f.text), "other (25, 5, 1)", 16) == 0);
    EXPECT(has(&f, "registers_per_thread                   not launched               20  exact"));
    EXPECT(has(&f, "registers_per_thread                             20               20  exact"));
    teardown(&f);
    teardown(&g);
}

TEST(each_generation_has_its_own_names)
{
    Fixture f, g;
    setup(&f);
    setup(&g);
    const Report *reports[] = {f.report, g.report};
    const CounterNaming namings[] = {NAMING_NCU, NAMING_G80};
    report_print_named_columns(reports, 2, namings, &f.text);
    EXPECT(has(&f, "  instructions                                                             "));
    EXPECT(has(&f, "                            6,000  exact@ISA\n"));
    EXPECT(has(&f, "  smsp__inst_executed.sum                                                  "));
    EXPECT(has(&f, "            6,000                   exact@ISA\n"));
    teardown(&f);
    teardown(&g);
}

TEST(the_source_page_shows_lines_and_what_stands_between)
{
    Fixture f;
    setup(&f);
    const char *code = "1\n2\n3\n4\n5\n6\n7\n8\n9\nten\n11\n12\n13\nfourteen\n15\nsixteen";
    SourceText source = {"transpose.cu", code, strlen(code), NULL};
    report_print_source(f.report, &source, 1, false, false, &f.text);
    EXPECT(has(&f, "     10 ten\n"));
    EXPECT(has(&f, "     12 12\n"));
    EXPECT(has(&f, "62,000                            14 fourteen\n"));
    EXPECT(has(&f, "     16 sixteen\n"));
    EXPECT(has(&f, "(instructions without a source line)"));
    EXPECT(!has(&f, "\033["));
    text_destroy(&f.text);
    source.path = "/a b/\xc3\xa9.cu";
    report_print_source(f.report, &source, 1, false, true, &f.text);
    EXPECT(has(&f, "\033[1;31m62,000\033[0m "));
    EXPECT(has(&f, "\033]8;;file:///a%20b/%C3%A9.cu#14\033\\    14\033]8;;\033\\ fourteen\n"));
    teardown(&f);
}

TEST(the_source_page_does_without_the_file_and_past_its_end)
{
    Fixture f;
    setup(&f);
    SourceText source = {"transpose.cu", "one\n", 4, NULL};
    report_print_source(f.report, &source, 1, false, false, &f.text);
    EXPECT(has(&f, " 14 \n"));
    text_destroy(&f.text);
    report_print_source(f.report, NULL, 0, false, false, &f.text);
    EXPECT(has(&f, " 14 \n"));
    teardown(&f);
}

TEST(cc_1_has_the_text_profilers_log)
{
    Fixture f;
    setup(&f);
    report_destroy(f.report);
    f.sample.gpu.compute_capability = 10;
    f.sample.gpu.coalesce_rule = COALESCE_STRICT;
    f.sample.accesses[0].global_coalesced = 2000;
    f.report = report_create(&f.sample.report);
    report_print_legacy(f.report, &f.text);
    EXPECT(has(&f, "# CUDA_PROFILE_LOG_VERSION 2.0\n# CUDA_DEVICE 0 Round GPU\n"));
    EXPECT(has(&f, "method=[ _Z9transposePfPKfi ] occupancy=[ 1.000 ] instructions=[ 6000 ]"));
    EXPECT(has(&f, " divergent_branch=[ 250 ] "));
    EXPECT(has(&f, " gld_coherent=[ 2000 ] gld_incoherent=[ 0 ] "));
    EXPECT(strstr(text_string(&f.text), "gputime") == NULL); // a counts run knows no time
    teardown(&f);
}

TEST(later_generations_have_their_events)
{
    Fixture f;
    setup(&f);
    report_destroy(f.report);
    f.sample.gpu.compute_capability = 35;
    f.sample.gpu.coalesce_rule = COALESCE_UNCACHED;
    f.report = report_create(&f.sample.report);
    report_print_legacy(f.report, &f.text);
    EXPECT(has(&f, "shared_load_transactions "));
    EXPECT(has(&f, "64,000"));
    teardown(&f);
}
