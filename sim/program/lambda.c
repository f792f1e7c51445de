// SPDX-License-Identifier: Apache-2.0
#include "sim/program/lambda.h"

#include "sim/program/capture.h"
#include "sim/program/place.h"
#include "sim/program/shape.h"

#include <string.h>

// The type of a captured copy: without references, const, and the restrict that mangled names would
// have.
static const char prelude[] =
    "template <class __T> struct __lockstep_value { typedef __T type; };"
    "template <class __T> struct __lockstep_value<const __T> : __lockstep_value<__T> {};"
    "template <class __T> struct __lockstep_value<__T *__restrict__> { typedef __T *type; };"
    "template <class __T> struct __lockstep_value<__T &> : __lockstep_value<__T> {};"
    "template <class __T> struct __lockstep_value<__T &&> : __lockstep_value<__T> {};\n";

// A captured array becomes a structure that holds it, because instances of kernels are found by
// their names and its name contains no array type.
static const char array_prelude[] =
    "template <class __T, decltype(sizeof 0)... __N> struct __lockstep_shape { typedef __T type; };"
    "template <class __T, decltype(sizeof 0) __N, decltype(sizeof 0)... __M> "
    "struct __lockstep_shape<__T, __N, __M...> "
    "{ typedef typename __lockstep_shape<__T, __M...>::type type[__N]; };"
    "template <class __T, decltype(sizeof 0)... __N> "
    "struct __lockstep_array { typename __lockstep_shape<__T, __N...>::type at; };"
    "template <class __T, decltype(sizeof 0)... __N> "
    "struct __lockstep_held { typedef __lockstep_array<__T, __N...> type; };"
    "template <class __T, decltype(sizeof 0) __M, decltype(sizeof 0)... __N> "
    "struct __lockstep_held<__T[__M], __N...> : __lockstep_held<__T, __N..., __M> {};"
    "template <class __T, decltype(sizeof 0) __N> struct __lockstep_value<__T[__N]> "
    ": __lockstep_held<__T, __N> {};"
    "template <class __T, decltype(sizeof 0) __N> struct __lockstep_value<const __T[__N]> "
    ": __lockstep_held<__T, __N> {};"
    "template <class __T> typename __lockstep_value<__T>::type __lockstep_keep(const __T &__a) "
    "{ typename __lockstep_value<__T>::type __kept; "
    "__builtin_memcpy((void *)&__kept, (const void *)&__a, sizeof __kept); return __kept; }\n";

// A declaration with lambdas for the device: tokens first .. last - 1.
typedef struct Lifter {
    Scan scan;
    PlaceIndex places;
    const char *at, *path; // up to `at` the text has been copied
    uint32_t lambda_count; // written
    uint32_t first, last;
    uint32_t header_end; // behind its template <...>; 0: it is no template
    Arena arena;
    const char *text;
    Text *out;
    Diagnostics *diagnostics;
} Lifter;

static Word word_at(const Lifter *lifter, uint32_t index)
{
    return scan_word(&lifter->scan, index);
}

static bool is_text(const Lifter *lifter, uint32_t index, const char *text)
{
    return scan_is(&lifter->scan, index, text);
}

static const char *text_of(const Lifter *lifter, uint32_t index)
{
    return lifter->scan.tokens[index].text;
}

static void put_tokens(Lifter *lifter, uint32_t first, uint32_t end)
{
    if (first < end) {
        const char *from = text_of(lifter, first);
        text_add(lifter->out, from, (size_t)(scan_end(&lifter->scan, end - 1) - from));
    }
}

static void put_name(Lifter *lifter, uint32_t name)
{
    put_tokens(lifter, name, name + 1);
}

static void put_directive(Text *out, uint32_t line, const char *path)
{
    text_printf(out, "\n#line %u ", line);
    text_quote(out, path, strlen(path));
    text_put(out, "\n");
}

static void put_line(Lifter *lifter, uint32_t index)
{
    put_directive(lifter->out, place_line(&lifter->places, text_of(lifter, index))->line,
                  lifter->path);
}

