// SPDX-License-Identifier: Apache-2.0
// The expressions of #if, C++17 [cpp.cond]: 64-bit integers, unsigned where an operand is.
#include "isa/cuda/source/preprocess.h"

#define DEPTH_MAX 200 // of parentheses and operators within each other

typedef struct Value {
    uint64_t bits;
    bool is_unsigned;
} Value;

typedef struct Expression {
    Preprocessor *p;
    Token token;   // the next one
    bool is_value; // it is an operator like `defined`, done: value is its result
    Value value;
    SourceLocation location; // of the directive
    uint32_t depth;
    uint32_t unevaluated; // inside operands that do not count
    bool is_bad;
} Expression;

static Value conditional(Expression *e);

static void fail(Expression *e, const char *message)
{
    if (!e->is_bad) {
        bool is_end = e->token.kind == TOKEN_END;
        report_error(e->p, is_end ? e->location : e->token.location, "%s", message);
    }
    e->is_bad = true;
}

bool condition_is_defined(const Name *name)
{
    return name->macro != NULL || name->builtin == BUILTIN_HAS_INCLUDE ||
           name->builtin == BUILTIN_HAS_INCLUDE_NEXT || name->builtin == BUILTIN_HAS_ATTRIBUTE ||
           name->builtin == BUILTIN_HAS_CPP_ATTRIBUTE || name->builtin == BUILTIN_HAS_BUILTIN;
}

// defined name | defined ( name )
static uint64_t read_defined(Expression *e)
{
    expand_raw(e->p, &e->token);
    bool has_paren = e->token.id == PUNCTUATOR_paren_open;
    if (has_paren) {
        expand_raw(e->p, &e->token);
    }
    if (e->token.kind != TOKEN_NAME && e->token.kind != PIECE_PAINTED) {
        fail(e, "macro name missing after 'defined'");
        return 0;
    }
    bool value = condition_is_defined(name_of(&e->token));
    if (has_paren) {
        expand_raw(e->p, &e->token);
        if (e->token.id != PUNCTUATOR_paren_close) {
            fail(e, "expected ')' after 'defined'");
        }
    }
    return value;
}

// __has_include ( header )
static uint64_t read_has_include(Expression *e, bool is_next)
{
    Text name = {0};
    bool is_angled, value = false;
    expand_raw(e->p, &e->token);
    if (e->token.id != PUNCTUATOR_paren_open || !include_name(e->p, &name, &is_angled)) {
        fail(e, "expected (\"file\") or (<file>) after '__has_include'");
    } else {
        value = include_exists(e->p, text_string(&name), is_angled, is_next);
        expand_raw(e->p, &e->token);
        if (e->token.id != PUNCTUATOR_paren_close) {
            fail(e, "expected ')' after '__has_include'");
        }
    }
    text_destroy(&name);
    return value;
}

// __has_builtin ( anything ): 0, so that programs take their standard C++ path
static uint64_t read_has_nothing(Expression *e)
{
    expand_raw(e->p, &e->token);
    uint32_t depth = e->token.id == PUNCTUATOR_paren_open;
    while (depth > 0 && e->token.kind != TOKEN_END) {
        expand_raw(e->p, &e->token);
        depth += e->token.id == PUNCTUATOR_paren_open;
        depth -= e->token.id == PUNCTUATOR_paren_close;
    }
    if (e->token.id != PUNCTUATOR_paren_close) {
        fail(e, "expected a name in parentheses");
    }
    return 0;
}

static void advance(Expression *e)
{
    expand_next(e->p, &e->token);
    e->is_value = false;
    if (e->token.kind != TOKEN_NAME && e->token.kind != PIECE_PAINTED) {
        return;
    }
    const Name *name = name_of(&e->token);
    e->token.id = name->id;
    if (name->builtin == BUILTIN_NONE) {
        return;
    }
    Token start = e->token;
    uint64_t bits = name->builtin == BUILTIN_DEFINED            ? read_defined(e)
                    : name->builtin == BUILTIN_HAS_INCLUDE      ? read_has_include(e, false)
                    : name->builtin == BUILTIN_HAS_INCLUDE_NEXT ? read_has_include(e, true)
                                                                : read_has_nothing(e);
    e->value = (Value){bits, false};
    e->is_value = true;
    start.id = TOKEN_ID_NONE;
    start.kind = TOKEN_NUMBER;
    e->token = start;
}

