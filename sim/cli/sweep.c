// SPDX-License-Identifier: Apache-2.0
// `lockstep sweep`: one command line over GPUs, their parameters and arguments, and one table of
// all results. A sweep that was stopped goes on where it was.
#define _XOPEN_SOURCE 700 // realpath
#include "sim/cli/sweep.h"

#include "sim/cli/cli.h"
#include "sim/program/file.h"
#include "sim/sweep/sweep_table.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum Engine { ENGINE_LOCAL, ENGINE_PARALLEL, ENGINE_SLURM } Engine; // as in options.def

const char *sweep_path(const Sweep *sweep, const char *name)
{
    return arena_printf(sweep->arena, "%s/%s", sweep->folder, name);
}

const char *sweep_point_path(const Sweep *sweep, uint32_t point, const char *ending)
{
    return arena_printf(sweep->arena, "%s/points/%u.%s", sweep->folder, point, ending);
}

bool sweep_is_done(const Sweep *sweep, uint32_t point)
{
    return access(sweep_point_path(sweep, point, "csv"), F_OK) == 0;
}

static const char *absolute(const char *path, Arena *arena)
{
    char *real = realpath(path, NULL);
    const char *result = real == NULL ? NULL : arena_text(arena, real, strlen(real));
    free(real);
    return result;
}

static bool refuse(const Sweep *sweep, const char *what, const char *path)
{
    cli_error(&sweep->options->style, "cannot %s %s: %s", what, path, strerror(errno));
    return false;
}

static bool read_spec(Sweep *sweep, const char *path, const char **text)
{
    Diagnostics diagnostics = {0};
    size_t size_bytes;
    *text = file_text(path, &size_bytes, sweep->arena);
    if (*text == NULL) {
        return refuse(sweep, "read", path);
    }
    bool is_good = sweep_read(*text, size_bytes, path, &sweep->spec, &diagnostics, sweep->arena);
    Text messages = {0};
    diagnostics_print(&diagnostics, sweep->options->style.is_err_colored, &messages);
    fputs(text_string(&messages), stderr);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    return is_good;
}

// "transpose.results" for transpose.sweep, in this folder.
static const char *default_folder(const char *spec, Arena *arena)
{
    const char *slash = strrchr(spec, '/'), *name = slash == NULL ? spec : slash + 1;
    const char *dot = strrchr(name, '.');
    size_t length = dot == NULL || dot == name ? strlen(name) : (size_t)(dot - name);
    return arena_printf(arena, "%.*s.results", (int)length, name);
}

// The folder of a new sweep, or of one that goes on: then it was begun with the same file.
static bool prepare_folder(Sweep *sweep, const char *folder, const char *spec_text)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        return refuse(sweep, "make", folder);
    }
    sweep->folder = absolute(folder, sweep->arena);
    sweep->directory = absolute(".", sweep->arena);
    if (sweep->folder == NULL || sweep->directory == NULL) {
        return refuse(sweep, "use", folder);
    }
    size_t size_bytes;
    const char *spec_path = sweep_path(sweep, "sweep.spec");
    const char *begun = file_text(spec_path, &size_bytes, sweep->arena);
    if (begun != NULL && strcmp(begun, spec_text) != 0) {
        cli_error(&sweep->options->style,
                  "%s has the results of another sweep; remove it, or name another folder with "
                  "--output",
                  folder);
        return false;
    }
    const char *points = sweep_path(sweep, "points"), *here = sweep_path(sweep, "directory");
    if (mkdir(points, 0777) != 0 && errno != EEXIST) {
        return refuse(sweep, "make", points);
    }
    return (file_replace(spec_path, spec_text, strlen(spec_text)) &&
            file_replace(here, sweep->directory, strlen(sweep->directory))) ||
           refuse(sweep, "write", spec_path);
}

static void find_pending(Sweep *sweep)
{
    sweep->pending =
        arena_alloc(sweep->arena, (sweep->spec.point_count + 1u) * sizeof *sweep->pending);
    for (uint32_t point = 0; point < sweep->spec.point_count; point++) {
        if (!sweep_is_done(sweep, point)) {
            sweep->pending[sweep->pending_count++] = point;
        }
    }
}

static bool has_output(const Sweep *sweep, const char *name, const Text *text)
{
    const char *path = sweep_path(sweep, name);
    return file_replace(path, text_string(text), text->size_bytes) || refuse(sweep, "write", path);
}

