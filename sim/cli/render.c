// SPDX-License-Identifier: Apache-2.0
// realpath is of the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "sim/cli/render.h"

#include "sim/report/number.h"

#include <stdlib.h>
#include <string.h>

static void refuse_metric(const Style *style, const char *unknown, Arena *arena)
{
    const char *meant = metrics_nearest(unknown, arena);
    cli_error(style,
              meant == NULL ? "unknown counter '%s' (lockstep query lists them)%s"
                            : "unknown counter '%s'; did you mean '%s'?",
              unknown, meant == NULL ? "" : meant);
}

static void refuse_section(const Style *style, const char *name)
{
    const char *names[32];
    Text message = {0};
    text_printf(&message, "unknown section '%s'", name);
    size_t size = message.size_bytes;
    nearest_put(name, names, section_names(names, sizeof names / sizeof *names), &message);
    text_put(&message, message.size_bytes > size ? "" : " (lockstep --list-sections lists them)");
    cli_error(style, "%s", text_string(&message));
    text_destroy(&message);
}

// Sections of ncu's that have no rows here are left out with a note, so that its scripts run.
static bool read_section(const Style *style, const char *name, SectionSet *sections)
{
    if (section_add(name, sections)) {
        return true;
    }
    if (section_is_other(name)) {
        cli_note(style, "section %s needs ncu and a GPU; it is left out", name);
        return true;
    }
    refuse_section(style, name);
    return false;
}

static bool read_sections(const Options *options, SectionSet *sections)
{
    const Style *style = &options->style;
    for (uint32_t i = 0; i < options->use_count; i++) {
        const OptionUse *use = &options->uses[i];
        if (use->id == OPTION_SECTION && !read_section(style, use->value, sections)) {
            return false;
        }
        if (use->id == OPTION_SET && !section_add_set(use->value, sections)) {
            cli_error(style, "unknown set '%s' (lockstep --list-sets lists them)", use->value);
            return false;
        }
    }
    if (*sections == 0 && option_is_given(options, OPTION_SECTION)) {
        cli_error(style, "none of these sections has anything to show here");
        return false;
    }
    return true;
}

bool rendering_read(const Options *options, Rendering *rendering, Arena *arena)
{
    rendering->page = (Page)option_choice(options, OPTION_PAGE);
    rendering->names = (Names)option_choice(options, OPTION_NAMES);
    rendering->summary = (Summary)option_choice(options, OPTION_PRINT_SUMMARY);
    rendering->units = (Units)option_choice(options, OPTION_PRINT_UNITS);
    rendering->is_ptx = option_choice(options, OPTION_PRINT_SOURCE) == 1;
    rendering->is_csv = option_is_given(options, OPTION_CSV);
    rendering->is_json = option_is_given(options, OPTION_JSON);
    if (rendering->is_csv && rendering->is_json) {
        cli_error(&options->style, "--csv and --json (or --export) cannot be combined");
        return false;
    }
    if (!read_sections(options, &rendering->sections)) {
        return false;
    }
    if (rendering->summary != SUMMARY_NONE) {
        if (rendering->is_json || rendering->page != PAGE_DETAILS) {
            cli_error(&options->style,
                      "--print-summary is for the details page, as text or with --csv");
            return false;
        }
        rendering->sections = rendering->sections == 0 ? SECTIONS_ALL : rendering->sections;
    }
    const char *list = option_value(options, OPTION_METRICS), *unknown = NULL;
    rendering->has_metrics = list != NULL;
    if (list != NULL && !metrics_parse(list, &rendering->metrics, &unknown, arena)) {
        refuse_metric(&options->style, unknown, arena);
        return false;
    }
    return true;
}

static CounterNaming naming_of(const Rendering *rendering, const Report *report)
{
    if (rendering->names == NAMES_LEGACY && report->gpu != NULL) {
        return counter_naming_of(report->gpu);
    }
    return rendering->names == NAMES_NVPROF ? NAMING_NVPROF : NAMING_NCU;
}