// Puts the following text where it was written: on its line, in its column.
static void put_place(Lifter *lifter, const char *at)
{
    const PlaceLine *line = place_line(&lifter->places, at);
    put_directive(lifter->out, line->line, lifter->path);
    text_printf(lifter->out, "%*s", (int)(at - line->start), "");
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
            name = !has_default && scan_is_name(&lifter->scan, at) ? at : name;
        }
        bool is_used = false;
        for (uint32_t i = lambda->open; name > 0 && i < lambda->end; i++) {
            is_used = is_used || scan_same(&lifter->scan, i, name);
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

// The type and the name of a member of the structure: what a capture becomes.
static void put_member(Lifter *lifter, const Capture *capture, uint32_t index)
{
    text_printf(lifter->out, "__lockstep_%u ", index);
    if (capture->is_array) {
        text_printf(lifter->out, "__lockstep_kept_%u", index);
    } else {
        put_name(lifter, capture->name);
    }
    text_put(lifter->out, "; ");
}

// The body, with the captured object where it says `this` or means it.
static void put_body(Lifter *lifter, const Lambda *lambda)
{
    bool is_copy = lambda->object == THIS_COPY;
    put_name(lifter, lambda->body);
    for (uint32_t i = 0; i < lambda->capture_count; i++) {
        if (lambda->captures[i].is_array) {
            text_put(lifter->out, " auto &");
            put_name(lifter, lambda->captures[i].name);
            text_printf(lifter->out, " = __lockstep_kept_%u.at; (void)", i);
            put_name(lifter, lambda->captures[i].name);
            text_put(lifter->out, ";");
        }
    }
    const char *from = scan_end(&lifter->scan, lambda->body);
    put_place(lifter, from);
    for (uint32_t i = 0; i < lambda->member_count; i++) {
        uint32_t at = lambda->members[i];
        bool is_this = word_at(lifter, at) == WORD_THIS;
        if (text_of(lifter, at) < from) {
            continue; // a parameter's default, which no compiler takes
        }
        text_add(lifter->out, from, (size_t)(text_of(lifter, at) - from));
        from = is_this ? scan_end(&lifter->scan, at) : text_of(lifter, at);
        text_put(lifter->out, is_this   ? (is_copy ? "(&__lockstep_this)" : "__lockstep_this")
                              : is_copy ? "__lockstep_this."
                                        : "__lockstep_this->");
        put_place(lifter, from);
    }
    text_add(lifter->out, from, (size_t)(scan_end(&lifter->scan, lambda->end) - from));
}

// operator() with the lambda's parameters: a template over those that are auto.
static void put_operator(Lifter *lifter, const Lambda *lambda)
{
    uint32_t open = lambda->parameters, behind = scan_close(&lifter->scan, open) + 1, count = 0;
    for (uint32_t at = open; open > 0 && at < behind; at++) {
        if (word_at(lifter, at) == WORD_AUTO) {
            text_printf(lifter->out, "%sclass __lockstep_auto_%u", count > 0 ? ", " : "template <",
                        count);
            count++;
        }
    }
    text_printf(lifter->out, "%s%s__device__ auto operator()", count > 0 ? "> " : "",
                lambda->is_host ? "__host__ " : "");
    if (open == 0) {
        text_put(lifter->out, "()");
        return;
    }
    uint32_t from = open;
    count = 0;
    for (uint32_t at = open; at < behind; at++) {
        if (word_at(lifter, at) == WORD_AUTO) {
            put_tokens(lifter, from, at);
            text_printf(lifter->out, " __lockstep_auto_%u ", count++);
            from = at + 1;
        }
    }
    put_tokens(lifter, from, behind);
}

static void put_structure(Lifter *lifter, const Lambda *lambda, uint32_t number)
{
    put_line(lifter, lambda->open);
    text_put(lifter->out, "template <");
    bool is_any = put_template_parameters(lifter, lambda, true);
    uint32_t count = lambda->capture_count + (lambda->object != THIS_NONE);
    for (uint32_t i = 0; i < count; i++) {
        text_printf(lifter->out, "%sclass __lockstep_%u", is_any || i > 0 ? ", " : "", i);
    }
    text_printf(lifter->out, "%s> struct __lockstep_lambda_%u { ",
                is_any || count > 0 ? "" : "int __lockstep_none", number);
    for (uint32_t i = 0; i < lambda->capture_count; i++) {
        put_member(lifter, &lambda->captures[i], i);
    }
    if (lambda->object != THIS_NONE) {
        text_printf(lifter->out, "__lockstep_%u __lockstep_this; ", lambda->capture_count);
    }
    put_operator(lifter, lambda);
    text_put(lifter->out, lambda->is_mutable ? " " : " const ");
    put_tokens(lifter, lambda->arrow, lambda->arrow == 0 ? 0 : lambda->body);
    put_body(lifter, lambda);
    text_put(lifter->out, " };");
}

// What is captured, as an expression of the function around.
static void put_captured(Lifter *lifter, const Capture *capture)
{
    if (capture->first > 0) {
        put_tokens(lifter, capture->first, capture->end);
    } else {
        put_name(lifter, capture->name);
    }
}

// One of the object's template arguments, or of its values.
static void put_part(Lifter *lifter, const Lambda *lambda, uint32_t index, bool is_value)
{
    bool is_object = index == lambda->capture_count;
    bool is_array = !is_object && lambda->captures[index].is_array;
    text_put(lifter->out, !is_value  ? "typename __lockstep_value<decltype("
                          : is_array ? "__lockstep_keep("
                                     : "");
    if (is_object) {
        text_put(lifter->out, lambda->object == THIS_COPY ? "*this" : "this");
    } else {
        put_captured(lifter, &lambda->captures[index]);
    }
    text_put(lifter->out, !is_value ? ")>::type" : is_array ? ")" : "");
}

static void put_object(Lifter *lifter, const Lambda *lambda, uint32_t number)
{
    uint32_t count = lambda->capture_count + (lambda->object != THIS_NONE);
    text_printf(lifter->out, "__lockstep_lambda_%u<", number);
    bool is_any = put_template_parameters(lifter, lambda, false);
    for (uint32_t i = 0; i < count; i++) {
        text_put(lifter->out, is_any || i > 0 ? ", " : "");
        put_part(lifter, lambda, i, false);
    }
    text_put(lifter->out, is_any || count > 0 ? ">{" : "0>{");
    for (uint32_t i = 0; i < count; i++) {
        text_put(lifter->out, i > 0 ? ", " : "");
        put_part(lifter, lambda, i, true);
    }
    text_put(lifter->out, "}");
    const char *end = scan_end(&lifter->scan, lambda->end);
    const char *line = place_line(&lifter->places, end)->start;
    for (const char *at = text_of(lifter, lambda->open); at < end; at++) {
        text_put(lifter->out, *at == '\n' ? "\n" : "");
    }
    if (line > text_of(lifter, lambda->open)) {
        text_printf(lifter->out, "%*s", (int)(end - line), "");
    }
}

static void report(Lifter *lifter, const Lambda *lambda)
{
    SourcePosition position =
        place_of(&lifter->places, text_of(lifter, lambda->refused), &lifter->arena);
    position.file = lifter->path;
    diagnostics_add(lifter->diagnostics, DIAGNOSTIC_ERROR, position, lifter->text, "%s",
                    lambda->reason);
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
    lifter->first = first;
    lifter->last = last;
    if (is_device_code(lifter)) {
        return;
    }
    LambdaList list = capture_find(&lifter->scan, first, last, &lifter->arena);
    if (list.count == 0) {
        return;
    }
    bool is_template = word_at(lifter, first) == WORD_TEMPLATE;
    lifter->header_end = is_template ? skip_angles(&lifter->scan, first + 1) : 0;
    text_add(lifter->out, lifter->at, (size_t)(text_of(lifter, first) - lifter->at));
    for (uint32_t i = 0; i < list.count; i++) {
        put_structure(lifter, &list.at[i], lifter->lambda_count + i);
        if (list.at[i].refused > 0) {
            report(lifter, &list.at[i]);
        }
    }
    put_line(lifter, first);
    lifter->at = text_of(lifter, first);
    for (uint32_t i = 0; i < list.count; i++) {
        const Lambda *lambda = &list.at[i];
        text_add(lifter->out, lifter->at, (size_t)(text_of(lifter, lambda->open) - lifter->at));
        put_object(lifter, lambda, lifter->lambda_count++);
        lifter->at = scan_end(&lifter->scan, lambda->end);
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
        if (word == WORD_OPEN && scan_close(&lifter->scan, at) > at) {
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
        } else if (is_group && scan_close(&lifter->scan, at) > at) {
            is_end = word == WORD_OPEN_BRACE && !goes_on(lifter, first, at);
            at = scan_close(&lifter->scan, at);
        }
        if (is_end) {
            lift_declaration(lifter, first, at + 1);
            first = at + 1;
        }
    }
}

bool lambda_lift(const char *text, size_t size_bytes, const char *path, Text *out,
                 Diagnostics *diagnostics)
{
    Text lifted = {0};
    Lifter lifter = {
        .text = text, .at = text, .path = path, .out = &lifted, .diagnostics = diagnostics};
    lifter.scan = scan_text(text, size_bytes, &lifter.arena);
    lifter.places = place_index(text, size_bytes, &lifter.arena);
    lift_all(&lifter);
    arena_clear(&lifter.arena);
    if (lifter.lambda_count > 0) {
        text_put(out, prelude);
        text_put(out, array_prelude);
        put_directive(out, 1, path);
        text_add(out, lifted.at, lifted.size_bytes);
        text_add(out, lifter.at, (size_t)(text + size_bytes - lifter.at));
    }
    text_destroy(&lifted);
    return lifter.lambda_count > 0;
}