// Gathers the points; *failures: how many have no counters.
static bool write_table(const Sweep *sweep, uint32_t *failures)
{
    SweepTable *table = sweep_table_create(&sweep->spec, sweep->arena);
    for (uint32_t point = 0; point < sweep->spec.point_count; point++) {
        size_t size_bytes;
        const char *csv =
            file_text(sweep_point_path(sweep, point, "csv"), &size_bytes, sweep->arena);
        if (csv != NULL && sweep_table_add(table, point, csv, size_bytes)) {
            continue;
        }
        const char *reason =
            file_text(sweep_point_path(sweep, point, "failed"), &size_bytes, sweep->arena);
        reason = csv != NULL ? "its report cannot be read" : reason == NULL ? "not run" : reason;
        sweep_table_fail(table, point, reason);
        cli_note(&sweep->options->style, "point %u: %s", point, reason);
        ++*failures;
    }
    Text csv = {0}, json = {0};
    sweep_table_print_csv(table, &csv);
    sweep_table_print_json(table, &json);
    bool is_good = has_output(sweep, "table.csv", &csv) && has_output(sweep, "table.jsonl", &json);
    text_destroy(&csv);
    text_destroy(&json);
    return is_good;
}

static volatile sig_atomic_t is_stopped;

static void stop(int number)
{
    (void)number;
    is_stopped = 1;
}

static int run_all(Sweep *sweep, const char *spec_path)
{
    static bool (*const engines[])(Sweep *) = {sweep_run_local, sweep_run_parallel,
                                               sweep_run_slurm};
    const char *folder = option_value(sweep->options, OPTION_OUTPUT), *spec_text;
    folder = folder != NULL ? folder : default_folder(spec_path, sweep->arena);
    if (!read_spec(sweep, spec_path, &spec_text) || !prepare_folder(sweep, folder, spec_text)) {
        return CLI_USAGE;
    }
    find_pending(sweep);
    uint32_t known = sweep->spec.point_count - sweep->pending_count, failures = 0;
    if (known > 0) {
        cli_note(&sweep->options->style, "%u of %u points are there already", known,
                 sweep->spec.point_count);
    }
    signal(SIGINT, stop); // which stops the points; what they found is kept
    if ((sweep->pending_count > 0 &&
         !engines[option_choice(sweep->options, OPTION_ENGINE)](sweep)) ||
        !write_table(sweep, &failures)) {
        return CLI_USAGE;
    }
    printf("%u point%s, %u without a result: %s/table.csv\n", sweep->spec.point_count,
           sweep->spec.point_count == 1 ? "" : "s", failures, folder);
    return is_stopped ? CLI_INTERRUPT : failures > 0 ? CLI_EXPECT : CLI_DONE;
}

static int run_one(Sweep *sweep, const char *folder, int64_t point)
{
    const char *spec_text;
    size_t size_bytes;
    sweep->folder = absolute(folder, sweep->arena);
    if (sweep->folder == NULL) {
        refuse(sweep, "use", folder);
        return CLI_USAGE;
    }
    if (!read_spec(sweep, sweep_path(sweep, "sweep.spec"), &spec_text)) {
        return CLI_USAGE;
    }
    const char *path = sweep_path(sweep, "directory");
    sweep->directory = file_text(path, &size_bytes, sweep->arena);
    if (sweep->directory == NULL) {
        refuse(sweep, "read", path);
        return CLI_USAGE;
    }
    if (point >= sweep->spec.point_count) {
        cli_error(&sweep->options->style, "the sweep has points 0 to %u",
                  sweep->spec.point_count - 1);
        return CLI_USAGE;
    }
    return sweep_run_point(sweep, (uint32_t)point);
}

static bool read_jobs(Sweep *sweep)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t jobs;
    if (!option_number(sweep->options, OPTION_JOBS, 1, cores < 1 ? 1 : cores, &jobs)) {
        return false;
    }
    sweep->jobs = jobs > 65536 ? 65536 : (uint32_t)jobs;
    return true;
}

int command_sweep(Options *options)
{
    Arena arena = {0};
    Sweep sweep = {.options = options, .arena = &arena};
    sweep.self = absolute("/proc/self/exe", &arena);
    int64_t point;
    int code = CLI_USAGE;
    if (options->operand_count != 1) {
        cli_error(&options->style, "sweep needs one .sweep file (lockstep help sweep)");
    } else if (sweep.self != NULL && read_jobs(&sweep) &&
               option_number(options, OPTION_POINT, 0, 0, &point)) {
        code = option_is_given(options, OPTION_POINT) ? run_one(&sweep, options->operands[0], point)
                                                      : run_all(&sweep, options->operands[0]);
    }
    arena_clear(&arena);
    return code;
}
