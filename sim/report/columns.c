// SPDX-License-Identifier: Apache-2.0
// Several GPUs side by side: one table per launch, one row per counter, one column per GPU. The
// column of a GPU that did not run the launch gives the reason instead.
#include "sim/report/align.h"
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <string.h>

enum { NAME_WIDTH = 34, COLUMN_WIDTH = 16 };

// Counters that distinguish generations; rows that no GPU has are left out.
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
                                      COUNTER_local_st_requests,
                                      COUNTER_cycles_elapsed,
                                      COUNTER_duration_us,
                                      COUNTER_occupancy_achieved,
                                      COUNTER_ipc,
                                      COUNTER_l1_throughput,
                                      COUNTER_l2_throughput,
                                      COUNTER_dram_throughput};

enum { SELECTION_COUNT = sizeof selection / sizeof selection[0] };

typedef struct Table {
    const Report *const *reports;
    uint32_t count;
    const CounterNaming *namings; // whose names each column has; NULL: every column has every row
    MetricList metrics;
    bool has_empty_rows; // of counters that are 0 or unknown on all GPUs
    int name_width;
    const LaunchRow *row; // the launch that is being written
    const char **reasons; // [count]: what is left to say in each column; "" where counts are
    Arena arena;
    Text *out;
} Table;

static bool has_run(const ReportLaunch *launch)
{
    return launch != NULL && launch->has_run;
}

static bool has_name(const Table *table, uint32_t gpu, Metric metric)
{
    size_t size_bytes;
    const char *name =
        table->namings == NULL ? NULL : counter_name(metric.id, table->namings[gpu], &size_bytes);
    return table->namings == NULL || (name != NULL && strlen(metric.name) == size_bytes &&
                                      memcmp(name, metric.name, size_bytes) == 0);
}

static bool is_worth_a_row(const Table *table, const LaunchRow *row, Metric metric)
{
    for (uint32_t g = 0; g < table->count; g++) {
        const ReportLaunch *launch = row->launches[g];
        if (has_run(launch) && has_name(table, g, metric) && launch->counters.is_known[metric.id] &&
            launch->counters.value[metric.id] > 0) {
            return true;
        }
    }
    return table->has_empty_rows;
}

// The reason in the column's own terms: it stands below the GPU's name.
static const char *shorten(Arena *arena, const char *reason, const Gpu *gpu)
{
    const char *title = strstr(reason, gpu->title);
    if (title == NULL || gpu->title[0] == 0) {
        return reason;
    }
    const char *rest = title + strlen(gpu->title);
    const char *bracket = strncmp(rest, " (cc ", 5) == 0 ? strchr(rest, ')') : NULL;
    return arena_printf(arena, "%.*s%s%s", (int)(title - reason), reason, gpu->name,
                        bracket == NULL ? rest : bracket + 1);
}

static const char *reason_of(Arena *arena, const ReportLaunch *launch)
{
    if (launch == NULL) {
        return "not launched";
    }
    const LaunchRecord *record = launch->record;
    return launch->has_run ? ""
           : record->refusal == NULL
               ? "refused"
               : arena_printf(arena, "refused: %s", shorten(arena, record->refusal, record->gpu));
}

// As many words as a column can hold, at least one; a longer word is cut.
static size_t line_of(const char *text)
{
    size_t fits = 0;
    for (size_t at = 0; at <= COLUMN_WIDTH; at++) {
        if (text[at] == ' ' || text[at] == 0) {
            fits = at;
        }
        if (text[at] == 0) {
            break;
        }
    }
    return fits > 0 || text[0] == 0 ? fits : COLUMN_WIDTH;
}

static void print_reason(Table *table, uint32_t gpu)
{
    const char *reason = table->reasons[gpu];
    size_t size = line_of(reason);
    text_printf(table->out, " %*.*s", COLUMN_WIDTH, (int)size, reason);
    reason += size;
    table->reasons[gpu] = reason + strspn(reason, " ");
}

static void print_cell(Table *table, uint32_t gpu, Metric metric)
{
    const ReportLaunch *launch = table->row->launches[gpu];
    char number[NUMBER_MAX];
    const char *cell = "";
    if (!has_run(launch)) {
        print_reason(table, gpu);
        return;
    }
    if (has_name(table, gpu, metric)) {
        cell = launch->counters.is_known[metric.id]
                   ? number_grouped(launch->counters.value[metric.id], number)
                   : "-";
    }
    text_printf(table->out, " %*s", COLUMN_WIDTH, cell);
}

