// SPDX-License-Identifier: Apache-2.0
// The reconvergence stack as the lectures draw it: one picture for each change, the running entry
// on top. Entries of called functions are left out: they come and go with the call.
#include "sim/explain/paths.h"
#include "sim/figure/draw.h"

#include <stdio.h>

enum { SHOWN = 12, ACROSS = 3, ENTRIES_MAX = 34 };

static const double width = 290, apart = 314, tall = 50;

// The entries at one moment, bottom first.
typedef struct Picture {
    uint32_t entries[ENTRIES_MAX]; // of the recording
    uint32_t count, step;
} Picture;

static void take_picture(const Figure *figure, const Walk *walk, uint32_t index, Picture *picture)
{
    const RecordedStep *step = &figure->recording->steps[index];
    *picture = (Picture){.step = index};
    for (uint32_t i = 0; i < step->stack_count && picture->count < ENTRIES_MAX; i++) {
        if (figure->recording->entries[step->stack + i].frame == walk->frame) {
            picture->entries[picture->count++] = step->stack + i;
        }
    }
}

static bool is_same_entry(const Figure *figure, uint32_t a, uint32_t b)
{
    const SimtEntry *first = &figure->recording->entries[a];
    const SimtEntry *second = &figure->recording->entries[b];
    return first->mask == second->mask && first->reconverge == second->reconverge;
}

// How many entries from the bottom on are the same.
static uint32_t same_entries(const Figure *figure, const Picture *a, const Picture *b)
{
    uint32_t same = 0;
    while (same < a->count && same < b->count &&
           is_same_entry(figure, a->entries[same], b->entries[same])) {
        same++;
    }
    return same;
}

static const char *place(Figure *figure, uint32_t pc)
{
    uint32_t line = walk_line(figure, pc);
    return pc == PC_EXIT ? "the end"
           : line > 0    ? arena_printf(&figure->arena, "line %u", line)
                         : arena_printf(&figure->arena, "pc %u", pc);
}

static void draw_entry(Figure *figure, const Walk *walk, uint32_t index, double x, double y,
                       bool is_top, bool is_new)
{
    static const char *const fills[] = {COLOR_BLUE, HATCH_FELL, HATCH_JUMPED};
    const SimtEntry *entry = &figure->recording->entries[index];
    char data[64];
    snprintf(data, sizeof data, "data-entry=\"%u\" data-mask=\"%08x\"", index, entry->mask);
    svg_rect(&figure->drawing, x, y, width, tall - 4,
             (Look){.fill = is_top ? "#fff3c4" : COLOR_PAPER,
                    .stroke = is_new ? COLOR_RED : "#8a98a5",
                    .stroke_width = is_new ? 2.5 : 1,
                    .radius = 4,
                    .data = data});
    svg_words(&figure->drawing, x + 10, y + 19, (Words){.is_bold = is_top}, "%s",
              place(figure, entry->pc));
    svg_words(&figure->drawing, x + 96, y + 19, (Words){.fill = COLOR_MUTED}, "until %s",
              place(figure, entry->reconverge));
    svg_words(&figure->drawing, x + width - 10, y + 19,
              (Words){.is_mono = true, .size = 13, .anchor = ANCHOR_END}, "%08x", entry->mask);
    for (uint32_t lane = 0; lane < 32; lane++) {
        svg_rect(
            &figure->drawing, x + 10 + lane * 8.5, y + 27, 7, 12,
            (Look){.fill = (entry->mask >> lane & 1) != 0 ? fills[walk->paths[index]] : "#e6ebef"});
    }
}

// "2. line 81 parts the lanes: push 2".
static void draw_caption(Figure *figure, const Walk *walk, const Picture *picture,
                         const Picture *before, uint32_t number, double x, double y)
{
    const RecordedStep *step = &figure->recording->steps[picture->step];
    uint32_t line = walk_line(figure, walk_pc(figure, walk, step));
    const char *text = "at the branch";
    if (before != NULL) {
        text = picture->count > before->count ? arena_printf(&figure->arena, "lanes part: push %u",
                                                             picture->count - before->count)
                                              : arena_printf(&figure->arena, "at line %u: pop %u",
                                                             line, before->count - picture->count);
    }
    svg_words(&figure->drawing, x, y, (Words){.is_bold = true}, "%u", number);
    svg_words(&figure->drawing, x + 22, y, (Words){0}, "%s", text);
}

static void draw_picture(Figure *figure, const Walk *walk, const Picture *picture,
                         const Picture *before, double x, double bottom)
{
    uint32_t same = before == NULL ? picture->count : same_entries(figure, before, picture);
    for (uint32_t i = 0; i < picture->count; i++) {
        draw_entry(figure, walk, picture->entries[i], x, bottom - (i + 1) * tall,
                   i + 1 == picture->count, i >= same && picture->count > before->count);
    }
}

static uint32_t find_pictures(Figure *figure, const Walk *walk, Picture *pictures)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        Picture now;
        take_picture(figure, walk, walk->steps[i], &now);
        if (count == 0 || now.count != pictures[count - 1].count ||
            same_entries(figure, &now, &pictures[count - 1]) < now.count) {
            pictures[count++] = now;
        }
    }
    return count;
}

static uint32_t deepest(const Picture *pictures, uint32_t first, uint32_t count)
{
    uint32_t most = 1;
    for (uint32_t i = first; i < count && i < first + ACROSS; i++) {
        most = pictures[i].count > most ? pictures[i].count : most;
    }
    return most;
}

bool draw_stack(Figure *figure)
{
    Walk walk;
    if (!walk_find(figure, &walk)) {
        return false;
    }
    Picture *pictures = arena_alloc(&figure->arena, (walk.count + 1) * sizeof *pictures);
    uint32_t count = find_pictures(figure, &walk, pictures);
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows * ACROSS : SHOWN;
    uint32_t shown = count < limit ? count : limit;
    double y = figure_heading(figure, "The reconvergence stack", walk.branch_line) + 8;
    for (uint32_t first = 0; first < shown; first += ACROSS) {
        double bottom = y + 22 + deepest(pictures, first, shown) * tall;
        for (uint32_t i = first; i < shown && i < first + ACROSS; i++) {
            double x = FIGURE_MARGIN + (i - first) * apart;
            const Picture *before = i == 0 ? NULL : &pictures[i - 1];
            draw_caption(figure, &walk, &pictures[i], before, i + 1, x, y + 8);
            draw_picture(figure, &walk, &pictures[i], before, x, bottom);
        }
        y = bottom + 24;
    }
    y = figure_paragraph(figure, FIGURE_MARGIN, y, 120,
                         shown < count
                             ? arena_printf(&figure->arena, "and %u more changes", count - shown)
                             : "Top entry (yellow): runs now. An entry: where its lanes go on, "
                               "where they meet the others, and which lanes they are.");
    figure->height = y;
    figure->description = arena_printf(
        &figure->arena, "%u states of the reconvergence stack, top entry first", shown);
    return true;
}
