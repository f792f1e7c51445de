// SPDX-License-Identifier: Apache-2.0
// The source page as CSV: one row a line that has instructions, with ncu's column names. Cells of
// counters that are not known are empty.
#include "sim/report/number.h"
#include "sim/report/print.h"
#include "sim/report/table.h"

#include <string.h>

static const struct {
    const char *name;
    CounterId id;
} columns[] = {
#define COLUMN(name, counter) {name, COUNTER_##counter},
#include "sim/report/source_column.def"
#undef COLUMN
};

enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

// Walks through the text of one file; lines come in rising order.
typedef struct Walk {
    const SourceText *source; // NULL: the text is not known
    const char *at;
    uint32_t line; // that begins at `at`
} Walk;

static const char *line_text(Walk *walk, uint32_t line, Arena *arena)
{
    const char *end = walk->source == NULL ? NULL : walk->source->text + walk->source->size_bytes;
    while (walk->source != NULL && walk->line < line && walk->at < end) {
        const char *stop = memchr(walk->at, '\n', (size_t)(end - walk->at));
        walk->at = stop == NULL ? end : stop + 1;
        walk->line++;
    }
    if (walk->source == NULL || walk->line != line || walk->at >= end) {
        return "";
    }
    const char *stop = memchr(walk->at, '\n', (size_t)(end - walk->at));
    size_t size = (size_t)((stop == NULL ? end : stop) - walk->at);
    size -= size > 0 && walk->at[size - 1] == '\r';
    return arena_text(arena, walk->at, size);
}

static Walk walk_begin(const SourceText *sources, uint32_t count, const char *file)
{
    for (uint32_t i = 0; i < count; i++) {
        if (file != NULL && strcmp(sources[i].name, file) == 0) {
            return (Walk){&sources[i], sources[i].text, 1};
        }
    }
    return (Walk){0};
}

static void put_row(const ReportLaunch *launch, const ReportLine *line, const char *text, Text *out)
{
    char number[NUMBER_MAX];
    table_put(out, number_plain(launch->record->id, number));
    table_put(out, launch->record->gpu->name);
    table_put(out, launch->name);
    table_put(out, line->file);
    table_put(out, number_plain(line->line, number));
    table_put(out, text);
    for (uint32_t i = 0; i < COLUMN_COUNT; i++) {
        CounterId id = columns[i].id;
        bool is_known = line->counters.is_known[id];
        table_put(out, is_known ? number_plain(line->counters.value[id], number) : "");
    }
    text_put(out, "\n");
}

static void put_lines(const ReportLaunch *launch, const ReportLine *lines, uint32_t count,
                      const SourceText *sources, uint32_t source_count, Text *out)
{
    Arena arena = {0};
    Walk walk = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (lines[i].file == NULL) {
            continue;
        }
        if (i == 0 || strcmp(lines[i].file, lines[i - 1].file) != 0) {
            walk = walk_begin(sources, source_count, lines[i].file);
        }
        put_row(launch, &lines[i], line_text(&walk, lines[i].line, &arena), out);
    }
    arena_clear(&arena);
}

void report_print_source_csv(const Report *report, const SourceText *sources, uint32_t source_count,
                             bool is_ptx, Text *out)
{
    static const char *const lead[] = {"ID", "GPU", "Kernel Name", "File", "#", "Source"};
    for (size_t i = 0; i < sizeof lead / sizeof lead[0]; i++) {
        table_put(out, lead[i]);
    }
    for (uint32_t i = 0; i < COLUMN_COUNT; i++) {
        table_put(out, columns[i].name);
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        if (!launch->has_run) {
            continue;
        }
        if (is_ptx || launch->source_line_count == 0) {
            SourceText ptx;
            uint32_t count = report_ptx_text(launch, &ptx);
            put_lines(launch, launch->ptx_lines, launch->ptx_line_count, &ptx, count, out);
        } else {
            put_lines(launch, launch->source_lines, launch->source_line_count, sources,
                      source_count, out);
        }
    }
}
