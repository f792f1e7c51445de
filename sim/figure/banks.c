// SPDX-License-Identifier: Apache-2.0
// A shared-memory access as the lectures draw it: lanes above, banks below, a line from each lane
// to its bank; under each bank the words it has to serve, one per pass.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>

enum { PHASES_SHOWN = 4 };

static const double size = 27, left = 72, gap = 96;

// Where one phase lies.
typedef struct BankRow {
    const SharedMap *map;
    const SharedPhase *phase;
    double x, y; // of the first lane's cell
    uint32_t first_lane, lane_count;
    double across; // of a bank
} BankRow;

// Lanes that go to the banks together stand side by side.
static void lanes_of_phase(const SharedPhase *phase, uint32_t *first, uint32_t *count)
{
    uint32_t low = bits_lowest(phase->lanes);
    uint32_t high = bits_highest(phase->lanes);
    for (*count = 8; low / *count != high / *count; *count *= 2) {
    }
    *first = low / *count * *count;
}

static double lane_x(const BankRow *row, uint32_t lane)
{
    return row->x + (lane - row->first_lane) * size + (size - 2) / 2;
}

static double bank_x(const BankRow *row, uint32_t bank)
{
    return row->x + (bank + row->map->lane_banks / 2.0) * row->across - 1;
}

static uint32_t words_in_bank(const SharedPhase *phase, uint32_t bank, uint32_t wide)
{
    uint32_t passes = 0;
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (bank >= phase->bank[lane] && bank < phase->bank[lane] + wide) {
            passes |= UINT32_C(1) << phase->wavefront[lane];
        }
    }
    return bits_count(passes);
}

static void draw_lane_row(Figure *figure, const BankRow *row)
{
    for (uint32_t i = 0; i < row->lane_count; i++) {
        uint32_t lane = row->first_lane + i;
        bool is_in = (row->phase->lanes >> lane & 1) != 0;
        char data[32];
        snprintf(data, sizeof data, "data-lane=\"%u\"", lane);
        svg_rect(&figure->drawing, row->x + i * size, row->y, size - 2, 24,
                 (Look){.fill = is_in ? COLOR_PAPER : COLOR_WASH,
                        .stroke = is_in ? COLOR_INK : COLOR_LINE,
                        .radius = 3,
                        .data = data});
        svg_words(&figure->drawing, lane_x(row, lane), row->y + 17,
                  (Words){.anchor = ANCHOR_MIDDLE, .fill = is_in ? NULL : COLOR_MUTED}, "%u", lane);
    }
}

static void draw_arrows(Figure *figure, const BankRow *row)
{
    const SharedPhase *phase = row->phase;
    for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        bool is_shared = (phase->together[lane] & (phase->together[lane] - 1)) != 0;
        bool is_crowded = words_in_bank(phase, phase->bank[lane], row->map->lane_banks) > 1;
        char data[48];
        snprintf(data, sizeof data, "data-from=\"%u\" data-to=\"%u\"", lane, phase->bank[lane]);
        svg_curve(&figure->drawing, lane_x(row, lane), row->y + 24, bank_x(row, phase->bank[lane]),
                  row->y + 24 + gap,
                  (Look){.stroke = is_crowded  ? COLOR_RED
                                   : is_shared ? COLOR_GREEN
                                               : COLOR_BLUE,
                         .stroke_width = 1.8,
                         .dash = is_shared ? "6 3" : NULL,
                         .has_arrow = true,
                         .data = data});
    }
}

static void draw_banks_row(Figure *figure, const BankRow *row)
{
    double y = row->y + 24 + gap + 2;
    for (uint32_t bank = 0; bank < row->map->banks; bank++) {
        uint32_t words = words_in_bank(row->phase, bank, row->map->lane_banks);
        bool is_full = words > 1 && words == row->phase->wavefronts;
        char data[64];
        snprintf(data, sizeof data, "data-bank=\"%u\" data-words=\"%u\"", bank, words);
        svg_rect(&figure->drawing, row->x + bank * row->across, y, row->across - 2, 24,
                 (Look){.fill = words > 0 ? COLOR_PAPER : COLOR_WASH,
                        .stroke = is_full     ? COLOR_RED
                                  : words > 0 ? COLOR_INK
                                              : COLOR_LINE,
                        .stroke_width = is_full ? 2.5 : 1,
                        .radius = 3,
                        .data = data});
        svg_words(&figure->drawing, row->x + (bank + 0.5) * row->across - 1, y + 17,
                  (Words){.anchor = ANCHOR_MIDDLE,
                          .is_bold = is_full,
                          .fill = words > 0 ? NULL : COLOR_MUTED},
                  "%u", bank);
    }
}

static double word_height(uint32_t passes)
{
    double tall = 190.0 / passes;
    return tall > 24 ? 24 : tall;
}

