// SPDX-License-Identifier: Apache-2.0
// A comparison for people: how much agrees, by launch and by class, and then the differences.
#include "sim/report/compare.h"
#include "sim/report/number.h"

#include <string.h>

enum {
    LAUNCH_WIDTH = 56,
    METRIC_WIDTH = 60,
    VALUE_WIDTH = 16,
    PERCENT_WIDTH = 12,
    CLASS_WIDTH = 10
};

typedef struct Page {
    const Comparison *comparison;
    Arena arena;
    bool is_whole, is_colored;
    Text *out;
} Page;

static const char *strong(const Page *page)
{
    return page->is_colored ? "\033[1m" : "";
}

static const char *plain(const Page *page)
{
    return page->is_colored ? "\033[0m" : "";
}

static const char *launch_title(Page *page, const ReportLaunch *launch)
{
    const LaunchRecord *record = launch->record;
    return arena_printf(&page->arena, "%u %s " TEXT_EXTENT "x" TEXT_EXTENT, record->id,
                        launch->short_name, TEXT_XYZ(record->grid), TEXT_XYZ(record->block));
}

static void print_tally_head(Page *page, const char *title)
{
    text_printf(page->out, "\n%s%-*s", strong(page), LAUNCH_WIDTH, title);
    text_printf(page->out, " %9s %9s %9s", "compared", "same", "(both 0)");
    for (uint32_t v = VERDICT_OK; v < VERDICT_COUNT; v++) {
        text_printf(page->out, " %15s", verdict_name(page->comparison, (Verdict)v, &page->arena));
    }
    text_printf(page->out, "%s\n", plain(page));
}

static void print_tally(Page *page, const char *title, const uint32_t by_verdict[VERDICT_COUNT],
                        const char *zeros)
{
    uint32_t compared = 0;
    for (uint32_t v = 0; v < VERDICT_NOT_COMPARED; v++) {
        compared += by_verdict[v];
    }
    text_printf(page->out, "%-*s %9u %9u %9s", LAUNCH_WIDTH, title, compared,
                by_verdict[VERDICT_SAME], zeros);
    for (uint32_t v = VERDICT_OK; v < VERDICT_COUNT; v++) {
        text_printf(page->out, " %15u", by_verdict[v]);
    }
    text_put(page->out, "\n");
}

static void print_sums(Page *page, const char *title, const CompareTally *tally)
{
    uint32_t by_verdict[VERDICT_COUNT];
    for (uint32_t v = 0; v < VERDICT_COUNT; v++) {
        by_verdict[v] = tally_sum(tally, (Verdict)v);
    }
    print_tally(page, title, by_verdict, arena_printf(&page->arena, "%u", tally->both_zero));
}

static bool has_run_on_both(const ComparedLaunch *launch)
{
    return launch->ours != NULL && launch->theirs != NULL && launch->ours->has_run;
}

static void print_tallies(Page *page)
{
    const Comparison *comparison = page->comparison;
    print_tally_head(page, "launch");
    for (uint32_t i = 0; i < comparison->count; i++) {
        const ComparedLaunch *launch = &comparison->launches[i];
        if (has_run_on_both(launch)) {
            print_sums(page, launch_title(page, launch->ours), &launch->tally);
        }
    }
    print_tally_head(page, "class");
    for (uint32_t class = 0; class < CLASS_COUNT; class ++) {
        const uint32_t *by_verdict = comparison->total.by_verdict[class];
        uint32_t sum = 0;
        for (uint32_t v = 0; v < VERDICT_COUNT; v++) {
            sum += by_verdict[v];
        }
        if (sum > 0) {
            print_tally(page, counter_class_mark((CounterClass) class), by_verdict, "");
        }
    }
    print_sums(page, "all", &comparison->total);
}

static void print_value_head(Page *page, const char *title, const char *theirs)
{
    text_printf(page->out, "\n%s%-*s %*s %*s %*s  %-*s %s%s\n", strong(page), METRIC_WIDTH, title,
                VALUE_WIDTH, "ours", VALUE_WIDTH, theirs, PERCENT_WIDTH, "difference", CLASS_WIDTH,
                "class", "verdict", plain(page));
}

