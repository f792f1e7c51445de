// SPDX-License-Identifier: Apache-2.0
// `lockstep run`: read the PTX and the plan, carry it out on each GPU, render the reports.
#include "sim/cli/check.h"
#include "sim/cli/compile.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/job.h"
#include "sim/cli/plan_request.h"
#include "sim/cli/program.h"
#include "sim/cli/saved.h"
#include "sim/cli/session.h"
#include "sim/cli/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Run {
    Session *session;
    const char *path; // of the PTX
    const char *ptx;
    size_t ptx_bytes;
    PtxModule *module;
    Plan plan;
    JobOptions job_options;
    Job jobs[GPU_MAX];
    uint32_t job_count;
} Run;

static bool has_ending(const char *path, const char *ending)
{
    size_t size = strlen(path), ending_size = strlen(ending);
    return size > ending_size && strcmp(path + size - ending_size, ending) == 0;
}

// The PTX that nvcc made of a CUDA file: beside it, or in the folder ptx beside it.
static const char *find_ptx_of(Run *run, const char *path)
{
    const char *slash = strrchr(path, '/');
    int folder_bytes = slash == NULL ? 0 : (int)(slash - path + 1);
    const char *file = path + folder_bytes;
    int stem_bytes = (int)strlen(file) - 3;
    const char *places[] = {
        arena_printf(&run->session->arena, "%.*s%.*s.ptx", folder_bytes, path, stem_bytes, file),
        arena_printf(&run->session->arena, "%.*sptx/%.*s.ptx", folder_bytes, path, stem_bytes,
                     file)};
    for (int i = 0; i < 2; i++) {
        if (access(places[i], R_OK) == 0) {
            cli_note(&run->session->options->style, "running %s, the PTX of %s", places[i], path);
            return places[i];
        }
    }
    cli_error(&run->session->options->style,
              "no PTX found for %s; create it with nvcc -ptx -lineinfo %s -o %s", path, path,
              places[0]);
    return NULL;
}

// Each GPU runs what was compiled for it. The job that was compiled for the same one before, or
// `index`.
static uint32_t compiled_before(const Run *run, uint32_t index, uint32_t capability)
{
    uint32_t before = 0;
    while (before < index && run->jobs[before].gpu.gpu->compute_capability != capability) {
        before++;
    }
    return before;
}

// The newest GPU's code is what the plan is read against: names and parameters are alike in all.
static bool compile_each(Run *run)
{
    uint32_t newest = 0;
    CompiledFile file = {0};
    for (uint32_t i = 0; i < run->job_count; i++) {
        Job *job = &run->jobs[i];
        uint32_t capability = job->gpu.gpu->compute_capability;
        const Job *before = &run->jobs[compiled_before(run, i, capability)];
        if (before != job) {
            job->ptx = before->ptx;
            job->ptx_bytes = before->ptx_bytes;
            job_warn(job, &before->warnings);
        } else if (compile_file(run->session->options, run->path, architecture_of_gpu(capability),
                                &file, &run->session->arena)) {
            job->warnings = file.warnings;
            if (compile_refuse_templates(run->session->options, &file)) {
                return false;
            }
            job->ptx = file.ptx;
            job->ptx_bytes = file.ptx_bytes;
        }
        job->is_uncompiled = job->ptx == NULL;
        if (job->is_uncompiled && run->job_count > 1) {
            cli_skip(&run->session->options->style, job->gpu.name, run->path);
        }
        if (job->ptx != NULL && capability >= newest) {
            newest = capability;
            run->plan.instances = file.instances;
            run->ptx = job->ptx;
            run->ptx_bytes = job->ptx_bytes;
        }
    }
    return run->ptx != NULL;
}

// What --ptx names, else what our own compiler makes, unless --compiler nvcc.
static bool read_cuda(Run *run)
{
    const Options *options = run->session->options;
    const char *ptx = option_value(options, OPTION_PTX);
    if (ptx != NULL) {
        run->path = ptx;
        return true;
    }
    const char *compiler = option_value(options, OPTION_COMPILER);
    if (compiler != NULL && strcmp(compiler, "nvcc") == 0) {
        run->path = find_ptx_of(run, run->path);
        return run->path != NULL;
    }
    if (compiler != NULL && strcmp(compiler, "clang") == 0) {
        cli_error(
            &options->style,
            "--compiler clang compiles programs with a main(); give a kernel's PTX with --ptx");
        return false;
    }
    return compile_each(run);
}

