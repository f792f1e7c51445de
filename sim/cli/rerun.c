// SPDX-License-Identifier: Apache-2.0
// mkstemp and realpath are of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/rerun.h"

#include "sim/program/file.h"
#include "sim/program/process.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Options that only show, record or check the first run, or that the second one sets itself.
static bool is_left_out(const Options *options, OptionId id)
{
    static const OptionId shown[] = {
        OPTION_OUTPUT,       OPTION_MODE,     OPTION_BASELINE,      OPTION_JSON,
        OPTION_CSV,          OPTION_PAGE,     OPTION_METRICS,       OPTION_SECTION,
        OPTION_SET,          OPTION_LOG_FILE, OPTION_WARP,          OPTION_MAX_EVENTS,
        OPTION_PROGRESS,     OPTION_QUIET,    OPTION_EXPECT,        OPTION_MEASURE_SPEEDUPS,
        OPTION_TRACE,        OPTION_CHECK,    OPTION_COLOR,         OPTION_DUMP,
        OPTION_PRINT,        OPTION_NAMES,    OPTION_PRINT_SUMMARY, OPTION_PRINT_UNITS,
        OPTION_PRINT_SOURCE, OPTION_EXPORT};
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        if (shown[i] == id) {
            return true;
        }
    }
    return (option_info[id].commands & COMMAND_RUN) == 0 ||
           (id == OPTION_BLOCK && option_block_is_recorded(options));
}

static void add_use(const OptionUse *use, Command *command)
{
    command_add(command, option_info[use->id].name);
    if (use->value != NULL) {
        command_add(command, use->value);
    }
}

static void add_program(const Options *options, Command *command)
{
    command_add_all(command, options->operands, options->operand_count);
    if (options->argument_count > 0) {
        command_add(command, "--");
        command_add_all(command, options->arguments, options->argument_count);
    }
}

static Command command_of(const Options *options, const char *const *extra, uint32_t extra_count,
                          const char *output, Arena *arena)
{
    Command command = {.arena = arena, .is_silent = true};
    const char *const first[] = {"lockstep", "run",    "--quiet",  "--json",
                                 "--mode",   "cycles", "--output", output};
    command_add_all(&command, first, sizeof first / sizeof *first);
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (!is_left_out(options, options->uses[i].id)) {
            add_use(&options->uses[i], &command);
        }
    }
    command_add_all(&command, extra, extra_count);
    add_program(options, &command);
    return command;
}

// The same page with another block.
static Command page_command(const Options *options, const char *block, const char *output,
                            Arena *arena)
{
    Command command = {.arena = arena, .is_silent = true};
    const char *const first[] = {"lockstep", "view"};
    const char *const last[] = {"--quiet", "--block", block, "--output", output};
    command_add_all(&command, first, sizeof first / sizeof *first);
    for (uint32_t i = 0; i < options->use_count; i++) {
        OptionId id = options->uses[i].id;
        bool is_own = id == OPTION_OUTPUT || id == OPTION_LOG_FILE || id == OPTION_OPEN ||
                      id == OPTION_WATCH || id == OPTION_PORT;
        if (!is_own) {
            add_use(&options->uses[i], &command);
        }
    }
    command_add_all(&command, last, sizeof last / sizeof *last);
    add_program(options, &command);
    return command;
}

// Whether the file of this pattern was made.
static bool make_file(char *path)
{
    int file = mkstemp(path);
    if (file >= 0) {
        close(file);
    }
    return file >= 0;
}

// Runs a command line of this program; its exit code, or -1. Ends this process by the signal that
// was meant to end it meanwhile.
static int run_self(Command *command, const char *output, const char *file)
{
    char *self = realpath("/proc/self/exe", NULL);
    command->at[0] = self;
    int code = self == NULL ? -1 : process_run(command, output);
    free(self);
    if (code >= PROCESS_INTERRUPTED) {
        unlink(file);
        if (strcmp(output, "/dev/null") != 0) {
            unlink(output);
        }
        raise(code - PROCESS_INTERRUPTED);
    }
    return code;
}

bool rerun_page(const Options *options, uint64_t block, Text *page, Arena *arena)
{
    char path[] = "/tmp/lockstep-rerun-XXXXXX";
    size_t size_bytes = 0;
    if (!make_file(path)) {
        return false;
    }
    const char *number = arena_printf(arena, "%llu", (unsigned long long)block);
    Command command = page_command(options, number, path, arena);
    run_self(&command, "/dev/null", path);
    const char *text = file_text(path, &size_bytes, arena);
    unlink(path);
    if (text == NULL || size_bytes == 0) {
        return false;
    }
    text_add(page, text, size_bytes);
    return true;
}

bool rerun(const Options *options, const char *const *extra, uint32_t extra_count, Baseline *report,
           const char **printed, Arena *arena)
{
    char path[] = "/tmp/lockstep-rerun-XXXXXX", print_path[] = "/tmp/lockstep-print-XXXXXX";
    bool has_file = make_file(path), has_print = printed != NULL && make_file(print_path);
    size_t size_bytes;
    if (has_file) {
        Command command = command_of(options, extra, extra_count, path, arena);
        run_self(&command, has_print ? print_path : "/dev/null", path);
    }
    if (has_print) {
        *printed = file_text(print_path, &size_bytes, arena);
        unlink(print_path);
    }
    const char *text = has_file ? file_text(path, &size_bytes, arena) : NULL;
    bool is_read = text != NULL && size_bytes > 0 &&
                   baseline_read("rerun", text, size_bytes, report, arena) == NULL;
    if (has_file) {
        unlink(path);
    }
    if (!is_read) {
        cli_note(&options->style,
                 "the run with %s %s left no report; lockstep run with the same options says why",
                 extra[0], extra[1]);
    }
    return is_read;
}

static bool has_finding(const Report *report, FindingKind kind)
{
    for (uint32_t i = 0; i < report->count; i++) {
        for (uint32_t f = 0; f < report->launches[i].finding_count; f++) {
            if (report->launches[i].findings[f].kind == kind) {
                return true;
            }
        }
    }
    return false;
}

// All conflicts of a launch are cured at once, so that the speedup stands at its first finding of
// them, the worst.
static void set_speedup(ReportLaunch *launch, FindingKind kind, const CounterSet *cured)
{
    const CounterId time = COUNTER_duration_us;
    bool is_known = cured != NULL && cured->is_known[time] && launch->counters.is_known[time] &&
                    launch->counters.value[time] > 0;
    for (uint32_t f = 0; f < launch->finding_count && is_known; f++) {
        Finding *finding = &launch->findings[f];
        if (finding->kind == kind) {
            finding->has_speedup = true;
            finding->speedup = 100 * (1 - cured->value[time] / launch->counters.value[time]);
            return;
        }
    }
}

void speedups_measure(const Options *options, Report *report)
{
    static const char *const words[] = {"--without", "bank-conflicts"};
    Baseline cured;
    if (has_finding(report, FINDING_BANK_CONFLICT) &&
        rerun(options, words, 2, &cured, NULL, &report->arena) && cured.count == 1) {
        for (uint32_t i = 0; i < report->count; i++) {
            set_speedup(&report->launches[i], FINDING_BANK_CONFLICT,
                        baseline_counters(&cured.gpus[0], report->launches[i].record->id));
        }
    }
}
