// SPDX-License-Identifier: Apache-2.0
// A global-memory access as the lectures draw it: lanes above, the bytes they access below in order
// of address, and under these the transactions that move them, one row for each part of the warp
// with requests of its own. If the bytes lie too far apart, it is drawn line by line.
#include "isa/base/bits.h"
#include "sim/figure/draw.h"

#include <inttypes.h>
#include <stdio.h>

enum { WINDOW_MAX = 1536, LINES_SHOWN = 32, ACROSS = 4 };

static const double left = 76, size = 27, gap = 84;

typedef struct Window {
    uint64_t from, until; // addresses of whole lines
    double scale;         // pixels a byte
    double y;             // of the bytes
} Window;

static double x_of(const Window *window, uint64_t address)
{
    return left + (double)(address - window->from) * window->scale;
}

static Window window_of(const Access *access, const AccessMap *map)
{
    Window window = {.from = UINT64_MAX};
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[bits_lowest(rest)];
        uint64_t end = address + access->width_bytes;
        window.from = address < window.from ? address : window.from;
        window.until = end > window.until ? end : window.until;
    }
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *piece = &map->pieces[i];
        window.from = piece->address < window.from ? piece->address : window.from;
        uint64_t end = piece->address + piece->size_bytes;
        window.until = end > window.until ? end : window.until;
    }
    window.from = window.from / LINE_BYTES * LINE_BYTES;
    window.until = (window.until + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    window.scale = 32 * size / (double)(window.until - window.from);
    return window;
}

static void draw_lane_row(Figure *figure, const Access *access, double y)
{
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 17, (Words){.fill = COLOR_MUTED}, "lane");
    for (uint32_t lane = 0; lane < 32; lane++) {
        bool is_in = (access->lanes >> lane & 1) != 0;
        char data[32];
        snprintf(data, sizeof data, "data-lane=\"%u\"", lane);
        svg_rect(&figure->drawing, left + lane * size, y, size - 2, 24,
                 (Look){.fill = is_in ? COLOR_PAPER : COLOR_WASH,
                        .stroke = is_in ? COLOR_INK : COLOR_LINE,
                        .radius = 3,
                        .data = data});
        svg_words(&figure->drawing, left + lane * size + size / 2 - 1, y + 17,
                  (Words){.anchor = ANCHOR_MIDDLE, .fill = is_in ? NULL : COLOR_MUTED}, "%u", lane);
    }
}

static void draw_arrows(Figure *figure, const Access *access, const Window *window, double y)
{
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        double x = (x_of(window, access->address[lane]) +
                    x_of(window, access->address[lane] + access->width_bytes)) /
                   2;
        char data[64];
        snprintf(data, sizeof data, "data-from=\"%u\" data-address=\"%" PRIx64 "\"", lane,
                 access->address[lane]);
        svg_curve(
            &figure->drawing, left + lane * size + size / 2 - 1, y + 24, x, window->y - 2,
            (Look){.stroke = "#7f909e", .stroke_width = 1.5, .has_arrow = true, .data = data});
    }
}

// Moved bytes hatched, used ones blue on top, in a bar of lines with their sectors.
static void draw_bytes(Figure *figure, const Access *access, const AccessMap *map,
                       const Window *window, double tall)
{
    for (uint64_t at = window->from; at < window->until; at += SECTOR_BYTES) {
        svg_rect(&figure->drawing, x_of(window, at), window->y, SECTOR_BYTES * window->scale, tall,
                 (Look){.fill = COLOR_WASH, .stroke = COLOR_LINE});
    }
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *piece = &map->pieces[i];
        svg_rect(&figure->drawing, x_of(window, piece->address), window->y,
                 piece->size_bytes * window->scale, tall, (Look){.fill = HATCH_WASTE});
    }
    for (uint32_t rest = access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        double wide = access->width_bytes * window->scale;
        svg_rect(&figure->drawing, x_of(window, access->address[lane]) + 0.5, window->y + 2,
                 wide > 2 ? wide - 1 : wide, tall - 4, (Look){.fill = COLOR_BLUE});
    }
    for (uint64_t at = window->from; at <= window->until; at += LINE_BYTES) {
        svg_line(&figure->drawing, x_of(window, at), window->y - 5, x_of(window, at),
                 window->y + tall + 5, (Look){.stroke = COLOR_INK, .stroke_width = 2});
    }
}

