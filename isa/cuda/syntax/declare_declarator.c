// SPDX-License-Identifier: Apache-2.0
// Declarators, C++17 [dcl.decl]: pointers, references, arrays, functions, in the order in which
// they are written, which is inside out. A nested declarator is read after what follows it.
#include "isa/cuda/syntax/declare.h"

#include "isa/cuda/syntax/class.h"
#include "isa/cuda/syntax/name.h"
#include "isa/cuda/syntax/parse_declaration.h"
#include "isa/cuda/syntax/parse_expression.h"
#include "isa/cuda/syntax/scope.h"

#include <string.h>

static bool accept_qualifier(Front *front, uint8_t *qualifiers)
{
    static const struct {
        TokenId id;
        uint8_t qualifier;
    } words[] = {
        {KEYWORD_const, QUALIFIER_CONST},           {KEYWORD___const, QUALIFIER_CONST},
        {KEYWORD___const__, QUALIFIER_CONST},       {KEYWORD_volatile, QUALIFIER_VOLATILE},
        {KEYWORD___volatile__, QUALIFIER_VOLATILE}, {KEYWORD___volatile, QUALIFIER_VOLATILE},
        {KEYWORD___restrict__, QUALIFIER_RESTRICT}, {KEYWORD___restrict, QUALIFIER_RESTRICT},
        {KEYWORD_restrict, QUALIFIER_RESTRICT}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (front_accept(front, words[i].id)) {
            *qualifiers |= words[i].qualifier;
            return true;
        }
    }
    return false;
}

// "Class::*": the class's type, with the cursor after the star. Otherwise NULL, and nothing is
// read.
static const Type *accept_member_pointer(Front *front)
{
    if (front_peek(front, 0)->kind != TOKEN_NAME || front_peek(front, 1)->id != PUNCTUATOR_scope ||
        front_peek(front, 2)->id != PUNCTUATOR_star) {
        return NULL;
    }
    Symbol *symbol = name_bound_symbol(front, scope_lookup(front, front_peek(front, 0)->text));
    if (symbol == NULL || symbol->kind != SYMBOL_TYPE) {
        return NULL;
    }
    front->at += 3;
    return symbol->type;
}

const Type *parse_pointer_operators(Front *front, const Type *base)
{
    Specifiers ignored = {0};
    for (;;) {
        const Type *class_type = NULL;
        if (front_accept(front, PUNCTUATOR_star)) {
            base = type_pointer(&front->types, type_without_reference(base));
        } else if (front_is(front, PUNCTUATOR_ampersand) || front_is(front, PUNCTUATOR_and_and)) {
            base = type_reference(&front->types, base, front_is(front, PUNCTUATOR_and_and));
            front->at++;
        } else if ((class_type = accept_member_pointer(front)) != NULL) {
            base = type_member_pointer(&front->types, class_type, base);
        } else if (!parse_attribute(front, &ignored)) {
            return base;
        }
        uint8_t qualifiers = 0;
        while (accept_qualifier(front, &qualifiers)) {
        }
        base = type_qualified(&front->types, base, qualifiers);
    }
}

// Whether '(' here begins parameters, and not an initializer.
static bool begins_parameters(Front *front)
{
    FrontPlace before = front_place(front);
    front->at++;
    bool is_it = front_is(front, PUNCTUATOR_paren_close) || front_is(front, PUNCTUATOR_ellipsis) ||
                 declare_begins_parameter(front);
    const Token *token = front_peek(front, 0);
    if (!is_it && token->kind == TOKEN_NAME && !front->function) {
        // "flaot x" and "flaot *x" are parameters of an unknown type.
        const Token *next = front_peek(front, 1);
        bool is_pointer = next->id == PUNCTUATOR_star || next->id == PUNCTUATOR_ampersand;
        is_it =
            next->kind == TOKEN_NAME || (is_pointer && front_peek(front, 2)->kind == TOKEN_NAME &&
                                         scope_lookup(front, token->text) == NULL);
    }
    if (!is_it) {
        switch (front_peek(front, 0)->id) {
        case KEYWORD_register:
        case KEYWORD___grid_constant__:
        case KEYWORD___attribute__: is_it = true; break;
        case PUNCTUATOR_bracket_open:
            is_it = front_peek(front, 1)->id == PUNCTUATOR_bracket_open;
            break;
        default: break;
        }
    }
    front_return(front, before);
    return is_it;
}

static void parse_noexcept(Front *front)
{
    Specifiers ignored = {0};
    for (;;) {
        const Token *token = front_peek(front, 0);
        bool is_word = token->kind == TOKEN_NAME &&
                       ((token->length == 8 && memcmp(token->text, "override", 8) == 0) ||
                        (token->length == 5 && memcmp(token->text, "final", 5) == 0));
        if (token->id == KEYWORD_noexcept || token->id == KEYWORD_throw) {
            front->at++;
            if (front_is(front, PUNCTUATOR_paren_open)) {
                front_skip_balanced(front);
            }
        } else if (is_word || token->id == PUNCTUATOR_ampersand ||
                   token->id == PUNCTUATOR_and_and) {
            front->at++;
        } else if (!parse_attribute(front, &ignored)) {
            return;
        }
    }
}

