// SPDX-License-Identifier: Apache-2.0
// Which rendering of the reports the options ask for.
#ifndef LOCKSTEP_CLI_RENDER_H
#define LOCKSTEP_CLI_RENDER_H

#include "sim/cli/options.h"
#include "sim/report/section.h"

typedef enum Page { PAGE_DETAILS, PAGE_SOURCE, PAGE_RAW, PAGE_LAUNCHES } Page;
typedef enum Names { NAMES_NCU, NAMES_NVPROF, NAMES_LEGACY } Names;

typedef struct Rendering {
    Page page;
    Names names;
    bool is_csv, is_json, is_ptx;
    SectionSet sections; // of --section and --set; 0: neither is given
    Summary summary;     // of --print-summary; without sections: of all of them
    Units units;
    bool has_metrics;
    MetricList metrics;       // of --metrics
    const char *process_name; // for CSV
    const char *ptx_path;     // sources are looked for beside it
} Rendering;

// Reads and checks --page, --csv, --json, --metrics, --names, --print-source.
bool rendering_read(const Options *options, Rendering *rendering, Arena *arena);

// How the reports of several GPUs become one.
typedef enum Join {
    JOIN_TABLE, // columns or rows of one table, made of all reports at once
    JOIN_PARTS  // each report's own page or JSON, one after the other
} Join;
Join rendering_join(const Rendering *rendering);

// Whether the page for people ends with what a program had the device do.
bool rendering_has_timeline(const Rendering *rendering);

// Whether stdout carries CSV or JSON and nothing else may.
bool rendering_is_data(const Rendering *rendering, const Options *options);

// JOIN_PARTS: appends the part of one report, and all parts as one.
void render_part(const Rendering *rendering, const Report *report, bool is_colored, Arena *arena,
                 Text *out);
void render_parts(const Rendering *rendering, const char *const *parts, uint32_t count, Text *out);

// Appends the report of one GPU, or of several side by side.
void render(const Rendering *rendering, const Report *const *reports, uint32_t count,
            bool is_colored, Arena *arena, Text *out);

// The texts of the source files that the report's lines name, as far as they are found.
SourceText *sources_find(const Report *report, const char *ptx_path, uint32_t *count, Arena *arena);

#endif
