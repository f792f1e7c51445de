// SPDX-License-Identifier: Apache-2.0
// Reads .gpu files: `key = value` lines, # comments, `base = NAME` first to start from a preset
// in place of the defaults.
#include "sim/gpu/gpu.h"
#include "sim/gpu/gpu_value.h"

#include <string.h>

typedef struct Parser {
    Diagnostics *diagnostics;
    const char *file_name;
    const char *source; // the whole text, zero-terminated
    Gpu *gpu;
    bool has_base, has_key; // seen so far
    uint32_t line;
    uint32_t line_of[GPU_VALUE_COUNT]; // where each value was given; 0: not yet
    uint32_t line_of_name, line_of_title, line_of_device_name;
} Parser;

// One line, cut into its parts; they are in `copy`.
typedef struct Entry {
    char *key, *value;
    uint32_t key_column, value_column; // from 1
} Entry;

static void complain(Parser *parser, uint32_t line, uint32_t column, const char *text)
{
    SourcePosition position = {parser->file_name, line, column};
    diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, position, parser->source, "%s", text);
}

static char *skip_blanks(char *text)
{
    return text + strspn(text, " \t\r");
}

static void cut_blanks(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) {
        text[--length] = '\0';
    }
}

// False: the line holds no entry, or is wrong and was complained of.
static bool split_line(Parser *parser, char *line, Entry *entry)
{
    line[strcspn(line, "#")] = '\0';
    char *key = skip_blanks(line);
    if (*key == '\0') {
        return false;
    }
    entry->key_column = (uint32_t)(key - line) + 1;
    char *equals = strchr(key, '=');
    if (equals == NULL) {
        complain(parser, parser->line, entry->key_column, "expected 'key = value'");
        return false;
    }
    *equals = '\0';
    char *value = skip_blanks(equals + 1);
    entry->value_column = (uint32_t)(value - line) + 1;
    cut_blanks(key);
    cut_blanks(value);
    entry->key = key;
    entry->value = value;
    return true;
}

static void take_base(Parser *parser, const Entry *entry)
{
    const Gpu *base = gpu_preset(entry->value);
    if (parser->has_key) {
        complain(parser, parser->line, entry->key_column,
                 "'base' must come before every other key");
    } else if (base == NULL) {
        Text message = {0};
        text_printf(&message, "unknown preset '%s'; expected one of ", entry->value);
        for (uint32_t at = 0; at < gpu_preset_count(); at++) {
            text_printf(&message, "%s%s", at == 0 ? "" : ", ", gpu_preset_at(at)->name);
        }
        complain(parser, parser->line, entry->value_column, text_string(&message));
        text_destroy(&message);
        parser->has_base = true; // so that its keys are not reported as missing too
    } else {
        char name[GPU_NAME_MAX];
        memcpy(name, parser->gpu->name, sizeof name);
        *parser->gpu = *base;
        memcpy(parser->gpu->name, name, sizeof name);
        parser->has_base = true;
    }
}

static bool is_first(Parser *parser, const Entry *entry, uint32_t *line_of)
{
    if (*line_of == 0) {
        *line_of = parser->line;
        return true;
    }
    Text message = {0};
    text_printf(&message, "'%s' was given on line %u already", entry->key, *line_of);
    complain(parser, parser->line, entry->key_column, text_string(&message));
    text_destroy(&message);
    return false;
}

static void take_name(Parser *parser, const Entry *entry, uint32_t *line_of,
                      char name[GPU_NAME_MAX])
{
    size_t length = strlen(entry->value);
    if (!is_first(parser, entry, line_of)) {
        return;
    }
    if (length == 0 || length >= GPU_NAME_MAX) {
        complain(parser, parser->line, entry->value_column, "a name has 1 to 63 characters");
        return;
    }
    memset(name, 0, GPU_NAME_MAX);
    memcpy(name, entry->value, length);
}

static void complain_of_key(Parser *parser, const Entry *entry)
{
    Text message = {0};
    const char *nearest = gpu_value_nearest(entry->key);
    text_printf(&message, "unknown key '%s'", entry->key);
    if (nearest != NULL) {
        text_printf(&message, "; did you mean '%s'?", nearest);
    }
    complain(parser, parser->line, entry->key_column, text_string(&message));
    text_destroy(&message);
}

static void take_value(Parser *parser, const Entry *entry)
{
    const GpuValue *value = gpu_value_find(entry->key);
    if (value == NULL) {
        complain_of_key(parser, entry);
        return;
    }
    if (!is_first(parser, entry, &parser->line_of[value - gpu_values])) {
        return;
    }
    Text message = {0};
    if (!gpu_value_read(value, entry->value, parser->gpu, &message)) {
        complain(parser, parser->line, entry->value_column, text_string(&message));
    }
    text_destroy(&message);
}

static void take_entry(Parser *parser, const Entry *entry)
{
    if (strcmp(entry->key, "base") == 0) {
        take_base(parser, entry);
    } else if (strcmp(entry->key, "name") == 0) {
        take_name(parser, entry, &parser->line_of_name, parser->gpu->name);
    } else if (strcmp(entry->key, "title") == 0) {
        take_name(parser, entry, &parser->line_of_title, parser->gpu->title);
    } else if (strcmp(entry->key, "device_name") == 0) {
        take_name(parser, entry, &parser->line_of_device_name, parser->gpu->device_name);
    } else {
        take_value(parser, entry);
    }
    parser->has_key = true;
}

