// SPDX-License-Identifier: Apache-2.0
// #define and #undef, C++17 [cpp.replace].
#include "isa/cuda/source/preprocess.h"

#include <string.h>

typedef struct Definition {
    Preprocessor *p;
    Macro *macro;
    const Token *at, *end;
    SourceLocation location;
    uint32_t room;
} Definition;

static bool is_text(const Token *token, const char *text)
{
    return token->kind == TOKEN_NAME && strcmp(token->text, text) == 0;
}

static SourceLocation here(const Definition *d)
{
    return d->at < d->end ? d->at->location : d->location;
}

static bool add_parameter(Definition *d, const char *name)
{
    Macro *macro = d->macro;
    for (uint32_t i = 0; i < macro->parameter_count; i++) {
        if (macro->parameters[i]->text == name) {
            report_error(d->p, here(d), "duplicate macro parameter '%s'", name);
            return false;
        }
    }
    if (macro->parameter_count == PARAMETERS_MAX) {
        report_error(d->p, here(d), "too many macro parameters");
        return false;
    }
    macro->parameters = arena_room(&d->p->scratch, macro->parameters, macro->parameter_count,
                                   &d->room, sizeof *macro->parameters);
    const Token token = {.text = name};
    macro->parameters[macro->parameter_count++] = name_of(&token);
    return true;
}

// parameter = name | name "..." | "..."; true if another parameter may follow
static bool parse_parameter(Definition *d)
{
    const char *rest = source_intern(&d->p->source, "__VA_ARGS__", strlen("__VA_ARGS__"));
    if (d->at < d->end && d->at->id == PUNCTUATOR_ellipsis) {
        d->macro->is_variadic = true;
        return add_parameter(d, rest) && d->at++ != NULL;
    }
    if (d->at == d->end || d->at->kind != TOKEN_NAME) {
        report_error(d->p, here(d), "expected a parameter name of macro '%s'",
                     d->macro->name->text);
        return false;
    }
    if (!add_parameter(d, d->at->text)) {
        return false;
    }
    d->at++;
    if (d->at < d->end && d->at->id == PUNCTUATOR_ellipsis) {
        d->macro->is_variadic = true;
        d->at++;
    }
    return true;
}

// parameters = "(" [parameter {"," parameter}] ")"
static bool parse_parameters(Definition *d)
{
    d->macro->is_function = true;
    d->at++;
    if (d->at < d->end && d->at->id == PUNCTUATOR_paren_close) {
        d->at++;
        return true;
    }
    for (;;) {
        if (!parse_parameter(d)) {
            return false;
        }
        bool is_more = d->at < d->end && d->at->id == PUNCTUATOR_comma && !d->macro->is_variadic;
        if (!is_more && (d->at == d->end || d->at->id != PUNCTUATOR_paren_close)) {
            report_error(d->p, here(d), "expected ',' or ')' after a parameter of macro '%s'",
                         d->macro->name->text);
            return false;
        }
        d->at++;
        if (!is_more) {
            return true;
        }
    }
}

static void mark_parameter(const Macro *macro, Token *token)
{
    for (uint32_t i = 0; i < macro->parameter_count && token->kind == TOKEN_NAME; i++) {
        if (macro->parameters[i]->text == token->text) {
            token->kind = PIECE_PARAMETER;
            token->id = (uint16_t)(TOKEN_ID_COUNT + i);
        }
    }
    if (macro->is_variadic && is_text(token, "__VA_OPT__")) {
        token->kind = PIECE_OPTIONAL;
    }
}

