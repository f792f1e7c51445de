// SPDX-License-Identifier: Apache-2.0
#include "sim/report/compare.h"

#include "sim/report/number.h"

#include <math.h>
#include <string.h>

typedef enum Rule { RULE_EQUAL, RULE_UNMERGED, RULE_AT_LEAST, RULE_WITHIN, RULE_NONE } Rule;

// The last digit that ncu prints of a number that is not whole.
#define PRINTED_DIGIT 0.01

static Rule rule_of(const CounterSet *counters, CounterId id, const char **reason)
{
    static const struct {
        CounterId id;
        Rule rule;
        const char *reason;
    } exceptions[] = {
#define EXCEPTION(id, rule, reason) {COUNTER_##id, RULE_##rule, reason},
#include "sim/report/compare.def"
#undef EXCEPTION
        {COUNTER_COUNT, RULE_NONE, NULL}};
    for (size_t i = 0; exceptions[i].id != COUNTER_COUNT; i++) {
        if (exceptions[i].id == id) {
            *reason = exceptions[i].reason;
            return exceptions[i].rule;
        }
    }
    switch (counter_class(counters, id)) {
    case CLASS_EXACT:
    case CLASS_BANKS: return RULE_EQUAL;
    case CLASS_EXACT_ISA: return RULE_WITHIN;
    case CLASS_HW_NOISE: return RULE_AT_LEAST;
    case CLASS_MODEL:
    case CLASS_TIMING: break;
    }
    return RULE_NONE;
}

static bool is_same(double ours, const ImportValue *theirs)
{
    double step =
        ours == floor(ours) ? theirs->resolution : fmax(theirs->resolution, PRINTED_DIGIT);
    return fabs(ours - theirs->number) <= step * 0.501;
}

static bool has_wide_shared_loads(const ReportLaunch *launch)
{
    for (uint32_t i = 0; i < launch->site_count; i++) {
        const Micro *micro = launch->sites[i].micro;
        if (micro->kind == MICRO_LOAD && launch->sites[i].accesses.shared_requests > 0 &&
            micro->width_bytes > sizeof(uint32_t)) {
            return true;
        }
    }
    return false;
}

static Verdict compare_judge(const CompareOptions *options, const ReportLaunch *launch,
                             CounterId id, const ImportValue *theirs, const char **reason)
{
    double ours = launch->counters.value[id];
    *reason = NULL;
    Rule rule = rule_of(&launch->counters, id, reason);
    if (rule == RULE_NONE) {
        return VERDICT_NOT_COMPARED;
    }
    if (is_same(ours, theirs)) {
        *reason = NULL;
        return VERDICT_SAME;
    }
    if (rule == RULE_UNMERGED && has_wide_shared_loads(launch)) {
        return VERDICT_NOT_COMPARED;
    }
    *reason = NULL;
    if (rule == RULE_AT_LEAST) {
        return theirs->number > ours ? VERDICT_OK : VERDICT_DIFFERS;
    }
    double allowed = fabs(theirs->number) * options->tolerance_percent / 100;
    bool is_within = rule == RULE_WITHIN && fabs(ours - theirs->number) <= allowed;
    return is_within ? VERDICT_WITHIN : VERDICT_DIFFERS;
}

// The other side's value of the counter, under whichever of ncu's names it has there.
typedef struct Search {
    const ImportLaunch *launch;
    const ImportValue *found;
} Search;

static void look(void *context, CounterId id, const char *name, size_t size_bytes)
{
    Search *search = context;
    (void)id;
    if (search->found == NULL) {
        search->found = import_find(search->launch, name, size_bytes);
    }
}

static void count_value(CompareTally *tally, const ComparedValue *value)
{
    tally->by_verdict[value->class][value->verdict]++;
    tally->both_zero += value->verdict == VERDICT_SAME && value->ours == 0;
    tally->beyond_limit += value->is_beyond_limit;
}

static void compare_counter(const CompareOptions *options, ComparedLaunch *launch, CounterId id)
{
    Search search = {launch->theirs, NULL};
    counter_names(id, NAMING_NCU, look, &search);
    if (search.found == NULL || !launch->ours->counters.is_known[id]) {
        return;
    }
    ComparedValue *value = &launch->values[launch->count++];
    *value = (ComparedValue){.metric = search.found->metric,
                             .unit = counter_info[id].unit,
                             .id = id,
                             .class = counter_class(&launch->ours->counters, id),
                             .ours = launch->ours->counters.value[id],
                             .theirs = search.found->number};
    value->verdict = compare_judge(options, launch->ours, id, search.found, &value->reason);
    if (value->verdict == VERDICT_DIFFERS && options->known != NULL) {
        value->verdict = known_judge(options->known, launch->ours, value);
    }
    count_value(&launch->tally, value);
}