static Value literal(Expression *e)
{
    Literal found = {0};
    bool is_good = source_literal(&e->p->source, &e->token, e->p->diagnostics, &found);
    e->is_bad |= !is_good;
    if (is_good && (found.kind == LITERAL_FLOAT || found.kind == LITERAL_DOUBLE ||
                    found.kind == LITERAL_LONG_DOUBLE)) {
        fail(e, "floating-point number in #if; only integers are allowed");
    }
    bool is_unsigned = found.kind == LITERAL_UNSIGNED || found.kind == LITERAL_UNSIGNED_LONG ||
                       found.kind == LITERAL_UNSIGNED_LONG_LONG;
    return (Value){found.integer, is_unsigned};
}

// primary = number | character | name | "(" expression ")"
static Value primary(Expression *e)
{
    Value value = {0, false};
    if (e->is_value) {
        value = e->value;
    } else if (e->token.kind == TOKEN_NUMBER || e->token.kind == TOKEN_CHARACTER) {
        value = literal(e);
    } else if (e->token.id == PUNCTUATOR_paren_open) {
        advance(e);
        value = conditional(e);
        if (e->token.id != PUNCTUATOR_paren_close) {
            fail(e, "expected ')' in #if");
        }
    } else if (e->token.kind == TOKEN_NAME || e->token.kind == PIECE_PAINTED) {
        value.bits = e->token.id == KEYWORD_true; // every other name is 0
    } else {
        fail(e, e->token.kind == TOKEN_END ? "#if expression ends unexpectedly; expected a value"
                                           : "expected a value in #if");
    }
    if (!e->is_bad) {
        advance(e);
    }
    return value;
}

// unary = {"+" | "-" | "!" | "~"} primary
static Value unary(Expression *e)
{
    uint16_t id = e->token.id;
    if (id != PUNCTUATOR_plus && id != PUNCTUATOR_minus && id != PUNCTUATOR_exclamation &&
        id != PUNCTUATOR_tilde) {
        return primary(e);
    }
    if (++e->depth > DEPTH_MAX) {
        fail(e, "#if expression is nested too deeply");
        return (Value){0};
    }
    advance(e);
    Value value = unary(e);
    e->depth--;
    switch (id) {
    case PUNCTUATOR_minus: value.bits = -value.bits; break;
    case PUNCTUATOR_tilde: value.bits = ~value.bits; break;
    case PUNCTUATOR_exclamation: value = (Value){value.bits == 0, false}; break;
    default: break;
    }
    return value;
}

static int precedence(uint16_t id)
{
    switch (id) {
    case PUNCTUATOR_star:
    case PUNCTUATOR_slash:
    case PUNCTUATOR_percent: return 10;
    case PUNCTUATOR_plus:
    case PUNCTUATOR_minus: return 9;
    case PUNCTUATOR_shift_left:
    case PUNCTUATOR_shift_right: return 8;
    case PUNCTUATOR_less:
    case PUNCTUATOR_greater:
    case PUNCTUATOR_less_equal:
    case PUNCTUATOR_greater_equal: return 7;
    case PUNCTUATOR_equal:
    case PUNCTUATOR_not_equal: return 6;
    case PUNCTUATOR_ampersand: return 5;
    case PUNCTUATOR_caret: return 4;
    case PUNCTUATOR_bar: return 3;
    case PUNCTUATOR_and_and: return 2;
    case PUNCTUATOR_or_or: return 1;
    default: return 0;
    }
}

static Value divide(Expression *e, const Token *sign, Value a, Value b, bool is_unsigned)
{
    bool is_quotient = sign->id == PUNCTUATOR_slash;
    if (b.bits == 0) {
        if (e->unevaluated == 0 && !e->is_bad) {
            report_error(e->p, sign->location, "division by zero in #if");
            e->is_bad = true;
        }
        return (Value){0, is_unsigned};
    }
    if (is_unsigned) {
        return (Value){is_quotient ? a.bits / b.bits : a.bits % b.bits, true};
    }
    int64_t x = (int64_t)a.bits, y = (int64_t)b.bits;
    if (y == -1) { // also where x / y has no value
        return (Value){is_quotient ? -a.bits : 0, false};
    }
    return (Value){(uint64_t)(is_quotient ? x / y : x % y), false};
}