// __VA_OPT__ must have its parentheses and hold no other; ## stands between two operands.
static bool check_body(Definition *d, const Token *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        SourceLocation location = body[i].location;
        if (body[i].id == PUNCTUATOR_hash_hash && (i == 0 || i + 1 == count)) {
            report_error(d->p, location, "'##' must have an operand on each side");
            return false;
        }
        if (d->macro->is_function && body[i].id == PUNCTUATOR_hash &&
            (i + 1 == count || body[i + 1].kind != PIECE_PARAMETER)) {
            report_error(d->p, location, "'#' must be followed by a macro parameter");
            return false;
        }
        if (body[i].kind != PIECE_OPTIONAL) {
            continue;
        }
        uint32_t depth = 0, at = i + 1;
        for (; at < count; at++) {
            depth += body[at].id == PUNCTUATOR_paren_open;
            depth -= body[at].id == PUNCTUATOR_paren_close;
            if (depth == 0 || body[at].kind == PIECE_OPTIONAL) {
                break;
            }
        }
        if (at >= count || at == i + 1 || depth > 0) {
            report_error(d->p, location,
                         "'__VA_OPT__' must be followed by (...) and cannot be nested");
            return false;
        }
    }
    return true;
}

static bool set_body(Definition *d)
{
    Macro *macro = d->macro;
    macro->body_count = (uint32_t)(d->end - d->at);
    Token *body = arena_alloc(&d->p->scratch, (macro->body_count + 1) * sizeof *body);
    for (uint32_t i = 0; i < macro->body_count; i++) {
        body[i] = d->at[i];
        mark_parameter(macro, &body[i]);
        macro->has_paste |= body[i].id == PUNCTUATOR_hash_hash;
    }
    macro->body = body;
    return check_body(d, body, macro->body_count);
}

static bool is_same_body(const Macro *a, const Macro *b)
{
    for (uint32_t i = 0; i < a->body_count; i++) {
        const Token *x = &a->body[i], *y = &b->body[i];
        if (x->length != y->length || memcmp(x->text, y->text, x->length) != 0 ||
            (i > 0 && x->is_after_space != y->is_after_space)) {
            return false;
        }
    }
    return true;
}

static bool is_same(const Macro *a, const Macro *b)
{
    if (a->body_count != b->body_count || a->is_function != b->is_function ||
        a->is_variadic != b->is_variadic || a->parameter_count != b->parameter_count) {
        return false;
    }
    for (uint32_t i = 0; i < a->parameter_count; i++) {
        if (a->parameters[i] != b->parameters[i]) {
            return false;
        }
    }
    return is_same_body(a, b);
}

static Name *macro_name(Preprocessor *p, Span line, SourceLocation location, const char *directive)
{
    if (line.count == 0 || line.tokens[0].kind != TOKEN_NAME) {
        report_error(p, line.count == 0 ? location : line.tokens[0].location,
                     "macro name missing in #%s", directive);
        return NULL;
    }
    Name *name = name_of(&line.tokens[0]);
    if (name->builtin == BUILTIN_DEFINED) {
        report_error(p, line.tokens[0].location, "'defined' cannot be used as a macro name");
        return NULL;
    }
    return name;
}

void macro_define(Preprocessor *p, Span line, SourceLocation location)
{
    Name *name = macro_name(p, line, location, "define");
    if (name == NULL) {
        return;
    }
    Macro *macro = arena_alloc(&p->scratch, sizeof *macro);
    *macro = (Macro){.name = name, .location = line.tokens[0].location};
    Definition d = {.p = p,
                    .macro = macro,
                    .at = line.tokens + 1,
                    .end = line.tokens + line.count,
                    .location = macro->location};
    bool is_function = d.at < d.end && d.at->id == PUNCTUATOR_paren_open && !d.at->is_after_space;
    if ((is_function && !parse_parameters(&d)) || !set_body(&d)) {
        return;
    }
    const Macro *old = name->macro;
    if (old != NULL && old->builtin == BUILTIN_NONE && !is_same(old, macro)) {
        report(p, DIAGNOSTIC_WARNING, macro->location, "'%s' macro redefined", name->text);
        report(p, DIAGNOSTIC_NOTE, old->location, "previous definition of '%s' is here",
               name->text);
    }
    name->macro = macro;
}

void macro_undefine(Preprocessor *p, Span line, SourceLocation location)
{
    Name *name = macro_name(p, line, location, "undef");
    if (name != NULL) {
        name->macro = NULL;
    }
}
