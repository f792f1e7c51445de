// SPDX-License-Identifier: Apache-2.0
// Differences that are known: how a file lists them, which values they excuse and how far.
#include "sim/report/compare.h"
#include "sim/report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_launch_named(const char *name, const ReportLaunch *launch)
{
    char *end;
    unsigned long number = strtoul(name, &end, 10);
    return strcmp(name, "*") == 0 || strcmp(name, launch->base_name) == 0 ||
           strcmp(name, launch->short_name) == 0 ||
           (*name != 0 && *end == 0 && number == launch->record->id);
}

static bool is_excused(const KnownDifference *known, const ComparedValue *value)
{
    double allowed = known->is_absolute ? known->limit : fabs(value->theirs) * known->limit / 100;
    return fabs(value->ours - value->theirs) <= allowed;
}

Verdict known_judge(KnownDifferences *known, const ReportLaunch *launch, ComparedValue *value)
{
    for (uint32_t i = 0; i < known->count; i++) {
        KnownDifference *item = &known->items[i];
        if (item->id != value->id || !is_launch_named(item->launch, launch)) {
            continue;
        }
        item->is_used = true;
        value->reason = item->reason;
        value->is_beyond_limit = !is_excused(item, value);
        if (!value->is_beyond_limit) {
            return VERDICT_KNOWN;
        }
    }
    return VERDICT_DIFFERS;
}

// "12", "by 340" or "any"; false when it is none of them.
static bool read_limit(const char *cell, KnownDifference *item)
{
    static const char by[] = "by ";
    char *end;
    item->is_absolute = strncmp(cell, by, strlen(by)) == 0;
    if (strcmp(cell, "any") == 0) {
        item->is_absolute = true;
        item->limit = INFINITY;
        return true;
    }
    const char *number = item->is_absolute ? cell + strlen(by) : cell;
    item->limit = strtod(number, &end);
    return end != number && *end == 0 && isfinite(item->limit) && item->limit >= 0;
}

static const char *read_row(const TableRow *row, uint32_t limit_column, KnownDifference *item)
{
    *item = (KnownDifference){
        .launch = row->cells[0], .metric = table_cell(row, 1), .reason = table_cell(row, 2)};
    item->id = counter_find(item->metric, strlen(item->metric));
    if (item->reason[0] == 0) {
        return "has no reason";
    }
    if (item->id == COUNTER_COUNT) {
        return "names an unknown counter";
    }
    const char *limit = limit_column == UINT32_MAX ? "any" : table_cell(row, limit_column);
    return read_limit(limit, item) ? NULL : "has no limit: percent, 'by COUNT' or any";
}

const char *known_read(const char *text, size_t size_bytes, KnownDifferences *known, Arena *arena)
{
    Table table = table_read(text, size_bytes, arena);
    if (table.count == 0 || table_column(&table.rows[0], "launch") != 0 ||
        table_column(&table.rows[0], "metric") != 1 ||
        table_column(&table.rows[0], "reason") != 2) {
        return "its header must be launch,metric,reason,limit";
    }
    known->items = arena_alloc(arena, table.count * sizeof *known->items);
    uint32_t limit_column = table_column(&table.rows[0], "limit");
    for (uint32_t i = 1; i < table.count; i++) {
        const char *problem = read_row(&table.rows[i], limit_column, &known->items[known->count++]);
        if (problem != NULL) {
            return arena_printf(arena, "row %u %s", i, problem);
        }
    }
    return NULL;
}
