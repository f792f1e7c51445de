// SPDX-License-Identifier: Apache-2.0
#include "sim/report/json_writer.h"

#include "sim/report/number.h"

#include <inttypes.h>
#include <string.h>

void json_separate(Json *json)
{
    if (json->needs_comma) {
        text_put(json->out, ",");
    }
    json->needs_comma = true;
}

void json_string(Json *json, const char *value)
{
    text_put(json->out, "\"");
    for (size_t left = strlen(value); left > 0;) {
        uint32_t code;
        size_t size = text_character(value, left, &code);
        if (code == '"' || code == '\\') {
            text_printf(json->out, "\\%c", (char)code);
        } else if (code < 0x20 || code == 0x7f) {
            text_printf(json->out, "\\u%04" PRIx32, code);
        } else {
            text_put_character(json->out, code);
        }
        value += size;
        left -= size;
    }
    text_put(json->out, "\"");
}

void json_key(Json *json, const char *name)
{
    json_separate(json);
    json_string(json, name);
    text_put(json->out, ":");
}

void json_open(Json *json, char bracket)
{
    text_add(json->out, &bracket, 1);
    json->needs_comma = false;
}

void json_close(Json *json, char bracket)
{
    text_add(json->out, &bracket, 1);
    json->needs_comma = true;
}

void json_text(Json *json, const char *name, const char *value)
{
    json_key(json, name);
    if (value == NULL) {
        text_put(json->out, "null");
    } else {
        json_string(json, value);
    }
}

void json_number(Json *json, const char *name, double value)
{
    char number[NUMBER_MAX];
    json_key(json, name);
    text_put(json->out, number_plain(value, number));
}

void json_triple(Json *json, const char *name, const uint32_t value[3])
{
    json_key(json, name);
    text_printf(json->out, "[%" PRIu32 ",%" PRIu32 ",%" PRIu32 "]", value[0], value[1], value[2]);
}
