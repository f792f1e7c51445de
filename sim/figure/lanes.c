// SPDX-License-Identifier: Apache-2.0
// The threads of a block that run a line, over time: the lectures' picture of a reduction. A row is
// the time between two barriers or, if the line runs more than once there, a visit. With few
// threads (threads=16) arrows show which elements each adds.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>

enum { ROWS_SHOWN = 16, VISITS_MAX = 4096, THREADS_MAX = 1024, FEW = 32, WARP = 32 };

static const double left = 72;

// One row: the threads that ran the line, and what they touched.
typedef struct Round {
    uint32_t interval, visit;
    uint32_t on[THREADS_MAX / WARP]; // of each warp
    uint32_t steps[THREADS_MAX / WARP];
} Round;

typedef struct Rounds {
    Round *list;
    uint32_t count, threads, warps;
    const ExplainSite *site;
    uint32_t block;
} Rounds;

static Round *round_of(Rounds *rounds, uint32_t interval, uint32_t visit)
{
    for (uint32_t i = 0; i < rounds->count; i++) {
        if (rounds->list[i].interval == interval && rounds->list[i].visit == visit) {
            return &rounds->list[i];
        }
    }
    if (rounds->count == VISITS_MAX) {
        return NULL;
    }
    Round *round = &rounds->list[rounds->count++];
    *round = (Round){.interval = interval, .visit = visit};
    for (uint32_t i = 0; i < THREADS_MAX / WARP; i++) {
        round->steps[i] = RECORDED_NONE;
    }
    return round;
}

static bool is_of_site(const ExplainSite *site, uint32_t pc)
{
    for (uint32_t i = 0; i < site->pc_count; i++) {
        if (site->pcs[i] == pc) {
            return true;
        }
    }
    return false;
}

static void collect(Figure *figure, Rounds *rounds)
{
    const Recording *recording = figure->recording;
    uint32_t *interval = arena_alloc(&figure->arena, (recording->warp_count + 1) * 4);
    uint32_t *visit = arena_alloc(&figure->arena, (recording->warp_count + 1) * 4);
    for (uint32_t i = 0; i < recording->step_count; i++) {
        const RecordedStep *step = &recording->steps[i];
        uint32_t number = recording->warps[step->warp].number;
        if (recording->warps[step->warp].block != rounds->block || number >= THREADS_MAX / WARP) {
            continue;
        }
        if (figure->program->code[step->pc].kind == MICRO_BARRIER) {
            interval[step->warp]++;
            visit[step->warp] = 0;
        } else if (is_of_site(rounds->site, step->pc)) {
            Round *round = round_of(rounds, interval[step->warp], visit[step->warp]++);
            if (round != NULL) {
                round->on[number] = step->on;
                round->steps[number] = i;
            }
        }
    }
}

// In order of time; warps that run ahead find later rounds first.
static void sort(Rounds *rounds)
{
    for (uint32_t i = 1; i < rounds->count; i++) {
        for (uint32_t k = i; k > 0; k--) {
            Round *a = &rounds->list[k - 1], *b = &rounds->list[k], swap = *a;
            if (a->interval < b->interval || (a->interval == b->interval && a->visit < b->visit)) {
                break;
            }
            *a = *b;
            *b = swap;
        }
    }
}

static uint32_t active_threads(const Round *round)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < THREADS_MAX / WARP; i++) {
        count += bits_count(round->on[i]);
    }
    return count;
}

static uint32_t active_warps(const Round *round)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < THREADS_MAX / WARP; i++) {
        count += round->on[i] != 0;
    }
    return count;
}

// --- all threads, small

static double draw_strip(Figure *figure, const Rounds *rounds, const Round *round, uint32_t number,
                         double y)
{
    double room = FIGURE_WIDTH - left - FIGURE_MARGIN - 150;
    uint32_t rows = (rounds->warps + 7) / 8, across = rounds->warps < 8 ? rounds->warps : 8;
    double wide = room / across, cell = (wide - 6) / WARP;
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 16, (Words){.is_bold = true}, "%u", number);
    for (uint32_t warp = 0; warp < rounds->warps; warp++) {
        double x = left + warp % 8 * wide, top = y + warp / 8 * 26;
        bool is_idle = round->on[warp] == 0;
        svg_rect(&figure->drawing, x - 1, top - 1, wide - 4, 24,
                 (Look){.fill = is_idle ? COLOR_WASH : COLOR_PAPER,
                        .stroke = is_idle ? COLOR_LINE : COLOR_INK});
        for (uint32_t lane = 0; lane < WARP && !is_idle; lane++) {
            if ((round->on[warp] >> lane & 1) != 0) {
                svg_rect(&figure->drawing, x + lane * cell + 1, top + 2, cell, 18,
                         (Look){.fill = COLOR_BLUE, .data = "data-state=\"active\""});
            }
        }
    }
    svg_words(&figure->drawing, FIGURE_WIDTH - FIGURE_MARGIN, y + 16, (Words){.anchor = ANCHOR_END},
              "%u thread%s, %u warp%s", active_threads(round),
              active_threads(round) == 1 ? "" : "s", active_warps(round),
              active_warps(round) == 1 ? "" : "s");
    return y + rows * 26 + 6;
}

