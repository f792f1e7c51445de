// SPDX-License-Identifier: Apache-2.0
// Instructions: opcode, suffixes, operands (PTX ISA 9.0, "Instructions").
#include "isa/ptx/parser.h"

#include "isa/ptx/verify.h"

static void note_suffix(PtxInstruction *instruction, PtxSuffix suffix)
{
    static const struct SpaceSuffix {
        PtxSuffix suffix;
        PtxSpace space;
    } spaces[] = {
        {PTX_DOT_GLOBAL, PTX_SPACE_GLOBAL},      {PTX_DOT_SHARED, PTX_SPACE_SHARED},
        {PTX_DOT_SHARED__CTA, PTX_SPACE_SHARED}, {PTX_DOT_SHARED__CLUSTER, PTX_SPACE_CLUSTER},
        {PTX_DOT_LOCAL, PTX_SPACE_LOCAL},        {PTX_DOT_CONST, PTX_SPACE_CONST},
        {PTX_DOT_PARAM, PTX_SPACE_PARAM},        {PTX_DOT_PARAM__ENTRY, PTX_SPACE_PARAM},
        {PTX_DOT_PARAM__FUNC, PTX_SPACE_PARAM},
    };
    if (suffix < PTX_TYPE_COUNT) {
        if (instruction->type == PTX_TYPE_NONE) {
            instruction->type = suffix;
            instruction->source_type = suffix;
        } else if (instruction->source_type == instruction->type) {
            instruction->source_type = suffix;
        }
        return;
    }
    switch (suffix) {
    case PTX_DOT_V2: instruction->vector = 2; return;
    case PTX_DOT_V4: instruction->vector = 4; return;
    case PTX_DOT_V8: instruction->vector = 8; return;
    default: break;
    }
    for (size_t i = 0; i < sizeof spaces / sizeof spaces[0]; i++) {
        if (suffix == spaces[i].suffix && instruction->space == PTX_SPACE_GENERIC) {
            instruction->space = spaces[i].space;
        }
    }
}

// suffixes: dotted word*
// Returns why the instruction is not supported, or NULL.
static const char *parse_suffixes(Parser *parser, PtxInstruction *instruction)
{
    Token unknown = {0};
    uint32_t count = 0;
    while (parser->token.kind == TOKEN_DOT) {
        PtxSuffix suffix = (PtxSuffix)parser->token.name->suffix;
        if (suffix == PTX_TYPE_NONE && unknown.kind == TOKEN_END) {
            unknown = parser->token;
        } else if (suffix != PTX_TYPE_NONE && count < PTX_SUFFIX_MAX) {
            instruction->suffix[instruction->suffix_count++] = (uint16_t)suffix;
            note_suffix(instruction, suffix);
        }
        count++;
        parser_next(parser);
    }
    const char *refusal = verify_refusal(parser, instruction);
    if (refusal != NULL) {
        return refusal;
    }
    if (unknown.kind != TOKEN_END) {
        parser_error_at(parser, &unknown, "unknown suffix '%s'", unknown.name->text);
    } else if (count > PTX_SUFFIX_MAX) {
        parser_error(parser, "more than %d suffixes", PTX_SUFFIX_MAX);
    }
    return NULL;
}

typedef struct Operands {
    PtxOperand items[PTX_OPERAND_MAX];
    Token tokens[PTX_OPERAND_MAX]; // where each starts
    uint32_t count;
} Operands;

static void add_operand(Parser *parser, Operands *operands, const Token *token, PtxOperand operand)
{
    if (operands->count == PTX_OPERAND_MAX) {
        parser_error(parser, "more than %d operands", PTX_OPERAND_MAX);
        return;
    }
    operands->tokens[operands->count] = *token;
    operands->items[operands->count++] = operand;
}

// operands: (operand ("," operand)*)?
static void parse_operands(Parser *parser, Operands *operands, bool is_branch)
{
    if (parser_is(parser, ';')) {
        return;
    }
    do {
        Token token = parser->token;
        PtxOperand operand = ptx_parse_operand(parser, is_branch);
        add_operand(parser, operands, &token, operand);
    } while (parser_accept(parser, ','));
}

// call: (arguments ",")? target ("," arguments)? ("," label)?
static void parse_call(Parser *parser, Operands *operands)
{
    Token token = parser->token;
    if (parser_is(parser, '(')) {
        add_operand(parser, operands, &token, ptx_parse_arguments(parser));
        parser_expect(parser, ',', "after the results of the call");
    }
    token = parser->token;
    add_operand(parser, operands, &token, ptx_parse_operand(parser, false));
    while (parser_accept(parser, ',')) {
        token = parser->token;
        add_operand(parser, operands, &token,
                    parser_is(parser, '(') ? ptx_parse_arguments(parser)
                                           : ptx_parse_operand(parser, true));
    }
}

static PtxInstruction *add_instruction(Parser *parser, const PtxInstruction *instruction)
{
    PtxFunction *function = parser->function;
    function->instructions = parser_room(&parser->body, function->instructions,
                                         function->instruction_count, sizeof *instruction);
    parser_body_statement(parser, STATEMENT_INSTRUCTION)->index = function->instruction_count;
    PtxInstruction *added = &function->instructions[function->instruction_count++];
    *added = *instruction;
    return added;
}

static void keep_operands(Parser *parser, PtxInstruction *instruction, const Operands *operands)
{
    instruction->operand_count = (uint8_t)operands->count;
    instruction->operands = arena_grow(parser->arena, operands->items, operands->count,
                                       operands->count, sizeof(PtxOperand));
    for (uint32_t i = 0; i < operands->count; i++) {
        if (instruction->operands[i].kind == PTX_OPERAND_LABEL) {
            ptx_scope_use_label(parser, &operands->tokens[i], &instruction->operands[i].label);
        }
    }
}

// instruction: opcode suffixes operands ";"
void ptx_parse_instruction(Parser *parser, const PtxRegister *guard, bool is_guard_negated)
{
    Token opcode = parser->token;
    if (opcode.kind != TOKEN_NAME) {
        parser_expected(parser, "an instruction");
        return;
    }
    if (opcode.name->opcode == 0) {
        parser_error(parser, "unknown instruction '%s'", opcode.name->text);
        return;
    }
    PtxInstruction instruction = {.opcode = (PtxOpcode)(opcode.name->opcode - 1),
                                  .vector = 1,
                                  .guard = guard,
                                  .is_guard_negated = is_guard_negated,
                                  .location = parser->location,
                                  .line = opcode.line,
                                  .column = opcode.column};
    const Lexer behind_opcode = parser->lexer;
    parser_next(parser);
    const char *refusal = parse_suffixes(parser, &instruction);
    if (refusal != NULL) {
        parser->lexer = behind_opcode;
        parser->token = opcode;
        refuse_instruction(parser, &instruction, refusal);
        return;
    }
    bool is_branch = instruction.opcode == PTX_BRA || instruction.opcode == PTX_BRX;
    Operands operands = {.count = 0};
    if (instruction.opcode == PTX_CALL) {
        parse_call(parser, &operands);
    } else {
        parse_operands(parser, &operands, is_branch);
    }
    parser_expect(parser, ';', "after the operands");
    if (parser->is_panicking) {
        return;
    }
    keep_operands(parser, &instruction, &operands);
    add_instruction(parser, &instruction);
}