static bool read_input(Run *run)
{
    const Options *options = run->session->options;
    if (options->operand_count != 1) {
        cli_error(&options->style,
                  options->operand_count == 0 ? "no input: lockstep run kernel.ptx ... (see --help)"
                                              : "expected one input, also got '%s'",
                  options->operand_count == 0 ? "" : options->operands[1]);
        return false;
    }
    run->path = options->operands[0];
    if (has_ending(run->path, ".cu") && access(run->path, R_OK) == 0 && !read_cuda(run)) {
        return false;
    }
    if (run->ptx != NULL) {
        return true;
    }
    run->ptx = file_text(run->path, &run->ptx_bytes, &run->session->arena);
    if (run->ptx == NULL) {
        cli_error(&options->style, "cannot read %s: %s", run->path, strerror(errno));
    }
    return run->ptx != NULL;
}

static bool parse_input(Run *run)
{
    Diagnostics diagnostics = {0};
    Text text = {0};
    run->module = ptx_parse(run->ptx, run->ptx_bytes, run->path, &diagnostics);
    bool is_shown = run->module == NULL || !run->session->options->style.is_quiet;
    diagnostics_print(&diagnostics, run->session->options->style.is_err_colored, &text);
    if (is_shown) {
        fputs(text_string(&text), stderr);
    }
    text_destroy(&text);
    diagnostics_clear(&diagnostics);
    return run->module != NULL;
}

static void create_jobs(Run *run)
{
    const Session *session = run->session;
    run->job_count = session->use == NULL ? session->gpu_count : 1;
    for (uint32_t i = 0; i < run->job_count; i++) {
        run->jobs[i].gpu = session->gpus[i];
        run->jobs[i].style = &session->options->style;
    }
}

static JobOptions job_options(const Run *run)
{
    const Rendering *rendering = &run->session->rendering;
    bool is_data = rendering->is_csv || rendering->is_json;
    return (JobOptions){.ptx = run->ptx,
                        .ptx_bytes = run->ptx_bytes,
                        .ptx_name = run->path,
                        .device = run->session->device,
                        .has_several_gpus = run->job_count > 1,
                        .wants_progress = session_wants_progress(run->session, false),
                        .kernel_output = is_data ? stderr : stdout};
}

static bool read_all(Run *run)
{
    const Options *options = run->session->options;
    create_jobs(run);
    if (!read_input(run) || !parse_input(run) || !plan_request(options, run->module, &run->plan) ||
        !dumps_check(&run->plan, options)) {
        return false;
    }
    run->job_options = job_options(run);
    session_name_input(run->session, run->path);
    return true;
}

// --print after the report, or on stderr where stdout carries data.
static bool print_buffers(Run *run, const Job *job)
{
    Text text = {0};
    if (run->job_count > 1 && option_is_given(run->session->options, OPTION_PRINT)) {
        text_printf(&text, "%s:\n", job->gpu.name);
    }
    bool is_good = job_print(job, &run->plan, run->session->options, &text);
    fputs(text_string(&text), run->job_options.kernel_output);
    text_destroy(&text);
    return is_good;
}

static bool write_buffers(Run *run)
{
    bool is_dumped = false, is_good = true;
    for (uint32_t i = 0; i < run->job_count; i++) {
        const Job *job = &run->jobs[i];
        if (!job->has_started) {
            continue;
        }
        is_good = print_buffers(run, job) && is_good;
        if (!is_dumped && option_is_given(run->session->options, OPTION_DUMP)) {
            is_good = job_dump(job, &run->plan, run->session->options) && is_good;
            is_dumped = true;
            if (run->job_count > 1) {
                cli_note(&run->session->options->style, "dumps are written for %s only",
                         job->gpu.name);
            }
        }
    }
    return is_good;
}

