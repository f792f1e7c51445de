// SPDX-License-Identifier: Apache-2.0
// JSON piece by piece: names, values and brackets, with commas where they belong.
#ifndef LOCKSTEP_REPORT_JSON_WRITER_H
#define LOCKSTEP_REPORT_JSON_WRITER_H

#include "isa/base/text.h"

#include <stdbool.h>
#include <stdint.h>

// Where a value is about to be written: the comma before it is put when it is not the first.
typedef struct Json {
    Text *out;
    bool needs_comma;
} Json;

// The comma before an element of an array.
void json_separate(Json *json);
// The name of the field whose value comes next.
void json_key(Json *json, const char *name);
void json_open(Json *json, char bracket);
void json_close(Json *json, char bracket);

// A string on its own, as valid UTF-8 whatever its bytes are (text_character), after its key or
// json_separate().
void json_string(Json *json, const char *value);

// A field: value NULL is null.
void json_text(Json *json, const char *name, const char *value);
void json_number(Json *json, const char *name, double value);
void json_triple(Json *json, const char *name, const uint32_t value[3]);

#endif
