// SPDX-License-Identifier: Apache-2.0
// The source page: each line with its cost. Lines without instructions are shown between those that
// have some, to keep the code readable; files are sorted by name. With a clock: the share of all
// waiting that falls on a line, in percent, and what its warps wait for most. In color, the numbers
// of the lines that cost most stand out: red from half of the column's largest on, yellow from a
// tenth on.
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct Column {
    const char *title;
    CounterId id;
    int width;
} Column;

static const Column columns[] = {
    {"instr", COUNTER_inst_executed, 13},     {"thr/ins", COUNTER_threads_on_per_inst, 8},
    {"diverg", COUNTER_branch_divergent, 10}, {"shared wf", COUNTER_shared_wavefronts, 12},
    {"excess", COUNTER_shared_excess, 11},    {"sectors", COUNTER_global_sectors, 12},
    {"excess", COUNTER_global_excess, 11}};

enum { COLUMN_COUNT = sizeof columns / sizeof columns[0], SHARE_WIDTH = 9, REASON_WIDTH = 18 };

typedef struct Page {
    const SourceText *source; // NULL: the file could not be read
    const char *at;           // start of line `next`
    uint32_t next;            // line number at `at`
    double stalled;           // warp cycles of the whole launch; 0: no clock
    const double *most;       // the largest number of each column, then of stalls; NULL: no color
    Text *out;
} Page;

// The largest of each column that is a sum, and of stalls: a line's numbers are hot beside these.
static void find_most(const ReportLine *lines, uint32_t count, double most[COLUMN_COUNT + 1])
{
    for (uint32_t i = 0; i < count; i++) {
        const CounterSet *counters = &lines[i].counters;
        for (int column = 0; column <= COLUMN_COUNT; column++) {
            CounterId id = column < COLUMN_COUNT ? columns[column].id : COUNTER_warp_stalled;
            bool is_sum = id != COUNTER_threads_on_per_inst && counters->is_known[id];
            most[column] = is_sum ? fmax(most[column], counters->value[id]) : most[column];
        }
    }
}

static void put_cell(const Page *page, int column, double value, int width, const char *number)
{
    double most = page->most == NULL ? 0 : page->most[column];
    const char *color = most <= 0 || value < most / 10 ? NULL
                        : value < most / 2             ? "\033[33m"
                                                       : "\033[1;31m";
    text_printf(page->out, "%*s%s%s%s", width - (int)strlen(number), "", color == NULL ? "" : color,
                number, color == NULL ? "" : "\033[0m");
}

static void put_head(const char *file, bool has_time, Text *out)
{
    text_printf(out, "\n  %s\n", file == NULL ? "(instructions without a source line)" : file);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        text_printf(out, "%*s", columns[i].width, columns[i].title);
    }
    if (has_time) {
        text_printf(out, "%*s  %-*s", SHARE_WIDTH, "stalls %", REASON_WIDTH, "mostly");
    }
    text_put(out, "   line\n");
}

// What warps at a line wait for most; "" when for nothing.
static const char *top_stall(const CounterSet *counters)
{
    static const CounterId ids[STALL_COUNT] = {
#define STALL(id, name, ncu, doc) COUNTER_waiting_##name,
#include "sim/observe/stall.def"
#undef STALL
    };
    const char *name = "";
    double most = 0;
    for (int stall = 0; stall < STALL_COUNT; stall++) {
        if (stall != STALL_SELECTED && counters->value[ids[stall]] > most) {
            most = counters->value[ids[stall]];
            name = stall_info[stall].name;
        }
    }
    return name;
}

static void put_stalls(const Page *page, const CounterSet *counters)
{
    double stalled = counters == NULL ? 0 : counters->value[COUNTER_warp_stalled];
    char share[NUMBER_MAX] = "";
    if (stalled > 0) {
        put_cell(page, COLUMN_COUNT, stalled, SHARE_WIDTH,
                 number_grouped(100 * stalled / page->stalled, share));
        text_printf(page->out, "  %-*s", REASON_WIDTH, top_stall(counters));
    } else {
        text_printf(page->out, "%*s", SHARE_WIDTH + 2 + REASON_WIDTH, "");
    }
}

static void put_numbers(const Page *page, const CounterSet *counters)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        char number[NUMBER_MAX] = "";
        CounterId id = columns[i].id;
        double value = 0;
        if (counters != NULL && counters->is_known[id] && counters->value[id] > 0) {
            value = counters->value[id];
            number_grouped(value, number);
        }
        put_cell(page, i, value, columns[i].width, number);
    }
}

// The text of line `page->next`, which is then passed; false at the file's end.
static bool next_line(Page *page, const char **line, int *size)
{
    const char *end = page->source == NULL ? NULL : page->source->text + page->source->size_bytes;
    if (page->source == NULL || page->at >= end) {
        return false;
    }
    const char *stop = memchr(page->at, '\n', (size_t)(end - page->at));
    stop = stop == NULL ? end : stop;
    *line = page->at;
    *size = (int)(stop - page->at);
    page->at = stop < end ? stop + 1 : end;
    page->next++;
    return true;
}

