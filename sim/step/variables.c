// SPDX-License-Identifier: Apache-2.0
// Variables of the source before the step where the stepper stands, and what the warp's step before
// changed.
#include "sim/step/stepper.h"

#include <inttypes.h>
#include <string.h>

enum { VALUE_COLUMNS = 15, LANES_PER_LINE = 4, ELEMENTS_MAX = 1024, LISTED_MAX = 16 };

typedef struct Seen {
    VariableState state;
    uint64_t bits;
} Seen;

static Seen *seen_at(const Stepper *stepper, uint32_t index, uint32_t lane)
{
    return (Seen *)stepper->seen + (size_t)index * LANE_COUNT + lane;
}

static void start(Stepper *stepper)
{
    variables_start(stepper->variables, stepper->warp);
    stepper->variables_warp = stepper->warp;
    stepper->variables_at = 0;
    stepper->is_begun = false;
}

// To where the warp's step is about to be performed.
static void begin(Stepper *stepper, uint32_t at)
{
    while (stepper->variables_at < at) {
        const RecordedStep *step = stepper_step_at(stepper, stepper->variables_at);
        if (!stepper->is_begun) {
            variables_begin(stepper->variables, step);
        }
        variables_finish(stepper->variables, step);
        stepper->variables_at++;
        stepper->is_begun = false;
    }
    if (!stepper->is_begun && at < stepper_count(stepper)) {
        variables_begin(stepper->variables, stepper_step_at(stepper, at));
        stepper->is_begun = true;
    }
}

static void find(Stepper *stepper)
{
    uint32_t count = variables_count(stepper->variables), at = stepper->at;
    uint32_t before = at > 0 ? at - 1 : 0;
    if (stepper->variables_warp != stepper->warp || stepper->variables_at > before) {
        start(stepper);
    }
    begin(stepper, before);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
            Seen *seen = seen_at(stepper, i, lane);
            seen->state = variables_value(stepper->variables, i, lane, &seen->bits);
        }
    }
    begin(stepper, at);
}

void variables_prepare(Stepper *stepper)
{
    const LaunchRecord *record = stepper->launch->record;
    VariablesLaunch launch = {.parameters = record->parameters, .elements_max = ELEMENTS_MAX};
    memcpy(launch.grid, record->grid, sizeof launch.grid);
    memcpy(launch.block, record->block, sizeof launch.block);
    stepper->variables = variables_create(stepper->recording, stepper->program, &launch);
    size_t count = (size_t)variables_count(stepper->variables) + 1;
    stepper->seen = arena_alloc(&stepper->arena, count * LANE_COUNT * sizeof(Seen));
    start(stepper);
}

// Lanes in which the step before changed it.
static uint32_t changed_lanes(const Stepper *stepper, uint32_t index)
{
    uint32_t lanes = 0;
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        const Seen *seen = seen_at(stepper, index, lane);
        uint64_t bits;
        VariableState state = variables_value(stepper->variables, index, lane, &bits);
        bool was_pending = seen->state == VARIABLE_PENDING && state == VARIABLE_UNSET;
        bool is_other = (state != seen->state && state != VARIABLE_PENDING && !was_pending) ||
                        (state == VARIABLE_KNOWN && bits != seen->bits);
        lanes |= (uint32_t)is_other << lane;
    }
    return lanes;
}

// The state that the variable has in all shown lanes; KNOWN too when they differ.
static VariableState common_state(const Stepper *stepper, uint32_t index)
{
    bool is_in[VARIABLE_PENDING + 1] = {false};
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        uint64_t bits;
        if ((stepper->lanes >> lane & 1) != 0) {
            is_in[variables_value(stepper->variables, index, lane, &bits)] = true;
        }
    }
    int count = is_in[VARIABLE_UNSET] + is_in[VARIABLE_LOST] + is_in[VARIABLE_PENDING];
    return is_in[VARIABLE_KNOWN] || count != 1 ? VARIABLE_KNOWN
           : is_in[VARIABLE_LOST]              ? VARIABLE_LOST
           : is_in[VARIABLE_PENDING]           ? VARIABLE_PENDING
                                               : VARIABLE_UNSET;
}

static char format_letter(SourceForm form, char format)
{
    bool is_float = form == SOURCE_FORM_F32 || form == SOURCE_FORM_F64;
    return format == 'f' && !is_float ? 0 : format;
}

static void put_value(const Stepper *stepper, uint32_t index, uint32_t lane, char format, Text *out)
{
    SourceForm form = variables_info(stepper->variables, index)->form;
    uint64_t bits;
    bool is_wide = form == SOURCE_FORM_S64 || form == SOURCE_FORM_U64 || form == SOURCE_FORM_F64 ||
                   form == SOURCE_FORM_POINTER;
    switch (variables_value(stepper->variables, index, lane, &bits)) {
    case VARIABLE_UNSET: text_put(out, "-"); break;
    case VARIABLE_LOST: text_put(out, "?"); break;
    case VARIABLE_PENDING: text_put(out, "~"); break;
    case VARIABLE_KNOWN:
        if (format_letter(form, format) == 0) {
            source_form_print(form, bits, out);
        } else {
            value_print(is_wide ? bits : (uint32_t)bits, is_wide ? LANE_TYPE_U64 : LANE_TYPE_U32,
                        format, out);
        }
        break;
    }
}

