// SPDX-License-Identifier: Apache-2.0
// Building a report: totals, lines, accesses, and what is left out when a GPU refuses a launch.
#include "tests/test.h"
#include "tests/unit/sim_report/sample.h"

TEST(totals_are_sums_over_the_program)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    const CounterSet *counters = &report->launches[0].counters;
    EXPECT_EQ(report->count, 1);
    EXPECT_EQ(counters->value[COUNTER_inst_executed], 6000);
    EXPECT_EQ(counters->value[COUNTER_shared_ld_wavefronts], 64000);
    EXPECT_EQ(counters->value[COUNTER_shared_excess], 62000);
    EXPECT_EQ(counters->value[COUNTER_grid_size], 125);
    EXPECT_EQ(counters->value[COUNTER_warps_launched], 1000);
    EXPECT_EQ(counters->value[COUNTER_branch_efficiency], 75);
    report_destroy(report);
}

TEST(names_are_those_people_use)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    EXPECT_TEXT(report->launches[0].name, "transpose(float *, const float *, int)");
    EXPECT_TEXT(report->launches[0].short_name, "transpose");
    EXPECT_TEXT(report->launches[0].limiter, "warps");
    EXPECT_EQ(report->launches[0].position.line, 10);
    report_destroy(report);
}

TEST(lines_hold_all_instructions_once)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT_EQ(launch->source_line_count, 4); // 10, 14, 16 and what has no line
    EXPECT_EQ(launch->source_lines[0].line, 10);
    EXPECT_EQ(launch->source_lines[0].counters.value[COUNTER_inst_executed], 2000);
    EXPECT_EQ(launch->source_lines[1].line, 14);
    EXPECT_EQ(launch->source_lines[1].counters.value[COUNTER_shared_excess], 62000);
    EXPECT(launch->source_lines[3].file == NULL);
    double sum = 0;
    for (uint32_t i = 0; i < launch->source_line_count; i++) {
        sum += launch->source_lines[i].counters.value[COUNTER_inst_executed];
    }
    EXPECT_EQ(sum, launch->counters.value[COUNTER_inst_executed]);
    EXPECT_EQ(launch->ptx_line_count, SAMPLE_CODE);
    EXPECT_EQ(launch->ptx_lines[5].line, 55);
    report_destroy(report);
}

// Cycles of each reason at each micro-op, all different.
static void add_time(Sample *sample, LaunchTime *time, StallCount stalls[SAMPLE_CODE])
{
    *time = (LaunchTime){.cycles = 5000, .sms = {.active_cycles = 40000}, .stalls = stalls};
    for (uint32_t pc = 0; pc < SAMPLE_CODE; pc++) {
        for (uint32_t stall = 0; stall < STALL_COUNT; stall++) {
            stalls[pc].cycles[stall] = 100 * pc + stall;
            time->sms.warp_cycles += stalls[pc].cycles[stall];
        }
    }
    sample->record.time = time;
}

static double sum_over(const ReportLine *lines, uint32_t count, CounterId id)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += lines[i].counters.value[id];
    }
    return sum;
}

TEST(warp_cycles_are_the_sum_over_reasons_and_over_lines)
{
    static const CounterId reasons[] = {
#define STALL(id, name, ncu, doc) COUNTER_waiting_##name,
#include "sim/observe/stall.def"
#undef STALL
    };
    Sample sample;
    sample_init(&sample);
    LaunchTime time;
    StallCount stalls[SAMPLE_CODE];
    add_time(&sample, &time, stalls);
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    double all = launch->counters.value[COUNTER_warp_cycles], sum = 0;
    EXPECT_EQ(launch->counters.value[COUNTER_warp_states], all);
    for (int i = 0; i < STALL_COUNT; i++) {
        sum += launch->counters.value[reasons[i]];
        EXPECT_EQ(sum_over(launch->source_lines, launch->source_line_count, reasons[i]),
                  launch->counters.value[reasons[i]]);
        EXPECT_EQ(sum_over(launch->ptx_lines, launch->ptx_line_count, reasons[i]),
                  launch->counters.value[reasons[i]]);
    }
    EXPECT_EQ(sum, all);
    EXPECT(launch->bottleneck != NULL);
    report_destroy(report);
}

TEST(unrolled_copies_of_an_access_are_one_site)
{
    Sample sample;
    sample_init(&sample);
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT_EQ(launch->site_count, 4); // load, store, load, branch
    const ReportSite *site = &launch->sites[2];
    EXPECT_TEXT(report_site_name(site->micro), "shared load");
    EXPECT_EQ(site->position.line, 14);
    EXPECT_EQ(site->position.column, 9);
    EXPECT_EQ(site->executed.executed, 2 * SAMPLE_EXECUTED);
    EXPECT_EQ(site->accesses.shared_wavefronts, 64000);
    report_destroy(report);
}

TEST(without_a_source_the_ptx_is_the_place)
{
    Sample sample;
    sample_init(&sample);
    for (uint32_t pc = 0; pc < SAMPLE_CODE; pc++) {
        sample.code[pc].location = 0;
    }
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT_EQ(launch->source_line_count, 0);
    EXPECT_EQ(launch->site_count, 5); // each on its own PTX line
    EXPECT_TEXT(launch->sites[0].position.file, "transpose.ptx");
    EXPECT_EQ(launch->sites[0].position.line, 50);
    report_destroy(report);
}

TEST(a_refused_launch_has_no_counts)
{
    Sample sample;
    sample_init(&sample);
    sample.record.status = LOCKSTEP_ERROR_LAUNCH;
    sample.record.refusal = "1024 threads a block, 512 is the limit";
    sample.record.program = NULL;
    sample.record.executed = NULL;
    Report *report = report_create(&sample.report);
    EXPECT(!report->launches[0].has_run);
    EXPECT_EQ(report->launches[0].finding_count, 0);
    EXPECT(!report->launches[0].counters.is_known[COUNTER_inst_executed]);
    report_destroy(report);
}

TEST(a_fault_is_told_with_its_place)
{
    Sample sample;
    sample_init(&sample);
    sample.record.status = LOCKSTEP_ERROR_FAULT;
    sample.record.fault = (Fault){.kind = FAULT_OUT_OF_BOUNDS,
                                  .pc = 2,
                                  .block = {3, 0, 0},
                                  .thread = {7, 1, 0},
                                  .address = 0x1234,
                                  .width_bytes = 4,
                                  .space = PTX_SPACE_SHARED};
    Report *report = report_create(&sample.report);
    const ReportLaunch *launch = &report->launches[0];
    EXPECT(launch->has_run);
    EXPECT_TEXT(launch->fault_name, "out-of-bounds");
    EXPECT_EQ(launch->fault_position.line, 14);
    EXPECT(strstr(launch->fault, "0x1234") != NULL);
    EXPECT(strstr(launch->fault, "(7,1,0)") != NULL);
    EXPECT_EQ(launch->finding_count, 0); // half a run is no ground for advice
    report_destroy(report);
}

TEST(launches_can_be_left_out)
{
    Sample sample;
    sample_init(&sample);
    const LaunchRecord *records[3] = {&sample.record, &sample.record, &sample.record};
    Report *report = report_create(&(LockstepReport){.records = records, .count = 3});
    report_keep(report, (const bool[]){false, true, true});
    EXPECT_EQ(report->count, 2);
    report_destroy(report);
}

TEST(no_launches_are_an_empty_report)
{
    Report *report = report_create(&(LockstepReport){0});
    EXPECT_EQ(report->count, 0);
    EXPECT(report->gpu == NULL);
    report_destroy(report);
}
