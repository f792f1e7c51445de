// SPDX-License-Identifier: Apache-2.0
#include "sim/program/lambda.h"

#include "sim/program/shape.h"

#include <string.h>

// The type of a captured copy: without references and const.
static const char prelude[] =
    "template <class __T> struct __lockstep_value { typedef __T type; };"
    "template <class __T> struct __lockstep_value<const __T> : __lockstep_value<__T> {};"
    "template <class __T> struct __lockstep_value<__T &> : __lockstep_value<__T> {};"
    "template <class __T> struct __lockstep_value<__T &&> : __lockstep_value<__T> {};\n";

enum { NAME_MAX_COUNT = 64 };

// Indices of tokens; 0: none.
typedef struct Lambda {
    uint32_t open, close; // of the captures
    uint32_t parameters;  // its (
    uint32_t arrow;
    uint32_t body, end; // its { and }
    bool is_host, is_mutable;
} Lambda;

// A captured variable: its name and, in [n = expression], the tokens of the expression.
typedef struct Capture {
    uint32_t name, first, end;
} Capture;

typedef struct Lifter {
    Scan scan;
    const char *start, *at, *path; // up to `at` the text has been copied
    uint32_t lambda_count;         // written
    uint32_t first, last;          // the declaration at hand: tokens first .. last - 1
    uint32_t header_end;           // behind its template <...>; 0: it is no template
    Text *out;
} Lifter;

static Word word_at(const Lifter *lifter, uint32_t index)
{
    return index < lifter->scan.count ? (Word)lifter->scan.tokens[index].word : WORD_NONE;
}

static bool is_name(const Lifter *lifter, uint32_t index)
{
    return lifter->scan.tokens[index].kind == SCAN_NAME && word_at(lifter, index) == WORD_NONE;
}

static bool are_same(const Lifter *lifter, uint32_t a, uint32_t b)
{
    const ScanToken *x = &lifter->scan.tokens[a], *y = &lifter->scan.tokens[b];
    return x->length == y->length && memcmp(x->text, y->text, x->length) == 0;
}

static bool is_text(const Lifter *lifter, uint32_t index, const char *text)
{
    const ScanToken *token = &lifter->scan.tokens[index];
    return token->length == strlen(text) && memcmp(token->text, text, token->length) == 0;
}

static uint32_t match_of(const Lifter *lifter, uint32_t index)
{
    return lifter->scan.tokens[index].match;
}

static const char *text_of(const Lifter *lifter, uint32_t index)
{
    return lifter->scan.tokens[index].text;
}

static const char *end_of(const Lifter *lifter, uint32_t index)
{
    return lifter->scan.tokens[index].text + lifter->scan.tokens[index].length;
}

static void put_tokens(Lifter *lifter, uint32_t first, uint32_t end)
{
    if (first < end) {
        const char *from = text_of(lifter, first);
        text_add(lifter->out, from, (size_t)(end_of(lifter, end - 1) - from));
    }
}

static void put_name(Lifter *lifter, uint32_t name)
{
    put_tokens(lifter, name, name + 1);
}

static void put_line(Lifter *lifter, uint32_t index)
{
    unsigned line = 1;
    for (const char *at = lifter->start; at < text_of(lifter, index); at++) {
        line += *at == '\n';
    }
    text_printf(lifter->out, "\n#line %u \"%s\"\n", line, lifter->path);
}

