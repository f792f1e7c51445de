// SPDX-License-Identifier: Apache-2.0
// JSON (RFC 8259) as a tree of values: what json_writer.h writes, read back. Strict, but numbers
// may have any form that strtod reads.
#ifndef LOCKSTEP_REPORT_JSON_READER_H
#define LOCKSTEP_REPORT_JSON_READER_H

#include "isa/base/arena.h"

#include <stddef.h>

typedef enum JsonKind {
    JSON_NULL,
    JSON_BOOLEAN,
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
} JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    const char *name;        // of a field of an object; else NULL
    const char *text;        // of a string, in UTF-8, up to its first zero byte
    double number;           // of a number; 1 of true
    struct JsonValue *first; // of an array's elements or an object's fields
    struct JsonValue *next;  // the element or field after this one
} JsonValue;

// The value that is the whole text, in the arena. NULL if the text is no JSON, or nested more than
// 64 deep; *line is then where.
const JsonValue *json_read(const char *text, size_t size_bytes, unsigned *line, Arena *arena);

// A field of an object; NULL if it has none of this name, or is no object.
const JsonValue *json_field(const JsonValue *object, const char *name);

// A field that is a string; NULL if there is none.
const char *json_field_text(const JsonValue *object, const char *name);

#endif
