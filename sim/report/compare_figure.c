// SPDX-License-Identifier: Apache-2.0
// Published figures beside modeled time: each by itself or, if the GPU is not named, as a ratio.
#include "sim/report/compare.h"

#include <math.h>
#include <string.h>

// GB/s: the bytes that lanes load and store in global memory, each once per access of a warp.
static const struct {
    const char *unit;
    double per_second; // the figure is this over seconds; 0: bytes are
    double scale;      // or seconds times this
} figure_units[] = {{"GB/s", 1e-9, 0}, {"ms", 0, 1e3}, {"us", 0, 1e6}};

enum { FIGURE_UNIT_COUNT = sizeof figure_units / sizeof *figure_units };

bool figure_unit_is_known(const char *unit)
{
    for (size_t i = 0; i < FIGURE_UNIT_COUNT; i++) {
        if (strcmp(unit, figure_units[i].unit) == 0) {
            return true;
        }
    }
    return false;
}

static double modeled(const char *unit, double bytes, double seconds)
{
    for (size_t i = 0; i < FIGURE_UNIT_COUNT; i++) {
        if (strcmp(unit, figure_units[i].unit) == 0) {
            return figure_units[i].scale > 0 ? seconds * figure_units[i].scale
                                             : bytes * figure_units[i].per_second / seconds;
        }
    }
    return 0;
}

// Judged within the tolerance if a clock ran: a roofline is shown without a verdict.
static Verdict judge_figure(const CompareOptions *options, const ReportLaunch *launch, double ours,
                            double theirs)
{
    if (launch->record->time == NULL) {
        return VERDICT_NOT_COMPARED;
    }
    double allowed = fabs(theirs) * options->figure_percent / 100;
    return fabs(ours - theirs) <= allowed ? VERDICT_WITHIN : VERDICT_DIFFERS;
}

// All launches of the kernel together: a reduction is launched until one value is left, and a
// program that times itself may launch it again and again.
static double modeled_together(const Comparison *comparison, const ReportLaunch *launch)
{
    const Report *report = comparison->report;
    const char *unit = comparison->import->unit;
    double seconds = 0, bytes = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        const ReportLaunch *other = &report->launches[i];
        if (other->has_run && strcmp(other->short_name, launch->short_name) == 0) {
            seconds += comparison->options->seconds[i];
            bytes += other->counters.value[COUNTER_global_ld_bytes] +
                     other->counters.value[COUNTER_global_st_bytes];
        }
    }
    return modeled(unit, bytes, seconds);
}

static ComparedValue own_figure(const Comparison *comparison, const ComparedLaunch *launch)
{
    double ours = modeled_together(comparison, launch->ours);
    double theirs = launch->theirs->values[0].number;
    return (ComparedValue){.metric = comparison->import->unit,
                           .unit = comparison->import->unit,
                           .id = COUNTER_COUNT,
                           .class = CLASS_TIMING,
                           .verdict = judge_figure(comparison->options, launch->ours, ours, theirs),
                           .ours = ours,
                           .theirs = theirs};
}

// The launch of the row before this one's; NULL: there is none, or it did not run here.
static const ComparedLaunch *launch_before(const Comparison *comparison,
                                           const ComparedLaunch *launch)
{
    for (uint32_t i = 0; i < comparison->count; i++) {
        const ComparedLaunch *other = &comparison->launches[i];
        bool is_before = other->theirs != NULL && other->theirs + 1 == launch->theirs;
        if (is_before && other->ours != NULL && other->ours->has_run) {
            return other;
        }
    }
    return NULL;
}

// How many times as fast as the row before, by figures that are a rate or a time.
static double speedup(const char *unit, double before, double figure)
{
    bool is_rate = strcmp(unit, "GB/s") == 0;
    double less = is_rate ? before : figure, more = is_rate ? figure : before;
    return less > 0 ? more / less : 0;
}

// The first row is what the second is judged by.
static ComparedValue ratio_of_figures(const Comparison *comparison, const ComparedLaunch *launch)
{
    ComparedValue value = {.metric = "times",
                           .unit = "times",
                           .id = COUNTER_COUNT,
                           .class = CLASS_TIMING,
                           .verdict = VERDICT_NOT_COMPARED,
                           .ours = 1,
                           .theirs = 1};
    const ComparedLaunch *other = launch_before(comparison, launch);
    if (other == NULL) {
        return value;
    }
    ComparedValue before = own_figure(comparison, other), figure = own_figure(comparison, launch);
    value.ours = speedup(figure.unit, before.ours, figure.ours);
    value.theirs = speedup(figure.unit, before.theirs, figure.theirs);
    value.verdict = judge_figure(comparison->options, launch->ours, value.ours, value.theirs);
    return value;
}

void compare_figure(const Comparison *comparison, ComparedLaunch *launch, Arena *arena)
{
    launch->values = arena_alloc(arena, sizeof *launch->values);
    launch->values[launch->count++] = comparison->import->are_ratios
                                          ? ratio_of_figures(comparison, launch)
                                          : own_figure(comparison, launch);
    compare_count(&launch->tally, &launch->values[0]);
}
