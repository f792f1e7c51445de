// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/choice.h"

#include "sim/gpu/gpu.h"

#include <errno.h>
#include <string.h>

bool gpus_read(const Options *options, const char *gpus[GPU_MAX], uint32_t *count, Arena *arena)
{
    const char *list = option_value(options, OPTION_GPU);
    *count = 0;
    for (const char *at = list == NULL ? "h200" : list; *at != 0;) {
        size_t size = strcspn(at, ",");
        if (*count == GPU_MAX) {
            cli_error(&options->style, "more than %d GPUs at once", GPU_MAX);
            return false;
        }
        if (size > 0) {
            gpus[(*count)++] = arena_text(arena, at, size);
        }
        at += size + (at[size] == ',');
    }
    if (*count == 0) {
        cli_error(&options->style, "--gpu names no GPU (lockstep gpus lists them)");
    }
    return *count > 0;
}

bool device_options_read(const Options *options, LockstepOptions *device)
{
    int64_t threads, limit;
    const char *fmad = option_value(options, OPTION_FMAD);
    if (!option_number(options, OPTION_THREADS, 0, 0, &threads) ||
        !option_number(options, OPTION_MAX_INSTRUCTIONS, 0, 0, &limit)) {
        return false;
    }
    if (fmad != NULL && strcmp(fmad, "true") != 0 && strcmp(fmad, "false") != 0) {
        cli_error(&options->style, "--fmad is true or false, not '%s'", fmad);
        return false;
    }
    device->threads = threads > 1024 ? 1024 : (uint32_t)threads;
    device->max_instructions = (uint64_t)limit;
    device->is_contraction_off = fmad != NULL && strcmp(fmad, "false") == 0;
    return true;
}

static bool is_path(const char *gpu)
{
    size_t size = strlen(gpu);
    return strchr(gpu, '/') != NULL || (size > 4 && strcmp(gpu + size - 4, ".gpu") == 0);
}

bool gpu_choose(const Style *style, const char *name, LockstepOptions *device, Arena *arena)
{
    size_t size_bytes;
    device->gpu = name;
    if (!is_path(name)) {
        return true;
    }
    device->gpu_text = file_read(name, TEXT_BYTES_MAX, &size_bytes, arena);
    device->gpu_file_name = name;
    if (device->gpu_text == NULL) {
        cli_error(style, "can not read %s: %s", name, strerror(errno));
    }
    return device->gpu_text != NULL;
}

uint32_t gpu_capability(const char *name)
{
    enum { UNKNOWN = 90 };
    const Gpu *preset = is_path(name) ? NULL : gpu_preset(name);
    if (preset != NULL || !is_path(name)) {
        return preset == NULL ? UNKNOWN : preset->compute_capability;
    }
    Arena arena = {0};
    Diagnostics diagnostics = {0};
    size_t size_bytes;
    Gpu gpu;
    const char *text = file_read(name, TEXT_BYTES_MAX, &size_bytes, &arena);
    bool is_good = text != NULL && gpu_parse(text, size_bytes, name, &gpu, &diagnostics);
    diagnostics_clear(&diagnostics);
    arena_clear(&arena);
    return is_good ? gpu.compute_capability : UNKNOWN;
}

bool expectations_read(const Options *options, Expectation **expectations, uint32_t *count,
                       Arena *arena)
{
    *count = 0;
    *expectations = arena_alloc(arena, (options->use_count + 1) * sizeof **expectations);
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id != OPTION_EXPECT) {
            continue;
        }
        const char *problem =
            expect_parse(options->uses[i].value, &(*expectations)[(*count)++], arena);
        if (problem != NULL) {
            cli_error(&options->style, "--expect: %s", problem);
            return false;
        }
    }
    return true;
}

const char **option_values(const Options *options, OptionId id, uint32_t *count, Arena *arena)
{
    const char **values = arena_alloc(arena, (options->use_count + 1) * sizeof *values);
    *count = 0;
    for (uint32_t i = 0; i < options->use_count; i++) {
        if (options->uses[i].id == id) {
            values[(*count)++] = options->uses[i].value;
        }
    }
    return values;
}
