// SPDX-License-Identifier: Apache-2.0
// The program's main() runs in this process and may end it in any way, so that the report is made
// by a function for atexit. With several GPUs each has a process of its own.
#include "sim/program/program.h"

#include "sim/cli/choice.h"
#include "sim/cli/compile.h"
#include "sim/cli/gpu_choice.h"
#include "sim/cli/program.h"
#include "sim/cli/render.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct ProgramRun {
    const Options *options;
    Arena arena;
    Rendering rendering;
    Expectation *expectations;
    uint32_t expectation_count;
    LockstepOptions device;
    GpuChoice gpus[GPU_MAX];
    uint32_t gpu_count;
    ProgramOptions build;
    Program program;
    const ReportUse *use; // of the report; NULL: it is shown
    const char *output;   // of the report; NULL: stdout
    bool wants_report;
    pid_t process; // that is to report: not a child that the program forks
} ProgramRun;

// What at_end reports on: functions for atexit take no argument.
static ProgramRun *the_run;

bool program_is_meant(const Options *options)
{
    static const OptionId launching[] = {OPTION_LAUNCH, OPTION_GRID, OPTION_BLOCK, OPTION_ARG,
                                         OPTION_BUFFER};
    bool is_cuda;
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

// What -arch says; else, for our compiler, that of the GPU. 0: the default.
static uint32_t architecture(const ProgramRun *run, const GpuChoice *gpu)
{
    const char *arch = option_value(run->options, OPTION_ARCH);
    arch = arch == NULL ? option_value(run->options, OPTION_ARCH_OF_NVCC) : arch;
    return arch != NULL           ? architecture_capability(arch)
           : run->build.uses_nvcc ? 0
                                  : gpu->gpu->compute_capability;
}

static bool read_build(ProgramRun *run)
{
    ProgramOptions *build = &run->build;
    const Options *options = run->options;
    const char *compiler = option_value(options, OPTION_COMPILER);
    if (compiler != NULL && strcmp(compiler, "nvcc") != 0 && strcmp(compiler, "builtin") != 0) {
        cli_error(&options->style, "--compiler is builtin or nvcc, not '%s'", compiler);
        return false;
    }
    bool uses_nvcc = compiler != NULL && strcmp(compiler, "nvcc") == 0;
    const char *arch = option_value(options, OPTION_ARCH);
    arch = arch == NULL ? option_value(options, OPTION_ARCH_OF_NVCC) : arch;
    if (arch != NULL && architecture_capability(arch) == 0) {
        cli_error(&options->style, "'%s' is no architecture such as sm_90", arch);
        return false;
    }
    *build = (ProgramOptions){.sources = {options->operands, options->operand_count},
                              .include_folders = list_of(run, OPTION_INCLUDE),
                              .defines = list_of(run, OPTION_DEFINE),
                              .libraries = list_of(run, OPTION_LIBRARY),
                              .library_folders = list_of(run, OPTION_LIBRARY_FOLDER),
                              .standard = option_value(options, OPTION_STANDARD),
                              .level = option_value(options, OPTION_OPTIMIZE),
                              .ptx = option_value(options, OPTION_PTX),
                              .uses_nvcc = uses_nvcc,
                              .has_no_cache = option_is_given(options, OPTION_NO_CACHE),
                              .is_contraction_off = run->device.is_contraction_off,
                              .is_coloured = options->style.is_err_coloured};
    return true;
}

static bool report_is_wanted(const Options *options)
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
    return false;
}

static bool are_expectations_met(const ProgramRun *run, const Report *report)
{
    Text complaints = {0};
    bool are_met = true;
    for (uint32_t i = 0; i < run->expectation_count; i++) {
        bool is_met = expect_check(&run->expectations[i], report,
                                   run->options->style.is_err_coloured, &complaints);
        are_met = are_met && is_met;
    }
    fputs(text_string(&complaints), stderr);
    text_destroy(&complaints);
    return are_met;
}

static void show_report(ProgramRun *run)
{
    Report *report = report_create(lockstep_report(runtime_device()));
    Text page = {0};
    bool is_met = true;
    if (report->count == 0) {
        cli_note(&run->options->style, "nothing to report: the program launched no kernel");
        is_met = run->expectation_count == 0;
    } else if (reports_filter(run->options, true, report) && report->count == 0) {
        cli_error(&run->options->style, "nothing to report: -k, -s and -c leave out every launch");
        is_met = run->expectation_count == 0;
    } else {
        const Report *reports[] = {report};
        render(&run->rendering, reports, 1, run->options->style.is_out_coloured, &run->arena,
               &page);
        page_write(&run->options->style, run->output, &page);
        is_met = are_expectations_met(run, report);
    }
    text_destroy(&page);
    report_destroy(report);
    if (!is_met) {
        fflush(NULL);
        _exit(CLI_EXPECT);
    }
}

// The program's own exit code stands where the report's use has no other.
static void use_report(const ProgramRun *run)
{
    Report *report = report_create(lockstep_report(runtime_device()));
    Text page = {0};
    bool is_good = reports_filter(run->options, true, report);
    int code = is_good ? run->use->function(run->use->context, report, &page) : CLI_USAGE;
    page_write(&run->options->style, run->output, &page);
    text_destroy(&page);
    report_destroy(report);
    if (code != CLI_DONE) {
        fflush(NULL);
        _exit(code);
    }
}

