// SPDX-License-Identifier: Apache-2.0
// The body of a function: its statements, nested scopes, labels and the lists that labels name.
#include "isa/ptx/parser.h"

#include <string.h>

// Whether the name just read is followed by a colon, that is, a label.
static bool is_label(const Parser *parser)
{
    const char *at = parser->lexer.at;
    while (*at == ' ' || *at == '\t') {
        at++;
    }
    if (*at != '\n' && *at != '\r' && *at != '/') {
        return *at == ':';
    }
    Lexer after = parser->lexer;
    Token token = ptx_lexer_next(&after);
    return token.kind == TOKEN_PUNCTUATION && token.punctuation == ':';
}

// branch targets: label ("," label)* ";"
static void parse_branch_targets(Parser *parser, uint32_t index)
{
    uint32_t *targets = NULL;
    uint32_t count = 0;
    Token *tokens = NULL;
    do {
        if (parser->token.kind != TOKEN_NAME) {
            parser_expected(parser, "a label");
            return;
        }
        tokens = parser_room(&parser->body, tokens, count, sizeof *tokens);
        tokens[count++] = parser->token;
        parser_next(parser);
    } while (parser_accept(parser, ','));
    targets = arena_alloc(parser->arena, count * sizeof *targets);
    for (uint32_t i = 0; i < count; i++) {
        ptx_scope_use_label(parser, &tokens[i], &targets[i]);
    }
    PtxLabel *label = &parser->function->labels[index];
    label->kind = PTX_LABEL_BRANCH_TARGETS;
    label->targets = targets;
    label->target_count = count;
}

// call targets: function ("," function)* ";"
static void parse_call_targets(Parser *parser, uint32_t index)
{
    const PtxFunction **functions = NULL;
    uint32_t count = 0;
    do {
        const Binding *binding =
            parser->token.kind == TOKEN_NAME ? ptx_scope_find(parser, parser->token.name) : NULL;
        if (binding == NULL || binding->kind != BINDING_FUNCTION) {
            parser_expected(parser, "a function name");
            return;
        }
        functions = parser_room(parser->arena, functions, count, sizeof *functions);
        functions[count++] = binding->function;
        parser_next(parser);
    } while (parser_accept(parser, ','));
    PtxLabel *label = &parser->function->labels[index];
    label->kind = PTX_LABEL_CALL_TARGETS;
    label->functions = functions;
    label->target_count = count;
}

// prototype: results "_" parameters ".noreturn"? ";"
static void parse_prototype(Parser *parser, uint32_t index)
{
    PtxFunction *prototype = arena_alloc(parser->arena, sizeof *prototype);
    ptx_parse_signature(parser, prototype, false);
    while (parser->token.kind == TOKEN_DOT && !parser->is_panicking) {
        if (parser_accept_dot(parser, ".abi_preserve") ||
            parser_accept_dot(parser, ".abi_preserve_control")) {
            ptx_parse_constant(parser);
        } else if (parser_accept_dot(parser, ".noreturn")) {
            prototype->is_noreturn = true;
        } else {
            parser_expected(parser, "';' after the prototype");
        }
    }
    PtxLabel *label = &parser->function->labels[index];
    label->kind = PTX_LABEL_PROTOTYPE;
    label->prototype = prototype;
}

// label: name ":" (".branchtargets" ... | ".calltargets" ... | ".callprototype" ...)?
static void parse_label(Parser *parser)
{
    Token name = parser->token;
    parser_next(parser);
    parser_next(parser);
    uint32_t index = ptx_scope_label(parser, &name);
    parser_body_statement(parser, STATEMENT_LABEL)->index = index;
    if (parser_accept_dot(parser, ".branchtargets")) {
        parse_branch_targets(parser, index);
    } else if (parser_accept_dot(parser, ".calltargets")) {
        parse_call_targets(parser, index);
    } else if (parser_accept_dot(parser, ".callprototype")) {
        parse_prototype(parser, index);
    } else {
        return;
    }
    parser_expect(parser, ';', "after the list");
}

// guard: "@" "!"? predicate
static void parse_guarded(Parser *parser)
{
    parser_next(parser);
    bool is_negated = parser_accept(parser, '!');
    if (parser->token.kind != TOKEN_NAME) {
        parser_expected(parser, "a predicate register");
        return;
    }
    const Binding *binding = ptx_scope_find(parser, parser->token.name);
    if (binding == NULL) {
        parser_error(parser, "'%s' is not declared", parser->token.name->text);
        return;
    }
    if (binding->kind != BINDING_REGISTER || binding->reg->type != PTX_TYPE_PRED) {
        parser_error(parser, "'%s' is not a predicate register", parser->token.name->text);
        return;
    }
    parser_next(parser);
    ptx_parse_instruction(parser, binding->reg, is_negated);
}

// directive: registers | variables | loc | pragma
static void parse_body_directive(Parser *parser)
{
    if (parser_is_dot(parser, ".reg")) {
        ptx_parse_registers(parser);
    } else if (parser_accept_dot(parser, ".loc")) {
        ptx_parse_loc(parser);
    } else if (parser_accept_dot(parser, ".pragma")) {
        ptx_parse_function_pragma(parser);
    } else if (ptx_parse_is_variable(parser)) {
        ptx_parse_variables(parser, (Linkage){0});
    } else if (parser_is_dot(parser, ".extern")) {
        Linkage linkage = ptx_parse_linkage(parser);
        if (ptx_parse_is_variable(parser)) {
            ptx_parse_variables(parser, linkage);
        } else {
            parser_expected(parser, "a variable after .extern");
        }
    } else {
        parser_expected(parser, "a statement");
    }
}

static void parse_scope_end(Parser *parser)
{
    ptx_scope_close(parser);
    if (parser->scope->depth > SCOPE_PARAMETERS) {
        parser_body_statement(parser, STATEMENT_CLOSE);
        parser_next(parser);
    }
}

// statement: "{" | "}" | ";" | directive | label | guard? instruction
static void parse_statement(Parser *parser)
{
    if (parser_is(parser, '{')) {
        if (parser->scope->depth >= PARSER_DEPTH_MAX) {
            parser_error(parser, "scope nesting depth exceeds %d", PARSER_DEPTH_MAX);
            return;
        }
        parser_body_statement(parser, STATEMENT_OPEN);
        parser_next(parser);
        ptx_scope_open(parser);
    } else if (parser_is(parser, '}')) {
        parse_scope_end(parser);
    } else if (parser->token.kind == TOKEN_DOT) {
        parse_body_directive(parser);
    } else if (parser_is(parser, '@')) {
        parse_guarded(parser);
    } else if (parser->token.kind == TOKEN_NAME && is_label(parser)) {
        parse_label(parser);
    } else if (!parser_accept(parser, ';')) {
        ptx_parse_instruction(parser, NULL, false);
    }
}

// body: "{" statement* "}"
void ptx_parse_body(Parser *parser)
{
    parser_next(parser);
    ptx_scope_open(parser);
    while (parser->token.kind != TOKEN_END && parser->scope->depth > SCOPE_PARAMETERS) {
        const char *start = parser->token.start;
        parse_statement(parser);
        parser_recover(parser);
        if (parser->token.start == start && parser->scope->depth > SCOPE_PARAMETERS) {
            parser_next(parser);
        }
    }
    if (parser->scope->depth > SCOPE_PARAMETERS) {
        parser_error(parser, "expected '}' before the end of the file");
        parser->is_panicking = false; // there is no more to skip
        while (parser->scope->depth > SCOPE_PARAMETERS) {
            ptx_scope_close(parser);
        }
        return;
    }
    parser_next(parser);
}
