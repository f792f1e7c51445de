// SPDX-License-Identifier: Apache-2.0
// Who runs a sweep's points. Each engine starts `lockstep sweep FOLDER --point N`, here or on other
// machines that see the same folder, so that the results do not depend on the engine.
#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "sim/cli/cli.h"
#include "sim/cli/sweep.h"
#include "sim/program/file.h"
#include "sim/program/process.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    SLURM_TASKS_MAX = 1000,   // Slurm's MaxArraySize is 1001 unless configured otherwise
    SLURM_TASKS_PER_JOB = 8,  // with --jobs: few, because each is scheduled anew
    SLURM_SUBMISSIONS_MAX = 3 // of points that ended without a result, as on a lost node
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void tell(const Sweep *sweep, uint32_t number, uint32_t point, int code)
{
    Text line = {0};
    text_printf(&line, "[%u/%u] point %u:", number, sweep->pending_count, point);
    for (uint32_t i = 0; i < sweep->spec.axis_count; i++) {
        text_printf(&line, " %s=%s", sweep->spec.axes[i].name, sweep_value(&sweep->spec, i, point));
    }
    text_put(&line, code == CLI_DONE ? ", done" : ", failed");
    if (!sweep->options->style.is_quiet) {
        fprintf(stderr, "%s\n", text_string(&line));
    }
    text_destroy(&line);
}

typedef struct Shared {
    atomic_uint next, done;
} Shared;

static void work(const Sweep *sweep, Shared *shared)
{
    for (;;) {
        uint32_t i = atomic_fetch_add(&shared->next, 1);
        if (i >= sweep->pending_count) {
            return;
        }
        int code = sweep_run_point(sweep, sweep->pending[i]);
        if (code == CLI_INTERRUPT) {
            return;
        }
        tell(sweep, atomic_fetch_add(&shared->done, 1) + 1, sweep->pending[i], code);
    }
}

bool sweep_run_local(Sweep *sweep)
{
    Shared *shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        cli_error(&sweep->options->style, "cannot start: %s", strerror(errno));
        return false;
    }
    uint32_t workers = least(sweep->jobs, sweep->pending_count);
    for (uint32_t i = 0; i < workers; i++) {
        pid_t child = fork();
        if (child == 0) {
            signal(SIGINT, SIG_DFL);
            work(sweep, shared);
            _exit(0);
        }
    }
    while (wait(NULL) > 0 || errno == EINTR) {
    }
    munmap(shared, sizeof *shared);
    return true;
}

static bool write_pending(const Sweep *sweep)
{
    Text list = {0};
    for (uint32_t i = 0; i < sweep->pending_count; i++) {
        text_printf(&list, "%u\n", sweep->pending[i]);
    }
    const char *path = sweep_path(sweep, "pending");
    bool is_good = file_replace(path, text_string(&list), list.size_bytes);
    if (!is_good) {
        cli_error(&sweep->options->style, "cannot write %s: %s", path, strerror(errno));
    }
    text_destroy(&list);
    return is_good;
}

// A program that the engine needs, or NULL with a message that names Debian's package.
static const char *find_tool(const Sweep *sweep, const char *name, const char *package)
{
    const char *path = process_find(name, sweep->arena);
    if (path == NULL) {
        cli_error(&sweep->options->style, "there is no %s; install it (Debian: apt install %s)",
                  name, package);
    }
    return path;
}

bool sweep_run_parallel(Sweep *sweep)
{
    const char *parallel = find_tool(sweep, "parallel", "parallel");
    if (parallel == NULL || !write_pending(sweep)) {
        return false;
    }
    Text line = {0};
    text_quote_shell(&line, sweep->self);
    text_put(&line, " sweep ");
    text_quote_shell(&line, sweep->folder);
    text_put(&line, " --quiet --point {}");
    Command command = {.arena = sweep->arena};
    const char *const words[] = {parallel,
                                 "--will-cite",
                                 "--jobs",
                                 arena_printf(sweep->arena, "%u", sweep->jobs),
                                 text_string(&line),
                                 "::::",
                                 sweep_path(sweep, "pending")};
    command_add_all(&command, words, sizeof words / sizeof *words);
    int code = process_run(&command, NULL);
    text_destroy(&line);
    if (code < 0) {
        cli_error(&sweep->options->style, "cannot start %s: %s", parallel, strerror(errno));
    }
    return code >= 0;
}

