// SPDX-License-Identifier: Apache-2.0
#include "sim/report/baseline.h"

#include "sim/report/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A number of the file may be off by this (json_number).
static const double HALF_DIGIT = 0.5e-6;
// Changes are not told more finely, in percent.
static const double FINEST = 1e-3;

// ---- Reading

static uint32_t count_of(const JsonValue *list)
{
    uint32_t count = 0;
    for (const JsonValue *at = list == NULL ? NULL : list->first; at != NULL; at = at->next) {
        count++;
    }
    return count;
}

// "(64, 1, 1)" of [64, 1, 1], as compare_match() compares it.
static const char *extent_of(const JsonValue *list, Arena *arena)
{
    uint32_t size[3] = {0}, at = 0;
    for (const JsonValue *each = list == NULL ? NULL : list->first; each != NULL && at < 3;
         each = each->next) {
        bool is_size = each->number >= 0 && each->number <= UINT32_MAX;
        size[at++] = is_size ? (uint32_t)each->number : 0;
    }
    return arena_printf(arena, TEXT_EXTENT, TEXT_XYZ(size));
}

void baseline_read_counters(const JsonValue *object, CounterSet *counters)
{
    for (const JsonValue *at = object == NULL ? NULL : object->first; at != NULL; at = at->next) {
        CounterId id = at->name == NULL ? COUNTER_COUNT : counter_find(at->name, strlen(at->name));
        if (id != COUNTER_COUNT && at->kind == JSON_NUMBER && isfinite(at->number)) {
            counters->value[id] = at->number;
            counters->is_known[id] = true;
        }
    }
}

// False if it is no launch. One that did not run has no counters, and is left out.
static bool read_launch(const Baseline *baseline, const JsonValue *launch, BaselineGpu *gpu,
                        Arena *arena)
{
    const char *kernel = json_field_text(launch, "kernel");
    const JsonValue *id = json_field(launch, "id"), *counters = json_field(launch, "counters");
    if (kernel == NULL || id == NULL || id->kind != JSON_NUMBER) {
        return false;
    }
    if (counters == NULL) {
        return true;
    }
    BaselineLaunch *made = &gpu->launches[gpu->import.count];
    *made = (BaselineLaunch){.file = baseline->file, .id = (uint32_t)fmax(0, id->number)};
    baseline_read_counters(counters, &made->counters);
    gpu->import.launches[gpu->import.count++] =
        (ImportLaunch){.kernel = kernel,
                       .grid = extent_of(json_field(launch, "grid"), arena),
                       .block = extent_of(json_field(launch, "block"), arena),
                       .capability = ""};
    return true;
}

static bool read_gpu(const Baseline *baseline, const JsonValue *object, BaselineGpu *gpu,
                     Arena *arena)
{
    const JsonValue *launches = json_field(object, "launches");
    uint32_t room = count_of(launches) + 1;
    const char *name = json_field_text(object, "name");
    *gpu = (BaselineGpu){.name = name == NULL ? "" : name,
                         .launches = arena_alloc(arena, room * sizeof *gpu->launches)};
    gpu->import.launches = arena_alloc(arena, room * sizeof *gpu->import.launches);
    bool is_good = launches != NULL && launches->kind == JSON_ARRAY;
    for (const JsonValue *at = is_good ? launches->first : NULL; at != NULL && is_good;
         at = at->next) {
        is_good = read_launch(baseline, at, gpu, arena);
    }
    return is_good;
}

const char *baseline_read(const char *file, const char *text, size_t size_bytes, Baseline *baseline,
                          Arena *arena)
{
    static const char no_report[] = "it is not a report of Lockstep; --export FILE writes one";
    unsigned line;
    const JsonValue *whole = json_read(text, size_bytes, &line, arena);
    const char *schema = json_field_text(whole, "schema");
    const JsonValue *gpus = json_field(whole, "gpus");
    if (whole == NULL) {
        return arena_printf(arena, "line %u is not JSON; --export FILE writes a report", line);
    }
    if (schema == NULL || strcmp(schema, "lockstep-report") != 0 || gpus == NULL) {
        return no_report;
    }
    *baseline = (Baseline){.file = file,
                           .gpus = arena_alloc(arena, (count_of(gpus) + 1) * sizeof(BaselineGpu))};
    for (const JsonValue *at = gpus->first; at != NULL; at = at->next) {
        if (!read_gpu(baseline, at, &baseline->gpus[baseline->count++], arena)) {
            return no_report;
        }
    }
    return NULL;
}

// ---- Matching

static const BaselineGpu *find_gpu(const Baseline *baseline, const Gpu *gpu)
{
    for (uint32_t i = 0; i < baseline->count; i++) {
        if (strcmp(baseline->gpus[i].name, gpu->name) == 0) {
            return &baseline->gpus[i];
        }
    }
    return NULL;
}

