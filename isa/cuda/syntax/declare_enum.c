// SPDX-License-Identifier: Apache-2.0
// Enumerations, C++17 [dcl.enum].
#include "isa/cuda/syntax/parse_declaration.h"

#include "isa/cuda/syntax/express_node.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

static const Type *create(Front *front, const char *name, bool is_scoped, SourceLocation location)
{
    Enumeration *enumeration = arena_alloc(front->arena, sizeof *enumeration);
    enumeration->name = name;
    enumeration->is_scoped = is_scoped;
    enumeration->underlying = type_basic(&front->types, TYPE_INT);
    Scope *home = front->scope;
    Scope *scope = scope_push(front, SCOPE_ENUM, name);
    scope_pop(front);
    enumeration->scope = scope;
    const Type *type = type_enumeration(&front->types, enumeration);
    scope->type = type;
    if (name != NULL) {
        while (home->kind == SCOPE_TEMPLATE) {
            home = home->parent;
        }
        scope_add(front, home, SYMBOL_TYPE, name, location)->type = type;
    }
    return type;
}

static void add_enumerator(Front *front, const Type *type, const char *name,
                           SourceLocation location, uint64_t value, const Type *value_type)
{
    Scope *scopes[2] = {type->enumeration->scope, NULL};
    if (!type->enumeration->is_scoped) {
        scopes[1] = scopes[0]->parent;
    }
    for (int i = 0; i < 2 && scopes[i] != NULL; i++) {
        Symbol *symbol = scope_add(front, scopes[i], SYMBOL_CONSTANT, name, location);
        symbol->type = value_type;
        symbol->value = express_new(front, EXPRESSION_INTEGER, value_type, location);
        symbol->value->integer = value;
    }
}

typedef struct Enumerators {
    Symbol *symbols[2];
    uint64_t next;
    bool has_negative;
    uint64_t largest;
} Enumerators;

static void note_value(Enumerators *seen, uint64_t value, bool is_signed)
{
    if (is_signed && (int64_t)value < 0) {
        seen->has_negative = true;
    } else if (value > seen->largest) {
        seen->largest = value;
    }
    seen->next = value + 1;
}

// After the closing brace an enumerator has its enumeration's type, [dcl.enum]/5. Its scope also
// holds types that their values declare.
static void set_enumerator_types(const Type *type)
{
    const Scope *scope = type->enumeration->scope;
    for (Symbol *symbol = scope->first_symbol; symbol != NULL; symbol = symbol->next_in_scope) {
        if (symbol->kind != SYMBOL_CONSTANT) {
            continue;
        }
        symbol->type = symbol->value->type = type;
        Symbol *outer =
            type->enumeration->is_scoped ? NULL : scope_find_here(scope->parent, symbol->name);
        if (outer != NULL && outer->kind == SYMBOL_CONSTANT) {
            outer->type = outer->value->type = type;
        }
    }
}

// `inside`: the type that enumerators have meanwhile.
static void parse_enumerators(Front *front, const Type *type, const Type *inside, Enumerators *seen)
{
    bool is_signed = true;
    while (front_peek(front, 0)->kind == TOKEN_NAME) {
        const Token *token = front_peek(front, 0);
        front->at++;
        Specifiers ignored = {0};
        parse_attributes(front, &ignored);
        uint64_t value = seen->next;
        if (front_accept(front, PUNCTUATOR_assign)) {
            const Type *value_type = NULL;
            bool was_angle = front->is_angle;
            front->is_angle = false;
            if (!parse_integer_constant(front, &value_type, &value)) {
                return;
            }
            front->is_angle = was_angle;
            is_signed = type_is_signed(value_type);
        }
        note_value(seen, value, is_signed);
        add_enumerator(front, type, token->text, token->location, value, inside);
        if (!front_accept(front, PUNCTUATOR_comma)) {
            return;
        }
    }
}

// Without a fixed underlying type: the first of int, unsigned, long, unsigned long that holds all
// values. The enumeration also promotes to it, [conv.prom]/3.
static TypeKind underlying_kind(const Enumerators *seen)
{
    if (seen->largest <= INT32_MAX) {
        return TYPE_INT;
    }
    if (seen->largest <= UINT32_MAX && !seen->has_negative) {
        return TYPE_UNSIGNED_INT;
    }
    return seen->largest <= INT64_MAX && seen->has_negative ? TYPE_LONG : TYPE_UNSIGNED_LONG;
}

const Type *parse_enum(Front *front)
{
    front->at++;
    bool is_scoped = front_accept(front, KEYWORD_class) || front_accept(front, KEYWORD_struct);
    Specifiers ignored = {0};
    parse_attributes(front, &ignored);
    const Token *token = front_peek(front, 0);
    SourceLocation location = token->location;
    const char *name = NULL;
    const Type *type = NULL;
    if (token->kind == TOKEN_NAME) {
        name = token->text;
        Symbol *known = scope_lookup(front, name);
        bool is_definition = front_peek(front, 1)->id == PUNCTUATOR_brace_open ||
                             front_peek(front, 1)->id == PUNCTUATOR_colon;
        NameReference reference;
        if (!is_definition && known != NULL) {
            parse_name(front, &reference);
            if (reference.symbol != NULL && reference.symbol->kind == SYMBOL_TYPE) {
                return reference.symbol->type;
            }
        }
        front->at++;
        if (known != NULL && known->kind == SYMBOL_TYPE && known->home == front->scope &&
            known->type->kind == TYPE_ENUM && !known->type->enumeration->is_complete) {
            type = known->type;
        }
    }
    if (type == NULL) {
        type = create(front, name, is_scoped, location);
    }
    Enumeration *enumeration = type->enumeration;
    bool is_fixed = front_accept(front, PUNCTUATOR_colon);
    if (is_fixed) {
        const Type *underlying = parse_type_id(front);
        enumeration->underlying =
            underlying != NULL ? underlying->unqualified : enumeration->underlying;
    }
    if (front_accept(front, PUNCTUATOR_brace_open)) {
        Enumerators seen = {0};
        bool has_type = is_fixed || is_scoped;
        Scope *outer = front->scope;
        front->scope = enumeration->scope; // an enumerator can name those before it
        parse_enumerators(front, type, has_type ? enumeration->underlying : type, &seen);
        front->scope = outer;
        set_enumerator_types(type);
        front_expect(front, PUNCTUATOR_brace_close, "the enumerators");
        if (!is_fixed && !is_scoped) {
            enumeration->underlying = type_basic(&front->types, underlying_kind(&seen));
        }
        enumeration->is_complete = true;
    }
    return type;
}
