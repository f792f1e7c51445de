// SPDX-License-Identifier: Apache-2.0
// Preprocesses a file: the macros from outside, the prelude, then the file; collects what comes
// out.
#include "isa/cuda/source/preprocess.h"

#include <string.h>

// The text of _Pragma's string, C++17 [cpp.pragma.op].
static void unquote(Text *out, const Token *string)
{
    const char *at = string->text, *end = string->text + string->length - 1;
    for (at += strcspn(at, "\"") + 1; at < end; at++) {
        at += *at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\');
        text_add(out, at, 1);
    }
}

// Makes one token of the four tokens of _Pragma("text") that end the output.
static void finish_pragma(Preprocessor *p)
{
    Source *source = &p->source;
    uint32_t count = source->token_count;
    const Token *last = &source->tokens[count - 1];
    if (count < 4 || last[-1].kind != TOKEN_STRING || last[-2].id != PUNCTUATOR_paren_open ||
        last[-3].kind != TOKEN_NAME || last[-3].length != strlen("_Pragma") ||
        memcmp(last[-3].text, "_Pragma", last[-3].length) != 0) {
        return;
    }
    Text text = {0};
    unquote(&text, &last[-1]);
    const char *copy = arena_text(source->arena, text.at, text.size_bytes);
    SourceLocation location = last[-3].location;
    Span line = lex_line(p, copy, text.size_bytes, location);
    text_destroy(&text);
    SourceLocation use = p->use;
    directive_pragma(p, line, location, &source->tokens[count - 4]);
    p->use = use;
    source->token_count -= 3;
}

static void emit(Preprocessor *p, Token *token)
{
    Source *source = &p->source;
    switch (token->kind) {
    case TOKEN_NAME:
    case PIECE_PAINTED:
        token->id = name_of(token)->id;
        token->kind = token->id == TOKEN_ID_NONE    ? TOKEN_NAME
                      : token->id < KEYWORD_alignas ? TOKEN_PUNCTUATOR
                                                    : TOKEN_KEYWORD;
        break;
    case PIECE_UNTERMINATED:
        report_error(p, token->location, "unterminated %s: it must end on its line",
                     memchr(token->text, '"', token->length) != NULL &&
                             token->text[strcspn(token->text, "'\"")] == '"'
                         ? "string"
                         : "character");
        return;
    case PIECE_HEADER:
        report_error(p, token->location, "a header name is only allowed in #include and #if");
        return;
    case PIECE_STRAY:
        report_error(p, token->location, "stray byte 0x%02x in the program",
                     (unsigned char)token->text[0]);
        return;
    default: break;
    }
    source->tokens = arena_room(source->arena, source->tokens, source->token_count, &p->token_room,
                                sizeof(Token));
    source->tokens[source->token_count++] = *token;
    if (token->id == PUNCTUATOR_paren_close) {
        finish_pragma(p);
    }
}

static void read_file(Preprocessor *p, LexedFile *lexed, bool is_program)
{
    file_enter(p, lexed);
    if (is_program) {
        include_needed(p, lexed);
    }
    for (Token token; expand_next(p, &token), token.kind != TOKEN_END;) {
        emit(p, &token);
    }
}

// "NAME=value" becomes #define NAME value, and "NAME" is 1, as compilers' -D does.
static void read_defines(Preprocessor *p)
{
    if (p->options->define_count == 0) {
        return;
    }
    Text text = {0};
    for (uint32_t i = 0; i < p->options->define_count; i++) {
        const char *define = p->options->defines[i];
        size_t length = strcspn(define, "=");
        text_put(&text, "#define ");
        text_add(&text, define, length);
        text_printf(&text, " %s\n", define[length] == '=' ? define + length + 1 : "1");
    }
    uint32_t file = file_add(p, "<command line>", text.at, text.size_bytes);
    text_destroy(&text);
    read_file(p, lex_file(p, file), false);
}

static void read_prelude(Preprocessor *p)
{
    if (p->options->prelude != NULL) {
        LexedFile *lexed = include_library(p, p->options->prelude);
        if (lexed == NULL) {
            diagnostics_add(p->diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){0}, NULL,
                            "no built-in header '%s'", p->options->prelude);
            return;
        }
        read_file(p, lexed, false);
    }
}

Source *source_preprocess(Arena *arena, const char *path, const char *text, size_t size_bytes,
                          const SourceOptions *options, Diagnostics *diagnostics)
{
    static const SourceOptions no_options;
    Preprocessor *p = arena_alloc(arena, sizeof *p);
    p->source.arena = arena;
    p->options = options == NULL ? &no_options : options;
    p->diagnostics = diagnostics;
    name_start(p);
    if (size_bytes > INT32_MAX) {
        report_error(p, (SourceLocation){file_add(p, path, NULL, 0), 0, 0}, "file is too large");
    } else {
        uint32_t file = file_add(p, path, text == NULL ? "" : text, size_bytes);
        read_defines(p);
        read_prelude(p);
        read_file(p, lex_file(p, file), p->options->prelude != NULL);
    }
    Source *source = &p->source;
    source->tokens =
        arena_room(arena, source->tokens, source->token_count, &p->token_room, sizeof(Token));
    source->tokens[source->token_count] = (Token){.is_first_on_line = true, .text = ""};
    if (source->token_count > 0) {
        source->tokens[source->token_count].location =
            source->tokens[source->token_count - 1].location;
    }
    arena_clear(&p->scratch);
    return source;
}
