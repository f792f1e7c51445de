// SPDX-License-Identifier: Apache-2.0
// asm statements: PTX text with operands, CUDA's Inline PTX Assembly guide. The text is kept as
// written; code generation substitutes %0, %1, %[name].
#include "isa/cuda/syntax/statement.h"

#include "isa/cuda/syntax/convert.h"
#include "isa/cuda/syntax/express.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/parse_statement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define OPERAND_LIMIT 160u // wgmma.mma_async of 256 columns has 128 sums and up to ten others

typedef struct AsmParse {
    AsmOperand operands[OPERAND_LIMIT];
    uint32_t count;
} AsmParse;

// The letter of a constraint without its '=' or '+'; 0 if CUDA has no such constraint.
static char constraint_letter(const char *text)
{
    text += strspn(text, "=+& ");
    return text[0] != '\0' && text[1] == '\0' && strchr("hrlfdnCqi", text[0]) != NULL ? text[0] : 0;
}

static uint64_t constraint_bytes(char letter)
{
    switch (letter) {
    case 'h': return 2;
    case 'r':
    case 'f': return 4;
    case 'q': return 16;
    default: return 8;
    }
}

static bool fits_constraint(char letter, const Type *type)
{
    switch (letter) {
    case 'f': return type->kind == TYPE_FLOAT;
    case 'd': return type->kind == TYPE_DOUBLE;
    case 'q': return type_size(type) == 16;
    case 'h':
    case 'r':
    case 'l':
        return type_is_scalar(type) && !type_is_floating(type) &&
               type_size(type) <= constraint_bytes(letter);
    default: return true;
    }
}

// The text of constraint 'C': a string, or a constant array of characters.
static Expression *constant_text(Front *front, Expression *value)
{
    if (value->kind == EXPRESSION_STRING || value->type->kind != TYPE_ARRAY) {
        return value;
    }
    uint64_t size = value->type->count;
    char *text = arena_alloc(front->arena, size + 1u);
    for (uint64_t i = 0; i < size; i++) {
        Expression result = {0};
        const char *reason = NULL;
        Expression *index = express_integer(front, TYPE_UNSIGNED_LONG, i, value->location);
        Expression *element = express_subscript(front, value, index, value->location);
        if (!express_evaluate(front, express_value(front, element), &result, &reason)) {
            front_error(front, value->location,
                        "asm operand for constraint 'C' must be a constant");
            return express_error(front, value->location);
        }
        text[i] = (char)result.integer;
    }
    Expression *made = express_new(front, EXPRESSION_STRING, value->type, value->location);
    made->string = text;
    made->string_size = size;
    return made;
}

// Integers narrower than the register are widened.
static Expression *input_value(Front *front, char letter, Expression *value)
{
    if (letter == 'C') {
        return express_is_error(value) ? value : constant_text(front, value);
    }
    value = express_value(front, convert_to_scalar(front, value));
    if (express_is_error(value)) {
        return value;
    }
    if (letter == 'n' || letter == 'i') {
        Expression *result = arena_alloc(front->arena, sizeof *result);
        const char *reason = NULL;
        if (!express_evaluate(front, value, result, &reason)) {
            front_error(front, value->location,
                        "asm operand for constraint 'n' must be a constant");
            return express_error(front, value->location);
        }
        result->location = value->location;
        return result;
    }
    const Type *type = value->type->unqualified;
    bool is_float_constant =
        (letter == 'f' || letter == 'd') && type_is_arithmetic(type) &&
        (value->kind == EXPRESSION_FLOATING || value->kind == EXPRESSION_INTEGER);
    if (is_float_constant) {
        type = type_basic(&front->types, letter == 'f' ? TYPE_FLOAT : TYPE_DOUBLE);
        return express_converted(front, value, type, value->location);
    }
    if (value->kind == EXPRESSION_INTEGER && type_is_integer(type) &&
        type_size(type) > constraint_bytes(letter) && letter == 'h') { // "h"(0)
        type = type_basic(&front->types, TYPE_UNSIGNED_SHORT);
        return express_converted(front, value, type, value->location);
    }
    if (!fits_constraint(letter, type)) {
        front_error(front, value->location,
                    "asm operand of type '%s' does not match constraint '%c'",
                    express_type_text(front, type), letter);
        return express_error(front, value->location);
    }
    bool is_narrow = type_is_integral_or_enum(type) && type_size(type) < constraint_bytes(letter);
    if (is_narrow) {
        bool is_signed = type_is_signed(type);
        TypeKind kind = letter == 'h'   ? (is_signed ? TYPE_SHORT : TYPE_UNSIGNED_SHORT)
                        : letter == 'r' ? (is_signed ? TYPE_INT : TYPE_UNSIGNED_INT)
                                        : (is_signed ? TYPE_LONG_LONG : TYPE_UNSIGNED_LONG_LONG);
        return express_converted(front, value, type_basic(&front->types, kind), value->location);
    }
    return value;
}

