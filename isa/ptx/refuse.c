// SPDX-License-Identifier: Apache-2.0
// PTX that the simulator does not support. It is recorded in its function, so that the rest of the
// module can be used, and kept as text for the printer. The operands of a refused instruction are
// not checked, but its registers must be declared.
#include "isa/ptx/parser.h"

#include <string.h>

#define REFUSAL_MAX  16  // messages of a function
#define SPELLING_MAX 160 // characters of an opcode in a message: more than with all its suffixes

static bool is_known(const PtxFunction *function, const char *message)
{
    for (uint32_t i = 0; i < function->refusal_count; i++) {
        if (strcmp(function->refusals[i].message, message) == 0) {
            return true;
        }
    }
    return false;
}

void refuse_function(Parser *parser, PtxFunction *function, const Token *token, const char *format,
                     ...)
{
    Text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vprintf(&text, format, arguments);
    va_end(arguments);
    if (function->refusal_count < REFUSAL_MAX && !is_known(function, text_string(&text))) {
        function->refusals = parser_room(parser->arena, function->refusals, function->refusal_count,
                                         sizeof *function->refusals);
        function->refusals[function->refusal_count++] =
            (PtxRefusal){.line = token->line,
                         .column = token->column,
                         .message = arena_text(parser->arena, text.at, text.size_bytes)};
    }
    text_destroy(&text);
}

// A name as the printer writes it: nested scopes may have renamed it.
static const char *name_text(Parser *parser, const Token *token)
{
    const Binding *binding = ptx_scope_find(parser, token->name);
    if (binding == NULL) {
        bool is_special = token->name->special != 0 || token->name->is_special_vector;
        if (token->name->text[0] == '%' && !is_special) {
            parser_error(parser, "'%s' is not declared", token->name->text);
        }
        return token->name->text;
    }
    switch (binding->kind) {
    case BINDING_REGISTER: return binding->reg->name;
    case BINDING_VARIABLE: return binding->variable->name;
    default: return token->name->text;
    }
}

static void add_token(Parser *parser, const Token *token, Text *out)
{
    if (token->kind == TOKEN_NAME) {
        text_put(out, name_text(parser, token));
    } else if (token->kind == TOKEN_STRING) {
        text_add(out, token->start - 1, token->length + 2);
    } else {
        text_add(out, token->start, token->length);
    }
}

// Reads past the next `;` and returns the text as the printer writes it, in the module's
// arena.
static const char *refuse_text(Parser *parser)
{
    Text text = {0};
    text_add(&text, parser->token.start, parser->token.length);
    const char *end = parser->token.start + parser->token.length;
    parser_next(parser);
    while (!parser_is(parser, ';') && parser->token.kind != TOKEN_END) {
        const Token token = parser->token;
        if (token.kind == TOKEN_BAD) {
            parser_error(parser, "%s", token.message);
            break;
        }
        text_put(&text, token.start > end ? " " : "");
        add_token(parser, &token, &text);
        end = token.start + token.length + (token.kind == TOKEN_STRING);
        parser_next(parser);
    }
    parser_expect(parser, ';', "after the operands");
    const char *kept = arena_text(parser->arena, text.at, text.size_bytes);
    text_destroy(&text);
    return kept;
}

void refuse_instruction(Parser *parser, const PtxInstruction *instruction, const char *reason)
{
    const Token opcode = parser->token;
    size_t length = strcspn(opcode.start, " \t\r\n;");
    bool is_long = length > SPELLING_MAX;
    refuse_function(parser, parser->function, &opcode, "not supported: '%.*s%s' (%s)",
                    is_long ? SPELLING_MAX : (int)length, opcode.start, is_long ? "..." : "",
                    reason);
    Text guarded = {0};
    if (instruction->guard != NULL) {
        text_printf(&guarded, "@%s%s ", instruction->is_guard_negated ? "!" : "",
                    instruction->guard->name);
    }
    text_put(&guarded, refuse_text(parser));
    if (!parser->is_panicking) {
        parser_body_statement(parser, STATEMENT_REFUSED)->text =
            arena_text(parser->arena, guarded.at, guarded.size_bytes);
    }
    text_destroy(&guarded);
}
