// SPDX-License-Identifier: Apache-2.0
// The parser's ground: tokens, errors and recovery, and ptx_parse itself.
#include "isa/ptx/parser.h"

#include "isa/ptx/verify.h"

#include <stdlib.h>
#include <string.h>

#define ERROR_MAX 200 // then the rest of the text is not looked at

void parser_next(Parser *parser)
{
    if (!parser->is_panicking) {
        parser->token = ptx_lexer_next(&parser->lexer);
    }
}

bool parser_is(const Parser *parser, int punctuation)
{
    return parser->token.kind == TOKEN_PUNCTUATION && parser->token.punctuation == punctuation;
}

static bool token_is(const Token *token, TokenKind kind, const char *text)
{
    return token->kind == kind && strcmp(token->name->text, text) == 0;
}

bool parser_is_dot(const Parser *parser, const char *text)
{
    return token_is(&parser->token, TOKEN_DOT, text);
}

bool parser_is_name(const Parser *parser, const char *text)
{
    return token_is(&parser->token, TOKEN_NAME, text);
}

bool parser_accept(Parser *parser, int punctuation)
{
    bool is_it = parser_is(parser, punctuation);
    if (is_it) {
        parser_next(parser);
    }
    return is_it;
}

bool parser_accept_dot(Parser *parser, const char *text)
{
    bool is_it = parser_is_dot(parser, text);
    if (is_it) {
        parser_next(parser);
    }
    return is_it;
}

void parser_expect(Parser *parser, int punctuation, const char *place)
{
    if (!parser_accept(parser, punctuation)) {
        char what[80];
        snprintf(what, sizeof what, "'%c' %s", punctuation, place);
        parser_expected(parser, what);
    }
}

SourcePosition parser_position(const Parser *parser, const Token *token)
{
    return (SourcePosition){parser->module->file, token->line, token->column};
}

static void report(Parser *parser, const Token *token, const char *format, va_list arguments)
{
    Text message = {0};
    text_vprintf(&message, format, arguments);
    diagnostics_add(parser->diagnostics, DIAGNOSTIC_ERROR, parser_position(parser, token),
                    parser->module->source, "%s", text_string(&message));
    text_destroy(&message);
    parser->error_count++;
}

static void panic(Parser *parser)
{
    parser->is_panicking = true;
    parser->stopped_at = parser->token;
    parser->token.kind = TOKEN_END;
}

void parser_error(Parser *parser, const char *format, ...)
{
    if (parser->is_panicking) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    report(parser, &parser->token, format, arguments);
    va_end(arguments);
    panic(parser);
}

void parser_error_at(Parser *parser, const Token *token, const char *format, ...)
{
    if (parser->is_panicking) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    report(parser, token, format, arguments);
    va_end(arguments);
}

#define SHOWN_MAX 60 // characters of a word in a message

void parser_expected(Parser *parser, const char *what)
{
    const Token *token = &parser->token;
    if (token->kind == TOKEN_BAD) {
        parser_error(parser, "%s", token->message);
    } else if (token->kind == TOKEN_END) {
        parser_error(parser, "expected %s before the end of the file", what);
    } else {
        int length = token->length < SHOWN_MAX ? (int)token->length : SHOWN_MAX;
        parser_error(parser, "expected %s before '%.*s'", what, length, token->start);
    }
}

// Whether a `}` closes an operand of the statement that failed rather than a scope.
static bool closes_operand(Parser *parser)
{
    Lexer after = parser->lexer;
    Token token = ptx_lexer_next(&after);
    return token.kind == TOKEN_PUNCTUATION && strchr(",;]|", token.punctuation) != NULL;
}

void parser_recover(Parser *parser)
{
    if (!parser->is_panicking) {
        return;
    }
    parser->is_panicking = false;
    parser->token = parser->stopped_at;
    if (parser->error_count >= ERROR_MAX) {
        parser->lexer.at = parser->lexer.end;
        parser->token.kind = TOKEN_END;
    }
    while (parser->token.kind != TOKEN_END && !parser_accept(parser, ';')) {
        if (parser_is(parser, '}') && !closes_operand(parser)) {
            return;
        }
        parser_next(parser);
        if (parser_is(parser, ';')) {
            parser_next(parser);
            return;
        }
    }
}

bool parser_enter(Parser *parser)
{
    if (parser->depth >= PARSER_DEPTH_MAX) {
        parser_error(parser, "nesting depth exceeds %d", PARSER_DEPTH_MAX);
        return false;
    }
    parser->depth++;
    return true;
}

void parser_leave(Parser *parser)
{
    parser->depth--;
}

void *parser_room(Arena *arena, void *items, uint32_t count, size_t element_bytes)
{
    if (count > 0 && (count < 8 || (count & (count - 1)) != 0)) {
        return items;
    }
    return arena_grow(arena, items, count, count == 0 ? 8 : (size_t)count * 2, element_bytes);
}

PtxStatement *parser_module_statement(Parser *parser, PtxStatementKind kind)
{
    PtxModule *module = parser->module;
    parser->module_statements = parser_room(&parser->scratch, parser->module_statements,
                                            module->statement_count, sizeof(PtxStatement));
    PtxStatement *statement = &parser->module_statements[module->statement_count++];
    *statement = (PtxStatement){.kind = kind};
    return statement;
}

PtxStatement *parser_body_statement(Parser *parser, PtxStatementKind kind)
{
    PtxFunction *function = parser->function;
    parser->body_statements = parser_room(&parser->body, parser->body_statements,
                                          function->statement_count, sizeof(PtxStatement));
    PtxStatement *statement = &parser->body_statements[function->statement_count++];
    *statement = (PtxStatement){.kind = kind};
    return statement;
}

static PtxModule *module_create(const char *text, size_t size_bytes, const char *file_name)
{
    PtxModule *module = calloc(1, sizeof *module);
    if (module == NULL) {
        return NULL;
    }
    const char *file = file_name == NULL ? "<ptx>" : file_name;
    module->file = arena_text(&module->arena, file, strlen(file));
    module->source = arena_text(&module->arena, text, size_bytes);
    return module;
}

PtxModule *ptx_parse(const char *text, size_t size_bytes, const char *file_name,
                     Diagnostics *diagnostics)
{
    PtxModule *module = module_create(text, size_bytes, file_name);
    if (module == NULL) {
        diagnostics_add(diagnostics, DIAGNOSTIC_ERROR, (SourcePosition){0}, NULL, "out of memory");
        return NULL;
    }
    Parser parser = {.arena = &module->arena, .module = module, .diagnostics = diagnostics};
    ptx_names_init(&parser.names);
    parser.forms = form_table_create(&parser.scratch, &parser.names);
    ptx_lexer_init(&parser.lexer, &parser.names, module->source, size_bytes);
    ptx_parse_module(&parser);
    module->statements = arena_grow(parser.arena, parser.module_statements, module->statement_count,
                                    module->statement_count, sizeof(PtxStatement));
    bool has_errors = parser.error_count > 0;
    ptx_names_destroy(&parser.names);
    arena_clear(&parser.body);
    arena_clear(&parser.scratch);
    if (has_errors) {
        ptx_destroy(module);
        return NULL;
    }
    return module;
}

void ptx_destroy(PtxModule *module)
{
    if (module != NULL) {
        arena_clear(&module->arena);
        free(module);
    }
}
