// SPDX-License-Identifier: Apache-2.0
// The report as one JSON object; docs/report-schema.md describes it. Counters are named by their id
// and left out where they are not known; lines and accesses leave out zeros besides.
#include "sim/report/number.h"
#include "sim/report/print.h"

#include <inttypes.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

// Where a value is about to be written: the comma before it is put when it is not the first.
typedef struct Json {
    Text *out;
    bool needs_comma;
} Json;

static void put_separator(Json *json)
{
    if (json->needs_comma) {
        text_put(json->out, ",");
    }
    json->needs_comma = true;
}

static void put_string(Json *json, const char *value)
{
    text_put(json->out, "\"");
    for (const unsigned char *at = (const unsigned char *)value; *at != 0; at++) {
        if (*at == '"' || *at == '\\') {
            text_printf(json->out, "\\%c", *at);
        } else if (*at < 0x20 || *at == 0x7f) {
            text_printf(json->out, "\\u%04x", *at);
        } else {
            text_add(json->out, (const char *)at, 1);
        }
    }
    text_put(json->out, "\"");
}

static void key(Json *json, const char *name)
{
    put_separator(json);
    put_string(json, name);
    text_put(json->out, ":");
}

static void open_with(Json *json, char bracket)
{
    text_add(json->out, &bracket, 1);
    json->needs_comma = false;
}

static void close_with(Json *json, char bracket)
{
    text_add(json->out, &bracket, 1);
    json->needs_comma = true;
}

static void text_field(Json *json, const char *name, const char *value)
{
    key(json, name);
    if (value == NULL) {
        text_put(json->out, "null");
    } else {
        put_string(json, value);
    }
}

static void number_field(Json *json, const char *name, double value)
{
    char number[NUMBER_MAX];
    key(json, name);
    text_put(json->out, number_plain(value, number));
}

static void triple_field(Json *json, const char *name, const uint32_t value[3])
{
    key(json, name);
    text_printf(json->out, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", value[0], value[1], value[2]);
}

static void position_fields(Json *json, SourcePosition position)
{
    text_field(json, "file", position.file);
    number_field(json, "line", position.line);
    number_field(json, "column", position.column);
}

static void put_counters(Json *json, const CounterSet *counters, bool has_zeros)
{
    key(json, "counters");
    open_with(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (counters->is_known[id] && (has_zeros || counters->value[id] > 0)) {
            number_field(json, counter_info[id].id, counters->value[id]);
        }
    }
    close_with(json, '}');
}

static void put_lines(Json *json, const char *name, const ReportLine *lines, uint32_t count)
{
    key(json, name);
    open_with(json, '[');
    for (uint32_t i = 0; i < count; i++) {
        put_separator(json);
        open_with(json, '{');
        text_field(json, "file", lines[i].file);
        number_field(json, "line", lines[i].line);
        put_counters(json, &lines[i].counters, false);
        close_with(json, '}');
    }
    close_with(json, ']');
}

static void put_site(Json *json, const ReportSite *site, const Gpu *gpu)
{
    CounterSet counters = {0};
    counter_add(&counters, site->micro, &site->executed, &site->accesses);
    counter_finish(&counters, gpu, false);
    put_separator(json);
    open_with(json, '{');
    position_fields(json, site->position);
    number_field(json, "ptx_line", site->ptx_line);
    text_field(json, "kind", report_site_name(site->micro));
    number_field(json, "bytes_per_lane", site->micro->width_bytes);
    put_counters(json, &counters, false);
    close_with(json, '}');
}

static void put_sites(Json *json, const ReportLaunch *launch)
{
    key(json, "accesses");
    open_with(json, '[');
    for (uint32_t i = 0; i < launch->site_count; i++) {
        put_site(json, &launch->sites[i], launch->record->gpu);
    }
    close_with(json, ']');
}

static void put_findings(Json *json, const ReportLaunch *launch)
{
    key(json, "findings");
    open_with(json, '[');
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        const Finding *finding = &launch->findings[i];
        put_separator(json);
        open_with(json, '{');
        text_field(json, "name", finding_info[finding->kind].name);
        position_fields(json, finding->position);
        number_field(json, "actual", finding->actual);
        number_field(json, "ideal", finding->ideal);
        text_field(json, "message", finding->message);
        text_field(json, "advice", finding->advice);
        close_with(json, '}');
    }
    close_with(json, ']');
}

static void put_fault(Json *json, const ReportLaunch *launch)
{
    key(json, "fault");
    if (launch->fault == NULL) {
        text_put(json->out, "null");
        return;
    }
    const Fault *fault = &launch->record->fault;
    open_with(json, '{');
    text_field(json, "name", launch->fault_name);
    position_fields(json, launch->fault_position);
    triple_field(json, "block", fault->block);
    triple_field(json, "thread", fault->thread);
    key(json, "address");
    text_printf(json->out, "\"0x%" PRIx64 "\"", fault->address);
    text_field(json, "message", launch->fault);
    close_with(json, '}');
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

static void put_launch(Json *json, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    put_separator(json);
    open_with(json, '{');
    number_field(json, "id", record->id);
    text_field(json, "kernel", launch->name);
    text_field(json, "symbol", record->kernel);
    triple_field(json, "grid", record->grid);
    triple_field(json, "block", record->block);
    text_field(json, "status", status_name(record->status));
    text_field(json, "refusal", record->refusal);
    if (launch->has_run) {
        put_fault(json, launch);
        text_field(json, "occupancy_limiter", launch->limiter);
        put_counters(json, &launch->counters, true);
        put_findings(json, launch);
        put_lines(json, "lines", launch->source_lines, launch->source_line_count);
        put_lines(json, "ptx_lines", launch->ptx_lines, launch->ptx_line_count);
        put_sites(json, launch);
    }
    close_with(json, '}');
}

static void put_gpu(Json *json, const Report *report)
{
    put_separator(json);
    open_with(json, '{');
    if (report->gpu != NULL) {
        uint32_t capability = report->gpu->compute_capability;
        text_field(json, "name", report->gpu->name);
        text_field(json, "title", report->gpu->title);
        key(json, "compute_capability");
        text_printf(json->out, "\"%" PRIu32 ".%" PRIu32 "\"", capability / 10, capability % 10);
    }
    key(json, "launches");
    open_with(json, '[');
    for (uint32_t i = 0; i < report->count; i++) {
        put_launch(json, &report->launches[i]);
    }
    close_with(json, ']');
    close_with(json, '}');
}

static void put_counter_table(Json *json)
{
    key(json, "counters");
    open_with(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const CounterInfo *info = &counter_info[id];
        key(json, info->id);
        open_with(json, '{');
        text_field(json, "unit", info->unit);
        text_field(json, "class", counter_class_mark(info->class));
        text_field(json, "ncu", info->names[NAMING_NCU]);
        text_field(json, "doc", info->doc);
        close_with(json, '}');
    }
    close_with(json, '}');
}

void report_print_json(const Report *const *reports, uint32_t count, const char *version, Text *out)
{
    Json json = {out, false};
    open_with(&json, '{');
    text_field(&json, "schema", "lockstep-report");
    number_field(&json, "schema_version", SCHEMA_VERSION);
    text_field(&json, "lockstep", version);
    put_counter_table(&json);
    key(&json, "gpus");
    open_with(&json, '[');
    for (uint32_t g = 0; g < count; g++) {
        put_gpu(&json, reports[g]);
    }
    close_with(&json, ']');
    close_with(&json, '}');
    text_put(out, "\n");
}
