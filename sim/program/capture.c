// SPDX-License-Identifier: Apache-2.0
#include "sim/program/capture.h"

#include "sim/program/local.h"
#include "sim/program/member.h"
#include "sim/program/shape.h"

// Statements and brackets may be nested this deep.
enum { DEPTH_MAX = 256 };

typedef struct Local {
    uint32_t name;
    bool is_array;
} Local;

typedef struct Walker {
    const Scan *scan;
    Arena *arena;
    Local *locals; // in scope, the innermost last
    uint32_t local_count, local_room;
    uint32_t class_body; // the { of the class around; 0: none
    Lambda *lambda;      // for the device, that is being walked
    uint32_t own;        // locals from here on are the lambda's
    Lambda *found;
    uint32_t found_count, found_room;
    uint32_t depth;
} Walker;

static void walk_tokens(Walker *walker, uint32_t at, uint32_t end);
static uint32_t walk_token(Walker *walker, uint32_t at);
static uint32_t walk_statement(Walker *walker, uint32_t at, uint32_t end);

static Word word_of(const Walker *walker, uint32_t at)
{
    return scan_word(walker->scan, at);
}

static bool is_name(const Walker *walker, uint32_t at)
{
    return scan_is_name(walker->scan, at);
}

static void declare(Walker *walker, uint32_t name, bool is_array)
{
    walker->locals = arena_room(walker->arena, walker->locals, walker->local_count,
                                &walker->local_room, sizeof *walker->locals);
    walker->locals[walker->local_count++] = (Local){name, is_array};
}

// The index of the local that a name means here; local_count: none.
static uint32_t find_local(const Walker *walker, uint32_t name)
{
    for (uint32_t i = walker->local_count; i > 0; i--) {
        if (scan_same(walker->scan, walker->locals[i - 1].name, name)) {
            return i - 1;
        }
    }
    return walker->local_count;
}

static bool is_captured(const Walker *walker, uint32_t name)
{
    const Lambda *lambda = walker->lambda;
    for (uint32_t i = 0; i < lambda->capture_count; i++) {
        if (scan_same(walker->scan, lambda->captures[i].name, name)) {
            return true;
        }
    }
    return false;
}

static void add_capture(Walker *walker, Capture capture)
{
    Lambda *lambda = walker->lambda;
    uint32_t local = find_local(walker, capture.name);
    if (is_captured(walker, capture.name)) {
        return;
    }
    lambda->captures = arena_room(walker->arena, lambda->captures, lambda->capture_count,
                                  &lambda->capture_room, sizeof *lambda->captures);
    capture.is_array =
        capture.first == 0 && local < walker->local_count && walker->locals[local].is_array;
    lambda->captures[lambda->capture_count++] = capture;
}

static void refuse(Lambda *lambda, uint32_t at, const char *reason)
{
    if (lambda->refused == 0) {
        lambda->refused = at;
        lambda->reason = reason;
    }
}

static void add_member(Walker *walker, uint32_t at)
{
    Lambda *lambda = walker->lambda;
    if (lambda->object == THIS_NONE && !lambda->takes_all) {
        return; // the compiler says that it is not captured
    }
    lambda->object = lambda->object == THIS_NONE ? THIS_POINTER : lambda->object;
    if (walker->class_body == 0) {
        refuse(lambda, at,
               "a lambda for the device uses 'this' of a class that is not defined "
               "in this file, outside of functions");
    } else if (!class_is_open(walker->scan, walker->class_body)) {
        refuse(lambda, at,
               "a lambda for the device uses members of a class that has private "
               "ones; capture a copy of each instead: [m = m]");
    }
    lambda->members = arena_room(walker->arena, lambda->members, lambda->member_count,
                                 &lambda->member_room, sizeof *lambda->members);
    lambda->members[lambda->member_count++] = at;
}

// A name or `this` in an expression.
static void use(Walker *walker, uint32_t at)
{
    Word before = word_of(walker, at - 1);
    if (walker->lambda == NULL || before == WORD_DOT || before == WORD_ARROW ||
        before == WORD_SCOPE || word_of(walker, at + 1) == WORD_SCOPE) {
        return;
    }
    if (word_of(walker, at) == WORD_THIS) {
        add_member(walker, at);
        return;
    }
    uint32_t local = find_local(walker, at);
    if (local < walker->local_count && (local >= walker->own || walker->lambda->takes_all)) {
        if (local < walker->own) {
            add_capture(walker, (Capture){.name = at});
        }
    } else if (local == walker->local_count && !is_captured(walker, at) && walker->class_body > 0 &&
               class_has_member(walker->scan, walker->class_body, at)) {
        add_member(walker, at);
    }
}

