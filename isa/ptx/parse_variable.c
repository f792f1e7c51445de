// SPDX-License-Identifier: Apache-2.0
// Variables, parameters and registers (PTX ISA 9.0, "State Spaces, Types, and Variables").
#include "isa/ptx/parser.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define REGISTER_COUNT_MAX 1000000000
#define SIZE_MAX_BYTES     ((uint64_t)1 << 40) // of a variable: far past any GPU's memory
#define ALIGNMENT_MAX      ((uint64_t)1 << 20)

static const struct SpaceWord {
    const char *text;
    PtxSpace space;
} space_words[] = {
    {".global", PTX_SPACE_GLOBAL}, {".const", PTX_SPACE_CONST},
    {".shared", PTX_SPACE_SHARED}, {".shared::cta", PTX_SPACE_SHARED},
    {".local", PTX_SPACE_LOCAL},   {".param", PTX_SPACE_PARAM},
    {".tex", PTX_SPACE_TEX},       {".reg", PTX_SPACE_REG},
};

static PtxSpace space_of(const Token *token)
{
    for (size_t i = 0; i < sizeof space_words / sizeof space_words[0]; i++) {
        if (token->kind == TOKEN_DOT && strcmp(token->name->text, space_words[i].text) == 0) {
            return space_words[i].space;
        }
    }
    return PTX_SPACE_GENERIC;
}

bool ptx_parse_is_variable(const Parser *parser)
{
    PtxSpace space = space_of(&parser->token);
    return space != PTX_SPACE_GENERIC && space != PTX_SPACE_REG;
}

static PtxType type_of(const Token *token)
{
    bool is_type = token->kind == TOKEN_DOT && token->name->suffix < PTX_TYPE_COUNT;
    return is_type ? (PtxType)token->name->suffix : PTX_TYPE_NONE;
}

// unified: "(" id "," id ")"
// Two numbers by which the linker tells apart what has one address on all devices; there is one.
static const char *parse_unified(Parser *parser)
{
    Text text = {0};
    parser_expect(parser, '(', "after .unified");
    Constant first = ptx_parse_constant(parser);
    parser_expect(parser, ',', "between the identifiers");
    Constant second = ptx_parse_constant(parser);
    parser_expect(parser, ')', "after the identifiers");
    text_printf(&text, "0x%" PRIX64 ", 0x%" PRIX64, (uint64_t)first.integer,
                (uint64_t)second.integer);
    const char *kept = arena_text(parser->arena, text.at, text.size_bytes);
    text_destroy(&text);
    return kept;
}

// attribute: "(" (".managed" | ".unified" unified) ("," ...)* ")"
void ptx_parse_attribute(Parser *parser, bool *is_managed, const char **unified)
{
    parser_expect(parser, '(', "after .attribute");
    do {
        if (is_managed != NULL && parser_accept_dot(parser, ".managed")) {
            *is_managed = true;
        } else if (parser_accept_dot(parser, ".unified")) {
            *unified = parse_unified(parser);
        } else {
            parser_expected(parser, ".managed or .unified");
        }
    } while (parser_accept(parser, ','));
    parser_expect(parser, ')', "after the attribute");
}

static uint32_t parse_alignment(Parser *parser)
{
    Token token = parser->token;
    uint64_t alignment = ptx_parse_count(parser, "the alignment", 1, ALIGNMENT_MAX);
    if ((alignment & (alignment - 1)) != 0) {
        parser_error_at(parser, &token, "alignment must be a power of two");
        return 1;
    }
    return (uint32_t)alignment;
}

// pointer: ".ptr" space? (".align" alignment)?
static void parse_pointer(Parser *parser, PtxVariable *variable)
{
    variable->is_pointer = true;
    PtxSpace space = space_of(&parser->token);
    if (space != PTX_SPACE_GENERIC) {
        variable->pointed_space = space;
        parser_next(parser);
    }
    if (parser_accept_dot(parser, ".align")) {
        variable->pointed_alignment = parse_alignment(parser);
    }
}

static uint8_t vector_of(const Token *token)
{
    if (token->kind != TOKEN_DOT) {
        return 0;
    }
    return token->name->suffix == PTX_DOT_V2 ? 2 : token->name->suffix == PTX_DOT_V4 ? 4 : 0;
}

