// SPDX-License-Identifier: Apache-2.0
// The body of a macro with arguments for parameters, # and ## done: C++17 [cpp.subst] to
// [cpp.concat], with __VA_OPT__ of C++20 and GNU's `, ## __VA_ARGS__`.
#include "isa/cuda/source/preprocess.h"

typedef struct Substitution {
    Preprocessor *p;
    const Macro *macro;
    Argument *arguments;
    TokenList *out;
    uint32_t start; // of the result in out
} Substitution;

static void substitute_range(Substitution *s, const Token *at, const Token *end);

static uint32_t parameter(const Token *at)
{
    return (uint32_t)(at->id - TOKEN_ID_COUNT);
}

// The end of __VA_OPT__ ( ... ), which macro_define() has checked to be there.
static const Token *optional_end(const Token *at)
{
    uint32_t depth = 0;
    do {
        at++;
        depth += at->id == PUNCTUATOR_paren_open;
        depth -= at->id == PUNCTUATOR_paren_close;
    } while (depth > 0);
    return at + 1;
}

static bool is_rest(const Substitution *s, const Token *at)
{
    return at->kind == PIECE_PARAMETER && s->macro->is_variadic &&
           parameter(at) + 1 == s->macro->parameter_count;
}

static void add_placemarker(Substitution *s, const Token *at)
{
    Token token = *at;
    token.kind = PIECE_PLACEMARKER;
    token.id = TOKEN_ID_NONE;
    token_list_add(s->p, s->out, &token);
}

// Appends an argument; the first token is spaced as the parameter is.
static void add_span(Substitution *s, Span span, const Token *at)
{
    if (span.count == 0) {
        add_placemarker(s, at);
        return;
    }
    for (uint32_t i = 0; i < span.count; i++) {
        Token token = span.tokens[i];
        if (i == 0) {
            token.is_after_space = at->is_after_space;
        }
        token_list_add(s->p, s->out, &token);
    }
}

// Appends one operand and returns what follows it. is_raw: it stands beside ##.
static const Token *add_operand(Substitution *s, const Token *at, const Token *end, bool is_raw)
{
    if (at->kind == PIECE_PARAMETER) {
        Argument *argument = &s->arguments[parameter(at)];
        add_span(s, is_raw ? argument->raw : argument_expanded(s->p, argument), at);
        return at + 1;
    }
    if (at->kind == PIECE_OPTIONAL) {
        const Token *after = optional_end(at);
        uint32_t before = s->out->count;
        if (argument_expanded(s->p, &s->arguments[s->macro->parameter_count - 1]).count > 0) {
            substitute_range(s, at + 2, after - 1);
        }
        if (s->out->count == before) {
            add_placemarker(s, at);
        } else {
            s->out->tokens[before].is_after_space = at->is_after_space;
        }
        return after;
    }
    if (s->macro->is_function && at->id == PUNCTUATOR_hash && at + 1 < end &&
        at[1].kind == PIECE_PARAMETER) {
        Token token = *at;
        paste_stringify(s->p, s->arguments[parameter(at + 1)].raw, &token);
        token_list_add(s->p, s->out, &token);
        return at + 2;
    }
    token_list_add(s->p, s->out, at);
    return at + 1;
}

// Pastes the token at out[seam - 1] to the one at out[seam].
static void join(Substitution *s, uint32_t seam)
{
    Token *tokens = s->out->tokens;
    if (seam <= s->start || seam >= s->out->count) {
        return;
    }
    Token result;
    if (!paste_pair(s->p, &tokens[seam - 1], &tokens[seam], &result)) {
        return;
    }
    tokens[seam - 1] = result;
    for (uint32_t i = seam + 1; i < s->out->count; i++) {
        tokens[i - 1] = tokens[i];
    }
    s->out->count--;
}

// `, ## __VA_ARGS__`: the comma goes with an empty list, and stays as it is otherwise.
static const Token *add_rest_after_comma(Substitution *s, const Token *at)
{
    Argument *argument = &s->arguments[parameter(at)];
    if (argument->raw.count == 0) {
        s->out->tokens[s->out->count - 1].kind = PIECE_PLACEMARKER;
        s->out->tokens[s->out->count - 1].id = TOKEN_ID_NONE;
    } else {
        add_span(s, argument_expanded(s->p, argument), at);
    }
    return at + 1;
}

static void substitute_range(Substitution *s, const Token *at, const Token *end)
{
    const Token *begin = at;
    while (at < end && !s->p->is_stopped) {
        if (at->id == PUNCTUATOR_hash_hash && at > begin && at + 1 < end) {
            bool is_after_comma = at[-1].id == PUNCTUATOR_comma;
            at++;
            if (is_after_comma && is_rest(s, at)) {
                at = add_rest_after_comma(s, at);
                continue;
            }
            uint32_t seam = s->out->count;
            at = add_operand(s, at, end, true);
            join(s, seam);
            continue;
        }
        const Token *after = at->kind == PIECE_OPTIONAL ? optional_end(at) : at + 1;
        bool is_raw = after < end && after->id == PUNCTUATOR_hash_hash;
        at = add_operand(s, at, end, is_raw);
    }
}

Span substitute(Preprocessor *p, const Macro *macro, Argument *arguments)
{
    TokenList *out = &p->temporary;
    Substitution s = {p, macro, arguments, out, out->count};
    substitute_range(&s, macro->body, macro->body + macro->body_count);
    uint32_t kept = s.start;
    for (uint32_t i = s.start; i < out->count; i++) {
        if (out->tokens[i].kind != PIECE_PLACEMARKER) {
            out->tokens[kept++] = out->tokens[i];
        }
    }
    out->count = kept;
    Span span = {token_list_copy(p, out, s.start), kept - s.start};
    out->count = s.start;
    return span;
}