// The names that the declarator at this token declares. Behind them.
static uint32_t declare_at(Walker *walker, uint32_t at)
{
    if (word_of(walker, at) != WORD_OPEN_SQUARE) {
        bool is_pointer = word_of(walker, at + 1) == WORD_CLOSE;
        declare(walker, at, !is_pointer && word_of(walker, at + 1) == WORD_OPEN_SQUARE);
        return at + 1;
    }
    uint32_t close = scan_close(walker->scan, at);
    for (uint32_t i = at + 1; i < close; i++) {
        if (is_name(walker, i)) {
            declare(walker, i, false);
        }
    }
    return close + 1;
}

static void declare_parameters(Walker *walker, uint32_t open)
{
    uint32_t at = open + 1, close = scan_close(walker->scan, open);
    Parameter parameter;
    while (close > open && shape_parameter(walker->scan, &at, close, &parameter)) {
        uint32_t name = parameter.name;
        walk_tokens(walker, parameter.first, name > 0 ? name : parameter.end);
        if (name > 0) {
            declare(walker, name, false);
            walk_tokens(walker, name + 1, parameter.end);
        }
    }
}

// Statements between the braces, in a scope of their own. Behind them.
static uint32_t walk_block(Walker *walker, uint32_t open)
{
    uint32_t close = scan_close(walker->scan, open), scope = walker->local_count;
    for (uint32_t at = open + 1; at < close;) {
        at = walk_statement(walker, at, close);
    }
    walker->local_count = scope;
    return close + 1;
}

// An expression or a declaration, up to behind its ; or the label's colon.
static uint32_t walk_simple(Walker *walker, uint32_t at, uint32_t end)
{
    bool is_label = word_of(walker, at) == WORD_CASE || scan_is(walker->scan, at, "default");
    uint32_t declarator = local_declaration(walker->scan, at, end);
    bool is_declaration = declarator > 0;
    while (at < end) {
        Word word = word_of(walker, at);
        if (at == declarator) {
            at = declare_at(walker, at);
        } else if (word == WORD_SEMICOLON || (word == WORD_COLON && is_label)) {
            return at + 1;
        } else if (word == WORD_OPEN_BRACE && word_of(walker, at - 1) == WORD_CLOSE) {
            return walk_block(walker, at); // behind a macro
        } else if (declarator > at && word == WORD_OPEN &&
                   scan_close(walker->scan, at) > declarator) {
            at++; // (*name)
        } else {
            if (word == WORD_COMMA && is_declaration && declarator < at) {
                declarator = local_declarator(walker->scan, at + 1, end);
            }
            at = walk_token(walker, at);
        }
    }
    return end;
}

// for (...) statement; what the head declares is known in the statement and behind its else.
static uint32_t walk_control(Walker *walker, uint32_t at, uint32_t end)
{
    uint32_t scope = walker->local_count;
    at++;
    at += word_of(walker, at) == WORD_CONSTEXPR;
    if (word_of(walker, at) == WORD_OPEN) {
        uint32_t close = scan_close(walker->scan, at);
        for (uint32_t part = at + 1; part < close;) {
            part = walk_simple(walker, part, close);
        }
        at = close > at ? close + 1 : at + 1;
    }
    at = at < end ? walk_statement(walker, at, end) : end;
    if (at < end && word_of(walker, at) == WORD_ELSE) {
        at = walk_statement(walker, at + 1, end);
    }
    walker->local_count = scope;
    return at;
}

static uint32_t walk_statement(Walker *walker, uint32_t at, uint32_t end)
{
    if (at >= end || walker->depth == DEPTH_MAX) {
        if (walker->lambda != NULL && at < end) {
            refuse(walker->lambda, at, "a lambda for the device is nested too deeply");
        }
        return end;
    }
    walker->depth++;
    uint32_t behind;
    switch (word_of(walker, at)) {
    case WORD_OPEN_BRACE:
        behind = scan_close(walker->scan, at) > at ? walk_block(walker, at) : at + 1;
        break;
    case WORD_IF:
    case WORD_FOR:
    case WORD_WHILE:
    case WORD_SWITCH: behind = walk_control(walker, at, end); break;
    case WORD_DO:
    case WORD_ELSE: behind = walk_statement(walker, at + 1, end); break;
    default:
        if (scan_is(walker->scan, at, "try")) {
            behind = walk_statement(walker, at + 1, end);
        } else if (scan_is(walker->scan, at, "catch")) {
            behind = walk_control(walker, at, end);
        } else {
            behind = walk_simple(walker, at, end);
        }
    }
    walker->depth--;
    return behind;
}

