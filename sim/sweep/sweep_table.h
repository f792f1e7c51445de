// SPDX-License-Identifier: Apache-2.0
// The table of a sweep: one row for each launch of each point, with the point's values and the
// launch's counters. The rows stand in the order of the points, whoever ran them and in whichever
// order, so that the same results give the same bytes. Text in, text out.
#ifndef LOCKSTEP_SWEEP_SWEEP_TABLE_H
#define LOCKSTEP_SWEEP_SWEEP_TABLE_H

#include "isa/base/arena.h"
#include "isa/base/text.h"
#include "sim/sweep/spec.h"

typedef struct SweepTable SweepTable;

// An empty table; everything lives in the arena.
SweepTable *sweep_table_create(const SweepSpec *spec, Arena *arena);

// Adds the launches of a point, in the order of the points: what `lockstep run --page raw --csv`
// printed. False when that is no such table.
bool sweep_table_add(SweepTable *table, uint32_t point, const char *csv, size_t size_bytes);

// Adds the row of a point that failed: the reason is its status.
void sweep_table_fail(SweepTable *table, uint32_t point, const char *reason);

// Columns: point, the axes, status ("ok" or why there are no counters), launch, kernel, block,
// grid, then a column for each counter, "name [unit]", in the order in which they first occur.
// Cells without a value are empty.
void sweep_table_print_csv(const SweepTable *table, Text *out);

// One JSON object a row, with the same names; numbers are numbers, cells without a value are left
// out.
void sweep_table_print_json(const SweepTable *table, Text *out);

#endif
