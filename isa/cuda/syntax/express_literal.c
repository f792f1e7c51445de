// SPDX-License-Identifier: Apache-2.0
// Literals, and the constants the compiler makes of names: __func__, offsetof, type traits.
#include "isa/cuda/syntax/express.h"

#include "isa/cuda/syntax/call.h"
#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/express_text.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

#include <string.h>

static TypeKind type_of_literal(const Token *token, const Literal *literal)
{
    switch (literal->kind) {
    case LITERAL_INT: return TYPE_INT;
    case LITERAL_UNSIGNED: return TYPE_UNSIGNED_INT;
    case LITERAL_LONG: return TYPE_LONG;
    case LITERAL_UNSIGNED_LONG: return TYPE_UNSIGNED_LONG;
    case LITERAL_LONG_LONG: return TYPE_LONG_LONG;
    case LITERAL_UNSIGNED_LONG_LONG: return TYPE_UNSIGNED_LONG_LONG;
    case LITERAL_FLOAT: return TYPE_FLOAT;
    case LITERAL_DOUBLE: return TYPE_DOUBLE;
    case LITERAL_LONG_DOUBLE: return TYPE_LONG_DOUBLE;
    case LITERAL_CHAR: return TYPE_CHAR;
    case LITERAL_WIDE_CHAR:
        return token->text[0] == 'L'   ? TYPE_WCHAR
               : token->text[0] == 'u' ? TYPE_CHAR16
                                       : TYPE_CHAR32;
    }
    return TYPE_INT;
}

static Expression *string_of(Front *front, const char *text, uint64_t size_bytes,
                             SourceLocation location);

// [lex.ext]: the call of a literal operator. `raw`: how a number is written, for an operator that
// takes that.
static Expression *call_literal_operator(Front *front, const char *suffix, ExpressionList *values,
                                         Expression *raw, SourceLocation location)
{
    const char *name = front_literal_operator(front, suffix);
    NameReference reference = {
        .name = name, .symbol = scope_lookup(front, name), .location = location};
    const FunctionInfo *only = reference.symbol == NULL ? NULL : reference.symbol->function;
    bool is_raw = raw != NULL && only != NULL && reference.symbol->next_overload == NULL &&
                  only->type->parameter_count == 1 &&
                  only->type->parameters[0]->kind == TYPE_POINTER;
    if (reference.symbol == NULL) {
        front_error(front, location, "'%s' is not declared", name);
        return express_error(front, location);
    }
    return call_overloads(front, reference.symbol, &reference, NULL, is_raw ? &raw : values->items,
                          values->count, location);
}

// [lex.ext]/3: a literal operator template takes how the number is written as its arguments.
static Expression *call_literal_template(Front *front, Symbol *symbol, const char *name,
                                         const char *text, uint32_t length, SourceLocation location)
{
    NameReference reference = {
        .name = name, .symbol = symbol, .location = location, .has_arguments = true};
    reference.arguments = arena_alloc(front->arena, length * sizeof *reference.arguments);
    for (uint32_t i = 0; i < length; i++) {
        reference.arguments[reference.argument_count++] = (TemplateArgument){
            .value_type = type_basic(&front->types, TYPE_CHAR), .integer = (uint64_t)text[i]};
    }
    return call_overloads(front, symbol, &reference, NULL, NULL, 0, location);
}

// Whether every operator of the name is a template: for numbers, one of a pack of characters.
static bool is_literal_template(const Symbol *symbol)
{
    for (const Symbol *at = symbol; at != NULL; at = at->next_overload) {
        if (at->kind != SYMBOL_TEMPLATE) {
            return false;
        }
    }
    return symbol != NULL;
}

// The length of a number before a suffix of the program's own; the whole length: it has none.
static uint32_t length_of_number(const Token *token)
{
    const char *suffix = memchr(token->text, '_', token->length);
    return suffix == NULL || token->kind != TOKEN_NUMBER ? token->length
                                                         : (uint32_t)(suffix - token->text);
}

// A number with a suffix of the program's own: 12_km.
static Expression *parse_own_number(Front *front, const Token *token, uint32_t length)
{
    Token number = *token;
    number.length = length;
    Literal literal = {0};
    if (!source_literal(front->source, &number, front->diagnostics, &literal)) {
        return express_error(front, token->location);
    }
    bool is_real = literal.kind == LITERAL_DOUBLE;
    const Type *type =
        type_basic(&front->types, is_real ? TYPE_LONG_DOUBLE : TYPE_UNSIGNED_LONG_LONG);
    Expression *value = express_new(front, is_real ? EXPRESSION_FLOATING : EXPRESSION_INTEGER, type,
                                    token->location);
    value->integer = literal.integer;
    value->real = literal.real;
    ExpressionList values = {0};
    express_list_add(front, &values, value);
    Expression *raw = string_of(front, arena_text(front->arena, token->text, length),
                                (uint64_t)length + 1, token->location);
    const char *suffix =
        arena_text(front->arena, token->text + length, token->length - (size_t)length);
    const char *name = front_literal_operator(front, suffix);
    Symbol *symbol = scope_lookup(front, name);
    return is_literal_template(symbol)
               ? call_literal_template(front, symbol, name, token->text, length, token->location)
               : call_literal_operator(front, suffix, &values, raw, token->location);
}