static const Type *parse_trailing_return(Front *front, const Type *base, const ParameterList *list)
{
    if (!front_accept(front, PUNCTUATOR_arrow)) {
        return base;
    }
    scope_push(front, SCOPE_FUNCTION, NULL);
    declare_parameters(front, list);
    const Type *type = parse_type_id(front);
    scope_pop(front);
    return type != NULL ? type : base;
}

static const Type *parse_function_suffix(Front *front, const Type *base, Declarator *declarator)
{
    ParameterList list = {0};
    front->at++;
    if (!parse_parameters(front, &list)) {
        return NULL;
    }
    uint8_t method_qualifiers = 0;
    while (accept_qualifier(front, &method_qualifiers)) {
    }
    parse_noexcept(front);
    base = parse_trailing_return(front, base, &list);
    parse_noexcept(front);
    const Type **types = arena_alloc(front->arena, (list.count + 1u) * sizeof *types);
    for (uint32_t i = 0; i < list.count; i++) {
        types[i] = list.types[i]->unqualified; // [dcl.fct]/5: not part of the function's type
    }
    declarator->parameters = list;
    declarator->is_const_method = (method_qualifiers & QUALIFIER_CONST) != 0;
    return type_function(&front->types, base, types, list.count, list.is_variadic,
                         method_qualifiers);
}

static const Type *dependent_array(Front *front, const Type *element, uint32_t index)
{
    Dependent *array = arena_alloc(front->arena, sizeof *array);
    array->kind = DEPENDENT_ARRAY;
    array->element = element;
    array->index = index;
    return type_dependent(&front->types, array);
}

static const Type *parse_array_suffix(Front *front, const Type *base, Declarator *declarator);
static const Type *parse_suffixes(Front *front, const Type *base, Declarator *declarator)
{
    if (front_is(front, PUNCTUATOR_bracket_open) &&
        front_peek(front, 1)->id != PUNCTUATOR_bracket_open) {
        return parse_array_suffix(front, base, declarator);
    }
    bool is_void = base->unqualified->kind == TYPE_VOID; // has no initializer
    if (front_is(front, PUNCTUATOR_paren_open) && (is_void || begins_parameters(front))) {
        declarator->is_function = true;
        return parse_function_suffix(front, base, declarator);
    }
    return base;
}

static const Type *parse_array_suffix(Front *front, const Type *base, Declarator *declarator)
{
    SourceLocation location = front_here(front);
    front->at++;
    uint64_t count = ARRAY_OF_UNKNOWN_BOUND;
    uint32_t parameter = UINT32_MAX;
    if (!front_is(front, PUNCTUATOR_bracket_close)) {
        bool was_angle = front->is_angle;
        front->is_angle = false;
        const Token *token = front_peek(front, 0);
        Symbol *symbol = token->kind == TOKEN_NAME && front->dependent > 0
                             ? scope_lookup(front, token->text)
                             : NULL;
        if (symbol != NULL && symbol->is_dependent &&
            front_peek(front, 1)->id == PUNCTUATOR_bracket_close) {
            parameter = symbol->parameter_index;
            front->at++;
        } else {
            const Type *type = NULL;
            if (!parse_integer_constant(front, &type, &count)) {
                return NULL;
            }
            if (type_is_signed(type) && (int64_t)count < 0) {
                front_error(front, location, "array size is negative");
                return NULL;
            }
        }
        front->is_angle = was_angle;
    }
    if (!front_expect(front, PUNCTUATOR_bracket_close, "the array's bound")) {
        return NULL;
    }
    const Type *element = parse_suffixes(front, base, declarator);
    if (element == NULL) {
        return NULL;
    }
    if (type_is_reference(element) || element->kind == TYPE_FUNCTION ||
        element->kind == TYPE_VOID) {
        front_error(front, location, "array elements cannot be references, functions or void");
        return NULL;
    }
    if (parameter != UINT32_MAX) {
        return dependent_array(front, element, parameter);
    }
    if (element->kind == TYPE_CLASS) {
        class_complete(front, element, location);
    }
    if (count != ARRAY_OF_UNKNOWN_BOUND && count > 0 && type_size(element) > 0 &&
        count > TYPE_BYTES_MAX / type_size(element)) {
        front_error(front, location, "array is too large: an object has at most 2^40 bytes");
        return NULL;
    }
    return type_array(&front->types, element, count);
}