// One line for whoever looks on; programs in scripts print what they print and nothing else.
static void show_summary(const ProgramRun *run)
{
    if (run->options->style.is_quiet || !isatty(STDOUT_FILENO) || !isatty(STDERR_FILENO)) {
        return;
    }
    Report *report = report_create(lockstep_report(runtime_device()));
    double instructions = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        instructions += report->launches[i].counters.value[COUNTER_inst_executed];
    }
    if (report->count > 0) {
        cli_note(&run->options->style,
                 "%u launch%s on %s, %.0f warp instructions; --page details shows the report",
                 report->count, report->count == 1 ? "" : "es", report->gpu->name, instructions);
    }
    report_destroy(report);
}

static void at_end(void)
{
    ProgramRun *run = the_run;
    if (run == NULL || run->process != getpid() || runtime_device() == NULL) {
        return;
    }
    fflush(stdout);
    if (run->use != NULL) {
        use_report(run);
    } else if (run->wants_report) {
        show_report(run);
    } else {
        show_summary(run);
    }
    runtime_stop();
}

// argv[0] is what the program would be called: its first source without the ending.
static char **program_arguments(ProgramRun *run, int *count)
{
    const Options *options = run->options;
    char **arguments = arena_alloc(&run->arena, (options->argument_count + 2) * sizeof *arguments);
    const char *path = options->operands[0], *dot = strrchr(path, '.');
    arguments[0] = arena_text(&run->arena, path, (size_t)(dot - path));
    for (uint32_t i = 0; i < options->argument_count; i++) {
        const char *argument = options->arguments[i];
        arguments[i + 1] = arena_text(&run->arena, argument, strlen(argument));
    }
    *count = (int)options->argument_count + 1;
    return arguments;
}

// Host code is built once (the cache has it then), device code for every GPU.
static bool build_for(ProgramRun *run, const GpuChoice *gpu)
{
    Text messages = {0};
    run->build.compute_capability = architecture(run, gpu);
    bool is_built = program_build(&run->build, &run->program, &messages);
    fputs(text_string(&messages), stderr);
    text_destroy(&messages);
    if (!is_built) {
        int interruption = run->program.signal;
        program_clear(&run->program);
        if (interruption != 0) {
            raise(interruption);
        }
    }
    return is_built;
}

static int run_on(ProgramRun *run, const GpuChoice *gpu)
{
    RuntimeOptions runtime = {.device = run->device};
    Text messages = {0};
    int count;
    if (!build_for(run, gpu)) {
        return CLI_USAGE;
    }
    gpu_choice_apply(gpu, &runtime.device);
    if (runtime_start(&runtime) != LOCKSTEP_OK) {
        fputs(runtime_device() == NULL ? "" : lockstep_messages(runtime_device()), stderr);
        return CLI_USAGE;
    }
    the_run = run;
    run->process = getpid();
    atexit(at_end);
    ProgramMain *program_main = program_load(&run->program, &messages);
    if (program_main == NULL) {
        run->process = 0;
        fputs(text_string(&messages), stderr);
        return CLI_USAGE;
    }
    if (run->program.is_temporary) {
        program_forget(&run->program);
    }
    char **arguments = program_arguments(run, &count);
    exit(program_main(count, arguments, environ));
}

static int exit_code_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool append_file(FILE *to, const char *path)
{
    char bytes[4096];
    size_t size;
    FILE *from = fopen(path, "rb");
    while (from != NULL && (size = fread(bytes, 1, sizeof bytes, from)) > 0) {
        fwrite(bytes, 1, size, to);
    }
    return from != NULL && fclose(from) == 0;
}

// One process after the other; the first exit code that is not 0.
static int run_on_each(ProgramRun *run)
{
    int code = CLI_DONE;
    const char *output = option_value(run->options, OPTION_OUTPUT);
    FILE *whole = output == NULL ? NULL : fopen(output, "wb");
    for (uint32_t i = 0; i < run->gpu_count; i++) {
        int status = 0;
        if (!run->options->style.is_quiet) {
            fprintf(stderr, "%s==== %s ====\n", i == 0 ? "" : "\n", run->gpus[i].name);
        }
        fflush(NULL);
        Text part = {0};
        text_printf(&part, "%s.%u", output == NULL ? "" : output, i);
        run->output = output == NULL ? NULL : text_string(&part);
        pid_t child = fork();
        if (child == 0) {
            exit(run_on(run, &run->gpus[i]));
        }
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        int own = child < 0 ? CLI_USAGE : exit_code_of(status);
        code = code == CLI_DONE ? own : code;
        if (whole != NULL && append_file(whole, run->output)) {
            unlink(run->output);
        }
        text_destroy(&part);
    }
    if (whole != NULL && fclose(whole) != 0) {
        code = CLI_USAGE;
    }
    return code;
}

static int run_program(const Options *options, const ReportUse *use)
{
    static ProgramRun run; // lives as long as the process: at_end reads it
    run.options = options;
    run.use = use;
    run.wants_report = report_is_wanted(options);
    run.output = option_value(options, OPTION_OUTPUT);
    if (!rendering_read(options, &run.rendering, &run.arena) ||
        !gpus_read(options, run.gpus, &run.gpu_count, &run.arena) ||
        !expectations_read(options, &run.expectations, &run.expectation_count, &run.arena) ||
        !device_options_read(options, &run.device) || !read_build(&run)) {
        return CLI_USAGE;
    }
    run.rendering.process_name = options->operands[0];
    run.rendering.ptx_path = options->operands[0];
    return run.gpu_count == 1 ? run_on(&run, &run.gpus[0]) : run_on_each(&run);
}

int program_command(const Options *options)
{
    return run_program(options, NULL);
}

int program_use(const Options *options, const ReportUse *use)
{
    return run_program(options, use);
}