static const char *words_of(VariableState state)
{
    return state == VARIABLE_UNSET     ? "not yet assigned"
           : state == VARIABLE_PENDING ? "pending: not yet assigned here"
                                       : "optimized out";
}

static bool is_wide_form(SourceForm form)
{
    return form == SOURCE_FORM_POINTER || form == SOURCE_FORM_S64 || form == SOURCE_FORM_U64;
}

// "* sum    0: 0.5    1: 1 ..."
static void put_variable(const Stepper *stepper, uint32_t index, char format, Text *out)
{
    const SourceVariable *info = variables_info(stepper->variables, index);
    uint32_t shown = 0, changed = changed_lanes(stepper, index) & stepper->lanes;
    uint32_t per_line = is_wide_form(info->form) ? LANES_PER_LINE - 1 : LANES_PER_LINE;
    int columns = is_wide_form(info->form) ? VALUE_COLUMNS + 5 : VALUE_COLUMNS;
    VariableState state = common_state(stepper, index);
    text_printf(out, "%s %-12.*s", changed != 0 ? "*" : " ", (int)info->name_bytes, info->name);
    if (state != VARIABLE_KNOWN) {
        text_printf(out, " %s\n", words_of(state));
        return;
    }
    for (uint32_t lane = 0; lane < LANE_COUNT; lane++) {
        if ((stepper->lanes >> lane & 1) == 0) {
            continue;
        }
        Text value = {0};
        if (shown > 0 && shown % per_line == 0) {
            text_printf(out, "\n%14s", "");
        }
        text_printf(&value, "%u: ", lane);
        put_value(stepper, index, lane, format, &value);
        bool is_last = stepper->lanes >> lane >> 1 == 0 || shown % per_line == per_line - 1;
        text_printf(out, " %-*s", is_last ? 0 : columns, text_string(&value));
        text_destroy(&value);
        shown++;
    }
    text_put(out, "\n");
}

static const RecordedStep *step_here(const Stepper *stepper)
{
    return stepper_step_at(stepper, stepper_is_end(stepper) && stepper->at > 0 ? stepper->at - 1
                                                                               : stepper->at);
}

static bool is_visible(const Stepper *stepper, uint32_t index)
{
    const RecordedStep *step = step_here(stepper);
    if (step == NULL) {
        return false;
    }
    SourcePosition position = stepper_position(stepper, step);
    return variables_is_visible(stepper->variables, index, position.file, position.line);
}

// Those of that name that lie in local memory, "" being all; returns how many.
static uint32_t put_in_memory(const Stepper *stepper, const char *name, Text *out)
{
    const RecordedStep *step = step_here(stepper);
    const char *at = NULL;
    SourceName member;
    uint32_t count = 0;
    while (step != NULL && variables_in_memory(stepper->variables, step->pc, &at, &member)) {
        bool is_meant = name[0] == '\0' || (strlen(name) == member.name_bytes &&
                                            memcmp(name, member.name, member.name_bytes) == 0);
        if (is_meant) {
            int shape_bytes = member.shape[0] == '[' ? (int)member.shape_bytes : 0;
            text_printf(out, "  %.*s%.*s%*s in memory\n", (int)member.name_bytes, member.name,
                        shape_bytes, member.shape,
                        (int)(12 - member.name_bytes) - shape_bytes > 0
                            ? (int)(12 - member.name_bytes) - shape_bytes
                            : 0,
                        "");
            count++;
        }
    }
    return count;
}

// Behind the last element of an array in local memory with too many for a list; 0: it is none.
static uint32_t end_of_long(const Stepper *stepper, uint32_t index)
{
    uint32_t end = index, count = variables_count(stepper->variables);
    uint32_t whole = variables_info(stepper->variables, index)->whole;
    while (end < count && variables_is_in_memory(stepper->variables, end) &&
           variables_info(stepper->variables, end)->whole == whole) {
        end++;
    }
    return end - index > LISTED_MAX ? end : 0;
}

// "* a            64 values in memory (print a)"
static void put_long(const Stepper *stepper, uint32_t index, uint32_t end, Text *out)
{
    const SourceVariable *info = variables_info(stepper->variables, index);
    int name_bytes = (int)strcspn(info->name, ".[");
    uint32_t changed = 0;
    for (uint32_t i = index; i < end; i++) {
        changed |= changed_lanes(stepper, i) & stepper->lanes;
    }
    text_printf(out, "%s %-12.*s %" PRIu32 " values in memory (print %.*s)\n",
                changed != 0 ? "*" : " ", name_bytes, info->name, end - index, name_bytes,
                info->name);
}