static int show_reports(Run *run)
{
    Session *session = run->session;
    Report *reports[GPU_MAX];
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->job_count; i++) {
        if (run->jobs[i].report != NULL) {
            reports[count++] = run->jobs[i].report;
        }
    }
    if (count == 0) {
        return CLI_DONE;
    }
    if (session->use != NULL) {
        return session_hand_on(session, reports[0]);
    }
    if (session_select(session, reports, count) != SELECTED_SOME) {
        return CLI_USAGE;
    }
    Text page = {0};
    session_render(session, (const Report *const *)reports, count, &page);
    bool is_written = session_write_page(session, &page), are_met = true;
    text_destroy(&page);
    for (uint32_t i = 0; i < count; i++) {
        are_met = session_meets(session, reports[i]) && are_met;
    }
    return !is_written ? CLI_USAGE : are_met ? CLI_DONE : CLI_EXPECT;
}

// The findings of all GPUs; the exit code that they ask for.
static int tell_findings(const Run *run)
{
    int code = CLI_DONE;
    for (uint32_t i = 0; i < run->job_count && session_tells_findings(run->session); i++) {
        if (run->jobs[i].report != NULL) {
            int found = check_tell(run->session->options, run->jobs[i].report);
            code = code == CLI_DONE ? found : code;
        }
    }
    return code;
}

static bool has_gone_beyond(const Job *job)
{
    for (uint32_t i = 0; job->report != NULL && i < job->report->count; i++) {
        if (job->report->launches[i].beyond != NULL) {
            return true;
        }
    }
    return false;
}

// A fault on any GPU counts; a GPU that refuses counts when it is the only one or when all do.
static int exit_code(const Run *run, int code)
{
    uint32_t refused = 0;
    if (interrupt_has_come()) {
        return CLI_INTERRUPT;
    }
    for (uint32_t i = 0; i < run->job_count; i++) {
        const Job *job = &run->jobs[i];
        bool has_stopped =
            job->status == LOCKSTEP_ERROR_LIMIT || job->status == LOCKSTEP_ERROR_FAULT;
        if (has_stopped && run->session->device.checkers != 0 && code != CLI_DONE) {
            return code; // the fault is among what was found
        }
        if (has_stopped) {
            return job->status == LOCKSTEP_ERROR_LIMIT ? CLI_LIMIT : CLI_FAULT;
        }
        if (!job->has_started && !job->is_uncompiled) {
            return CLI_USAGE;
        }
        if (code == CLI_DONE && has_gone_beyond(job)) {
            code = CLI_FAULT;
        }
        refused += job->is_uncompiled || job->status != LOCKSTEP_OK;
    }
    return refused == run->job_count ? CLI_USAGE : code;
}

static int run_all(Run *run)
{
    interrupt_watch();
    for (uint32_t i = 0; i < run->job_count; i++) {
        if (!run->jobs[i].is_uncompiled && !interrupt_has_come()) {
            job_run(&run->jobs[i], &run->plan, &run->job_options, &run->session->arena);
        }
    }
    int code = show_reports(run);
    code = write_buffers(run) ? code : CLI_USAGE;
    int findings = tell_findings(run);
    code = exit_code(run, code == CLI_DONE ? findings : code);
    for (uint32_t i = 0; i < run->job_count; i++) {
        job_end(&run->jobs[i]);
    }
    return code;
}

// Runs the launches that the options say, on each GPU. The exit code.
static int run_launches(Session *session)
{
    Run run = {.session = session};
    int code = read_all(&run) ? run_all(&run) : CLI_USAGE;
    ptx_destroy(run.module);
    plan_clear(&run.plan);
    return code;
}

int run_use(const Options *options, const ReportUse *use)
{
    static Session session; // a program's main() may end the process: it is read at the end
    bool is_program = program_is_meant(options);
    if (!session_open(&session, options, use,
                      is_program || option_is_given(options, OPTION_LAUNCH))) {
        return CLI_USAGE;
    }
    int code = is_program ? program_run(&session) : run_launches(&session);
    session_close(&session);
    return code;
}

static int show_saved(const Options *options)
{
    Session session;
    if (!session_open(&session, options, NULL, true)) {
        return CLI_USAGE;
    }
    int code = saved_show(&session);
    session_close(&session);
    return code;
}

int command_run(Options *options)
{
    if (option_is_given(options, OPTION_VERSION)) {
        printf("lockstep %s\n", LOCKSTEP_VERSION);
        return CLI_DONE;
    }
    if (option_is_given(options, OPTION_IMPORT)) {
        return show_saved(options);
    }
    return option_is_given(options, OPTION_TRACE) ? trace_command(options) : run_use(options, NULL);
}
