// SPDX-License-Identifier: Apache-2.0
// One point of a sweep: a run of its own, whose report is kept when it ends well.
#include "sim/cli/cli.h"
#include "sim/cli/sweep.h"
#include "sim/program/file.h"
#include "sim/program/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void add_gpu(const Sweep *sweep, uint32_t point, Command *command)
{
    const SweepSpec *spec = &sweep->spec;
    const char *name = sweep_gpu_name(spec, point), *preset = name == NULL ? "h200" : name;
    size_t size_bytes, length = strlen(preset);
    bool is_file = length > 4 && strcmp(preset + length - 4, ".gpu") == 0;
    const char *text = is_file ? file_text(preset, &size_bytes, sweep->arena) : NULL;
    const char *changed = sweep_gpu(spec, point, preset, text, sweep->arena);
    if (changed != NULL) {
        name = sweep_point_path(sweep, point, "gpu");
        file_write(name, changed, strlen(changed));
    }
    if (name != NULL) {
        command_add(command, "--gpu");
        command_add(command, name);
    }
}

static void add_metrics(const Sweep *sweep, Command *command)
{
    for (uint32_t i = 0; i < sweep->spec.metric_count; i++) {
        command_add(command, "--metrics");
        command_add(command, sweep->spec.metrics[i]);
    }
}

static Command command_of(const Sweep *sweep, uint32_t point, const char *report)
{
    Command command = {.arena = sweep->arena};
    const char *const first[] = {sweep->self, "run", "--quiet",  "--csv",
                                 "--page",    "raw", "--output", report};
    command_add_all(&command, first, sizeof first / sizeof *first);
    add_gpu(sweep, point, &command);
    add_metrics(sweep, &command);
    const char *threads = option_value(sweep->options, OPTION_THREADS);
    if (threads != NULL || sweep->jobs > 1) {
        command_add(&command, "--threads");
        command_add(&command, threads != NULL ? threads : "1");
    }
    for (uint32_t i = 0; i < sweep->spec.word_count; i++) {
        command_add(&command, sweep_word(&sweep->spec, i, point, sweep->arena));
    }
    command_add(&command, NULL);
    return command;
}

static void redirect(int to, const char *path, int flags)
{
    int file = open(path, flags, 0666);
    if (file >= 0) {
        dup2(file, to);
        close(file);
    }
}

// The status that wait() gives.
static int run(const Sweep *sweep, uint32_t point, const Command *command)
{
    int status = -1, flags = O_WRONLY | O_CREAT | O_TRUNC;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
        redirect(STDOUT_FILENO, sweep_point_path(sweep, point, "out"), flags);
        redirect(STDERR_FILENO, sweep_point_path(sweep, point, "err"), flags);
        execv(sweep->self, (char *const *)(uintptr_t)command->at);
        _exit(127);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

// The first error that the run printed; "" when there is none.
static const char *first_error(const Sweep *sweep, uint32_t point)
{
    size_t size_bytes;
    const char *text = file_text(sweep_point_path(sweep, point, "err"), &size_bytes, sweep->arena);
    const char *error = text == NULL ? NULL : strstr(text, "error: ");
    if (error == NULL) {
        return "";
    }
    error += strlen("error: ");
    return arena_printf(sweep->arena, ": %.*s", (int)strcspn(error, "\n"), error);
}

static void keep_failure(const Sweep *sweep, uint32_t point, int status)
{
    Text reason = {0};
    if (WIFSIGNALED(status)) {
        text_printf(&reason, "signal %d", WTERMSIG(status));
    } else {
        text_printf(&reason, "exit code %d", WEXITSTATUS(status));
    }
    text_put(&reason, first_error(sweep, point));
    file_replace(sweep_point_path(sweep, point, "failed"), text_string(&reason), reason.size_bytes);
    text_destroy(&reason);
}

int sweep_run_point(const Sweep *sweep, uint32_t point)
{
    const char *report = sweep_point_path(sweep, point, "part");
    const char *failed = sweep_point_path(sweep, point, "failed");
    if (chdir(sweep->directory) != 0) {
        cli_error(&sweep->options->style, "cannot work in %s: %s", sweep->directory,
                  strerror(errno));
        return CLI_USAGE;
    }
    unlink(failed);
    Command command = command_of(sweep, point, report);
    int status = run(sweep, point, &command);
    bool is_interrupted = (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) ||
                          (WIFEXITED(status) && WEXITSTATUS(status) == CLI_INTERRUPT);
    if (is_interrupted) {
        unlink(report);
        return CLI_INTERRUPT;
    }
    if (status == 0 && rename(report, sweep_point_path(sweep, point, "csv")) == 0) {
        return CLI_DONE;
    }
    keep_failure(sweep, point, status);
    unlink(report);
    return WIFEXITED(status) && status != 0 ? WEXITSTATUS(status) : CLI_USAGE;
}
