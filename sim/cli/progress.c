// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/progress.h"

#include "sim/report/remaining.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

// A launch that ends sooner shows nothing.
static const double SECONDS_BEFORE = 2;
// A line on a terminal is written over; elsewhere each update is a line more.
static const double SECONDS_BETWEEN = 0.25, SECONDS_BETWEEN_LINES = 10;
// Blocks this long are rare, endless loops are not.
static const double SECONDS_BEFORE_ADVICE = 10;

enum { LINE_WIDTH = 100 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void show(const Progress *progress, double spent, bool is_terminal)
{
    Text text = {0};
    remaining_print(progress->blocks_done, progress->blocks, spent, &text);
    if (progress->blocks_done == 0 && spent >= SECONDS_BEFORE_ADVICE) {
        text_put(&text, " (--max-instructions N stops endless ones)");
    }
    fprintf(stderr, "%s%s on %s: %s%s", is_terminal ? "\r" : "", progress->kernel, progress->gpu,
            text_string(&text), is_terminal ? "   " : "\n");
    fflush(stderr);
    text_destroy(&text);
}

static void clear_line(void)
{
    fprintf(stderr, "\r%*s\r", LINE_WIDTH, "");
    fflush(stderr);
}

// Waits for the launch to end, at most so long.
static void wait_a_while(Progress *progress, double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    double fraction = 1e-9 * (double)until.tv_nsec + seconds;
    until.tv_sec += (time_t)fraction;
    until.tv_nsec = (long)(1e9 * (fraction - (double)(time_t)fraction));
    pthread_cond_timedwait(&progress->ending, &progress->lock, &until);
}

static void *watch(void *context)
{
    Progress *progress = context;
    bool is_terminal = isatty(STDERR_FILENO) == 1, is_shown = false;
    pthread_mutex_lock(&progress->lock);
    while (!progress->has_ended) {
        double spent = now() - progress->started;
        if (spent >= SECONDS_BEFORE) {
            show(progress, spent, is_terminal);
            is_shown = true;
        }
        wait_a_while(progress, spent < SECONDS_BEFORE ? SECONDS_BEFORE - spent
                               : is_terminal          ? SECONDS_BETWEEN
                                                      : SECONDS_BETWEEN_LINES);
    }
    pthread_mutex_unlock(&progress->lock);
    if (is_shown && is_terminal) {
        clear_line();
    }
    return NULL;
}

void progress_start(Progress *progress, const char *gpu, const char *kernel)
{
    *progress = (Progress){
        .is_wanted = progress->is_wanted, .gpu = gpu, .kernel = kernel, .started = now()};
    if (progress->is_wanted) {
        pthread_mutex_init(&progress->lock, NULL);
        pthread_cond_init(&progress->ending, NULL);
        progress->has_watcher = pthread_create(&progress->watcher, NULL, watch, progress) == 0;
    }
}

void progress_update(void *context, uint64_t blocks_done, uint64_t blocks)
{
    Progress *progress = context;
    if (progress->has_watcher) {
        pthread_mutex_lock(&progress->lock);
        progress->blocks_done = blocks_done;
        progress->blocks = blocks;
        pthread_mutex_unlock(&progress->lock);
    }
}

void progress_end(Progress *progress)
{
    if (progress->has_watcher) {
        pthread_mutex_lock(&progress->lock);
        progress->has_ended = true;
        pthread_cond_signal(&progress->ending);
        pthread_mutex_unlock(&progress->lock);
        pthread_join(progress->watcher, NULL);
    }
    if (progress->is_wanted) {
        pthread_cond_destroy(&progress->ending);
        pthread_mutex_destroy(&progress->lock);
    }
}

void progress_of_programs(void *context, uint64_t blocks_done, uint64_t blocks)
{
    Progress *progress = context;
    double time = now();
    if (!progress->is_running || blocks_done < progress->blocks_done) {
        progress->is_running = true;
        progress->started = time;
        progress->shown = time;
        snprintf(progress->name, sizeof progress->name, "launch %u", ++progress->launches);
        progress->kernel = progress->name;
    }
    progress->blocks_done = blocks_done;
    progress->blocks = blocks;
    bool is_terminal = isatty(STDERR_FILENO) == 1, is_shown = progress->shown > progress->started;
    double between = is_terminal ? SECONDS_BETWEEN : SECONDS_BETWEEN_LINES;
    if (blocks_done >= blocks) {
        progress->is_running = false;
        if (is_shown && is_terminal) {
            clear_line();
        }
    } else if (time - progress->started >= SECONDS_BEFORE &&
               (!is_shown || time - progress->shown >= between)) {
        progress->shown = time;
        show(progress, time - progress->started, is_terminal);
    }
}
