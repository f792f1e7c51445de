// SPDX-License-Identifier: Apache-2.0
// The steps of one warp that a table of masks or a row of stacks shows.
#include "sim/explain/branch.h"
#include "sim/explain/paths.h"
#include "sim/figure/draw.h"

uint32_t walk_line(const Figure *figure, uint32_t pc)
{
    return pc >= figure->program->code_count
               ? 0
               : explain_line_of(figure->program, &figure->program->code[pc], figure->wish->file);
}

uint32_t walk_pc(const Figure *figure, const Walk *walk, const RecordedStep *step)
{
    const SimtEntry *entries = &figure->recording->entries[step->stack];
    uint32_t top = step->stack_count;
    if (top == 0 || entries[top - 1].frame <= walk->frame) {
        return step->pc;
    }
    while (top > 0 && entries[top - 1].frame > walk->frame) {
        top--;
    }
    return top > 0 && entries[top - 1].pc > 0 ? entries[top - 1].pc - 1 : step->pc;
}

// The branch of the line that parted lanes, else any step there.
static uint32_t first_step(Figure *figure, Walk *walk)
{
    const FigureWish *wish = figure->wish;
    ExplainWish line = {.file = wish->file, .line = wish->line};
    uint32_t count, first = RECORDED_NONE;
    ExplainSite *sites = explain_sites(figure->program, &line, &count, &figure->arena);
    for (uint32_t i = 0; i < count; i++) {
        ExplainStep found =
            explain_find_step(figure->recording, &sites[i], wish->visit > 0 ? wish->visit : 1);
        if (micro_is_branch((MicroKind)sites[i].micro->kind) && found.step != RECORDED_NONE) {
            walk->branch_line = wish->line;
            return found.step;
        }
        first = found.step < first ? found.step : first;
    }
    for (uint32_t i = 0; i < figure->recording->step_count && first == RECORDED_NONE; i++) {
        first = find_is_on_line(figure, figure->recording->steps[i].pc) ? i : first;
    }
    return first;
}

// The lowest warp of the lowest block that has steps.
static uint32_t lowest_warp(const Recording *recording)
{
    uint32_t lowest = recording->steps[0].warp;
    for (uint32_t i = 0; i < recording->warp_count; i++) {
        const RecordedWarp *a = &recording->warps[i], *b = &recording->warps[lowest];
        uint64_t block = recording->blocks[a->block].index;
        uint64_t other = recording->blocks[b->block].index;
        lowest = block < other || (block == other && a->number < b->number) ? i : lowest;
    }
    return lowest;
}

static void take_steps(Figure *figure, uint32_t first, uint32_t last, uint32_t warp, Walk *walk)
{
    const Recording *recording = figure->recording;
    walk->steps = arena_alloc(&figure->arena, recording->step_count * sizeof *walk->steps);
    for (uint32_t i = first; i < recording->step_count && i <= last; i++) {
        if (recording->steps[i].warp == warp) {
            walk->steps[walk->count++] = i;
        }
    }
}

static bool find_in_launch(Figure *figure, Walk *walk)
{
    const Recording *recording = figure->recording;
    uint32_t first = 0, last = recording->step_count - 1, warp = lowest_warp(recording);
    if (figure->wish->line > 0) {
        first = first_step(figure, walk);
        if (first == RECORDED_NONE) {
            return false;
        }
        warp = recording->steps[first].warp;
    }
    if (walk->branch_line > 0) {
        BranchFacts facts;
        branch_facts(figure->program, recording, first, &facts);
        walk->is_met = facts.met_step != RECORDED_NONE;
        last = walk->is_met ? facts.met_step : last;
    }
    take_steps(figure, first, last, warp, walk);
    if (walk->count == 0) {
        return false;
    }
    const RecordedStep *step = &recording->steps[walk->steps[0]];
    if (step->stack_count > 0) {
        walk->frame = recording->entries[step->stack + step->stack_count - 1].frame;
    }
    uint8_t *paths = arena_alloc(&figure->arena, recording->entry_count + 1);
    paths_find(recording, figure->program, paths, &figure->arena);
    walk->paths = paths;
    return true;
}

bool walk_find(Figure *figure, Walk *walk)
{
    for (uint32_t i = 0; i < figure->report->count; i++) {
        *walk = (Walk){0};
        if (figure_take_launch(figure, i) && find_in_launch(figure, walk)) {
            return true;
        }
    }
    find_refuse(figure, "branched", 0);
    return false;
}

LaneLook lane_look(const Figure *figure, const Walk *walk, const RecordedStep *step, uint32_t on,
                   uint32_t lane)
{
    static const char *const runs[] = {COLOR_BLUE, HATCH_FELL, HATCH_JUMPED};
    static const char *const waits[] = {COLOR_PAPER, HATCH_WAIT_FELL, HATCH_WAIT_JUMPED};
    uint32_t bit = UINT32_C(1) << lane;
    uint8_t path = PATH_NONE;
    for (uint32_t i = 0; i < step->stack_count; i++) {
        uint32_t at = step->stack + i;
        if ((figure->recording->entries[at].mask & bit) != 0 && walk->paths[at] != PATH_NONE) {
            path = walk->paths[at];
        }
    }
    if ((figure->recording->warps[step->warp].entered & bit) == 0) {
        return (LaneLook){COLOR_WASH, "absent"};
    }
    return (on & bit) != 0             ? (LaneLook){runs[path], "active"}
           : (step->active & bit) != 0 ? (LaneLook){HATCH_OFF, "off"}
           : (step->live & bit) != 0   ? (LaneLook){waits[path], "waiting"}
                                       : (LaneLook){COLOR_WASH, "exited"};
}
