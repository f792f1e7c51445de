// SPDX-License-Identifier: Apache-2.0
// How the threads of a block fill an array in shared memory before their first barrier: each word
// shows the thread that stored it, and with which of its stores. This shows the different ways to
// load a halo.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>
#include <string.h>

enum { ROUNDS = 4, COLUMNS_MAX = 80, WORD = 4 };

static const double left = 64;

static const struct {
    const char *fill, *ink, *word;
} rounds[ROUNDS] = {{"#d9ebf6", COLOR_INK, "first store of its thread"},
                    {COLOR_ORANGE, COLOR_INK, "second"},
                    {"#006d50", COLOR_PAPER, "third"},
                    {"#7a2f63", COLOR_PAPER, "fourth or later"}};

typedef struct Filling {
    ArrayShape shape;
    uint32_t *thread; // of each word, plus 1; 0: no store
    uint32_t *round;  // of each word, from 0
    uint32_t *stores; // of each thread
    uint32_t thread_count, words;
} Filling;

static bool is_barrier(const Micro *micro)
{
    return micro->kind == MICRO_BARRIER || micro->kind == MICRO_CLUSTER_BARRIER;
}

static void add_store(const Access *access, uint32_t first_thread, Filling *filling)
{
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest), thread = first_thread + lane;
        uint64_t at = access->address[lane];
        uint64_t word = at < filling->shape.base ? UINT64_MAX : (at - filling->shape.base) / WORD;
        if (word < (uint64_t)filling->shape.columns * filling->shape.rows &&
            thread < filling->thread_count) {
            filling->words += filling->thread[word] == 0;
            filling->thread[word] = thread + 1;
            filling->round[word] = filling->stores[thread]++;
        }
    }
}

// Of all warps of the block that the access was found in.
static void fill(Figure *figure, const FoundAccess *found, Filling *filling)
{
    const Recording *recording = figure->recording;
    uint32_t block = recording->warps[recording->steps[found->step].warp].block;
    bool *is_past = arena_alloc(&figure->arena, (recording->warp_count + 1) * sizeof *is_past);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        const RecordedWarp *warp = &recording->warps[step->warp];
        const Micro *micro = &figure->program->code[step->pc];
        Access access;
        is_past[step->warp] = is_past[step->warp] || is_barrier(micro);
        if (warp->block == block && !is_past[step->warp] && micro->kind == MICRO_STORE &&
            array_access_of(figure, step, &access)) {
            add_store(&access, warp->number * 32, filling);
        }
    }
}

static void draw_cells(Figure *figure, const Filling *filling, double y, double wide, double tall)
{
    for (uint32_t word = 0; word < filling->shape.columns * filling->shape.rows; word++) {
        double x = left + word % filling->shape.columns * wide;
        double top = y + word / filling->shape.columns * tall;
        uint32_t round = filling->round[word] < ROUNDS ? filling->round[word] : ROUNDS - 1;
        bool is_filled = filling->thread[word] > 0;
        char data[64];
        snprintf(data, sizeof data, "data-thread=\"%d\" data-round=\"%u\"",
                 (int)filling->thread[word] - 1, filling->round[word] + 1);
        svg_rect(&figure->drawing, x, top, wide - 1.5, tall - 1.5,
                 (Look){.fill = is_filled ? rounds[round].fill : HATCH_WASTE,
                        .stroke = COLOR_LINE,
                        .data = data});
        if (is_filled && wide >= 20) {
            svg_words(&figure->drawing, x + wide / 2 - 1, top + tall / 2 + 4,
                      (Words){.size = wide >= 34 ? 14 : 10.5,
                              .fill = rounds[round].ink,
                              .anchor = ANCHOR_MIDDLE,
                              .is_bold = round > 0},
                      "%u", filling->thread[word] - 1);
        }
    }
}

static void draw_keys(Figure *figure, const Filling *filling, double y)
{
    uint32_t last = 0;
    for (uint32_t word = 0; word < filling->shape.columns * filling->shape.rows; word++) {
        last = filling->round[word] > last ? filling->round[word] : last;
    }
    double x = left;
    for (uint32_t i = 0; i < ROUNDS && i <= last; i++) {
        x = figure_key(figure, x, y, (Look){.fill = rounds[i].fill, .stroke = COLOR_LINE},
                       rounds[i].word);
    }
}

static const char *title_of(Figure *figure, const Filling *filling)
{
    uint32_t least = UINT32_MAX, most = 0;
    for (uint32_t i = 0; i < filling->thread_count; i++) {
        least = filling->stores[i] < least ? filling->stores[i] : least;
        most = filling->stores[i] > most ? filling->stores[i] : most;
    }
    return least == most ? arena_printf(&figure->arena, "%u threads fill %u words, %u each",
                                        filling->thread_count, filling->words, most)
                         : arena_printf(&figure->arena, "%u threads fill %u words, %u to %u each",
                                        filling->thread_count, filling->words, least, most);
}

static bool prepare(Figure *figure, const FoundAccess *found, Filling *filling)
{
    const uint32_t *block = figure->launch->record->block;
    *filling = (Filling){.shape = array_shape(figure, &found->access),
                         .thread_count = block[0] * block[1] * block[2]};
    ArrayShape *shape = &filling->shape;
    if (shape->columns == 0) { // a list
        shape->columns = 16;
        shape->rows = (uint32_t)((shape->size_bytes / WORD + 15) / 16);
    }
    if (shape->columns > COLUMNS_MAX || shape->rows > COLUMNS_MAX) {
        text_printf(figure->trouble,
                    "the array has %u columns and %u rows; a figure takes %u: say columns=N\n",
                    shape->columns, shape->rows, COLUMNS_MAX);
        return false;
    }
    size_t words = (size_t)shape->columns * shape->rows;
    filling->thread = arena_alloc(&figure->arena, words * sizeof(uint32_t));
    filling->round = arena_alloc(&figure->arena, words * sizeof(uint32_t));
    filling->stores = arena_alloc(&figure->arena, filling->thread_count * sizeof(uint32_t));
    fill(figure, found, filling);
    return true;
}

bool draw_loads(Figure *figure)
{
    FoundAccess found;
    Filling filling;
    FigureWish wish = *figure->wish;
    wish.kind = FIGURE_STORE;
    const FigureWish *asked = figure->wish;
    figure->wish = &wish;
    bool is_found = find_access(figure, 1u << ACCESS_SHARED, "stored to shared memory", &found);
    figure->wish = asked;
    if (!is_found || !prepare(figure, &found, &filling)) {
        return false;
    }
    double wide = (FIGURE_WIDTH - left - FIGURE_MARGIN) / filling.shape.columns;
    wide = wide > 48 ? 48 : wide;
    double right = left + filling.shape.columns * wide + FIGURE_MARGIN;
    figure->width = right > FIGURE_NARROW ? right : FIGURE_NARROW;
    double y = figure_heading(figure, title_of(figure, &filling), found.line) + 4;
    double tall = wide > 30 ? 30 : 18;
    draw_cells(figure, &filling, y, wide, tall);
    y += filling.shape.rows * tall + 22;
    draw_keys(figure, &filling, y);
    figure->height = y + 20;
    figure->description =
        arena_printf(&figure->arena,
                     "The %u words of an array in shared memory, each with the thread that "
                     "fills it before the first barrier",
                     filling.words);
    return true;
}
