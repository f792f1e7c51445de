// SPDX-License-Identifier: Apache-2.0
// mkstemp is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/view_gpus.h"

#include "sim/cli/gpu_choice.h"
#include "sim/program/file.h"
#include "sim/view/view.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct PageOfGpu {
    char path[32]; // of the temporary page
    int code;
} PageOfGpu;

bool view_has_gpus(const Options *options)
{
    const char *gpus = option_value(options, OPTION_GPU);
    return gpus != NULL && strchr(gpus, ',') != NULL;
}

// What the program prints is shown once.
static void hide_stdout(void)
{
    int nothing = open("/dev/null", O_WRONLY);
    if (nothing >= 0) {
        dup2(nothing, STDOUT_FILENO);
        close(nothing);
    }
}

static void make_one(Options *options, const GpuChoice *gpu, bool is_first, PageOfGpu *page,
                     int (*make)(Options *options))
{
    int status = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (!is_first) {
            hide_stdout();
        }
        options_add(options, OPTION_GPU, gpu->name);
        options_add(options, OPTION_OUTPUT, page->path);
        exit(make(options));
    }
    if (child < 0) {
        cli_error(&options->style, "cannot start a process: %s", strerror(errno));
        page->code = CLI_USAGE;
        return;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    page->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool make_file(const Options *options, PageOfGpu *page)
{
    strcpy(page->path, "/tmp/lockstep-page-XXXXXX");
    int file = mkstemp(page->path);
    if (file < 0) {
        cli_error(&options->style, "cannot make a file in /tmp: %s", strerror(errno));
        return false;
    }
    close(file);
    return true;
}

// Appends the pages that were made to one. False: there is none.
static bool join(const PageOfGpu *pages, uint32_t count, Text *out, Arena *arena)
{
    const char *texts[GPU_MAX];
    uint32_t made = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t size_bytes = 0;
        texts[made] = file_text(pages[i].path, &size_bytes, arena);
        made += texts[made] != NULL && size_bytes > 0;
    }
    return made > 0 && view_join_pages(texts, made, out);
}

// The names in --gpu. False, with a message, when one is none, or there are too many.
static bool read_names(const Options *options, GpuChoice gpus[GPU_MAX], uint32_t *count,
                       Arena *arena)
{
    const char *at = option_value(options, OPTION_GPU);
    for (*count = 0; *at != '\0';) {
        size_t size_bytes = strcspn(at, ",");
        if (*count == GPU_MAX) {
            cli_error(&options->style, "--gpu lists too many GPUs (at most %d)", GPU_MAX);
            return false;
        }
        if (!gpu_choose(&options->style, arena_text(arena, at, size_bytes), &gpus[*count], arena)) {
            return false;
        }
        ++*count;
        at += size_bytes + (at[size_bytes] == ',');
    }
    return *count > 0;
}

int view_on_each(Options *options, int (*make)(Options *options))
{
    const char *output = option_value(options, OPTION_OUTPUT);
    PageOfGpu pages[GPU_MAX];
    GpuChoice gpus[GPU_MAX];
    Arena arena = {0};
    Text page = {0};
    uint32_t count = 0, made = 0;
    int code = read_names(options, gpus, &count, &arena) ? CLI_DONE : CLI_USAGE;
    while (code != CLI_USAGE && made < count && make_file(options, &pages[made])) {
        make_one(options, &gpus[made], made == 0, &pages[made], make);
        code = code == CLI_DONE ? pages[made].code : code;
        made++;
    }
    if (join(pages, made, &page, &arena) && !page_write(&options->style, output, &page)) {
        code = code == CLI_DONE ? CLI_USAGE : code;
    }
    for (uint32_t i = 0; i < made; i++) {
        unlink(pages[i].path);
    }
    text_destroy(&page);
    arena_clear(&arena);
    return code;
}
