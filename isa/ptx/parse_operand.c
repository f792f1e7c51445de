// SPDX-License-Identifier: Apache-2.0
// Operands as they are written; what may stand where is verify's business (PTX ISA 9.0,
// "Instruction Operands").
#include "isa/ptx/parser.h"

#include <string.h>

#define ELEMENT_MAX 255

// Elements of a list under construction, in the body's arena.
typedef struct OperandList {
    PtxOperand *items;
    uint32_t count;
} OperandList;

static void list_add(Parser *parser, OperandList *list, PtxOperand operand)
{
    if (list->count == ELEMENT_MAX) {
        parser_error(parser, "more than %d operands in a list", ELEMENT_MAX);
        return;
    }
    list->items = parser_room(&parser->body, list->items, list->count, sizeof(PtxOperand));
    list->items[list->count++] = operand;
}

static void list_finish(Parser *parser, const OperandList *list, PtxOperand *operand)
{
    operand->elements =
        arena_grow(parser->arena, list->items, list->count, list->count, sizeof(PtxOperand));
    operand->element_count = (uint8_t)list->count;
}

static PtxOperand of_constant(Constant c, uint32_t column)
{
    PtxOperand operand = {.kind = PTX_OPERAND_INTEGER, .integer = c.integer, .column = column};
    if (c.is_float) {
        operand.kind = PTX_OPERAND_FLOAT;
        operand.is_double = !c.is_single;
        operand.bits = c.single;
        if (operand.is_double) {
            memcpy(&operand.bits, &c.real, sizeof operand.bits);
        }
        operand.integer = 0;
    }
    return operand;
}

// component: ".x" | ".y" | ".z" | ".w" | ".r" | ".g" | ".b" | ".a"
static uint8_t parse_component(Parser *parser)
{
    static const char letters[] = "xyzwrgba";
    const char *text = parser->token.kind == TOKEN_DOT ? parser->token.name->text : "";
    const char *at = text[0] != '\0' && text[2] == '\0' ? strchr(letters, text[1]) : NULL;
    if (at == NULL) {
        parser_expected(parser, "a component .x .y .z .w");
        return 0;
    }
    parser_next(parser);
    return (uint8_t)(1 + (at - letters) % 4);
}

// A component of a special register: x, y, z; w, which is always 0, and any other: 3 and more.
static PtxOperand special_component(Parser *parser, const Name *vector, uint32_t number,
                                    PtxOperand operand)
{
    static const char letters[] = "xyz";
    char text[64];
    operand.kind = PTX_OPERAND_INTEGER;
    if (number < 3) {
        int length = snprintf(text, sizeof text, "%s.%c", vector->text, letters[number]);
        const Name *name = ptx_names_find(&parser->names, text, (uint32_t)length);
        operand.kind = PTX_OPERAND_SPECIAL;
        operand.special = (PtxSpecial)(name->special - 1);
    }
    return operand;
}

// special register: "%tid" ".x" | "%tid" | "%laneid" ...
static PtxOperand parse_special(Parser *parser, PtxOperand operand)
{
    Name *name = parser->token.name;
    operand.kind = PTX_OPERAND_SPECIAL;
    parser_next(parser);
    if (name->is_special_vector && parser->token.kind != TOKEN_DOT) { // of mov.v4
        OperandList list = {0};
        for (uint32_t i = 0; i < 4; i++) {
            list_add(parser, &list, special_component(parser, name, i, operand));
        }
        operand.kind = PTX_OPERAND_VECTOR;
        list_finish(parser, &list, &operand);
        return operand;
    }
    if (name->is_special_vector) {
        char text[64];
        const char *component = parser->token.kind == TOKEN_DOT ? parser->token.name->text : "";
        if (strcmp(component, ".w") == 0) { // there for vectors of four; always 0
            parser_next(parser);
            operand.kind = PTX_OPERAND_INTEGER;
            return operand;
        }
        int length = snprintf(text, sizeof text, "%s%s", name->text, component);
        name = length > 0 && (size_t)length < sizeof text
                   ? ptx_names_find(&parser->names, text, (uint32_t)length)
                   : NULL;
        if (name == NULL || name->special == 0) {
            parser_expected(parser, "a component .x .y .z");
            return operand;
        }
        parser_next(parser);
    }
    operand.special = (PtxSpecial)(name->special - 1);
    return operand;
}