static Expression *parse_number(Front *front)
{
    const Token *token = front_peek(front, 0);
    front->at++;
    if (length_of_number(token) < token->length) {
        return parse_own_number(front, token, length_of_number(token));
    }
    Literal literal = {0};
    if (!source_literal(front->source, token, front->diagnostics, &literal)) {
        return express_error(front, token->location);
    }
    TypeKind kind = type_of_literal(token, &literal);
    if (kind != TYPE_FLOAT && kind != TYPE_DOUBLE && kind != TYPE_LONG_DOUBLE) {
        return express_integer(front, kind, literal.integer, token->location);
    }
    Expression *constant =
        express_new(front, EXPRESSION_FLOATING, type_basic(&front->types, kind), token->location);
    constant->real = literal.real;
    return constant;
}

const char *parse_string_literal(Front *front, uint64_t *size_bytes)
{
    Text text = {0};
    while (front_peek(front, 0)->kind == TOKEN_STRING) {
        const Token *token = front_peek(front, 0);
        if (token->text[0] != '"' && token->text[0] != 'R' && strncmp(token->text, "u8", 2) != 0) {
            front_error(front, token->location, "wide strings are not supported in device code");
        }
        size_t part_bytes = 0;
        const char *part = source_string(front->source, token, front->diagnostics, &part_bytes);
        if (part != NULL) {
            text_add(&text, part, part_bytes);
        }
        front->at++;
    }
    *size_bytes = text.size_bytes + 1;
    const char *copy = arena_text(front->arena, text.at == NULL ? "" : text.at, text.size_bytes);
    text_destroy(&text);
    return copy;
}

static Expression *string_of(Front *front, const char *text, uint64_t size_bytes,
                             SourceLocation location)
{
    const Type *element =
        type_qualified(&front->types, type_basic(&front->types, TYPE_CHAR), QUALIFIER_CONST);
    Expression *string = express_new(front, EXPRESSION_STRING,
                                     type_array(&front->types, element, size_bytes), location);
    string->string = text;
    string->string_size = size_bytes;
    string->is_lvalue = true;
    return string;
}

static Expression *parse_string(Front *front)
{
    SourceLocation location = front_here(front);
    uint64_t size_bytes = 0;
    const char *text = parse_string_literal(front, &size_bytes);
    const Token *after = front_peek(front, 0);
    if (after->kind == TOKEN_NAME && !after->is_after_space && !after->is_first_on_line &&
        after->text[0] == '_') {
        front->at++;
        ExpressionList values = {0};
        express_list_add(front, &values, string_of(front, text, size_bytes, location));
        express_list_add(front, &values,
                         express_integer(front, TYPE_UNSIGNED_LONG, size_bytes - 1, location));
        return call_literal_operator(front, after->text, &values, NULL, location);
    }
    return string_of(front, text, size_bytes, location);
}

// offsetof(type, member.member[index])
static Expression *parse_offsetof(Front *front)
{
    SourceLocation location = front_here(front);
    front->at++;
    if (!front_expect(front, PUNCTUATOR_paren_open, "'offsetof'")) {
        return express_error(front, location);
    }
    const Type *type = parse_type_id(front);
    if (type == NULL || !front_expect(front, PUNCTUATOR_comma, "the type") ||
        type->kind != TYPE_CLASS || !class_complete(front, type, location)) {
        express_recover(front, PUNCTUATOR_paren_close);
        return express_error(front, location);
    }
    Expression *place =
        express_variable(front, express_local(front, type, NULL, location), location);
    const Token *name = front_peek(front, 0);
    front->at++;
    place = express_member(front, place, name->text, name->location);
    while (!express_is_error(place) && front_accept(front, PUNCTUATOR_dot)) {
        name = front_peek(front, 0);
        front->at++;
        place = express_member(front, place, name->text, name->location);
    }
    if (!front_expect(front, PUNCTUATOR_paren_close, "the member")) {
        express_recover(front, PUNCTUATOR_paren_close);
    }
    uint64_t offset_bytes = 0;
    for (const Expression *at = place; at->kind == EXPRESSION_MEMBER; at = at->a) {
        offset_bytes += at->field->offset_bytes;
    }
    return express_is_error(place)
               ? place
               : express_integer(front, TYPE_UNSIGNED_LONG, offset_bytes, location);
}

