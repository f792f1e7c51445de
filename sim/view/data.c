// SPDX-License-Identifier: Apache-2.0
// The block of data as a whole; docs/view-data.md describes it.
#include "sim/view/data.h"
#include "sim/figure/strip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEMA_VERSION = 1 };

void data_text(Json *json, const char *text)
{
    json_separate(json);
    json_string(json, text);
}

void data_numbers(Json *json, const char *key, const uint32_t *values, uint32_t count)
{
    json_key(json, key);
    text_put(json->out, "[");
    for (uint32_t i = 0; i < count; i++) {
        text_printf(json->out, i > 0 ? ",%" PRIu32 : "%" PRIu32, values[i]);
    }
    text_put(json->out, "]");
}

uint32_t data_source(const View *view, const char *file)
{
    for (uint32_t i = 0; file != NULL && i < view->source_count; i++) {
        if (strcmp(view->sources[i].name, file) == 0) {
            return i;
        }
    }
    return UINT32_MAX;
}

static void put_sources(ViewData *data, Json *json)
{
    json_key(json, "sources");
    json_open(json, '[');
    for (uint32_t i = 0; i < data->view->source_count; i++) {
        const SourceText *source = &data->view->sources[i];
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", source->name);
        json_text(json, "text", arena_text(&data->arena, source->text, source->size_bytes));
        json_close(json, '}');
    }
    json_close(json, ']');
}

// Those that the page names: what a number means and how far to trust it.
static void put_counters(Json *json)
{
    json_key(json, "counters");
    json_open(json, '{');
    for (uint32_t id = 0; id < COUNTER_COUNT; id++) {
        const CounterInfo *info = &counter_info[id];
        json_key(json, info->id);
        json_open(json, '[');
        const char *cells[] = {info->unit, counter_class_mark(info->class), info->doc};
        for (uint32_t i = 0; i < 3; i++) {
            data_text(json, cells[i]);
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

static void put_heat(Json *json)
{
    static const char *const cells[][3] = {
#define HEAT(id, title, doc) {#id, title, doc},
#include "sim/view/heat.def"
#undef HEAT
        {"stalls", "stalls", "cycles in which a warp had this instruction next and did not issue"}};
    json_key(json, "heat");
    json_open(json, '[');
    for (uint32_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        json_separate(json);
        json_open(json, '[');
        for (uint32_t cell = 0; cell < 3; cell++) {
            data_text(json, cells[i][cell]);
        }
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_warnings(ViewData *data, Json *json)
{
    const Diagnostics *warnings = data->view->warnings;
    json_key(json, "warnings");
    json_open(json, '[');
    for (uint32_t i = 0; warnings != NULL && i < warnings->count; i++) {
        const Diagnostic *warning = &warnings->items[i];
        size_t message_bytes;
        const char *name = report_warning_name(warning->message, &message_bytes, &data->arena);
        json_separate(json);
        json_open(json, '{');
        json_text(json, "name", name);
        json_text(json, "file", warning->position.file);
        json_number(json, "line", warning->position.line);
        json_text(json, "message", arena_text(&data->arena, warning->message, message_bytes));
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_stalls(Json *json)
{
    json_key(json, "stalls");
    json_open(json, '[');
    for (uint32_t i = 0; i < STALL_COUNT; i++) {
        json_separate(json);
        json_open(json, '[');
        data_text(json, stall_info[i].name);
        data_text(json, stall_info[i].doc);
        json_separate(json);
        text_printf(json->out, "%d", (int)strip_of_stall((Stall)i) - STRIP_LONG);
        json_close(json, ']');
    }
    json_close(json, ']');
}

static void put_patterns(ViewData *data, Json *json)
{
    json_key(json, "patterns");
    intern_print(&data->patterns, json->out);
    json_key(json, "rules");
    text_printf(json->out, "[%s]", text_string(&data->rules));
    json_key(json, "fixes");
    text_printf(json->out, "[%s]", text_string(&data->fixes));
    json_key(json, "rule_texts");
    intern_print(&data->texts, json->out);
    json_key(json, "banks");
    intern_print(&data->banks, json->out);
    json_key(json, "segments");
    intern_print(&data->segments, json->out);
    whatifs_print(data, json);
}

static void put_launches(ViewData *data, Json *json)
{
    json_key(json, "launches");
    json_open(json, '[');
    for (uint32_t i = 0; i < data->view->launch_count; i++) {
        launch_print(data, &data->view->launches[i], json);
    }
    json_close(json, ']');
}

void view_print_data(const View *view, Text *out)
{
    ViewData data = {.view = view};
    Json whole = {out, false}, *json = &whole;
    json_open(json, '{');
    json_text(json, "schema", "lockstep-view");
    json_number(json, "schema_version", SCHEMA_VERSION);
    json_text(json, "lockstep", view->version);
    json_text(json, "program", view->program);
    json_number(json, "launches_left_out", view->launches_left_out);
    resident_print_gpu(view->gpu, json);
    maps_print_generations(view->gpu, json);
    put_counters(json);
    put_heat(json);
    put_stalls(json);
    put_sources(&data, json);
    put_warnings(&data, json);
    json_number(json, "is_checked", view->is_checked);
    problems_print(view, NULL, json);
    table_print(view, json);
    put_launches(&data, json);
    put_patterns(&data, json);
    json->needs_comma = true;
    json_number(json, "maps_left_out", data.maps_left_out);
    json_close(json, '}');
    text_destroy(&data.part);
    text_destroy(&data.rules);
    text_destroy(&data.fixes);
    text_destroy(&data.choice_rules);
    free(data.what_if_of);
    arena_clear(&data.arena);
}
