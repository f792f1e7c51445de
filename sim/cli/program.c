// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.h"

#include "sim/cli/choice.h"
#include "sim/cli/compile.h"
#include "sim/cli/program_run.h"
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
    list.at = option_values(run->session->options, id, &list.count, &run->session->arena);
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
    const char **at = arena_alloc(&run->session->arena, room * sizeof *at);
    ProgramList list = {at, 0};
    for (uint32_t i = 0; i < given.count; i++) {
        for (const char *from = given.at[i]; *from != 0; from += from[0] == ',') {
            size_t size = strcspn(from, ",");
            at[list.count++] = arena_text(&run->session->arena, from, size);
            from += size;
        }
    }
    return list;
}

// With --default-stream per-thread, nvcc defines a macro, and the runtime's header acts on it.
static ProgramList defined_macros(ProgramRun *run)
{
    static const char per_thread[] = "CUDA_API_PER_THREAD_DEFAULT_STREAM=1";
    const Options *options = run->session->options;
    ProgramList given = list_of(run, OPTION_DEFINE);
    if (option_choice(options, OPTION_DEFAULT_STREAM) == 0 &&
        option_choice(options, OPTION_DEFAULT_STREAM_OF_NVCC) == 0) {
        return given;
    }
    const char **at = arena_alloc(&run->session->arena, (given.count + 1) * sizeof *at);
    for (uint32_t i = 0; i < given.count; i++) {
        at[i] = given.at[i];
    }
    at[given.count] = per_thread;
    return (ProgramList){at, given.count + 1};
}

static bool read_build(ProgramRun *run)
{
    ProgramOptions *build = &run->build;
    const Options *options = run->session->options;
    const char *arch = option_value(options, OPTION_ARCH);
    arch = arch == NULL ? option_value(options, OPTION_ARCH_OF_NVCC) : arch;
    if (arch != NULL && architecture_named(arch).capability == 0) {
        cli_error(&options->style, "unknown architecture '%s' (expected sm_NN, such as sm_90)",
                  arch);
        return false;
    }
    *build = (ProgramOptions){.sources = {options->operands, options->operand_count},
                              .include_folders = list_of(run, OPTION_INCLUDE),
                              .defines = defined_macros(run),
                              .libraries = list_of(run, OPTION_LIBRARY),
                              .library_folders = list_of(run, OPTION_LIBRARY_FOLDER),
                              .host_options = host_options(run),
                              .standard = option_value(options, OPTION_STANDARD),
                              .level = option_value(options, OPTION_OPTIMIZE),
                              .ptx = option_value(options, OPTION_PTX),
                              .compiler = (DeviceCompiler)option_choice(options, OPTION_COMPILER),
                              .is_all_cuda = option_choice(options, OPTION_LANGUAGE) != 0,
                              .is_relocatable = device_code_is_linked(options),
                              .is_checked = option_is_given(options, OPTION_CHECK),
                              .checks_indices =
                                  run->session->use != NULL && run->session->use->tells_findings,
                              .has_no_cache = option_is_given(options, OPTION_NO_CACHE),
                              .is_contraction_off = run->session->device.is_contraction_off,
                              .relaxed = relaxed_floats(options),
                              .is_colored = options->style.is_err_colored,
                              .is_quiet = options->style.is_quiet};
    return source_options_read(options, build, &run->session->arena);
}

bool program_report_is_wanted(const Options *options)
{
    static const OptionId asking[] = {OPTION_PAGE,           OPTION_PRINT_SOURCE, OPTION_CSV,
                                      OPTION_JSON,           OPTION_METRICS,      OPTION_NAMES,
                                      OPTION_SECTION,        OPTION_SET,          OPTION_LOG_FILE,
                                      OPTION_EXPECT,         OPTION_OUTPUT,       OPTION_KERNEL,
                                      OPTION_LAUNCH_SKIP,    OPTION_LAUNCH_COUNT, OPTION_KERNEL_ID,
                                      OPTION_PRINT_SUMMARY,  OPTION_PRINT_UNITS,  OPTION_BASELINE,
                                      OPTION_LAUNCH_SKIP_ALL};
    for (size_t i = 0; i < sizeof asking / sizeof *asking; i++) {
        if (option_is_given(options, asking[i])) {
            return true;
        }
    }
    return option_is_given(options, OPTION_MODE) && !options->style.is_quiet;
}

static void keep_work(void *context, const RuntimeWork *work)
{
    span_list_add(context, work);
}

// With a clock the page for people ends with what the device did in all; JSON has it, too.
static bool timeline_is_wanted(const ProgramRun *run)
{
    const char *mode = option_value(run->session->options, OPTION_MODE);
    const Rendering *rendering = &run->session->rendering;
    return mode != NULL && strcmp(mode, "cycles") == 0 &&
           (rendering_has_timeline(rendering) || rendering->is_json);
}

