// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as a table of cells (RFC 4180: quotes, doubled quotes, either line end),
// and cells written in that form.
#ifndef LOCKSTEP_REPORT_TABLE_H
#define LOCKSTEP_REPORT_TABLE_H

#include "isa/base/arena.h"
#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct TableRow {
    const char **cells; // without quotes
    uint32_t count;
} TableRow;

typedef struct Table {
    TableRow *rows; // but for empty lines
    uint32_t count;
} Table;

// Cuts the text into rows and cells, in the arena.
Table table_read(const char *text, size_t size_bytes, Arena *arena);

// The row's cell; "" when it has fewer.
const char *table_cell(const TableRow *row, uint32_t column);

// The column whose cell in this row is the name; UINT32_MAX when there is none.
uint32_t table_column(const TableRow *head, const char *name);

// Appends a quoted cell, with a comma before it unless it begins a line.
void table_put(Text *out, const char *value);
// The same, formatted.
void table_put_format(Text *out, const char *format, ...) TEXT_PRINTF(2, 3);

#endif