static void print_value(Page *page, const char *title, const ComparedValue *value)
{
    char ours[NUMBER_MAX], theirs[NUMBER_MAX];
    double percent;
    const char *difference =
        compared_percent(value, &percent) ? arena_printf(&page->arena, "%+.1f %%", percent) : "";
    bool is_wrong = value->verdict == VERDICT_DIFFERS;
    text_printf(
        page->out, "%-*s %*s %*s %*s  %-*s %s%s%s%s%s%s\n", METRIC_WIDTH, title, VALUE_WIDTH,
        number_grouped(value->ours, ours), VALUE_WIDTH, number_grouped(value->theirs, theirs),
        PERCENT_WIDTH, value->ours == value->theirs ? "" : difference, CLASS_WIDTH,
        counter_class_mark(value->class), is_wrong ? strong(page) : "",
        verdict_name(page->comparison, value->verdict, &page->arena), is_wrong ? plain(page) : "",
        value->is_beyond_limit ? ", beyond the known limit" : "", value->reason == NULL ? "" : ": ",
        value->reason == NULL ? "" : value->reason);
}

static bool is_shown(const Page *page, const ComparedValue *value)
{
    return page->is_whole || value->id == COUNTER_cycles_elapsed ||
           value->verdict == VERDICT_DIFFERS || value->verdict == VERDICT_KNOWN;
}

static void print_values(Page *page)
{
    bool has_head = false;
    for (uint32_t i = 0; i < page->comparison->count; i++) {
        const ComparedLaunch *launch = &page->comparison->launches[i];
        bool has_title = false;
        for (uint32_t k = 0; k < launch->count; k++) {
            if (!is_shown(page, &launch->values[k])) {
                continue;
            }
            if (!has_head) {
                print_value_head(page, page->is_whole ? "counters" : "difference", "hardware");
            }
            if (!has_title) {
                text_printf(page->out, "  %s\n", launch_title(page, launch->ours));
            }
            has_head = has_title = true;
            print_value(page, arena_printf(&page->arena, "    %s", launch->values[k].metric),
                        &launch->values[k]);
        }
    }
}

static void print_figures(Page *page)
{
    const Import *import = page->comparison->import;
    if (figures_compared(page->comparison) == 0) {
        text_put(page->out, "\nno launch of the import matches\n");
        return;
    }
    const char *head = arena_printf(&page->arena, "launch, %s", import->unit);
    print_value_head(page, import->are_ratios ? "launch, times as fast as before" : head,
                     "published");
    for (uint32_t i = 0; i < page->comparison->count; i++) {
        const ComparedLaunch *launch = &page->comparison->launches[i];
        if (has_run_on_both(launch)) {
            print_value(page, launch_title(page, launch->ours), &launch->values[0]);
        }
    }
    bool has_clock = page->comparison->report->count > 0 &&
                     page->comparison->report->launches[0].record->time != NULL;
    text_put(page->out, has_clock ? "ours: modeled cycles and launches (docs/timing-model.md).\n"
                                  : "ours: a roofline of counts over the GPU's rates "
                                    "(docs/validation.md), no cycles; it is not judged.\n");
}

static void print_unmatched(Page *page)
{
    const Comparison *comparison = page->comparison;
    bool are_figures = comparison->import->form == IMPORT_FIGURES;
    for (uint32_t i = 0; i < comparison->count; i++) {
        const ComparedLaunch *launch = &comparison->launches[i];
        if (launch->ours != NULL && !launch->ours->has_run) {
            text_printf(page->out, "not run here: %s: %s\n", launch_title(page, launch->ours),
                        launch->ours->record->refusal == NULL ? "refused"
                                                              : launch->ours->record->refusal);
        } else if (launch->theirs == NULL && !are_figures) {
            text_printf(page->out, "not in the import: %s\n", launch_title(page, launch->ours));
        } else if (launch->ours == NULL && are_figures) {
            text_printf(page->out, "unmatched: %s\n", launch->theirs->kernel);
        } else if (launch->ours == NULL) {
            text_printf(page->out, "not run here: %s %sx%s\n", launch->theirs->kernel,
                        launch->theirs->grid, launch->theirs->block);
        }
    }
    for (uint32_t i = 0; comparison->stale > 0 && i < comparison->options->known->count; i++) {
        const KnownDifference *known = &comparison->options->known->items[i];
        if (!known->is_used) {
            text_printf(page->out, "known difference that no longer occurs: %s, %s\n",
                        known->launch, known->metric);
        }
    }
}