// A source is looked for as named, beside the PTX, and one folder above it (kernels/ptx/x.ptx of
// kernels/x.cu).
static bool find_source(const char *name, const char *ptx_path, SourceText *source, Arena *arena)
{
    const char *slash = strrchr(ptx_path, '/');
    int folder_bytes = slash == NULL ? 0 : (int)(slash - ptx_path + 1);
    const char *places[] = {name, arena_printf(arena, "%.*s%s", folder_bytes, ptx_path, name),
                            arena_printf(arena, "%.*s../%s", folder_bytes, ptx_path, name)};
    for (int i = 0; i < 3; i++) {
        size_t size_bytes;
        const char *text = file_text(places[i], &size_bytes, arena);
        if (text != NULL) {
            char *path = realpath(places[i], NULL);
            *source = (SourceText){name, text, size_bytes,
                                   path == NULL ? NULL : arena_text(arena, path, strlen(path))};
            free(path);
            return true;
        }
    }
    return false;
}

SourceText *sources_find(const Report *report, const char *ptx_path, uint32_t *count, Arena *arena)
{
    uint32_t room = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        room += report->launches[i].source_line_count;
    }
    SourceText *sources = arena_alloc(arena, (room + 1) * sizeof *sources);
    const char *last = NULL;
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *launch = &report->launches[i];
        for (uint32_t line = 0; line < launch->source_line_count; line++) {
            const char *name = launch->source_lines[line].file;
            bool is_new = name != NULL && (last == NULL || strcmp(name, last) != 0);
            if (is_new && find_source(name, ptx_path, &sources[*count], arena)) {
                ++*count;
            }
            last = name == NULL ? last : name;
        }
    }
    return sources;
}

static bool has_metric(const MetricList *list, Metric metric)
{
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i].id == metric.id && strcmp(list->items[i].name, metric.name) == 0) {
            return true;
        }
    }
    return false;
}

// All names that the tools of these GPUs have.
static MetricList metrics_of(const Rendering *rendering, const Report *const *reports,
                             uint32_t count, Arena *arena)
{
    MetricList all = metrics_all(naming_of(rendering, reports[0]), arena);
    for (uint32_t i = 1; i < count; i++) {
        if (naming_of(rendering, reports[i]) == naming_of(rendering, reports[i - 1])) {
            continue;
        }
        MetricList more = metrics_all(naming_of(rendering, reports[i]), arena);
        all.items =
            arena_grow(arena, all.items, all.count, all.count + more.count + 1, sizeof *all.items);
        for (uint32_t m = 0; m < more.count; m++) {
            if (!has_metric(&all, more.items[m])) {
                all.items[all.count++] = more.items[m];
            }
        }
    }
    metrics_drop_clock(&all, reports, count);
    return all;
}

static void render_csv(const Rendering *rendering, const Report *const *reports, uint32_t count,
                       Arena *arena, Text *out)
{
    if (rendering->page == PAGE_LAUNCHES) {
        report_print_launches_csv(reports, count, out);
        return;
    }
    if (rendering->summary != SUMMARY_NONE) {
        report_print_summary_csv(reports, count, rendering->sections, rendering->process_name, out);
        return;
    }
    bool is_short = rendering->has_metrics || rendering->sections != 0;
    MetricList metrics =
        is_short ? rendering->metrics : metrics_of(rendering, reports, count, arena);
    if (rendering->page == PAGE_DETAILS) {
        SectionSet sections = is_short ? rendering->sections : SECTIONS_ALL;
        report_print_long_csv(reports, count, sections, &metrics, rendering->process_name, out);
    } else {
        report_print_csv(reports, count, &metrics, rendering->process_name, out);
    }
}