// attributes: (".align" n | ".attribute" ... | ".v2" | ".v4" | type | ".ptr" ...)*
static void parse_attributes(Parser *parser, PtxVariable *variable)
{
    for (;;) {
        uint8_t vector = vector_of(&parser->token);
        PtxType type = type_of(&parser->token);
        if (parser_accept_dot(parser, ".align")) {
            variable->alignment_bytes = parse_alignment(parser);
        } else if (parser_accept_dot(parser, ".attribute")) {
            ptx_parse_attribute(parser, &variable->is_managed, &variable->unified);
        } else if (parser_accept_dot(parser, ".ptr")) {
            parse_pointer(parser, variable);
        } else if (vector > 0 && variable->vector == 0) {
            variable->vector = vector;
            parser_next(parser);
        } else if (type != PTX_TYPE_NONE && variable->type == PTX_TYPE_NONE) {
            variable->type = type;
            parser_next(parser);
        } else {
            break;
        }
    }
    if (variable->type == PTX_TYPE_NONE) {
        parser_expected(parser, "a type");
    }
    variable->vector = variable->vector == 0 ? 1 : variable->vector;
}

// A variable has a type that memory can hold: not .pred, not a narrow one of cvt.
static void check_type(Parser *parser, const PtxVariable *variable)
{
    bool is_fundamental = variable->type <= PTX_TYPE_B128 || variable->type == PTX_TYPE_F32 ||
                          variable->type == PTX_TYPE_F64 || variable->type == PTX_TYPE_F16 ||
                          variable->type == PTX_TYPE_BF16 || variable->type == PTX_TYPE_F16X2 ||
                          variable->type == PTX_TYPE_BF16X2 ||
                          ptx_type_kind(variable->type) == PTX_KIND_OPAQUE;
    bool is_predicate_register =
        variable->space == PTX_SPACE_REG && variable->type == PTX_TYPE_PRED;
    if (!is_fundamental && !is_predicate_register && variable->type != PTX_TYPE_NONE) {
        parser_error(parser, "a variable cannot have type %s", ptx_suffix_name(variable->type));
    }
}

// dimensions: ("[" count? "]")*
static void parse_dimensions(Parser *parser, PtxVariable *variable)
{
    while (parser_accept(parser, '[')) {
        if (variable->dimension_count == 4) {
            parser_error(parser, "not supported: arrays of more than 4 dimensions");
            return;
        }
        uint64_t *dimension = &variable->dimension[variable->dimension_count];
        if (parser_is(parser, ']') && variable->dimension_count > 0) {
            parser_error(parser, "only the first dimension of an array may be omitted");
        } else if (!parser_is(parser, ']')) {
            *dimension = ptx_parse_count(parser, "the size of an array", 0, SIZE_MAX_BYTES);
        }
        variable->dimension_count++;
        parser_expect(parser, ']', "after the size");
    }
}

// Sets size and alignment from the type; an open dimension counts as 0 until its initial value is
// read.
static void lay_out(Parser *parser, PtxVariable *variable)
{
    uint64_t element = (uint64_t)ptx_type_bytes(variable->type) * variable->vector;
    uint64_t size = element;
    for (uint32_t i = 0; i < variable->dimension_count; i++) {
        uint64_t dimension = variable->dimension[i];
        if (dimension != 0 && size > SIZE_MAX_BYTES / dimension) {
            parser_error(parser, "'%s' is too large", variable->name);
            size = 0;
        }
        size *= dimension;
    }
    variable->size_bytes = size;
    if (variable->alignment_bytes == 0) {
        variable->alignment_bytes = element == 0 ? 1 : (uint32_t)element;
    }
}

static void add_to_function(Parser *parser, PtxVariable *variable)
{
    PtxFunction *function = parser->function;
    variable->function = function;
    variable->index = function->variable_count;
    function->variables = parser_room(&parser->body, function->variables, function->variable_count,
                                      sizeof(PtxVariable *));
    parser_body_statement(parser, STATEMENT_VARIABLE)->index = function->variable_count;
    function->variables[function->variable_count++] = variable;
}

