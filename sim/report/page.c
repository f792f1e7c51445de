// SPDX-License-Identifier: Apache-2.0
#include "sim/report/page.h"

#include "sim/report/baseline.h"
#include "sim/report/number.h"

enum {
    LABEL_WIDTH = 30,
    CELL_LABEL_WIDTH = 16,
    NUMBER_WIDTH = 16,
    REMARK_WIDTH = 34,
    CHANGE_WIDTH = 11
};

void page_section(Page *page, const char *title)
{
    text_printf(page->out, page->is_colored ? "\n  \033[1m%s\033[0m\n" : "\n  %s\n", title);
}

double page_value(const Page *page, CounterId id)
{
    return page->launch->counters.value[id];
}

void page_row_scaled(Page *page, const char *label, CounterId id, double scale, const char *remark)
{
    const CounterSet *counters = &page->launch->counters;
    char text[NUMBER_MAX];
    if (!counters->is_known[id]) {
        return;
    }
    text_printf(page->out, "    %-*s%*s ", LABEL_WIDTH, label, NUMBER_WIDTH,
                number_grouped(page_value(page, id) * scale, text));
    if (page->launch->before != NULL) {
        const char *change = baseline_change(page->launch, id, text);
        Text cell = {0};
        text_printf(&cell, change[0] == 0 ? "%s" : "(%s)", change);
        text_printf(page->out, "%*s ", CHANGE_WIDTH, text_string(&cell));
        text_destroy(&cell);
    }
    text_printf(page->out, "%-*s%s\n", REMARK_WIDTH, remark,
                counter_class_mark(counter_class(counters, id)));
}

void page_row_with(Page *page, const char *label, CounterId id, const char *remark)
{
    page_row_scaled(page, label, id, 1, remark);
}

void page_row(Page *page, const char *label, CounterId id)
{
    page_row_with(page, label, id, counter_info[id].unit);
}

void page_row_if_any(Page *page, const char *label, CounterId id)
{
    if (page_value(page, id) > 0) {
        page_row(page, label, id);
    }
}

void page_head(Page *page, const char *title, const char *const names[4])
{
    text_printf(page->out, page->is_colored ? "\n  \033[1m%-*s\033[0m" : "\n  %-*s",
                CELL_LABEL_WIDTH + 2, title);
    for (int i = 0; i < 4; i++) {
        text_printf(page->out, "%*s", NUMBER_WIDTH, names[i]);
    }
    text_put(page->out, "\n");
}

// Below the cells of a table: what changed since the baseline.
static void put_changes(Page *page, const CounterId ids[4])
{
    text_printf(page->out, "    %-*s", CELL_LABEL_WIDTH, "  change");
    for (int i = 0; i < 4; i++) {
        char number[NUMBER_MAX];
        text_printf(page->out, "%*s", NUMBER_WIDTH,
                    ids[i] == COUNTER_COUNT ? "" : baseline_change(page->launch, ids[i], number));
    }
    text_put(page->out, "\n");
}

void page_cells(Page *page, const char *label, const CounterId ids[4])
{
    if (page_value(page, ids[0]) <= 0 && page_value(page, ids[1]) <= 0) {
        return;
    }
    text_printf(page->out, "    %-*s", CELL_LABEL_WIDTH, label);
    for (int i = 0; i < 4; i++) {
        char number[NUMBER_MAX] = "";
        if (ids[i] != COUNTER_COUNT && page->launch->counters.is_known[ids[i]]) {
            number_grouped(page_value(page, ids[i]), number);
        }
        text_printf(page->out, "%*s", NUMBER_WIDTH, number);
    }
    text_printf(page->out, "  %s\n",
                counter_class_mark(counter_class(&page->launch->counters, ids[1])));
    if (page->launch->before != NULL) {
        put_changes(page, ids);
    }
}

void page_cells_of(Page *page, const char *label, const double cells[4], CounterClass class)
{
    text_printf(page->out, "    %-*s", CELL_LABEL_WIDTH, label);
    for (int i = 0; i < 4; i++) {
        char number[NUMBER_MAX];
        text_printf(page->out, "%*s", NUMBER_WIDTH, number_grouped(cells[i], number));
    }
    text_printf(page->out, "  %s\n", counter_class_mark(class));
}
