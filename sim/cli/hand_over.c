// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/hand_over.h"

#ifndef LOCKSTEP_STATIC

bool hand_over_if_static(void)
{
    return true;
}

#else

#include "isa/base/heap.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

// The companion's place relative to the folder of this program (packaging/install.cmake).
#define COMPANION "../libexec/lockstep/lockstep"

static bool companion_path(char path[PATH_BYTES])
{
    char self[PATH_BYTES];
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    if (size <= 0) {
        return false;
    }
    self[size] = '\0';
    char *slash = strrchr(self, '/');
    int written = snprintf(path, PATH_BYTES, "%.*s/%s", (int)(slash - self), self, COMPANION);
    return written > 0 && written < PATH_BYTES;
}

// The command line of this process as the system keeps it; NULL if it cannot be read.
static char **own_arguments(void)
{
    FILE *file = fopen("/proc/self/cmdline", "rb");
    char *line = NULL;
    char **arguments = NULL;
    size_t capacity = 0, count = 0;
    while (file != NULL && getdelim(&line, &capacity, '\0', file) > 0) {
        arguments = heap_resize(arguments, count + 2, sizeof *arguments);
        arguments[count++] = line;
        arguments[count] = NULL;
        line = NULL;
        capacity = 0;
    }
    if (file != NULL) {
        fclose(file);
    }
    return arguments;
}

bool hand_over_if_static(void)
{
    char path[PATH_BYTES];
    char **arguments = own_arguments();
    if (arguments != NULL && companion_path(path)) {
        execv(path, arguments);
    }
    fprintf(stderr,
            "lockstep: error: this static build cannot load a program's host code, and %s cannot "
            "be started: %s\n"
            "lockstep: note: build Lockstep from source on this system; single kernels run "
            "without it: lockstep run kernel.cu -k NAME --grid … --block …\n",
            COMPANION, strerror(errno));
    return false;
}

#endif
