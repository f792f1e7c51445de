// SPDX-License-Identifier: Apache-2.0
// Which counters a file or table shows, and under which names; and the plain table of a launch.
#include "isa/base/nearest.h"
#include "sim/report/baseline.h"
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <regex.h>
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

// What group:NAME stands for; NULL: there is no such group.
static const char *group_expression(const char *name)
{
    static const struct {
        const char *name, *expression;
    } groups[] = {
#define GROUP(name, expression) {name, expression},
#include "sim/report/group.def"
#undef GROUP
    };
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        if (strcmp(groups[i].name, name) == 0) {
            return groups[i].expression;
        }
    }
    return NULL;
}

// Counters with a name of ncu's that matches, or of a group with an id that does: each under its
// first name. False: none.
static bool add_matching(const char *expression, bool is_group, MetricList *metrics, Arena *arena)
{
    regex_t compiled;
    uint32_t before = metrics->count;
    if (expression == NULL || regcomp(&compiled, expression, REG_EXTENDED | REG_NOSUB) != 0) {
        return false;
    }
    MetricList all = metrics_all(NAMING_NCU, arena);
    metrics->items = arena_grow(arena, metrics->items, metrics->count,
                                metrics->count + all.count + 1, sizeof *metrics->items);
    for (uint32_t i = 0; i < all.count; i++) {
        const char *subject = is_group ? counter_info[all.items[i].id].id : all.items[i].name;
        if (regexec(&compiled, subject, 0, NULL, 0) == 0) {
            metrics->items[metrics->count++] = all.items[i];
        }
    }
    regfree(&compiled);
    return metrics->count > before;
}

static bool add_name(const char *name, MetricList *metrics, Arena *arena)
{
    bool is_group = strncmp(name, "group:", 6) == 0;
    if (is_group || strncmp(name, "regex:", 6) == 0) {
        return add_matching(is_group ? group_expression(name + 6) : name + 6, is_group, metrics,
                            arena);
    }
    Metric metric = {counter_find(name, strlen(name)), name};
    metrics->items = arena_grow(arena, metrics->items, metrics->count, metrics->count + 2,
                                sizeof *metrics->items);
    metrics->items[metrics->count] = metric;
    metrics->count += metric.id != COUNTER_COUNT;
    return metric.id != COUNTER_COUNT;
}

bool metrics_parse(const char *list, MetricList *metrics, const char **unknown, Arena *arena)
{
    metrics->count = 0;
    metrics->items = NULL;
    for (const char *at = list; *at != 0;) {
        size_t size = strcspn(at, ",");
        if (size > 0) {
            const char *name = arena_text(arena, at, size);
            if (!add_name(name, metrics, arena)) {
                *unknown = name;
                return false;
            }
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
            char number[NUMBER_MAX] = "-", change[NUMBER_MAX];
            if (launch->counters.is_known[id]) {
                number_grouped(launch->counters.value[id], number);
            }
            text_printf(out, "    %-72s %-12s %20s  ", metrics->items[m].name,
                        counter_info[id].unit, number);
            if (launch->before != NULL) {
                text_printf(out, "%11s  ", baseline_change(launch, id, change));
            }
            text_printf(out, "%s\n", counter_class_mark(counter_class(&launch->counters, id)));
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