// cc 1.0 moves one segment several times: how often, for the first of them; else 0.
static uint32_t times_of(const AccessMap *map, uint32_t piece)
{
    const AccessPiece *this = &map->pieces[piece];
    uint32_t times = 0;
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *other = &map->pieces[i];
        if (other->request == this->request && other->address == this->address &&
            other->size_bytes == this->size_bytes) {
            if (i < piece) {
                return 0;
            }
            times++;
        }
    }
    return times;
}

static void draw_transaction(Figure *figure, const AccessPiece *piece, uint32_t times,
                             const Window *window, double y)
{
    double x = x_of(window, piece->address), wide = piece->size_bytes * window->scale;
    char data[96], tip[96];
    snprintf(data, sizeof data, "data-times=\"%u\" data-bytes=\"%u\"", times, piece->size_bytes);
    snprintf(tip, sizeof tip, "%u bytes at 0x%" PRIx64 ", %u used", piece->size_bytes,
             piece->address, piece->bytes_used);
    svg_rect(&figure->drawing, x + 1, y, wide - 2, 22,
             (Look){.fill = "#fbe3d5",
                    .stroke = COLOR_RED,
                    .stroke_width = 1.5,
                    .radius = 3,
                    .data = data,
                    .tip = tip});
    Words words = {.size = wide >= 40 ? 13 : 11, .anchor = ANCHOR_MIDDLE};
    if (times > 1 && wide >= 60) {
        svg_words(&figure->drawing, x + wide / 2, y + 16, words, "%u \xc3\x97 %u B", times,
                  piece->size_bytes);
    } else if (wide >= 22) {
        svg_words(&figure->drawing, x + wide / 2, y + 16, words, wide >= 40 ? "%u B" : "%u",
                  piece->size_bytes);
    }
}

static double draw_transactions(Figure *figure, const AccessMap *map, const Window *window,
                                double y)
{
    uint32_t row = 0, request = map->pieces[0].request;
    svg_words(&figure->drawing, FIGURE_MARGIN, y + 16, (Words){.fill = COLOR_MUTED}, "moved");
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *piece = &map->pieces[i];
        uint32_t times = times_of(map, i);
        row += piece->request != request;
        request = piece->request;
        if (times > 0) {
            draw_transaction(figure, piece, times, window, y + row * 26);
        }
    }
    return y + (row + 1) * 26 + 6;
}

static void draw_addresses(Figure *figure, const Window *window, double y)
{
    uint64_t lines = (window->until - window->from) / LINE_BYTES, step = lines > 6 ? lines / 3 : 1;
    for (uint64_t i = 0; i < lines; i += step) {
        svg_words(&figure->drawing, x_of(window, window->from + i * LINE_BYTES) + 4, y,
                  (Words){.size = 12, .fill = COLOR_MUTED, .is_mono = true}, "0x%" PRIx64,
                  window->from + i * LINE_BYTES);
    }
}

static double draw_window(Figure *figure, const Access *access, const AccessMap *map, Window window,
                          double y)
{
    const double tall = 24;
    window.y = y + 24 + gap;
    draw_lane_row(figure, access, y);
    svg_words(&figure->drawing, FIGURE_MARGIN, window.y + 17, (Words){.fill = COLOR_MUTED},
              "bytes");
    draw_bytes(figure, access, map, &window, tall);
    draw_arrows(figure, access, &window, y);
    draw_addresses(figure, &window, window.y + tall + 17);
    return draw_transactions(figure, map, &window, window.y + tall + 28);
}

// --- lines that are far apart

static bool touches(const AccessPiece *piece, uint64_t line)
{
    return piece->address / LINE_BYTES * LINE_BYTES == line;
}

