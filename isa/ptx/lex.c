// SPDX-License-Identifier: Apache-2.0
#include "isa/ptx/lex.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CLASS_BLANK = 1, CLASS_DIGIT = 2, CLASS_LETTER = 4, CLASS_HEX = 8 };

static unsigned class_of(char character)
{
    unsigned char c = (unsigned char)character;
    if (c >= '0' && c <= '9') {
        return CLASS_DIGIT | CLASS_HEX;
    }
    unsigned char lower = c | 0x20;
    if (lower >= 'a' && lower <= 'z') {
        return CLASS_LETTER | (lower <= 'f' ? CLASS_HEX : 0u);
    }
    if (c == '_' || c == '$') {
        return CLASS_LETTER;
    }
    return c == ' ' || (c >= '\t' && c <= '\r') ? CLASS_BLANK : 0;
}

static bool is_word(char character)
{
    return (class_of(character) & (CLASS_LETTER | CLASS_DIGIT)) != 0;
}

void ptx_lexer_init(Lexer *lexer, NameTable *names, const char *text, size_t size_bytes)
{
    *lexer = (Lexer){
        .names = names, .at = text, .end = text + size_bytes, .line_start = text, .line = 1};
}

static void new_line(Lexer *lexer)
{
    lexer->line++;
    lexer->line_start = lexer->at;
}

static void skip_line(Lexer *lexer)
{
    while (lexer->at < lexer->end && *lexer->at != '\n') {
        lexer->at++;
    }
}

static void skip_block_comment(Lexer *lexer)
{
    lexer->at += 2;
    while (lexer->at < lexer->end) {
        char c = *lexer->at++;
        if (c == '\n') {
            new_line(lexer);
        } else if (c == '*' && *lexer->at == '/') {
            lexer->at++;
            return;
        }
    }
}

// Whether there are only blanks before `at` in its line.
static bool is_first_in_line(const Lexer *lexer)
{
    for (const char *at = lexer->line_start; at < lexer->at; at++) {
        if ((class_of(*at) & CLASS_BLANK) == 0) {
            return false;
        }
    }
    return true;
}

static void skip_blanks(Lexer *lexer)
{
    for (;;) {
        char c = *lexer->at;
        if (c == '\n') {
            lexer->at++;
            new_line(lexer);
        } else if (class_of(c) & CLASS_BLANK) {
            lexer->at++;
        } else if (c == '/' && lexer->at[1] == '/') {
            skip_line(lexer);
        } else if (c == '/' && lexer->at[1] == '*') {
            skip_block_comment(lexer);
        } else if (c == '#' && is_first_in_line(lexer)) {
            skip_line(lexer);
        } else if (c == '@' && lexer->at[1] == '@' && is_first_in_line(lexer)) {
            skip_line(lexer);
        } else {
            return;
        }
    }
}

static Token bad(Token token, const char *message)
{
    token.kind = TOKEN_BAD;
    token.message = message;
    return token;
}

// name: [A-Za-z] [A-Za-z0-9_$]* | [_$%] [A-Za-z0-9_$]+ | "_"
static Token lex_name(Lexer *lexer, Token token)
{
    do {
        lexer->at++;
    } while (is_word(*lexer->at));
    token.kind = TOKEN_NAME;
    token.length = (uint32_t)(lexer->at - token.start);
    token.name = ptx_names_intern(lexer->names, token.start, token.length);
    return token;
}

// dotted word: "." [A-Za-z0-9_$]+ ("::" [A-Za-z0-9_$]+)*
static Token lex_dot(Lexer *lexer, Token token)
{
    lexer->at++;
    while (is_word(*lexer->at) ||
           (lexer->at[0] == ':' && lexer->at[1] == ':' && is_word(lexer->at[2]))) {
        lexer->at += *lexer->at == ':' ? 2 : 1;
    }
    token.length = (uint32_t)(lexer->at - token.start);
    if (token.length == 1) {
        return bad(token, "expected a word after '.'");
    }
    token.kind = TOKEN_DOT;
    token.name = ptx_names_intern(lexer->names, token.start, token.length);
    return token;
}

static unsigned digit_value(char c)
{
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

// Digits of a base, all of them up to lexer->at's end of word; false when the value passes 64 bits.
static bool read_digits(Lexer *lexer, unsigned base, uint64_t *value)
{
    bool fits = true;
    *value = 0;
    while ((class_of(*lexer->at) & CLASS_HEX) && digit_value(*lexer->at) < base) {
        unsigned digit = digit_value(*lexer->at++);
        fits = fits && *value <= (UINT64_MAX - digit) / base;
        *value = *value * base + digit;
    }
    return fits;
}

// "0f" 8 hex digits | "0d" 16 hex digits
static Token lex_hex_float(Lexer *lexer, Token token)
{
    unsigned digits = (token.start[1] | 0x20) == 'f' ? 8 : 16;
    lexer->at += 2;
    const char *first = lexer->at;
    read_digits(lexer, 16, &token.bits);
    bool is_whole = lexer->at - first == (ptrdiff_t)digits && !is_word(*lexer->at);
    while (is_word(*lexer->at)) {
        lexer->at++;
    }
    token.length = (uint32_t)(lexer->at - token.start);
    token.kind = TOKEN_FLOAT;
    token.is_double = digits == 16;
    if (!is_whole) {
        return bad(token, digits == 8 ? "expected 8 hexadecimal digits after '0f'"
                                      : "expected 16 hexadecimal digits after '0d'");
    }
    return token;
}

// Length of a decimal floating-point literal at `text`, or 0 if it is none.
static size_t decimal_float_length(const char *text)
{
    const char *at = text;
    bool is_float = false;
    while (class_of(*at) & CLASS_DIGIT) {
        at++;
    }
    if (*at == '.') {
        is_float = true;
        for (at++; class_of(*at) & CLASS_DIGIT; at++) {
        }
    }
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at + 1 + (at[1] == '+' || at[1] == '-');
        if (class_of(*exponent) & CLASS_DIGIT) {
            is_float = true;
            for (at = exponent; class_of(*at) & CLASS_DIGIT; at++) {
            }
        }
    }
    return is_float ? (size_t)(at - text) : 0;
}

