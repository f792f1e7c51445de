// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/whatif.h"

#include "isa/base/bits.h"
#include "sim/explain/pattern.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
    PADDING_MAX = 8,
    CHOICES_MAX = 32,
    BANKS_BYTES = 128, // a word in each of 32 banks: a row of an array that has none
    ROWS_MAX = 64      // that lanes may be apart without an array's name to tell its rows
};

typedef struct Finder {
    const Access *access;
    const WhatIfPlace *place;
    Arena *arena;
    Pattern pattern;
    uint64_t row_bytes, element_bytes;
    uint32_t dimensions; // of the array; 0: its shape is not known
    const char *name;
} Finder;

const char *whatif_name(WhatIfKnob knob)
{
    static const char *const names[] = {"padding", "swizzle", "stride", "block"};
    return names[knob];
}

// --- rows

// "[4][32]": how many, and the last.
static uint32_t read_shape(const SourceName *name, uint64_t *last)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i + 1 < name->shape_bytes; i++) {
        if (name->shape[i] == '[') {
            *last = strtoull(name->shape + i + 1, NULL, 10);
            count++;
        }
    }
    return count;
}

static void find_rows(Finder *finder)
{
    const SourceName *name = finder->place->name;
    uint64_t last = 0;
    finder->element_bytes = finder->access->width_bytes;
    finder->row_bytes = pattern_pitch(&finder->pattern, finder->access->width_bytes);
    finder->name = "array";
    if (name == NULL) {
        return;
    }
    finder->name = arena_text(finder->arena, name->name, name->name_bytes);
    finder->dimensions = read_shape(name, &last);
    finder->element_bytes = name->element_bytes;
    finder->row_bytes = finder->dimensions > 1 ? last * name->element_bytes : BANKS_BYTES;
}

static uint64_t row_of(const Finder *finder, uint32_t lane, uint64_t *column)
{
    uint64_t offset = finder->access->address[lane] - finder->place->base;
    *column = offset % finder->row_bytes;
    return offset / finder->row_bytes;
}

// Whether the lanes are in several rows: else neither padding nor permuting moves them apart.
static bool has_rows(const Finder *finder)
{
    uint64_t lowest = UINT64_MAX, highest = 0, column;
    if (finder->access->space != ACCESS_SHARED || finder->row_bytes <= finder->element_bytes ||
        finder->place->base > finder->pattern.lowest) {
        return false;
    }
    for (uint32_t rest = finder->access->lanes; rest != 0; rest &= rest - 1) {
        uint64_t row = row_of(finder, bits_lowest(rest), &column);
        lowest = row < lowest ? row : lowest;
        highest = row > highest ? row : highest;
    }
    return highest > lowest && (finder->dimensions > 0 || highest - lowest < ROWS_MAX);
}

// --- knobs

static WhatIf *begin(const Finder *finder, WhatIfKnob knob, WhatIf *what_if)
{
    WhatIfChoice *choices = arena_alloc(finder->arena, CHOICES_MAX * sizeof *choices);
    *what_if = (WhatIf){.knob = knob, .choices = choices};
    return what_if;
}

static WhatIfChoice *add(const Finder *finder, WhatIf *what_if, int64_t value, const char *source)
{
    WhatIfChoice *choice = (WhatIfChoice *)&what_if->choices[what_if->count++];
    *choice = (WhatIfChoice){value, source, *finder->access};
    return choice;
}

static const char *padded_text(const Finder *finder, uint64_t pad_bytes, int64_t value)
{
    uint64_t elements = pad_bytes * (uint64_t)value / finder->element_bytes;
    uint64_t columns = finder->row_bytes / finder->element_bytes;
    Text text = {0};
    if (finder->dimensions > 1) {
        const SourceName *name = finder->place->name;
        const char *last = name->shape + name->shape_bytes - 1;
        while (*last != '[') {
            last--;
        }
        text_printf(&text, "%s%.*s[%" PRIu64 "]", finder->name, (int)(last - name->shape),
                    name->shape, columns + elements);
    } else if (finder->dimensions == 1 && value == 0) {
        text_printf(&text, "%s[i]", finder->name);
    } else if (finder->dimensions == 1 && elements == 1) {
        text_printf(&text, "%s[i + i / %" PRIu64 "]", finder->name, columns);
    } else if (finder->dimensions == 1) {
        text_printf(&text, "%s[i + %" PRIu64 " * (i / %" PRIu64 ")]", finder->name, elements,
                    columns);
    } else {
        text_printf(&text, "rows of %" PRIu64 " elements", columns + elements);
    }
    const char *kept = arena_text(finder->arena, text_string(&text), text.size_bytes);
    text_destroy(&text);
    return kept;
}