// One capture of those listed, the tokens at .. end - 1.
static void read_capture(Walker *walker, uint32_t at, uint32_t end)
{
    Lambda *lambda = walker->lambda;
    Word word = word_of(walker, at), next = at + 1 < end ? word_of(walker, at + 1) : WORD_NONE;
    if (word == WORD_ASSIGN) {
        lambda->takes_all = true;
    } else if (word == WORD_AND) {
        refuse(lambda, at,
               "a lambda for the device cannot capture by reference what is the "
               "host's; capture it by value: [=]");
    } else if (word == WORD_THIS) {
        lambda->object = THIS_POINTER;
    } else if (word == WORD_STAR && next == WORD_THIS) {
        lambda->object = THIS_COPY;
    } else if (word == WORD_ELLIPSIS || next == WORD_ELLIPSIS) {
        refuse(lambda, at,
               "a lambda for the device that captures a parameter pack is not "
               "supported");
    } else if (!is_name(walker, at) || (at + 1 < end && next != WORD_ASSIGN)) {
        refuse(lambda, at,
               "a lambda for the device captures as in [=], [name], [name = "
               "expression], [this] or [*this]; this form is not supported");
    } else {
        uint32_t first = next == WORD_ASSIGN ? at + 2 : 0;
        add_capture(walker, (Capture){.name = at, .first = first, .end = first > 0 ? end : 0});
    }
}

static void read_captures(Walker *walker)
{
    Lambda *lambda = walker->lambda;
    for (uint32_t at = lambda->open + 1; at < lambda->close;) {
        uint32_t first = at;
        while (at < lambda->close && word_of(walker, at) != WORD_COMMA) {
            at = scan_close(walker->scan, at) + 1;
        }
        read_capture(walker, first, at);
        at++;
    }
}

static void walk_body(Walker *walker, const Lambda *lambda)
{
    uint32_t scope = walker->local_count;
    uint32_t head = lambda->close + 1;
    if (lambda->parameters > 0) {
        declare_parameters(walker, lambda->parameters);
        head = scan_close(walker->scan, lambda->parameters) + 1;
    }
    walk_tokens(walker, head, lambda->body);
    walk_statement(walker, lambda->body, lambda->end + 1);
    walker->local_count = scope;
}

// A lambda that is the host's, or in the body of one for the device.
static void walk_plain_lambda(Walker *walker, const Lambda *lambda)
{
    uint32_t scope = walker->local_count;
    for (uint32_t at = lambda->open + 1; at < lambda->close;) {
        bool is_new = is_name(walker, at) && word_of(walker, at + 1) == WORD_ASSIGN;
        uint32_t name = at;
        at = is_new ? at + 1 : at;
        while (at < lambda->close && word_of(walker, at) != WORD_COMMA) {
            at = walk_token(walker, at);
        }
        if (is_new) {
            declare(walker, name, false);
        }
        at++;
    }
    walk_body(walker, lambda);
    walker->local_count = scope;
}

static uint32_t walk_lambda(Walker *walker, const Lambda *lambda, bool is_device)
{
    if (!is_device || walker->lambda != NULL) {
        walk_plain_lambda(walker, lambda);
        return lambda->end + 1;
    }
    walker->found = arena_room(walker->arena, walker->found, walker->found_count,
                               &walker->found_room, sizeof *walker->found);
    walker->found[walker->found_count] = *lambda;
    walker->lambda = &walker->found[walker->found_count++];
    read_captures(walker);
    walker->own = walker->local_count;
    walk_body(walker, lambda);
    walker->lambda = NULL;
    return lambda->end + 1;
}

// Whether { after this token opens a list of values or a class, not statements.
static bool opens_list(const Walker *walker, uint32_t before)
{
    Word word = word_of(walker, before);
    return walker->scan->tokens[before].kind == SCAN_NAME || word == WORD_GREATER ||
           word == WORD_ASSIGN || word == WORD_COMMA || word == WORD_OPEN ||
           word == WORD_CLOSE_SQUARE || word == WORD_OPEN_BRACE;
}

