// SPDX-License-Identifier: Apache-2.0
// ncu's --print-summary: launches of one kernel and shape as one, with minimum, maximum and mean of
// every metric. Columns, order and labels as ncu 2025.3 prints them.
#include "sim/report/number.h"
#include "sim/report/section.h"
#include "sim/report/table.h"
#include "sim/report/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Launches of one kernel and shape.
typedef struct Group {
    const ReportLaunch *first;
    const ReportLaunch **launches;
    uint32_t count;
} Group;

typedef struct Spread {
    double smallest, largest, mean;
} Spread;

static bool is_same(const ReportLaunch *a, const ReportLaunch *b)
{
    return strcmp(a->name, b->name) == 0 && a->record->origin.device == b->record->origin.device &&
           memcmp(a->record->grid, b->record->grid, sizeof a->record->grid) == 0 &&
           memcmp(a->record->block, b->record->block, sizeof a->record->block) == 0;
}

static int by_name(const void *a, const void *b)
{
    const Group *one = a, *two = b;
    int order = strcmp(one->first->name, two->first->name);
    return order != 0 ? order : (one->first < two->first ? -1 : one->first > two->first);
}

static Group *find_group(Group *groups, uint32_t count, const ReportLaunch *launch)
{
    for (uint32_t i = 0; i < count; i++) {
        if (is_same(groups[i].first, launch)) {
            return &groups[i];
        }
    }
    return NULL;
}

// Groups in the order of their names; returns how many.
static uint32_t group_launches(const Report *report, Group **result, Arena *arena)
{
    Group *groups = arena_alloc(arena, (report->count + 1) * sizeof *groups);
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        Group *group = launch->has_run ? find_group(groups, count, launch) : NULL;
        if (launch->has_run && group == NULL) {
            group = &groups[count++];
            group->first = launch;
            group->launches = arena_alloc(arena, report->count * sizeof *group->launches);
        }
        if (group != NULL) {
            group->launches[group->count++] = launch;
        }
    }
    qsort(groups, count, sizeof *groups, by_name);
    *result = groups;
    return count;
}

// False: no launch of the group knows the counter.
static bool spread_of(const Group *group, CounterId id, Spread *spread)
{
    uint32_t known = 0;
    double sum = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        const CounterSet *counters = &group->launches[i]->counters;
        double value = counters->value[id];
        if (!counters->is_known[id]) {
            continue;
        }
        spread->smallest = known == 0 || value < spread->smallest ? value : spread->smallest;
        spread->largest = known == 0 || value > spread->largest ? value : spread->largest;
        sum += value;
        known++;
    }
    spread->mean = known == 0 ? 0 : sum / known;
    return known != 0;
}

// The numbers of the sections that are wanted, in the order of their titles; returns how many.
static uint32_t sort_sections(SectionSet sections, uint32_t places[32])
{
    uint32_t count = 0;
    SectionSet bit = 1;
    for (uint32_t i = 0; section_entry(i) != NULL; i++) {
        if (section_entry(i)->name == NULL) {
            continue;
        }
        uint32_t at = count;
        for (; (sections & bit) != 0 && at > 0 &&
               strcmp(section_entry(places[at - 1])->text, section_entry(i)->text) > 0;
             at--) {
            places[at] = places[at - 1];
        }
        if ((sections & bit) != 0) {
            places[at] = i;
            count++;
        }
        bit <<= 1;
    }
    return count;
}

static bool is_row(uint32_t number)
{
    return section_entry(number) != NULL && section_entry(number)->name == NULL;
}

// --- as text

enum { COLUMN_COUNT = 5, COLUMN_SIZE = NUMBER_MAX + UNIT_MAX };

typedef struct SummaryRow {
    char cells[COLUMN_COUNT][COLUMN_SIZE];
} SummaryRow;

static bool fill_row(const Group *group, uint32_t number, Units units, SummaryRow *row)
{
    const SectionEntry *entry = section_entry(number);
    Spread spread;
    char scaled[UNIT_MAX];
    if (!spread_of(group, entry->id, &spread)) {
        return false;
    }
    const char *unit = entry->unit;
    double mean = spread.mean;
    if (units == UNITS_AUTO) { // one unit for the row: the mean's
        unit = unit_scale(entry->unit, &mean, scaled);
    }
    double scale = spread.mean == 0 ? 1 : mean / spread.mean;
    snprintf(row->cells[0], COLUMN_SIZE, "%s", entry->text);
    snprintf(row->cells[1], COLUMN_SIZE, "%s", unit);
    number_fixed(spread.smallest * scale, row->cells[2]);
    number_fixed(spread.largest * scale, row->cells[3]);
    number_fixed(mean, row->cells[4]);
    return true;
}

static void put_row(const SummaryRow *row, const int widths[COLUMN_COUNT], const char *indent,
                    Text *out)
{
    text_printf(out, "%s    %-*s", indent, widths[0], row->cells[0]);
    for (int i = 1; i < COLUMN_COUNT; i++) {
        text_printf(out, " %*s", widths[i], row->cells[i]);
    }
    text_put(out, "\n");
}