static void find_padding(const Finder *finder, WhatIf *what_if)
{
    uint64_t pad_bytes = finder->element_bytes > 4 ? finder->element_bytes : 4, column;
    pad_bytes = finder->access->width_bytes > pad_bytes ? finder->access->width_bytes : pad_bytes;
    for (int64_t value = 0; value <= PADDING_MAX; value++) {
        WhatIfChoice *choice = add(finder, what_if, value, padded_text(finder, pad_bytes, value));
        for (uint32_t rest = finder->access->lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest);
            choice->access.address[lane] +=
                row_of(finder, lane, &column) * pad_bytes * (uint64_t)value;
        }
    }
}

// Permutes pieces as wide as a lane's access, so that each stays in its row and aligned.
static bool find_swizzle(const Finder *finder, WhatIf *what_if)
{
    uint64_t width = finder->access->width_bytes > finder->element_bytes
                         ? finder->access->width_bytes
                         : finder->element_bytes;
    uint64_t columns = finder->row_bytes / width, column;
    if (finder->row_bytes % width != 0 || columns < 2 || (columns & (columns - 1)) != 0) {
        return false;
    }
    const char *name = finder->name;
    bool has_rows = finder->dimensions != 1;
    add(finder, what_if, 0, arena_printf(finder->arena, has_rows ? "%s[row][col]" : "%s[i]", name));
    WhatIfChoice *choice = add(finder, what_if, 1, NULL);
    choice->source =
        has_rows ? arena_printf(finder->arena, "%s[row][col ^ (row %% %" PRIu64 ")]", name, columns)
                 : arena_printf(finder->arena, "%s[i ^ (i / %" PRIu64 " %% %" PRIu64 ")]", name,
                                columns, columns);
    for (uint32_t rest = finder->access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest);
        uint64_t at = row_of(finder, lane, &column);
        choice->access.address[lane] = finder->place->base + at * finder->row_bytes +
                                       (column / width ^ at % columns) * width + column % width;
    }
    return true;
}

static bool find_stride(const Finder *finder, WhatIf *what_if)
{
    static const int64_t strides[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 17, 32, 33};
    const Access *access = finder->access;
    const Pattern *pattern = &finder->pattern;
    int64_t width = access->width_bytes, own = pattern->stride / width;
    if (!pattern->is_regular || pattern->run != 32 || pattern->stride < 0 ||
        pattern->stride % width != 0 || bits_count(access->lanes) < 2) {
        return false;
    }
    uint32_t first = bits_lowest(access->lanes);
    uint64_t start = access->address[first] - first * (uint64_t)pattern->stride;
    int64_t values[sizeof strides / sizeof *strides + 1];
    uint32_t count = 0;
    bool has_own = false;
    for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
        if (!has_own && own < strides[i]) {
            values[count++] = own;
        }
        has_own = has_own || own <= strides[i];
        values[count++] = strides[i];
    }
    if (!has_own) {
        values[count++] = own;
    }
    for (uint32_t i = 0; i < count; i++) {
        WhatIfChoice *choice = add(finder, what_if, values[i],
                                   arena_printf(finder->arena, "%" PRId64 " * lane", values[i]));
        what_if->own = values[i] == own ? i : what_if->own;
        for (uint32_t lane = 0; lane < 32; lane++) {
            choice->access.address[lane] = start + lane * (uint64_t)(values[i] * width);
        }
    }
    return true;
}

// --- blocks

// address = base + x * by_x + y * by_y for all threads of the peers.
typedef struct Plane {
    uint64_t base, by_x, by_y;
} Plane;