// offset: ("+" | "-") constant
static int64_t parse_offset(Parser *parser)
{
    if (!parser_is(parser, '+') && !parser_is(parser, '-')) {
        return 0;
    }
    Constant c = ptx_parse_constant(parser);
    if (c.is_float) {
        parser_error(parser, "an offset must be an integer");
    }
    return c.integer;
}

// Bytes or halves of a register: ".b0", ".h10".
static bool is_selector(const char *text)
{
    size_t digits = text[1] == 'b' || text[1] == 'h' ? strlen(text + 2) : 0;
    return digits > 0 && strspn(text + 2, "01234567") == digits;
}

// Fills in what a declared name refers to.
static PtxOperand of_binding(Parser *parser, const Binding *binding, PtxOperand operand)
{
    parser_next(parser);
    switch (binding->kind) {
    case BINDING_REGISTER:
        operand.kind = PTX_OPERAND_REGISTER;
        operand.reg = binding->reg;
        if (parser->token.kind == TOKEN_DOT && is_selector(parser->token.name->text)) {
            const char *text = parser->token.name->text;
            operand.selector = arena_text(parser->arena, text, strlen(text));
            parser_next(parser);
        } else if (parser->token.kind == TOKEN_DOT) {
            operand.component = parse_component(parser);
            if (operand.component > binding->reg->vector && !parser->is_panicking) {
                parser_error(parser, "no such component in '%s'", binding->reg->name);
            }
        }
        break;
    case BINDING_VARIABLE:
        operand.kind = PTX_OPERAND_VARIABLE;
        operand.variable = binding->variable;
        operand.integer = parse_offset(parser);
        break;
    case BINDING_FUNCTION:
        operand.kind = PTX_OPERAND_FUNCTION;
        operand.function = binding->function;
        break;
    case BINDING_RANGE: break; // a range is found as its registers
    }
    return operand;
}

// name: "_" | special | register | variable | function | label
static PtxOperand parse_name(Parser *parser, PtxOperand operand, bool is_branch)
{
    Token token = parser->token;
    if (parser_is_name(parser, "_")) {
        parser_next(parser);
        operand.kind = PTX_OPERAND_SINK;
        return operand;
    }
    const Binding *binding = ptx_scope_find(parser, token.name);
    if (is_branch && (binding == NULL || binding->kind != BINDING_REGISTER)) {
        operand.kind = PTX_OPERAND_LABEL;
        parser_next(parser);
        return operand;
    }
    if (binding != NULL) {
        return of_binding(parser, binding, operand);
    }
    if (token.name->special != 0 || token.name->is_special_vector) {
        return parse_special(parser, operand);
    }
    if (strcmp(token.name->text, "WARP_SZ") == 0) {
        return of_constant(ptx_parse_constant(parser), token.column);
    }
    parser_error(parser, "'%s' is not declared", token.name->text);
    return operand;
}

// -%r1, of vmad.
static bool is_minus_register(Parser *parser)
{
    Lexer after = parser->lexer;
    Token token = ptx_lexer_next(&after);
    const Binding *binding = token.kind == TOKEN_NAME ? ptx_scope_find(parser, token.name) : NULL;
    return binding != NULL && binding->kind == BINDING_REGISTER;
}

static PtxOperand parse_scalar(Parser *parser)
{
    PtxOperand operand = {.column = parser->token.column};
    if (parser_is(parser, '!')) {
        Lexer after = parser->lexer;
        if (ptx_lexer_next(&after).kind == TOKEN_NAME) {
            parser_next(parser);
            operand = parse_name(parser, operand, false);
            operand.is_negated = true;
            return operand;
        }
    }
    if (parser->token.kind == TOKEN_NAME && !parser_is_name(parser, "WARP_SZ")) {
        return parse_name(parser, operand, false);
    }
    if (parser_is(parser, '-') && is_minus_register(parser)) {
        parser_next(parser);
        operand = parse_name(parser, operand, false);
        operand.is_negated = true;
        return operand;
    }
    return of_constant(ptx_parse_constant(parser), operand.column);
}

