// SPDX-License-Identifier: Apache-2.0
#include "isa/base/text.h"

#include <inttypes.h>
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

static void quote(Text *text, const char *bytes, size_t size_bytes, unsigned highest)
{
    text_put(text, "\"");
    for (size_t i = 0; i < size_bytes; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte == '"' || byte == '\\' || byte < 0x20 || byte == 0x7f || byte > highest) {
            text_printf(text, "\\%03o", byte);
        } else {
            text_add(text, bytes + i, 1);
        }
    }
    text_put(text, "\"");
}

void text_quote(Text *text, const char *bytes, size_t size_bytes)
{
    quote(text, bytes, size_bytes, 0xff);
}

void text_quote_shell(Text *text, const char *word)
{
    text_put(text, "'");
    for (; *word != 0; word++) {
        if (*word == '\'') {
            text_put(text, "'\\''");
        } else {
            text_add(text, word, 1);
        }
    }
    text_put(text, "'");
}

void text_quote_ascii(Text *text, const char *bytes, size_t size_bytes)
{
    quote(text, bytes, size_bytes, 0x7f);
}

bool text_is_ascii(const char *bytes, size_t size_bytes)
{
    size_t i = 0;
    while (i < size_bytes && (unsigned char)bytes[i] < 0x80) {
        i++;
    }
    return i == size_bytes;
}

// The character that begins here, and its size; a byte that begins none is returned as it is.
static uint32_t utf8_character(const unsigned char *at, size_t room, size_t *size)
{
    static const unsigned char leads[] = {0xc0, 0xe0, 0xf0};
    size_t more = at[0] >= 0xf0 ? 3 : at[0] >= 0xe0 ? 2 : at[0] >= 0xc0 ? 1 : 0;
    uint32_t character = more == 0 ? at[0] : (uint32_t)(at[0] - leads[more - 1]);
    *size = 1;
    for (size_t i = 1; i <= more; i++) {
        if (i >= room || (at[i] & 0xc0) != 0x80) {
            return at[0];
        }
        character = character << 6 | (at[i] & 0x3fu);
    }
    *size = more + 1;
    return character;
}

void text_put_ascii_name(Text *text, const char *name, size_t size_bytes)
{
    size_t size;
    for (size_t i = 0; i < size_bytes; i += size) {
        uint32_t character = utf8_character((const unsigned char *)name + i, size_bytes - i, &size);
        if (character < 0x80) {
            text_add(text, name + i, 1);
        } else {
            text_printf(text, character > 0xffff ? "_U%08" PRIx32 : "_u%04" PRIx32, character);
        }
    }
}

// The byte that an escape denotes, after its backslash; *size: of the escape.
static char escaped(const char *at, size_t room, size_t *size)
{
    static const char letters[] = "abfnrtv", values[] = "\a\b\f\n\r\t\v";
    unsigned value = 0;
    size_t digits = 0;
    while (digits < 3 && digits < room && at[digits] >= '0' && at[digits] <= '7') {
        value = value * 8 + (unsigned)(at[digits++] - '0');
    }
    *size = digits == 0 ? 1 : digits;
    const char *letter = digits == 0 && *at != 0 ? strchr(letters, *at) : NULL;
    return digits > 0       ? (char)(unsigned char)value
           : letter != NULL ? values[letter - letters]
                            : *at;
}

void text_unquote(Text *text, const char *literal, size_t size_bytes)
{
    for (size_t i = 0; i < size_bytes;) {
        size_t size = 1;
        char byte = literal[i];
        if (byte == '\\' && i + 1 < size_bytes) {
            byte = escaped(literal + i + 1, size_bytes - i - 1, &size);
            size++;
        }
        text_add(text, &byte, byte == 0 ? 0 : 1);
        i += size;
    }
}

size_t text_character(const char *bytes, size_t size_bytes, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // by size: no longer than needed
    const unsigned char *at = (const unsigned char *)bytes;
    size_t size = at[0] < 0x80 ? 1 : at[0] < 0xc0 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;
    uint32_t value = size == 1 ? at[0] : at[0] & (0x7fu >> size);
    bool is_valid = size > 0 && size <= size_bytes && at[0] < 0xf8;
    for (size_t i = 1; i < size && is_valid; i++) {
        is_valid = (at[i] & 0xc0) == 0x80;
        value = value << 6 | (at[i] & 0x3fu);
    }
    is_valid =
        is_valid && value >= least[size] && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    *code = is_valid ? value : at[0];
    return is_valid ? size : 1;
}

void text_put_character(Text *text, uint32_t code)
{
    char bytes[4];
    size_t size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(size == 1 ? code : (0xf00u >> size & 0xf0) | code);
    text_add(text, bytes, size);
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