// One cell a word of a bank: which lane gets it, or how many.
static void draw_word(Figure *figure, const BankRow *row, uint32_t lane)
{
    const SharedPhase *phase = row->phase;
    uint32_t lanes = bits_count(phase->together[lane]);
    double tall = word_height(phase->wavefronts), wide = row->map->lane_banks * row->across;
    double x = row->x + phase->bank[lane] * row->across;
    double y = row->y + 24 + gap + 32 + phase->wavefront[lane] * tall;
    bool is_crowded = phase->wavefronts > 1;
    char tip[96], data[64];
    snprintf(tip, sizeof tip, "pass %u: %u lane%s, lowest %u", phase->wavefront[lane] + 1u, lanes,
             lanes == 1 ? "" : "s", lane);
    snprintf(data, sizeof data, "data-pass=\"%u\" data-lanes=\"%u\"", phase->wavefront[lane] + 1u,
             lanes);
    svg_rect(&figure->drawing, x, y, wide - 2, tall - 2,
             (Look){.fill = lanes > 1    ? "#cdeee3"
                            : is_crowded ? "#fbe3d5"
                                         : "#d9ebf6",
                    .stroke = lanes > 1    ? COLOR_GREEN
                              : is_crowded ? COLOR_RED
                                           : COLOR_BLUE,
                    .data = data,
                    .tip = tip});
    if (tall >= 13) {
        svg_words(&figure->drawing, x + wide / 2 - 1, y + tall / 2 + 4,
                  (Words){.size = tall >= 18 ? 13 : 11, .anchor = ANCHOR_MIDDLE},
                  lanes > 1 ? "%u\xc3\x97" : "%u", lanes > 1 ? lanes : lane);
    }
}

static void draw_words(Figure *figure, const BankRow *row)
{
    for (uint32_t rest = row->phase->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        if (bits_lowest(row->phase->together[lane]) == lane) {
            draw_word(figure, row, lane);
        }
    }
}

static void draw_labels(Figure *figure, double y)
{
    Words words = {.fill = COLOR_MUTED};
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 17, words, "lane");
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 24 + gap + 19, words, "bank");
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 24 + gap + 48, words, "words");
}

static uint32_t most_passes(const SharedMap *map)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < map->phase_count; i++) {
        most = map->phases[i].wavefronts > most ? map->phases[i].wavefronts : most;
    }
    return most;
}

static bool is_shared_word(const SharedMap *map)
{
    for (uint32_t i = 0; i < map->phase_count; i++) {
        const SharedPhase *phase = &map->phases[i];
        for (uint32_t rest = phase->lanes; rest != 0; rest &= rest - 1) {
            uint32_t together = phase->together[bits_lowest(rest)];
            if ((together & (together - 1)) != 0) {
                return true;
            }
        }
    }
    return false;
}

static const char *title_of(Figure *figure, const Access *access, const SharedMap *map)
{
    uint32_t degree = most_passes(map), count = map->cost.wavefronts;
    const char *unit = access_unit(access, figure->gpu);
    int letters = (int)(__builtin_strlen(unit) - (count == 1));
    if (degree > 1) {
        return arena_printf(&figure->arena, "%u-way bank conflict: %u %.*s", degree, count, letters,
                            unit);
    }
    return arena_printf(&figure->arena, "%s: %u %.*s",
                        is_shared_word(map) ? "Broadcast, no bank conflict" : "No bank conflict",
                        count, letters, unit);
}

static double phase_height(const SharedMap *map)
{
    uint32_t passes = most_passes(map);
    return 24 + gap + 34 + passes * word_height(passes) + 22;
}

static double draw_phases(Figure *figure, const SharedMap *map, double y)
{
    bool are_beside = map->banks == 16;
    uint32_t shown = map->phase_count < PHASES_SHOWN ? map->phase_count : PHASES_SHOWN;
    for (uint32_t i = 0; i < shown; i++) {
        BankRow row = {.map = map, .phase = &map->phases[i], .x = left, .y = y, .across = size};
        lanes_of_phase(row.phase, &row.first_lane, &row.lane_count);
        if (are_beside && i % 2 == 1) {
            row.x += 16 * size + 8;
        }
        if (!are_beside || i % 2 == 0) {
            draw_labels(figure, y);
        }
        draw_lane_row(figure, &row);
        draw_arrows(figure, &row);
        draw_banks_row(figure, &row);
        draw_words(figure, &row);
        y += !are_beside || i % 2 == 1 || i + 1 == shown ? phase_height(map) : 0;
    }
    if (shown < map->phase_count) {
        svg_words(&figure->drawing, left, y, (Words){.fill = COLOR_MUTED},
                  "and %u more phases alike in kind", map->phase_count - shown);
        y += 22;
    }
    return y;
}

bool draw_banks(Figure *figure)
{
    FoundAccess found;
    SharedMap map;
    if (!find_access(figure, 1u << ACCESS_SHARED, "accessed shared memory", &found)) {
        return false;
    }
    access_shared_map(&found.access, figure->gpu, &map);
    double y = figure_heading(figure, title_of(figure, &found.access, &map), found.line);
    y = draw_phases(figure, &map, y);
    y = figure_paragraph(figure, left, y, 124, access_rule(&found.access, figure->gpu));
    figure->height = y;
    figure->description = arena_printf(
        &figure->arena, "%u lanes of a warp and the banks of shared memory they access; %s",
        bits_count(found.access.lanes), access_rule(&found.access, figure->gpu));
    return true;
}