// Reads the lambda for the device that starts at this [.
static bool read_lambda(const Lifter *lifter, uint32_t at, Lambda *lambda)
{
    Word before = word_at(lifter, at - 1);
    bool is_subscript = is_name(lifter, at - 1) || before == WORD_CLOSE ||
                        before == WORD_CLOSE_SQUARE || before == WORD_OPEN_SQUARE;
    *lambda = (Lambda){.open = at, .close = match_of(lifter, at)};
    if (is_subscript || lambda->close <= at || word_at(lifter, at + 1) == WORD_OPEN_SQUARE) {
        return false;
    }
    bool is_device = false;
    for (at = lambda->close + 1; at < lifter->scan.count; at++) {
        Word word = word_at(lifter, at);
        is_device = is_device || word == WORD_DEVICE;
        lambda->is_host = lambda->is_host || word == WORD_HOST;
        lambda->is_mutable = lambda->is_mutable || is_text(lifter, at, "mutable");
        if (word == WORD_OPEN && lambda->parameters == 0) {
            lambda->parameters = at;
            at = match_of(lifter, at) > at ? match_of(lifter, at) : lifter->scan.count;
        } else if (word == WORD_ARROW) {
            lambda->arrow = at;
        } else if (word == WORD_OPEN_BRACE) {
            lambda->body = at;
            lambda->end = match_of(lifter, at);
            return is_device && lambda->end > at;
        } else if (lambda->arrow == 0 && word != WORD_DEVICE && word != WORD_HOST &&
                   word != WORD_CONSTEXPR && word != WORD_NOEXCEPT &&
                   !is_text(lifter, at, "mutable")) {
            return false;
        } else if (word == WORD_SEMICOLON || word == WORD_CLOSE || word == WORD_CLOSE_BRACE) {
            return false;
        }
    }
    return false;
}

// Whether a name with these neighbours stands where a declaration has its declarator.
static bool is_followed(const Lifter *lifter, uint32_t at)
{
    static const Word after[] = {WORD_ASSIGN,     WORD_SEMICOLON, WORD_COMMA,
                                 WORD_OPEN,       WORD_CLOSE,     WORD_OPEN_SQUARE,
                                 WORD_OPEN_BRACE, WORD_COLON,     WORD_CLOSE_SQUARE};
    for (size_t i = 0; i < sizeof after / sizeof *after; i++) {
        if (word_at(lifter, at + 1) == after[i]) {
            return true;
        }
    }
    return false;
}

// `float x;`
static bool is_declared(const Lifter *lifter, uint32_t at)
{
    uint32_t before = at - 1;
    Word word = word_at(lifter, before);
    bool is_type = lifter->scan.tokens[before].kind == SCAN_NAME &&
                   word_kind(word) != WORD_CONTROL && word != WORD_OPERATOR && word != WORD_THIS &&
                   !is_text(lifter, before, "new") && !is_text(lifter, before, "delete") &&
                   !is_text(lifter, before, "goto");
    return is_type && is_followed(lifter, at);
}

// `float *x`, `vector<int> x`, `auto [x, y]`, `int x, y`; expressions look the same.
static bool may_be_declared(const Lifter *lifter, uint32_t at)
{
    Word word = word_at(lifter, at - 1);
    return (word == WORD_STAR || word == WORD_AND || word == WORD_AND_AND || word == WORD_COMMA ||
            word == WORD_GREATER || word == WORD_OPEN_SQUARE) &&
           is_followed(lifter, at);
}

// Whether the name is declared in the lambda itself.
static bool is_inner(const Lifter *lifter, const Lambda *lambda, uint32_t name)
{
    uint32_t at = lambda->parameters + 1;
    Parameter parameter;
    while (lambda->parameters > 0 &&
           shape_parameter(&lifter->scan, &at, match_of(lifter, lambda->parameters), &parameter)) {
        if (parameter.name > 0 && are_same(lifter, parameter.name, name)) {
            return true;
        }
    }
    for (at = lambda->body; at < lambda->end; at++) {
        if (!are_same(lifter, at, name)) {
            continue;
        }
        uint32_t type = at - 1;
        while (word_at(lifter, type) == WORD_STAR || word_at(lifter, type) == WORD_AND ||
               word_kind(word_at(lifter, type)) == WORD_CV) {
            type--;
        }
        Word before = word_at(lifter, type - 1), after = word_at(lifter, at + 1);
        bool is_start = before == WORD_SEMICOLON || before == WORD_OPEN_BRACE ||
                        before == WORD_CLOSE_BRACE || word_kind(before) == WORD_CV ||
                        (before == WORD_OPEN && (after == WORD_ASSIGN || after == WORD_COLON));
        bool is_pointer = type < at - 1 && is_start && lifter->scan.tokens[type].kind == SCAN_NAME;
        if (is_declared(lifter, at) || (is_pointer && is_followed(lifter, at))) {
            return true;
        }
    }
    return false;
}

