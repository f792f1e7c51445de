// SPDX-License-Identifier: Apache-2.0
// The values of numbers and characters and the bytes of strings, C++17 [lex.literal].
#include "isa/cuda/source/source.h"

#include <stdlib.h>
#include <string.h>

#define NUMBER_MAX 1000 // characters

typedef struct Reader {
    const Source *source;
    const Token *token;
    Diagnostics *diagnostics;
} Reader;

static bool refuse(const Reader *r, const char *what)
{
    source_report(r->source, r->diagnostics, DIAGNOSTIC_ERROR, r->token->location, "%s: %.*s", what,
                  (int)(r->token->length < 80 ? r->token->length : 80), r->token->text);
    return false;
}

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9') {
        return (unsigned)(c - '0');
    }
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 99;
}

// suffix = [u] [l | ll | z] in any order and case
static bool integer_suffix(const char *at, bool *is_unsigned, unsigned *longs)
{
    *is_unsigned = false;
    *longs = 0;
    for (; *at != '\0'; at++) {
        if ((*at | 32) == 'u' && !*is_unsigned) {
            *is_unsigned = true;
        } else if ((*at == 'l' || *at == 'L') && *longs == 0) {
            *longs = at[1] == *at ? 2 : 1;
            at += *longs - 1;
        } else if ((*at | 32) == 'z' && *longs == 0) {
            *longs = 1;
        } else {
            return false;
        }
    }
    return true;
}

// The first type of C++17 [lex.icon] table 7 that holds the value.
static LiteralKind integer_kind(uint64_t value, bool is_decimal, bool is_unsigned, unsigned longs)
{
    if (longs == 0 && value <= (is_unsigned || !is_decimal ? UINT32_MAX : (uint32_t)INT32_MAX)) {
        return is_unsigned || value > INT32_MAX ? LITERAL_UNSIGNED : LITERAL_INT;
    }
    bool is_wide = is_unsigned || value > INT64_MAX;
    if (longs == 2) {
        return is_wide ? LITERAL_UNSIGNED_LONG_LONG : LITERAL_LONG_LONG;
    }
    return is_wide ? LITERAL_UNSIGNED_LONG : LITERAL_LONG;
}

static const char no_own_suffix[] = "user-defined literals are not supported";

static bool read_integer(const Reader *r, const char *at, unsigned base, Literal *literal)
{
    uint64_t value = 0;
    const char *start = at;
    for (; digit_value(*at) < (base == 16 ? 16u : 10u); at++) {
        unsigned digit = digit_value(*at);
        if (digit >= base) {
            return refuse(r, base == 8 ? "invalid digit in octal constant"
                                       : "invalid digit in binary constant");
        }
        if (value > (UINT64_MAX - digit) / base) {
            return refuse(r, "integer constant does not fit in 64 bits");
        }
        value = value * base + digit;
    }
    bool is_unsigned;
    unsigned longs;
    if (at == start || !integer_suffix(at, &is_unsigned, &longs)) {
        return refuse(r, at == start  ? "numeric constant has no digits"
                         : *at == '_' ? no_own_suffix
                                      : "invalid suffix on numeric constant");
    }
    literal->integer = value;
    literal->kind = integer_kind(value, base == 10, is_unsigned, longs);
    return true;
}

static bool read_real(const Reader *r, const char *text, Literal *literal)
{
    char *end;
    literal->kind = LITERAL_DOUBLE;
    literal->real = strtod(text, &end);
    if ((*end | 32) == 'f' && end[1] == '\0') {
        literal->kind = LITERAL_FLOAT;
        literal->real = (double)strtof(text, NULL); // rounded once
    } else if ((*end | 32) == 'l' && end[1] == '\0') {
        literal->kind = LITERAL_LONG_DOUBLE;
    } else if (*end != '\0') {
        return refuse(r, *end == '_' ? no_own_suffix : "malformed number");
    }
    return true;
}

