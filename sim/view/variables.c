// SPDX-License-Identifier: Apache-2.0
// Variables of the source in the recorded warps: a row for each change before a step, whose values
// of the 32 lanes are interned. Beyond a page's share of bytes, steps have none.
#include "sim/record/variables.h"

#include "sim/explain/affine.h"
#include "sim/view/data.h"

#include <inttypes.h>
#include <string.h>

#define BYTES_MAX    400000u // of all launches of a page, about
#define ENTRY_BYTES  12u     // that a row takes, about
#define ELEMENTS_MAX 64u     // of an array in local memory

typedef struct Seen {
    VariableState state;
    uint64_t bits;
} Seen;

typedef struct Changes {
    ViewData *data;
    Variables *variables;
    const Recording *recording;
    const uint32_t *of_warp; // steps of the warp
    uint32_t step_count;
    Intern values;
    size_t bytes, most_bytes;
    Seen *seen; // [variable][lane]: before the step before
} Changes;

static bool is_whole(SourceForm form)
{
    return form == SOURCE_FORM_S32 || form == SOURCE_FORM_U32;
}

static int64_t whole_of(SourceForm form, uint64_t bits)
{
    return form == SOURCE_FORM_S32 ? (int64_t)(int32_t)(uint32_t)bits : (int64_t)(uint32_t)bits;
}

// All lanes follow a formula of the lane.
static bool is_even(const Seen *seen, SourceForm form, Affine *affine)
{
    LaneValues values = {.lanes = UINT32_MAX};
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if (!is_whole(form) || seen[lane].state != VARIABLE_KNOWN) {
            return false;
        }
        values.at[lane] = whole_of(form, seen[lane].bits);
    }
    return affine_fit(&values, 1, affine);
}

// {"from":0,"by":4}; {"from":0,"by":1,"run":16,"each":2} grows by 1 within runs of 16 lanes and by
// 2 from run to run.
static void put_formula(const Affine *affine, Text *out)
{
    text_printf(out, "{\"from\":%" PRId64 ",\"by\":%" PRId64, affine->base, affine->by_lane);
    if (affine->run < LANE_COUNT) {
        text_printf(out, ",\"run\":%" PRIu32 ",\"each\":%" PRId64, affine->run, affine->by_run);
    }
    text_put(out, "}");
}

static void put_value(const Seen *seen, SourceForm form, Text *out)
{
    if (seen->state != VARIABLE_KNOWN) {
        text_put(out, seen->state == VARIABLE_UNSET     ? "null"
                      : seen->state == VARIABLE_PENDING ? "\"~\""
                                                        : "\"?\"");
        return;
    }
    Text value = {0};
    source_form_print(form, seen->bits, &value);
    bool is_number = is_whole(form) || ((form == SOURCE_FORM_F32 || form == SOURCE_FORM_F64) &&
                                        strpbrk(text_string(&value), "in") == NULL);
    text_printf(out, is_number ? "%s" : "\"%s\"",
                strcmp(text_string(&value), "'\"'") == 0 || strcmp(text_string(&value), "'\\'") == 0
                    ? "' '"
                    : text_string(&value));
    text_destroy(&value);
}

static bool is_same(const Seen *a, const Seen *b)
{
    return a->state == b->state && (a->state != VARIABLE_KNOWN || a->bits == b->bits);
}

// "7", "{"from":0,"by":4}", "[1,null,...]"
static void put_lanes(const Seen *seen, SourceForm form, Text *out)
{
    Affine affine;
    bool is_uniform = true;
    for (uint32_t lane = 1; lane < LANE_COUNT; lane++) {
        is_uniform = is_uniform && is_same(&seen[0], &seen[lane]);
    }
    if (is_uniform) {
        put_value(&seen[0], form, out);
    } else if (is_even(seen, form, &affine)) {
        put_formula(&affine, out);
    } else {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            text_put(out, lane == 0 ? "[" : ",");
            put_value(&seen[lane], form, out);
        }
        text_put(out, "]");
    }
}

static uint32_t value_number(Changes *changes, const Seen *seen, SourceForm form)
{
    Text *text = &changes->data->part;
    text->size_bytes = 0;
    put_lanes(seen, form, text);
    uint32_t before = changes->values.count;
    uint32_t number =
        intern_add(&changes->values, text->at, text->size_bytes, &changes->data->arena);
    changes->bytes += ENTRY_BYTES + (changes->values.count > before ? text->size_bytes : 0);
    return number;
}

// Reads a variable's lanes; true: some are other than before.
static bool look(const Changes *changes, uint32_t index, Seen *now)
{
    bool is_changed = false;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        now[lane].state = variables_value(changes->variables, index, lane, &now[lane].bits);
        is_changed |= !is_same(&now[lane], &changes->seen[(size_t)index * LANE_COUNT + lane]);
    }
    return is_changed;
}

// [steps since the row before, variable, values, ...]
static void put_step(Changes *changes, uint32_t at, uint32_t *before, Json *json)
{
    for (uint32_t i = 0; i < variables_count(changes->variables); i++) {
        Seen now[LANE_COUNT];
        if (variables_is_optimized_out(changes->variables, i) ||
            variables_is_steady(changes->variables, i) || !look(changes, i, now)) {
            continue;
        }
        memcpy(changes->seen + (size_t)i * LANE_COUNT, now, sizeof now);
        SourceForm form = variables_info(changes->variables, i)->form;
        json_separate(json);
        text_printf(json->out, "%" PRIu32 ",%" PRIu32 ",%" PRIu32, at - *before, i,
                    value_number(changes, now, form));
        *before = at;
    }
}