static const char *no_gpu(const Baseline *baseline, Report *report)
{
    Text names = {0};
    for (uint32_t i = 0; i < baseline->count; i++) {
        text_printf(&names, "%s%s", i > 0 ? ", " : "", baseline->gpus[i].name);
    }
    const char *problem = arena_printf(&report->arena, "it holds launches on %s, not on %s",
                                       text_string(&names), report->gpu->name);
    text_destroy(&names);
    return problem;
}

const CounterSet *baseline_counters(const BaselineGpu *gpu, uint32_t id)
{
    for (uint32_t i = 0; i < gpu->import.count; i++) {
        if (gpu->launches[i].id == id) {
            return &gpu->launches[i].counters;
        }
    }
    return NULL;
}

const char *baseline_match(const Baseline *baseline, Report *report, uint32_t *without)
{
    *without = 0;
    if (report->gpu == NULL) {
        return NULL;
    }
    const BaselineGpu *gpu = find_gpu(baseline, report->gpu);
    if (gpu == NULL) {
        return no_gpu(baseline, report);
    }
    CompareOptions options = {.is_selection = true};
    Comparison comparison = {.report = report, .import = &gpu->import, .options = &options};
    compare_match(&comparison, &report->arena);
    for (uint32_t i = 0; i < report->count; i++) {
        const ImportLaunch *theirs = comparison.launches[i].theirs;
        report->launches[i].before =
            theirs == NULL ? NULL : &gpu->launches[theirs - gpu->import.launches];
        *without += theirs == NULL && report->launches[i].has_run;
    }
    bool has_partner = *without < report->count;
    return has_partner || report->count == 0
               ? NULL
               : arena_printf(&report->arena, "it has no launch of %s%s", report->launches[0].name,
                              report->count > 1 ? " or any other kernel of this run" : "");
}

// ---- Changes

static bool is_changing(const ReportLaunch *launch, CounterId id)
{
    return launch->before != NULL && launch->has_run && launch->counters.is_known[id] &&
           launch->before->counters.is_known[id];
}

// The file has six digits behind the point, so that the change of a small number is not known to
// the last digit: it is rounded to a power of ten that is.
static double round_percent(double percent, double old)
{
    double error = fmod(old, 1) > 0 ? 100 * HALF_DIGIT / old * (1 + fabs(percent) / 100) : 0;
    double step = error > FINEST ? pow(10, ceil(log10(2 * error))) : FINEST;
    return round(percent / step) * step;
}

bool baseline_percent(const ReportLaunch *launch, CounterId id, double *percent)
{
    if (!is_changing(launch, id)) {
        return false;
    }
    double now = launch->counters.value[id], old = launch->before->counters.value[id];
    if (fabs(now - old) <= 2 * HALF_DIGIT) {
        *percent = 0;
        return true;
    }
    *percent = old > HALF_DIGIT ? round_percent(100 * (now - old) / old, old) : 0;
    return old > HALF_DIGIT && isfinite(*percent);
}

const char *baseline_change(const ReportLaunch *launch, CounterId id, char buffer[NUMBER_MAX])
{
    double percent;
    if (!is_changing(launch, id)) {
        return "";
    }
    if (!baseline_percent(launch, id, &percent)) {
        return "new";
    }
    bool is_zero = fabs(percent) <= 0;
    snprintf(buffer, NUMBER_MAX,
             is_zero             ? "%.0f %%"
             : fabs(percent) < 1 ? "%+.2f %%"
                                 : "%+.1f %%",
             percent);
    return buffer;
}

bool baseline_is_there(const Report *const *reports, uint32_t count)
{
    for (uint32_t g = 0; g < count; g++) {
        for (uint32_t i = 0; i < reports[g]->count; i++) {
            if (reports[g]->launches[i].before != NULL) {
                return true;
            }
        }
    }
    return false;
}

void baseline_print_json(const ReportLaunch *launch, Json *json)
{
    const BaselineLaunch *before = launch->before;
    double percent;
    if (before == NULL) {
        return;
    }
    json_key(json, "baseline");
    json_open(json, '{');
    json_text(json, "file", before->file);
    json_number(json, "id", before->id);
    json_key(json, "counters");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (before->counters.is_known[id]) {
            json_number(json, counter_info[id].id, before->counters.value[id]);
        }
    }
    json_close(json, '}');
    json_key(json, "change_percent");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (baseline_percent(launch, (CounterId)id, &percent)) {
            json_number(json, counter_info[id].id, percent);
        }
    }
    json_close(json, '}');
    json_close(json, '}');
}
