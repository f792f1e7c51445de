// SPDX-License-Identifier: Apache-2.0
#include "sim/report/saved.h"

#include "isa/base/demangle.h"
#include "sim/report/baseline.h"
#include "sim/report/family.h"
#include "sim/report/json_reader.h"
#include "sim/report/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const Gpu *gpu;
    Arena *arena; // of the report
} Reader;

// ---- Fields

static const char *text_of(const Reader *reader, const JsonValue *object, const char *name)
{
    const char *text = json_field_text(object, name);
    return text == NULL ? NULL : arena_text(reader->arena, text, strlen(text));
}

static double number_of(const JsonValue *object, const char *name, double most)
{
    const JsonValue *field = json_field(object, name);
    bool is_good = field != NULL && field->kind == JSON_NUMBER && field->number >= 0;
    return is_good ? fmin(field->number, most) : 0;
}

static uint32_t count_of(const JsonValue *object, const char *name)
{
    return (uint32_t)number_of(object, name, UINT32_MAX);
}

static const JsonValue *elements_of(const JsonValue *object, const char *name, uint32_t *count)
{
    const JsonValue *list = json_field(object, name);
    const JsonValue *first = list == NULL || list->kind != JSON_ARRAY ? NULL : list->first;
    *count = 0;
    for (const JsonValue *at = first; at != NULL; at = at->next) {
        ++*count;
    }
    return first;
}

static void read_extent(const JsonValue *object, const char *name, uint32_t extent[3])
{
    uint32_t count, i = 0;
    for (const JsonValue *at = elements_of(object, name, &count); at != NULL && i < 3;
         at = at->next) {
        bool is_size = at->number >= 0 && at->number <= UINT32_MAX;
        extent[i++] = is_size ? (uint32_t)at->number : 0;
    }
}

static SourcePosition position_of(const Reader *reader, const JsonValue *object)
{
    return (SourcePosition){text_of(reader, object, "file"), count_of(object, "line"),
                            count_of(object, "column")};
}

static void read_counters(const JsonValue *object, CounterSet *counters)
{
    const JsonValue *list = json_field(object, "counters");
    baseline_read_counters(list, counters);
    counters->has_time = counters->is_known[COUNTER_cycles_elapsed];
    counters->has_waiting = counters->is_known[COUNTER_warp_stalled];
}

// ---- Parts of a launch

// Lines leave out zeros: of the counters of source pages, sums that the launch knows are known on
// each line. Averages that are known are not zero.
static void complete_line(const CounterSet *launch, CounterSet *line)
{
    static const CounterId shown[] = {
#define COLUMN(name, id) COUNTER_##id,
#include "sim/report/source_column.def"
#undef COLUMN
    };
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        bool is_average =
            shown[i] == COUNTER_threads_per_inst || shown[i] == COUNTER_threads_on_per_inst;
        line->is_known[shown[i]] |= !is_average && launch->is_known[shown[i]];
    }
}

static ReportLine *read_lines(const Reader *reader, const JsonValue *object, const char *name,
                              const CounterSet *launch, uint32_t *count)
{
    const JsonValue *at = elements_of(object, name, count);
    ReportLine *lines = arena_alloc(reader->arena, (*count + 1) * sizeof *lines);
    for (uint32_t i = 0; at != NULL; at = at->next, i++) {
        lines[i].file = text_of(reader, at, "file");
        lines[i].line = count_of(at, "line");
        lines[i].lanes = -1;
        read_counters(at, &lines[i].counters);
        complete_line(launch, &lines[i].counters);
    }
    return lines;
}

static void read_findings(const Reader *reader, const JsonValue *object, ReportLaunch *launch)
{
    uint32_t count;
    const JsonValue *at = elements_of(object, "findings", &count);
    launch->findings = arena_alloc(reader->arena, (count + 1) * sizeof *launch->findings);
    for (; at != NULL; at = at->next) {
        const char *name = json_field_text(at, "name");
        uint32_t kind = 0;
        while (kind < FINDING_COUNT &&
               (name == NULL || strcmp(finding_info[kind].name, name) != 0)) {
            kind++;
        }
        if (kind == FINDING_COUNT) {
            continue; // of a later version
        }
        const JsonValue *speedup = json_field(at, "measured_speedup_pct");
        launch->findings[launch->finding_count++] =
            (Finding){.kind = (FindingKind)kind,
                      .position = position_of(reader, at),
                      .actual = number_of(at, "actual", INFINITY),
                      .ideal = number_of(at, "ideal", INFINITY),
                      .has_speedup = speedup != NULL && speedup->kind == JSON_NUMBER,
                      .speedup = speedup == NULL ? 0 : speedup->number,
                      .message = text_of(reader, at, "message"),
                      .advice = text_of(reader, at, "advice")};
    }
}

