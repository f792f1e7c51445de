// SPDX-License-Identifier: Apache-2.0
#include "sim/report/import.h"

#include "isa/base/text.h"
#include "sim/report/table.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The number in a cell: "1,048,576", "0.97", "1.5e+06". False when it is none.
static bool read_number(const char *cell, double *number, double *resolution)
{
    enum { DIGITS_MAX = 64 };
    char digits[DIGITS_MAX];
    size_t size = 0;
    for (const char *at = cell; *at != 0 && size + 1 < DIGITS_MAX; at++) {
        if (*at != ',') {
            digits[size++] = *at;
        }
    }
    digits[size] = 0;
    char *end;
    *number = strtod(digits, &end);
    if (!isdigit((unsigned char)digits[digits[0] == '-']) || *end != 0 || !isfinite(*number)) {
        return false;
    }
    const char *exponent = strpbrk(digits, "eE"), *point = strchr(digits, '.');
    size_t mantissa = exponent == NULL ? size : (size_t)(exponent - digits);
    int behind = point == NULL ? 0 : (int)(mantissa - (size_t)(point - digits)) - 1;
    long power = exponent == NULL ? 0 : strtol(exponent + 1, NULL, 10);
    *resolution = behind == 0 && power == 0 ? 0 : pow(10, (double)power - behind);
    return isfinite(*resolution);
}

// "Kbyte/block" is 1000 byte/block, "Kibyte" 1024 byte; a unit without a prefix is itself.
static double unit_scale(const char **unit)
{
    static const char prefixes[] = "KMGT";
    const char *prefix = **unit == 0 ? NULL : strchr(prefixes, **unit);
    const char *rest = *unit + 1;
    if (prefix == NULL || !islower((unsigned char)*rest)) {
        return 1;
    }
    bool is_binary = rest[0] == 'i' && rest[1] == 'b';
    *unit = rest + is_binary;
    return pow(is_binary ? 1024 : 1000, (double)(prefix - prefixes + 1));
}

static void add_value(ImportLaunch *launch, const char *metric, const char *unit, const char *cell)
{
    double number, resolution;
    if (!read_number(cell, &number, &resolution)) {
        return;
    }
    double scale = unit_scale(&unit);
    resolution = resolution == 0 && scale > 1 ? 1 : resolution;
    launch->values[launch->count++] =
        (ImportValue){metric, unit, number * scale, resolution * scale};
}

static ImportLaunch launch_of(const TableRow *head, const TableRow *row)
{
    return (ImportLaunch){.kernel = table_cell(row, table_column(head, "Kernel Name")),
                          .grid = table_cell(row, table_column(head, "Grid Size")),
                          .block = table_cell(row, table_column(head, "Block Size")),
                          .capability = table_cell(row, table_column(head, "CC"))};
}

// ncu numbers launches; other rows are units, or lines that were printed in between.
static bool is_launch(const TableRow *row)
{
    return isdigit((unsigned char)row->cells[0][0]) && row->count > 1;
}

static void read_raw(const Table *table, Import *import, Arena *arena)
{
    const TableRow *head = &table->rows[0];
    bool has_units = table->count > 1 && !is_launch(&table->rows[1]);
    for (uint32_t i = 1; i < table->count; i++) {
        const TableRow *row = &table->rows[i];
        if (!is_launch(row)) {
            continue;
        }
        ImportLaunch *launch = &import->launches[import->count++];
        *launch = launch_of(head, row);
        launch->values = arena_alloc(arena, (row->count + 1) * sizeof *launch->values);
        for (uint32_t column = 0; column < row->count && column < head->count; column++) {
            add_value(launch, head->cells[column],
                      has_units ? table_cell(&table->rows[1], column) : "", row->cells[column]);
        }
    }
}

static const char *metric_of_label(const char *label)
{
    static const struct {
        const char *label, *metric;
    } labels[] = {
#define LABEL(label, metric) {label, metric},
#include "sim/report/label.def"
#undef LABEL
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        if (strcmp(label, labels[i].label) == 0) {
            return labels[i].metric;
        }
    }
    return label;
}

