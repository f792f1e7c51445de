// SPDX-License-Identifier: Apache-2.0
// CSV as ncu writes it, so that scripts made for ncu read it: every cell quoted, plain C-locale
// numbers, nothing in a cell that is not known. Process, host, context and stream are constants:
// there are none. Of several GPUs, which ncu does not have in one file, each row says which.
#include "sim/report/baseline.h"
#include "sim/report/number.h"
#include "sim/report/print.h"
#include "sim/report/section.h"
#include "sim/report/table.h"

static const char *const lead_columns[] = {
    "ID",     "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size",    "Device",    "CC"};

enum { LEAD_COUNT = sizeof lead_columns / sizeof lead_columns[0] };

// What the rows of one report share.
typedef struct Lead {
    const char *process;
    uint32_t device;   // of several GPUs; else the launch tells
    bool has_gpu;      // the GPU's name, because there are several
    bool has_baseline; // columns for what changed since
} Lead;

static void put_lead(Text *out, const ReportLaunch *launch, const Lead *lead)
{
    const LaunchRecord *record = launch->record;
    uint32_t capability = record->gpu->compute_capability;
    char number[NUMBER_MAX];
    table_put(out, number_plain(record->id, number));
    table_put(out, "1");
    table_put(out, lead->process);
    table_put(out, "lockstep");
    table_put(out, launch->name);
    table_put(out, "1");
    table_put(out, "7");
    table_put_format(out, TEXT_EXTENT, TEXT_XYZ(record->block));
    table_put_format(out, TEXT_EXTENT, TEXT_XYZ(record->grid));
    table_put(out, number_plain(lead->has_gpu ? lead->device : record->origin.device, number));
    table_put_format(out, "%u.%u", capability / 10, capability % 10);
    if (lead->has_gpu) {
        table_put(out, record->gpu->name);
    }
}

static void put_value(Text *out, const ReportLaunch *launch, CounterId id)
{
    char number[NUMBER_MAX];
    table_put(out, launch->counters.is_known[id] ? number_plain(launch->counters.value[id], number)
                                                 : "");
}

static void put_change(Text *out, const ReportLaunch *launch, CounterId id)
{
    char number[NUMBER_MAX];
    double percent;
    table_put(out, baseline_percent(launch, id, &percent) ? number_plain(percent, number) : "");
}

static void put_before(Text *out, const ReportLaunch *launch, CounterId id)
{
    char number[NUMBER_MAX];
    bool is_known = launch->before != NULL && launch->before->counters.is_known[id];
    table_put(out, is_known ? number_plain(launch->before->counters.value[id], number) : "");
}

static void put_head(Text *out, bool has_gpu)
{
    for (uint32_t i = 0; i < LEAD_COUNT; i++) {
        table_put(out, lead_columns[i]);
    }
    if (has_gpu) {
        table_put(out, "GPU");
    }
}

void report_print_csv(const Report *const *reports, uint32_t count, const MetricList *metrics,
                      const char *process_name, Text *out)
{
    bool has_baseline = baseline_is_there(reports, count);
    put_head(out, count > 1);
    for (uint32_t m = 0; m < metrics->count; m++) {
        table_put(out, metrics->items[m].name);
    }
    for (uint32_t m = 0; has_baseline && m < metrics->count; m++) {
        table_put_format(out, "%s change", metrics->items[m].name);
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < LEAD_COUNT + (count > 1); i++) {
        table_put(out, "");
    }
    for (uint32_t m = 0; m < metrics->count; m++) {
        table_put(out, counter_info[metrics->items[m].id].unit);
    }
    for (uint32_t m = 0; has_baseline && m < metrics->count; m++) {
        table_put(out, "%");
    }
    text_put(out, "\n");
    for (uint32_t g = 0; g < count; g++) {
        Lead lead = {process_name, g, count > 1, has_baseline};
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            const ReportLaunch *launch = &reports[g]->launches[i];
            if (!launch->has_run) {
                continue;
            }
            put_lead(out, launch, &lead);
            for (uint32_t m = 0; m < metrics->count; m++) {
                put_value(out, launch, metrics->items[m].id);
            }
            for (uint32_t m = 0; has_baseline && m < metrics->count; m++) {
                put_change(out, launch, metrics->items[m].id);
            }
            text_put(out, "\n");
        }
    }
}