static double draw_strips(Figure *figure, const Rounds *rounds, double y)
{
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows : ROWS_SHOWN;
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 4, (Words){.fill = COLOR_MUTED}, "step");
    svg_words(&figure->drawing, left, y + 4, (Words){.fill = COLOR_MUTED},
              "%u threads, a frame a warp; blue: runs the line", rounds->threads);
    y += 16;
    for (uint32_t i = 0; i < rounds->count && i < limit; i++) {
        y = draw_strip(figure, rounds, &rounds->list[i], i + 1, y);
    }
    if (rounds->count > limit) {
        svg_words(&figure->drawing, left, y + 14, (Words){.fill = COLOR_MUTED}, "and %u more",
                  rounds->count - limit);
        y += 22;
    }
    return y;
}

// --- few threads, with the elements they add

typedef struct Tree {
    ArrayShape shape;
    uint32_t width; // elements shown
    double cell;
} Tree;

static double element_x(const Tree *tree, uint64_t word)
{
    return left + ((double)word + 0.5) * tree->cell;
}

// What a lane of a step adds: the words that it loads on its way to a store.
typedef struct Add {
    uint64_t from, to;
} Add;

// Adds of one warp in a round within the words that are shown; returns how many (at most
// ADDS_MAX).
enum { ADDS_MAX = 256 };

static uint32_t find_adds(const Figure *figure, const Rounds *rounds, const Tree *tree, uint32_t at,
                          Add adds[ADDS_MAX])
{
    const Recording *recording = figure->recording;
    uint32_t count = 0;
    Access store, load;
    if (at == RECORDED_NONE || !array_access_of(figure, &recording->steps[at], &store)) {
        return 0;
    }
    for (uint32_t i = at; i-- > 0;) { // back to the barrier or the store before
        const RecordedStep *step = &recording->steps[i];
        const Micro *micro = &figure->program->code[step->pc];
        if (step->warp != recording->steps[at].warp) {
            continue;
        }
        if (micro->kind == MICRO_BARRIER || is_of_site(rounds->site, step->pc)) {
            break;
        }
        if (micro->kind != MICRO_LOAD || !array_access_of(figure, step, &load)) {
            continue;
        }
        for (uint32_t rest = load.lanes & store.lanes; rest != 0 && count < ADDS_MAX;
             rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            uint64_t from = (load.address[lane] - tree->shape.base) / 4;
            uint64_t to = (store.address[lane] - tree->shape.base) / 4;
            if (from < tree->width && to < tree->width) {
                adds[count++] = (Add){from, to};
            }
        }
    }
    return count;
}

// Whether a thread adds one word that is shown to another.
static bool has_adds(const Figure *figure, const Rounds *rounds, const Tree *tree,
                     const Round *round)
{
    Add adds[ADDS_MAX];
    for (uint32_t warp = 0; warp < rounds->warps; warp++) {
        uint32_t count = find_adds(figure, rounds, tree, round->steps[warp], adds);
        for (uint32_t i = 0; i < count; i++) {
            if (adds[i].from != adds[i].to) {
                return true;
            }
        }
    }
    return false;
}

static void draw_adds(Figure *figure, const Rounds *rounds, const Tree *tree, const Round *round,
                      double top, double bottom)
{
    Add adds[ADDS_MAX];
    for (uint32_t warp = 0; warp < rounds->warps; warp++) {
        uint32_t count = find_adds(figure, rounds, tree, round->steps[warp], adds);
        for (uint32_t i = 0; i < count; i++) {
            svg_line(&figure->drawing, element_x(tree, adds[i].from), top,
                     element_x(tree, adds[i].to), bottom - 1,
                     (Look){.stroke = adds[i].from == adds[i].to ? COLOR_BLUE : COLOR_RED,
                            .stroke_width = 1.6,
                            .has_arrow = true,
                            .data = "data-add=\"1\""});
        }
    }
}

static void draw_elements(Figure *figure, const Tree *tree, double y)
{
    for (uint32_t word = 0; word < tree->width; word++) {
        svg_rect(&figure->drawing, left + word * tree->cell + 1, y, tree->cell - 2, 24,
                 (Look){.fill = COLOR_PAPER, .stroke = COLOR_INK});
        svg_words(&figure->drawing, element_x(tree, word), y + 17,
                  (Words){.anchor = ANCHOR_MIDDLE, .size = tree->cell >= 34 ? 14 : 11}, "%u", word);
    }
}

// Which thread stores the word in this round, plus 1; 0: none.
static uint32_t writer_of(const Figure *figure, const Rounds *rounds, const Tree *tree,
                          const Round *round, uint32_t word)
{
    for (uint32_t warp = 0; warp < rounds->warps; warp++) {
        Access store;
        if (round->steps[warp] == RECORDED_NONE ||
            !array_access_of(figure, &figure->recording->steps[round->steps[warp]], &store)) {
            continue;
        }
        for (uint32_t rest = store.lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            if (store.address[lane] == tree->shape.base + word * 4) {
                return warp * WARP + lane + 1;
            }
        }
    }
    return 0;
}

