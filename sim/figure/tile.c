// SPDX-License-Identifier: Apache-2.0
// A two-dimensional array in shared memory: each cell shows the number of its bank, and the cells
// that one warp access touches at once are marked. If the array is as wide as there are banks, a
// column shows one number; with a column of padding, it shows all.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <stdio.h>
#include <string.h>

enum { ROWS_SHOWN = 32, COLUMNS_MAX = 80, WORD = 4 };

static const double left = 64;

typedef struct Tile {
    ArrayShape shape;
    Access access;
    uint32_t rows; // shown
    uint32_t banks, bank_bytes;
    double wide, tall, y;
    bool *is_used; // [columns * rows]: by some recorded access
} Tile;

// From white to a light blue, by number of bank.
static void shade(uint32_t bank, uint32_t banks, char text[8])
{
    uint32_t part = bank * 255 / (banks > 1 ? banks - 1 : 1);
    snprintf(text, 8, "#%02x%02x%02x", (unsigned)(250 - part * 116 / 255),
             (unsigned)(252 - part * 70 / 255), (unsigned)(255 - part * 33 / 255));
}

static void mark_used(const Figure *figure, Tile *tile)
{
    const ArrayShape *shape = &tile->shape;
    for (uint32_t i = 0; i < figure->recording->step_count; i++) {
        Access access;
        if (!array_access_of(figure, &figure->recording->steps[i], &access)) {
            continue;
        }
        for (uint32_t rest = access.lanes; rest != 0; rest &= rest - 1) {
            uint64_t at = access.address[bits_lowest(rest)];
            uint64_t word = at < shape->base ? UINT64_MAX : (at - shape->base) / WORD;
            for (uint32_t k = 0; k < (access.width_bytes + WORD - 1) / WORD; k++) {
                if (word + k < (uint64_t)shape->columns * tile->rows) {
                    tile->is_used[word + k] = true;
                }
            }
        }
    }
}

static bool is_accessed(const Tile *tile, uint32_t word)
{
    uint64_t address = tile->shape.base + (uint64_t)word * WORD;
    for (uint32_t rest = tile->access.lanes; rest != 0; rest &= rest - 1) {
        uint64_t at = tile->access.address[bits_lowest(rest)];
        if (address + WORD > at && address < at + tile->access.width_bytes) {
            return true;
        }
    }
    return false;
}

static void draw_cell(Figure *figure, const Tile *tile, uint32_t row, uint32_t column)
{
    uint32_t word = row * tile->shape.columns + column;
    uint32_t bank = (uint32_t)((tile->shape.base + word * WORD) / tile->bank_bytes % tile->banks);
    bool is_now = is_accessed(tile, word);
    double x = left + column * tile->wide, y = tile->y + row * tile->tall;
    char fill[8], data[64];
    shade(bank, tile->banks, fill);
    snprintf(data, sizeof data, "data-bank=\"%u\" data-accessed=\"%d\"", bank, is_now);
    svg_rect(&figure->drawing, x, y, tile->wide, tile->tall,
             (Look){.fill = is_now                ? COLOR_YELLOW
                            : tile->is_used[word] ? fill
                                                  : HATCH_WASTE,
                    .stroke = is_now ? COLOR_INK : COLOR_PAPER,
                    .stroke_width = is_now ? 1.5 : 0.6,
                    .data = data});
    if (tile->wide >= 14) {
        svg_words(&figure->drawing, x + tile->wide / 2, y + tile->tall / 2 + 4,
                  (Words){.size = tile->wide >= 20 ? 11.5 : 9,
                          .anchor = ANCHOR_MIDDLE,
                          .is_bold = is_now,
                          .fill = is_now || tile->is_used[word] ? NULL : COLOR_MUTED},
                  "%u", bank);
    }
}

static void draw_cells(Figure *figure, const Tile *tile)
{
    for (uint32_t row = 0; row < tile->rows; row++) {
        if (row % 4 == 0 || row + 1 == tile->shape.rows) {
            svg_words(&figure->drawing, left - 8, tile->y + row * tile->tall + tile->tall / 2 + 4,
                      (Words){.size = 12, .fill = COLOR_MUTED, .anchor = ANCHOR_END}, "%u", row);
        }
        for (uint32_t column = 0; column < tile->shape.columns; column++) {
            draw_cell(figure, tile, row, column);
        }
    }
    for (uint32_t column = 0; column < tile->shape.columns; column += 4) {
        svg_words(&figure->drawing, left + (column + 0.5) * tile->wide, tile->y - 5,
                  (Words){.size = 12, .fill = COLOR_MUTED, .anchor = ANCHOR_MIDDLE}, "%u", column);
    }
}

static bool prepare(Figure *figure, const FoundAccess *found, Tile *tile)
{
    *tile = (Tile){.shape = array_shape(figure, &found->access), .access = found->access};
    if (tile->shape.columns < 2 || tile->shape.columns > COLUMNS_MAX) {
        text_printf(figure->trouble,
                    "no access tells how wide the rows of %s are, of %u at the most: say columns=N"
                    "\n",
                    tile->shape.name == NULL ? "that array" : tile->shape.name, COLUMNS_MAX);
        return false;
    }
    uint32_t limit = figure->wish->rows > 0 ? figure->wish->rows : ROWS_SHOWN;
    tile->rows = tile->shape.rows < limit ? tile->shape.rows : limit;
    tile->wide = (FIGURE_WIDTH - left - FIGURE_MARGIN) / tile->shape.columns;
    tile->wide = tile->wide > 44 ? 44 : tile->wide;
    tile->tall = tile->wide > 30 ? 26 : 17;
    SharedMap map;
    access_shared_map(&found->access, figure->gpu, &map);
    tile->banks = map.banks;
    tile->bank_bytes = map.bank_bytes;
    tile->is_used =
        arena_alloc(&figure->arena, (size_t)tile->shape.columns * tile->rows * sizeof(bool));
    mark_used(figure, tile);
    return true;
}

bool draw_tile(Figure *figure)
{
    FoundAccess found;
    Tile tile;
    if (!find_access(figure, 1u << ACCESS_SHARED, "accessed shared memory", &found) ||
        !prepare(figure, &found, &tile)) {
        return false;
    }
    AccessCost cost = access_cost(&found.access, figure->gpu);
    const char *unit = access_unit(&found.access, figure->gpu);
    const char *title =
        arena_printf(&figure->arena, "%s of %u columns in %u banks: %u %.*s",
                     tile.shape.name == NULL ? "Rows" : tile.shape.name, tile.shape.columns,
                     tile.banks, cost.count, (int)__builtin_strlen(unit) - (cost.count == 1), unit);
    tile.y = figure_heading(figure, title, found.line) + 20;
    draw_cells(figure, &tile);
    double y = tile.y + tile.rows * tile.tall + 24;
    double x = figure_key(figure, left, y, (Look){.fill = COLOR_YELLOW, .stroke = COLOR_INK},
                          "what a warp wants at once; the number is that of the bank");
    if (strstr(text_string(&figure->drawing), HATCH_WASTE) != NULL) {
        figure_key(figure, x, y, (Look){.fill = HATCH_WASTE}, "never used: padding");
    }
    figure->height = y + 20;
    figure->description =
        arena_printf(&figure->arena,
                     "An array of shared memory, %u columns wide, with the bank of "
                     "each word and the words that one access wants",
                     tile.shape.columns);
    return true;
}