static void add_to_module(Parser *parser, PtxVariable *variable)
{
    PtxModule *module = parser->module;
    variable->index = module->variable_count;
    module->variables = parser_room(parser->arena, module->variables, module->variable_count,
                                    sizeof(PtxVariable *));
    parser_module_statement(parser, STATEMENT_VARIABLE)->index = module->variable_count;
    module->variables[module->variable_count++] = variable;
}

// The variable that an earlier `.extern` declared and this declaration defines (or repeats), or
// NULL.
static PtxVariable *find_declared(Parser *parser, const Token *name, const PtxVariable *model)
{
    const Binding *binding = name->name->binding;
    if (parser->function != NULL || binding == NULL || binding->kind != BINDING_VARIABLE) {
        return NULL;
    }
    PtxVariable *known = binding->variable;
    bool is_redeclared = known->is_extern || model->is_extern || known->is_weak || known->is_common;
    return is_redeclared && known->space == model->space ? known : NULL;
}

// A definition after its `.extern` declaration: the declaration stays where it was.
static void split_statement(Parser *parser, uint32_t index)
{
    for (uint32_t i = 0; i < parser->module->statement_count; i++) {
        PtxStatement *statement = &parser->module_statements[i];
        if (statement->kind == STATEMENT_VARIABLE && statement->index == index) {
            statement->kind = STATEMENT_DECLARATION;
        }
    }
    parser_module_statement(parser, STATEMENT_VARIABLE)->index = index;
}

static PtxVariable *declare(Parser *parser, const Token *name, const PtxVariable *model)
{
    PtxVariable *known = find_declared(parser, name, model);
    if (known != NULL) {
        uint32_t index = known->index;
        const char *text = known->name;
        if (!model->is_extern) {
            if (known->is_extern) {
                split_statement(parser, index);
            }
            *known = *model;
            known->name = text;
            known->index = index;
        }
        return known;
    }
    PtxVariable *variable = arena_alloc(parser->arena, sizeof *variable);
    *variable = *model;
    Binding *binding = ptx_scope_declare(parser, name, BINDING_VARIABLE);
    if (binding != NULL) {
        binding->variable = variable;
    }
    variable->name = parser->function == NULL
                         ? arena_text(parser->arena, name->name->text, name->name->length)
                         : ptx_scope_unique(parser, name->name, false, 0);
    if (parser->function == NULL) {
        add_to_module(parser, variable);
    } else {
        add_to_function(parser, variable);
    }
    return variable;
}

// `.tex .u32 t;` of PTX 1.x is `.global .texref t;`.
static void modernize_texture(PtxVariable *model)
{
    if (model->space == PTX_SPACE_TEX) {
        model->space = PTX_SPACE_GLOBAL;
        model->type = PTX_TYPE_TEXREF;
    }
}

// declarator: name ("<" count ">")? dimensions ("=" initial)?
static void parse_declarator(Parser *parser, const PtxVariable *model)
{
    Token name = parser->token;
    if (name.kind != TOKEN_NAME) {
        parser_expected(parser, "a variable name");
        return;
    }
    PtxVariable variable = *model;
    variable.position = parser_position(parser, &name);
    variable.position.file = parser->module->file;
    variable.name = name.name->text;
    parser_next(parser);
    parse_dimensions(parser, &variable);
    lay_out(parser, &variable);
    if (parser->is_panicking) {
        return;
    }
    PtxVariable *declared = declare(parser, &name, &variable);
    if (parser_accept(parser, '=')) {
        ptx_parse_initial(parser, declared);
    }
    bool is_open = declared->dimension_count > 0 && declared->dimension[0] == 0;
    if (is_open && !declared->is_extern && declared->initial == NULL && !parser->is_panicking &&
        declared->space != PTX_SPACE_PARAM) {
        parser_error_at(parser, &name, "'%s' requires a size or an initial value", declared->name);
    }
}

