// SPDX-License-Identifier: Apache-2.0
#include "isa/base/diagnostics.h"

#include <string.h>

#define DEFAULT_LIMIT 20

static const char *source_line(Arena *arena, const char *source, uint32_t line)
{
    if (source == NULL || line == 0) {
        return NULL;
    }
    for (uint32_t at = 1; at < line; at++) {
        source = strchr(source, '\n');
        if (source == NULL) {
            return NULL;
        }
        source++;
    }
    return arena_text(arena, source, strcspn(source, "\r\n"));
}

static const char *copy_of(Arena *arena, const char *text)
{
    return text == NULL ? NULL : arena_text(arena, text, strlen(text));
}

void diagnostics_copy(Diagnostics *diagnostics, const Diagnostic *item)
{
    Arena *arena = &diagnostics->arena;
    diagnostics->items = arena_room(arena, diagnostics->items, diagnostics->count,
                                    &diagnostics->room, sizeof(Diagnostic));
    Diagnostic *copy = &diagnostics->items[diagnostics->count++];
    *copy = *item;
    copy->position.file = copy_of(arena, item->position.file);
    copy->message = copy_of(arena, item->message);
    copy->source_line = copy_of(arena, item->source_line);
}

static bool is_same(const Diagnostic *a, const Diagnostic *b)
{
    bool is_in_same_file = a->position.file == NULL || b->position.file == NULL
                               ? a->position.file == b->position.file
                               : strcmp(a->position.file, b->position.file) == 0;
    return is_in_same_file && a->level == b->level && a->position.line == b->position.line &&
           a->position.column == b->position.column && strcmp(a->message, b->message) == 0;
}

bool diagnostics_copy_new(Diagnostics *diagnostics, const Diagnostic *item)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        if (is_same(&diagnostics->items[i], item)) {
            return false;
        }
    }
    diagnostics_copy(diagnostics, item);
    return true;
}

void diagnostics_add(Diagnostics *diagnostics, DiagnosticLevel level, SourcePosition position,
                     const char *source, const char *format, ...)
{
    uint32_t limit = diagnostics->limit == 0 ? DEFAULT_LIMIT : diagnostics->limit;
    diagnostics->error_count += level == DIAGNOSTIC_ERROR;
    if (diagnostics->error_count > limit) {
        return;
    }
    Arena scratch = {0};
    Text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    diagnostics_copy(diagnostics,
                     &(Diagnostic){.level = level,
                                   .position = position,
                                   .message = text_string(&message),
                                   .source_line = source_line(&scratch, source, position.line)});
    text_destroy(&message);
    arena_clear(&scratch);
}

void source_position_put(SourcePosition position, Text *out)
{
    if (position.file == NULL) {
        return;
    }
    text_put(out, position.file);
    if (position.line > 0) {
        text_printf(out, ":%u", position.line);
    }
    if (position.line > 0 && position.column > 0) {
        text_printf(out, ":%u", position.column);
    }
}

static void print_caret(const char *line, uint32_t column, const char *color, const char *plain,
                        Text *out)
{
    text_printf(out, "    %s\n    ", line);
    for (uint32_t at = 1; at < column && line[at - 1] != '\0'; at++) {
        text_put(out, line[at - 1] == '\t' ? "\t" : " ");
    }
    text_printf(out, "%s^%s\n", color, plain);
}

void diagnostic_print(const Diagnostic *item, bool is_colored, Text *out)
{
    static const char *const word[] = {"error", "warning", "note"};
    static const char *const paint[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    const char *color = is_colored ? paint[item->level] : "";
    const char *plain = is_colored ? "\033[0m" : "";
    source_position_put(item->position, out);
    text_printf(out, "%s: %s%s:%s %s\n", item->position.file == NULL ? "lockstep" : "", color,
                word[item->level], plain, item->message);
    if (item->source_line != NULL && item->position.column > 0) {
        print_caret(item->source_line, item->position.column, color, plain, out);
    }
}

void diagnostics_print(const Diagnostics *diagnostics, bool is_colored, Text *out)
{
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        diagnostic_print(&diagnostics->items[i], is_colored, out);
    }
    uint32_t limit = diagnostics->limit == 0 ? DEFAULT_LIMIT : diagnostics->limit;
    if (diagnostics->error_count > limit) {
        text_printf(out, "lockstep: %u more errors not shown\n", diagnostics->error_count - limit);
    }
}

void diagnostics_clear(Diagnostics *diagnostics)
{
    arena_clear(&diagnostics->arena);
    *diagnostics = (Diagnostics){.limit = diagnostics->limit};
}
