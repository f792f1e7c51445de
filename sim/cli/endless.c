// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/endless.h"

#include "sim/device/pulse.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

// Blocks that run longer are rare, endless loops are not. Each further word comes so much later.
static const double SECONDS_BEFORE = 5, SECONDS_FACTOR = 6, SECONDS_BETWEEN_LOOKS = 1;

// One device runs at a time.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of what follows
static pthread_cond_t ending = PTHREAD_COND_INITIALIZER;
static LockstepDevice *the_device;
static const Style *the_style;
static pthread_t watcher;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The line of the source, without blanks around it; "" when it cannot be read.
static const char *source_line(const PulseLook *look, Arena *arena)
{
    size_t size_bytes;
    const char *at = look->line == 0 ? NULL : file_text(look->file, &size_bytes, arena);
    for (uint32_t line = 1; at != NULL && line < look->line; line++) {
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    if (at == NULL) {
        return "";
    }
    at += strspn(at, " \t");
    size_t size = strcspn(at, "\r\n");
    return arena_text(arena, at, size);
}

static void tell(const PulseLook *look, double seconds)
{
    Arena arena = {0};
    const char *line = source_line(look, &arena);
    cli_note(the_style,
             "kernel '%s' has ended no block for %.0f s; block (%u,%u,%u) is at %s:%u:%u%s%s "
             "(Ctrl-C stops it with a report, --max-instructions N sets a limit)",
             look->kernel, seconds, look->block[0], look->block[1], look->block[2],
             look->file[0] == '\0' ? "an unknown line" : look->file, look->line, look->column,
             line[0] == '\0' ? "" : ": ", line);
    arena_clear(&arena);
}

static void *watch(void *context)
{
    PulseLook last = {0}, look;
    double since = seconds_now(), next = SECONDS_BEFORE;
    bool was_running = false;
    (void)context;
    pthread_mutex_lock(&lock);
    while (the_device != NULL) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += (time_t)SECONDS_BETWEEN_LOOKS;
        pthread_cond_timedwait(&ending, &lock, &until);
        bool is_running = the_device != NULL && pulse_look(the_device, &look);
        bool is_same = is_running && was_running && look.launch == last.launch &&
                       look.blocks_ended == last.blocks_ended;
        if (!is_same) {
            since = seconds_now();
            next = SECONDS_BEFORE;
        } else if (seconds_now() - since >= next) {
            tell(&look, seconds_now() - since);
            next *= SECONDS_FACTOR;
        }
        was_running = is_running;
        last = look;
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

void endless_watch(LockstepDevice *device, const Style *style)
{
    if (style->is_quiet || the_device != NULL) {
        return;
    }
    the_device = device;
    the_style = style;
    if (pthread_create(&watcher, NULL, watch, NULL) != 0) {
        the_device = NULL;
    }
}

void endless_stop(void)
{
    pthread_mutex_lock(&lock);
    bool is_watching = the_device != NULL;
    the_device = NULL;
    pthread_cond_signal(&ending);
    pthread_mutex_unlock(&lock);
    if (is_watching) {
        pthread_join(watcher, NULL);
    }
}
