// SPDX-License-Identifier: Apache-2.0
// The renderings of a report. Each appends to a Text and computes no number of its own; the caller
// opens files and terminals.
#ifndef LOCKSTEP_REPORT_PRINT_H
#define LOCKSTEP_REPORT_PRINT_H

#include "isa/base/text.h"
#include "sim/report/json_writer.h"
#include "sim/report/report.h"

// A requested column: a counter under one of its names.
typedef struct Metric {
    CounterId id;
    const char *name;
} Metric;

typedef struct MetricList {
    Metric *items;
    uint32_t count;
} MetricList;

// Every counter that has a name in this naming, under each of its names, sorted by name.
MetricList metrics_all(CounterNaming naming, Arena *arena);

// The counter's id or name nearest to a wrong one; NULL when none is near.
const char *metrics_nearest(const char *unknown, Arena *arena);

// Drops what only a clock tells when none of these launches ran with one.
void metrics_drop_clock(MetricList *list, const Report *const *reports, uint32_t count);

// The counters of a comma-separated list of names, in that order. On a name that no counter has,
// returns false and points *unknown at it.
bool metrics_parse(const char *list, MetricList *metrics, const char **unknown, Arena *arena);

// The text of a source file, for the source page.
typedef struct SourceText {
    const char *name;
    const char *text;
    size_t size_bytes;
    const char *path; // from the root, for links to lines; NULL: not known
} SourceText;

// The page people read: launch, occupancy and what limits it, instructions, divergence, shared,
// global, atomic and local accesses as actual / ideal / excess, each with its class, then findings.
void report_print_details(const Report *report, bool is_colored, Text *out);

// All launches as a table: number, arguments, shape, time, instructions, verdict. As CSV: a row a
// launch.
void report_print_launches(const Report *report, Text *out);
void report_print_launches_csv(const Report *const *reports, uint32_t count, Text *out);

// Findings alone, in GCC's form, each with a line of advice.
void report_print_findings(const Report *report, bool is_colored, Text *out);

// Source lines with counts beside the text. is_ptx: lines of the PTX instead (their text is known).
void report_print_source(const Report *report, const SourceText *sources, uint32_t source_count,
                         bool is_ptx, bool is_colored, Text *out);

// The text of a launch's PTX; 0, not 1: its report has none.
uint32_t report_ptx_text(const ReportLaunch *launch, SourceText *ptx);

// The same as CSV, one row a line that has instructions, under ncu's column names.
void report_print_source_csv(const Report *report, const SourceText *sources, uint32_t source_count,
                             bool is_ptx, Text *out);

// A table of these metrics for each launch, as ncu's "Command line profiler metrics".
void report_print_metrics(const Report *report, const MetricList *metrics, Text *out);

// Several GPUs side by side: a column a GPU, a row a metric, a table a launch (align.h says which
// launches are one). The column of a GPU that did not run it says why. metrics NULL: a selection.
void report_print_columns(const Report *const *reports, uint32_t count, const MetricList *metrics,
                          Text *out);

// The same with counters under the names of these namings, one a GPU: a name that a GPU's own
// tools do not know is blank in its column.
void report_print_named_columns(const Report *const *reports, uint32_t count,
                                const CounterNaming *namings, Text *out);

// ncu's `--page raw --csv`: one row a launch, one column a metric, a row of units below the header.
void report_print_csv(const Report *const *reports, uint32_t count, const MetricList *metrics,
                      const char *process_name, Text *out);

// Everything, as one JSON object (docs/report-schema.md).
void report_print_json(const Report *const *reports, uint32_t count, const char *version,
                       Text *out);

// The same in two steps: each GPU's part, and the object around the parts.
void report_print_json_gpu(const Report *report, Text *out);
// program: the file's name; NULL: not known.
void report_print_json_whole(const char *const *gpus, uint32_t count, const char *version,
                             const char *program, Text *out);

// "classes": of the counters whose class in this launch is not the one that all launches share.
void report_json_classes(Json *json, const CounterSet *set);
// "blocks_timed" or "instructions_timed", and "cycles_error": only where not all was timed. time
// may be NULL.
void report_json_timed(Json *json, const LaunchTime *time);
// "roofline": the places of the launch under its roofs.
void report_json_roofline(Json *json, const ReportLaunch *launch);

// As the profiler of the GPU's own day wrote it: the text profiler's log for cc 1.x, events and
// metrics with their names for cc 2.x to 6.x, ncu's names from cc 7.0 on.
void report_print_legacy(const Report *report, Text *out);

// One line in GCC's form: "file:14:9: warning: message [name]".
void print_diagnostic(SourcePosition position, const char *level, const char *message,
                      const char *name, bool is_colored, Text *out);

#endif
