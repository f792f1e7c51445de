// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/apply.h"

#include "sim/cli/rerun.h"
#include "sim/explain/rewrite.h"
#include "sim/explain/whatif_step.h"
#include "sim/program/file.h"
#include "sim/report/number.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PADDING_MAX = 1024 };

// "padding=2": 2; "swizzle": 0. False: it is neither.
static bool read_change(const char *value, uint32_t *padding)
{
    static const char name[] = "padding=";
    char *end;
    *padding = 0;
    if (strcmp(value, "swizzle") == 0 || strcmp(value, "swizzle=1") == 0) {
        return true;
    }
    if (strncmp(value, name, sizeof name - 1) != 0) {
        return false;
    }
    unsigned long number = strtoul(value + sizeof name - 1, &end, 10);
    *padding = (uint32_t)number;
    return *end == '\0' && number > 0 && number <= PADDING_MAX && value[sizeof name - 1] != '-';
}

bool apply_is_readable(const Options *options)
{
    const char *value = option_value(options, OPTION_APPLY);
    uint32_t padding;
    if (value == NULL || read_change(value, &padding)) {
        return true;
    }
    cli_error(&options->style,
              "--apply takes padding=N (words, 1 to %d) or swizzle, not '%s'; strides and block "
              "shapes are changed by hand",
              PADDING_MAX, value);
    return false;
}

// "transpose.padding-1.cu" beside the program.
static const char *copy_path(const char *path, uint32_t padding, Arena *arena)
{
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    int stem =
        (int)(dot == NULL || (slash != NULL && dot < slash) ? strlen(path) : (size_t)(dot - path));
    return padding > 0
               ? arena_printf(arena, "%.*s.padding-%" PRIu32 "%s", stem, path, padding, path + stem)
               : arena_printf(arena, "%.*s.swizzle%s", stem, path, path + stem);
}