// Whether the name is declared outside of functions.
static bool is_global(const Lifter *lifter, uint32_t name)
{
    for (uint32_t at = 1; at < lifter->scan.count; at++) {
        Word word = word_at(lifter, at);
        bool is_namespace = word == WORD_OPEN_BRACE && (is_text(lifter, at - 1, "namespace") ||
                                                        is_text(lifter, at - 2, "namespace"));
        bool is_group = word == WORD_OPEN || word == WORD_OPEN_SQUARE || word == WORD_OPEN_BRACE;
        if (is_group && !is_namespace && match_of(lifter, at) > at) {
            at = match_of(lifter, at);
        } else if (are_same(lifter, at, name) && is_followed(lifter, at)) {
            return true;
        }
    }
    return false;
}

// Whether the function around the lambda declares the name before it.
static bool is_outer(const Lifter *lifter, const Lambda *lambda, uint32_t name)
{
    bool may_be = false;
    uint32_t first = lifter->header_end > 0 ? lifter->header_end : lifter->first;
    for (uint32_t at = first; at < lambda->open; at++) {
        if (are_same(lifter, at, name)) {
            if (is_declared(lifter, at)) {
                return true;
            }
            may_be = may_be || may_be_declared(lifter, at);
        }
    }
    return may_be && word_at(lifter, name + 1) != WORD_OPEN && !is_global(lifter, name);
}

static uint32_t add_capture(const Lifter *lifter, Capture *captures, uint32_t count,
                            Capture capture)
{
    for (uint32_t i = 0; i < count; i++) {
        if (are_same(lifter, captures[i].name, capture.name)) {
            return count;
        }
    }
    if (count < NAME_MAX_COUNT) {
        captures[count++] = capture;
    }
    return count;
}

static uint32_t find_captures(const Lifter *lifter, const Lambda *lambda, Capture *captures)
{
    uint32_t count = 0;
    bool takes_all = false;
    for (uint32_t at = lambda->open + 1; at < lambda->close; at++) {
        Capture capture = {.name = at};
        bool is_variable = is_name(lifter, at);
        takes_all = takes_all || (word_at(lifter, at) == WORD_ASSIGN);
        if (is_variable && word_at(lifter, at + 1) == WORD_ASSIGN) {
            capture.first = at + 2;
        }
        while (at < lambda->close && word_at(lifter, at) != WORD_COMMA) {
            bool is_group = match_of(lifter, at) > at && match_of(lifter, at) < lambda->close;
            at = is_group ? match_of(lifter, at) + 1 : at + 1;
        }
        capture.end = at;
        count = is_variable ? add_capture(lifter, captures, count, capture) : count;
    }
    for (uint32_t at = lambda->body; takes_all && at < lambda->end; at++) {
        Word before = word_at(lifter, at - 1);
        bool is_free = is_name(lifter, at) && before != WORD_DOT && before != WORD_ARROW &&
                       before != WORD_SCOPE && word_at(lifter, at + 1) != WORD_SCOPE;
        if (is_free && !is_inner(lifter, lambda, at) && is_outer(lifter, lambda, at)) {
            count = add_capture(lifter, captures, count, (Capture){.name = at});
        }
    }
    return count;
}

