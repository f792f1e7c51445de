// SPDX-License-Identifier: Apache-2.0
// Spelling of tokens, and the two operators made from it: # and ##.
#include "isa/cuda/source/preprocess.h"

void paste_spell(Text *out, const Token *tokens, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0 && (tokens[i].is_after_space || tokens[i].is_first_on_line)) {
            text_put(out, " ");
        }
        text_add(out, tokens[i].text, tokens[i].length);
    }
}

static void add_quoted(Text *out, const Token *token)
{
    bool is_literal = token->kind == TOKEN_STRING || token->kind == TOKEN_CHARACTER;
    for (uint32_t i = 0; i < token->length; i++) {
        char c = token->text[i];
        if (is_literal && c == '\n') { // of a raw string
            text_put(out, "\\n");
            continue;
        }
        if (is_literal && (c == '"' || c == '\\')) {
            text_put(out, "\\");
        }
        text_add(out, &c, 1);
    }
}

void paste_stringify(Preprocessor *p, Span argument, Token *token)
{
    Text text = {0};
    text_put(&text, "\"");
    for (uint32_t i = 0; i < argument.count; i++) {
        if (i > 0 && argument.tokens[i].is_after_space) {
            text_put(&text, " ");
        }
        add_quoted(&text, &argument.tokens[i]);
    }
    text_put(&text, "\"");
    token->text = arena_text(p->source.arena, text.at, text.size_bytes);
    token->length = (uint32_t)text.size_bytes;
    token->kind = TOKEN_STRING;
    token->id = TOKEN_ID_NONE;
    text_destroy(&text);
    Token check;
    if (!lex_single(p, token->text, token->length, &check)) { // a lone backslash at its end
        report_error(p, p->use, "'#' turns this argument into %s, which is not a valid string",
                     token->text);
        token->text = "\"\"";
        token->length = 2;
    }
}

bool paste_pair(Preprocessor *p, const Token *left, const Token *right, Token *result)
{
    if (left->kind == PIECE_PLACEMARKER || right->kind == PIECE_PLACEMARKER) {
        *result = left->kind == PIECE_PLACEMARKER ? *right : *left;
        result->is_after_space = left->is_after_space;
        return true;
    }
    Text text = {0};
    text_add(&text, left->text, left->length);
    text_add(&text, right->text, right->length);
    const char *spelling = arena_text(p->source.arena, text.at, text.size_bytes);
    bool is_token = lex_single(p, spelling, text.size_bytes, result);
    text_destroy(&text);
    if (!is_token) {
        report_error(p, p->use, "pasting with '##' forms '%s', which is not a valid token",
                     spelling);
        return false;
    }
    result->location = left->location;
    result->is_first_on_line = false;
    result->is_after_space = left->is_after_space;
    return true;
}
