// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/sweep_table.h"

#include "sim/report/json_writer.h"
#include "sim/report/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What the table takes of the columns that say which launch a row is about, and the name it gives
// them.
static const struct {
    const char *of_run, *name;
} launch_columns[] = {
    {"ID", "launch"}, {"Kernel Name", "kernel"}, {"Block Size", "block"}, {"Grid Size", "grid"}};

// Columns of ncu's that are the same for all launches of a run, or name its process.
static const char *const dropped[] = {"Process ID", "Process Name", "Host Name", "Context",
                                      "Stream",     "Device",       "CC"};

enum { LAUNCH_COLUMNS = sizeof launch_columns / sizeof *launch_columns, NO_COLUMN = -1 };

typedef struct Row {
    uint32_t point;
    const char *status;
    const char **cells; // by column; NULL: no value
    uint32_t cell_count;
} Row;

struct SweepTable {
    const SweepSpec *spec;
    Arena *arena;
    const char **columns; // the launch's, then the counters'
    uint32_t column_count, column_room;
    Row *rows;
    uint32_t row_count, row_room;
};

static uint32_t find_column(SweepTable *table, const char *name)
{
    uint32_t i = 0;
    while (i < table->column_count && strcmp(table->columns[i], name) != 0) {
        i++;
    }
    if (i == table->column_count) {
        table->columns = arena_room(table->arena, table->columns, table->column_count,
                                    &table->column_room, sizeof *table->columns);
        table->columns[table->column_count++] = name;
    }
    return i;
}

SweepTable *sweep_table_create(const SweepSpec *spec, Arena *arena)
{
    SweepTable *table = arena_alloc(arena, sizeof *table);
    *table = (SweepTable){.spec = spec, .arena = arena};
    for (uint32_t i = 0; i < LAUNCH_COLUMNS; i++) {
        find_column(table, launch_columns[i].name);
    }
    return table;
}

static bool is_dropped(const char *name)
{
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        if (strcmp(name, dropped[i]) == 0) {
            return true;
        }
    }
    return false;
}

// The table's column for a column of a run.
static int column_of(SweepTable *table, const char *name, const char *unit)
{
    for (uint32_t i = 0; i < LAUNCH_COLUMNS; i++) {
        if (strcmp(name, launch_columns[i].of_run) == 0) {
            return (int)i;
        }
    }
    if (is_dropped(name)) {
        return NO_COLUMN;
    }
    return (int)find_column(
        table, unit[0] == '\0' ? name : arena_printf(table->arena, "%s [%s]", name, unit));
}

static Row *add_row(SweepTable *table, uint32_t point, const char *status)
{
    table->rows = arena_room(table->arena, table->rows, table->row_count, &table->row_room,
                             sizeof *table->rows);
    Row *row = &table->rows[table->row_count++];
    *row = (Row){.point = point, .status = status};
    return row;
}

static void add_launch(SweepTable *sweep, uint32_t point, const int *columns, const TableRow *cells)
{
    Row *row = add_row(sweep, point, "ok");
    row->cell_count = sweep->column_count;
    row->cells = arena_alloc(sweep->arena, sweep->column_count * sizeof *row->cells);
    for (uint32_t i = 0; i < cells->count; i++) {
        if (columns[i] != NO_COLUMN && cells->cells[i][0] != '\0') {
            row->cells[columns[i]] = cells->cells[i];
        }
    }
}

bool sweep_table_add(SweepTable *sweep, uint32_t point, const char *csv, size_t size_bytes)
{
    Table run = table_read(csv, size_bytes, sweep->arena);
    if (run.count < 2 || run.rows[0].count != run.rows[1].count ||
        table_column(&run.rows[0], launch_columns[0].of_run) != 0) {
        return false;
    }
    const TableRow *names = &run.rows[0], *units = &run.rows[1];
    int *columns = arena_alloc(sweep->arena, names->count * sizeof *columns);
    for (uint32_t i = 0; i < names->count; i++) {
        columns[i] = column_of(sweep, names->cells[i], units->cells[i]);
    }
    for (uint32_t i = 2; i < run.count; i++) {
        if (run.rows[i].count != names->count) {
            return false;
        }
        add_launch(sweep, point, columns, &run.rows[i]);
    }
    return true;
}

void sweep_table_fail(SweepTable *table, uint32_t point, const char *reason)
{
    add_row(table, point, arena_text(table->arena, reason, strlen(reason)));
}

static const char *cell(const Row *row, uint32_t column)
{
    return column < row->cell_count ? row->cells[column] : NULL;
}

void sweep_table_print_csv(const SweepTable *table, Text *out)
{
    const SweepSpec *spec = table->spec;
    table_put(out, "point");
    for (uint32_t i = 0; i < spec->axis_count; i++) {
        table_put(out, spec->axes[i].name);
    }
    table_put(out, "status");
    for (uint32_t i = 0; i < table->column_count; i++) {
        table_put(out, table->columns[i]);
    }
    text_put(out, "\n");
    for (uint32_t r = 0; r < table->row_count; r++) {
        const Row *row = &table->rows[r];
        table_put_format(out, "%u", row->point);
        for (uint32_t i = 0; i < spec->axis_count; i++) {
            table_put(out, sweep_value(spec, i, row->point));
        }
        table_put(out, row->status);
        for (uint32_t i = 0; i < table->column_count; i++) {
            const char *value = cell(row, i);
            table_put(out, value == NULL ? "" : value);
        }
        text_put(out, "\n");
    }
}

// Whether JSON has such a number: "08" and "+1" are text there.
static bool is_json_number(const char *text)
{
    const char *digits = text + (text[0] == '-');
    bool begins = digits[0] >= '0' && digits[0] <= '9';
    bool has_zero = digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9';
    char *end;
    return begins && !has_zero && strspn(text, "+-.0123456789eE") == strlen(text) &&
           isfinite(strtod(text, &end)) && *end == '\0' && end[-1] != '.';
}

static void put_member(const char *name, const char *value, Json *json)
{
    if (value == NULL) {
        return;
    }
    if (is_json_number(value)) {
        json_key(json, name);
        text_put(json->out, value);
        json->needs_comma = true;
    } else {
        json_text(json, name, value);
    }
}

void sweep_table_print_json(const SweepTable *table, Text *out)
{
    const SweepSpec *spec = table->spec;
    for (uint32_t r = 0; r < table->row_count; r++) {
        const Row *row = &table->rows[r];
        Json json = {.out = out};
        json_open(&json, '{');
        json_number(&json, "point", row->point);
        for (uint32_t i = 0; i < spec->axis_count; i++) {
            put_member(spec->axes[i].name, sweep_value(spec, i, row->point), &json);
        }
        put_member("status", row->status, &json);
        for (uint32_t i = 0; i < table->column_count; i++) {
            put_member(table->columns[i], cell(row, i), &json);
        }
        json_close(&json, '}');
        text_put(out, "\n");
    }
}