static void compare_counters(const CompareOptions *options, ComparedLaunch *launch, Arena *arena)
{
    const MetricList *metrics = options->metrics;
    uint32_t room = metrics == NULL ? COUNTER_COUNT : metrics->count;
    launch->values = arena_alloc(arena, (room + 1) * sizeof *launch->values);
    for (uint32_t i = 0; i < room; i++) {
        compare_counter(options, launch, metrics == NULL ? (CounterId)i : metrics->items[i].id);
    }
}

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

static void compare_figure(const Comparison *comparison, ComparedLaunch *launch, Arena *arena)
{
    const char *unit = comparison->import->unit;
    double ours = modeled_together(comparison, launch->ours);
    double theirs = launch->theirs->values[0].number;
    launch->values = arena_alloc(arena, sizeof *launch->values);
    launch->values[launch->count++] =
        (ComparedValue){.metric = unit,
                        .unit = unit,
                        .id = COUNTER_COUNT,
                        .class = CLASS_TIMING,
                        .verdict = judge_figure(comparison->options, launch->ours, ours, theirs),
                        .ours = ours,
                        .theirs = theirs};
    count_value(&launch->tally, &launch->values[0]);
}

static void add_tally(CompareTally *total, const CompareTally *tally)
{
    for (uint32_t class = 0; class < CLASS_COUNT; class ++) {
        for (uint32_t verdict = 0; verdict < VERDICT_COUNT; verdict++) {
            total->by_verdict[class][verdict] += tally->by_verdict[class][verdict];
        }
    }
    total->both_zero += tally->both_zero;
    total->beyond_limit += tally->beyond_limit;
}

Comparison compare(const Report *report, const Import *import, const CompareOptions *options,
                   Arena *arena)
{
    Comparison comparison = {.report = report, .import = import, .options = options};
    compare_match(&comparison, arena);
    for (uint32_t i = 0; i < comparison.count; i++) {
        ComparedLaunch *launch = &comparison.launches[i];
        if (launch->ours == NULL || launch->theirs == NULL || !launch->ours->has_run) {
            continue;
        }
        if (import->form == IMPORT_FIGURES) {
            compare_figure(&comparison, launch, arena);
        } else {
            compare_counters(options, launch, arena);
        }
        add_tally(&comparison.total, &launch->tally);
    }
    for (uint32_t i = 0; options->known != NULL && i < options->known->count; i++) {
        comparison.stale += !options->known->items[i].is_used;
    }
    return comparison;
}

uint32_t tally_sum(const CompareTally *tally, Verdict verdict)
{
    uint32_t sum = 0;
    for (uint32_t class = 0; class < CLASS_COUNT; class ++) {
        sum += tally->by_verdict[class][verdict];
    }
    return sum;
}

uint32_t figures_compared(const Comparison *comparison)
{
    uint32_t compared = 0;
    for (uint32_t verdict = 0; verdict < VERDICT_COUNT; verdict++) {
        compared += tally_sum(&comparison->total, (Verdict)verdict);
    }
    return compared;
}

bool comparison_fails(const Comparison *comparison)
{
    const CompareTally *total = &comparison->total;
    if (comparison->import->form == IMPORT_FIGURES) {
        return comparison->only_theirs > 0 || figures_compared(comparison) == 0 ||
               tally_sum(total, VERDICT_DIFFERS) > 0;
    }
    uint32_t differing = tally_sum(total, VERDICT_DIFFERS), compared = 0;
    for (uint32_t verdict = 0; verdict < VERDICT_NOT_COMPARED; verdict++) {
        compared += tally_sum(total, (Verdict)verdict);
    }
    if (!comparison->options->is_strict) {
        differing -= total->by_verdict[CLASS_EXACT_ISA][VERDICT_DIFFERS];
    }
    return differing > 0 || compared == 0 || total->beyond_limit > 0 || comparison->only_ours > 0 ||
           comparison->only_theirs > 0 || comparison->stale > 0;
}

const char *verdict_name(const Comparison *comparison, Verdict verdict, Arena *arena)
{
    static const char *const names[VERDICT_COUNT] = {"same",  "ok (hw >= ours)", NULL,
                                                     "known", "DIFFERS",         "not compared"};
    char number[NUMBER_MAX];
    if (verdict == VERDICT_NOT_COMPARED && comparison->import->form == IMPORT_FIGURES) {
        return "model";
    }
    bool is_figure = comparison->import->form == IMPORT_FIGURES;
    double tolerance =
        is_figure ? comparison->options->figure_percent : comparison->options->tolerance_percent;
    return verdict != VERDICT_WITHIN
               ? names[verdict]
               : arena_printf(arena, "within %s %%", number_plain(tolerance, number));
}

bool compared_percent(const ComparedValue *value, double *percent)
{
    *percent = value->theirs == 0 ? 0 : 100 * (value->ours / value->theirs - 1);
    return value->theirs != 0;
}