static void put_dashes(const int widths[COLUMN_COUNT], const char *indent, Text *out)
{
    text_printf(out, "%s   ", indent);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        text_put(out, " ");
        for (int k = 0; k < widths[i]; k++) {
            text_put(out, "-");
        }
    }
    text_put(out, "\n");
}

static void put_section(const Group *group, uint32_t at, Units units, const char *indent, Text *out)
{
    static const SummaryRow head = {
        {"Metric Name", "Metric Unit", "Minimum", "Maximum", "Average"}};
    int widths[COLUMN_COUNT] = {0};
    uint32_t shown = 0;
    SummaryRow row = head;
    for (uint32_t i = at; i == at || is_row(i); i++) {
        bool is_shown = i == at || fill_row(group, i, units, &row);
        for (int c = 0; is_shown && c < COLUMN_COUNT; c++) {
            int size = (int)strlen(row.cells[c]);
            widths[c] = size > widths[c] ? size : widths[c];
        }
        shown += i != at && is_shown;
    }
    if (shown == 0) {
        return;
    }
    text_printf(out, "%s    Section: %s\n", indent, section_entry(at)->text);
    put_dashes(widths, indent, out);
    put_row(&head, widths, indent, out);
    put_dashes(widths, indent, out);
    for (uint32_t i = at + 1; is_row(i); i++) {
        if (fill_row(group, i, units, &row)) {
            put_row(&row, widths, indent, out);
        }
    }
    put_dashes(widths, indent, out);
    text_put(out, "\n");
}

void report_print_summary(const Report *report, Summary summary, SectionSet sections, Units units,
                          Text *out)
{
    Arena arena = {0};
    Group *groups;
    uint32_t places[32], count = group_launches(report, &groups, &arena);
    uint32_t section_count = sort_sections(sections, places);
    bool is_gpu = summary == SUMMARY_GPU;
    uint32_t capability = report->gpu == NULL ? 0 : report->gpu->compute_capability;
    if (is_gpu) {
        text_printf(out, "  Device 0, CC %u.%u\n", capability / 10, capability % 10);
    }
    for (uint32_t i = 0; i < count; i++) {
        const LaunchRecord *record = groups[i].first->record;
        text_printf(out, "%s  %s (%u, %u, %u)x(%u, %u, %u), ", is_gpu ? "  " : "",
                    groups[i].first->name, TEXT_XYZ(record->grid), TEXT_XYZ(record->block));
        if (!is_gpu) {
            text_printf(out, "Device %u, CC %u.%u, ", record->origin.device, capability / 10,
                        capability % 10);
        }
        text_printf(out, "Invocations %u\n", groups[i].count);
        for (uint32_t s = 0; s < section_count; s++) {
            put_section(&groups[i], places[s], units, is_gpu ? "  " : "", out);
        }
    }
    text_put(out, "  Note: averages are means over launches. Launches that differ in arguments or "
                  "shared memory are\n"
                  "  better looked at one by one.\n");
    arena_clear(&arena);
}

// --- as CSV

static void put_csv_row(Text *out, const Group *group, uint32_t at, uint32_t row,
                        const char *process, uint32_t device)
{
    const LaunchRecord *record = group->first->record;
    uint32_t capability = record->gpu->compute_capability;
    const SectionEntry *entry = section_entry(row);
    Spread spread;
    char number[NUMBER_MAX];
    if (!spread_of(group, entry->id, &spread)) {
        return;
    }
    table_put(out, "1");
    table_put(out, process);
    table_put(out, "lockstep");
    table_put(out, group->first->name);
    table_put_format(out, TEXT_EXTENT, TEXT_XYZ(record->block));
    table_put_format(out, TEXT_EXTENT, TEXT_XYZ(record->grid));
    table_put(out, number_plain(device, number));
    table_put_format(out, "%u.%u", capability / 10, capability % 10);
    table_put(out, number_plain(group->count, number));
    table_put(out, section_entry(at)->text);
    table_put(out, entry->text);
    table_put(out, entry->unit);
    table_put(out, number_plain(spread.smallest, number));
    table_put(out, number_plain(spread.largest, number));
    table_put(out, number_plain(spread.mean, number));
    text_put(out, "\n");
}

void report_print_summary_csv(const Report *const *reports, uint32_t count, SectionSet sections,
                              const char *process_name, Text *out)
{
    static const char *const columns[] = {
        "Process ID",  "Process Name", "Host Name", "Kernel Name", "Block Size",
        "Grid Size",   "Device",       "CC",        "Invocations", "Section Name",
        "Metric Name", "Metric Unit",  "Minimum",   "Maximum",     "Average"};
    uint32_t places[32], section_count = sort_sections(sections, places);
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        table_put(out, columns[i]);
    }
    text_put(out, "\n");
    for (uint32_t g = 0; g < count; g++) {
        Arena arena = {0};
        Group *groups;
        uint32_t group_count = group_launches(reports[g], &groups, &arena);
        for (uint32_t i = 0; i < group_count; i++) {
            for (uint32_t s = 0; s < section_count; s++) {
                for (uint32_t row = places[s] + 1; is_row(row); row++) {
                    put_csv_row(out, &groups[i], places[s], row, process_name, g);
                }
            }
        }
        arena_clear(&arena);
    }
}