static const char *write_batch(const Sweep *sweep)
{
    bool is_limited = option_is_given(sweep->options, OPTION_JOBS);
    uint32_t wanted =
        is_limited ? least(SLURM_TASKS_MAX, sweep->jobs * SLURM_TASKS_PER_JOB) : SLURM_TASKS_MAX;
    uint32_t tasks = least(sweep->pending_count, wanted);
    Text script = {0};
    text_printf(&script,
                "#!/bin/sh\n"
                "# Made by lockstep sweep: each task runs every %uth point of the list.\n"
                "#SBATCH --job-name=lockstep-sweep\n"
                "#SBATCH --output=/dev/null\n"
                "#SBATCH --array=0-%u",
                tasks, tasks - 1);
    if (is_limited) {
        text_printf(&script, "%%%u", sweep->jobs);
    }
    text_printf(&script, "\nawk -v task=\"$SLURM_ARRAY_TASK_ID\" 'NR %% %u == task' ", tasks);
    text_quote_shell(&script, sweep_path(sweep, "pending"));
    text_put(&script, " | while read -r point; do\n  ");
    text_quote_shell(&script, sweep->self);
    text_put(&script, " sweep ");
    text_quote_shell(&script, sweep->folder);
    text_put(&script, " --quiet --point \"$point\" < /dev/null\ndone\nexit 0\n");
    const char *path = sweep_path(sweep, "job.sbatch");
    bool is_good = file_replace(path, text_string(&script), script.size_bytes);
    text_destroy(&script);
    if (!is_good) {
        cli_error(&sweep->options->style, "cannot write %s: %s", path, strerror(errno));
    }
    return is_good ? path : NULL;
}

// Leaves only the points that have neither a result nor a reason.
static void keep_lost(Sweep *sweep)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < sweep->pending_count; i++) {
        uint32_t point = sweep->pending[i];
        bool has_failed = access(sweep_point_path(sweep, point, "failed"), F_OK) == 0;
        if (!sweep_is_done(sweep, point) && !has_failed) {
            sweep->pending[kept++] = point;
        }
    }
    sweep->pending_count = kept;
}

static void remove_failures(const Sweep *sweep)
{
    for (uint32_t i = 0; i < sweep->pending_count; i++) {
        unlink(sweep_point_path(sweep, sweep->pending[i], "failed"));
    }
}

bool sweep_run_slurm(Sweep *sweep)
{
    const char *sbatch = find_tool(sweep, "sbatch", "slurm-client");
    bool has_started = false;
    remove_failures(sweep);
    for (int i = 0; sbatch != NULL && sweep->pending_count > 0 && i < SLURM_SUBMISSIONS_MAX; i++) {
        const char *script = write_pending(sweep) ? write_batch(sweep) : NULL;
        if (script == NULL) {
            return false;
        }
        if (i > 0) {
            cli_note(&sweep->options->style, "%u point%s ended without a result: submitted again",
                     sweep->pending_count, sweep->pending_count == 1 ? "" : "s");
        }
        Command command = {.arena = sweep->arena};
        const char *const words[] = {sbatch, "--wait", script};
        command_add_all(&command, words, sizeof words / sizeof *words);
        int code = process_run(&command, NULL);
        has_started = code >= 0 && code < PROCESS_INTERRUPTED;
        keep_lost(sweep);
        if (!has_started || (code != 0 && i + 1 == SLURM_SUBMISSIONS_MAX)) {
            break;
        }
    }
    if (sbatch != NULL && !has_started) {
        cli_error(&sweep->options->style, "%s did not run the jobs", sbatch);
    }
    return has_started;
}