// Whether '(' here encloses a declarator and is not a parameter list.
static bool is_nested_declarator(Front *front, DeclaratorForm form)
{
    if (!front_is(front, PUNCTUATOR_paren_open)) {
        return false;
    }
    const Token *token = front_peek(front, 1);
    switch (token->id) {
    case PUNCTUATOR_star:
    case PUNCTUATOR_ampersand:
    case PUNCTUATOR_and_and:
    case PUNCTUATOR_paren_open: return true;
    default: break;
    }
    if (token->kind != TOKEN_NAME) {
        return false;
    }
    if (front_peek(front, 2)->id == PUNCTUATOR_scope &&
        front_peek(front, 3)->id == PUNCTUATOR_star) {
        return true;
    }
    return form != DECLARATOR_ABSTRACT && !begins_parameters(front);
}

static bool parse_nested(Front *front, const Type *base, DeclaratorForm form,
                         Declarator *declarator)
{
    uint32_t inside = front->at + 1;
    front_skip_balanced(front);
    Declarator outer = {0};
    const Type *type = parse_suffixes(front, base, &outer);
    if (type == NULL) {
        return false;
    }
    uint32_t end = front->at;
    front->at = inside;
    bool is_read = parse_declarator(front, type, form, declarator) &&
                   front_expect(front, PUNCTUATOR_paren_close, "the declarator");
    if (is_read && outer.is_function && declarator->type == type) { // "int (f)(int)"
        declarator->is_function = true;
        declarator->parameters = outer.parameters;
        declarator->is_const_method = outer.is_const_method;
    }
    declarator->is_nested = true;
    front->at = end;
    return is_read;
}

// declarator: ptr-operator* (declarator-id | '(' declarator ')')? suffix*
bool parse_declarator(Front *front, const Type *base, DeclaratorForm form, Declarator *declarator)
{
    if (!front_enter(front)) {
        front_leave(front);
        return false;
    }
    Specifiers attributes = {0};
    base = base != NULL ? parse_pointer_operators(front, base) : NULL;
    bool is_good = true;
    parse_attributes(front, &attributes);
    if (form != DECLARATOR_ABSTRACT && front_accept(front, PUNCTUATOR_ellipsis)) {
        declarator->is_pack = true;
    }
    if (base != NULL && is_nested_declarator(front, form)) {
        is_good = parse_nested(front, base, form, declarator);
    } else {
        declarator->type = base;
        declarator->location = front_here(front);
        bool has_name = form != DECLARATOR_ABSTRACT && parse_declarator_id(front, declarator);
        if (!has_name && form == DECLARATOR_NAMED) {
            const Token *token = front_peek(front, 0);
            front_error(front, token->location, "expected a name to declare, found '%.*s'",
                        (int)token->length, token->text);
            is_good = false;
        }
        base = declarator->type;
        if (base == NULL) {
            base = type_basic(&front->types, TYPE_VOID);
        }
        Scope *saved = front->scope;
        if (declarator->scope != NULL) {
            front->scope = declarator->scope;
        }
        parse_attributes(front, &attributes);
        declarator->type = is_good ? parse_suffixes(front, base, declarator) : NULL;
        is_good = declarator->type != NULL;
        front->scope = saved;
    }
    if (attributes.align_bytes > declarator->align_bytes) {
        declarator->align_bytes = attributes.align_bytes;
    }
    front_leave(front);
    return is_good;
}

bool declare_take_function_type(Front *front, Declarator *declarator)
{
    const Type *type = declarator->type;
    if (type->kind != TYPE_FUNCTION || declarator->is_function) {
        return true;
    }
    if (front_is(front, PUNCTUATOR_assign) || front_is(front, PUNCTUATOR_brace_open) ||
        front_is(front, PUNCTUATOR_paren_open)) {
        front_error(front, declarator->location, "'%s' has function type and cannot be initialized",
                    declarator->name);
        declare_skip_initializer(front);
        return false;
    }
    uint32_t count = type->parameter_count;
    declarator->is_function = true;
    declarator->is_const_method = (type->method_qualifiers & QUALIFIER_CONST) != 0;
    declarator->parameters =
        (ParameterList){.types = type->parameters,
                        .names = arena_alloc(front->arena, (count + 1u) * sizeof(const char *)),
                        .defaults = arena_alloc(front->arena, (count + 1u) * sizeof(TokenRange)),
                        .is_grid_constant = arena_alloc(front->arena, (count + 1u) * sizeof(bool)),
                        .count = count,
                        .room = count,
                        .is_variadic = type->is_variadic};
    return true;
}

const Type *parse_type_id(Front *front)
{
    Specifiers specifiers = {0};
    const Token *token = front_peek(front, 0);
    parse_specifiers(front, &specifiers, PLACE_BLOCK);
    if (specifiers.type == NULL) {
        front_error(front, token->location, "expected a type, found '%.*s'", (int)token->length,
                    token->text);
        return NULL;
    }
    Declarator declarator = {0};
    return parse_declarator(front, specifiers.type, DECLARATOR_ABSTRACT, &declarator)
               ? declarator.type
               : NULL;
}