static double draw_tree(Figure *figure, const Rounds *rounds, const Tree *tree, double y)
{
    const double gap = 58;
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows : 6, shown = 0;
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 17, (Words){.fill = COLOR_MUTED}, "word");
    draw_elements(figure, tree, y);
    for (uint32_t i = 0; i < rounds->count && shown < limit; i++) {
        const Round *round = &rounds->list[i];
        if (!has_adds(figure, rounds, tree, round)) {
            continue; // all that is added here lies beyond
        }
        shown++;
        double next = y + 24 + gap;
        draw_adds(figure, rounds, tree, round, y + 24, next);
        svg_words(&figure->drawing, FIGURE_MARGIN, next + 17, (Words){.is_bold = true}, "%u",
                  i + 1);
        for (uint32_t word = 0; word < tree->width; word++) {
            uint32_t writer = writer_of(figure, rounds, tree, round, word);
            svg_rect(&figure->drawing, left + word * tree->cell + 1, next, tree->cell - 2, 24,
                     (Look){.fill = writer > 0 ? COLOR_YELLOW : COLOR_WASH,
                            .stroke = writer > 0 ? COLOR_INK : COLOR_LINE});
            if (writer > 0) {
                svg_words(&figure->drawing, element_x(tree, word), next + 17,
                          (Words){.anchor = ANCHOR_MIDDLE, .is_bold = true}, "t%u", writer - 1);
            }
        }
        y = next;
    }
    return figure_paragraph(figure, left, y + 46, 124,
                            "Yellow: where a thread (t) stores a sum; blue and red: the words that "
                            "it adds. Only steps that "
                            "add words shown here.");
}

// A store to shared memory, else any site of the line, that ran.
static const ExplainSite *choose_site(Figure *figure, const ExplainSite *sites, uint32_t count)
{
    const ExplainSite *best = NULL;
    for (uint32_t i = 0; i < count; i++) {
        bool has_run = false;
        for (uint32_t k = 0; k < sites[i].pc_count; k++) {
            has_run |= figure->launch->record->executed[sites[i].pcs[k]].executed > 0;
        }
        bool is_store = sites[i].micro->kind == MICRO_STORE;
        if (has_run && (best == NULL || (is_store && best->micro->kind != MICRO_STORE))) {
            best = &sites[i];
        }
    }
    return best;
}

static bool find_rounds(Figure *figure, Rounds *rounds)
{
    ExplainWish wish = {.file = figure->wish->file, .line = figure->wish->line};
    for (uint32_t i = 0; i < figure->report->count && figure->wish->line > 0; i++) {
        uint32_t count;
        if (!figure_take_launch(figure, i)) {
            continue;
        }
        const uint32_t *size = figure->launch->record->block;
        ExplainSite *sites = explain_sites(figure->program, &wish, &count, &figure->arena);
        *rounds = (Rounds){.threads = size[0] * size[1] * size[2],
                           .site = choose_site(figure, sites, count)};
        rounds->warps = (rounds->threads + WARP - 1) / WARP;
        rounds->list = arena_alloc(&figure->arena, VISITS_MAX * sizeof *rounds->list);
        if (rounds->site != NULL) {
            collect(figure, rounds);
            sort(rounds);
        }
        if (rounds->count > 0) {
            return true;
        }
    }
    if (figure->wish->line == 0) {
        text_put(figure->trouble, "the panel lanes needs a line: lanes:line=14\n");
    } else {
        find_refuse(figure, "accessed shared memory", 1u << ACCESS_SHARED | 1u << ACCESS_GLOBAL);
    }
    return false;
}

bool draw_lanes(Figure *figure)
{
    Rounds rounds;
    if (!find_rounds(figure, &rounds)) {
        return false;
    }
    uint32_t all = 0;
    for (uint32_t i = 0; i < rounds.count; i++) {
        all += active_threads(&rounds.list[i]);
    }
    const char *title = arena_printf(&figure->arena, "%s: %u steps, %u threads at work in all",
                                     figure->launch->short_name, rounds.count, all);
    double y = figure_heading(figure, title, figure->wish->line) + 8;
    uint32_t first = RECORDED_NONE;
    for (uint32_t warp = 0; warp < rounds.warps && first == RECORDED_NONE; warp++) {
        first = rounds.list[0].on[warp] != 0 ? rounds.list[0].steps[warp] : RECORDED_NONE;
    }
    Access access;
    bool is_tree = figure->wish->threads > 0 && figure->wish->threads <= FEW &&
                   first != RECORDED_NONE &&
                   array_access_of(figure, &figure->recording->steps[first], &access);
    if (is_tree) {
        Tree tree = {.shape = array_shape(figure, &access), .width = figure->wish->threads};
        tree.cell = (FIGURE_WIDTH - left - FIGURE_MARGIN) / tree.width;
        y = draw_tree(figure, &rounds, &tree, y);
    } else {
        y = draw_strips(figure, &rounds, y) + 12;
    }
    figure->height = y;
    figure->description = arena_printf(
        &figure->arena, "The threads of a block that run line %u in each step", figure->wish->line);
    return true;
}