static void draw_line(Figure *figure, const Access *access, const AccessMap *map, uint64_t line,
                      double x, double y)
{
    const double wide = 200;
    Window window = {.from = line, .until = line + LINE_BYTES, .y = y};
    window.scale = wide / LINE_BYTES;
    uint32_t lanes = 0;
    for (uint32_t sector = 0; sector < 4; sector++) {
        svg_rect(&figure->drawing, x + sector * wide / 4, y, wide / 4, 18,
                 (Look){.fill = COLOR_WASH, .stroke = COLOR_LINE});
    }
    for (uint32_t i = 0; i < map->piece_count; i++) {
        const AccessPiece *piece = &map->pieces[i];
        if (touches(piece, line)) {
            char data[64];
            snprintf(data, sizeof data, "data-piece=\"%u\" data-bytes=\"%u\"", i,
                     piece->size_bytes);
            svg_rect(&figure->drawing, x + (double)(piece->address - line) * window.scale, y,
                     piece->size_bytes * window.scale, 18,
                     (Look){.fill = HATCH_WASTE, .stroke = COLOR_RED, .data = data});
            lanes |= piece->lanes;
        }
    }
    for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        uint64_t address = access->address[bits_lowest(rest)];
        if (address / LINE_BYTES * LINE_BYTES == line) {
            svg_rect(&figure->drawing, x + (double)(address - line) * window.scale + 0.5, y + 2,
                     access->width_bytes * window.scale - 1, 14, (Look){.fill = COLOR_BLUE});
        }
    }
    uint32_t low = bits_lowest(lanes), high = bits_highest(lanes);
    svg_words(&figure->drawing, x, y + 34, (Words){.size = 13, .fill = COLOR_MUTED},
              low == high ? "lane %u" : "lanes %u to %u", low, high);
}

static double draw_lines(Figure *figure, const Access *access, const AccessMap *map, double y)
{
    uint64_t lines[LINES_SHOWN + 1];
    uint32_t count = 0;
    for (uint32_t i = 0; i < map->piece_count && count <= LINES_SHOWN; i++) {
        uint64_t line = map->pieces[i].address / LINE_BYTES * LINE_BYTES;
        uint32_t at = 0;
        while (at < count && lines[at] != line) {
            at++;
        }
        if (at == count) {
            lines[count++] = line;
        }
    }
    for (uint32_t i = 0; i < count && i < LINES_SHOWN; i++) {
        draw_line(figure, access, map, lines[i], FIGURE_MARGIN + i % ACROSS * 234.0,
                  y + i / ACROSS * 46);
    }
    uint32_t shown = count < LINES_SHOWN ? count : LINES_SHOWN;
    y += (shown + ACROSS - 1) / ACROSS * 46;
    if (count > LINES_SHOWN) {
        svg_words(&figure->drawing, FIGURE_MARGIN, y + 12, (Words){.fill = COLOR_MUTED},
                  "and more lines");
        y += 22;
    }
    return y;
}

static const char *title_of(Figure *figure, const Access *access)
{
    AccessCost cost = access_cost(access, figure->gpu);
    const char *unit = access_unit(access, figure->gpu);
    int letters = (int)__builtin_strlen(unit) - (cost.count == 1);
    return arena_printf(
        &figure->arena, "%u %.*s: %u bytes moved, %u used (%u %%)", cost.count, letters, unit,
        cost.bytes_moved, cost.bytes_used,
        cost.bytes_moved == 0 ? 0 : (uint32_t)((uint64_t)cost.bytes_used * 100 / cost.bytes_moved));
}

bool draw_segments(Figure *figure)
{
    FoundAccess found;
    AccessMap map;
    if (!find_access(figure, 1u << ACCESS_GLOBAL, "accessed global memory", &found)) {
        return false;
    }
    access_map(&found.access, figure->gpu, &map);
    Window window = window_of(&found.access, &map);
    double y = figure_heading(figure, title_of(figure, &found.access), found.line);
    y = window.until - window.from <= WINDOW_MAX
            ? draw_window(figure, &found.access, &map, window, y)
            : draw_lines(figure, &found.access, &map, y);
    y += 18;
    double x =
        figure_key(figure, FIGURE_MARGIN, y, (Look){.fill = COLOR_BLUE}, "bytes a lane uses");
    x = figure_key(figure, x, y, (Look){.fill = HATCH_WASTE, .stroke = COLOR_RED},
                   "moved, used by no lane");
    figure_key(figure, x, y, (Look){.fill = COLOR_WASH, .stroke = COLOR_LINE}, "not moved");
    const char *rule = access_rule(&found.access, figure->gpu);
    figure->height = figure_paragraph(figure, FIGURE_MARGIN, y + 26, 126, rule);
    figure->description = arena_printf(
        &figure->arena, "The lanes of a warp and the bytes of global memory they access; %s", rule);
    return true;
}
