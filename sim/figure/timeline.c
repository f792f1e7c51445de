// SPDX-License-Identifier: Apache-2.0
// The warps of a block over time: one row per warp, colored by what it issued, hatched by what it
// waited for. Neighbors too small to be told apart are drawn as one. Needs a recording with a
// clock.
#include "sim/figure/draw.h"
#include "sim/figure/strip.h"
#include "sim/report/number.h"

#include <inttypes.h>

enum { WARPS_SHOWN = 32 };

static const double left = 92, tall = 24;

typedef struct Timeline {
    uint64_t from, until;
    double scale; // pixels a cycle
    uint32_t block;
    bool is_used[STRIP_COUNT];
    Text paths[STRIP_COUNT]; // of the row being drawn: its pieces of each strip
} Timeline;

// What is drawn next in a row, until something else comes.
typedef struct Pending {
    double x, end;
    Strip strip;
    bool is_there;
} Pending;

// A piece is at least this wide, and pieces of one strip that are closer to each other are one.
static const double NARROWEST = 0.8;

static void flush(Timeline *timeline, Pending *pending, double y)
{
    if (pending->is_there) {
        double wide = pending->end - pending->x;
        Text *path = &timeline->paths[pending->strip];
        text_put(path, "M");
        svg_number(path, pending->x);
        text_put(path, " ");
        svg_number(path, y);
        text_put(path, "h");
        svg_number(path, wide < NARROWEST ? NARROWEST : wide);
        text_printf(path, "v%dh-", (int)tall - 6);
        svg_number(path, wide < NARROWEST ? NARROWEST : wide);
        text_put(path, "z");
    }
    pending->is_there = false;
}

static void add(Timeline *timeline, Pending *pending, Strip strip, uint64_t from, uint64_t until,
                double y)
{
    from = from < timeline->from ? timeline->from : from;
    until = until > timeline->until ? timeline->until : until;
    if (from >= until) {
        return;
    }
    double x = left + (double)(from - timeline->from) * timeline->scale;
    double end = left + (double)(until - timeline->from) * timeline->scale;
    if (pending->is_there && x < pending->end && end - pending->end < NARROWEST) {
        return; // nothing of it would be seen
    }
    timeline->is_used[strip] = true;
    if (pending->is_there && pending->strip == strip && x - pending->end < NARROWEST) {
        pending->end = end;
        return;
    }
    flush(timeline, pending, y);
    *pending = (Pending){x, end - x < NARROWEST ? x + NARROWEST : end, strip, true};
}

// The row's pieces, one path a strip: instructions lie over the waits that they end.
static void draw_paths(Figure *figure, Timeline *timeline)
{
    for (uint32_t i = STRIP_COUNT; i-- > 0;) {
        Text *path = &timeline->paths[i];
        if (path->size_bytes > 0) {
            text_printf(&figure->drawing, "<path d=\"%s\" fill=\"%s\" data-strip=\"%u\"/>\n",
                        text_string(path), strip_info[i].fill, i);
        }
        text_destroy(path);
    }
}

// The cycle after a step's last machine instruction.
static uint64_t end_of(const RecordedStep *step)
{
    return 1 + (step->ended > step->issued ? step->ended : step->issued);
}

static void draw_warp(Figure *figure, Timeline *timeline, uint32_t warp, double y)
{
    const Recording *recording = figure->recording;
    Pending waits = {0}, runs = {0};
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
                add(timeline, &waits, strip_of_stall(wait->stall), wait->from, wait->until, y);
            }
        }
        add(timeline, &runs, strip_of_micro(&figure->program->code[step->pc]), step->issued,
            end_of(step), y);
    }
    flush(timeline, &waits, y);
    flush(timeline, &runs, y);
    draw_paths(figure, timeline);
}

// 1, 2 or 5 times a power of ten, of which some eight fit.
static uint64_t tick_distance(uint64_t cycles)
{
    static const uint64_t steps[] = {1, 2, 5};
    for (uint64_t power = 1;; power *= 10) {
        for (uint32_t i = 0; i < 3; i++) {
            if (steps[i] * power * 8 >= cycles) {
                return steps[i] * power;
            }
        }
    }
}

static void draw_axis(Figure *figure, const Timeline *timeline, double y)
{
    uint64_t every = tick_distance(timeline->until - timeline->from);
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 20, (Words){.size = 12, .fill = COLOR_MUTED},
              "cycle");
    for (uint64_t cycle = (timeline->from + every - 1) / every * every; cycle <= timeline->until;
         cycle += every) {
        double x = left + (double)(cycle - timeline->from) * timeline->scale;
        char number[NUMBER_MAX];
        svg_line(&figure->drawing, x, y, x, y + 6, (Look){.stroke = COLOR_MUTED});
        svg_words(&figure->drawing, x, y + 20,
                  (Words){.size = 12,
                          .fill = COLOR_MUTED,
                          .anchor = x > FIGURE_WIDTH - 40 ? ANCHOR_END : ANCHOR_MIDDLE},
                  "%s", number_grouped((double)cycle, number));
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
            timeline->until = end_of(step) > timeline->until ? end_of(step) : timeline->until;
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
    char number[NUMBER_MAX];
    const char *title =
        arena_printf(&figure->arena, "%s: warps over %s cycles", figure->launch->short_name,
                     number_grouped((double)(timeline.until - timeline.from), number));
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
        if (timeline.is_used[i] && x + 180 > FIGURE_WIDTH) {
            x = FIGURE_MARGIN;
            y += 22;
        }
        if (timeline.is_used[i]) {
            x = figure_key(figure, x, y + 48,
                           (Look){.fill = strip_info[i].fill, .stroke = COLOR_LINE},
                           strip_info[i].word);
        }
    }
    figure->height = y + 66;
    figure->description = arena_printf(
        &figure->arena, "%u warps of a block, when each issued and what it waited for", shown);
    return true;
}
