// SPDX-License-Identifier: Apache-2.0
#include "isa/base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void text_reserve(Text *text, size_t more_bytes)
{
    size_t needed = text->size_bytes + more_bytes + 1;
    if (needed <= text->room_bytes) {
        return;
    }
    size_t room = text->room_bytes < 128 ? 128 : text->room_bytes * 2;
    room = room < needed ? needed : room;
    char *grown = realloc(text->at, room);
    if (grown == NULL) {
        fputs("lockstep: out of memory\n", stderr);
        abort();
    }
    text->at = grown;
    text->room_bytes = room;
}

void text_add(Text *text, const char *bytes, size_t size_bytes)
{
    text_reserve(text, size_bytes);
    if (size_bytes > 0) {
        memcpy(text->at + text->size_bytes, bytes, size_bytes);
    }
    text->size_bytes += size_bytes;
    text->at[text->size_bytes] = '\0';
}

void text_put(Text *text, const char *zero_terminated)
{
    text_add(text, zero_terminated, strlen(zero_terminated));
}

void text_vprintf(Text *text, const char *format, va_list arguments)
{
    va_list again;
    char first[1];
    va_copy(again, arguments);
    int size = vsnprintf(first, sizeof first, format, again);
    va_end(again);
    if (size <= 0) {
        return;
    }
    text_reserve(text, (size_t)size);
    vsnprintf(text->at + text->size_bytes, (size_t)size + 1, format, arguments);
    text->size_bytes += (size_t)size;
}

void text_printf(Text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(text, format, arguments);
    va_end(arguments);
}

const char *text_string(const Text *text)
{
    return text->at == NULL ? "" : text->at;
}

void text_destroy(Text *text)
{
    free(text->at);
    *text = (Text){0};
}