static void print_end(Page *page)
{
    const Comparison *comparison = page->comparison;
    const CompareTally *total = &comparison->total;
    uint32_t unlike = total->by_verdict[CLASS_EXACT_ISA][VERDICT_DIFFERS];
    uint32_t wrong = tally_sum(total, VERDICT_DIFFERS) - unlike;
    text_put(page->out, "\n");
    print_unmatched(page);
    text_printf(page->out, "%s%s%s: ", strong(page),
                comparison_fails(comparison) ? "mismatch" : "agreement", plain(page));
    text_printf(page->out, "%u exact counter%s differ%s", wrong, wrong == 1 ? "" : "s",
                wrong == 1 ? "s" : "");
    if (unlike > 0) {
        text_printf(page->out, ", %u of the instruction stream %s beyond the tolerance", unlike,
                    unlike == 1 ? "is" : "are");
    }
    if (comparison->only_ours + comparison->only_theirs > 0) {
        text_printf(page->out, "; unmatched launches: %u",
                    comparison->only_ours + comparison->only_theirs);
    }
    if (total->beyond_limit > 0) {
        text_printf(page->out, "; known differences beyond their limit: %u", total->beyond_limit);
    }
    if (comparison->stale > 0) {
        text_printf(page->out, "; known differences that no longer occur: %u", comparison->stale);
    }
    text_put(page->out, "\n");
}

// Of figures there is an end only where rows have no partner or differ.
static void print_figures_end(Page *page)
{
    const Comparison *comparison = page->comparison;
    print_unmatched(page);
    uint32_t differing = tally_sum(&comparison->total, VERDICT_DIFFERS);
    if (differing > 0) {
        text_printf(page->out, "%smismatch%s: published figures that differ: %u of %u\n",
                    strong(page), plain(page), differing, figures_compared(comparison));
    }
    if (comparison->only_theirs > 0) {
        text_printf(page->out, "%smismatch%s: unmatched published figures: %u of %u\n",
                    strong(page), plain(page), comparison->only_theirs, comparison->import->count);
    }
}

static void print_title(Page *page, const char *import_name)
{
    const Comparison *comparison = page->comparison;
    const Import *import = comparison->import;
    const char *capability = import->launches[0].capability;
    text_printf(page->out, "%s%s%s beside %s", strong(page),
                comparison->report->gpu == NULL ? "" : comparison->report->gpu->title, plain(page),
                import_name);
    if (capability[0] != 0) {
        text_printf(page->out, " (CC %s)", capability);
    }
    text_printf(page->out, "%s%s\n", import->source[0] == 0 ? "" : ": ", import->source);
    const Gpu *other = compare_other_gpu(import->source, comparison->report->gpu);
    if (other != NULL) {
        text_printf(page->out, "note: the import names another GPU, %s (--gpu %s)\n", other->title,
                    other->name);
    }
}

void comparison_print(const Comparison *comparison, const char *import_name, bool is_whole,
                      bool is_colored, Text *out)
{
    Page page = {comparison, {0}, is_whole, is_colored, out};
    print_title(&page, import_name);
    if (comparison->import->form == IMPORT_FIGURES) {
        print_figures(&page);
        print_figures_end(&page);
    } else {
        print_tallies(&page);
        print_values(&page);
        print_end(&page);
    }
    arena_clear(&page.arena);
}
