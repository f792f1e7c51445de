// SPDX-License-Identifier: Apache-2.0
// An earlier report, read from the JSON that --json wrote, with which the numbers of a new one are
// compared: what changed. Text in, counters out; no file is opened.
#ifndef LOCKSTEP_REPORT_BASELINE_H
#define LOCKSTEP_REPORT_BASELINE_H

#include "sim/report/import.h"
#include "sim/report/json_reader.h"
#include "sim/report/json_writer.h"
#include "sim/report/number.h"
#include "sim/report/report.h"

typedef struct BaselineLaunch {
    const char *file; // the report's, as the user named it
    uint32_t id;      // the launch's number in it
    CounterSet counters;
} BaselineLaunch;

typedef struct BaselineGpu {
    const char *name; // "h200"
    Import import;    // its launches without values, for compare_match()
    BaselineLaunch *launches;
} BaselineGpu;

typedef struct Baseline {
    const char *file;
    BaselineGpu *gpus;
    uint32_t count;
} Baseline;

// Reads a report. NULL, or what is wrong as a sentence. Everything lives in the arena; `file` must
// outlive it.
const char *baseline_read(const char *file, const char *text, size_t size_bytes, Baseline *baseline,
                          Arena *arena);

// The object "counters" of a launch or line.
void baseline_read_counters(const JsonValue *object, CounterSet *counters);

// The counters of the launch of that number; NULL: there is none.
const CounterSet *baseline_counters(const BaselineGpu *gpu, uint32_t id);

// Fills in `before` of each launch that the baseline has for this GPU: the one with the same
// kernel, grid and block, else the same kernel, else the same template, each in order. Before any
// launch is dropped. NULL, or why none has a partner; *without: how many have none.
const char *baseline_match(const Baseline *baseline, Report *report, uint32_t *without);

// The change since the baseline in percent. False if it is not known on either side, or grew from
// zero.
bool baseline_percent(const ReportLaunch *launch, CounterId id, double *percent);

// "+12.3 %", "0 %", "new" of what was zero; "" if there is no change to tell.
const char *baseline_change(const ReportLaunch *launch, CounterId id, char buffer[NUMBER_MAX]);

// Whether launches of these reports have a baseline.
bool baseline_is_there(const Report *const *reports, uint32_t count);

// The field "baseline" of a launch that has one: file, number, counters and changes.
void baseline_print_json(const ReportLaunch *launch, Json *json);

#endif
