// SPDX-License-Identifier: Apache-2.0
// Constant expressions, folded as they are read (PTX ISA 9.0, "Constant Expressions"): integers are
// 64 bits wide, signed unless an operand is unsigned; floats are doubles. C's operators and
// precedence.
#include "isa/ptx/parser.h"

#include <string.h>

static Constant parse_unary(Parser *parser);

static Constant of_integer(int64_t value, bool is_unsigned)
{
    return (Constant){.integer = value, .is_unsigned = is_unsigned};
}

static Constant of_real(double value)
{
    return (Constant){.is_float = true, .real = value};
}

static double real_of(Constant c)
{
    if (c.is_float) {
        return c.real;
    }
    return c.is_unsigned ? (double)(uint64_t)c.integer : (double)c.integer;
}

static bool is_true(Constant c)
{
    return c.is_float ? c.real != 0 : c.integer != 0;
}

static Constant of_float_token(const Token *token)
{
    Constant c = {.is_float = true, .is_single = !token->is_double};
    if (token->is_double) {
        memcpy(&c.real, &token->bits, sizeof c.real);
    } else {
        float single;
        c.single = (uint32_t)token->bits;
        memcpy(&single, &c.single, sizeof single);
        c.real = (double)single;
    }
    return c;
}

// cast: "(" ".s64" | ".u64" ")" unary
static Constant parse_cast(Parser *parser)
{
    bool is_unsigned = parser_is_dot(parser, ".u64");
    parser_next(parser);
    parser_expect(parser, ')', "after the type");
    Constant c = parse_unary(parser);
    if (c.is_float) {
        parser_error(parser, "a floating-point constant cannot be cast");
        return of_integer(0, false);
    }
    return of_integer(c.integer, is_unsigned);
}

// primary: integer | float | "WARP_SZ" | "(" constant ")" | cast
static Constant parse_primary(Parser *parser)
{
    Token token = parser->token;
    if (token.kind == TOKEN_INTEGER) {
        parser_next(parser);
        return of_integer((int64_t)token.bits, token.is_unsigned);
    }
    if (token.kind == TOKEN_FLOAT) {
        parser_next(parser);
        return of_float_token(&token);
    }
    if (parser_is_name(parser, "WARP_SZ")) {
        parser_next(parser);
        return of_integer(32, false);
    }
    if (!parser_accept(parser, '(')) {
        parser_expected(parser, "a constant");
        return of_integer(0, false);
    }
    if (parser_is_dot(parser, ".s64") || parser_is_dot(parser, ".u64")) {
        return parse_cast(parser);
    }
    Constant c = ptx_parse_constant(parser);
    parser_expect(parser, ')', "after the expression");
    return c;
}

static Constant negate(Constant c)
{
    if (c.is_float) {
        return of_real(-c.real);
    }
    return of_integer((int64_t)(0 - (uint64_t)c.integer), c.is_unsigned);
}

// unary: ("+" | "-" | "!" | "~") unary | primary
static Constant parse_unary(Parser *parser)
{
    int operation = parser->token.kind == TOKEN_PUNCTUATION ? parser->token.punctuation : 0;
    if (operation == 0 || strchr("+-!~", operation) == NULL || operation > 0x7f) {
        return parse_primary(parser);
    }
    if (!parser_enter(parser)) {
        return of_integer(0, false);
    }
    parser_next(parser);
    Constant c = parse_unary(parser);
    parser_leave(parser);
    switch (operation) {
    case '-': return negate(c);
    case '!': return of_integer(!is_true(c), false);
    case '~':
        if (c.is_float) {
            parser_error(parser, "'~' requires an integer");
        }
        return of_integer(~c.integer, c.is_unsigned);
    default: return c;
    }
}

static const struct BinaryOperator {
    int punctuation;
    uint8_t precedence; // higher binds tighter
} binary_operators[] = {
    {'*', 10},
    {'/', 10},
    {'%', 10},
    {'+', 9},
    {'-', 9},
    {PUNCTUATION_PAIR('<', '<'), 8},
    {PUNCTUATION_PAIR('>', '>'), 8},
    {'<', 7},
    {'>', 7},
    {PUNCTUATION_PAIR('<', '='), 7},
    {PUNCTUATION_PAIR('>', '='), 7},
    {PUNCTUATION_PAIR('=', '='), 6},
    {PUNCTUATION_PAIR('!', '='), 6},
    {'&', 5},
    {'^', 4},
    {'|', 3},
    {PUNCTUATION_PAIR('&', '&'), 2},
    {PUNCTUATION_PAIR('|', '|'), 1},
};

static unsigned precedence_of(const Token *token)
{
    for (size_t i = 0; i < sizeof binary_operators / sizeof binary_operators[0]; i++) {
        if (token->kind == TOKEN_PUNCTUATION &&
            token->punctuation == binary_operators[i].punctuation) {
            return binary_operators[i].precedence;
        }
    }
    return 0;
}

