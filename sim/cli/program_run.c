// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program_run.h"

#include "sim/cli/check.h"
#include "sim/cli/compile.h"
#include "sim/cli/endless.h"
#include "sim/cli/hand_over.h"
#include "sim/cli/interrupt.h"
#include "sim/cli/program_crash.h"
#include "sim/runtime/fresh.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

// What at_end reports on: functions for atexit take no argument.
static ProgramRun *the_run;

// nvcc 13 compiles for those from here on.
#define OLDEST_OF_NVCC 75

// What -arch says; else that of the GPU. A capability of 0: the default.
static Architecture architecture(const ProgramRun *run, const GpuChoice *gpu)
{
    const char *arch = option_value(run->session->options, OPTION_ARCH);
    arch = arch == NULL ? option_value(run->session->options, OPTION_ARCH_OF_NVCC) : arch;
    uint32_t capability = gpu->gpu->compute_capability;
    bool is_unknown = run->build.compiler == COMPILER_NVCC && capability < OLDEST_OF_NVCC;
    return arch != NULL ? architecture_named(arch)
           : is_unknown ? (Architecture){0}
                        : architecture_of_gpu(capability);
}

// What was not said before.
static void show_messages(const Text *messages, Text *known)
{
    const char *text = text_string(messages);
    if (known == NULL || strstr(text_string(known), text) == NULL) {
        fputs(text, stderr);
    }
    if (known != NULL) {
        text_put(known, text);
    }
}

bool program_build_for(ProgramRun *run, const GpuChoice *gpu, Text *known)
{
    Text messages = {0};
    if (!hand_over_if_static()) {
        return false;
    }
    Architecture wanted = architecture(run, gpu);
    run->build.compute_capability = wanted.capability;
    run->build.feature = wanted.feature;
    bool is_built = program_build(&run->build, &run->program, &messages);
    show_messages(&messages, known);
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

// The report of the launches so far, where one is wanted, and findings; the exit code that they ask
// for.
static int finish(ProgramRun *run)
{
    int code = PROGRAM_CODE;
    fflush(stdout);
    if (run->finish == NULL && !session_tells_findings(run->session)) {
        return code;
    }
    Report *report = report_create(lockstep_report(runtime_device()));
    report->warnings = &run->program.warnings;
    code = run->finish == NULL ? code : run->finish(run, report);
    int findings =
        session_tells_findings(run->session) ? check_tell(run->session->options, report) : CLI_DONE;
    report_destroy(report);
    return code == PROGRAM_CODE && findings != CLI_DONE ? findings : code;
}

static void at_end(void)
{
    ProgramRun *run = the_run;
    if (run == NULL || run->process != getpid() || runtime_device() == NULL) {
        return;
    }
    interrupt_yield();
    endless_stop();
    runtime_find_leaks(); // not of an interrupted program, which had no time to free anything
    int code = finish(run);
    runtime_stop();
    if (code != PROGRAM_CODE) {
        fflush(NULL);
        _exit(code);
    }
}

static void at_interrupt(void)
{
    ProgramRun *run = the_run;
    const LockstepReport *done = lockstep_report(runtime_device());
    cli_note(&run->session->options->style, "interrupted: %u launch%s so far", done->count,
             done->count == 1 ? "" : "es");
    finish(run);
}

// argv[0] is what the program would be called: its first source without the ending.
static char **program_arguments(ProgramRun *run, int *count)
{
    const Options *options = run->session->options;
    char **arguments =
        arena_alloc(&run->session->arena, (options->argument_count + 2) * sizeof *arguments);
    const char *path = options->operands[0], *dot = strrchr(path, '.');
    const char *called = option_value(options, OPTION_CALLED);
    arguments[0] = called == NULL ? arena_text(&run->session->arena, path, (size_t)(dot - path))
                                  : arena_text(&run->session->arena, called, strlen(called));
    for (uint32_t i = 0; i < options->argument_count; i++) {
        const char *argument = options->arguments[i];
        arguments[i + 1] = arena_text(&run->session->arena, argument, strlen(argument));
    }
    *count = (int)options->argument_count + 1;
    return arguments;
}

static bool read_devices(const Options *options, uint32_t *count)
{
    int64_t number;
    if (!option_number(options, OPTION_DEVICES, 1, 1, &number)) {
        return false;
    }
    if (number > RUNTIME_DEVICES_MAX) {
        cli_error(&options->style, "--devices: a program sees at most %u devices",
                  RUNTIME_DEVICES_MAX);
        return false;
    }
    *count = (uint32_t)number;
    return true;
}

int program_start(ProgramRun *run, const GpuChoice *gpu)
{
    RuntimeOptions runtime = {
        .device = run->session->device, .work = run->work, .work_context = run->work_context};
    Text messages = {0};
    int count;
    runtime.device.keeps_last_only = run->finish == NULL && !session_tells_findings(run->session);
    gpu_choice_apply(gpu, &runtime.device);
    if (session_wants_progress(run->session, run->session->gpu_count > 1)) {
        run->progress.gpu = gpu->name;
        runtime.device.progress = progress_of_programs;
        runtime.device.progress_context = &run->progress;
    }
    if (!read_devices(run->session->options, &runtime.device_count)) {
        return CLI_USAGE;
    }
    if (runtime_start(&runtime) != LOCKSTEP_OK) {
        fputs(runtime_device() == NULL ? "" : lockstep_messages(runtime_device()), stderr);
        return CLI_USAGE;
    }
    the_run = run;
    run->process = getpid();
    atexit(at_end);
    endless_watch(runtime_device(), &run->session->options->style);
    interrupt_watch_program(at_interrupt);
    program_crash_watch(at_end);
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
    fresh_clear_stack();
    exit(program_main(count, arguments, environ));
}
