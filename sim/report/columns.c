// SPDX-License-Identifier: Apache-2.0
// Several GPUs side by side: one table a launch, a row a counter, a column a GPU.
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <string.h>

enum { NAME_WIDTH = 34, COLUMN_WIDTH = 16 };

// What tells generations apart; rows that no GPU knows are left out.
static const CounterId selection[] = {COUNTER_registers_per_thread,
                                      COUNTER_blocks_per_sm,
                                      COUNTER_occupancy_pct,
                                      COUNTER_inst_executed,
                                      COUNTER_threads_per_inst,
                                      COUNTER_branch_targets,
                                      COUNTER_branch_divergent,
                                      COUNTER_branch_efficiency,
                                      COUNTER_shared_ld,
                                      COUNTER_shared_ld_wavefronts,
                                      COUNTER_shared_ld_ideal,
                                      COUNTER_shared_ld_excess,
                                      COUNTER_shared_st,
                                      COUNTER_shared_st_wavefronts,
                                      COUNTER_shared_st_ideal,
                                      COUNTER_shared_st_excess,
                                      COUNTER_shared_atom,
                                      COUNTER_shared_atom_wavefronts,
                                      COUNTER_global_ld_requests,
                                      COUNTER_global_ld_sectors,
                                      COUNTER_global_ld_ideal,
                                      COUNTER_global_ld_efficiency,
                                      COUNTER_global_st_requests,
                                      COUNTER_global_st_sectors,
                                      COUNTER_global_st_ideal,
                                      COUNTER_global_st_efficiency,
                                      COUNTER_gld_coherent,
                                      COUNTER_gld_incoherent,
                                      COUNTER_gst_coherent,
                                      COUNTER_gst_incoherent,
                                      COUNTER_gld_total,
                                      COUNTER_gst_total,
                                      COUNTER_atom_requests,
                                      COUNTER_atom_sectors,
                                      COUNTER_local_ld_requests,
                                      COUNTER_local_st_requests};

static const ReportLaunch *launch_of(const Report *report, uint32_t index)
{
    return index < report->count ? &report->launches[index] : NULL;
}

static bool has_run(const ReportLaunch *launch)
{
    return launch != NULL && launch->has_run;
}

static const char *cell_text(const ReportLaunch *launch, CounterId id, char number[NUMBER_MAX])
{
    if (!has_run(launch)) {
        return "refused";
    }
    return launch->counters.is_known[id] ? number_grouped(launch->counters.value[id], number) : "-";
}

static bool is_worth_a_row(const Report *const *reports, uint32_t count, uint32_t index,
                           CounterId id)
{
    for (uint32_t g = 0; g < count; g++) {
        const ReportLaunch *launch = launch_of(reports[g], index);
        if (has_run(launch) && launch->counters.is_known[id] && launch->counters.value[id] > 0) {
            return true;
        }
    }
    return false;
}

static void print_row(const Report *const *reports, uint32_t count, uint32_t index, Metric metric,
                      Text *out)
{
    text_printf(out, "  %-*s", NAME_WIDTH, metric.name);
    for (uint32_t g = 0; g < count; g++) {
        char number[NUMBER_MAX];
        text_printf(out, " %*s", COLUMN_WIDTH,
                    cell_text(launch_of(reports[g], index), metric.id, number));
    }
    text_printf(out, "  %s\n", counter_class_mark(counter_info[metric.id].class));
}

static void print_head(const Report *const *reports, uint32_t count, const ReportLaunch *launch,
                       Text *out)
{
    const LaunchRecord *record = launch->record;
    text_printf(out, "%s (%u, %u, %u)x(%u, %u, %u)\n  %-*s", launch->name, record->grid[0],
                record->grid[1], record->grid[2], record->block[0], record->block[1],
                record->block[2], NAME_WIDTH, "");
    for (uint32_t g = 0; g < count; g++) {
        text_printf(out, " %*s", COLUMN_WIDTH,
                    reports[g]->gpu == NULL ? "-" : reports[g]->gpu->name);
    }
    text_put(out, "\n");
}

// GPUs that did not run the launch, or not to its end.
static void print_endings(const Report *const *reports, uint32_t count, uint32_t index, Text *out)
{
    for (uint32_t g = 0; g < count; g++) {
        const ReportLaunch *launch = launch_of(reports[g], index);
        if (launch != NULL && !launch->has_run) {
            text_printf(out, "  %s can not run it: %s\n", launch->record->gpu->name,
                        launch->record->refusal == NULL ? "refused" : launch->record->refusal);
        } else if (launch != NULL && launch->fault != NULL) {
            text_printf(out, "  %s: %s; the counts are those up to then\n",
                        launch->record->gpu->name, launch->fault);
        }
    }
}

static void print_table(const Report *const *reports, uint32_t count, uint32_t index,
                        const MetricList *metrics, Text *out)
{
    if (metrics != NULL) {
        for (uint32_t m = 0; m < metrics->count; m++) {
            print_row(reports, count, index, metrics->items[m], out);
        }
        return;
    }
    for (size_t m = 0; m < sizeof selection / sizeof selection[0]; m++) {
        if (is_worth_a_row(reports, count, index, selection[m])) {
            Metric metric = {selection[m], counter_info[selection[m]].id};
            print_row(reports, count, index, metric, out);
        }
    }
}

void report_print_columns(const Report *const *reports, uint32_t count, const MetricList *metrics,
                          Text *out)
{
    uint32_t launch_count = 0;
    for (uint32_t g = 0; g < count; g++) {
        launch_count = reports[g]->count > launch_count ? reports[g]->count : launch_count;
    }
    for (uint32_t index = 0; index < launch_count; index++) {
        const ReportLaunch *any = NULL;
        for (uint32_t g = 0; g < count && any == NULL; g++) {
            any = launch_of(reports[g], index);
        }
        text_put(out, index > 0 ? "\n" : "");
        print_head(reports, count, any, out);
        print_table(reports, count, index, metrics, out);
        print_endings(reports, count, index, out);
    }
}