// A rule's row, as ncu has them behind the metrics.
static void put_rule_row(Text *out, const ReportLaunch *launch, const Lead *lead,
                         const char *section, const char *rule, const char *type,
                         SourcePosition position, const char *message, const char *advice,
                         const Finding *finding)
{
    bool has_speedup = finding != NULL && finding->has_speedup;
    char number[NUMBER_MAX];
    Text description = {0};
    source_position_put(position, &description);
    text_printf(&description, "%s%s; %s", position.file == NULL ? "" : ": ", message, advice);
    put_lead(out, launch, lead);
    table_put(out, section);
    for (int i = 0; i < 3; i++) {
        table_put(out, "");
    }
    table_put(out, rule);
    table_put(out, type);
    table_put(out, text_string(&description));
    table_put(out, has_speedup ? "global" : "");
    table_put(out, has_speedup ? number_plain(finding->speedup, number) : "");
    for (int i = 0; i < (lead->has_baseline ? 2 : 0); i++) {
        table_put(out, "");
    }
    text_put(out, "\n");
    text_destroy(&description);
}

static void put_rules(Text *out, const ReportLaunch *launch, const Lead *lead)
{
    const Bottleneck *bottleneck = launch->bottleneck;
    if (bottleneck != NULL) {
        put_rule_row(out, launch, lead, section_title(SECTION_OF_VERDICT),
                     bottleneck_info[bottleneck->kind].name, "INF", bottleneck->position,
                     bottleneck->message, bottleneck->advice, NULL);
    }
    for (uint32_t f = 0; f < launch->finding_count; f++) {
        const Finding *finding = &launch->findings[f];
        put_rule_row(out, launch, lead, section_title(finding_info[finding->kind].section),
                     finding_info[finding->kind].name, section_rule_type(finding),
                     finding->position, finding->message, finding->advice, finding);
    }
}

static void put_metric_row(Text *out, const ReportLaunch *launch, const Lead *lead,
                           const char *section, const char *unit, Metric metric)
{
    put_lead(out, launch, lead);
    table_put(out, section);
    table_put(out, metric.name);
    table_put(out, unit);
    put_value(out, launch, metric.id);
    for (int i = 0; i < 5; i++) {
        table_put(out, "");
    }
    if (lead->has_baseline) {
        put_before(out, launch, metric.id);
        put_change(out, launch, metric.id);
    }
    text_put(out, "\n");
}

// The rows of ncu's sections under their labels.
static void put_section_rows(Text *out, const ReportLaunch *launch, const Lead *lead,
                             SectionSet sections)
{
    const char *title = "";
    SectionSet bit = 0;
    for (uint32_t i = 0; section_entry(i) != NULL; i++) {
        const SectionEntry *entry = section_entry(i);
        if (entry->name != NULL) {
            title = entry->text;
            bit = bit == 0 ? 1 : bit << 1;
        } else if ((sections & bit) != 0 && launch->counters.is_known[entry->id]) {
            put_metric_row(out, launch, lead, title, entry->unit, (Metric){entry->id, entry->text});
        }
    }
}

void report_print_long_csv(const Report *const *reports, uint32_t count, SectionSet sections,
                           const MetricList *metrics, const char *process_name, Text *out)
{
    static const char *const columns[] = {
        "Section Name",      "Metric Name",    "Metric Unit",        "Metric Value",
        "Rule Name",         "Rule Type",      "Rule Description",   "Estimated Speedup Type",
        "Estimated Speedup", "Baseline Value", "Baseline Change (%)"};
    bool has_baseline = baseline_is_there(reports, count);
    size_t shown = sizeof columns / sizeof columns[0] - (has_baseline ? 0 : 2);
    put_head(out, count > 1);
    for (size_t i = 0; i < shown; i++) {
        table_put(out, columns[i]);
    }
    text_put(out, "\n");
    for (uint32_t g = 0; g < count; g++) {
        Lead lead = {process_name, g, count > 1, has_baseline};
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            const ReportLaunch *launch = &reports[g]->launches[i];
            if (launch->has_run) {
                put_section_rows(out, launch, &lead, sections);
            }
            for (uint32_t m = 0; launch->has_run && m < metrics->count; m++) {
                if (launch->counters.is_known[metrics->items[m].id]) {
                    put_metric_row(out, launch, &lead, "Command line profiler metrics",
                                   counter_info[metrics->items[m].id].unit, metrics->items[m]);
                }
            }
            put_rules(out, launch, &lead);
        }
    }
}