// vector: "{" scalar ("," scalar)* "}"
static PtxOperand parse_vector(Parser *parser)
{
    PtxOperand operand = {.kind = PTX_OPERAND_VECTOR, .column = parser->token.column};
    OperandList list = {0};
    parser_next(parser);
    do {
        list_add(parser, &list, parse_scalar(parser));
    } while (parser_accept(parser, ','));
    parser_expect(parser, '}', "after the vector");
    list_finish(parser, &list, &operand);
    return operand;
}

// texture: base ("," (scalar | vector))+, the base already read
static PtxOperand parse_texture(Parser *parser, const PtxOperand *base, uint32_t column)
{
    PtxOperand operand = {.kind = PTX_OPERAND_TEXTURE, .column = column};
    OperandList list = {0};
    list_add(parser, &list, *base);
    while (parser_accept(parser, ',')) {
        list_add(parser, &list,
                 parser_is(parser, '{') ? parse_vector(parser) : parse_scalar(parser));
    }
    list_finish(parser, &list, &operand);
    return operand;
}

// address: "[" (register | variable | constant) offset? "]" | "[" texture "]"
static PtxOperand parse_address(Parser *parser)
{
    uint32_t column = parser->token.column;
    parser_next(parser);
    PtxOperand operand = parse_scalar(parser);
    if (operand.kind == PTX_OPERAND_REGISTER && !parser_is(parser, ',')) {
        operand.integer = parse_offset(parser);
    }
    if (parser_is(parser, ',')) {
        operand = parse_texture(parser, &operand, column);
    } else if (operand.kind == PTX_OPERAND_REGISTER || operand.kind == PTX_OPERAND_VARIABLE ||
               operand.kind == PTX_OPERAND_INTEGER) {
        if (operand.is_negated || operand.component != 0 || operand.selector != NULL) {
            parser_error(parser, "an address is a register, a variable or a number");
        }
        operand.kind = PTX_OPERAND_ADDRESS;
        operand.column = column;
    } else if (!parser->is_panicking) {
        parser_error(parser, "an address is a register, a variable or a number");
    }
    parser_expect(parser, ']', "after the address");
    return operand;
}

PtxOperand ptx_parse_arguments(Parser *parser)
{
    PtxOperand operand = {.kind = PTX_OPERAND_ARGUMENTS, .column = parser->token.column};
    OperandList list = {0};
    parser_next(parser);
    while (!parser_is(parser, ')') && !parser->is_panicking) {
        list_add(parser, &list, parse_scalar(parser));
        if (!parser_accept(parser, ',')) {
            break;
        }
    }
    parser_expect(parser, ')', "after the arguments");
    list_finish(parser, &list, &operand);
    return operand;
}

// pair: (register | vector | "_") "|" (register | "_")
static PtxOperand parse_pair(Parser *parser, const PtxOperand *first)
{
    PtxOperand operand = {.kind = PTX_OPERAND_PAIR, .column = first->column};
    OperandList list = {0};
    list_add(parser, &list, *first);
    parser_next(parser);
    list_add(parser, &list, parse_scalar(parser));
    list_finish(parser, &list, &operand);
    return operand;
}

// operand: (vector | address | name | constant) | pair
PtxOperand ptx_parse_operand(Parser *parser, bool is_branch)
{
    PtxOperand operand = {.column = parser->token.column};
    if (parser_is(parser, '[')) {
        return parse_address(parser);
    }
    if (parser_is(parser, '{')) {
        operand = parse_vector(parser);
    } else if (is_branch && parser->token.kind == TOKEN_NAME) {
        operand = parse_name(parser, operand, true);
    } else {
        operand = parse_scalar(parser);
    }
    return parser_is(parser, '|') ? parse_pair(parser, &operand) : operand;
}
