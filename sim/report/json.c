// SPDX-License-Identifier: Apache-2.0
// The report as one JSON object; docs/report-schema.md describes it. Counters are named by their id
// and left out if unknown; lines and accesses also leave out zeros.
#include "sim/report/baseline.h"
#include "sim/report/check_print.h"
#include "sim/report/family.h"
#include "sim/report/number.h"
#include "sim/report/print.h"
#include "sim/report/roofline.h"
#include "sim/report/timeline.h"

#include <inttypes.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

static void position_fields(Json *json, SourcePosition position)
{
    json_text(json, "file", position.file);
    json_number(json, "line", position.line);
    json_number(json, "column", position.column);
}

static void put_counters(Json *json, const CounterSet *counters, bool has_zeros)
{
    json_key(json, "counters");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (counters->is_known[id] && (has_zeros || counters->value[id] > 0)) {
            json_number(json, counter_info[id].id, counters->value[id]);
        }
    }
    json_close(json, '}');
}

static void put_lines(Json *json, const char *name, const ReportLine *lines, uint32_t count)
{
    json_key(json, name);
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(json);
        json_open(json, '{');
        json_text(json, "file", lines[i].file);
        json_number(json, "line", lines[i].line);
        put_counters(json, &lines[i].counters, false);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_site(Json *json, const ReportSite *site, const Gpu *gpu)
{
    CounterSet counters = {0};
    counter_add(&counters, site->micro, &site->executed, &site->accesses);
    counter_finish(&counters, gpu, false);
    json_separate(json);
    json_open(json, '{');
    position_fields(json, site->position);
    json_number(json, "ptx_line", site->ptx_line);
    json_text(json, "kind", report_site_name(site->micro));
    json_number(json, "bytes_per_lane", site->micro->width_bytes);
    json_text(json, "array", site->array);
    put_counters(json, &counters, false);
    json_close(json, '}');
}

static void put_sites(Json *json, const ReportLaunch *launch)
{
    json_key(json, "accesses");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->site_count; i++) {
        put_site(json, &launch->sites[i], launch->record->gpu);
    }
    json_close(json, ']');
}