// On the GPU where it is least exact.
static CounterClass class_of(const Table *table, CounterId id)
{
    CounterClass class = counter_info[id].class;
    for (uint32_t g = 0; g < table->count; g++) {
        const ReportLaunch *launch = table->row->launches[g];
        bool is_worse = has_run(launch) && counter_class(&launch->counters, id) > class;
        class = is_worse ? counter_class(&launch->counters, id) : class;
    }
    return class;
}

static void print_row(Table *table, Metric metric)
{
    text_printf(table->out, "  %-*s", table->name_width, metric.name);
    for (uint32_t g = 0; g < table->count; g++) {
        print_cell(table, g, metric);
    }
    text_printf(table->out, "  %s\n", counter_class_mark(class_of(table, metric.id)));
}

// What holds the launch up on each GPU, where it ran with a clock.
static void print_bottlenecks(Table *table)
{
    Text line = {0};
    bool is_known = false;
    for (uint32_t g = 0; g < table->count; g++) {
        const ReportLaunch *launch = table->row->launches[g];
        const Bottleneck *bottleneck = has_run(launch) ? launch->bottleneck : NULL;
        const char *name = bottleneck == NULL ? "" : bottleneck_info[bottleneck->kind].name;
        text_printf(&line, " %*s", COLUMN_WIDTH, name);
        is_known = is_known || bottleneck != NULL;
    }
    if (is_known) {
        text_printf(table->out, "  %-*s%s  %s\n", table->name_width, "bottleneck",
                    text_string(&line), counter_class_mark(CLASS_TIMING));
    }
    text_destroy(&line);
}

// Reasons that are longer than the table.
static void print_rest(Table *table)
{
    bool has_rest;
    do {
        Text line = {0}, *out = table->out;
        size_t end;
        has_rest = false;
        table->out = &line;
        for (uint32_t g = 0; g < table->count; g++) {
            has_rest = has_rest || table->reasons[g][0] != 0;
            print_reason(table, g);
        }
        table->out = out;
        for (end = line.size_bytes; end > 0 && line.at[end - 1] == ' '; end--) {
        }
        if (has_rest) {
            text_printf(out, "  %*s%.*s\n", table->name_width, "", (int)end, text_string(&line));
        }
        text_destroy(&line);
    } while (has_rest);
}

static bool has_shape(const LaunchRecord *record, const LaunchRecord *other)
{
    return memcmp(record->grid, other->grid, sizeof record->grid) == 0 &&
           memcmp(record->block, other->block, sizeof record->block) == 0;
}

static void print_shape(const LaunchRecord *record, Text *out)
{
    text_printf(out, " " TEXT_EXTENT "x" TEXT_EXTENT, TEXT_XYZ(record->grid),
                TEXT_XYZ(record->block));
}

// The head of a column; the same GPU may be there with several limits of blocks.
static void print_heading(const Gpu *gpu, Text *out)
{
    Text name = {0};
    text_put(&name, gpu == NULL ? "-" : gpu->name);
    if (gpu != NULL && gpu->max_blocks_per_sm > 0) {
        text_printf(&name, ", %u block%s", gpu->blocks_per_sm, gpu->blocks_per_sm == 1 ? "" : "s");
    }
    text_printf(out, " %*s", COLUMN_WIDTH, text_string(&name));
    text_destroy(&name);
}

// The kernel and how it was launched; every configuration if a program does not launch it alike on
// all GPUs.
static void print_head(Table *table)
{
    const ReportLaunch *first = NULL;
    for (uint32_t g = 0; g < table->count; g++) {
        const ReportLaunch *launch = table->row->launches[g];
        if (launch != NULL && first == NULL) {
            first = launch;
            text_put(table->out, launch->name);
            print_shape(launch->record, table->out);
            text_put(table->out, launch->tag);
        } else if (launch != NULL && !has_shape(launch->record, first->record)) {
            text_printf(table->out, ", %s:", launch->record->gpu->name);
            print_shape(launch->record, table->out);
        }
    }
    text_printf(table->out, "\n  %-*s", table->name_width, "");
    for (uint32_t g = 0; g < table->count; g++) {
        const Gpu *gpu = table->reports[g]->gpu;
        print_heading(gpu, table->out);
    }
    text_put(table->out, "\n");
}