static Constant fold_float(Parser *parser, int operation, double a, double b)
{
    switch (operation) {
    case '+': return of_real(a + b);
    case '-': return of_real(a - b);
    case '*': return of_real(a * b);
    case '/': return of_real(a / b);
    case '<': return of_integer(a < b, false);
    case '>': return of_integer(a > b, false);
    case PUNCTUATION_PAIR('<', '='): return of_integer(a <= b, false);
    case PUNCTUATION_PAIR('>', '='): return of_integer(a >= b, false);
    case PUNCTUATION_PAIR('=', '='): return of_integer(a == b, false);
    case PUNCTUATION_PAIR('!', '='): return of_integer(a != b, false);
    case PUNCTUATION_PAIR('&', '&'): return of_integer(a != 0 && b != 0, false);
    case PUNCTUATION_PAIR('|', '|'): return of_integer(a != 0 || b != 0, false);
    default: parser_error(parser, "operator requires integers"); return of_integer(0, false);
    }
}

static int64_t divide(Parser *parser, int operation, int64_t a, int64_t b, bool is_unsigned)
{
    if (b == 0) {
        parser_error(parser, "division by zero");
        return 0;
    }
    if (is_unsigned) {
        uint64_t x = (uint64_t)a, y = (uint64_t)b;
        return (int64_t)(operation == '/' ? x / y : x % y);
    }
    if (b == -1) { // INT64_MIN / -1 overflows
        return operation == '/' ? (int64_t)(0 - (uint64_t)a) : 0;
    }
    return operation == '/' ? a / b : a % b;
}

static int64_t shift(int operation, int64_t a, uint64_t count, bool is_unsigned)
{
    if (operation == PUNCTUATION_PAIR('<', '<')) {
        return count > 63 ? 0 : (int64_t)((uint64_t)a << count);
    }
    if (is_unsigned) {
        return count > 63 ? 0 : (int64_t)((uint64_t)a >> count);
    }
    return a >> (count > 63 ? 63 : count);
}

static bool is_less(int64_t a, int64_t b, bool is_unsigned)
{
    return is_unsigned ? (uint64_t)a < (uint64_t)b : a < b;
}

static Constant fold_integer(Parser *parser, int operation, Constant left, Constant right)
{
    int64_t a = left.integer, b = right.integer;
    bool is_unsigned = left.is_unsigned || right.is_unsigned;
    switch (operation) {
    case '+': return of_integer((int64_t)((uint64_t)a + (uint64_t)b), is_unsigned);
    case '-': return of_integer((int64_t)((uint64_t)a - (uint64_t)b), is_unsigned);
    case '*': return of_integer((int64_t)((uint64_t)a * (uint64_t)b), is_unsigned);
    case '/':
    case '%': return of_integer(divide(parser, operation, a, b, is_unsigned), is_unsigned);
    case PUNCTUATION_PAIR('<', '<'):
    case PUNCTUATION_PAIR('>', '>'):
        return of_integer(shift(operation, a, (uint64_t)b, left.is_unsigned), left.is_unsigned);
    case '<': return of_integer(is_less(a, b, is_unsigned), false);
    case '>': return of_integer(is_less(b, a, is_unsigned), false);
    case PUNCTUATION_PAIR('<', '='): return of_integer(!is_less(b, a, is_unsigned), false);
    case PUNCTUATION_PAIR('>', '='): return of_integer(!is_less(a, b, is_unsigned), false);
    case PUNCTUATION_PAIR('=', '='): return of_integer(a == b, false);
    case PUNCTUATION_PAIR('!', '='): return of_integer(a != b, false);
    case '&': return of_integer(a & b, is_unsigned);
    case '^': return of_integer(a ^ b, is_unsigned);
    case '|': return of_integer(a | b, is_unsigned);
    case PUNCTUATION_PAIR('&', '&'): return of_integer(a != 0 && b != 0, false);
    default: return of_integer(a != 0 || b != 0, false);
    }
}

// binary: unary (operator binary)*, by precedence climbing
static Constant parse_binary(Parser *parser, unsigned minimum)
{
    Constant left = parse_unary(parser);
    for (unsigned level; (level = precedence_of(&parser->token)) >= minimum;) {
        int operation = parser->token.punctuation;
        parser_next(parser);
        if (!parser_enter(parser)) {
            return left;
        }
        Constant right = parse_binary(parser, level + 1);
        parser_leave(parser);
        left = left.is_float || right.is_float
                   ? fold_float(parser, operation, real_of(left), real_of(right))
                   : fold_integer(parser, operation, left, right);
    }
    return left;
}

// constant: binary ("?" constant ":" constant)?
Constant ptx_parse_constant(Parser *parser)
{
    if (!parser_enter(parser)) {
        return of_integer(0, false);
    }
    Constant c = parse_binary(parser, 1);
    if (parser_accept(parser, '?')) {
        Constant yes = ptx_parse_constant(parser);
        parser_expect(parser, ':', "in the conditional expression");
        Constant no = ptx_parse_constant(parser);
        c = is_true(c) ? yes : no;
    }
    parser_leave(parser);
    return c;
}

uint64_t ptx_parse_count(Parser *parser, const char *what, uint64_t minimum, uint64_t maximum)
{
    Token token = parser->token;
    Constant c = ptx_parse_constant(parser);
    bool is_negative = !c.is_unsigned && c.integer < 0;
    uint64_t value = (uint64_t)c.integer;
    if (parser->is_panicking) {
        return minimum;
    }
    if (c.is_float || is_negative || value < minimum || value > maximum) {
        parser_error_at(parser, &token, "%s must be an integer from %llu to %llu", what,
                        (unsigned long long)minimum, (unsigned long long)maximum);
        return minimum;
    }
    return value;
}
