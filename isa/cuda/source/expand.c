// SPDX-License-Identifier: Apache-2.0
// Replaces the uses of macros in what is read, C++17 [cpp.rescan]. A macro is disabled while its
// own expansion is being read; a name met then is painted and never expanded again.
#include "isa/cuda/source/preprocess.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NESTING_MAX         200     // arguments within arguments
#define EXPANDED_TOKENS_MAX 4000000 // of all macros of one file

void expand_stop(Preprocessor *p, SourceLocation location, const char *message)
{
    if (!p->is_stopped) {
        report_error(p, location, "%s", message);
    }
    p->is_stopped = true;
}

static void expand_builtin(Preprocessor *p, const Macro *macro, Token *token);

static Context *push(Preprocessor *p, const Token *tokens, uint32_t count)
{
    p->contexts =
        arena_room(&p->scratch, p->contexts, p->context_count, &p->context_room, sizeof(Context));
    Context *context = &p->contexts[p->context_count++];
    *context = (Context){.at = tokens, .end = tokens + count};
    return context;
}

static void expand_push(Preprocessor *p, const Token *tokens, uint32_t count, Macro *macro)
{
    push(p, tokens, count)->macro = macro;
    if (macro != NULL) {
        macro->is_disabled = true;
    }
}

static void pop(Preprocessor *p)
{
    Context *context = &p->contexts[--p->context_count];
    if (context->macro != NULL) {
        context->macro->is_disabled = false;
    }
}

uint32_t expand_begin(Preprocessor *p, Span line)
{
    uint32_t floor = p->floor;
    push(p, line.tokens, line.count)->is_barrier = true;
    p->floor = p->context_count;
    return floor;
}

void expand_end(Preprocessor *p, uint32_t floor)
{
    while (p->context_count >= p->floor) {
        pop(p);
    }
    p->floor = floor;
}

void expand_raw(Preprocessor *p, Token *token)
{
    while (p->context_count > 0 && !p->is_stopped) {
        Context *context = &p->contexts[p->context_count - 1];
        if (context->at < context->end) {
            *token = *context->at++;
            if (context->is_fresh) {
                context->is_fresh = false;
                token->is_first_on_line = context->is_first;
                token->is_after_space = context->is_spaced;
            }
            return;
        }
        if (context->is_barrier) {
            *token = (Token){.kind = TOKEN_END, .is_first_on_line = true};
            return;
        }
        pop(p);
    }
    file_next(p, token);
}

// Whether the next token is `(`, which makes the name before it the use of a function-like macro.
static bool is_paren_next(Preprocessor *p)
{
    while (p->context_count > 0) {
        const Context *context = &p->contexts[p->context_count - 1];
        if (context->at < context->end) {
            return context->at->id == PUNCTUATOR_paren_open;
        }
        if (context->is_barrier) {
            return false;
        }
        pop(p);
    }
    return file_is_paren_next(p);
}

static void paint(Token *token)
{
    if (token->kind == TOKEN_NAME) {
        const Macro *macro = name_of(token)->macro;
        if (macro != NULL && macro->is_disabled) {
            token->kind = PIECE_PAINTED;
        }
    }
}

static void add_argument(Preprocessor *p, Argument *arguments, uint32_t room, uint32_t number,
                         uint32_t start)
{
    if (number < room) {
        arguments[number].raw =
            (Span){token_list_copy(p, &p->temporary, start), p->temporary.count - start};
    }
    p->temporary.count = start;
}

// Reads the arguments up to their `)`; returns how many there are, 0 if they do not end.
static uint32_t collect(Preprocessor *p, const Macro *macro, Argument *arguments)
{
    uint32_t start = p->temporary.count, depth = 0, number = 0;
    uint32_t room = macro->parameter_count;
    Token token;
    expand_raw(p, &token); // the parenthesis
    for (;;) {
        expand_raw(p, &token);
        if (token.kind == TOKEN_END) {
            p->temporary.count = start;
            return 0;
        }
        bool is_rest = macro->is_variadic && number + 1 == room;
        if (depth == 0 && token.id == PUNCTUATOR_paren_close) {
            break;
        }
        if (depth == 0 && token.id == PUNCTUATOR_comma && !is_rest) {
            add_argument(p, arguments, room, number++, start);
            continue;
        }
        depth += token.id == PUNCTUATOR_paren_open;
        depth -= token.id == PUNCTUATOR_paren_close;
        token.is_after_space |= token.is_first_on_line;
        token.is_first_on_line = false;
        paint(&token);
        token_list_add(p, &p->temporary, &token);
    }
    bool is_empty = number == 0 && p->temporary.count == start;
    add_argument(p, arguments, room, number, start);
    // f() has no argument if f has no parameter, else an empty one.
    return is_empty && room == 0 ? UINT32_MAX : number + 1;
}

// Whether the arguments are as many as the parameters; UINT32_MAX says none.
static bool check_count(Preprocessor *p, const Macro *macro, uint32_t given)
{
    const char *name = macro->name->text;
    uint32_t wanted = macro->parameter_count;
    if (given == 0) {
        if (!p->is_stopped) {
            report_error(p, p->use, "unterminated argument list of macro '%s'", name);
        }
        return false;
    }
    given = given == UINT32_MAX ? 0 : given;
    if (given == wanted || (macro->is_variadic && given + 1 == wanted)) {
        return true;
    }
    report_error(p, p->use, "macro '%s' expects %s%" PRIu32 " argument%s, got %" PRIu32, name,
                 macro->is_variadic ? "at least " : "", wanted - macro->is_variadic,
                 wanted - macro->is_variadic == 1 ? "" : "s", given);
    report(p, DIAGNOSTIC_NOTE, macro->location, "'%s' is defined here", name);
    return false;
}