static void take_lines(Parser *parser, char *text)
{
    while (text != NULL) {
        char *end = strchr(text, '\n');
        if (end != NULL) {
            *end = '\0';
        }
        parser->line++;
        Entry entry;
        if (split_line(parser, text, &entry)) {
            take_entry(parser, &entry);
        }
        text = end == NULL ? NULL : end + 1;
    }
}

static void check_missing(Parser *parser)
{
    Text message = {0};
    uint32_t count = 0;
    for (uint32_t at = 0; at < GPU_VALUE_COUNT && !parser->has_base; at++) {
        if (parser->line_of[at] == 0 && gpu_values[at].default_text == NULL) {
            text_printf(&message, "%s%s", count == 0 ? "" : ", ", gpu_values[at].key);
            count++;
        }
    }
    if (count > 0) {
        Text whole = {0};
        text_printf(&whole, "%u key%s missing (or start from a preset with 'base = NAME'): %s",
                    count, count == 1 ? " is" : "s are", text_string(&message));
        complain(parser, 0, 0, text_string(&whole));
        text_destroy(&whole);
    }
    text_destroy(&message);
}

// Pairs of values of which the first may not exceed the second.
static const char *const bounded[][2] = {
    {"threads_per_block", "threads_per_sm"},
    {"registers_per_block", "registers_per_sm"},
    {"shared_bytes_per_block", "shared_bytes_per_block_optin"},
    {"shared_bytes_per_block_optin", "shared_bytes_per_sm"},
    {"block_x_max", "threads_per_block"},
    {"l1_sector_bytes", "l1_line_bytes"},
    {"l2_sector_bytes", "l2_line_bytes"},
};

static void check_bounds(Parser *parser)
{
    for (size_t at = 0; at < sizeof bounded / sizeof bounded[0]; at++) {
        const GpuValue *small = gpu_value_find(bounded[at][0]);
        const GpuValue *large = gpu_value_find(bounded[at][1]);
        if (gpu_value_number(small, parser->gpu) <= gpu_value_number(large, parser->gpu)) {
            continue;
        }
        uint32_t small_line = parser->line_of[small - gpu_values];
        uint32_t large_line = parser->line_of[large - gpu_values];
        Text message = {0};
        text_printf(&message, "%s = ", small->key);
        gpu_value_write(small, parser->gpu, &message);
        text_printf(&message, " exceeds %s = ", large->key);
        gpu_value_write(large, parser->gpu, &message);
        complain(parser, small_line > large_line ? small_line : large_line, 0,
                 text_string(&message));
        text_destroy(&message);
    }
}

static void check_warps(Parser *parser)
{
    const Gpu *gpu = parser->gpu;
    if (gpu->threads_per_sm != 32 * gpu->warps_per_sm) {
        Text message = {0};
        text_printf(&message, "threads_per_sm = %u is not 32 times warps_per_sm = %u",
                    gpu->threads_per_sm, gpu->warps_per_sm);
        uint32_t line = parser->line_of[gpu_value_find("threads_per_sm") - gpu_values];
        complain(parser, line, 0, text_string(&message));
        text_destroy(&message);
    }
}

static void take_defaults(Gpu *gpu)
{
    Text message = {0};
    for (uint32_t at = 0; at < GPU_VALUE_COUNT; at++) {
        if (gpu_values[at].default_text != NULL) {
            gpu_value_read(&gpu_values[at], gpu_values[at].default_text, gpu, &message);
        }
    }
    text_destroy(&message);
}

// The file's name without its folders and ending, as the GPU's name.
static void name_by_file(const char *file_name, Gpu *gpu)
{
    const char *slash = file_name == NULL ? NULL : strrchr(file_name, '/');
    const char *start = file_name == NULL ? "gpu" : slash == NULL ? file_name : slash + 1;
    const char *dot = strrchr(start, '.');
    size_t length = dot == NULL || dot == start ? strlen(start) : (size_t)(dot - start);
    memcpy(gpu->name, start, length < GPU_NAME_MAX ? length : GPU_NAME_MAX - 1);
}

bool gpu_parse(const char *text, size_t size_bytes, const char *file_name, Gpu *gpu,
               Diagnostics *diagnostics)
{
    Arena arena = {0};
    *gpu = (Gpu){0};
    name_by_file(file_name, gpu);
    take_defaults(gpu);
    uint32_t errors_before = diagnostics->error_count;
    Parser parser = {.diagnostics = diagnostics,
                     .file_name = file_name,
                     .source = arena_text(&arena, text, size_bytes),
                     .gpu = gpu};
    if (memchr(text, '\0', size_bytes) != NULL) {
        complain(&parser, 0, 0, "the file holds a zero byte: is it a text file?");
    } else {
        take_lines(&parser, arena_text(&arena, text, size_bytes));
        check_missing(&parser);
    }
    if (parser.line_of_title == 0) {
        memcpy(gpu->title, gpu->name, sizeof gpu->title);
    }
    if (parser.line_of_device_name == 0) {
        memcpy(gpu->device_name, gpu->title, sizeof gpu->device_name);
    }
    if (diagnostics->error_count == errors_before) {
        check_bounds(&parser);
        check_warps(&parser);
    }
    arena_clear(&arena);
    return diagnostics->error_count == errors_before;
}