static const Bottleneck *read_bottleneck(const Reader *reader, const JsonValue *object)
{
    const JsonValue *from = json_field(object, "bottleneck");
    const char *name = json_field_text(from, "name");
    for (uint32_t kind = 0; name != NULL && kind < BOTTLENECK_COUNT; kind++) {
        if (strcmp(bottleneck_info[kind].name, name) == 0) {
            Bottleneck *made = arena_alloc(reader->arena, sizeof *made);
            *made = (Bottleneck){.kind = (BottleneckKind)kind,
                                 .position = position_of(reader, from),
                                 .share = number_of(from, "share", INFINITY),
                                 .message = text_of(reader, from, "message"),
                                 .advice = text_of(reader, from, "advice")};
            return made;
        }
    }
    return NULL;
}

static LockstepStatus status_of(const JsonValue *object)
{
    const char *status = json_field_text(object, "status");
    return status == NULL || strcmp(status, "refused") == 0 ? LOCKSTEP_ERROR_LAUNCH
           : strcmp(status, "fault") == 0                   ? LOCKSTEP_ERROR_FAULT
           : strcmp(status, "limit") == 0                   ? LOCKSTEP_ERROR_LIMIT
                                                            : LOCKSTEP_OK;
}

static const LaunchTime *read_time(const Reader *reader, const JsonValue *object)
{
    LaunchTime *time = arena_alloc(reader->arena, sizeof *time);
    const JsonValue *error = json_field(object, "cycles_error");
    *time = (LaunchTime){.blocks_timed = (uint64_t)number_of(object, "blocks_timed", 0x1p53),
                         .error = error == NULL ? 0 : error->number};
    return time;
}

static const LaunchRecord *read_record(const Reader *reader, const JsonValue *object)
{
    LaunchRecord *record = arena_alloc(reader->arena, sizeof *record);
    const char *symbol = text_of(reader, object, "symbol");
    *record = (LaunchRecord){.id = count_of(object, "id"),
                             .gpu = reader->gpu,
                             .kernel = symbol == NULL ? "?" : symbol,
                             .status = status_of(object),
                             .refusal = text_of(reader, object, "refusal")};
    record->is_repetition = json_field(object, "repeats") != NULL;
    record->repeated = count_of(object, "repeats");
    read_extent(object, "grid", record->grid);
    read_extent(object, "block", record->block);
    family_read_json(object, &record->origin);
    return record;
}

// No value has a class of its own but those of the bank rules, which are all exact or none.
static bool has_modeled_banks(const JsonValue *object)
{
    const JsonValue *classes = json_field(object, "classes");
    for (const JsonValue *at = classes == NULL ? NULL : classes->first; at != NULL; at = at->next) {
        CounterId id = at->name == NULL ? COUNTER_COUNT : counter_find(at->name, strlen(at->name));
        if (id != COUNTER_COUNT && counter_info[id].class == CLASS_BANKS) {
            return true;
        }
    }
    return false;
}

static void read_run(const Reader *reader, const JsonValue *object, LaunchRecord *record,
                     ReportLaunch *launch)
{
    const JsonValue *fault = json_field(object, "fault");
    const JsonValue *beyond = json_field(object, "out_of_bounds");
    launch->has_run = true;
    launch->position = position_of(reader, object);
    launch->limiter = text_of(reader, object, "occupancy_limiter");
    read_counters(object, &launch->counters);
    launch->counters.is_banks_modeled = has_modeled_banks(object);
    record->time = launch->counters.has_time ? read_time(reader, object) : NULL;
    launch->fault = text_of(reader, fault, "message");
    launch->fault_name = text_of(reader, fault, "name");
    launch->fault_position = position_of(reader, fault);
    launch->beyond = text_of(reader, beyond, "message");
    launch->beyond_position = position_of(reader, beyond);
    read_findings(reader, object, launch);
    launch->bottleneck = read_bottleneck(reader, object);
    launch->source_lines =
        read_lines(reader, object, "lines", &launch->counters, &launch->source_line_count);
    launch->ptx_lines =
        read_lines(reader, object, "ptx_lines", &launch->counters, &launch->ptx_line_count);
}

