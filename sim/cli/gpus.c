// SPDX-License-Identifier: Apache-2.0
// `lockstep gpus`: the presets in one table, one GPU with every parameter, or a .gpu file from a
// run of the microbenchmark.
#include "sim/cli/gpu_choice.h"
#include "sim/gpu/measured.h"

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

static bool show_gpu(const Style *style, const char *name, Text *out)
{
    Arena arena = {0};
    GpuChoice choice;
    bool is_good = gpu_choose(style, name, &choice, &arena);
    if (is_good) {
        gpu_print(choice.gpu, out);
    }
    arena_clear(&arena);
    return is_good;
}

static bool read_base(const Options *options, GpuChoice *base, Arena *arena)
{
    if (options->operand_count > 1) {
        cli_error(&options->style, "expected one GPU to start from, also got '%s'",
                  options->operands[1]);
        return false;
    }
    return options->operand_count == 0 ||
           gpu_choose(&options->style, options->operands[0], base, arena);
}

static bool make_gpu(const Options *options, const char *path, Text *out)
{
    Arena arena = {0};
    GpuChoice base = {0};
    Diagnostics diagnostics = {0};
    size_t size_bytes;
    bool is_good = read_base(options, &base, &arena);
    char *text = is_good ? file_text(path, &size_bytes, &arena) : NULL;
    if (is_good && text == NULL) {
        cli_error(&options->style, "cannot read %s: %s", path, strerror(errno));
    }
    is_good =
        text != NULL && gpu_from_microbench(text, size_bytes, path, base.gpu, out, &diagnostics);
    Text messages = {0};
    diagnostics_print(&diagnostics, options->style.is_err_colored, &messages);
    fputs(text_string(&messages), stderr);
    text_destroy(&messages);
    diagnostics_clear(&diagnostics);
    arena_clear(&arena);
    return is_good;
}

static bool show_all(const Options *options, Text *page)
{
    const char *from = option_value(options, OPTION_FROM);
    if (from != NULL) {
        return make_gpu(options, from, page);
    }
    if (options->operand_count == 0) {
        list_gpus(option_is_given(options, OPTION_CSV), page);
    }
    bool is_good = true;
    for (uint32_t i = 0; is_good && i < options->operand_count; i++) {
        text_put(page, i > 0 ? "\n" : "");
        is_good = show_gpu(&options->style, options->operands[i], page);
    }
    return is_good;
}

int command_gpus(Options *options)
{
    Text page = {0};
    bool is_good = show_all(options, &page) &&
                   page_write(&options->style, option_value(options, OPTION_OUTPUT), &page);
    text_destroy(&page);
    return is_good ? CLI_DONE : CLI_USAGE;
}