// Writes the copy, unless a file of that name holds something else.
static bool write_copy(const Options *options, const char *path, const Text *text, Arena *arena)
{
    size_t size_bytes;
    const char *old = file_text(path, &size_bytes, arena);
    if (old != NULL && (size_bytes != text->size_bytes || memcmp(old, text->at, size_bytes) != 0)) {
        cli_error(&options->style, "%s is there and holds something else; remove it first", path);
        return false;
    }
    if (old == NULL && !file_write(path, text->at, text->size_bytes)) {
        cli_error(&options->style, "cannot write %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

// The same command line with the copy in the program's place.
static Options options_of_copy(const Options *options, const char *path, const char *copy,
                               Arena *arena)
{
    Options changed = *options;
    changed.operands = arena_alloc(arena, (options->operand_count + 1) * sizeof *changed.operands);
    for (uint32_t i = 0; i < options->operand_count; i++) {
        bool is_it = strcmp(options->operands[i], path) == 0;
        changed.operands[i] = is_it ? copy : options->operands[i];
    }
    return changed;
}

static void put_row(const char *name, CounterId id, const CounterSet *before,
                    const CounterSet *after, Text *out)
{
    char old[NUMBER_MAX], new[NUMBER_MAX];
    if (!before->is_known[id] || !after->is_known[id]) {
        return;
    }
    text_printf(out, "  %-24s %16s %16s", name, number_grouped(before->value[id], old),
                number_grouped(after->value[id], new));
    if (before->value[id] > 0) {
        text_printf(out, " %+9.1f %%", 100 * (after->value[id] / before->value[id] - 1));
    }
    text_put(out, "\n");
}

static void put_comparison(const ReportLaunch *launch, const Baseline *before,
                           const Baseline *after, Text *out)
{
    static const struct {
        const char *name;
        CounterId id;
    } rows[] = {{"time, us", COUNTER_duration_us},
                {"warp instructions", COUNTER_inst_executed},
                {"shared wavefronts", COUNTER_shared_wavefronts},
                {"of bank conflicts", COUNTER_shared_excess},
                {"shared bytes, block", COUNTER_shared_per_block}};
    const CounterSet *old = baseline_counters(&before->gpus[0], launch->record->id);
    const CounterSet *new = baseline_counters(&after->gpus[0], launch->record->id);
    text_printf(out, "\n  %-24s %16s %16s %11s\n",
                old == NULL || new == NULL ? "no such launch" : launch->short_name, "as it is",
                "applied", "change");
    for (size_t i = 0; i < sizeof rows / sizeof *rows && old != NULL && new != NULL; i++) {
        put_row(rows[i].name, rows[i].id, old, new, out);
    }
}

// Whether the copy does what the program does, as far as what they print tells.
static int compare_prints(const char *before, const char *after, Text *page)
{
    if (before == NULL || after == NULL || (before[0] == '\0' && after[0] == '\0')) {
        text_put(page, "  It prints nothing, so whether the results are the same is not known.\n");
        return CLI_DONE;
    }
    if (strcmp(before, after) != 0) {
        text_put(page, "  It prints something else: the change breaks the program. It may use the "
                       "array in another way than by its indices.\n");
        return CLI_EXPECT;
    }
    text_put(page, "  It prints the same.\n");
    return CLI_DONE;
}

// The exit code.
static int compare(const Options *options, const Options *changed, const ReportLaunch *launch,
                   Text *page, Arena *arena)
{
    const char *mode = option_value(options, OPTION_MODE);
    const char *words[] = {"--mode", mode == NULL ? "cycles" : mode};
    const char *before_print = NULL, *after_print = NULL;
    Baseline before, after;
    if (!rerun(options, words, 2, &before, &before_print, arena) ||
        !rerun(changed, words, 2, &after, &after_print, arena) || before.count != 1 ||
        after.count != 1) {
        return CLI_USAGE;
    }
    put_comparison(launch, &before, &after, page);
    return compare_prints(before_print, after_print, page);
}

static void put_changed_line(const char *text, uint32_t line, Text *out)
{
    for (uint32_t i = 1; i < line && text != NULL; i++) {
        text = strchr(text, '\n');
        text = text == NULL ? NULL : text + 1;
    }
    if (text != NULL) {
        text += strspn(text, " \t");
        text_printf(out, "  line %" PRIu32 ": %.*s\n", line, (int)strcspn(text, "\r\n"), text);
    }
}

// Why the columns cannot be permuted by the row; NULL: they can.
static const char *no_swizzle(const WhatIfArray *array)
{
    uint64_t columns = array->columns;
    if (columns < 2 || (columns & (columns - 1)) != 0) {
        return "its rows have no power of two of elements, so col ^ row leaves them";
    }
    return array->access_bytes > array->element_bytes
               ? "the line accesses several elements at once, which a permutation parts"
               : NULL;
}

int apply_run(const Options *options, const Report *report, const ExplainWish *wish, Text *page,
              Arena *arena)
{
    WhatIfArray array;
    uint32_t padding, line;
    size_t size_bytes;
    read_change(option_value(options, OPTION_APPLY), &padding);
    const char *text = file_text(wish->file, &size_bytes, arena);
    if (text == NULL || !whatif_array(report, wish, &array, arena)) {
        cli_error(&options->style, "line %" PRIu32 " accesses no shared array that has a name",
                  wish->line);
        return CLI_USAGE;
    }
    uint64_t word = array.word_bytes / array.element_bytes;
    RewriteWish change = {text, wish->line, array.name, padding * (uint32_t)(word > 0 ? word : 1)};
    Text source = {0};
    const char *problem = rewrite_source(&change, &line, &source);
    const char *copy = copy_path(wish->file, padding, arena);
    int code = CLI_USAGE;
    if (problem == NULL && padding == 0) {
        problem = no_swizzle(&array);
    }
    if (problem != NULL) {
        cli_error(&options->style, "%s:%" PRIu32 ": cannot change '%s': %s", wish->file, line,
                  array.name, problem);
    } else if (write_copy(options, copy, &source, arena)) {
        Options changed = options_of_copy(options, wish->file, copy, arena);
        text_printf(page, "\n%s: '%s' with %s\n", copy, array.name,
                    option_value(options, OPTION_APPLY));
        put_changed_line(text_string(&source), padding > 0 ? line : wish->line, page);
        code = compare(options, &changed, array.launch, page, arena);
    }
    text_destroy(&source);
    return code;
}