// variables: space bank? attributes declarator ("," declarator)* ";"
void ptx_parse_variables(Parser *parser, Linkage linkage)
{
    PtxVariable model = {.space = space_of(&parser->token),
                         .is_extern = linkage.is_extern,
                         .is_visible = linkage.is_visible,
                         .is_weak = linkage.is_weak,
                         .is_common = linkage.is_common};
    parser_next(parser);
    if (model.space == PTX_SPACE_CONST && parser_accept(parser, '[')) { // a bank of PTX 1.x, 2.x
        ptx_parse_count(parser, "the constant bank", 0, 10);
        parser_expect(parser, ']', "after the constant bank");
    }
    parse_attributes(parser, &model);
    modernize_texture(&model);
    check_type(parser, &model);
    do {
        parse_declarator(parser, &model);
    } while (parser_accept(parser, ','));
    parser_expect(parser, ';', "after the declaration");
}

// parameter: (".param" | ".reg") attributes name dimensions
PtxVariable *ptx_parse_parameter(Parser *parser, bool is_declared)
{
    PtxVariable *parameter = arena_alloc(parser->arena, sizeof *parameter);
    parameter->space = space_of(&parser->token);
    if (parameter->space != PTX_SPACE_PARAM && parameter->space != PTX_SPACE_REG) {
        parser_expected(parser, ".param or .reg");
        return parameter;
    }
    parser_next(parser);
    parse_attributes(parser, parameter);
    check_type(parser, parameter);
    Token name = parser->token;
    if (name.kind != TOKEN_NAME) {
        parser_expected(parser, "a parameter name");
        return parameter;
    }
    parameter->name = arena_text(parser->arena, name.name->text, name.name->length);
    parameter->position = parser_position(parser, &name);
    parser_next(parser);
    parse_dimensions(parser, parameter);
    lay_out(parser, parameter);
    if (!is_declared || parser->is_panicking || strcmp(parameter->name, "_") == 0) {
        return parameter;
    }
    if (parameter->space == PTX_SPACE_REG) {
        parameter->reg = ptx_scope_register(parser, &name, parameter->type, parameter->vector);
    } else {
        Binding *binding = ptx_scope_declare(parser, &name, BINDING_VARIABLE);
        ptx_scope_unique(parser, name.name, false, 0);
        if (binding != NULL) {
            binding->variable = parameter;
        }
    }
    return parameter;
}

static void add_register_statement(Parser *parser, const Token *name, PtxType type, uint8_t vector,
                                   const uint32_t *count)
{
    RegisterDeclaration *declaration = arena_alloc(parser->arena, sizeof *declaration);
    *declaration = (RegisterDeclaration){.type = type, .vector = vector, .is_range = count != NULL};
    if (count != NULL) {
        declaration->count = *count;
        ptx_scope_range(parser, name, type, vector, *count);
        declaration->name = name->name->ranges == NULL ? "" : name->name->ranges->range->base;
    } else {
        const PtxRegister *reg = ptx_scope_register(parser, name, type, vector);
        declaration->name = reg == NULL ? "" : reg->name;
    }
    parser_body_statement(parser, STATEMENT_REGISTERS)->registers = declaration;
}

// registers: ".reg" attributes name ("<" count ">")? ("," name ("<" count ">")?)* ";"
void ptx_parse_registers(Parser *parser)
{
    PtxVariable model = {.space = PTX_SPACE_REG};
    parser_next(parser);
    parse_attributes(parser, &model);
    check_type(parser, &model);
    do {
        Token name = parser->token;
        if (name.kind != TOKEN_NAME) {
            parser_expected(parser, "a register name");
            break;
        }
        parser_next(parser);
        if (parser_accept(parser, '<')) {
            // A constant expression would read the closing > as its own.
            uint32_t count = (uint32_t)parser->token.bits;
            if (parser->token.kind != TOKEN_INTEGER || parser->token.bits > REGISTER_COUNT_MAX) {
                parser_expected(parser, "a number of registers");
                break;
            }
            parser_next(parser);
            parser_expect(parser, '>', "after the number of registers");
            add_register_statement(parser, &name, model.type, model.vector, &count);
        } else {
            add_register_statement(parser, &name, model.type, model.vector, NULL);
        }
    } while (parser_accept(parser, ','));
    parser_expect(parser, ';', "after the registers");
}