static void print_faults(const Table *table)
{
    for (uint32_t g = 0; g < table->count; g++) {
        const ReportLaunch *launch = table->row->launches[g];
        if (has_run(launch) && launch->beyond != NULL) {
            text_printf(table->out, "  %s: %s\n", launch->record->gpu->name, launch->beyond);
        }
        if (has_run(launch) && launch->fault != NULL) {
            text_printf(table->out, "  %s: %s; counts cover the time before\n",
                        launch->record->gpu->name, launch->fault);
        }
    }
}

static void print_launch(Table *table, const LaunchRow *row)
{
    table->row = row;
    for (uint32_t g = 0; g < table->count; g++) {
        table->reasons[g] = reason_of(&table->arena, row->launches[g]);
    }
    print_head(table);
    for (uint32_t m = 0; m < table->metrics.count; m++) {
        if (is_worth_a_row(table, row, table->metrics.items[m])) {
            print_row(table, table->metrics.items[m]);
        }
    }
    if (!table->has_empty_rows) { // the user has chosen no rows
        print_bottlenecks(table);
    }
    print_rest(table);
    print_faults(table);
}

static void print_table(Table *table)
{
    LaunchRows rows = launch_rows(table->reports, table->count, &table->arena);
    table->reasons = arena_alloc(&table->arena, (table->count + 1) * sizeof *table->reasons);
    table->name_width = NAME_WIDTH;
    for (uint32_t m = 0; m < table->metrics.count; m++) {
        int width = (int)strlen(table->metrics.items[m].name);
        bool is_used = width > table->name_width;
        for (uint32_t i = 0; is_used && i < rows.count; i++) {
            if (is_worth_a_row(table, &rows.items[i], table->metrics.items[m])) {
                table->name_width = width;
                is_used = false;
            }
        }
    }
    for (uint32_t i = 0; i < rows.count; i++) {
        text_put(table->out, i > 0 ? "\n" : "");
        print_launch(table, &rows.items[i]);
    }
    arena_clear(&table->arena);
}

void report_print_columns(const Report *const *reports, uint32_t count, const MetricList *metrics,
                          Text *out)
{
    Metric items[SELECTION_COUNT];
    for (uint32_t i = 0; i < SELECTION_COUNT; i++) {
        items[i] = (Metric){selection[i], counter_info[selection[i]].id};
    }
    Table table = {.reports = reports,
                   .count = count,
                   .metrics = {items, SELECTION_COUNT},
                   .has_empty_rows = metrics != NULL,
                   .out = out};
    table.metrics = metrics == NULL ? table.metrics : *metrics;
    print_table(&table);
}

// The old profilers had few counters, and all are shown; of newer ones, a selection, in which
// ncu's global loads are those that cp.async makes, too.
static bool is_shown(CounterId id, CounterNaming naming)
{
    bool is_selected = naming == NAMING_G80 || naming == NAMING_GT200 || naming == NAMING_FERMI ||
                       id == COUNTER_hw_global_ld_requests || id == COUNTER_hw_global_ld_sectors;
    for (uint32_t i = 0; i < SELECTION_COUNT && !is_selected; i++) {
        is_selected = selection[i] == id;
    }
    return is_selected;
}

static void add_name(Table *table, CounterId id, CounterNaming naming)
{
    size_t size_bytes;
    MetricList *list = &table->metrics;
    const char *name = is_shown(id, naming) ? counter_name(id, naming, &size_bytes) : NULL;
    if (name == NULL) {
        return;
    }
    Metric metric = {id, arena_text(&table->arena, name, size_bytes)};
    for (uint32_t i = list->count; i > 0 && list->items[i - 1].id == id; i--) {
        if (strcmp(list->items[i - 1].name, metric.name) == 0) {
            return;
        }
    }
    list->items[list->count++] = metric;
}

void report_print_named_columns(const Report *const *reports, uint32_t count,
                                const CounterNaming *namings, Text *out)
{
    Table table = {.reports = reports, .count = count, .namings = namings, .out = out};
    table.metrics.items =
        arena_alloc(&table.arena, (COUNTER_COUNT * (count + 1)) * sizeof *table.metrics.items);
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        for (uint32_t g = 0; g < count; g++) {
            add_name(&table, (CounterId)id, namings[g]);
        }
    }
    print_table(&table);
}