static void render_text(const Rendering *rendering, const Report *report, bool is_colored,
                        Arena *arena, Text *out)
{
    if (rendering->page == PAGE_LAUNCHES) {
        report_print_launches(report, out);
    } else if (rendering->page == PAGE_SOURCE) {
        uint32_t source_count = 0;
        SourceText *sources = sources_find(report, rendering->ptx_path, &source_count, arena);
        if (rendering->is_csv) {
            report_print_source_csv(report, sources, source_count, rendering->is_ptx, out);
        } else {
            report_print_source(report, sources, source_count, rendering->is_ptx, is_colored, out);
        }
    } else if (rendering->summary != SUMMARY_NONE) {
        report_print_summary(report, rendering->summary, rendering->sections, rendering->units,
                             out);
    } else if (rendering->sections != 0 && rendering->page == PAGE_DETAILS) {
        report_print_sections(report, rendering->sections, rendering->units, is_colored, out);
        if (rendering->has_metrics) {
            text_put(out, "\n");
            report_print_metrics(report, &rendering->metrics, out);
        }
    } else if (rendering->has_metrics) {
        report_print_metrics(report, &rendering->metrics, out);
    } else if (rendering->names == NAMES_LEGACY) {
        report_print_legacy(report, out);
    } else if (rendering->page == PAGE_RAW || rendering->names == NAMES_NVPROF) {
        MetricList metrics = metrics_of(rendering, &report, 1, arena);
        report_print_metrics(report, &metrics, out);
    } else {
        report_print_details(report, is_colored, out);
    }
}

Join rendering_join(const Rendering *rendering)
{
    bool is_table = rendering->page == PAGE_DETAILS
                        ? rendering->is_csv || rendering->sections == 0
                        : rendering->is_csv && rendering->page != PAGE_SOURCE;
    return is_table && !rendering->is_json ? JOIN_TABLE : JOIN_PARTS;
}

bool rendering_has_timeline(const Rendering *rendering)
{
    return rendering->page == PAGE_DETAILS && rendering->names == NAMES_NCU &&
           !rendering->has_metrics && !rendering->is_csv;
}

bool rendering_is_data(const Rendering *rendering, const Options *options)
{
    const char *output = option_value(options, OPTION_OUTPUT);
    bool is_stdout = output == NULL || strcmp(output, "-") == 0;
    return (rendering->is_csv || rendering->is_json) && is_stdout;
}

void render_part(const Rendering *rendering, const Report *report, bool is_colored, Arena *arena,
                 Text *out)
{
    if (rendering->is_json) {
        report_print_json_gpu(report, out);
    } else {
        render_text(rendering, report, is_colored, arena, out);
    }
}

void render_parts(const Rendering *rendering, const char *const *parts, uint32_t count, Text *out)
{
    if (rendering->is_json) {
        report_print_json_whole(parts, count, LOCKSTEP_VERSION, rendering->process_name, out);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const char *rows = rendering->is_csv && i > 0 ? strchr(parts[i], '\n') : NULL;
        text_put(out, i > 0 && !rendering->is_csv ? "\n" : "");
        text_put(out, rows == NULL ? parts[i] : rows + 1); // one head for all
    }
}

static void render_columns(const Rendering *rendering, const Report *const *reports, uint32_t count,
                           Arena *arena, Text *out)
{
    if (rendering->has_metrics || rendering->names == NAMES_NCU) {
        report_print_columns(reports, count, rendering->has_metrics ? &rendering->metrics : NULL,
                             out);
        return;
    }
    CounterNaming *namings = arena_alloc(arena, (count + 1) * sizeof *namings);
    for (uint32_t i = 0; i < count; i++) {
        namings[i] = naming_of(rendering, reports[i]);
    }
    report_print_named_columns(reports, count, namings, out);
}

void render(const Rendering *rendering, const Report *const *reports, uint32_t count,
            bool is_colored, Arena *arena, Text *out)
{
    if (rendering->is_csv && rendering_join(rendering) == JOIN_TABLE) {
        render_csv(rendering, reports, count, arena, out);
    } else if (count > 1 && rendering_join(rendering) == JOIN_TABLE) {
        render_columns(rendering, reports, count, arena, out);
    } else {
        const char **parts = arena_alloc(arena, (count + 1) * sizeof *parts);
        for (uint32_t i = 0; i < count; i++) {
            Text part = {0};
            render_part(rendering, reports[i], is_colored, arena, &part);
            parts[i] = arena_text(arena, text_string(&part), part.size_bytes);
            text_destroy(&part);
        }
        render_parts(rendering, parts, count, out);
    }
}
