// SPDX-License-Identifier: Apache-2.0
// A comparison for programs: CSV and JSON.
#include "sim/report/compare.h"
#include "sim/report/json_writer.h"
#include "sim/report/number.h"
#include "sim/report/table.h"

// What stands in place of a verdict for a launch without a partner.
static const char *missing_name(const Comparison *comparison, const ComparedLaunch *launch)
{
    bool is_figure = comparison->import->form == IMPORT_FIGURES;
    return launch->ours == NULL     ? is_figure ? "unmatched" : "not run here"
           : !launch->ours->has_run ? "refused"
           : launch->theirs == NULL ? "not in the import"
                                    : NULL;
}

static void put_launch(const ComparedLaunch *launch, Arena *arena, Text *out)
{
    if (launch->ours == NULL) {
        table_put(out, "");
        table_put(out, launch->theirs->kernel);
        table_put(out, launch->theirs->block);
        table_put(out, launch->theirs->grid);
        return;
    }
    const LaunchRecord *record = launch->ours->record;
    table_put(out, arena_printf(arena, "%u", record->id));
    table_put(out, launch->ours->name);
    table_put(out, arena_printf(arena, TEXT_EXTENT, TEXT_XYZ(record->block)));
    table_put(out, arena_printf(arena, TEXT_EXTENT, TEXT_XYZ(record->grid)));
}

static void put_value(const Comparison *comparison, const ComparedValue *value, Arena *arena,
                      Text *out)
{
    char number[NUMBER_MAX];
    double percent;
    bool has_percent = compared_percent(value, &percent);
    table_put(out, value->metric);
    table_put(out, value->unit);
    table_put(out, number_plain(value->ours, number));
    table_put(out, number_plain(value->theirs, number));
    table_put(out, has_percent ? number_plain(percent, number) : "");
    table_put(out, counter_class_mark(value->class));
    table_put(out, verdict_name(comparison, value->verdict, arena));
    table_put(out, value->reason == NULL ? "" : value->reason);
    text_put(out, "\n");
}

void comparison_print_csv(const Comparison *comparison, Text *out)
{
    static const char *const columns[] = {"ID",          "Kernel Name", "Block Size", "Grid Size",
                                          "Metric Name", "Metric Unit", "Ours",       "Theirs",
                                          "Difference",  "Class",       "Verdict",    "Reason"};
    Arena arena = {0};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        table_put(out, columns[i]);
    }
    text_put(out, "\n");
    for (uint32_t i = 0; i < comparison->count; i++) {
        const ComparedLaunch *launch = &comparison->launches[i];
        for (uint32_t k = 0; k < launch->count; k++) {
            put_launch(launch, &arena, out);
            put_value(comparison, &launch->values[k], &arena, out);
        }
        if (missing_name(comparison, launch) != NULL) {
            put_launch(launch, &arena, out);
            for (int cell = 0; cell < 6; cell++) {
                table_put(out, "");
            }
            table_put(out, missing_name(comparison, launch));
            table_put(out, "");
            text_put(out, "\n");
        }
    }
    arena_clear(&arena);
}

static void value_object(const Comparison *comparison, const ComparedValue *value, Arena *arena,
                         Json *json)
{
    json_separate(json);
    json_open(json, '{');
    json_text(json, "metric", value->metric);
    json_text(json, "counter", value->id == COUNTER_COUNT ? NULL : counter_info[value->id].id);
    json_text(json, "unit", value->unit);
    json_number(json, "ours", value->ours);
    json_number(json, "theirs", value->theirs);
    json_text(json, "class", counter_class_mark(value->class));
    json_text(json, "verdict", verdict_name(comparison, value->verdict, arena));
    json_text(json, "reason", value->reason);
    json_close(json, '}');
}

static void launch_object(const Comparison *comparison, const ComparedLaunch *launch, Arena *arena,
                          Json *json)
{
    json_separate(json);
    json_open(json, '{');
    if (launch->ours != NULL) {
        json_number(json, "id", launch->ours->record->id);
        json_text(json, "kernel", launch->ours->name);
        json_triple(json, "grid", launch->ours->record->grid);
        json_triple(json, "block", launch->ours->record->block);
    }
    json_text(json, "imported_kernel", launch->theirs == NULL ? NULL : launch->theirs->kernel);
    json_text(json, "missing", missing_name(comparison, launch));
    json_key(json, "values");
    json_open(json, '[');
    for (uint32_t i = 0; i < launch->count; i++) {
        value_object(comparison, &launch->values[i], arena, json);
    }
    json_close(json, ']');
    json_close(json, '}');
}

void comparison_print_json(const Comparison *comparison, const char *import_name,
                           const char *version, Text *out)
{
    Arena arena = {0};
    Json json = {out, false};
    const Gpu *gpu = comparison->report->gpu;
    json_open(&json, '{');
    json_text(&json, "version", version);
    json_text(&json, "gpu", gpu == NULL ? NULL : gpu->name);
    json_text(&json, "import", import_name);
    json_text(&json, "source", comparison->import->source);
    json_text(&json, "result", comparison_fails(comparison) ? "mismatch" : "agreement");
    json_key(&json, "tally");
    json_open(&json, '{');
    for (uint32_t v = 0; v < VERDICT_COUNT; v++) {
        json_number(&json, verdict_name(comparison, (Verdict)v, &arena),
                    tally_sum(&comparison->total, (Verdict)v));
    }
    json_close(&json, '}');
    json_key(&json, "launches");
    json_open(&json, '[');
    for (uint32_t i = 0; i < comparison->count; i++) {
        launch_object(comparison, &comparison->launches[i], &arena, &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    text_put(out, "\n");
    arena_clear(&arena);
}