static bool fits(const Plane *plane, const WhatIfPeer *peer, uint32_t width)
{
    for (uint32_t rest = peer->access->lanes; rest != 0; rest &= rest - 1) {
        uint32_t lane = bits_lowest(rest), thread = peer->warp * 32 + lane;
        if (peer->access->address[lane] !=
            plane->base + thread % width * plane->by_x + thread / width * plane->by_y) {
            return false;
        }
    }
    return true;
}

// Looks for a thread to the right of the first one, and one below it.
static bool fit_plane(const WhatIfPlace *place, Plane *plane)
{
    uint32_t width = place->block[0], lanes = place->peers[0].access->lanes;
    uint32_t first = place->peers[0].warp * 32 + bits_lowest(lanes);
    uint64_t start = place->peers[0].access->address[bits_lowest(lanes)];
    bool has_x = false, has_y = false;
    for (uint32_t i = 0; i < place->peer_count; i++) {
        const WhatIfPeer *peer = &place->peers[i];
        for (uint32_t rest = peer->access->lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest), thread = peer->warp * 32 + lane;
            uint64_t by = peer->access->address[lane] - start;
            if (!has_x && thread == first + 1 && thread / width == first / width) {
                plane->by_x = by;
                has_x = true;
            } else if (!has_y && thread == first + width) {
                plane->by_y = by;
                has_y = true;
            }
        }
    }
    plane->base = start - first % width * plane->by_x - first / width * plane->by_y;
    for (uint32_t i = 0; i < place->peer_count && has_x && has_y; i++) {
        has_x = fits(plane, &place->peers[i], width);
    }
    return has_x && has_y;
}

static bool find_block(const Finder *finder, WhatIf *what_if)
{
    const WhatIfPlace *place = finder->place;
    const uint32_t *block = place->block;
    Plane plane = {0};
    if (block == NULL || block[1] < 2 || block[2] > 1 || place->peer_count == 0 ||
        !fit_plane(place, &plane)) {
        return false;
    }
    uint32_t threads = block[0] * block[1];
    bool has_own = false;
    for (uint32_t width = 1; width <= threads && what_if->count < CHOICES_MAX; width *= 2) {
        if (!has_own && block[0] < width) {
            width = block[0]; // no power of two
        }
        if (threads % width != 0 || threads / width > 1024) {
            continue;
        }
        has_own = has_own || width == block[0];
        what_if->own = width == block[0] ? what_if->count : what_if->own;
        WhatIfChoice *choice =
            add(finder, what_if, width,
                arena_printf(finder->arena, "dim3(%u, %u)", width, threads / width));
        for (uint32_t rest = finder->access->lanes; rest != 0; rest &= rest - 1) {
            uint32_t lane = bits_lowest(rest), thread = place->peers[0].warp * 32 + lane;
            choice->access.address[lane] =
                plane.base + thread % width * plane.by_x + thread / width * plane.by_y;
        }
    }
    return has_own;
}

uint32_t whatif_find(const Access *access, const WhatIfPlace *place,
                     WhatIf found[WHATIF_KNOB_COUNT], Arena *arena)
{
    Finder finder = {.access = access, .place = place, .arena = arena};
    uint32_t count = 0;
    bool is_plain = access->space == ACCESS_SHARED
                        ? access->shared_kind < SHARED_ATOMIC
                        : access->space == ACCESS_GLOBAL && access->global_kind < GLOBAL_ATOMIC;
    if (!is_plain || access->lanes == 0 || access->matrices != 0) {
        return 0;
    }
    finder.pattern = access_pattern(access);
    find_rows(&finder);
    if (has_rows(&finder)) {
        find_padding(&finder, begin(&finder, WHATIF_PADDING, &found[count++]));
        count += find_swizzle(&finder, begin(&finder, WHATIF_SWIZZLE, &found[count]));
    }
    count += find_stride(&finder, begin(&finder, WHATIF_STRIDE, &found[count]));
    count += find_block(&finder, begin(&finder, WHATIF_BLOCK, &found[count]));
    return count;
}
