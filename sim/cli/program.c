// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.h"

#include "sim/cli/choice.h"
#include "sim/cli/compile.h"
#include "sim/cli/program_run.h"
#include "sim/cli/selection.h"
#include "sim/cli/source_options.h"
#include "sim/report/timeline.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool program_is_meant(const Options *options)
{
    static const OptionId launching[] = {OPTION_LAUNCH, OPTION_GRID, OPTION_ARG, OPTION_BUFFER};
    bool is_cuda;
    if (option_is_given(options, OPTION_BLOCK) && !option_block_is_recorded(options)) {
        return false;
    }
    for (size_t i = 0; i < sizeof launching / sizeof *launching; i++) {
        if (option_is_given(options, launching[i])) {
            return false;
        }
    }
    return options->operand_count > 0 && program_is_source(options->operands[0], &is_cuda);
}

static ProgramList list_of(ProgramRun *run, OptionId id)
{
    ProgramList list;
    list.at = option_values(run->options, id, &list.count, &run->arena);
    return list;
}

// "-fopenmp,-pthread" gives two.
static ProgramList host_options(ProgramRun *run)
{
    ProgramList given = list_of(run, OPTION_HOST_OPTIONS);
    uint32_t room = 1;
    for (uint32_t i = 0; i < given.count; i++) {
        room += (uint32_t)strlen(given.at[i]) + 1;
    }
    const char **at = arena_alloc(&run->arena, room * sizeof *at);
    ProgramList list = {at, 0};
    for (uint32_t i = 0; i < given.count; i++) {
        for (const char *from = given.at[i]; *from != 0; from += from[0] == ',') {
            size_t size = strcspn(from, ",");
            at[list.count++] = arena_text(&run->arena, from, size);
            from += size;
        }
    }
    return list;
}

static bool read_build(ProgramRun *run)
{
    ProgramOptions *build = &run->build;
    const Options *options = run->options;
    const char *arch = option_value(options, OPTION_ARCH);
    arch = arch == NULL ? option_value(options, OPTION_ARCH_OF_NVCC) : arch;
    if (arch != NULL && architecture_capability(arch) == 0) {
        cli_error(&options->style, "unknown architecture '%s' (expected sm_NN, such as sm_90)",
                  arch);
        return false;
    }
    *build = (ProgramOptions){.sources = {options->operands, options->operand_count},
                              .include_folders = list_of(run, OPTION_INCLUDE),
                              .defines = list_of(run, OPTION_DEFINE),
                              .libraries = list_of(run, OPTION_LIBRARY),
                              .library_folders = list_of(run, OPTION_LIBRARY_FOLDER),
                              .host_options = host_options(run),
                              .standard = option_value(options, OPTION_STANDARD),
                              .level = option_value(options, OPTION_OPTIMIZE),
                              .ptx = option_value(options, OPTION_PTX),
                              .compiler = (DeviceCompiler)option_choice(options, OPTION_COMPILER),
                              .is_all_cuda = option_choice(options, OPTION_LANGUAGE) != 0,
                              .has_no_cache = option_is_given(options, OPTION_NO_CACHE),
                              .is_contraction_off = run->device.is_contraction_off,
                              .is_colored = options->style.is_err_colored,
                              .is_quiet = options->style.is_quiet};
    return source_options_read(options, build, &run->arena);
}

bool program_report_is_wanted(const Options *options)
{
    static const OptionId asking[] = {OPTION_PAGE,        OPTION_PRINT_SOURCE, OPTION_CSV,
                                      OPTION_JSON,        OPTION_METRICS,      OPTION_NAMES,
                                      OPTION_EXPECT,      OPTION_OUTPUT,       OPTION_KERNEL,
                                      OPTION_LAUNCH_SKIP, OPTION_LAUNCH_COUNT};
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        if (option_is_given(options, asking[i])) {
            return true;
        }
    }
    const char *mode = option_value(options, OPTION_MODE);
    return mode != NULL && strcmp(mode, "cycles") == 0 && !options->style.is_quiet;
}

static void keep_work(void *context, const RuntimeWork *work)
{
    span_list_add(context, work);
}

// With a clock the page for people ends with what the device did in all; JSON has it, too.
static bool timeline_is_wanted(const ProgramRun *run)
{
    const char *mode = option_value(run->options, OPTION_MODE);
    const Rendering *rendering = &run->rendering;
    bool is_page = rendering->page == PAGE_DETAILS && rendering->names == NAMES_NCU &&
                   !rendering->has_metrics && !rendering->is_csv;
    return mode != NULL && strcmp(mode, "cycles") == 0 && (is_page || rendering->is_json);
}