static bool check_output(Front *front, char letter, const Expression *value)
{
    if (express_is_error(value)) {
        return false;
    }
    if (!value->is_lvalue || express_category(value) == CATEGORY_PRVALUE ||
        (value->type->qualifiers & QUALIFIER_CONST) != 0) {
        front_error(front, value->location, "asm output must be a modifiable lvalue");
        return false;
    }
    bool is_wide_enough = type_is_floating(value->type) || letter == 'q' ||
                          type_size(value->type) <= constraint_bytes(letter);
    if (!fits_constraint(letter, value->type) || !is_wide_enough) {
        front_error(front, value->location,
                    "asm operand of type '%s' does not match constraint '%c'",
                    express_type_text(front, value->type), letter);
        return false;
    }
    return true;
}

// [ [name] ] "constraint" ( expression )
static bool parse_operand(Front *front, AsmParse *parse, bool is_output)
{
    AsmOperand operand = {.is_output = is_output};
    if (front_accept(front, PUNCTUATOR_bracket_open)) {
        operand.name = front_peek(front, 0)->text;
        front->at++;
        front_expect(front, PUNCTUATOR_bracket_close, "an asm operand's name");
    }
    const Token *token = front_peek(front, 0);
    if (token->kind != TOKEN_STRING) {
        front_error(front, token->location, "expected an asm constraint in quotes");
        return false;
    }
    uint64_t size_bytes = 0;
    const char *constraint = parse_string_literal(front, &size_bytes);
    operand.constraint = constraint_letter(constraint);
    operand.is_read_write = constraint[0] == '+';
    bool is_marked = constraint[0] == '+' || constraint[0] == '=';
    if (operand.constraint == 0 || is_marked != is_output) {
        front_error(front, token->location, "invalid asm constraint \"%s\"%s", constraint,
                    is_marked == is_output ? ""
                    : is_output            ? " for outputs"
                                           : " for inputs");
        return false;
    }
    if (!front_expect(front, PUNCTUATOR_paren_open, "an asm constraint")) {
        return false;
    }
    Expression *value = parse_expression(front);
    if (!front_expect(front, PUNCTUATOR_paren_close, "an asm operand") || express_is_error(value)) {
        return false;
    }
    if (is_output && !check_output(front, operand.constraint, value)) {
        return false;
    }
    operand.value = is_output ? value : input_value(front, operand.constraint, value);
    if (express_is_error(operand.value) || parse->count == OPERAND_LIMIT) {
        if (parse->count == OPERAND_LIMIT) {
            front_error(front, token->location, "an asm statement has at most %u operands",
                        OPERAND_LIMIT);
        }
        return false;
    }
    parse->operands[parse->count++] = operand;
    return true;
}

static bool parse_operands(Front *front, AsmParse *parse, bool is_output)
{
    bool is_end = front_is(front, PUNCTUATOR_colon) || front_is(front, PUNCTUATOR_scope) ||
                  front_is(front, PUNCTUATOR_paren_close);
    while (!is_end) {
        if (!parse_operand(front, parse, is_output)) {
            return false;
        }
        // nvcc does without the comma, too.
        bool is_next =
            front_accept(front, PUNCTUATOR_comma) || front_peek(front, 0)->kind == TOKEN_STRING;
        is_end = !is_next;
    }
    return true;
}

static bool parse_clobbers(Front *front, AsmStatement *assembly)
{
    while (front_peek(front, 0)->kind == TOKEN_STRING) {
        SourceLocation location = front_here(front);
        uint64_t size_bytes = 0;
        const char *clobber = parse_string_literal(front, &size_bytes);
        if (strcmp(clobber, "memory") == 0) {
            assembly->is_clobbering_memory = true;
        } else if (strcmp(clobber, "cc") != 0) {
            front_error(front, location, "asm clobber \"%s\" is not supported; only \"memory\" is",
                        clobber);
        }
        if (!front_accept(front, PUNCTUATOR_comma)) {
            break;
        }
    }
    return true;
}

