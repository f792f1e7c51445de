// SPDX-License-Identifier: Apache-2.0
#include "sim/program/place.h"

#include <stdlib.h>
#include <string.h>

bool place_is_marker(const char *line)
{
    return line[0] == '#' && line[1] == ' ' && line[2] >= '0' && line[2] <= '9';
}

size_t place_literal_size(const char *at)
{
    const char *end = at;
    while (*end != 0 && *end != '"' && *end != '\n') {
        end += end[0] == '\\' && end[1] != 0 && end[1] != '\n' ? 2 : 1;
    }
    return (size_t)(end - at);
}

// Reads a marker into what holds for the line behind it. Flag 3 says: a system header.
static void read_marker(const char *marker, PlaceLine *next)
{
    char *behind = NULL;
    next->line = (uint32_t)strtoul(marker + 2, &behind, 10);
    if (behind[0] != ' ' || behind[1] != '"') {
        return;
    }
    next->file = behind + 2;
    const char *flags = behind + 2 + place_literal_size(behind + 2),
               *end = flags + strcspn(flags, "\n");
    const char *three = memchr(flags, '3', (size_t)(end - flags));
    next->is_system = three != NULL;
}

PlaceIndex place_index(const char *text, size_t size_bytes, Arena *arena)
{
    uint32_t count = 1;
    for (size_t i = 0; i < size_bytes; i++) {
        count += text[i] == '\n';
    }
    PlaceLine *lines = arena_alloc(arena, count * sizeof *lines);
    PlaceLine next = {.line = 1};
    const char *at = text;
    for (uint32_t i = 0; i < count; i++) {
        lines[i] = next;
        lines[i].start = at;
        next.line++;
        if (place_is_marker(at)) {
            read_marker(at, &next);
        }
        const char *newline = memchr(at, '\n', (size_t)(text + size_bytes - at));
        at = newline == NULL ? text + size_bytes : newline + 1;
    }
    return (PlaceIndex){lines, count};
}

const PlaceLine *place_line(const PlaceIndex *index, const char *at)
{
    uint32_t low = 0, high = index->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (index->lines[middle].start <= at) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return &index->lines[low];
}

SourcePosition place_of(const PlaceIndex *index, const char *at, Arena *arena)
{
    const PlaceLine *line = place_line(index, at);
    SourcePosition position = {.line = line->line, .column = (uint32_t)(at - line->start) + 1};
    if (line->file != NULL) {
        Text file = {0};
        text_unquote(&file, line->file, place_literal_size(line->file));
        position.file = arena_text(arena, text_string(&file), file.size_bytes);
        text_destroy(&file);
    }
    return position;
}
