// SPDX-License-Identifier: Apache-2.0
// Findings: what is worth a warning, with which numbers, and what is not.
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

static const Finding *find(const Report *report, FindingKind kind)
{
    const ReportLaunch *launch = &report->launches[0];
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        if (launch->findings[i].kind == kind) {
            return &launch->findings[i];
        }
    }
    return NULL;
}

static bool has_text(const Finding *finding, const char *text)
{
    return finding != NULL && strstr(finding->message, text) != NULL;
}

TEST(a_bank_conflict_has_its_ways_and_share)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    const Finding *finding = find(report, FINDING_BANK_CONFLICT);
    EXPECT(has_text(finding, "32-way bank conflict in a shared load"));
    EXPECT(has_text(finding, "64,000 wavefronts where 2,000 are enough"));
    EXPECT(has_text(finding, "95.4 %")); // 62,000 of 65,000
    EXPECT_EQ(finding->position.line, 14);
    EXPECT_EQ(finding->actual, 64000);
    EXPECT_EQ(finding->ideal, 2000);
    report_destroy(report);
}

// s[t] + s[t * 32]: both loads stand at one place and read one array.
TEST(a_conflict_is_not_averaged_with_an_access_beside_it)
{
    Sample sample;
    sample_init(&sample);
    sample.accesses[2].shared_wavefronts = SAMPLE_EXECUTED;
    Report *report = report_create(&sample.report);
    const Finding *finding = find(report, FINDING_BANK_CONFLICT);
    EXPECT(has_text(finding, "32-way bank conflict in a shared load"));
    EXPECT_EQ(finding->actual, 32000);
    EXPECT_EQ(finding->ideal, 1000);
    report_destroy(report);
    sample.accesses[2].shared_wavefronts = 2 * SAMPLE_EXECUTED;
    report = report_create(&sample.report);
    finding = find(report, FINDING_BANK_CONFLICT);
    EXPECT(has_text(finding, "2-way to 32-way bank conflict in a shared load"));
    EXPECT_EQ(finding->actual, 34000);
    report_destroy(report);
}

// As after the branch of one half of a warp.
static void idle_half_the_lanes_of_the_last(Sample *sample)
{
    sample->executed[SAMPLE_CODE - 1].threads = 16 * SAMPLE_EXECUTED;
}

TEST(a_divergent_branch_that_keeps_lanes_busy_is_no_finding)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    EXPECT(find(report, FINDING_DIVERGENT_BRANCH) == NULL);
    report_destroy(report);
}

TEST(local_memory_is_a_finding_but_not_for_the_arguments_of_printf)
{
    Sample sample;
    sample_init(&sample);
    sample.code[0].space = PTX_SPACE_LOCAL;
    sample.accesses[0] = (AccessCount){.local_requests = 7, .local_sectors = 28};
    Report *report = report_create(&sample.report);
    EXPECT(has_text(find(report, FINDING_LOCAL_MEMORY), "7 requests and 28 sectors"));
    report_destroy(report);
    sample.code[1].kind = MICRO_SYSTEM_CALL; // at the same line
    sample.accesses[1] = (AccessCount){0};
    report = report_create(&sample.report);
    EXPECT(find(report, FINDING_LOCAL_MEMORY) == NULL);
    report_destroy(report);
}

TEST(a_divergent_branch_has_its_share_of_executions)
{
    Sample sample;
    sample_init(&sample);
    idle_half_the_lanes_of_the_last(&sample);
    Report *report = report_create(&sample.report);
    EXPECT(has_text(find(report, FINDING_DIVERGENT_BRANCH), "in 250 of 1,000 executions"));
    report_destroy(report);
    sample.accesses[4].branch_diverged = SAMPLE_EXECUTED / 20; // a boundary check
    report = report_create(&sample.report);
    EXPECT(find(report, FINDING_DIVERGENT_BRANCH) == NULL);
    report_destroy(report);
}

TEST(coalesced_accesses_are_no_finding)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    EXPECT(find(report, FINDING_UNCOALESCED) == NULL);
    report_destroy(report);
}

TEST(an_uncoalesced_access_has_sectors_and_bytes_used)
{
    Sample sample;
    sample_init(&sample);
    sample.accesses[0].global_sectors = 32 * SAMPLE_EXECUTED;
    Report *report = report_create(&sample.report);
    const Finding *finding = find(report, FINDING_UNCOALESCED);
    EXPECT(has_text(finding, "32,000 sectors of 32 bytes where 4,000 hold the bytes used"));
    EXPECT(has_text(finding, "32.0 an instruction; 4.0 of 32 bytes"));
    report_destroy(report);
}