static bool expand_function(Preprocessor *p, Macro *macro, Token *token)
{
    if (!is_paren_next(p)) {
        return false;
    }
    Argument *arguments =
        arena_alloc(&p->scratch, (macro->parameter_count + 1) * sizeof *arguments);
    p->collecting++;
    uint32_t given = collect(p, macro, arguments);
    p->collecting--;
    if (!check_count(p, macro, given)) {
        token->kind = PIECE_PAINTED;
        return false;
    }
    Span span = substitute(p, macro, arguments);
    expand_push(p, span.tokens, span.count, macro);
    return true;
}

// Whether `token` was the use of a macro; then what it stands for is read next.
static bool expand(Preprocessor *p, Macro *macro, Token *token)
{
    if (macro->builtin != BUILTIN_NONE) {
        expand_builtin(p, macro, token);
        return false;
    }
    if (macro->is_function) {
        if (!expand_function(p, macro, token)) {
            return false;
        }
    } else if (macro->has_paste) {
        Span span = substitute(p, macro, NULL);
        expand_push(p, span.tokens, span.count, macro);
    } else {
        expand_push(p, macro->body, macro->body_count, macro);
    }
    Context *context = &p->contexts[p->context_count - 1];
    context->is_fresh = true;
    context->is_first = token->is_first_on_line;
    context->is_spaced = token->is_after_space;
    p->expanded_tokens += (uint64_t)(context->end - context->at) + 1;
    if (p->expanded_tokens > EXPANDED_TOKENS_MAX) {
        expand_stop(p, p->use, "macro expansions up to here produce too much text");
    }
    return true;
}

void expand_next(Preprocessor *p, Token *token)
{
    for (;;) {
        expand_raw(p, token);
        bool is_outside = p->context_count <= p->floor;
        if (!is_outside) {
            token->location = p->use;
        }
        if (token->kind != TOKEN_NAME) {
            return;
        }
        Macro *macro = name_of(token)->macro;
        if (macro == NULL) {
            return;
        }
        if (macro->is_disabled) {
            token->kind = PIECE_PAINTED;
            return;
        }
        if (is_outside) {
            p->use = token->location;
        }
        if (!expand(p, macro, token)) {
            return;
        }
    }
}

static bool has_macro(Span span)
{
    for (uint32_t i = 0; i < span.count; i++) {
        if (span.tokens[i].kind == TOKEN_NAME && name_of(&span.tokens[i])->macro != NULL) {
            return true;
        }
    }
    return false;
}

Span argument_expanded(Preprocessor *p, Argument *argument)
{
    if (argument->is_expanded) {
        return argument->expanded;
    }
    argument->is_expanded = true;
    argument->expanded = argument->raw;
    if (!has_macro(argument->raw)) {
        return argument->expanded;
    }
    if (p->nesting == NESTING_MAX) {
        expand_stop(p, p->use, "macro expansions are nested too deeply");
        return argument->expanded;
    }
    p->nesting++;
    uint32_t start = p->temporary.count, depth = p->context_count;
    push(p, argument->raw.tokens, argument->raw.count)->is_barrier = true;
    for (Token token; expand_next(p, &token), token.kind != TOKEN_END;) {
        token_list_add(p, &p->temporary, &token);
    }
    while (p->context_count > depth) {
        pop(p);
    }
    argument->expanded.count = p->temporary.count - start;
    argument->expanded.tokens = token_list_copy(p, &p->temporary, start);
    p->expanded_tokens += argument->expanded.count;
    p->temporary.count = start;
    p->nesting--;
    return argument->expanded;
}

static void builtin_text(const Preprocessor *p, Builtin builtin, SourceLocation location,
                         Text *text)
{
    switch (builtin) {
    case BUILTIN_FILE:
    case BUILTIN_BASE_FILE: {
        uint32_t file = builtin == BUILTIN_FILE ? location.file : 0;
        text_put(text, "\"");
        for (const char *at = p->source.files[file].path; *at != '\0'; at++) {
            text_printf(text, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
        }
        text_put(text, "\"");
        break;
    }
    case BUILTIN_LINE: text_printf(text, "%" PRIu32, location.line); break;
    case BUILTIN_COUNTER: text_printf(text, "%" PRIu64, p->counter); break;
    case BUILTIN_INCLUDE_LEVEL: text_printf(text, "%" PRIu32, p->frame_count - 1); break;
    // The same input gives the same output on any day.
    case BUILTIN_DATE: text_put(text, "\"Jan  1 1970\""); break;
    default: text_put(text, "\"00:00:00\""); break;
    }
}

static void expand_builtin(Preprocessor *p, const Macro *macro, Token *token)
{
    Text text = {0};
    builtin_text(p, macro->builtin, p->use, &text);
    p->counter += macro->builtin == BUILTIN_COUNTER;
    token->kind = text_string(&text)[0] == '"' ? TOKEN_STRING : TOKEN_NUMBER;
    token->text = arena_text(p->source.arena, text.at, text.size_bytes);
    token->length = (uint32_t)text.size_bytes;
    text_destroy(&text);
}
