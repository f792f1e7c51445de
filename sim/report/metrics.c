// SPDX-License-Identifier: Apache-2.0
// Which counters a file or table shows, and under which names; and the plain table of a launch.
#include "isa/base/nearest.h"
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct Collector {
    MetricList *list;
    Arena *arena;
} Collector;

static void collect(void *context, CounterId id, const char *name, size_t size_bytes)
{
    Collector *collector = context;
    Metric metric = {id, arena_text(collector->arena, name, size_bytes)};
    collector->list->items[collector->list->count++] = metric;
}

static int compare_metrics(const void *left, const void *right)
{
    return strcmp(((const Metric *)left)->name, ((const Metric *)right)->name);
}

MetricList metrics_all(CounterNaming naming, Arena *arena)
{
    MetricList list = {0};
    uint32_t room = 0;
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        room += counter_names((CounterId)id, naming, NULL, NULL);
    }
    list.items = arena_alloc(arena, (room + 1) * sizeof *list.items);
    Collector collector = {&list, arena};
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        counter_names((CounterId)id, naming, collect, &collector);
    }
    qsort(list.items, list.count, sizeof *list.items, compare_metrics);
    return list;
}

static bool has_clock(const Report *const *reports, uint32_t count)
{
    bool has = false;
    for (uint32_t g = 0; g < count; g++) {
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            has |= reports[g]->launches[i].counters.is_known[COUNTER_cycles_elapsed];
        }
    }
    return has;
}

void metrics_drop_clock(MetricList *list, const Report *const *reports, uint32_t count)
{
    if (has_clock(reports, count)) {
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (!counter_needs_clock(list->items[i].id)) {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

bool metrics_parse(const char *list, MetricList *metrics, const char **unknown, Arena *arena)
{
    metrics->count = 0;
    metrics->items = arena_alloc(arena, (strlen(list) + 1) * sizeof *metrics->items);
    for (const char *at = list; *at != 0;) {
        size_t size = strcspn(at, ",");
        if (size > 0) {
            Metric metric = {counter_find(at, size), arena_text(arena, at, size)};
            if (metric.id == COUNTER_COUNT) {
                *unknown = metric.name;
                return false;
            }
            metrics->items[metrics->count++] = metric;
        }
        at += size + (at[size] == ',');
    }
    return true;
}

void report_print_metrics(const Report *report, const MetricList *metrics, Text *out)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        text_printf(out, "%s%s%s, %s\n", i > 0 ? "\n" : "", launch->name, launch->tag,
                    launch->record->gpu->title);
        for (uint32_t m = 0; m < metrics->count && launch->has_run; m++) {
            CounterId id = metrics->items[m].id;
            char number[NUMBER_MAX] = "-";
            if (launch->counters.is_known[id]) {
                number_grouped(launch->counters.value[id], number);
            }
            text_printf(out, "    %-72s %-12s %20s  %s\n", metrics->items[m].name,
                        counter_info[id].unit, number, counter_class_mark(counter_info[id].class));
        }
    }
}

const char *metrics_nearest(const char *unknown, Arena *arena)
{
    const char *ids[COUNTER_COUNT];
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        ids[id] = counter_info[id].id;
    }
    const char *meant = nearest(unknown, ids, COUNTER_COUNT);
    for (uint32_t naming = 0; naming < NAMING_COUNT && meant == NULL; naming++) {
        MetricList list = metrics_all((CounterNaming)naming, arena);
        for (uint32_t i = 0; i < list.count && meant == NULL; i++) {
            const char *name = list.items[i].name;
            meant = nearest(unknown, &name, 1);
        }
    }
    return meant;
}
