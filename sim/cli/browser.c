// SPDX-License-Identifier: Apache-2.0
// setsid and posix_spawn are POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/browser.h"

#include "sim/program/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The first program of a list separated by colons, as $BROWSER is, that exists.
static const char *first_of(const char *list, Arena *arena)
{
    while (list != NULL && *list != '\0') {
        size_t size = strcspn(list, ":");
        const char *name = arena_text(arena, list, size);
        const char *path = size == 0 ? NULL : process_find(name, arena);
        if (path != NULL) {
            return path;
        }
        list += size + (list[size] == ':');
    }
    return NULL;
}

// Without a display, xdg-open would start a browser in this terminal, or fail unseen.
static bool has_display(void)
{
#ifdef __APPLE__
    return true;
#else
    return getenv("DISPLAY") != NULL || getenv("WAYLAND_DISPLAY") != NULL;
#endif
}

static const char *find_browser(Arena *arena)
{
    const char *named = first_of(getenv("BROWSER"), arena);
#ifdef __APPLE__
    const char *usual = "/usr/bin/open";
#else
    const char *usual = "xdg-open";
#endif
    return named != NULL ? named : has_display() ? process_find(usual, arena) : NULL;
}

// In a grandchild, which nobody has to wait for, and which Ctrl-C does not reach.
static bool start(const char *program, const char *address)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        signal(SIGPIPE, SIG_DFL);
        pid_t browser = fork();
        if (browser == 0) {
            int nothing = open("/dev/null", O_RDWR);
            for (int i = 0; nothing >= 0 && i <= STDERR_FILENO; i++) {
                dup2(nothing, i);
            }
            execl(program, program, address, (char *)NULL);
            _exit(127);
        }
        _exit(browser < 0);
    }
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status == 0;
}

void browser_open(const Style *style, const char *address)
{
    Arena arena = {0};
    const char *program = find_browser(&arena);
    if (program == NULL || !start(program, address)) {
        cli_note(style, "no browser found (set BROWSER to choose one); open %s", address);
    }
    arena_clear(&arena);
}