static Token lex_decimal_float(Lexer *lexer, Token token, size_t length)
{
    lexer->at += length;
    token.kind = TOKEN_FLOAT;
    token.length = (uint32_t)length;
    token.is_double = true;
    char *end;
    double value = strtod(token.start, &end);
    memcpy(&token.bits, &value, sizeof value);
    return is_word(*lexer->at) ? bad(token, "invalid number") : token;
}

// integer: "0x" hex | "0b" binary | "0" octal | decimal, each with an optional "U"
static Token lex_integer(Lexer *lexer, Token token)
{
    unsigned base = 10;
    char second = (char)(lexer->at[1] | 0x20);
    if (lexer->at[0] == '0' && (second == 'x' || second == 'b')) {
        base = second == 'x' ? 16 : 2;
        lexer->at += 2;
    } else if (lexer->at[0] == '0') {
        base = 8;
    }
    const char *first = lexer->at;
    bool fits = read_digits(lexer, base, &token.bits);
    bool has_digits = lexer->at > first;
    token.is_unsigned = *lexer->at == 'U' || token.bits > INT64_MAX;
    lexer->at += *lexer->at == 'U';
    bool ends = !is_word(*lexer->at);
    while (is_word(*lexer->at)) {
        lexer->at++;
    }
    token.kind = TOKEN_INTEGER;
    token.length = (uint32_t)(lexer->at - token.start);
    if (!has_digits || !ends) {
        return bad(token, "invalid number");
    }
    return fits ? token : bad(token, "integer constant does not fit in 64 bits");
}

static Token lex_number(Lexer *lexer, Token token)
{
    char second = (char)(lexer->at[1] | 0x20);
    if (*lexer->at == '0' && (second == 'f' || second == 'd')) {
        return lex_hex_float(lexer, token);
    }
    size_t length = second == 'x' ? 0 : decimal_float_length(lexer->at);
    return length > 0 ? lex_decimal_float(lexer, token, length) : lex_integer(lexer, token);
}

static Token lex_string(Lexer *lexer, Token token)
{
    token.start = ++lexer->at;
    while (lexer->at < lexer->end && *lexer->at != '"' && *lexer->at != '\n') {
        lexer->at +=
            lexer->at[0] == '\\' && lexer->at + 1 < lexer->end && lexer->at[1] != '\n' ? 2 : 1;
    }
    token.length = (uint32_t)(lexer->at - token.start);
    if (*lexer->at != '"') {
        return bad(token, "unterminated string");
    }
    lexer->at++;
    token.kind = TOKEN_STRING;
    return token;
}

static Token lex_punctuation(Lexer *lexer, Token token)
{
    static const char pairs[][3] = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    token.kind = TOKEN_PUNCTUATION;
    token.length = 1;
    token.punctuation = *lexer->at;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (lexer->at[0] == pairs[i][0] && lexer->at[1] == pairs[i][1]) {
            token.length = 2;
            token.punctuation = PUNCTUATION_PAIR(pairs[i][0], pairs[i][1]);
        }
    }
    lexer->at += token.length;
    if (token.length == 1 && strchr(",;:(){}[]<>=+-*/%&|^~!?@", token.punctuation) == NULL) {
        return bad(token, "unexpected character");
    }
    return token;
}

Token ptx_lexer_next(Lexer *lexer)
{
    skip_blanks(lexer);
    Token token = {.start = lexer->at,
                   .line = lexer->line,
                   .column = (uint32_t)(lexer->at - lexer->line_start) + 1};
    char c = *lexer->at;
    if (lexer->at >= lexer->end) {
        return token;
    }
    if (class_of(c) & CLASS_DIGIT) {
        return lex_number(lexer, token);
    }
    if ((class_of(c) & CLASS_LETTER) || (c == '%' && is_word(lexer->at[1]))) {
        return lex_name(lexer, token);
    }
    if (c == '.') {
        return lex_dot(lexer, token);
    }
    if (c == '"') {
        return lex_string(lexer, token);
    }
    if (c == '\0') {
        lexer->at++;
        token.length = 1;
        return bad(token, "unexpected zero byte");
    }
    return lex_punctuation(lexer, token);
}