// The parameters of the template around that the lambda mentions: their declarations, without
// defaults, or their names.
static bool put_template_parameters(Lifter *lifter, const Lambda *lambda, bool is_declaration)
{
    bool is_any = false;
    for (uint32_t at = lifter->first + 2; at < lifter->header_end;) {
        uint32_t first = at, name = 0;
        bool has_default = false;
        for (; at + 1 < lifter->header_end && word_at(lifter, at) != WORD_COMMA; at++) {
            has_default = has_default || word_at(lifter, at) == WORD_ASSIGN;
            name = !has_default && is_name(lifter, at) ? at : name;
        }
        bool is_used = false;
        for (uint32_t i = lambda->open; name > 0 && i < lambda->end; i++) {
            is_used = is_used || are_same(lifter, i, name);
        }
        if (is_used) {
            text_put(lifter->out, is_any ? ", " : "");
            put_tokens(lifter, is_declaration ? first : name, name + 1);
            is_any = true;
        }
        at++;
    }
    return is_any;
}

static void put_structure(Lifter *lifter, const Lambda *lambda, uint32_t number)
{
    Capture captures[NAME_MAX_COUNT];
    uint32_t count = find_captures(lifter, lambda, captures);
    put_line(lifter, lambda->open);
    text_put(lifter->out, "template <");
    bool is_any = put_template_parameters(lifter, lambda, true);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(lifter->out, "%sclass __lockstep_%u", is_any || i > 0 ? ", " : "", i);
    }
    text_printf(lifter->out, "%s> struct __lockstep_lambda_%u { ",
                is_any || count > 0 ? "" : "int __lockstep_none", number);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(lifter->out, "__lockstep_%u ", i);
        put_name(lifter, captures[i].name);
        text_put(lifter->out, "; ");
    }
    text_printf(lifter->out, "%s__device__ auto operator()", lambda->is_host ? "__host__ " : "");
    if (lambda->parameters > 0) {
        put_tokens(lifter, lambda->parameters, match_of(lifter, lambda->parameters) + 1);
    } else {
        text_put(lifter->out, "()");
    }
    text_put(lifter->out, lambda->is_mutable ? " " : " const ");
    put_tokens(lifter, lambda->arrow, lambda->arrow == 0 ? 0 : lambda->body);
    put_tokens(lifter, lambda->body, lambda->end + 1);
    text_put(lifter->out, " };");
}

static void put_object(Lifter *lifter, const Lambda *lambda, uint32_t number)
{
    Capture captures[NAME_MAX_COUNT];
    uint32_t count = find_captures(lifter, lambda, captures);
    text_printf(lifter->out, "__lockstep_lambda_%u<", number);
    bool is_any = put_template_parameters(lifter, lambda, false);
    for (int is_value = 0; is_value < 2; is_value++) {
        for (uint32_t i = 0; i < count; i++) {
            bool is_first = i == 0 && (is_value || !is_any);
            text_printf(lifter->out, "%s%s", is_first ? "" : ", ",
                        is_value ? "" : "typename __lockstep_value<decltype(");
            if (captures[i].first > 0) {
                put_tokens(lifter, captures[i].first, captures[i].end);
            } else {
                put_name(lifter, captures[i].name);
            }
            text_put(lifter->out, is_value ? "" : ")>::type");
        }
        text_put(lifter->out, is_value ? "}" : is_any || count > 0 ? ">{" : "0>{");
    }
    for (const char *at = text_of(lifter, lambda->open); at < end_of(lifter, lambda->end); at++) {
        text_put(lifter->out, *at == '\n' ? "\n" : "");
    }
}

static uint32_t next_lambda(const Lifter *lifter, uint32_t at, Lambda *lambda)
{
    for (; at < lifter->last; at++) {
        if (word_at(lifter, at) == WORD_OPEN_SQUARE && read_lambda(lifter, at, lambda)) {
            return at;
        }
    }
    return 0;
}

// Whether the declaration is of a function that runs on the device.
static bool is_device_code(const Lifter *lifter)
{
    for (uint32_t at = lifter->first; at < lifter->last; at++) {
        Word word = word_at(lifter, at);
        if (word == WORD_GLOBAL || word == WORD_DEVICE) {
            return true;
        }
        if (word == WORD_OPEN_BRACE || word == WORD_OPEN_SQUARE || word == WORD_ASSIGN) {
            return false;
        }
    }
    return false;
}

