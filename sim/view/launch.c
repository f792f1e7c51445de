// SPDX-License-Identifier: Apache-2.0
#include "sim/view/data.h"

#include "sim/report/baseline.h"
#include "sim/report/family.h"
#include "sim/report/number.h"
#include "sim/report/print.h"

static void put_counters(const ReportLaunch *launch, Json *json)
{
    json_key(json, "counters");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        if (launch->counters.is_known[id]) {
            json_number(json, counter_info[id].id, launch->counters.value[id]);
        }
    }
    json_close(json, '}');
}

static void put_findings(const View *view, const ReportLaunch *launch, Json *json)
{
    json_key(json, "findings");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->finding_count; i++) {
        const Finding *finding = &launch->findings[i];
        uint32_t source = data_source(view, finding->position.file);
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", finding_info[finding->kind].name);
        json_number(json, "source", source == UINT32_MAX ? -1 : (double)source);
        json_text(json, "file", finding->position.file);
        json_number(json, "line", finding->position.line);
        json_number(json, "actual", finding->actual);
        json_number(json, "ideal", finding->ideal);
        if (finding->has_speedup) {
            json_number(json, "speedup", finding->speedup);
        }
        json_text(json, "message", finding->message);
        json_text(json, "advice", finding->advice);
        json_close(json, '}');
    }
    json_close(json, ']');
}

// The verdict; null without a clock.
static void put_bottleneck(const View *view, const ReportLaunch *launch, Json *json)
{
    const Bottleneck *bottleneck = launch->bottleneck;
    json_key(json, "bottleneck");
    if (bottleneck == NULL) {
        text_put(json->out, "null");
        return;
    }
    uint32_t source = data_source(view, bottleneck->position.file);
    json_open(json, '{');
    json_text(json, "name", bottleneck_info[bottleneck->kind].name);
    json_number(json, "source", source == UINT32_MAX ? -1 : (double)source);
    json_number(json, "line", bottleneck->position.line);
    json_number(json, "share", bottleneck->share);
    json_text(json, "message", bottleneck->message);
    json_text(json, "advice", bottleneck->advice);
    json_close(json, '}');
}

static void put_heat(const ReportLine *line, CounterId id, Json *json)
{
    char number[NUMBER_MAX];
    bool is_lanes = id == COUNTER_threads_on_per_inst;
    bool is_known = is_lanes ? line->lanes >= 0 : line->counters.is_known[id];
    json_separate(json);
    text_put(json->out,
             is_known ? number_plain(is_lanes ? line->lanes : line->counters.value[id], number)
                      : "null");
}

// All that a warp waited for but its issue.
static double stall_cycles(const CounterSet *counters)
{
    double sum = 0;
#define STALL(id, name, ncu, doc)                                                                  \
    sum += STALL_##id == STALL_SELECTED ? 0 : counters->value[COUNTER_waiting_##name];
#include "sim/observe/stall.def"
#undef STALL
    return sum;
}

static void put_line(uint32_t source, const ReportLine *line, Json *json)
{
    char number[NUMBER_MAX];
    json_separate(json);
    json_open(json, '[');
    json_separate(json);
    text_put(json->out, number_plain((double)(int32_t)source, number));
    json_separate(json);
    text_put(json->out, number_plain(line->line, number));
#define HEAT(id, title, doc) put_heat(line, COUNTER_##id, json);
#include "sim/view/heat.def"
#undef HEAT
    json_separate(json);
    text_put(json->out, line->counters.has_waiting
                            ? number_plain(stall_cycles(&line->counters), number)
                            : "null");
    json_close(json, ']');
}

// Lines with their heat: of the CUDA sources, of the PTX (source -1).
static void put_lines(const View *view, const ReportLaunch *launch, Json *json)
{
    json_key(json, "lines");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->source_line_count; i++) {
        const ReportLine *line = &launch->source_lines[i];
        uint32_t source = data_source(view, line->file);
        if (source != UINT32_MAX) {
            put_line(source, line, json);
        }
    }
    json_close(json, ']');
    json_key(json, "ptx_lines");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->ptx_line_count; i++) {
        put_line(UINT32_MAX, &launch->ptx_lines[i], json);
    }
    json_close(json, ']');
}

static void put_facts(const View *view, const ReportLaunch *launch, Json *json)
{
    const LaunchRecord *record = launch->record;
    uint32_t source = data_source(view, launch->position.file);
    json_number(json, "id", record->id);
    family_print_json(record, json);
    json_text(json, "kernel", launch->name);
    json_text(json, "name", launch->short_name);
    json_text(json, "tag", launch->tag);
    json_text(json, "verdict", launch->verdict);
    json_triple(json, "grid", record->grid);
    json_triple(json, "block", record->block);
    json_number(json, "source", source == UINT32_MAX ? -1 : (double)source);
    json_number(json, "line", launch->position.line);
    json_text(json, "refusal", record->refusal);
    json_text(json, "fault", launch->fault);
    json_text(json, "no_time", record->no_time);
    report_json_timed(json, record->time);
}

void launch_print(ViewData *data, const ViewLaunch *given, Json *json)
{
    const ReportLaunch *launch = given->report;
    json_separate(json);
    json_open(json, '{');
    put_facts(data->view, launch, json);
    if (launch->has_run) {
        put_counters(launch, json);
        baseline_print_json(launch, json);
        report_json_classes(json, &launch->counters);
        report_json_roofline(json, launch);
        put_bottleneck(data->view, launch, json);
        put_findings(data->view, launch, json);
        problems_print(data->view, launch, json);
        put_lines(data->view, launch, json);
        resident_print(launch, json);
        resident_print_runs(data->view, launch, json);
        code_print(data->view, launch->record->program, json);
        fragments_print(data, launch->record->program, json);
        steps_print(data, given, json);
    }
    json_close(json, '}');
}
