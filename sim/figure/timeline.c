// SPDX-License-Identifier: Apache-2.0
// The warps of a block over time: one row per warp, dark where it issued, hatched by what it waited
// for. Neighbors too small to be told apart are drawn as one. Needs a recording with a clock.
#include "sim/figure/draw.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { WARPS_SHOWN = 32 };

static const double left = 92, tall = 24;

typedef enum Strip {
    STRIP_ISSUE,
    STRIP_LONG,
    STRIP_SHORT,
    STRIP_BARRIER,
    STRIP_THROTTLE,
    STRIP_OTHER,
    STRIP_COUNT
} Strip;

static const struct {
    const char *fill, *word;
} strips[STRIP_COUNT] = {{COLOR_INK, "issues"},
                         {HATCH_LONG, "waits for memory"},
                         {HATCH_SHORT, "shared memory, functions"},
                         {HATCH_BARRIER, "barrier"},
                         {HATCH_THROTTLE, "a busy pipe or queue"},
                         {"#dfe5ea", "other"}};

static Strip strip_of(Stall stall)
{
    switch (stall) {
    case STALL_LONG:
    case STALL_CONSTANT: return STRIP_LONG;
    case STALL_SHORT: return STRIP_SHORT;
    case STALL_BARRIER:
    case STALL_MEMBAR: return STRIP_BARRIER;
    default:
        return strstr(stall_info[stall].name, "throttle") != NULL ? STRIP_THROTTLE : STRIP_OTHER;
    }
}

typedef struct Timeline {
    uint64_t from, until;
    double scale; // pixels a cycle
    uint32_t block;
    bool is_used[STRIP_COUNT];
} Timeline;

// What is drawn next in a row, until something else comes.
typedef struct Pending {
    double x, end;
    Strip strip;
    bool is_there;
} Pending;

static void flush(Figure *figure, Pending *pending, double y)
{
    if (pending->is_there) {
        double wide = pending->end - pending->x;
        char data[32];
        snprintf(data, sizeof data, "data-strip=\"%d\"", (int)pending->strip);
        svg_rect(&figure->drawing, pending->x, y, wide < 0.4 ? 0.4 : wide, tall - 6,
                 (Look){.fill = strips[pending->strip].fill, .data = data});
    }
    pending->is_there = false;
}

static void add(Figure *figure, Timeline *timeline, Pending *pending, Strip strip, uint64_t from,
                uint64_t until, double y)
{
    from = from < timeline->from ? timeline->from : from;
    until = until > timeline->until ? timeline->until : until;
    if (from >= until) {
        return;
    }
    double x = left + (double)(from - timeline->from) * timeline->scale;
    double end = left + (double)(until - timeline->from) * timeline->scale;
    timeline->is_used[strip] = true;
    if (pending->is_there && pending->strip == strip && x - pending->end < 0.4) {
        pending->end = end;
        return;
    }
    flush(figure, pending, y);
    *pending = (Pending){x, end, strip, true};
}

static void draw_warp(Figure *figure, Timeline *timeline, uint32_t warp, double y)
{
    const Recording *recording = figure->recording;
    Pending pending = {0};
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 15, (Words){.fill = COLOR_MUTED}, "warp %u",
              recording->warps[warp].number);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (step->warp != warp) {
            continue;
        }
        for (uint32_t w = 0; w < step->wait_count; w++) {
            const RecordedWait *wait = &recording->waits[step->wait + w];
            if (wait->from < step->issued) {
                add(figure, timeline, &pending, strip_of(wait->stall), wait->from, wait->until, y);
            }
        }
        add(figure, timeline, &pending, STRIP_ISSUE, step->issued, step->issued + 1, y);
    }
    flush(figure, &pending, y);
}

static void draw_axis(Figure *figure, const Timeline *timeline, double y)
{
    for (uint32_t i = 0; i <= 4; i++) {
        uint64_t cycle = timeline->from + (timeline->until - timeline->from) * i / 4;
        double x = left + (double)(cycle - timeline->from) * timeline->scale;
        svg_line(&figure->drawing, x, y, x, y + 6, (Look){.stroke = COLOR_MUTED});
        svg_words(
            &figure->drawing, x, y + 20,
            (Words){.size = 12, .fill = COLOR_MUTED, .anchor = i == 4 ? ANCHOR_END : ANCHOR_MIDDLE},
            i == 0 ? "cycle %" PRIu64 : "%" PRIu64, cycle);
    }
}

// The cycles of the block's recorded steps, within those of the wish.
static void find_span(const Figure *figure, Timeline *timeline)
{
    const Recording *recording = figure->recording;
    timeline->from = UINT64_MAX;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (recording->warps[step->warp].block == timeline->block) {
            timeline->from = step->issued < timeline->from ? step->issued : timeline->from;
            timeline->until = step->ended > timeline->until ? step->ended : timeline->until;
        }
    }
    uint64_t from = figure->wish->from, until = figure->wish->until;
    timeline->from = from > timeline->from ? from : timeline->from;
    timeline->until = until > 0 && until < timeline->until ? until : timeline->until;
    if (timeline->until > timeline->from) {
        timeline->scale =
            (FIGURE_WIDTH - left - FIGURE_MARGIN) / (double)(timeline->until - timeline->from);
    }
}

static bool take_clocked(Figure *figure)
{
    for (uint32_t i = 0; i < figure->report->count; i++) {
        if (figure_take_launch(figure, i) && figure->recording->has_clock) {
            return true;
        }
    }
    text_put(figure->trouble, "no launch with a clock was recorded: take --mode cycles\n");
    return false;
}

bool draw_timeline(Figure *figure)
{
    Timeline timeline = {0};
    if (!take_clocked(figure)) {
        return false;
    }
    const Recording *recording = figure->recording;
    timeline.block = recording->warps[recording->steps[0].warp].block;
    find_span(figure, &timeline);
    if (timeline.scale <= 0) {
        text_printf(figure->trouble, "nothing was recorded from cycle %u until %u\n",
                    figure->wish->from, figure->wish->until);
        return false;
    }
    const char *title = arena_printf(&figure->arena, "%s: warps over %" PRIu64 " cycles",
                                     figure->launch->short_name, timeline.until - timeline.from);
    double y = figure_heading(figure, title, 0) + 4;
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows : WARPS_SHOWN, shown = 0;
    for (uint32_t warp = 0; warp < recording->warp_count && shown < limit; warp++) {
        if (recording->warps[warp].block == timeline.block) {
            draw_warp(figure, &timeline, warp, y + shown++ * tall);
        }
    }
    y += shown * tall + 2;
    draw_axis(figure, &timeline, y);
    double x = FIGURE_MARGIN;
    for (uint32_t i = 0; i < STRIP_COUNT; i++) {
        if (timeline.is_used[i]) {
            x = figure_key(figure, x, y + 48, (Look){.fill = strips[i].fill, .stroke = COLOR_LINE},
                           strips[i].word);
        }
    }
    figure->height = y + 66;
    figure->description = arena_printf(
        &figure->arena, "%u warps of a block, when each issued and what it waited for", shown);
    return true;
}
