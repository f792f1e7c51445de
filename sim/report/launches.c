// SPDX-License-Identifier: Apache-2.0
// All launches as one table, before what is said of each: what it took, and the verdict.
#include "sim/report/baseline.h"
#include "sim/report/number.h"
#include "sim/report/print.h"
#include "sim/report/table.h"

#include <inttypes.h>

enum { NAME_WIDTH = 34, SIZE_WIDTH = 12, NUMBER_WIDTH = 15, CHANGE_WIDTH = 11 };

// "64x16", "256"
static const char *size_text(const uint32_t size[3], Arena *arena)
{
    return size[2] > 1   ? arena_printf(arena, "%ux%ux%u", size[0], size[1], size[2])
           : size[1] > 1 ? arena_printf(arena, "%ux%u", size[0], size[1])
                         : arena_printf(arena, "%u", size[0]);
}

// "strided stride=8": the tag without its number, which stands before it.
static const char *title_of(const ReportLaunch *launch, Arena *arena)
{
    const char *arguments = launch->tag;
    for (uint32_t blanks = 0; *arguments != '\0'; arguments++) {
        blanks += *arguments == ' ';
        if (blanks == 2) {
            break;
        }
    }
    return arena_printf(arena, "%s%s", launch->short_name, arguments);
}

static void put_cell(const CounterSet *counters, CounterId id, double scale, Text *out)
{
    char number[NUMBER_MAX];
    bool is_known = counters->is_known[id];
    text_printf(out, "%*s", NUMBER_WIDTH,
                is_known ? number_grouped(counters->value[id] * scale, number) : "-");
}

static bool has_time(const Report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->launches[i].counters.is_known[COUNTER_duration_ns]) {
            return true;
        }
    }
    return false;
}

// Of the time, or of the instructions if there is none.
static void put_change(const ReportLaunch *launch, bool is_timed, Text *out)
{
    char change[NUMBER_MAX];
    CounterId id = is_timed ? COUNTER_duration_ns : COUNTER_inst_executed;
    text_printf(out, "%*s", CHANGE_WIDTH, baseline_change(launch, id, change));
}

void report_print_launches(const Report *report, Text *out)
{
    Arena arena = {0};
    bool is_timed = has_time(report), has_baseline = baseline_is_there(&report, 1);
    text_printf(out, "%5s  %-*s%*s%*s%*s", "#", NAME_WIDTH, "launch", SIZE_WIDTH, "grid",
                SIZE_WIDTH, "block", is_timed ? NUMBER_WIDTH : 0, is_timed ? "us" : "");
    text_printf(out, "%*s%*s  %s\n", NUMBER_WIDTH, "instructions", has_baseline ? CHANGE_WIDTH : 0,
                has_baseline ? "change" : "", "verdict");
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        const LaunchRecord *record = launch->record;
        text_printf(out, "%5" PRIu32 "  %-*s%*s%*s", record->id, NAME_WIDTH,
                    title_of(launch, &arena), SIZE_WIDTH, size_text(record->grid, &arena),
                    SIZE_WIDTH, size_text(record->block, &arena));
        if (is_timed) {
            put_cell(&launch->counters, COUNTER_duration_ns, 1e-3, out);
        }
        put_cell(&launch->counters, COUNTER_inst_executed, 1, out);
        if (has_baseline) {
            put_change(launch, is_timed, out);
        }
        text_printf(out, "  %s", launch->verdict);
        if (record->is_repetition) {
            text_printf(out, "%sas launch %u", *launch->verdict == 0 ? "" : "; ", record->repeated);
        }
        text_put(out, "\n");
    }
    arena_clear(&arena);
}

static void put_csv_row(const Report *report, const ReportLaunch *launch, bool has_baseline,
                        Text *out, Arena *arena)
{
    static const CounterId ids[] = {COUNTER_duration_ns, COUNTER_cycles_elapsed,
                                    COUNTER_inst_executed};
    char number[NUMBER_MAX];
    double percent;
    table_put(out, number_plain(launch->record->id, number));
    table_put(out, report->gpu->name);
    table_put(out, title_of(launch, arena));
    table_put(out, size_text(launch->record->grid, arena));
    table_put(out, size_text(launch->record->block, arena));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        bool is_known = launch->counters.is_known[ids[i]];
        table_put(out, is_known ? number_plain(launch->counters.value[ids[i]], number) : "");
    }
    table_put(out, launch->verdict);
    for (size_t i = 0; has_baseline && i < sizeof ids / sizeof ids[0]; i++) {
        bool is_known = baseline_percent(launch, ids[i], &percent);
        table_put(out, is_known ? number_plain(percent, number) : "");
    }
    text_put(out, "\n");
}

void report_print_launches_csv(const Report *const *reports, uint32_t count, Text *out)
{
    static const char *const columns[] = {"ID",     "GPU",          "Launch",
                                          "Grid",   "Block",        "Duration (ns)",
                                          "Cycles", "Instructions", "Verdict"};
    static const char *const changes[] = {"Duration Change (%)", "Cycles Change (%)",
                                          "Instructions Change (%)"};
    Arena arena = {0};
    bool has_baseline = baseline_is_there(reports, count);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        table_put(out, columns[i]);
    }
    for (size_t i = 0; has_baseline && i < sizeof changes / sizeof changes[0]; i++) {
        table_put(out, changes[i]);
    }
    text_put(out, "\n");
    for (uint32_t g = 0; g < count; g++) {
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            put_csv_row(reports[g], &reports[g]->launches[i], has_baseline, out, &arena);
        }
    }
    arena_clear(&arena);
}
