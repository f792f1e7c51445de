// SPDX-License-Identifier: Apache-2.0
// The mask table of the lectures: one row per line in the order in which a warp reached it, one
// cell per lane. Consecutive lines with the same mask have one row each, however their instructions
// are mixed; the instructions of a called function belong to the line of the call.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 24, TEXT_COLUMNS = 36 };

static const double left = 376, size = 16.5, tall = 24;

typedef struct MaskRow {
    uint32_t line, on;
    uint32_t step; // the first
} MaskRow;

typedef struct MaskTable {
    MaskRow *rows;
    uint32_t count;
    uint32_t start;   // of the rows since the mask changed or the warp went back
    uint32_t last_pc; // where it was then
    uint64_t lanes_on, steps;
} MaskTable;

static void add_step(const Figure *figure, const Walk *walk, uint32_t index, MaskTable *table)
{
    const RecordedStep *step = &figure->recording->steps[index];
    uint32_t pc = walk_pc(figure, walk, step), line = walk_line(figure, pc);
    bool is_other =
        table->count > 0 &&
        figure->recording->steps[table->rows[table->count - 1].step].active != step->active &&
        pc == step->pc;
    table->lanes_on += (uint64_t)bits_count(step->on);
    table->steps++;
    if (is_other || pc < table->last_pc) {
        table->start = table->count;
    }
    table->last_pc = pc;
    if (line == 0) {
        return;
    }
    uint32_t row = table->start;
    while (row < table->count && table->rows[row].line != line) {
        row++;
    }
    if (row == table->count) {
        table->rows[table->count++] = (MaskRow){line, step->active, index};
    }
    // A branch's guard selects a side, and what a callee does with its lanes is not shown.
    if (!micro_is_branch((MicroKind)figure->program->code[step->pc].kind) && pc == step->pc) {
        table->rows[row].on &= step->on;
    }
}

static void draw_row(Figure *figure, const Walk *walk, const MaskRow *row, double y,
                     uint32_t indent)
{
    const RecordedStep *step = &figure->recording->steps[row->step];
    const char *text = figure_source(figure, row->line);
    uint32_t more = figure_indent(figure, row->line);
    more = more > indent ? more - indent : 0;
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 16,
              (Words){.fill = COLOR_MUTED, .is_mono = true, .size = 13}, "%u", row->line);
    svg_words(&figure->drawing, FIGURE_MARGIN + 38 + more * 7.8, y + 16,
              (Words){.is_mono = true, .size = 13}, "%s",
              figure_shortened(figure, text, more < 16 ? TEXT_COLUMNS - more : 20));
    for (uint32_t lane = 0; lane < 32; lane++) {
        LaneLook look = lane_look(figure, walk, step, row->on, lane);
        char data[48];
        snprintf(data, sizeof data, "data-lane=\"%u\" data-state=\"%s\"", lane, look.word);
        svg_rect(&figure->drawing, left + lane * size, y + 2, size - 2, tall - 5,
                 (Look){.fill = look.fill,
                        .stroke = strcmp(look.word, "active") == 0 ? COLOR_INK : "#9aa8b4",
                        .stroke_width = 0.8,
                        .data = data});
    }
    svg_words(&figure->drawing, left + 32 * size + 28, y + 16, (Words){.anchor = ANCHOR_END}, "%u",
              bits_count(row->on));
}

// Whether at every branch of the walk the lanes that fall through come to the lines above those
// that jump come to: then they run the source's then, the others its else.
static bool is_then_first(const Figure *figure, const Walk *walk)
{
    for (uint32_t i = 0; i < walk->count; i++) {
        const RecordedStep *step = &figure->recording->steps[walk->steps[i]];
        const Micro *micro = &figure->program->code[step->pc];
        if (walk_pc(figure, walk, step) != step->pc || micro->kind != MICRO_BRANCH ||
            micro->guard == PREDICATE_NONE) {
            continue;
        }
        uint32_t line = walk_line(figure, step->pc), next = walk_line(figure, step->pc + 1);
        if (next <= line || walk_line(figure, micro->target) <= next) {
            return false;
        }
    }
    return true;
}

static void draw_keys(Figure *figure, const Walk *walk, double y)
{
    bool has_then = is_then_first(figure, walk);
    const struct {
        const char *fill, *word;
    } keys[] = {{COLOR_BLUE, "active"},
                {HATCH_FELL, has_then ? "then" : "fell through"},
                {HATCH_JUMPED, has_then ? "else" : "jumped"},
                {COLOR_PAPER, "waits"},
                {HATCH_WAIT_FELL, has_then ? "waits, then" : "waits, fell through"},
                {HATCH_WAIT_JUMPED, has_then ? "waits, else" : "waits, jumped"},
                {HATCH_OFF, "predicated off"}};
    const char *drawn =
        arena_text(&figure->arena, text_string(&figure->drawing), figure->drawing.size_bytes);
    double x = FIGURE_MARGIN;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strstr(drawn, keys[i].fill) != NULL) {
            x = figure_key(figure, x, y, (Look){.fill = keys[i].fill, .stroke = "#6b7884"},
                           keys[i].word);
        }
    }
}

static uint32_t least_indent(Figure *figure, const MaskTable *table)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < table->count; i++) {
        uint32_t indent = figure_indent(figure, table->rows[i].line);
        least = indent < least ? indent : least;
    }
    return least;
}

static double draw_table(Figure *figure, const Walk *walk, const MaskTable *table, double y)
{
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows : ROWS_SHOWN;
    uint32_t shown = table->count < limit ? table->count : limit;
    uint32_t indent = least_indent(figure, table);
    for (uint32_t lane = 0; lane < 32; lane += lane == 28 ? 3 : 4) {
        svg_words(&figure->drawing, left + lane * size + size / 2 - 1, y + 10,
                  (Words){.size = 12, .fill = COLOR_MUTED, .anchor = ANCHOR_MIDDLE}, "%u", lane);
    }
    svg_words(&figure->drawing, left + 32 * size + 28, y + 10,
              (Words){.size = 12, .fill = COLOR_MUTED, .anchor = ANCHOR_END}, "on");
    y += 16;
    for (uint32_t i = 0; i < shown; i++, y += tall) {
        draw_row(figure, walk, &table->rows[i], y, indent);
    }
    if (shown < table->count) {
        svg_words(&figure->drawing, FIGURE_MARGIN + 38, y + 16, (Words){.fill = COLOR_MUTED},
                  "and %u more rows", table->count - shown);
        y += tall;
    }
    return y;
}

bool draw_masks(Figure *figure)
{
    Walk walk;
    if (!walk_find(figure, &walk)) {
        return false;
    }
    MaskTable table = {.rows = arena_alloc(&figure->arena, walk.count * sizeof *table.rows)};
    for (uint32_t i = 0; i < walk.count; i++) {
        add_step(figure, &walk, walk.steps[i], &table);
    }
    const char *title =
        arena_printf(&figure->arena, "Lanes of a warp, line by line: %llu.%llu of 32 on average",
                     (unsigned long long)(table.lanes_on / table.steps),
                     (unsigned long long)(table.lanes_on % table.steps * 10 / table.steps));
    double y = figure_heading(figure, title, 0);
    y = draw_table(figure, &walk, &table, y);
    draw_keys(figure, &walk, y + 24);
    figure->height = y + 40;
    figure->description = "A row for each line in the order in which the warp ran it, a cell for "
                          "each lane";
    return true;
}
