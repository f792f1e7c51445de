// SPDX-License-Identifier: Apache-2.0
// `lockstep compare`: run what `lockstep run` runs, and lay the counts beside an import.
#include "sim/report/compare.h"

#include "sim/cli/gpu_choice.h"
#include "sim/cli/render.h"
#include "sim/cli/use.h"
#include "sim/program/file.h"
#include "sim/runtime/time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOLERANCE_PERCENT = 10, FIGURE_PERCENT = 20 };

typedef struct Compare {
    const Options *options;
    Arena arena;
    const char *import_path;
    Import import;
    KnownDifferences known;
    Rendering rendering;
    CompareOptions how;
} Compare;

// The text of a file that an option names. NULL, with a message, when it cannot be read.
static const char *read_named(Compare *compare, const char *path, size_t *size_bytes)
{
    const char *text = file_text(path, size_bytes, &compare->arena);
    if (text == NULL) {
        cli_error(&compare->options->style, "cannot read %s: %s", path, strerror(errno));
    }
    return text;
}

static bool read_import(Compare *compare)
{
    const Style *style = &compare->options->style;
    const char *path = compare->import_path = option_value(compare->options, OPTION_IMPORT);
    size_t size_bytes;
    if (path == NULL) {
        cli_error(style, "lockstep compare needs --import FILE: the CSV that ncu --csv --page raw "
                         "printed of the same launches");
        return false;
    }
    const char *text = read_named(compare, path, &size_bytes);
    if (text == NULL) {
        return false;
    }
    const char *problem = import_read(text, size_bytes, &compare->import, &compare->arena);
    if (problem != NULL) {
        cli_error(style, "%s: %s", path, problem);
        return false;
    }
    if (compare->import.form == IMPORT_FIGURES && !figure_unit_is_known(compare->import.unit)) {
        cli_error(style, "%s: figures must be in GB/s, ms or us, not '%s'", path,
                  compare->import.unit);
        return false;
    }
    return true;
}

static bool read_known(Compare *compare)
{
    const char *path = option_value(compare->options, OPTION_KNOWN);
    size_t size_bytes;
    if (path == NULL) {
        return true;
    }
    const char *text = read_named(compare, path, &size_bytes);
    if (text == NULL) {
        return false;
    }
    const char *problem = known_read(text, size_bytes, &compare->known, &compare->arena);
    if (problem != NULL) {
        cli_error(&compare->options->style, "%s: %s", path, problem);
    }
    return problem == NULL;
}

static bool read_tolerance(Compare *compare)
{
    const char *text = option_value(compare->options, OPTION_TOLERANCE);
    char *end = NULL;
    compare->how.is_strict = text != NULL;
    compare->how.figure_percent = text == NULL ? FIGURE_PERCENT : strtod(text, &end);
    compare->how.tolerance_percent = text == NULL ? TOLERANCE_PERCENT : strtod(text, &end);
    bool is_good = text == NULL || (end != text && end[strspn(end, " %")] == 0 &&
                                    compare->how.tolerance_percent >= 0);
    if (!is_good) {
        cli_error(&compare->options->style,
                  "--tolerance expects a percentage of at least 0, got '%s'", text);
    }
    return is_good;
}

// What was recorded on another compute capability has other rules.
static bool read_gpu(Compare *compare)
{
    const Options *options = compare->options;
    GpuChoice gpus[GPU_MAX];
    uint32_t count;
    if (!gpus_read(options, gpus, &count, &compare->arena)) {
        return false;
    }
    if (count > 1) {
        cli_error(&options->style, "lockstep compare expects one GPU, the one of the import");
        return false;
    }
    const char *theirs = compare->import.launches[0].capability;
    uint32_t ours = gpus[0].gpu->compute_capability;
    char capability[16];
    snprintf(capability, sizeof capability, "%u.%u", ours / 10, ours % 10);
    if (theirs[0] != 0 && strcmp(theirs, capability) != 0) {
        cli_note(&options->style, "%s was recorded on CC %s, but %s is CC %s (choose with --gpu)",
                 compare->import_path, theirs, gpus[0].name, capability);
    }
    return true;
}

static bool read_all(Compare *compare)
{
    if (!rendering_read(compare->options, &compare->rendering, &compare->arena) ||
        !read_import(compare) || !read_known(compare) || !read_tolerance(compare) ||
        !read_gpu(compare)) {
        return false;
    }
    compare->how.known = &compare->known;
    compare->how.is_selection = option_is_given(compare->options, OPTION_KERNEL) ||
                                option_is_given(compare->options, OPTION_KERNEL_ID);
    compare->how.metrics = compare->rendering.has_metrics ? &compare->rendering.metrics : NULL;
    return true;
}

// Published figures are of GPUs without an L2 that would serve global memory, and of programs that
// time launches one after another. A roofline of counts has the launch in it.
static const double *modeled_seconds(const Report *report, Arena *arena)
{
    double *seconds = arena_alloc(arena, (report->count + 1) * sizeof *seconds);
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->launches[i].has_run) {
            const LaunchRecord *record = report->launches[i].record;
            double launch_us = record->time != NULL ? record->gpu->launch_us : 0;
            seconds[i] = time_kernel(record, UINT64_MAX).seconds + launch_us * 1e-6;
        }
    }
    return seconds;
}

static int compare_report(void *context, const Report *report, Text *page)
{
    Compare *given = context;
    CompareOptions *how = &given->how;
    const Options *options = given->options;
    how->seconds = modeled_seconds(report, &given->arena);
    Comparison comparison = compare(report, &given->import, how, &given->arena);
    if (given->rendering.is_csv) {
        comparison_print_csv(&comparison, page);
    } else if (given->rendering.is_json) {
        comparison_print_json(&comparison, given->import_path, LOCKSTEP_VERSION, page);
    } else {
        bool is_whole = option_is_given(options, OPTION_ALL) || how->metrics != NULL;
        comparison_print(&comparison, given->import_path, is_whole, options->style.is_out_colored,
                         page);
    }
    return comparison_fails(&comparison) ? CLI_COMPARE : CLI_DONE;
}

int command_compare(Options *options)
{
    static Compare compare;
    static ReportUse use = {.function = compare_report, .context = &compare};
    compare = (Compare){.options = options};
    int code = read_all(&compare) ? run_use(options, &use) : CLI_USAGE;
    arena_clear(&compare.arena);
    return code;
}
