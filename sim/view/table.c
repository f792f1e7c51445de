// SPDX-License-Identifier: Apache-2.0
// The table of all launches of the run, those that the page does not show included.
#include "sim/view/data.h"

#include "sim/report/number.h"

enum { ROWS_MAX = 500 };

static void put_number(const CounterSet *counters, CounterId id, Json *json)
{
    char number[NUMBER_MAX];
    json_separate(json);
    text_put(json->out,
             counters->is_known[id] ? number_plain(counters->value[id], number) : "null");
}

// [id, "name", "tag", grid, block, nanoseconds, warp instructions, "verdict"]
static void put_row(const ReportLaunch *launch, Json *json)
{
    char number[NUMBER_MAX];
    const LaunchRecord *record = launch->record;
    json_separate(json);
    json_open(json, '[');
    json_separate(json);
    text_put(json->out, number_plain(record->id, number));
    data_text(json, launch->short_name);
    data_text(json, launch->tag);
    const uint32_t *const sizes[] = {record->grid, record->block};
    for (uint32_t i = 0; i < 2; i++) {
        json_separate(json);
        text_printf(json->out, "[%u,%u,%u]", sizes[i][0], sizes[i][1], sizes[i][2]);
    }
    put_number(&launch->counters, COUNTER_duration_ns, json);
    put_number(&launch->counters, COUNTER_inst_executed, json);
    data_text(json, launch->verdict);
    json_close(json, ']');
}

void table_print(const View *view, Json *json)
{
    json_key(json, "table");
    json_open(json, '[');
    for (uint32_t i = 0; view->report != NULL && i < view->report->count && i < ROWS_MAX; i++) {
        put_row(&view->report->launches[i], json);
    }
    json_close(json, ']');
}