static void read_launch(const Reader *reader, const JsonValue *object, ReportLaunch *launch)
{
    LaunchRecord *record = (LaunchRecord *)read_record(reader, object);
    const char *name = text_of(reader, object, "kernel"), *tag = text_of(reader, object, "tag");
    const char *verdict = text_of(reader, object, "verdict");
    *launch =
        (ReportLaunch){.record = record,
                       .name = name == NULL ? record->kernel : name,
                       .short_name = demangle_in(reader->arena, record->kernel, DEMANGLE_SHORT),
                       .base_name = demangle_in(reader->arena, record->kernel, DEMANGLE_BASE),
                       .tag = tag == NULL ? "" : tag,
                       .verdict = verdict == NULL ? "" : verdict,
                       .limiter = ""};
    if (json_field(object, "counters") != NULL) {
        read_run(reader, object, record, launch);
    }
}

// ---- A GPU

static const Timeline *read_timeline(const Reader *reader, const JsonValue *object)
{
    const JsonValue *from = json_field(object, "timeline");
    if (from == NULL || from->kind != JSON_OBJECT) {
        return NULL;
    }
    Timeline *timeline = arena_alloc(reader->arena, sizeof *timeline);
    *timeline = (Timeline){.kernels = number_of(from, "kernels_us", INFINITY) / 1e6,
                           .copies = number_of(from, "copies_us", INFINITY) / 1e6,
                           .overlap = number_of(from, "overlap_us", INFINITY) / 1e6,
                           .whole = number_of(from, "whole_us", INFINITY) / 1e6,
                           .kernel_count = count_of(from, "kernels"),
                           .copy_count = count_of(from, "copies"),
                           .copied_bytes = (uint64_t)number_of(from, "copied_bytes", 0x1p53)};
    return timeline;
}

static Report *read_report(const JsonValue *object, const Gpu *gpu)
{
    Report *report = calloc(1, sizeof *report);
    if (report == NULL) {
        abort();
    }
    Reader reader = {gpu, &report->arena};
    const JsonValue *at = elements_of(object, "launches", &report->count);
    report->gpu = gpu;
    report->launches = arena_alloc(&report->arena, (report->count + 1) * sizeof *report->launches);
    for (uint32_t i = 0; at != NULL; at = at->next, i++) {
        read_launch(&reader, at, &report->launches[i]);
    }
    report->timeline = read_timeline(&reader, object);
    report_list_kernels(report);
    return report;
}

static const Gpu *find_gpu(const SavedFile *file, const char *name)
{
    for (uint32_t i = 0; i < file->gpu_count; i++) {
        if (strcmp(file->gpus[i]->name, name) == 0) {
            return file->gpus[i];
        }
    }
    return gpu_preset(name);
}

const char *saved_read(const SavedFile *file, Report **reports, uint32_t room, uint32_t *count,
                       const char **program, Arena *arena)
{
    unsigned line;
    uint32_t gpu_count;
    const JsonValue *whole = json_read(file->text, file->size_bytes, &line, arena);
    const char *schema = json_field_text(whole, "schema");
    *count = 0;
    *program = json_field_text(whole, "program");
    if (whole == NULL) {
        return arena_printf(arena, "line %u is not JSON; --export FILE writes a report", line);
    }
    const JsonValue *at = elements_of(whole, "gpus", &gpu_count);
    if (schema == NULL || strcmp(schema, "lockstep-report") != 0 || gpu_count == 0) {
        return "it is not a report of Lockstep; --export FILE writes one";
    }
    for (; at != NULL && *count < room; at = at->next) {
        const char *name = json_field_text(at, "name");
        const Gpu *gpu = name == NULL ? NULL : find_gpu(file, name);
        if (gpu == NULL && name != NULL) {
            return arena_printf(
                arena, "it is of the GPU '%s', which is no preset; name its file with --gpu", name);
        }
        if (gpu != NULL) { // else it has no launches
            reports[(*count)++] = read_report(at, gpu);
        }
    }
    return *count == 0 ? "it has no launches" : NULL;
}