static void put_warp(Changes *changes, uint32_t warp, Json *json)
{
    const Recording *recording = changes->recording;
    uint32_t at = 0, before = 0;
    size_t count = (size_t)variables_count(changes->variables) * LANE_COUNT;
    memset(changes->seen, 0, count * sizeof *changes->seen);
    variables_start(changes->variables, warp);
    json_separate(json);
    json_open(json, '[');
    for (uint32_t i = 0; i < recording->step_count && changes->bytes < changes->most_bytes; i++) {
        if (recording->steps[i].warp == warp) {
            variables_begin(changes->variables, &recording->steps[i]);
            put_step(changes, at, &before, json);
            variables_finish(changes->variables, &recording->steps[i]);
            at++;
        }
    }
    json_close(json, ']');
    changes->step_count = at;
}

static const char *terminated(const char *text, uint32_t size_bytes, Arena *arena)
{
    return arena_text(arena, text, size_bytes);
}

// [name, function, source or -1, first and last line of its scope, the variable that this is a part
// of, 1: optimized out]
static void put_names(Changes *changes, Json *json)
{
    Arena *arena = &changes->data->arena;
    json_key(json, "names");
    json_open(json, '[');
    for (uint32_t i = 0; i < variables_count(changes->variables); i++) {
        const SourceVariable *info = variables_info(changes->variables, i);
        uint32_t source =
            data_source(changes->data->view, terminated(info->file, info->file_bytes, arena));
        json_separate(json);
        json_open(json, '[');
        data_text(json, terminated(info->name, info->name_bytes, arena));
        data_text(json, terminated(info->function, info->function_bytes, arena));
        json_separate(json);
        text_printf(json->out, "%" PRId64 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d",
                    source == UINT32_MAX ? (int64_t)-1 : (int64_t)source, info->first_line,
                    info->end_line, info->whole, variables_is_optimized_out(changes->variables, i));
        json_close(json, ']');
    }
    json_close(json, ']');
}

// [first pc, pc after the last, name, ...] of each function with variables in local memory.
static void put_memory(const Changes *changes, const MachineProgram *program, Json *json)
{
    json_key(json, "memory");
    json_open(json, '[');
    for (uint32_t f = 0; f < program->function_count; f++) {
        const MachineFunction *function = &program->functions[f];
        const char *at = NULL;
        SourceName member;
        bool is_first = true;
        while (variables_in_memory(changes->variables, function->entry_pc, &at, &member)) {
            Text name = {0};
            text_add(&name, member.name, member.name_bytes);
            text_add(&name, member.shape, member.shape[0] == '[' ? member.shape_bytes : 0);
            if (is_first) {
                json_separate(json);
                json_open(json, '[');
                text_printf(json->out, "%" PRIu32 ",%" PRIu32, function->entry_pc,
                            function->end_pc);
                json->needs_comma = true;
            }
            data_text(json, text_string(&name));
            text_destroy(&name);
            is_first = false;
        }
        if (!is_first) {
            json_close(json, ']');
        }
    }
    json_close(json, ']');
}

static void put_changes(Changes *changes, Json *json)
{
    const Recording *recording = changes->recording;
    uint32_t *covered =
        arena_alloc(&changes->data->arena, (recording->warp_count + 1) * sizeof *covered);
    json_key(json, "changes");
    json_open(json, '[');
    for (uint32_t warp = 0; warp < recording->warp_count; warp++) {
        put_warp(changes, warp, json);
        covered[warp] = changes->step_count;
    }
    json_close(json, ']');
    data_numbers(json, "steps", covered, recording->warp_count);
    json_key(json, "values");
    intern_print(&changes->values, json->out);
    json->needs_comma = true;
}

void variables_print(ViewData *data, const ViewLaunch *launch, Json *json)
{
    const LaunchRecord *record = launch->report->record;
    VariablesLaunch passed = {.parameters = record->parameters, .elements_max = ELEMENTS_MAX};
    memcpy(passed.grid, record->grid, sizeof passed.grid);
    memcpy(passed.block, record->block, sizeof passed.block);
    Changes changes = {.data = data, .recording = launch->recording};
    changes.variables = variables_create(launch->recording, record->program, &passed);
    changes.most_bytes = BYTES_MAX / (data->view->launch_count == 0 ? 1 : data->view->launch_count);
    json_key(json, "variables");
    if (!launch->recording->choice.wants_values || variables_count(changes.variables) == 0) {
        text_put(json->out, "null");
        json->needs_comma = true;
    } else {
        size_t count = (size_t)variables_count(changes.variables) * LANE_COUNT;
        changes.seen = arena_alloc(&data->arena, count * sizeof *changes.seen);
        json_open(json, '{');
        put_names(&changes, json);
        put_memory(&changes, record->program, json);
        put_changes(&changes, json);
        json_close(json, '}');
    }
    variables_destroy(changes.variables);
}
