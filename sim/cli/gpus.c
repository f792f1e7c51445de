// SPDX-License-Identifier: Apache-2.0
// `lockstep gpus`: the presets in one table, or one GPU with every parameter.
#include "sim/cli/options.h"
#include "sim/gpu/gpu.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static void put_row(const Gpu *gpu, bool is_csv, Text *out)
{
    const char *format = is_csv ? "\"%s\",\"%s\",\"%u.%u\",\"%u\",\"%u\",\"%u\",\"%u\",\"%u\"\n"
                                : "%-12s %-28s %3u.%u %5u %9u %10u %11u %12u\n";
    text_printf(out, format, gpu->name, gpu->title, gpu->compute_capability / 10,
                gpu->compute_capability % 10, gpu->sm_count, gpu->warps_per_sm,
                gpu->threads_per_block, gpu->registers_per_sm, gpu->shared_bytes_per_sm);
}

static void list_gpus(bool is_csv, Text *out)
{
    text_put(out, is_csv ? "\"Name\",\"GPU\",\"CC\",\"SMs\",\"Warps per SM\",\"Threads per "
                           "block\",\"Registers per SM\",\"Shared memory per SM\"\n"
                         : "name         GPU                           cc    SMs  warps/SM  "
                           "thr/block  registers  shared bytes\n");
    for (uint32_t i = 0; i < gpu_preset_count(); i++) {
        put_row(gpu_preset_at(i), is_csv, out);
    }
}

static bool show_file(const Style *style, const char *path, Text *out)
{
    Arena arena = {0};
    size_t size_bytes;
    const char *text = file_read(path, TEXT_BYTES_MAX, &size_bytes, &arena);
    Diagnostics diagnostics = {0};
    Gpu gpu;
    bool is_good = text != NULL && gpu_parse(text, size_bytes, path, &gpu, &diagnostics);
    if (text == NULL) {
        cli_error(style, "can not read %s: %s", path, strerror(errno));
    }
    if (is_good) {
        gpu_print(&gpu, out);
    }
    Text messages = {0};
    diagnostics_print(&diagnostics, style->is_err_coloured, &messages);
    fputs(text_string(&messages), stderr);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    arena_clear(&arena);
    return is_good;
}

static bool refuse_name(const Style *style, const char *name)
{
    const char *names[256];
    uint32_t count = gpu_preset_count() < 256 ? gpu_preset_count() : 256;
    for (uint32_t i = 0; i < count; i++) {
        names[i] = gpu_preset_at(i)->name;
    }
    const char *meant = nearest(name, names, count);
    cli_error(style,
              meant == NULL ? "no GPU is called '%s' (lockstep gpus lists them)%s"
                            : "no GPU is called '%s'; did you mean %s?",
              name, meant == NULL ? "" : meant);
    return false;
}

static bool show_gpu(const Style *style, const char *name, Text *out)
{
    const Gpu *gpu = gpu_preset(name);
    if (gpu != NULL) {
        gpu_print(gpu, out);
        return true;
    }
    bool is_path = strpbrk(name, "./") != NULL;
    return is_path ? show_file(style, name, out) : refuse_name(style, name);
}

int command_gpus(int count, char **arguments)
{
    Options options = {0};
    Text page = {0};
    bool is_good = options_read(count, arguments, COMMAND_GPUS, &options);
    if (is_good && option_is_given(&options, OPTION_HELP)) {
        text_put(&page, "lockstep gpus [NAME|FILE.gpu]...\n\n");
        options_describe(COMMAND_GPUS, &page);
    } else if (is_good && options.operand_count == 0) {
        list_gpus(option_is_given(&options, OPTION_CSV), &page);
    }
    for (uint32_t i = 0; is_good && i < options.operand_count; i++) {
        text_put(&page, i > 0 ? "\n" : "");
        is_good = show_gpu(&options.style, options.operands[i], &page);
    }
    is_good = is_good && page_write(&options.style, option_value(&options, OPTION_OUTPUT), &page);
    text_destroy(&page);
    options_clear(&options);
    return is_good ? CLI_DONE : CLI_USAGE;
}
