// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/gpu_choice.h"

#include <errno.h>
#include <stdio.h>
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
    return is_good && *count > 0;
}

void gpu_choice_apply(const GpuChoice *choice, LockstepOptions *device)
{
    device->gpu = choice->name;
    device->gpu_text = choice->text;
    device->gpu_file_name = choice->text == NULL ? NULL : choice->name;
}
