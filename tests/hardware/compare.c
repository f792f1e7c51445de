// SPDX-License-Identifier: Apache-2.0
// Lays our counts beside recorded ones: compare OURS.csv THEIRS.csv [KNOWN.csv]. Both files have
// the form of `ncu --csv --page raw`; launches are matched by their order. The rules stand in
// compare.def. A difference listed in KNOWN.csv (launch,metric,reason) is printed and does not
// fail; one that is listed and does not occur fails, so that the list can not go stale.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_MAX = 4096, ROW_MAX = 256, KNOWN_MAX = 512 };

typedef enum Rule { EQUAL, AT_LEAST, WITHIN } Rule;

typedef struct Metric {
    const char *name;
    Rule rule;
    double percent;
} Metric;

static const Metric metrics[] = {
#define METRIC(name, rule, percent) {name, rule, percent},
#include "compare.def"
#undef METRIC
};

enum { METRIC_COUNT = sizeof metrics / sizeof *metrics };

typedef struct Table {
    char *text;
    char *cell[ROW_MAX][COLUMN_MAX];
    uint32_t columns, rows;
} Table;

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        rewind(file);
        text = calloc(1, (size_t)size + 1);
        if (text != NULL && fread(text, 1, (size_t)size, file) != (size_t)size) {
            free(text);
            text = NULL;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return text;
}

// Cuts one cell off, in place: quotes are removed. Returns what follows it.
static char *cut_cell(char *at, char **cell, bool *ends_row)
{
    bool is_quoted = *at == '"';
    char *from = is_quoted ? at + 1 : at, *to = from;
    *cell = from;
    for (at = from; *at != '\0'; at++) {
        if (is_quoted && *at == '"') {
            if (at[1] != '"') {
                at++;
                break;
            }
            at++;
        } else if (!is_quoted && (*at == ',' || *at == '\n' || *at == '\r')) {
            break;
        }
        *to++ = *at;
    }
    at += *at == '\r';
    *ends_row = *at == '\n' || *at == '\0';
    char *next = *at == '\0' ? at : at + 1;
    *to = '\0';
    return next;
}

static bool read_table(const char *path, Table *table)
{
    table->text = read_file(path);
    if (table->text == NULL) {
        fprintf(stderr, "can not read %s\n", path);
        return false;
    }
    for (char *at = table->text; *at != '\0' && table->rows < ROW_MAX; table->rows++) {
        bool ends_row = false;
        uint32_t column = 0;
        while (!ends_row && column < COLUMN_MAX) {
            at = cut_cell(at, &table->cell[table->rows][column++], &ends_row);
        }
        table->columns = table->rows == 0 ? column : table->columns;
    }
    return table->rows > 2; // names, units, launches
}

static const char *find_cell(const Table *table, uint32_t row, const char *name)
{
    for (uint32_t column = 0; column < table->columns; column++) {
        if (strcmp(table->cell[0][column], name) == 0) {
            return table->cell[row][column];
        }
    }
    return NULL;
}

static bool read_number(const char *cell, double *number)
{
    char digits[64];
    size_t size = 0;
    for (; cell != NULL && *cell != '\0' && size + 1 < sizeof digits; cell++) {
        if (*cell != ',') {
            digits[size++] = *cell;
        }
    }
    digits[size] = '\0';
    char *end;
    *number = strtod(digits, &end);
    return size > 0 && *end == '\0';
}

static bool agrees(const Metric *metric, double ours, double theirs)
{
    switch (metric->rule) {
    case EQUAL: return ours == theirs;
    case AT_LEAST: return theirs >= ours;
    case WITHIN: return fabs(ours - theirs) <= theirs * metric->percent / 100;
    }
    return false;
}

static const char *known_reason(Table *known, uint32_t launch, const char *name, bool *is_used)
{
    for (uint32_t row = 1; row < known->rows; row++) {
        double number;
        if (read_number(known->cell[row][0], &number) && (uint32_t)number == launch &&
            strcmp(known->cell[row][1], name) == 0) {
            is_used[row] = true;
            return known->cell[row][2];
        }
    }
    return NULL;
}

typedef struct Tally {
    uint32_t compared, same, known, wrong, absent;
} Tally;

static void compare_cell(const Metric *metric, uint32_t launch, const Table *ours,
                         const Table *theirs, Table *known, bool *is_used, Tally *tally)
{
    double our_number, their_number;
    if (!read_number(find_cell(ours, launch + 2, metric->name), &our_number) ||
        !read_number(find_cell(theirs, launch + 2, metric->name), &their_number)) {
        tally->absent++;
        printf("  %-62s missing\n", metric->name);
        return;
    }
    tally->compared++;
    if (agrees(metric, our_number, their_number)) {
        tally->same++;
        return;
    }
    const char *reason = known_reason(known, launch, metric->name, is_used);
    double percent = their_number == 0 ? INFINITY : 100 * (our_number / their_number - 1);
    printf("  %-62s %14.0f %14.0f %+8.1f %%  %s\n", metric->name, our_number, their_number, percent,
           reason == NULL ? "DIFFERS" : reason);
    tally->known += reason != NULL;
    tally->wrong += reason == NULL;
}

static uint32_t count_stale(const Table *known, const bool *is_used)
{
    uint32_t stale = 0;
    for (uint32_t row = 1; row < known->rows; row++) {
        if (!is_used[row]) {
            printf("  known difference that no longer occurs: launch %s, %s\n", known->cell[row][0],
                   known->cell[row][1]);
            stale++;
        }
    }
    return stale;
}

int main(int argc, char **argv)
{
    static Table ours, theirs, known;
    static bool is_used[ROW_MAX];
    Tally tally = {0};
    if (argc < 3 || !read_table(argv[1], &ours) || !read_table(argv[2], &theirs)) {
        fprintf(stderr, "usage: compare OURS.csv THEIRS.csv [KNOWN.csv]\n");
        return 2;
    }
    if (argc > 3) {
        read_table(argv[3], &known);
    }
    if (ours.rows != theirs.rows) {
        printf("%u launches here, %u recorded\n", ours.rows - 2, theirs.rows - 2);
        return 1;
    }
    printf("  %-62s %14s %14s\n", "", "ours", "hardware");
    for (uint32_t launch = 0; launch + 2 < ours.rows; launch++) {
        printf("%u %s\n", launch, find_cell(&theirs, launch + 2, "Kernel Name"));
        for (uint32_t i = 0; i < METRIC_COUNT; i++) {
            compare_cell(&metrics[i], launch, &ours, &theirs, &known, is_used, &tally);
        }
    }
    uint32_t stale = count_stale(&known, is_used);
    printf("%u counters compared: %u agree, %u known differences, %u differ, %u missing\n",
           tally.compared, tally.same, tally.known, tally.wrong, tally.absent);
    return tally.wrong + tally.absent + stale == 0 && tally.compared > 0 ? 0 : 1;
}