TEST(a_contended_atomic_is_no_coalescing_problem)
{
    Sample sample;
    sample_init(&sample);
    sample.code[0].kind = MICRO_ATOM;
    sample.accesses[0].global_sectors = 32 * SAMPLE_EXECUTED;
    sample.accesses[0].global_ideal_sectors = SAMPLE_EXECUTED;
    Report *report = report_create(&sample.report);
    EXPECT(find(report, FINDING_UNCOALESCED) == NULL);
    EXPECT(has_text(find(report, FINDING_ATOMIC_CONTENTION), "32.0 an instruction"));
    report_destroy(report);
}

TEST(partial_warps_and_small_grids)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    EXPECT(find(report, FINDING_PARTIAL_WARPS) == NULL);
    EXPECT(find(report, FINDING_SMALL_GRID) == NULL);
    report_destroy(report);
    sample.record.block[0] = 10;
    sample.record.block[1] = 10;
    sample.record.grid[0] = 1;
    report = report_create(&sample.report);
    EXPECT(has_text(find(report, FINDING_PARTIAL_WARPS), "100 threads leave 28 of the 128 lanes"));
    EXPECT(has_text(find(report, FINDING_SMALL_GRID), "5 blocks for 10 multiprocessors"));
    report_destroy(report);
}

// Occupancy advice comes from the rule itself, so a real GPU is needed.
TEST(low_occupancy_says_what_would_change_it)
{
    Sample sample;
    sample_init(&sample);
    const Gpu *gpu = gpu_preset("h200");
    if (!EXPECT(gpu != NULL)) {
        return;
    }
    sample.record.gpu = gpu;
    sample.program.registers_per_thread = 128;
    sample.record.occupancy = occupancy(gpu, 256, 128, 4096);
    Report *report = report_create(&sample.report);
    const Finding *finding = find(report, FINDING_LOW_OCCUPANCY);
    // 65536 registers / (256 * 128) = 2 blocks of 8 warps
    EXPECT(has_text(finding, "25 %: 16 of 64 warps an SM (2 blocks), limited by registers"));
    EXPECT(finding != NULL && strstr(finding->advice, "80 registers a thread instead of 128"));
    report_destroy(report);
}

TEST(local_memory_is_told)
{
    Sample sample;
    sample_init(&sample);
    sample.code[0].space = PTX_SPACE_LOCAL;
    sample.accesses[0] = (AccessCount){.local_requests = 1000, .local_sectors = 4000};
    Report *report = report_create(&sample.report);
    EXPECT(has_text(find(report, FINDING_LOCAL_MEMORY), "1,000 requests and 4,000 sectors"));
    report_destroy(report);
}

// The divisions of one line are one finding; few of them are none.
TEST(slow_paths_of_a_line_are_told_together)
{
    Sample sample;
    sample_init(&sample);
    sample.code[5].location = sample.code[3].location;
    AccessCount slow = {.slow_executions = 500, .slow_lanes = 1000, .slow_issues = 17000};
    sample.accesses[5] = sample.accesses[3] = slow;
    Report *report = report_create(&sample.report);
    const Finding *finding = find(report, FINDING_SLOW_PATH);
    EXPECT(has_text(finding, "in 1,000 of 2,000 executions, 2.0 lanes on average"));
    EXPECT(has_text(finding, "34,000 more warp instructions"));
    report_destroy(report);
    sample.accesses[5].slow_issues = sample.accesses[3].slow_issues = 1;
    report = report_create(&sample.report);
    EXPECT(find(report, FINDING_SLOW_PATH) == NULL);
    report_destroy(report);
}

TEST(findings_come_by_kind_then_by_cost)
{
    Sample sample;
    sample_init(&sample);
    idle_half_the_lanes_of_the_last(&sample);
    sample.code[3].location = 3; // a second place with a conflict
    sample.accesses[3].shared_wavefronts *= 2;
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT(launch->finding_count >= 3);
    EXPECT_EQ(launch->findings[0].kind, FINDING_BANK_CONFLICT);
    EXPECT_EQ(launch->findings[0].position.line, 16);
    EXPECT_EQ(launch->findings[1].position.line, 14);
    EXPECT_EQ(launch->findings[2].kind, FINDING_DIVERGENT_BRANCH);
    report_destroy(report);
}
