// SPDX-License-Identifier: Apache-2.0
// realpath is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/program/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

void command_add(Command *command, const char *argument)
{
    command->at = arena_room(command->arena, command->at, command->count + 1, &command->room,
                             sizeof *command->at);
    command->at[command->count++] = argument;
}

void command_add_all(Command *command, const char *const *arguments, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        command_add(command, arguments[i]);
    }
}

// Compilers start processes of their own, all in this process's group: the terminal's Ctrl-C
// reaches every one of them. What remains is a signal sent to this process alone: it waits,
// blocked, until the child was told.
static int wait_for(pid_t child, const sigset_t *ending, int *caught)
{
    static const struct timespec pause = {.tv_nsec = 2000000};
    int status = 0;
    for (;;) {
        pid_t done = waitpid(child, &status, WNOHANG);
        if (done == child) {
            return status;
        }
        if (done < 0 && errno != EINTR) {
            return -1;
        }
        *caught = sigtimedwait(ending, NULL, &pause);
        if (*caught > 0) {
            kill(child, SIGTERM);
            waitpid(child, &status, 0);
            return status;
        }
    }
}

static int spawn(const Command *command, const char *output, const sigset_t *old, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (command->is_silent) {
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    if (output != NULL) {
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output,
                                         O_WRONLY | O_CREAT | O_TRUNC, 0666);
    } else {
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    }
    posix_spawnattr_setsigmask(&attributes, old);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int here = command->folder == NULL ? -1 : open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int error = here >= 0 && chdir(command->folder) != 0 ? errno : 0;
    error = error != 0 ? error
                       : posix_spawn(child, command->at[0], &actions, &attributes,
                                     (char *const *)(uintptr_t)command->at, environ);
    if (here >= 0) {
        error = fchdir(here) != 0 && error == 0 ? errno : error;
        close(here);
    }
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

// The signals that end this process. Ignored ones (nohup, a shell's background job) do not.
static void list_ending(sigset_t *ending)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigemptyset(ending);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;
        if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler != SIG_IGN) {
            sigaddset(ending, numbers[i]);
        }
    }
}

int process_run(const Command *command, const char *output)
{
    sigset_t ending, old;
    pid_t child;
    int caught = 0;
    list_ending(&ending);
    pthread_sigmask(SIG_BLOCK, &ending, &old);
    int error = spawn(command, output, &old, &child);
    int status = error == 0 ? wait_for(child, &ending, &caught) : -1;
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    errno = error;
    if (caught > 0) {
        return PROCESS_INTERRUPTED + caught;
    }
    return status < 0 ? -1 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool is_program(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0;
}

// Lockstep itself, which a shim makes go by the names of compilers.
static bool is_own(const char *path)
{
    char *real = realpath(path, NULL), *own = realpath("/proc/self/exe", NULL);
    const char *slash = real == NULL ? NULL : strrchr(real, '/');
    bool is_same = slash != NULL &&
                   (strcmp(slash, "/lockstep") == 0 || (own != NULL && strcmp(real, own) == 0));
    free(real);
    free(own);
    return is_same;
}

static const char *find(const char *name, bool is_other, Arena *arena)
{
    if (strchr(name, '/') != NULL) {
        return is_program(name) && !(is_other && is_own(name)) ? name : NULL;
    }
    const char *path = getenv("PATH");
    for (const char *at = path == NULL ? "/usr/local/bin:/usr/bin:/bin" : path; *at != 0;) {
        size_t size = strcspn(at, ":");
        const char *whole =
            arena_printf(arena, "%.*s/%s", size == 0 ? 1 : (int)size, size == 0 ? "." : at, name);
        if (is_program(whole) && !(is_other && is_own(whole))) {
            return whole;
        }
        at += size + (at[size] == ':');
    }
    return NULL;
}

const char *process_find(const char *name, Arena *arena)
{
    return find(name, false, arena);
}

const char *process_find_other(const char *name, Arena *arena)
{
    return find(name, true, arena);
}
