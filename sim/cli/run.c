// SPDX-License-Identifier: Apache-2.0
// `lockstep run`: read the PTX and the plan, carry it out on each GPU, render the reports.
#include "sim/cli/check.h"
#include "sim/cli/choice.h"
#include "sim/cli/compile.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/job.h"
#include "sim/cli/plan_request.h"
#include "sim/cli/program.h"
#include "sim/cli/render.h"
#include "sim/cli/selection.h"
#include "sim/cli/trace.h"
#include "sim/cli/use.h"
#include "sim/report/expect.h"
#include "sim/report/number.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Run {
    const Options *options;
    const ReportUse *use; // of the report; NULL: it is shown
    int use_code;         // that it ended with
    Arena arena;
    const char *path; // of the PTX
    const char *ptx;
    size_t ptx_bytes;
    PtxModule *module;
    Plan plan;
    Rendering rendering;
    JobOptions job_options;
    Expectation *expectations;
    uint32_t expectation_count;
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
        arena_printf(&run->arena, "%.*s%.*s.ptx", folder_bytes, path, stem_bytes, file),
        arena_printf(&run->arena, "%.*sptx/%.*s.ptx", folder_bytes, path, stem_bytes, file)};
    for (int i = 0; i < 2; i++) {
        if (access(places[i], R_OK) == 0) {
            cli_note(&run->options->style, "running %s, the PTX of %s", places[i], path);
            return places[i];
        }
    }
    cli_error(&run->options->style,
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
        } else if (compile_file(run->options, run->path, capability, &file, &run->arena)) {
            job->warnings = file.warnings;
            if (compile_refuse_templates(run->options, &file)) {
                return false;
            }
            job->ptx = file.ptx;
            job->ptx_bytes = file.ptx_bytes;
        }
        job->is_uncompiled = job->ptx == NULL;
        if (job->is_uncompiled && run->job_count > 1) {
            cli_skip(&run->options->style, job->gpu.name, run->path);
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
    const Options *options = run->options;
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
    const Options *options = run->options;
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
    run->ptx = file_text(run->path, &run->ptx_bytes, &run->arena);
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
    bool is_shown = run->module == NULL || !run->options->style.is_quiet;
    diagnostics_print(&diagnostics, run->options->style.is_err_colored, &text);
    if (is_shown) {
        fputs(text_string(&text), stderr);
    }
    text_destroy(&text);
    diagnostics_clear(&diagnostics);
    return run->module != NULL;
}

static bool read_gpus(Run *run)
{
    GpuChoice gpus[GPU_MAX];
    bool is_good = gpus_read(run->options, gpus, &run->job_count, &run->arena);
    for (uint32_t i = 0; i < run->job_count; i++) {
        run->jobs[i].gpu = gpus[i];
        run->jobs[i].style = &run->options->style;
    }
    return is_good;
}

static bool read_job_options(Run *run)
{
    const Options *options = run->options;
    LockstepOptions device = {0};
    if (!device_options_read(options, &device)) {
        return false;
    }
    bool is_data = run->rendering.is_csv || run->rendering.is_json;
    bool has_terminal = isatty(STDERR_FILENO) && !options->style.is_quiet;
    run->job_options =
        (JobOptions){.ptx = run->ptx,
                     .ptx_bytes = run->ptx_bytes,
                     .ptx_name = run->path,
                     .mode = device.mode,
                     .threads = device.threads,
                     .max_instructions = device.max_instructions,
                     .max_registers = device.max_registers,
                     .checkers = device.checkers,
                     .has_fill = device.has_fill,
                     .fill = device.fill,
                     .is_contraction_off = device.is_contraction_off,
                     .has_several_gpus = run->job_count > 1,
                     .wants_progress = has_terminal || option_is_given(options, OPTION_PROGRESS),
                     .record = run->use == NULL ? NULL : run->use->record,
                     .kernel_output = is_data ? stderr : stdout};
    return true;
}

static bool read_all(Run *run)
{
    const char *slash;
    if (!rendering_read(run->options, &run->rendering, &run->arena) || !read_gpus(run) ||
        !expectations_read(run->options, &run->expectations, &run->expectation_count,
                           &run->arena) ||
        !read_input(run) || !read_job_options(run) || !parse_input(run) ||
        !plan_request(run->options, run->module, &run->plan) ||
        !dumps_check(&run->plan, run->options)) {
        return false;
    }
    slash = strrchr(run->path, '/');
    run->rendering.process_name = slash == NULL ? run->path : slash + 1;
    run->rendering.ptx_path = run->path;
    return true;
}

// --print after the report, or on stderr where stdout carries data.
static bool print_buffers(Run *run, const Job *job)
{
    Text text = {0};
    if (run->job_count > 1 && option_is_given(run->options, OPTION_PRINT)) {
        text_printf(&text, "%s:\n", job->gpu.name);
    }
    bool is_good = job_print(job, &run->plan, run->options, &text);
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
        if (!is_dumped && option_is_given(run->options, OPTION_DUMP)) {
            is_good = job_dump(job, &run->plan, run->options) && is_good;
            is_dumped = true;
            if (run->job_count > 1) {
                cli_note(&run->options->style, "dumps are written for %s only", job->gpu.name);
            }
        }
    }
    return is_good;
}