StepperResult answer_variables(Stepper *stepper, Text *out)
{
    uint32_t count = variables_count(stepper->variables), shown = 0;
    const SourceVariable *before = NULL;
    Text in_memory = {0};
    uint32_t memory_count = put_in_memory(stepper, "", &in_memory);
    if (count == 0 && memory_count == 0) {
        text_put(out, "this PTX does not say where variables are: the built-in compiler's does "
                      "(registers shows PTX registers)");
        return STEPPER_WRONG;
    }
    find(stepper);
    for (uint32_t i = 0; i < count; i++) {
        const SourceVariable *info = variables_info(stepper->variables, i);
        if (!is_visible(stepper, i)) {
            continue;
        }
        uint32_t end = end_of_long(stepper, i);
        bool is_new = before == NULL || before->function_bytes != info->function_bytes ||
                      memcmp(before->function, info->function, info->function_bytes) != 0;
        if (is_new) {
            text_printf(out, "  in %.*s\n", (int)info->function_bytes, info->function);
        }
        if (end > i) {
            put_long(stepper, i, end, out);
            i = end - 1;
        } else {
            put_variable(stepper, i, 0, out);
        }
        before = info;
        shown++;
    }
    text_put(out, text_string(&in_memory));
    text_destroy(&in_memory);
    if (shown + memory_count == 0) {
        text_put(out, "  no variable is in scope here\n");
    }
    return STEPPER_ANSWERED;
}

// "acc" is acc, acc[0] and acc.x.
static bool is_named(const SourceVariable *info, const char *name)
{
    size_t size = strlen(name);
    return size > 0 && size <= info->name_bytes && memcmp(info->name, name, size) == 0 &&
           (size == info->name_bytes || strchr(".[", info->name[size]) != NULL);
}

bool answer_print_variable(Stepper *stepper, const char *name, char format, Text *out)
{
    bool is_found = false;
    find(stepper);
    for (uint32_t i = 0; i < variables_count(stepper->variables); i++) {
        if (is_named(variables_info(stepper->variables, i), name) && is_visible(stepper, i)) {
            put_variable(stepper, i, format, out);
            is_found = true;
        }
    }
    return put_in_memory(stepper, name, out) > 0 || is_found;
}

bool stepper_has_variable(const Stepper *stepper, const char *name)
{
    for (uint32_t i = 0; i < variables_count(stepper->variables); i++) {
        if (is_named(variables_info(stepper->variables, i), name)) {
            return true;
        }
    }
    return false;
}

// --- on the screen

static bool is_in_line(const char *line, size_t size_bytes, const SourceVariable *info)
{
    size_t size = 0;
    while (size < info->name_bytes && strchr(".[", info->name[size]) == NULL) {
        size++;
    }
    for (size_t i = 0; line != NULL && i + size <= size_bytes; i++) {
        static const char letters[] =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
        bool is_after = i > 0 && strchr(letters, line[i - 1]) != NULL;
        bool is_longer = i + size < size_bytes && strchr(letters, line[i + size]) != NULL;
        if (memcmp(line + i, info->name, size) == 0 && !is_after && !is_longer) {
            return true;
        }
    }
    return false;
}

// Changed ones first, then those of the step's line, then others that are no pointers.
static int rank(const Stepper *stepper, uint32_t index)
{
    const SourceVariable *info = variables_info(stepper->variables, index);
    SourcePosition position = stepper_position(stepper, stepper_step(stepper));
    size_t size_bytes;
    const char *line = stepper_source_line(stepper, position.file, position.line, &size_bytes);
    if (changed_lanes(stepper, index) != 0) {
        return 0;
    }
    return is_in_line(line, size_bytes, info) ? 1 : info->form == SOURCE_FORM_POINTER ? 3 : 2;
}

static void put_short(const Stepper *stepper, uint32_t index, const uint32_t *lanes, uint32_t count,
                      Text *line)
{
    const SourceVariable *info = variables_info(stepper->variables, index);
    VariableState state = common_state(stepper, index);
    text_printf(line, "%s %-14.*s ", changed_lanes(stepper, index) != 0 ? "*" : " ",
                info->name_bytes < 14 ? (int)info->name_bytes : 14, info->name);
    if (state != VARIABLE_KNOWN) {
        text_printf(line, " %s", words_of(state));
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        Text value = {0};
        put_value(stepper, index, lanes[i], 0, &value);
        text_printf(line, " %-*s", VALUE_COLUMNS - 1, text_string(&value));
        text_destroy(&value);
    }
}

uint32_t stepper_variable_lines(Stepper *stepper, const uint32_t *lanes, uint32_t count,
                                uint32_t room, VariableLine *put, void *context)
{
    uint32_t lines = 0;
    if (variables_count(stepper->variables) == 0 || stepper_is_end(stepper)) {
        return 0;
    }
    find(stepper);
    for (int wanted = 0; wanted < 4; wanted++) {
        for (uint32_t i = 0; i < variables_count(stepper->variables) && lines < room; i++) {
            if (variables_is_optimized_out(stepper->variables, i) || !is_visible(stepper, i) ||
                rank(stepper, i) != wanted) {
                continue;
            }
            Text line = {0};
            put_short(stepper, i, lanes, count, &line);
            put(context, &line, wanted == 0, lines++);
            text_destroy(&line);
        }
    }
    return lines;
}