static bool read_number(const Reader *r, Literal *literal)
{
    char text[NUMBER_MAX + 1];
    size_t length = 0;
    for (uint32_t i = 0; i < r->token->length; i++) {
        if (r->token->text[i] != '\'' && length < NUMBER_MAX) {
            text[length++] = r->token->text[i];
        }
    }
    text[length] = '\0';
    if (r->token->length > NUMBER_MAX) {
        return refuse(r, "numeric constant is too long");
    }
    bool is_hex = text[0] == '0' && (text[1] | 32) == 'x';
    if (strpbrk(text, is_hex ? ".pP" : ".eE") != NULL) {
        if (is_hex && strpbrk(text, "pP") == NULL) {
            return refuse(r, "hexadecimal floating-point constant requires an exponent");
        }
        return read_real(r, text, literal);
    }
    if (is_hex) {
        return read_integer(r, text + 2, 16, literal);
    }
    if (text[0] == '0' && (text[1] | 32) == 'b') {
        return read_integer(r, text + 2, 2, literal);
    }
    size_t digits = strspn(text, "0123456789");
    if ((text[digits] | 32) == 'f') {
        return refuse(r, "invalid suffix on numeric constant"); // 1f
    }
    return read_integer(r, text, text[0] == '0' ? 8 : 10, literal);
}

// Reads the hexadecimal digits of \x, \u and \U; at most `most`.
static bool read_hex(const Reader *r, const char **at, const char *end, unsigned most,
                     uint32_t *value)
{
    const char *start = *at;
    *value = 0;
    for (; *at < end && digit_value(**at) < 16 && *at - start < (ptrdiff_t)most; ++*at) {
        if (*value > UINT32_MAX >> 4) {
            return refuse(r, "escape sequence out of range");
        }
        *value = *value << 4 | digit_value(**at);
    }
    return *at > start || refuse(r, "escape sequence has no digits");
}

// Reads what follows a backslash. *is_code_point: a character, else a byte or a unit.
static bool read_escape(const Reader *r, const char **at, const char *end, uint32_t *value,
                        bool *is_code_point)
{
    static const char letters[] = "abfnrtve'\"\\?";
    static const char values[] = "\a\b\f\n\r\t\v\033'\"\\?";
    if (*at >= end) {
        return refuse(r, "stray '\\' at the end");
    }
    char c = *(*at)++;
    const char *letter = c == '\0' ? NULL : strchr(letters, c);
    *is_code_point = c == 'u' || c == 'U';
    if (letter != NULL) {
        *value = (uint8_t)values[letter - letters];
        return true;
    }
    if (c == 'x') {
        return read_hex(r, at, end, UINT32_MAX, value);
    }
    if (*is_code_point) {
        return read_hex(r, at, end, c == 'u' ? 4 : 8, value) &&
               (*value <= 0x10ffff || refuse(r, "invalid Unicode character"));
    }
    if (c < '0' || c > '7') {
        return refuse(r, "unknown escape sequence");
    }
    *value = (uint32_t)(c - '0');
    for (int i = 0; i < 2 && *at < end && **at >= '0' && **at <= '7'; i++) {
        *value = *value << 3 | (uint32_t)(*(*at)++ - '0');
    }
    return true;
}

// Puts a character as UTF-8; returns the bytes.
static unsigned encode(uint32_t value, char out[4])
{
    if (value < 0x80) {
        out[0] = (char)value;
        return 1;
    }
    unsigned count = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
    static const uint8_t first[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = count - 1; i > 0; i--, value >>= 6) {
        out[i] = (char)(0x80 | (value & 0x3f));
    }
    out[0] = (char)(first[count] | value);
    return count;
}

// Reads one character of UTF-8; a byte that begins none stands for itself.
static uint32_t decode(const char **at, const char *end)
{
    uint8_t first = (uint8_t) * (*at)++;
    unsigned more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    if (more == 0 || end - *at < (ptrdiff_t)more) {
        return first;
    }
    uint32_t value = first & (0x3fu >> more);
    for (; more > 0; more--) {
        value = value << 6 | (uint32_t)(*(*at)++ & 0x3f);
    }
    return value;
}

