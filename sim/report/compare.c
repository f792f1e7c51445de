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

void compare_count(CompareTally *tally, const ComparedValue *value)
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
    compare_count(&launch->tally, value);
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
