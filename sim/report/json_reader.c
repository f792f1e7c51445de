// SPDX-License-Identifier: Apache-2.0
#include "sim/report/json_reader.h"

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64, NUMBER_BYTES_MAX = 64 };

typedef struct Reader {
    const char *at, *end;
    unsigned line, depth;
    Arena *arena;
} Reader;

static bool read_value(Reader *reader, JsonValue *value);

static void skip_blanks(Reader *reader)
{
    for (; reader->at < reader->end && strchr(" \t\r\n", *reader->at) != NULL && *reader->at != 0;
         reader->at++) {
        reader->line += *reader->at == '\n';
    }
}

// Passes over the letter if it is next.
static bool take(Reader *reader, char letter)
{
    skip_blanks(reader);
    bool is_there = reader->at < reader->end && *reader->at == letter;
    reader->at += is_there;
    return is_there;
}

static bool take_word(Reader *reader, const char *word)
{
    size_t size = strlen(word);
    bool is_there =
        (size_t)(reader->end - reader->at) >= size && memcmp(reader->at, word, size) == 0;
    reader->at += is_there ? size : 0;
    return is_there;
}

// Four hexadecimal digits.
static bool read_unit(Reader *reader, uint32_t *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        static const char digits[] = "0123456789abcdef0123456789ABCDEF";
        const char *digit =
            reader->at < reader->end && *reader->at != 0 ? strchr(digits, *reader->at) : NULL;
        if (digit == NULL) {
            return false;
        }
        *unit = *unit * 16 + (uint32_t)(digit - digits) % 16;
        reader->at++;
    }
    return true;
}

// What follows \u: a character, or the two halves of one.
static bool read_character(Reader *reader, Text *out)
{
    uint32_t code, low;
    if (!read_unit(reader, &code)) {
        return false;
    }
    if (code >= 0xd800 && code < 0xdc00) {
        if (!take_word(reader, "\\u") || !read_unit(reader, &low) || low < 0xdc00 || low > 0xdfff) {
            return false;
        }
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    text_put_character(out, code);
    return true;
}

static bool read_escape(Reader *reader, Text *out)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    if (reader->at == reader->end || *reader->at == 0) {
        return false;
    }
    char letter = *reader->at++;
    const char *found = strchr(letters, letter);
    if (found != NULL) {
        text_add(out, &meant[found - letters], 1);
    }
    return found != NULL || (letter == 'u' && read_character(reader, out));
}

// After the quote that opens the string. False if it is not closed.
static bool read_letters(Reader *reader, Text *out)
{
    while (reader->at < reader->end && *reader->at != '"') {
        if ((unsigned char)*reader->at < ' ') {
            return false;
        }
        if (*reader->at != '\\') {
            text_add(out, reader->at++, 1);
            continue;
        }
        reader->at++;
        if (!read_escape(reader, out)) {
            return false;
        }
    }
    return take(reader, '"');
}

static const char *read_string(Reader *reader)
{
    Text letters = {0};
    bool is_good = take(reader, '"') && read_letters(reader, &letters);
    const char *string =
        is_good ? arena_text(reader->arena, text_string(&letters), letters.size_bytes) : NULL;
    text_destroy(&letters);
    return string;
}

static bool read_number(Reader *reader, double *number)
{
    char digits[NUMBER_BYTES_MAX], *end;
    size_t size = 0;
    while (size + 1 < NUMBER_BYTES_MAX && reader->at + size < reader->end &&
           reader->at[size] != 0 && strchr("+-.0123456789eE", reader->at[size]) != NULL) {
        digits[size] = reader->at[size];
        size++;
    }
    digits[size] = 0;
    *number = strtod(digits, &end);
    reader->at += size;
    return size > 0 && *end == 0;
}

// An element of an array, or a field of an object.
static bool read_member(Reader *reader, bool is_field, JsonValue *member)
{
    if (is_field) {
        skip_blanks(reader);
        member->name = read_string(reader);
        if (member->name == NULL || !take(reader, ':')) {
            return false;
        }
    }
    return read_value(reader, member);
}

// After the opening bracket.
static bool read_members(Reader *reader, JsonValue *value, char close)
{
    JsonValue **to = &value->first;
    if (take(reader, close)) {
        return true;
    }
    do {
        *to = arena_alloc(reader->arena, sizeof **to);
        if (!read_member(reader, close == '}', *to)) {
            return false;
        }
        to = &(*to)->next;
    } while (take(reader, ','));
    return take(reader, close);
}

static bool read_container(Reader *reader, JsonValue *value, JsonKind kind)
{
    value->kind = kind;
    reader->at++;
    bool is_good =
        ++reader->depth <= DEPTH_MAX && read_members(reader, value, kind == JSON_ARRAY ? ']' : '}');
    reader->depth--;
    return is_good;
}

static bool read_value(Reader *reader, JsonValue *value)
{
    skip_blanks(reader);
    switch (reader->at < reader->end ? *reader->at : 0) {
    case '{': return read_container(reader, value, JSON_OBJECT);
    case '[': return read_container(reader, value, JSON_ARRAY);
    case '"':
        value->kind = JSON_STRING;
        value->text = read_string(reader);
        return value->text != NULL;
    case 'n': return take_word(reader, "null");
    case 't':
        value->number = 1;
        value->kind = JSON_BOOLEAN;
        return take_word(reader, "true");
    case 'f': value->kind = JSON_BOOLEAN; return take_word(reader, "false");
    default: value->kind = JSON_NUMBER; return read_number(reader, &value->number);
    }
}

const JsonValue *json_read(const char *text, size_t size_bytes, unsigned *line, Arena *arena)
{
    Reader reader = {.at = text, .end = text + size_bytes, .line = 1, .arena = arena};
    JsonValue *value = arena_alloc(arena, sizeof *value);
    bool is_good = read_value(&reader, value);
    skip_blanks(&reader);
    *line = reader.line;
    return is_good && reader.at == reader.end ? value : NULL;
}

const JsonValue *json_field(const JsonValue *object, const char *name)
{
    const JsonValue *field = object == NULL || object->kind != JSON_OBJECT ? NULL : object->first;
    while (field != NULL && strcmp(field->name, name) != 0) {
        field = field->next;
    }
    return field;
}

const char *json_field_text(const JsonValue *object, const char *name)
{
    const JsonValue *field = json_field(object, name);
    return field == NULL ? NULL : field->text;
}