static bool read_wide(const Reader *r, const char *at, const char *end, Literal *literal)
{
    uint32_t value = 0;
    bool is_code_point;
    if (at == end) {
        return refuse(r, "empty character constant");
    }
    if (*at == '\\') {
        at++;
        if (!read_escape(r, &at, end, &value, &is_code_point)) {
            return false;
        }
    } else {
        value = decode(&at, end);
    }
    literal->kind = LITERAL_WIDE_CHAR;
    literal->integer = value;
    return at == end || refuse(r, "more than one character in a character constant");
}

// 'a' is a char; of 'ab', an int, the last byte is the lowest, as GCC has it.
static bool read_narrow(const Reader *r, const char *at, const char *end, Literal *literal)
{
    uint32_t value = 0, bytes = 0;
    while (at < end) {
        uint32_t unit = (uint8_t)*at;
        bool is_code_point = false;
        if (*at++ == '\\' && !read_escape(r, &at, end, &unit, &is_code_point)) {
            return false;
        }
        if (unit > (is_code_point ? 0x7fu : 0xffu)) {
            return refuse(r, "character does not fit in one byte");
        }
        value = value << 8 | unit;
        bytes++;
    }
    if (bytes == 0 || bytes > 4) {
        return refuse(r, bytes == 0 ? "empty character constant"
                                    : "character constant too long for its type");
    }
    literal->kind = bytes == 1 ? LITERAL_CHAR : LITERAL_INT;
    int64_t signed_value = bytes == 1 ? (int8_t)value : (int32_t)value;
    literal->integer = (uint64_t)signed_value;
    return true;
}

bool source_literal(const Source *source, const Token *token, Diagnostics *diagnostics,
                    Literal *literal)
{
    Reader r = {source, token, diagnostics};
    *literal = (Literal){0};
    if (token->kind == TOKEN_NUMBER) {
        return read_number(&r, literal);
    }
    const char *end = token->text + token->length - 1;
    const char *quote = memchr(token->text, '\'', token->length);
    if (quote == NULL || quote >= end) {
        return refuse(&r, "expected a number or character constant");
    }
    bool is_wide = quote > token->text && quote[-1] != '8';
    return (is_wide ? read_wide : read_narrow)(&r, quote + 1, end, literal);
}

static const char *raw_string(const Reader *r, const char *quote, size_t *size_bytes)
{
    const char *open = memchr(quote, '(', r->token->length);
    size_t delimiter = (size_t)(open - quote) - 1;
    const char *end = r->token->text + r->token->length - delimiter - 2;
    *size_bytes = (size_t)(end - open) - 1;
    return arena_text(r->source->arena, open + 1, *size_bytes);
}

const char *source_string(const Source *source, const Token *token, Diagnostics *diagnostics,
                          size_t *size_bytes)
{
    Reader r = {source, token, diagnostics};
    const char *quote = memchr(token->text, '"', token->length);
    const char *end = token->text + token->length - 1;
    *size_bytes = 0;
    if (token->kind != TOKEN_STRING || quote == NULL || quote >= end) {
        refuse(&r, "expected a string");
        return NULL;
    }
    if (quote > token->text && token->text[0] != 'R' && memcmp(token->text, "u8", 2) != 0) {
        refuse(&r, "wide strings are not supported");
        return NULL;
    }
    if (quote > token->text && quote[-1] == 'R') {
        return raw_string(&r, quote, size_bytes);
    }
    char *out = arena_alloc(source->arena, token->length + 1);
    for (const char *at = quote + 1; at < end;) {
        if (*at != '\\') {
            out[(*size_bytes)++] = *at++;
            continue;
        }
        uint32_t value = 0;
        bool is_code_point = false;
        at++;
        if (!read_escape(&r, &at, end, &value, &is_code_point)) {
            return NULL;
        }
        if (is_code_point) {
            *size_bytes += encode(value, out + *size_bytes);
        } else if (value > 0xff) {
            refuse(&r, "escape sequence does not fit in one byte");
            return NULL;
        } else {
            out[(*size_bytes)++] = (char)value;
        }
    }
    out[*size_bytes] = '\0';
    return out;
}
