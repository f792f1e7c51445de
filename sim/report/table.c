// SPDX-License-Identifier: Apache-2.0
#include "sim/report/table.h"

#include <stdarg.h>
#include <string.h>

// Where the text stands; cells are written into `cells`, which has room for all of it.
typedef struct Cutter {
    const char *at, *end;
    char *cells;
} Cutter;

static bool is_line_end(char letter)
{
    return letter == '\n' || letter == '\r';
}

static const char *cut_cell(Cutter *cutter)
{
    const char *cell = cutter->cells;
    bool is_quoted = cutter->at < cutter->end && *cutter->at == '"';
    cutter->at += is_quoted;
    for (; cutter->at < cutter->end; cutter->at++) {
        if (is_quoted && *cutter->at == '"') {
            bool is_doubled = cutter->at + 1 < cutter->end && cutter->at[1] == '"';
            if (!is_doubled) {
                is_quoted = false;
                continue;
            }
            cutter->at++;
        } else if (!is_quoted && (*cutter->at == ',' || is_line_end(*cutter->at))) {
            break;
        }
        *cutter->cells++ = *cutter->at;
    }
    *cutter->cells++ = 0;
    return cell;
}

static TableRow cut_row(Cutter *cutter, Arena *arena)
{
    TableRow row = {0};
    uint32_t room = 0;
    for (bool is_last = false; !is_last;) {
        row.cells = arena_room(arena, row.cells, row.count, &room, sizeof *row.cells);
        row.cells[row.count++] = cut_cell(cutter);
        is_last = cutter->at == cutter->end || *cutter->at != ',';
        cutter->at += !is_last;
    }
    while (cutter->at < cutter->end && is_line_end(*cutter->at)) {
        cutter->at++;
    }
    return row;
}

Table table_read(const char *text, size_t size_bytes, Arena *arena)
{
    Table table = {0};
    uint32_t room = 0;
    // Each cell takes its letters and a terminating zero, which replaces the comma or line end
    // after it.
    Cutter cutter = {text, text + size_bytes, arena_alloc(arena, size_bytes + 2)};
    while (cutter.at < cutter.end && is_line_end(*cutter.at)) {
        cutter.at++;
    }
    while (cutter.at < cutter.end) {
        table.rows = arena_room(arena, table.rows, table.count, &room, sizeof *table.rows);
        table.rows[table.count++] = cut_row(&cutter, arena);
    }
    return table;
}

const char *table_cell(const TableRow *row, uint32_t column)
{
    return column < row->count ? row->cells[column] : "";
}

uint32_t table_column(const TableRow *head, const char *name)
{
    for (uint32_t column = 0; column < head->count; column++) {
        if (strcmp(head->cells[column], name) == 0) {
            return column;
        }
    }
    return UINT32_MAX;
}

void table_put(Text *out, const char *value)
{
    if (out->size_bytes > 0 && out->at[out->size_bytes - 1] != '\n') {
        text_put(out, ",");
    }
    text_put(out, "\"");
    for (const char *at = value; *at != 0;) {
        size_t size = strcspn(at, "\"");
        text_add(out, at, size);
        at += size;
        if (*at == '"') {
            text_put(out, "\"\"");
            at++;
        }
    }
    text_put(out, "\"");
}

void table_put_format(Text *out, const char *format, ...)
{
    Text cell = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&cell, format, arguments);
    va_end(arguments);
    table_put(out, text_string(&cell));
    text_destroy(&cell);
}