static void lift_declaration(Lifter *lifter, uint32_t first, uint32_t last)
{
    Lambda lambda;
    lifter->first = first;
    lifter->last = last;
    if (next_lambda(lifter, first, &lambda) == 0 || is_device_code(lifter)) {
        return;
    }
    bool is_template = word_at(lifter, first) == WORD_TEMPLATE;
    lifter->header_end = is_template ? skip_angles(&lifter->scan, first + 1) : 0;
    text_add(lifter->out, lifter->at, (size_t)(text_of(lifter, first) - lifter->at));
    uint32_t number = lifter->lambda_count;
    for (uint32_t at = first; (at = next_lambda(lifter, at, &lambda)) > 0; at = lambda.end) {
        put_structure(lifter, &lambda, lifter->lambda_count++);
    }
    put_line(lifter, first);
    lifter->at = text_of(lifter, first);
    for (uint32_t at = first; (at = next_lambda(lifter, at, &lambda)) > 0; at = lambda.end) {
        text_add(lifter->out, lifter->at, (size_t)(text_of(lifter, at) - lifter->at));
        put_object(lifter, &lambda, number++);
        lifter->at = end_of(lifter, lambda.end);
    }
}

static bool is_namespace(const Lifter *lifter, uint32_t first, uint32_t brace)
{
    bool is_inline = is_text(lifter, first, "inline");
    return is_text(lifter, first + is_inline, "namespace") ||
           (is_text(lifter, first, "extern") && brace == first + 2);
}

// Whether a declaration goes on behind the brace that closes: up to its ;.
static bool goes_on(const Lifter *lifter, uint32_t first, uint32_t brace)
{
    for (uint32_t at = first; at < brace; at++) {
        Word word = word_at(lifter, at);
        if (word == WORD_OPEN && match_of(lifter, at) > at) {
            return false; // a function, or a variable made by a call
        }
        if (word == WORD_ASSIGN || word == WORD_STRUCT || word == WORD_CLASS ||
            word == WORD_UNION || word == WORD_ENUM) {
            at = word == WORD_STRUCT || word == WORD_CLASS ? at : brace;
            return word == WORD_ASSIGN || word_at(lifter, at - 1) != WORD_LESS;
        }
        if (word == WORD_LESS) {
            uint32_t behind = skip_angles(&lifter->scan, at);
            at = behind > 0 ? behind - 1 : at;
        }
    }
    return false;
}

static void lift_all(Lifter *lifter)
{
    uint32_t first = 1;
    for (uint32_t at = 1; at < lifter->scan.count; at++) {
        Word word = word_at(lifter, at);
        bool is_group = word == WORD_OPEN || word == WORD_OPEN_SQUARE || word == WORD_OPEN_BRACE;
        bool is_end = word == WORD_SEMICOLON;
        if (word == WORD_CLOSE_BRACE ||
            (word == WORD_OPEN_BRACE && is_namespace(lifter, first, at))) {
            first = at + 1;
        } else if (is_group && match_of(lifter, at) > at) {
            is_end = word == WORD_OPEN_BRACE && !goes_on(lifter, first, at);
            at = match_of(lifter, at);
        }
        if (is_end) {
            lift_declaration(lifter, first, at + 1);
            first = at + 1;
        }
    }
}

bool lambda_lift(const char *text, size_t size_bytes, const char *path, Text *out)
{
    Arena arena = {0};
    Text lifted = {0};
    Lifter lifter = {.start = text, .at = text, .path = path, .out = &lifted};
    lifter.scan = scan_text(text, size_bytes, &arena);
    lift_all(&lifter);
    arena_clear(&arena);
    if (lifter.lambda_count > 0) {
        text_put(out, prelude);
        text_printf(out, "#line 1 \"%s\"\n", path);
        text_add(out, lifted.at, lifted.size_bytes);
        text_add(out, lifter.at, (size_t)(text + size_bytes - lifter.at));
    }
    text_destroy(&lifted);
    return lifter.lambda_count > 0;
}
