// SPDX-License-Identifier: Apache-2.0
#include "sim/report/trace.h"

#include "sim/cli/gpu_choice.h"
#include "sim/cli/program.h"
#include "sim/cli/render.h"
#include "sim/cli/span_list.h"
#include "sim/cli/trace.h"
#include "sim/cli/use.h"

#include <string.h>

typedef struct TraceRun {
    const Options *options;
    Arena arena;
    RecordChoice record;
    Rendering rendering;
    ReportUse use;
    SpanList spans;
} TraceRun;

static void keep_work(void *context, const RuntimeWork *work)
{
    TraceRun *run = context;
    span_list_add(&run->spans, work);
}

static bool has_one_gpu(TraceRun *run)
{
    GpuChoice gpus[GPU_MAX];
    uint32_t count;
    if (!gpus_read(run->options, gpus, &count, &run->arena)) {
        return false;
    }
    if (count > 1) {
        cli_error(&run->options->style, "--trace takes one GPU");
    }
    return count == 1;
}

// The report as it would be without a trace.
static void show_report(TraceRun *run, const Report *report, Text *page)
{
    const Options *options = run->options;
    if (program_is_meant(options) && !program_report_is_wanted(options)) {
        return;
    }
    const char *slash = strrchr(options->operands[0], '/');
    run->rendering.process_name = slash == NULL ? options->operands[0] : slash + 1;
    run->rendering.ptx_path = options->operands[0];
    render(&run->rendering, &report, 1, options->style.is_out_colored, &run->arena, page);
}

// Launches with clusters are recorded like the others, but in no cycles.
static void tell_of_clocks(const Style *style, const Report *report)
{
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        if (launch->record->recording != NULL && launch->record->no_time != NULL) {
            cli_note(style, "%s is not in the trace: %s", launch->short_name,
                     launch->record->no_time);
        }
    }
}

static int write_trace(void *context, const Report *report, Text *page)
{
    TraceRun *run = context;
    const Options *options = run->options;
    show_report(run, report, page);
    if (record_choice_tell(&run->record, report) == 0) {
        return CLI_USAGE;
    }
    tell_of_clocks(&options->style, report);
    Text text = {0};
    TraceHost host = {run->spans.items, run->spans.count};
    trace_print(report, &host, LOCKSTEP_VERSION, &text);
    bool is_written = page_write(&options->style, option_value(options, OPTION_TRACE), &text);
    text_destroy(&text);
    return is_written ? CLI_DONE : CLI_USAGE;
}

static bool read_all(TraceRun *run)
{
    const Options *options = run->options;
    if (!has_one_gpu(run) || !rendering_read(options, &run->rendering, &run->arena) ||
        !record_choice_read(options, RECORD_FIRST_SM, false, &run->record, &run->arena)) {
        return false;
    }
    if (option_value(options, OPTION_MODE) == NULL) {
        cli_note(&options->style, "--trace implies --mode cycles");
    }
    return true;
}

int trace_command(const Options *options)
{
    static TraceRun run; // lives as long as the process: a program's main() may end it
    run = (TraceRun){
        .options = options,
        .use = {
            .function = write_trace, .context = &run, .record = &run.record, .work = keep_work}};
    int code = read_all(&run) ? run_use(options, &run.use) : CLI_USAGE;
    span_list_clear(&run.spans);
    record_choice_clear(&run.record);
    arena_clear(&run.arena);
    return code;
}