static int show_report(ProgramRun *run, Report *report)
{
    Session *session = run->session;
    Selected selected = session_select(session, &report, 1);
    if (selected != SELECTED_SOME) {
        return session->expectation_count > 0 ? CLI_EXPECT
               : selected == SELECTED_NONE    ? CLI_USAGE
                                              : PROGRAM_CODE;
    }
    Text page = {0};
    const Report *reports[] = {report};
    Timeline timeline = timeline_of(run->spans.items, run->spans.count);
    report->timeline = run->work == keep_work ? &timeline : NULL;
    session_render(session, reports, 1, &page);
    if (run->work == keep_work && !session->rendering.is_json) {
        text_put(&page, "\n");
        timeline_print(&timeline, session->options->style.is_out_colored, &page);
    }
    report->timeline = NULL;
    bool is_written = session_write_page(session, &page);
    text_destroy(&page);
    span_list_clear(&run->spans);
    int code = is_written ? PROGRAM_CODE : CLI_USAGE;
    return session_meets(session, report) ? code : CLI_EXPECT;
}

// One line for whoever looks on; programs in scripts print what they print and nothing else.
static int show_summary(ProgramRun *run, Report *report)
{
    double instructions = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        instructions += report->launches[i].counters.value[COUNTER_inst_executed];
    }
    if (report->count > 0) {
        cli_note(&run->session->options->style,
                 "%u launch%s on %s, %.0f warp instructions; --page details shows the report",
                 report->count, report->count == 1 ? "" : "es", report->gpu->name, instructions);
    }
    return PROGRAM_CODE;
}

static bool summary_is_wanted(const Options *options)
{
    return !options->style.is_quiet && isatty(STDOUT_FILENO) && isatty(STDERR_FILENO);
}

// The report goes to whoever the session says.
static int hand_on(ProgramRun *run, Report *report)
{
    int code = session_hand_on(run->session, report);
    return code == CLI_DONE ? PROGRAM_CODE : code;
}

static void choose_finish(ProgramRun *run)
{
    const ReportUse *use = run->session->use;
    bool wants_report = program_report_is_wanted(run->session->options);
    run->finish = use != NULL                                ? hand_on
                  : wants_report                             ? show_report
                  : summary_is_wanted(run->session->options) ? show_summary
                                                             : NULL;
    if (use != NULL) {
        run->work = use->work;
        run->work_context = use->context;
    } else if (wants_report && timeline_is_wanted(run)) {
        run->work = keep_work;
        run->work_context = &run->spans;
    }
}

// Whether stdout is for the page alone.
static bool page_is_data(const ProgramRun *run)
{
    const Session *session = run->session;
    bool is_shown = run->finish == hand_on || run->finish == show_report;
    return (session->use != NULL && session->use->is_data) ||
           (is_shown && rendering_is_data(&session->rendering, session->options));
}

static int run_alone(ProgramRun *run)
{
    const GpuChoice *gpu = &run->session->gpus[0];
    choose_finish(run);
    if (!program_build_for(run, gpu, NULL)) {
        return CLI_USAGE;
    }
    if (page_is_data(run)) {
        session_keep_stdout(run->session);
    }
    return program_start(run, gpu);
}

static bool create_run(ProgramRun *run, Session *session)
{
    *run = (ProgramRun){.session = session};
    session_name_input(session, session->options->operands[0]);
    return read_build(run);
}

static ProgramList copy_list(const ProgramList *list, Arena *arena)
{
    const char **at = arena_alloc(arena, (list->count + 1) * sizeof *at);
    for (uint32_t i = 0; i < list->count; i++) {
        at[i] = arena_text(arena, list->at[i], strlen(list->at[i]));
    }
    return (ProgramList){at, list->count};
}

bool program_make(const Options *options, bool is_part, ProgramMade *made, Arena *arena)
{
    Session session;
    ProgramRun run;
    if (!session_open(&session, options, NULL, true)) {
        return false;
    }
    bool is_made = create_run(&run, &session);
    run.build.is_part = is_part;
    is_made = is_made && program_build_for(&run, &session.gpus[0], NULL);
    if (is_made) {
        made->files = copy_list(&run.program.files, arena);
        made->marks = program_marks(&run.program, arena);
    }
    program_clear(&run.program);
    session_close(&session);
    return is_made;
}

int program_run(Session *session)
{
    static ProgramRun run; // lives as long as the process: it is read at the end
    if (!create_run(&run, session)) {
        return CLI_USAGE;
    }
    bool is_alone = session->gpu_count == 1 || session->use != NULL;
    return is_alone ? run_alone(&run) : program_run_on_each(&run);
}