// outputs, inputs, clobbers: each after a ':'; '::' is two of them.
static bool parse_sections(Front *front, AsmParse *parse, AsmStatement *assembly)
{
    uint32_t section = 0;
    while (section < 3 && !front_is(front, PUNCTUATOR_paren_close)) {
        if (front_accept(front, PUNCTUATOR_scope)) {
            section += 2;
        } else if (front_accept(front, PUNCTUATOR_colon)) {
            section++;
        } else {
            return front_expect(front, PUNCTUATOR_paren_close, "an asm statement");
        }
        bool is_good = section == 1   ? parse_operands(front, parse, true)
                       : section == 2 ? parse_operands(front, parse, false)
                                      : parse_clobbers(front, assembly);
        if (!is_good) {
            return false;
        }
    }
    return true;
}

static bool has_operand(const AsmStatement *assembly, const char *name, size_t length)
{
    for (uint32_t i = 0; i < assembly->operand_count; i++) {
        const char *known = assembly->operands[i].name;
        if (known != NULL && strlen(known) == length && memcmp(known, name, length) == 0) {
            return true;
        }
    }
    return false;
}

// Every %N and %[name] of the text is an operand; "%%" is a percent sign. As in nvcc, %laneid is
// a PTX register as well, but a letter before a number, as in %r1, would be GCC's modifier.
static void check_text(Front *front, const AsmStatement *assembly, SourceLocation location)
{
    for (const char *at = strchr(assembly->text, '%'); at != NULL; at = strchr(at + 1, '%')) {
        const char *next = at + 1;
        if (*next >= '0' && *next <= '9') {
            unsigned long number = strtoul(next, NULL, 10);
            if (number >= assembly->operand_count) {
                front_error(front, location,
                            "asm refers to operand %%%lu, but has only %u operands", number,
                            assembly->operand_count);
                return;
            }
        } else if (*next == '%') {
            at = next;
        } else if (*next == '[' && !has_operand(assembly, next + 1, strcspn(next + 1, "]"))) {
            front_error(front, location, "asm has no operand named '%.*s'",
                        (int)strcspn(next + 1, "]"), next + 1);
            return;
        } else if (isalpha((unsigned char)*next) && isdigit((unsigned char)next[1])) {
            front_error(front, location,
                        "'%%%.*s' in asm: write a PTX register with two percent signs",
                        (int)strcspn(next, " ,;\t\n.)]}"), next);
            return;
        }
    }
}

// Whether the statement stands in math_*.h of the compiler's own headers.
static bool is_in_math(const Front *front, SourceLocation location)
{
    const SourceFile *file = &front->source->files[location.file];
    return file->is_library && strncmp(file->path, "math_", strlen("math_")) == 0;
}

// asm [volatile] ( "text" [: outputs [: inputs [: clobbers]]] ) ;
Statement *parse_asm(Front *front)
{
    Statement *statement = statement_new(front, STATEMENT_ASM, front_here(front));
    AsmStatement *assembly = arena_alloc(front->arena, sizeof *assembly);
    AsmParse *parse = arena_alloc(front->arena, sizeof *parse);
    statement->assembly = assembly;
    front->at++;
    while (front_is(front, KEYWORD_volatile) || front_is(front, KEYWORD___volatile__) ||
           front_is(front, KEYWORD___volatile) || front_is(front, KEYWORD_inline)) {
        assembly->is_volatile = assembly->is_volatile || !front_is(front, KEYWORD_inline);
        front->at++;
    }
    bool is_good = front_expect(front, PUNCTUATOR_paren_open, "'asm'");
    if (is_good && front_peek(front, 0)->kind != TOKEN_STRING) {
        front_error(front, front_here(front), "expected the text of 'asm' in quotes");
        is_good = false;
    }
    if (is_good) {
        uint64_t size_bytes = 0;
        assembly->text = parse_string_literal(front, &size_bytes);
        is_good = parse_sections(front, parse, assembly) &&
                  front_expect(front, PUNCTUATOR_paren_close, "an asm statement");
    }
    if (!is_good) {
        express_recover(front, PUNCTUATOR_semicolon);
        front_accept(front, PUNCTUATOR_semicolon);
        return statement_new(front, STATEMENT_EMPTY, statement->location);
    }
    assembly->operands = parse->operands;
    assembly->operand_count = parse->count;
    bool has_output = parse->count > 0 && parse->operands[0].is_output;
    assembly->is_volatile = assembly->is_volatile || !has_output;
    assembly->is_intrinsic = !assembly->is_volatile && is_in_math(front, statement->location);
    check_text(front, assembly, statement->location);
    front_expect(front, PUNCTUATOR_semicolon, "'asm'");
    return statement;
}
