// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gpu_choice.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_path(const char *name)
{
    size_t size = strlen(name);
    return strchr(name, '/') != NULL || (size > 4 && strcmp(name + size - 4, ".gpu") == 0);
}

static bool read_file(const Style *style, const char *path, GpuChoice *choice, Arena *arena)
{
    size_t size_bytes;
    Gpu *gpu = arena_alloc(arena, sizeof *gpu);
    choice->gpu = gpu;
    choice->text = file_text(path, &size_bytes, arena);
    if (choice->text == NULL) {
        cli_error(style, "cannot read %s: %s", path, strerror(errno));
        return false;
    }
    Diagnostics diagnostics = {0};
    Text messages = {0};
    bool is_good = gpu_parse(choice->text, size_bytes, path, gpu, &diagnostics);
    diagnostics_print(&diagnostics, style->is_err_colored, &messages);
    fputs(text_string(&messages), stderr);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    return is_good;
}

static void refuse_name(const Style *style, const char *name)
{
    const char *names[256];
    uint32_t count = gpu_preset_count() < 256 ? gpu_preset_count() : 256;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = gpu_preset_at(i)->name;
    }
    const char *meant = nearest(name, names, count);
    cli_error(style,
              meant == NULL ? "unknown GPU '%s' (lockstep gpus lists them)%s"
                            : "unknown GPU '%s'; did you mean '%s'?",
              name, meant == NULL ? "" : meant);
}

bool gpu_choose(const Style *style, const char *name, GpuChoice *choice, Arena *arena)
{
    *choice = (GpuChoice){.name = name};
    if (is_path(name)) {
        return read_file(style, name, choice, arena);
    }
    choice->gpu = gpu_preset(name);
    if (choice->gpu == NULL) {
        refuse_name(style, name);
    }
    return choice->gpu != NULL;
}

static bool has_clock(const Options *options)
{
    const char *mode = option_value(options, OPTION_MODE);
    return option_is_given(options, OPTION_TRACE) || (mode != NULL && strcmp(mode, "cycles") == 0);
}

// The limits that --blocks-per-sm lists, in their order.
static bool limits_read(const Style *style, const char *list, uint32_t limits[GPU_MAX],
                        uint32_t *count)
{
    for (const char *at = list; *at != 0;) {
        char *end;
        unsigned long blocks = *at >= '0' && *at <= '9' ? strtoul(at, &end, 10) : 0;
        if (blocks == 0 || blocks > UINT16_MAX || (*end != 0 && (*end != ',' || end[1] == 0))) {
            cli_error(style, "--blocks-per-sm needs whole numbers of at least 1: '%s' is none", at);
            return false;
        }
        if (*count == GPU_MAX) {
            cli_error(style, "--blocks-per-sm lists too many limits (at most %d)", GPU_MAX);
            return false;
        }
        limits[(*count)++] = (uint32_t)blocks;
        at = end + (*end == ',');
    }
    return *count > 0;
}

// A limit makes a GPU of its own, beside those of the other limits.
static bool limit_each(const Options *options, GpuChoice gpus[GPU_MAX], uint32_t *count,
                       Arena *arena)
{
    const char *list = option_value(options, OPTION_BLOCKS_PER_SM);
    uint32_t limits[GPU_MAX], limit_count = 0, gpu_count = *count;
    if (list == NULL) {
        return true;
    }
    if (!has_clock(options)) {
        cli_error(&options->style,
                  "--blocks-per-sm needs --mode cycles: in counts no block waits for another");
        return false;
    }
    if (!limits_read(&options->style, list, limits, &limit_count)) {
        return false;
    }
    if (gpu_count * limit_count > GPU_MAX) {
        cli_error(&options->style, "%u GPUs with %u limits are too many (at most %d in all)",
                  gpu_count, limit_count, GPU_MAX);
        return false;
    }
    for (uint32_t i = gpu_count * limit_count; i-- > 0;) { // from behind: gpus[] is read, too
        Gpu *limited = arena_alloc(arena, sizeof *limited);
        *limited = *gpus[i / limit_count].gpu;
        gpu_limit_blocks(limited, limits[i % limit_count]);
        gpus[i] = gpus[i / limit_count];
        gpus[i].gpu = limited;
        gpus[i].max_blocks_per_sm = limits[i % limit_count];
    }
    *count = gpu_count * limit_count;
    return true;
}

bool gpus_read(const Options *options, GpuChoice gpus[GPU_MAX], uint32_t *count, Arena *arena)
{
    const char *list = option_value(options, OPTION_GPU);
    bool is_good = true;
    *count = 0;
    for (const char *at = list == NULL ? "h200" : list; *at != 0;) {
        size_t size = strcspn(at, ",");
        if (*count == GPU_MAX) {
            cli_error(&options->style, "too many GPUs (at most %d)", GPU_MAX);
            return false;
        }
        if (size > 0) {
            const char *name = arena_text(arena, at, size);
            is_good = gpu_choose(&options->style, name, &gpus[(*count)++], arena) && is_good;
        }
        at += size + (at[size] == ',');
    }
    if (*count == 0) {
        cli_error(&options->style, "--gpu needs the name of a GPU (lockstep gpus lists them)");
    }
    return is_good && *count > 0 && limit_each(options, gpus, count, arena);
}

void gpu_choice_apply(const GpuChoice *choice, LockstepOptions *device)
{
    device->gpu = choice->name;
    device->max_blocks_per_sm = choice->max_blocks_per_sm;
    device->gpu_text = choice->text;
    device->gpu_file_name = choice->text == NULL ? NULL : choice->name;
}
