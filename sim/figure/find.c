// SPDX-License-Identifier: Apache-2.0
// Which recorded access a figure shows, and the message if there is none.
#include "sim/figure/draw.h"

#include <string.h>

bool find_is_on_line(const Figure *figure, uint32_t pc)
{
    ExplainWish wish = {.file = figure->wish->file, .line = figure->wish->line};
    return explain_is_on_line(figure->program, &figure->program->code[pc], &wish);
}

static bool is_wished_kind(const FigureWish *wish, const Micro *micro)
{
    bool is_store = micro->kind == MICRO_STORE || micro->kind == MICRO_MATRIX_STORE;
    return wish->kind == FIGURE_ANY || (wish->kind == FIGURE_STORE) == is_store;
}

static uint32_t excess_of(const Access *access, const Gpu *gpu)
{
    AccessCost cost = access_cost(access, gpu);
    return cost.count - cost.ideal;
}

// Takes the step's access to one of the spaces when it costs more than what was found so far.
static bool consider(Figure *figure, uint32_t step, uint32_t spaces, bool has_one,
                     FoundAccess *found)
{
    const RecordedStep *at = &figure->recording->steps[step];
    const Micro *micro = &figure->program->code[at->pc];
    Access parts[ACCESS_PARTS_MAX];
    if (at->access == RECORDED_NONE || !explain_is_shown(micro) ||
        !is_wished_kind(figure->wish, micro)) {
        return has_one;
    }
    uint32_t count = access_of_step(micro, &figure->recording->accesses[at->access].access, parts);
    for (uint32_t i = 0; i < count; i++) {
        if ((spaces >> parts[i].space & 1) == 0 ||
            (has_one &&
             excess_of(&parts[i], figure->gpu) <= excess_of(&found->access, figure->gpu))) {
            continue;
        }
        has_one = true;
        found->access = parts[i];
        found->step = step;
        found->line = explain_line_of(figure->program, micro, figure->wish->file);
    }
    return has_one;
}

static bool find_on_line(Figure *figure, uint32_t spaces, FoundAccess *found)
{
    uint32_t count;
    bool has_one = false;
    ExplainWish wish = {.file = figure->wish->file,
                        .line = figure->wish->line,
                        .visit = figure->wish->visit > 0 ? figure->wish->visit : 1};
    ExplainSite *sites = explain_sites(figure->program, &wish, &count, &figure->arena);
    for (uint32_t i = 0; i < count; i++) {
        ExplainStep step = explain_find_step(figure->recording, &sites[i], wish.visit);
        bool had_one = has_one;
        uint32_t before = found->step;
        if (step.step != RECORDED_NONE) {
            has_one = consider(figure, step.step, spaces, has_one, found);
        }
        if (has_one && (!had_one || found->step != before)) {
            found->visit = wish.visit;
            found->visits = step.visits;
        }
    }
    found->line = wish.line;
    return has_one;
}

static bool find_worst(Figure *figure, uint32_t spaces, FoundAccess *found)
{
    bool has_one = false;
    for (uint32_t i = 0; i < figure->recording->step_count; i++) {
        has_one = consider(figure, i, spaces, has_one, found);
    }
    return has_one;
}

// Whether an access of the program can be to one of the spaces; no spaces: a branch.
static bool fits(const Micro *micro, uint32_t spaces)
{
    bool is_branch = micro_is_branch((MicroKind)micro->kind);
    if (is_branch || spaces == 0) {
        return is_branch && spaces == 0;
    }
    switch (micro->space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_CLUSTER: return (spaces >> ACCESS_SHARED & 1) != 0;
    case PTX_SPACE_GLOBAL: return (spaces >> ACCESS_GLOBAL & 1) != 0;
    case PTX_SPACE_LOCAL: return (spaces >> ACCESS_LOCAL & 1) != 0;
    case PTX_SPACE_CONST: return (spaces >> ACCESS_CONSTANT & 1) != 0;
    case PTX_SPACE_GENERIC: return true;
    default: return false;
    }
}

typedef struct Near {
    uint32_t line;
    const char *what;
} Near;

enum { NEAR_MAX = 256, NEAR_SHOWN = 8 };

static uint32_t distance(uint32_t a, uint32_t b)
{
    return a > b ? a - b : b - a;
}

static void add_near(Near near[NEAR_MAX], uint32_t *count, uint32_t line, const char *what)
{
    for (uint32_t i = 0; i < *count; i++) {
        if (near[i].line == line && strcmp(near[i].what, what) == 0) {
            return;
        }
    }
    if (line > 0 && *count < NEAR_MAX) {
        near[(*count)++] = (Near){line, what};
    }
}

// The nearest lines first to be chosen, then shown in order.
static void put_near(Near near[NEAR_MAX], uint32_t count, uint32_t line, Text *out)
{
    while (count > NEAR_SHOWN) {
        uint32_t farthest = 0;
        for (uint32_t i = 1; i < count; i++) {
            if (distance(near[i].line, line) > distance(near[farthest].line, line)) {
                farthest = i;
            }
        }
        near[farthest] = near[--count];
    }
    while (count > 0) {
        uint32_t first = 0;
        for (uint32_t i = 1; i < count; i++) {
            first = near[i].line < near[first].line ? i : first;
        }
        text_printf(out, "  line %u: %s\n", near[first].line, near[first].what);
        near[first] = near[--count];
    }
}

void find_refuse(Figure *figure, const char *what, uint32_t spaces)
{
    Near near[NEAR_MAX];
    uint32_t count = 0;
    const FigureWish *wish = figure->wish;
    for (uint32_t i = 0; i < figure->report->count; i++) {
        const ReportLaunch *launch = &figure->report->launches[i];
        for (uint32_t k = 0; k < launch->site_count && launch->record->program != NULL; k++) {
            const Micro *micro = launch->sites[k].micro;
            if (explain_is_shown(micro) && fits(micro, spaces)) {
                add_near(near, &count, explain_line_of(launch->record->program, micro, wish->file),
                         report_site_name(micro));
            }
        }
    }
    text_printf(figure->trouble, "no recorded warp %s", what);
    if (wish->line > 0) {
        text_printf(figure->trouble, " on line %u", wish->line);
        if (wish->visit > 1) {
            text_printf(figure->trouble, " %u times", wish->visit);
        }
    }
    text_put(figure->trouble,
             count == 0 ? "; nor does any line of these launches\n" : "; these launches have\n");
    put_near(near, count, wish->line, figure->trouble);
}

bool find_access(Figure *figure, uint32_t spaces, const char *what, FoundAccess *found)
{
    for (uint32_t i = 0; i < figure->report->count; i++) {
        *found = (FoundAccess){.step = RECORDED_NONE};
        if (figure_take_launch(figure, i) &&
            (figure->wish->line > 0 ? find_on_line(figure, spaces, found)
                                    : find_worst(figure, spaces, found))) {
            return true;
        }
    }
    find_refuse(figure, what, spaces);
    return false;
}