// One token of an expression, with all up to its partner when it is a bracket. Behind it.
static uint32_t walk_token(Walker *walker, uint32_t at)
{
    Word word = word_of(walker, at);
    Lambda lambda;
    bool is_device;
    uint32_t close = scan_close(walker->scan, at);
    if (word == WORD_THIS || is_name(walker, at)) {
        use(walker, at);
    } else if (word == WORD_OPEN_SQUARE && walker->depth < DEPTH_MAX &&
               closure_read(walker->scan, at, &lambda, &is_device)) {
        return walk_lambda(walker, &lambda, is_device);
    } else if (word == WORD_OPEN_BRACE && close > at && !opens_list(walker, at - 1)) {
        return walk_statement(walker, at, close + 1);
    } else if (close > at) {
        if (walker->depth == DEPTH_MAX && walker->lambda != NULL) {
            refuse(walker->lambda, at, "a lambda for the device is nested too deeply");
        } else if (walker->depth < DEPTH_MAX) {
            walker->depth++;
            walk_tokens(walker, at + 1, close);
            walker->depth--;
        }
        return close + 1;
    }
    return at + 1;
}

static void walk_tokens(Walker *walker, uint32_t at, uint32_t end)
{
    while (at < end) {
        at = walk_token(walker, at);
    }
}

// What has been seen of a declaration outside of functions.
typedef struct Head {
    uint32_t parameters; // the ( of a function's
    uint32_t class_key;
    bool is_namespace;
} Head;

static void walk_declarations(Walker *walker, uint32_t at, uint32_t end);

// A function's body at this {. Behind it.
static uint32_t walk_function(Walker *walker, const Head *head, uint32_t body)
{
    uint32_t scope = walker->local_count, class_around = walker->class_body;
    if (word_of(walker, head->parameters - 2) == WORD_SCOPE) {
        walker->class_body = class_body(walker->scan, head->parameters - 3);
    }
    declare_parameters(walker, head->parameters);
    uint32_t behind = walk_statement(walker, body, scan_close(walker->scan, body) + 1);
    walker->local_count = scope;
    walker->class_body = class_around;
    return behind;
}

static uint32_t walk_brace(Walker *walker, const Head *head, uint32_t at)
{
    uint32_t close = scan_close(walker->scan, at), class_around = walker->class_body;
    if (head->is_namespace || close == at) {
        return at + 1;
    }
    if (head->parameters > 0) {
        return walk_function(walker, head, at);
    }
    if (head->class_key == 0 || walker->depth == DEPTH_MAX) {
        return walk_token(walker, at);
    }
    walker->depth++;
    walker->class_body = at;
    walk_declarations(walker, at + 1, close);
    walker->class_body = class_around;
    walker->depth--;
    return close + 1;
}

static void walk_declarations(Walker *walker, uint32_t at, uint32_t end)
{
    Head head = {0};
    while (at < end) {
        Word word = word_of(walker, at);
        uint32_t behind = at + 1;
        if (word == WORD_SEMICOLON) {
            head = (Head){0};
        } else if (word == WORD_TEMPLATE && word_of(walker, at + 1) == WORD_LESS) {
            behind = skip_angles(walker->scan, at + 1);
            behind = behind > at ? behind : at + 1;
        } else if (word == WORD_STRUCT || word == WORD_CLASS || word == WORD_UNION) {
            head.class_key = at;
        } else if (scan_is(walker->scan, at, "namespace") || word == WORD_EXTERN) {
            head.is_namespace = true;
        } else if (word == WORD_OPEN && head.parameters == 0 && !head.is_namespace &&
                   is_name(walker, at - 1)) {
            head.parameters = at;
            behind = scan_close(walker->scan, at) + 1;
        } else if (word == WORD_COLON && head.parameters > 0) {
            uint32_t body = scan_skip_initializers(walker->scan, at + 1);
            walk_tokens(walker, at + 1, body);
            behind = body > at ? body : behind;
        } else if (word == WORD_OPEN_BRACE) {
            behind = walk_brace(walker, &head, at);
            head = (Head){0};
        } else {
            behind = walk_token(walker, at);
        }
        at = behind;
    }
}

LambdaList capture_find(const Scan *scan, uint32_t first, uint32_t last, Arena *arena)
{
    Walker walker = {.scan = scan, .arena = arena};
    walk_declarations(&walker, first, last);
    return (LambdaList){walker.found, walker.found_count};
}