static bool is_base_of(const Type *base, const Type *type)
{
    return base->kind == TYPE_CLASS && type->kind == TYPE_CLASS && !base->class_->is_union &&
           !type->class_->is_union &&
           (base->class_ == type->class_ || class_is_derived(type->class_, base->class_));
}

static bool trait_holds(TokenId trait, const Type *a, const Type *b)
{
    bool is_class = a->unqualified->kind == TYPE_CLASS;
    switch (trait) {
    case KEYWORD___is_same: return a == b;
    case KEYWORD___is_base_of: return is_base_of(a->unqualified, b->unqualified);
    case KEYWORD___is_enum: return a->unqualified->kind == TYPE_ENUM;
    case KEYWORD___is_class: return is_class && !a->unqualified->class_->is_union;
    case KEYWORD___is_union: return is_class && a->unqualified->class_->is_union;
    case KEYWORD___is_empty: return is_class && class_scope(a)->is_empty;
    default: return !is_class || a->unqualified->class_->is_trivial;
    }
}

// __is_same(A, B), __is_base_of(A, B), __is_enum(A) and so on. __lockstep_underlying(E) is zero in
// the type that is under the enumeration.
static Expression *parse_trait(Front *front)
{
    const Token *token = front_peek(front, 0);
    TokenId trait = (TokenId)token->id;
    bool has_two = trait == KEYWORD___is_same || trait == KEYWORD___is_base_of;
    front->at++;
    const Type *a = NULL, *b = NULL;
    if (front_expect(front, PUNCTUATOR_paren_open, "a type trait")) {
        a = parse_type_id(front);
        b = has_two && front_expect(front, PUNCTUATOR_comma, "the type") ? parse_type_id(front) : a;
        if (!front_expect(front, PUNCTUATOR_paren_close, "the type")) {
            express_recover(front, PUNCTUATOR_paren_close);
        }
    }
    if (a == NULL || b == NULL) {
        return express_error(front, token->location);
    }
    if (trait == KEYWORD___lockstep_underlying) {
        const Type *type = a->unqualified;
        return express_constant(front,
                                type->kind == TYPE_ENUM ? type->enumeration->underlying : type, 0,
                                token->location);
    }
    if (trait != KEYWORD___is_same && b->unqualified->kind == TYPE_CLASS) {
        class_complete(front, b->unqualified, token->location);
    }
    return express_integer(front, TYPE_BOOL, trait_holds(trait, a, b), token->location);
}

static bool is_name(const Token *token, const char *text)
{
    return token->kind == TOKEN_NAME && strcmp(token->text, text) == 0;
}

// __func__ and its relatives; NULL when the token is none of them.
static Expression *function_name(Front *front, const Token *token)
{
    bool is_pretty = is_name(token, "__PRETTY_FUNCTION__");
    if (front->function == NULL ||
        (!is_pretty && !is_name(token, "__func__") && !is_name(token, "__FUNCTION__"))) {
        return NULL;
    }
    front->at++;
    const char *name =
        is_pretty ? call_function_text(front, front->function) : front->function->name;
    return string_of(front, name, strlen(name) + 1, token->location);
}

// literal, or a token that acts as one; NULL when there is none at the cursor.
Expression *parse_literal(Front *front)
{
    const Token *token = front_peek(front, 0);
    switch (token->kind) {
    case TOKEN_NUMBER:
    case TOKEN_CHARACTER: return parse_number(front);
    case TOKEN_STRING: return parse_string(front);
    case TOKEN_NAME: return function_name(front, token);
    default: break;
    }
    switch (token->id) {
    case KEYWORD_true:
    case KEYWORD_false:
        front->at++;
        return express_integer(front, TYPE_BOOL, token->id == KEYWORD_true, token->location);
    case KEYWORD_nullptr:
        front->at++;
        return express_integer(front, TYPE_NULLPTR, 0, token->location);
    case KEYWORD___builtin_offsetof: return parse_offsetof(front);
    case KEYWORD___is_same:
    case KEYWORD___is_trivially_copyable:
    case KEYWORD___is_base_of:
    case KEYWORD___is_enum:
    case KEYWORD___is_class:
    case KEYWORD___is_union:
    case KEYWORD___is_empty:
    case KEYWORD___lockstep_underlying: return parse_trait(front);
    default: return NULL;
    }
}