static void read_details(const Table *table, Import *import, Arena *arena)
{
    const TableRow *head = &table->rows[0];
    uint32_t name = table_column(head, "Metric Name"), unit = table_column(head, "Metric Unit"),
             value = table_column(head, "Metric Value");
    const char *id = NULL;
    for (uint32_t i = 1; i < table->count; i++) {
        const TableRow *row = &table->rows[i];
        if (!is_launch(row)) {
            continue;
        }
        if (id == NULL || strcmp(id, row->cells[0]) != 0) {
            id = row->cells[0];
            import->launches[import->count] = launch_of(head, row);
            import->launches[import->count++].values =
                arena_alloc(arena, (table->count - i) * sizeof(ImportValue));
        }
        add_value(&import->launches[import->count - 1], metric_of_label(table_cell(row, name)),
                  table_cell(row, unit), table_cell(row, value));
    }
}

static const char *read_figures(const Table *table, Import *import, Arena *arena)
{
    const TableRow *head = &table->rows[0];
    import->unit = table_cell(head, 1);
    import->are_ratios = head->count == 3 && strcmp(head->cells[2], "ratios") == 0;
    if (head->count != (import->are_ratios ? 3 : 2) || import->unit[0] == 0) {
        return "published figures have two columns: launch,UNIT (and ratios, if the GPU is "
               "unknown)";
    }
    for (uint32_t i = 1; i < table->count; i++) {
        const TableRow *row = &table->rows[i];
        if (row->cells[0][0] == '#') {
            continue;
        }
        ImportLaunch *launch = &import->launches[import->count++];
        *launch =
            (ImportLaunch){.kernel = row->cells[0], .grid = "", .block = "", .capability = ""};
        launch->values = arena_alloc(arena, sizeof *launch->values);
        add_value(launch, import->unit, import->unit, table_cell(row, 1));
        if (launch->count == 0) {
            return "a published figure is not a number";
        }
    }
    return NULL;
}

static bool begins(const char *at, const char *end, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(end - at) >= size && memcmp(at, word, size) == 0;
}

// Finds the table's header row; lines before it that begin with # are collected.
static const char *find_head(const char *at, const char *end, Text *comment)
{
    while (at < end) {
        if (begins(at, end, "\"ID\",") || begins(at, end, "ID,") || begins(at, end, "launch,")) {
            return at;
        }
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        line_end = line_end == NULL ? end : line_end;
        if (*at == '#') {
            const char *from = at + 1 + (at + 1 < line_end && at[1] == ' ');
            text_put(comment, comment->size_bytes > 0 ? " " : "");
            text_add(comment, from, (size_t)(line_end - from));
        }
        at = line_end + (line_end < end);
    }
    return NULL;
}

const char *import_read(const char *text, size_t size_bytes, Import *import, Arena *arena)
{
    const char *end = text + size_bytes, *problem = NULL;
    Text comment = {0};
    const char *head = find_head(text, end, &comment);
    *import = (Import){.source = arena_text(arena, text_string(&comment), comment.size_bytes),
                       .unit = ""};
    text_destroy(&comment);
    if (head == NULL) {
        return "it has no header: ncu --csv starts with \"ID\", published figures with "
               "launch,UNIT";
    }
    Table table = table_read(head, (size_t)(end - head), arena);
    import->launches = arena_alloc(arena, (table.count + 1) * sizeof *import->launches);
    if (begins(head, end, "launch,")) {
        import->form = IMPORT_FIGURES;
        problem = read_figures(&table, import, arena);
    } else if (table_column(&table.rows[0], "Kernel Name") == UINT32_MAX) {
        return "it has no column \"Kernel Name\"";
    } else if (table_column(&table.rows[0], "Metric Name") != UINT32_MAX) {
        import->form = IMPORT_DETAILS;
        read_details(&table, import, arena);
    } else {
        import->form = IMPORT_RAW;
        read_raw(&table, import, arena);
    }
    return problem != NULL ? problem : import->count == 0 ? "it contains no launch" : NULL;
}

const ImportValue *import_find(const ImportLaunch *launch, const char *metric, size_t name_bytes)
{
    for (uint32_t i = 0; i < launch->count; i++) {
        const char *name = launch->values[i].metric;
        if (strncmp(name, metric, name_bytes) == 0 && name[name_bytes] == 0) {
            return &launch->values[i];
        }
    }
    return NULL;
}
