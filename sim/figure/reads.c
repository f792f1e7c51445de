// SPDX-License-Identifier: Apache-2.0
// The threads of a block as a grid, each with the number of its accesses at a line: at the rim of a
// tile this shows which threads read what the tile lacks.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>

enum { SIDE_MAX = 64 };

static const double left = 64;

typedef struct Readers {
    uint32_t *count; // of each thread, and one for what is beyond
    uint32_t threads, columns, rows, most, all;
} Readers;

static bool is_counted(const Figure *figure, const FoundAccess *found, const RecordedStep *step)
{
    const RecordedWarp *warps = figure->recording->warps;
    const RecordedStep *first = &figure->recording->steps[found->step];
    if (step->access == RECORDED_NONE || warps[step->warp].block != warps[first->warp].block ||
        !explain_is_shown(&figure->program->code[step->pc])) {
        return false;
    }
    return figure->wish->line > 0 ? find_is_on_line(figure, step->pc) : step->pc == first->pc;
}

static void count_accesses(Figure *figure, const FoundAccess *found, Readers *readers)
{
    const Recording *recording = figure->recording;
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        if (!is_counted(figure, found, step)) {
            continue;
        }
        for (uint32_t rest = recording->accesses[step->access].access.lanes; rest != 0;
             rest &= rest - 1) {
            uint32_t thread = recording->warps[step->warp].number * 32 + bits_lowest(rest);
            readers->count[thread < readers->threads ? thread : readers->threads]++;
            readers->all++;
        }
    }
    for (uint32_t i = 0; i < readers->threads; i++) {
        readers->most = readers->count[i] > readers->most ? readers->count[i] : readers->most;
    }
}

static void draw_thread(Figure *figure, const Readers *readers, uint32_t thread, double y,
                        double wide, double tall)
{
    double x = left + thread % readers->columns * wide;
    uint32_t count = readers->count[thread];
    uint32_t part = readers->most == 0 ? 0 : count * 255 / readers->most;
    char fill[8], data[64];
    y += thread / readers->columns * tall;
    snprintf(fill, sizeof fill, "#%02x%02x%02x", (unsigned)(250 - part * 164 / 255),
             (unsigned)(252 - part * 72 / 255), (unsigned)(255 - part * 22 / 255));
    snprintf(data, sizeof data, "data-thread=\"%u\" data-count=\"%u\"", thread, count);
    svg_rect(&figure->drawing, x, y, wide - 1.5, tall - 1.5,
             (Look){.fill = fill, .stroke = "#8a98a5", .data = data});
    if (wide >= 20) {
        svg_words(&figure->drawing, x + wide / 2 - 1, y + tall / 2 + 5,
                  (Words){.size = wide >= 34 ? 16 : 11, .anchor = ANCHOR_MIDDLE}, "%u", count);
    }
}

bool draw_reads(Figure *figure)
{
    FoundAccess found;
    uint32_t spaces = 1u << ACCESS_SHARED | 1u << ACCESS_GLOBAL | 1u << ACCESS_LOCAL;
    if (!find_access(figure, spaces, "accessed memory", &found)) {
        return false;
    }
    const uint32_t *size = figure->launch->record->block;
    Readers readers = {.threads = size[0] * size[1] * size[2], .columns = size[0]};
    readers.rows = readers.threads / readers.columns;
    if (readers.columns > SIDE_MAX || readers.rows > SIDE_MAX) {
        text_printf(figure->trouble, "a block of %u by %u threads is too large for a figure\n",
                    readers.columns, readers.rows);
        return false;
    }
    readers.count = arena_alloc(&figure->arena, (readers.threads + 1) * sizeof *readers.count);
    count_accesses(figure, &found, &readers);
    const char *title = arena_printf(&figure->arena, "%u accesses by the %u threads of a block",
                                     readers.all, readers.threads);
    double wide = (FIGURE_WIDTH - left - FIGURE_MARGIN) / readers.columns;
    wide = wide > 52 ? 52 : wide;
    double right = left + readers.columns * wide + FIGURE_MARGIN;
    figure->width = right > FIGURE_NARROW ? right : FIGURE_NARROW;
    double y = figure_heading(figure, title, found.line) + 4;
    double tall = wide > 30 ? 36 : 20;
    for (uint32_t i = 0; i < readers.threads; i++) {
        draw_thread(figure, &readers, i, y, wide, tall);
    }
    figure->height = figure_paragraph(figure, left, y + readers.rows * tall + 20, 84,
                                      "A cell is a thread of the block, its number how often it "
                                      "accesses memory at this line.");
    figure->description =
        arena_printf(&figure->arena, "%u by %u threads with the number of their accesses",
                     readers.columns, readers.rows);
    return true;
}