static void put_findings(Json *json, const ReportLaunch *launch)
{
    json_key(json, "findings");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        const Finding *finding = &launch->findings[i];
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", finding_info[finding->kind].name);
        position_fields(json, finding->position);
        json_number(json, "actual", finding->actual);
        json_number(json, "ideal", finding->ideal);
        if (finding->has_speedup) {
            json_number(json, "measured_speedup_pct", finding->speedup);
        }
        json_text(json, "message", finding->message);
        json_text(json, "advice", finding->advice);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_bottleneck(Json *json, const ReportLaunch *launch)
{
    const Bottleneck *bottleneck = launch->bottleneck;
    json_key(json, "bottleneck");
    if (bottleneck == NULL) {
        text_put(json->out, "null");
        return;
    }
    json_open(json, '{');
    json_text(json, "name", bottleneck_info[bottleneck->kind].name);
    position_fields(json, bottleneck->position);
    json_number(json, "share", bottleneck->share);
    json_text(json, "message", bottleneck->message);
    json_text(json, "advice", bottleneck->advice);
    json_close(json, '}');
}

void report_json_roofline(Json *json, const ReportLaunch *launch)
{
    Roofline lines[ROOFLINE_MAX];
    uint32_t count = roofline(&launch->counters, launch->record->gpu, lines);
    json_key(json, "roofline");
    json_open(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_separate(json);
        json_open(json, '{');
        json_text(json, "precision", lines[i].precision);
        json_number(json, "intensity", lines[i].intensity);
        json_number(json, "ridge", lines[i].ridge);
        json_number(json, "gflops", lines[i].gflops);
        json_number(json, "attainable_gflops", lines[i].attainable_gflops);
        json_number(json, "peak_gflops", lines[i].peak_gflops);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void report_json_timed(Json *json, const LaunchTime *time)
{
    if (time != NULL && time->blocks_timed > 0) {
        json_number(json, "blocks_timed", (double)time->blocks_timed);
    }
    if (time != NULL && time->instructions_timed > 0) {
        json_number(json, "instructions_timed", (double)time->instructions_timed);
    }
    if (time != NULL && (time->blocks_timed > 0 || time->instructions_timed > 0)) {
        json_number(json, "cycles_error", time->error);
    }
}

static void put_place_of_fault(Json *json, const Fault *fault, SourcePosition position,
                               const char *message)
{
    position_fields(json, position);
    json_triple(json, "block", fault->block);
    json_triple(json, "thread", fault->thread);
    json_key(json, "address");
    text_printf(json->out, "\"0x%" PRIx64 "\"", fault->address);
    json_text(json, "message", message);
}

static void put_fault(Json *json, const ReportLaunch *launch)
{
    json_key(json, "fault");
    if (launch->fault == NULL) {
        text_put(json->out, "null");
    } else {
        json_open(json, '{');
        json_text(json, "name", launch->fault_name);
        put_place_of_fault(json, &launch->record->fault, launch->fault_position, launch->fault);
        json_close(json, '}');
    }
    if (launch->beyond != NULL) {
        json_key(json, "out_of_bounds");
        json_open(json, '{');
        put_place_of_fault(json, &launch->record->beyond, launch->beyond_position, launch->beyond);
        json_close(json, '}');
    }
}

static const char *status_name(LockstepStatus status)
{
    switch (status) {
    case LOCKSTEP_OK: return "ok";
    case LOCKSTEP_ERROR_FAULT: return "fault";
    case LOCKSTEP_ERROR_LIMIT: return "limit";
    default: return "refused";
    }
}

void report_json_classes(Json *json, const CounterSet *set)
{
    json_key(json, "classes");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const char *mark = counter_class_mark(counter_class(set, id));
        if (set->is_known[id] && strcmp(mark, counter_class_mark(counter_info[id].class)) != 0) {
            json_text(json, counter_info[id].id, mark);
        }
    }
    json_close(json, '}');
}

static void put_launch(Json *json, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    json_separate(json);
    json_open(json, '{');
    json_number(json, "id", record->id);
    family_print_json(record, json);
    json_text(json, "kernel", launch->name);
    json_text(json, "symbol", record->kernel);
    json_text(json, "tag", launch->tag);
    json_text(json, "verdict", launch->verdict);
    json_triple(json, "grid", record->grid);
    json_triple(json, "block", record->block);
    json_text(json, "status", status_name(record->status));
    json_text(json, "refusal", record->refusal);
    if (launch->has_run) {
        position_fields(json, launch->position);
        put_fault(json, launch);
        report_json_timed(json, record->time);
        if (record->is_repetition) {
            json_number(json, "repeats", record->repeated);
        }
        json_text(json, "occupancy_limiter", launch->limiter);
        put_counters(json, &launch->counters, true);
        baseline_print_json(launch, json);
        report_json_classes(json, &launch->counters);
        put_findings(json, launch);
        put_bottleneck(json, launch);
        report_json_roofline(json, launch);
        put_lines(json, "lines", launch->source_lines, launch->source_line_count);
        put_lines(json, "ptx_lines", launch->ptx_lines, launch->ptx_line_count);
        put_sites(json, launch);
    }
    json_close(json, '}');
}

static void put_warning(Json *json, const Diagnostic *warning)
{
    static const char *const levels[] = {"error", "warning", "note"};
    Arena arena = {0};
    size_t message_bytes;
    const char *name = report_warning_name(warning->message, &message_bytes, &arena);
    json_separate(json);
    json_open(json, '{');
    json_text(json, "level", levels[warning->level]);
    json_text(json, "name", name);
    position_fields(json, warning->position);
    json_text(json, "message", arena_text(&arena, warning->message, message_bytes));
    json_close(json, '}');
    arena_clear(&arena);
}

static void put_warnings(Json *json, const Diagnostics *warnings)
{
    json_key(json, "warnings");
    json_open(json, '[');
    for (uint32_t i = 0; warnings != NULL && i < warnings->count; i++) {
        put_warning(json, &warnings->items[i]);
    }
    json_close(json, ']');
}

static void put_timeline(Json *json, const Timeline *timeline)
{
    json_key(json, "timeline");
    if (timeline == NULL) {
        text_put(json->out, "null");
        return;
    }
    json_open(json, '{');
    json_number(json, "kernels", timeline->kernel_count);
    json_number(json, "kernels_us", timeline->kernels * 1e6);
    json_number(json, "copies", timeline->copy_count);
    json_number(json, "copies_us", timeline->copies * 1e6);
    json_number(json, "copied_bytes", (double)timeline->copied_bytes);
    json_number(json, "overlap_us", timeline->overlap * 1e6);
    json_number(json, "whole_us", timeline->whole * 1e6);
    json_close(json, '}');
}

static void put_check(Json *json, const Report *report)
{
    json_key(json, "check");
    if (report->findings == NULL) {
        text_put(json->out, "null");
        return;
    }
    CheckReport *check = check_report_create(report);
    json_open(json, '{');
    check_put_found(check, 0, json);
    json_close(json, '}');
    check_report_destroy(check);
}

void report_print_json_gpu(const Report *report, Text *out)
{
    Json whole = {out, false}, *json = &whole;
    json_open(json, '{');
    if (report->gpu != NULL) {
        uint32_t capability = report->gpu->compute_capability;
        json_text(json, "name", report->gpu->name);
        json_text(json, "title", report->gpu->title);
        json_key(json, "compute_capability");
        text_printf(json->out, "\"%" PRIu32 ".%" PRIu32 "\"", capability / 10, capability % 10);
    }
    put_warnings(json, report->warnings);
    json_key(json, "launches");
    json_open(json, '[');
    for (uint32_t i = 0; i < report->count; i++) {
        put_launch(json, &report->launches[i]);
    }
    json_close(json, ']');
    put_timeline(json, report->timeline);
    put_check(json, report);
    json_close(json, '}');
}

static void put_counter_table(Json *json)
{
    json_key(json, "counters");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const CounterInfo *info = &counter_info[id];
        json_key(json, info->id);
        json_open(json, '{');
        json_text(json, "unit", info->unit);
        json_text(json, "class", counter_class_mark(info->class));
        json_text(json, "ncu", info->names[NAMING_NCU]);
        json_text(json, "doc", info->doc);
        json_close(json, '}');
    }
    json_close(json, '}');
}

void report_print_json_whole(const char *const *gpus, uint32_t count, const char *version,
                             const char *program, Text *out)
{
    Json json = {out, false};
    json_open(&json, '{');
    json_text(&json, "schema", "lockstep-report");
    json_number(&json, "schema_version", SCHEMA_VERSION);
    json_text(&json, "lockstep", version);
    json_text(&json, "program", program);
    put_counter_table(&json);
    json_key(&json, "gpus");
    json_open(&json, '[');
    for (uint32_t g = 0; g < count; g++) {
        json_separate(&json);
        text_put(out, gpus[g]);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_put(out, "\n");
}

void report_print_json(const Report *const *reports, uint32_t count, const char *version, Text *out)
{
    Arena arena = {0};
    const char **gpus = arena_alloc(&arena, (count + 1) * sizeof *gpus);
    for (uint32_t g = 0; g < count; g++) {
        Text gpu = {0};
        report_print_json_gpu(reports[g], &gpu);
        gpus[g] = arena_text(&arena, text_string(&gpu), gpu.size_bytes);
        text_destroy(&gpu);
    }
    report_print_json_whole(gpus, count, version, NULL, out);
    arena_clear(&arena);
}