static bool show_reports(Run *run, bool *are_expectations_met)
{
    const Report *reports[GPU_MAX];
    uint32_t count = 0, launches = 0;
    bool by_name = option_is_given(run->options, OPTION_LAUNCH);
    for (uint32_t i = 0; i < run->job_count; i++) {
        if (run->jobs[i].report == NULL) {
            continue;
        }
        if (!reports_filter(run->options, by_name, run->jobs[i].report)) {
            return false;
        }
        launches += run->jobs[i].report->count;
        reports[count++] = run->jobs[i].report;
    }
    if (count == 0) {
        return true;
    }
    if (launches == 0) {
        selection_refuse(run->options, reports[0]);
        return false;
    }
    Text page = {0}, complaints = {0};
    if (run->use != NULL) {
        run->use_code = run->use->function(run->use->context, reports[0], &page);
    } else {
        render(&run->rendering, reports, count, run->options->style.is_out_colored, &run->arena,
               &page);
    }
    bool is_failed = run->use != NULL && page.size_bytes == 0; // and said why
    bool is_good = is_failed || page_write(&run->options->style,
                                           option_value(run->options, OPTION_OUTPUT), &page);
    for (uint32_t e = 0; e < run->expectation_count; e++) {
        for (uint32_t i = 0; i < count; i++) {
            bool is_met = expect_check(&run->expectations[e], reports[i],
                                       run->options->style.is_err_colored, &complaints);
            *are_expectations_met = *are_expectations_met && is_met;
        }
    }
    fputs(text_string(&complaints), stderr);
    text_destroy(&page);
    text_destroy(&complaints);
    return is_good;
}

// The findings of all GPUs; the exit code that they ask for.
static int tell_findings(const Run *run)
{
    int code = CLI_DONE;
    for (uint32_t i = 0; i < run->job_count; i++) {
        const Job *job = &run->jobs[i];
        if (job->report == NULL || (run->use != NULL && run->use->tells_findings)) {
            continue;
        }
        int found = check_tell(run->options, job->report);
        code = code == CLI_DONE ? found : code;
    }
    return code;
}

// A fault on any GPU counts; a GPU that refuses counts when it is the only one or when all do.
static int exit_code(const Run *run, bool is_good, bool are_expectations_met)
{
    uint32_t refused = 0;
    if (interrupt_has_come()) {
        return CLI_INTERRUPT;
    }
    for (uint32_t i = 0; i < run->job_count; i++) {
        const Job *job = &run->jobs[i];
        if (job->status == LOCKSTEP_ERROR_LIMIT) {
            return CLI_LIMIT;
        }
        if (job->status == LOCKSTEP_ERROR_FAULT) {
            return CLI_FAULT;
        }
        if (!job->has_started && !job->is_uncompiled) {
            return CLI_USAGE;
        }
        refused += job->is_uncompiled || job->status != LOCKSTEP_OK;
    }
    if (!is_good || refused == run->job_count) {
        return CLI_USAGE;
    }
    return are_expectations_met ? run->use_code : CLI_EXPECT;
}

static int run_all(Run *run)
{
    interrupt_watch();
    for (uint32_t i = 0; i < run->job_count; i++) {
        if (!run->jobs[i].is_uncompiled && !interrupt_has_come()) {
            job_run(&run->jobs[i], &run->plan, &run->job_options, &run->arena);
        }
    }
    bool are_expectations_met = true;
    bool is_good = show_reports(run, &are_expectations_met);
    is_good = write_buffers(run) && is_good;
    int findings = tell_findings(run);
    int code = exit_code(run, is_good, are_expectations_met);
    code = code == CLI_DONE ? findings : code;
    for (uint32_t i = 0; i < run->job_count; i++) {
        job_end(&run->jobs[i]);
    }
    return code;
}

// Runs the launches that the options say, on each GPU, and shows their reports, or hands on that of
// the first. use NULL: they are shown. The exit code.
static int run_launches(const Options *options, const ReportUse *use)
{
    Run run = {.options = options, .use = use};
    int code = read_all(&run) ? run_all(&run) : CLI_USAGE;
    ptx_destroy(run.module);
    plan_clear(&run.plan);
    arena_clear(&run.arena);
    return code;
}

int run_use(const Options *options, const ReportUse *use)
{
    return program_is_meant(options) ? program_use(options, use) : run_launches(options, use);
}

int command_run(Options *options)
{
    if (option_is_given(options, OPTION_VERSION)) {
        printf("lockstep %s\n", LOCKSTEP_VERSION);
        return CLI_DONE;
    }
    if (option_is_given(options, OPTION_TRACE)) {
        return trace_command(options);
    }
    return program_is_meant(options) ? program_command(options) : run_launches(options, NULL);
}