static int show_report(ProgramRun *run, Report *report)
{
    bool has_launched = report->count > 0;
    if (selection_is_empty(run->options, report)) {
        return run->expectation_count > 0 ? CLI_EXPECT : has_launched ? CLI_USAGE : PROGRAM_CODE;
    }
    Text page = {0};
    const Report *reports[] = {report};
    Timeline timeline = timeline_of(run->spans.items, run->spans.count);
    report->timeline = run->work == keep_work ? &timeline : NULL;
    render(&run->rendering, reports, 1, run->options->style.is_out_colored, &run->arena, &page);
    if (run->work == keep_work && !run->rendering.is_json) {
        text_put(&page, "\n");
        timeline_print(&timeline, run->options->style.is_out_colored, &page);
    }
    report->timeline = NULL;
    bool is_written = program_write_page(run, &page);
    text_destroy(&page);
    span_list_clear(&run->spans);
    int code = is_written ? PROGRAM_CODE : CLI_USAGE;
    return program_meets(run, report) ? code : CLI_EXPECT;
}

// One line for whoever looks on; programs in scripts print what they print and nothing else.
static int show_summary(ProgramRun *run, Report *report)
{
    double instructions = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        instructions += report->launches[i].counters.value[COUNTER_inst_executed];
    }
    if (report->count > 0) {
        cli_note(&run->options->style,
                 "%u launch%s on %s, %.0f warp instructions; --page details shows the report",
                 report->count, report->count == 1 ? "" : "es", report->gpu->name, instructions);
    }
    return PROGRAM_CODE;
}

static bool summary_is_wanted(const Options *options)
{
    return !options->style.is_quiet && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

static int run_alone(ProgramRun *run)
{
    bool wants_report = program_report_is_wanted(run->options);
    run->finish = wants_report                      ? show_report
                  : summary_is_wanted(run->options) ? show_summary
                                                    : NULL;
    if (wants_report && timeline_is_wanted(run)) {
        run->work = keep_work;
        run->work_context = &run->spans;
    }
    if (!program_build_for(run, &run->gpus[0], NULL)) {
        return CLI_USAGE;
    }
    if (wants_report && rendering_is_data(&run->rendering, run->options)) {
        program_keep_stdout(run);
    }
    return program_start(run, &run->gpus[0]);
}

// The run lives as long as the process: it is read at the end.
static ProgramRun *read_run(const Options *options)
{
    static ProgramRun run;
    Report none = {0};
    run = (ProgramRun){.options = options, .data = -1};
    bool is_good =
        rendering_read(options, &run.rendering, &run.arena) &&
        reports_filter(options, true, &none) &&
        gpus_read(options, run.gpus, &run.gpu_count, &run.arena) &&
        expectations_read(options, &run.expectations, &run.expectation_count, &run.arena) &&
        device_options_read(options, &run.device) && read_build(&run);
    arena_clear(&none.arena);
    if (!is_good) {
        arena_clear(&run.arena);
        return NULL;
    }
    const char *slash = strrchr(options->operands[0], '/');
    run.rendering.process_name = slash == NULL ? options->operands[0] : slash + 1;
    run.rendering.ptx_path = options->operands[0];
    return &run;
}

bool program_make(const Options *options, bool is_part, ProgramList *files, Arena *arena)
{
    ProgramRun *run = read_run(options);
    if (run == NULL) {
        return false;
    }
    run->build.is_part = is_part;
    if (!program_build_for(run, &run->gpus[0], NULL)) {
        return false;
    }
    const ProgramList *included = &run->program.files;
    const char **at = arena_alloc(arena, (included->count + 1) * sizeof *at);
    for (uint32_t i = 0; i < included->count; i++) {
        at[i] = arena_text(arena, included->at[i], strlen(included->at[i]));
    }
    if (files != NULL) {
        *files = (ProgramList){at, included->count};
    }
    program_clear(&run->program);
    return true;
}

int program_command(const Options *options)
{
    ProgramRun *run = read_run(options);
    return run == NULL           ? CLI_USAGE
           : run->gpu_count == 1 ? run_alone(run)
                                 : program_run_on_each(run);
}

static int use_report(ProgramRun *run, Report *report)
{
    const ReportUse *use = run->context;
    Text page = {0};
    int code = CLI_USAGE;
    if (use->takes_none || !selection_is_empty(run->options, report)) {
        code = use->function(use->context, report, &page);
        if (page.size_bytes > 0 && !program_write_page(run, &page)) { // empty: it said why
            code = CLI_USAGE;
        }
        code = code == CLI_DONE && !program_meets(run, report) ? CLI_EXPECT : code;
    }
    text_destroy(&page);
    return code == CLI_DONE ? PROGRAM_CODE : code;
}

int program_use(const Options *options, const ReportUse *use)
{
    ProgramRun *run = read_run(options);
    if (run == NULL) {
        return CLI_USAGE;
    }
    run->finish = use_report;
    run->context = (void *)(uintptr_t)use;
    run->tells_findings = use->tells_findings;
    run->work = use->work;
    run->work_context = use->context;
    record_choice_apply(use->record, &run->device);
    if (!program_build_for(run, &run->gpus[0], NULL)) {
        return CLI_USAGE;
    }
    if (use->is_data || rendering_is_data(&run->rendering, options)) {
        program_keep_stdout(run);
    }
    return program_start(run, &run->gpus[0]);
}
