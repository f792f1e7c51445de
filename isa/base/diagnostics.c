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

void diagnostics_add(Diagnostics *diagnostics, DiagnosticLevel level, SourcePosition position,
                     const char *source, const char *format, ...)
{
    uint32_t limit = diagnostics->limit == 0 ? DEFAULT_LIMIT : diagnostics->limit;
    diagnostics->error_count += level == DIAGNOSTIC_ERROR;
    if (diagnostics->error_count > limit) {
        return;
    }
    Arena *arena = &diagnostics->arena;
    if (diagnostics->count == diagnostics->room) {
        diagnostics->room = diagnostics->room == 0 ? 8 : diagnostics->room * 2;
        diagnostics->items = arena_grow(arena, diagnostics->items, diagnostics->count,
                                        diagnostics->room, sizeof(Diagnostic));
    }
    Text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&message, format, arguments);
    va_end(arguments);
    if (position.file != NULL) {
        position.file = arena_text(arena, position.file, strlen(position.file));
    }
    diagnostics->items[diagnostics->count++] =
        (Diagnostic){.level = level,
                     .position = position,
                     .message = arena_text(arena, text_string(&message), message.size_bytes),
                     .source_line = source_line(arena, source, position.line)};
    text_destroy(&message);
}

static void print_position(SourcePosition position, Text *out)
{
    if (position.file == NULL) {
        text_put(out, "lockstep: ");
        return;
    }
    text_put(out, position.file);
    if (position.line > 0) {
        text_printf(out, ":%u", position.line);
    }
    if (position.line > 0 && position.column > 0) {
        text_printf(out, ":%u", position.column);
    }
    text_put(out, ": ");
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

void diagnostics_print(const Diagnostics *diagnostics, bool is_colored, Text *out)
{
    static const char *const word[] = {"error", "warning", "note"};
    static const char *const paint[] = {"\033[1;31m", "\033[1;35m", "\033[1;36m"};
    for (uint32_t i = 0; i < diagnostics->count; i++) {
        const Diagnostic *item = &diagnostics->items[i];
        const char *color = is_colored ? paint[item->level] : "";
        const char *plain = is_colored ? "\033[0m" : "";
        print_position(item->position, out);
        text_printf(out, "%s%s:%s %s\n", color, word[item->level], plain, item->message);
        if (item->source_line != NULL && item->position.column > 0) {
            print_caret(item->source_line, item->position.column, color, plain, out);
        }
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
