// SPDX-License-Identifier: Apache-2.0
// Whole-number expressions in sizes and arguments: sum := product (+|- product)*, product := shift
// (*|/ shift)*, shift := unit (<< unit)*, unit := number | ( sum ) | - unit.
#include "sim/plan/expression.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
    const char *at;
    uint32_t depth;
    bool has_failed;
} Reader;

enum { DEPTH_MAX = 32 };

static int64_t read_sum(Reader *reader);

static int64_t fail(Reader *reader)
{
    reader->has_failed = true;
    return 0;
}

static bool accept(Reader *reader, const char *text)
{
    const char *at = reader->at + strspn(reader->at, " ");
    size_t size = strlen(text);
    if (reader->has_failed || strncmp(at, text, size) != 0) {
        return false;
    }
    reader->at = at + size;
    return true;
}

static int64_t read_number(Reader *reader)
{
    const char *at = reader->at + strspn(reader->at, " ");
    if (*at < '0' || *at > '9') {
        return fail(reader);
    }
    char *end;
    errno = 0;
    long long value = strtoll(at, &end, 0);
    reader->at = end;
    return errno == ERANGE ? fail(reader) : (int64_t)value;
}

static int64_t read_unit(Reader *reader)
{
    if (++reader->depth > DEPTH_MAX) {
        return fail(reader);
    }
    int64_t value;
    if (accept(reader, "(")) {
        value = read_sum(reader);
        if (!accept(reader, ")")) {
            value = fail(reader);
        }
    } else if (accept(reader, "-")) {
        value = -read_unit(reader);
    } else {
        value = read_number(reader);
    }
    reader->depth--;
    return value;
}

static int64_t multiply(Reader *reader, int64_t a, int64_t b)
{
    int64_t limit = INT64_MAX / 2;
    bool is_small = b == 0 || (a <= limit / llabs(b) && a >= -limit / llabs(b));
    return is_small ? a * b : fail(reader);
}

static int64_t read_shift(Reader *reader)
{
    int64_t value = read_unit(reader);
    // "<<<" begins a launch configuration and is no shift.
    while (strncmp(reader->at + strspn(reader->at, " "), "<<<", 3) != 0 && accept(reader, "<<")) {
        int64_t places = read_unit(reader);
        value = places < 0 || places > 61 ? fail(reader)
                                          : multiply(reader, value, (int64_t)1 << places);
    }
    return value;
}

static int64_t read_product(Reader *reader)
{
    int64_t value = read_shift(reader);
    while (!reader->has_failed) {
        if (accept(reader, "*")) {
            value = multiply(reader, value, read_shift(reader));
        } else if (accept(reader, "/")) {
            int64_t divisor = read_shift(reader);
            value = divisor == 0 ? fail(reader) : value / divisor;
        } else {
            break;
        }
    }
    return value;
}

static int64_t add(Reader *reader, int64_t a, int64_t b)
{
    int64_t limit = INT64_MAX / 2;
    bool is_small = a <= limit && a >= -limit && b <= limit && b >= -limit;
    return is_small ? a + b : fail(reader);
}

static int64_t read_sum(Reader *reader)
{
    int64_t value = read_product(reader);
    while (!reader->has_failed) {
        if (accept(reader, "+")) {
            value = add(reader, value, read_product(reader));
        } else if (accept(reader, "-")) {
            value = add(reader, value, -read_product(reader));
        } else {
            break;
        }
    }
    return value;
}

bool expression_read(const char *text, const char **end, int64_t *value)
{
    Reader reader = {.at = text};
    *value = read_sum(&reader);
    *end = reader.at;
    return !reader.has_failed;
}

// Whether the parenthesis that opens the text closes at its very end.
static bool is_enclosed(const char *text)
{
    uint32_t depth = 0;
    for (const char *at = text; *at != 0; at++) {
        depth += *at == '(';
        depth -= *at == ')' && depth > 0;
        if (depth == 0) {
            return *at == ')' && at[1 + strspn(at + 1, " ")] == 0;
        }
    }
    return false;
}

bool dimensions_read(const char *text, uint32_t size[3])
{
    const char *at = text + strspn(text, " ");
    bool has_parentheses = is_enclosed(at);
    at += has_parentheses;
    size[0] = size[1] = size[2] = 1;
    for (int i = 0; i < 3; i++) {
        int64_t value;
        if (!expression_read(at, &at, &value) || value < 1 || value > UINT32_MAX) {
            return false;
        }
        size[i] = (uint32_t)value;
        at += strspn(at, " ");
        if (*at != ',' && *at != 'x') {
            break;
        }
        at++;
    }
    at += has_parentheses && *at == ')';
    return at[strspn(at, " ")] == 0;
}