static uint64_t shift(Value a, uint64_t count, bool is_left)
{
    if (count > 63) {
        return !is_left && !a.is_unsigned && (int64_t)a.bits < 0 ? UINT64_MAX : 0;
    }
    if (is_left) {
        return a.bits << count;
    }
    uint64_t sign = !a.is_unsigned && (int64_t)a.bits < 0 ? ~(UINT64_MAX >> count) : 0;
    return a.bits >> count | sign;
}

static bool is_below(Value a, Value b, bool is_unsigned)
{
    return is_unsigned ? a.bits < b.bits : (int64_t)a.bits < (int64_t)b.bits;
}

static Value apply(Expression *e, const Token *sign, Value a, Value b)
{
    bool either = a.is_unsigned || b.is_unsigned;
    switch (sign->id) {
    case PUNCTUATOR_star: return (Value){a.bits * b.bits, either};
    case PUNCTUATOR_slash:
    case PUNCTUATOR_percent: return divide(e, sign, a, b, either);
    case PUNCTUATOR_plus: return (Value){a.bits + b.bits, either};
    case PUNCTUATOR_minus: return (Value){a.bits - b.bits, either};
    case PUNCTUATOR_shift_left: return (Value){shift(a, b.bits, true), a.is_unsigned};
    case PUNCTUATOR_shift_right: return (Value){shift(a, b.bits, false), a.is_unsigned};
    case PUNCTUATOR_less: return (Value){is_below(a, b, either), false};
    case PUNCTUATOR_greater: return (Value){is_below(b, a, either), false};
    case PUNCTUATOR_less_equal: return (Value){!is_below(b, a, either), false};
    case PUNCTUATOR_greater_equal: return (Value){!is_below(a, b, either), false};
    case PUNCTUATOR_equal: return (Value){a.bits == b.bits, false};
    case PUNCTUATOR_not_equal: return (Value){a.bits != b.bits, false};
    case PUNCTUATOR_ampersand: return (Value){a.bits & b.bits, either};
    case PUNCTUATOR_caret: return (Value){a.bits ^ b.bits, either};
    case PUNCTUATOR_bar: return (Value){a.bits | b.bits, either};
    case PUNCTUATOR_and_and: return (Value){a.bits != 0 && b.bits != 0, false};
    default: return (Value){a.bits != 0 || b.bits != 0, false};
    }
}

// binary = unary {operator binary}, operators that bind at least as tightly as `lowest`
static Value binary(Expression *e, int lowest)
{
    Value left = unary(e);
    for (int level; (level = precedence(e->token.id)) >= lowest && !e->is_bad;) {
        Token sign = e->token;
        bool is_decided = (sign.id == PUNCTUATOR_and_and && left.bits == 0) ||
                          (sign.id == PUNCTUATOR_or_or && left.bits != 0);
        advance(e);
        e->unevaluated += is_decided;
        Value right = binary(e, level + 1);
        e->unevaluated -= is_decided;
        left = apply(e, &sign, left, right);
    }
    return left;
}

// conditional = binary ["?" conditional ":" conditional]
static Value conditional(Expression *e)
{
    Value value = {0};
    if (++e->depth > DEPTH_MAX) {
        fail(e, "#if expression is nested too deeply");
        return value;
    }
    value = binary(e, 1);
    if (e->token.id == PUNCTUATOR_question && !e->is_bad) {
        bool is_first = value.bits != 0;
        advance(e);
        e->unevaluated += !is_first;
        Value first = conditional(e);
        e->unevaluated -= !is_first;
        if (e->token.id != PUNCTUATOR_colon) {
            fail(e, "expected ':' in #if");
            return value;
        }
        advance(e);
        e->unevaluated += is_first;
        Value second = conditional(e);
        e->unevaluated -= is_first;
        value.bits = is_first ? first.bits : second.bits;
        value.is_unsigned = first.is_unsigned || second.is_unsigned;
    }
    e->depth--;
    return value;
}

bool condition_value(Preprocessor *p, Span line, SourceLocation location)
{
    Expression e = {.p = p, .location = location};
    uint32_t floor = expand_begin(p, line);
    advance(&e);
    Value value = conditional(&e);
    if (e.token.kind != TOKEN_END) {
        fail(&e, "expected an operator in #if");
    }
    expand_end(p, floor);
    return value.bits != 0 && !e.is_bad;
}
