// SPDX-License-Identifier: Apache-2.0
// Pieces of the details page: sections, rows of a label and a counter, tables of up to four
// counters a row; behind each the class of its numbers. Only details*.c and page.c include it.
#ifndef LOCKSTEP_REPORT_PAGE_H
#define LOCKSTEP_REPORT_PAGE_H

#include "sim/report/print.h"

typedef struct Page {
    const ReportLaunch *launch;
    bool is_colored;
    Text *out;
} Page;

void page_section(Page *page, const char *title);

double page_value(const Page *page, CounterId id);

// A row: nothing where the counter is not known. The remark is the counter's unit, or another; the
// number is the counter's value, or a part of it.
void page_row(Page *page, const char *label, CounterId id);
void page_row_with(Page *page, const char *label, CounterId id, const char *remark);
void page_row_scaled(Page *page, const char *label, CounterId id, double scale, const char *remark);
// Nothing where the counter is 0.
void page_row_if_any(Page *page, const char *label, CounterId id);

// The head of a table, and a row of it: nothing when its first two counters are 0. COUNTER_COUNT
// leaves a cell empty.
void page_head(Page *page, const char *title, const char *const names[4]);
void page_cells(Page *page, const char *label, const CounterId ids[4]);
// A row of numbers that are no counters.
void page_cells_of(Page *page, const char *label, const double cells[4], CounterClass class);

// What a clock tells: details_time.c.
void page_print_time(Page *page);

#endif