// The line's number, in color as a link that terminals open (OSC 8): file:///path#line.
static void put_number(const Page *page, uint32_t number)
{
    const char *path = page->most == NULL || page->source == NULL ? NULL : page->source->path;
    if (path == NULL) {
        text_printf(page->out, " %6u ", number);
        return;
    }
    text_put(page->out, " \033]8;;file://");
    for (const char *at = path; *at != 0; at++) {
        bool is_plain = isalnum((unsigned char)*at) || strchr("/._-~", *at) != NULL;
        text_printf(page->out, is_plain ? "%c" : "%%%02X", (unsigned char)*at);
    }
    text_printf(page->out, "#%u\033\\%6u\033]8;;\033\\ ", number, number);
}

static void put_line(Page *page, const ReportLine *counted, uint32_t number)
{
    const char *line = "";
    int size = 0;
    if (number > 0) {
        while (page->next < number && next_line(page, &line, &size)) {
        }
        bool has_text = next_line(page, &line, &size);
        size = has_text ? size : 0;
    }
    const CounterSet *counters = counted == NULL ? NULL : &counted->counters;
    put_numbers(page, counters);
    if (page->stalled > 0) {
        put_stalls(page, counters);
    }
    if (number > 0) {
        put_number(page, number);
        text_printf(page->out, "%.*s\n", size, line);
    } else {
        text_put(page->out, "      -\n");
    }
}

static const SourceText *find_source(const SourceText *sources, uint32_t count, const char *name)
{
    for (uint32_t i = 0; i < count; i++) {
        if (name != NULL && strcmp(sources[i].name, name) == 0) {
            return &sources[i];
        }
    }
    return NULL;
}

static bool is_same_file(const ReportLine *a, const ReportLine *b)
{
    return a->file == b->file ||
           (a->file != NULL && b->file != NULL && strcmp(a->file, b->file) == 0);
}

// Gaps longer than this between lines with instructions are cut out.
static const uint32_t GAP_MAX = 8;

static void put_gap(Page *page, uint32_t from, uint32_t to)
{
    if (to <= from || page->source == NULL) {
        return;
    }
    if (to - from > GAP_MAX) {
        text_put(page->out, "    ...\n");
        return;
    }
    for (uint32_t number = from; number < to; number++) {
        put_line(page, NULL, number);
    }
}

static void put_file(const ReportLine *lines, uint32_t count, const SourceText *source,
                     double stalled, const double *most, Text *out)
{
    Page page = {.source = source,
                 .at = source == NULL ? NULL : source->text,
                 .next = 1,
                 .stalled = stalled,
                 .most = most,
                 .out = out};
    put_head(lines[0].file, stalled > 0, out);
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0) {
            put_gap(&page, lines[i - 1].line + 1, lines[i].line);
        }
        put_line(&page, &lines[i], lines[i].line);
    }
}

static void put_lines(const ReportLine *lines, uint32_t count, const SourceText *sources,
                      uint32_t source_count, double stalled, bool is_colored, Text *out)
{
    double most[COLUMN_COUNT + 1] = {0};
    find_most(lines, count, most);
    for (uint32_t from = 0; from < count;) {
        uint32_t to = from + 1;
        while (to < count && is_same_file(&lines[from], &lines[to])) {
            to++;
        }
        put_file(&lines[from], to - from, find_source(sources, source_count, lines[from].file),
                 stalled, is_colored ? most : NULL, out);
        from = to;
    }
}

uint32_t report_ptx_text(const ReportLaunch *launch, SourceText *ptx)
{
    if (launch->record->program == NULL) {
        return 0;
    }
    const PtxModule *module = launch->record->program->module;
    *ptx = (SourceText){module->file, module->source, strlen(module->source), NULL};
    return 1;
}

void report_print_source(const Report *report, const SourceText *sources, uint32_t source_count,
                         bool is_ptx, bool is_colored, Text *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        text_printf(out, is_colored ? "%s\033[1m%s\033[0m%s, %s\n" : "%s%s%s, %s\n",
                    i > 0 ? "\n" : "", launch->name, launch->tag, launch->record->gpu->title);
        if (!launch->has_run) {
            continue;
        }
        double stalled = launch->counters.is_known[COUNTER_warp_stalled]
                             ? launch->counters.value[COUNTER_warp_stalled]
                             : 0;
        if (is_ptx || launch->source_line_count == 0) {
            SourceText ptx;
            uint32_t count = report_ptx_text(launch, &ptx);
            put_lines(launch->ptx_lines, launch->ptx_line_count, &ptx, count, stalled, is_colored,
                      out);
        } else {
            put_lines(launch->source_lines, launch->source_line_count, sources, source_count,
                      stalled, is_colored, out);
        }
    }
}
